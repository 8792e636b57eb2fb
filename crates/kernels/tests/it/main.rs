//! Integration tests of the kernels, as one test program: kernels against the plain versions that stand beside them.
//! Tests inside the crate compile each kernel that they reach once more, so only those that need its private parts are
//! there.

use grundy_kernels::{KERNELS, Kernel, Oracle, Scale, Task, Viewed};

#[path = "../../src/boxes/building_nim/plain.rs"]
mod building_nim;
#[path = "../../src/boxes/faces/plain.rs"]
mod faces;
#[path = "../../src/boxes/heaps/plain.rs"]
mod heaps;
mod kinds;
mod tartan;
#[allow(dead_code, reason = "some of it is for tests inside the crate")]
#[path = "../../src/testing.rs"]
mod testing;
#[path = "../../src/one_heap/three_heaps/plain.rs"]
mod three_heaps;

/// The kernel with a given name.
fn named(name: &str) -> &'static dyn Kernel {
    KERNELS.iter().copied().find(|kernel| kernel.name() == name).unwrap_or_else(|| panic!("there is no kernel {name}"))
}
