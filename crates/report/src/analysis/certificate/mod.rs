//! Certificates: a proved period, with everything that an independent checker needs. `docs/certificates.md`
//! describes the format.

mod automatic;
mod form;
mod kind;
mod kinds;
mod linear;
mod make;
mod misere;
mod packed;
mod state;

pub use automatic::{AutomaticCertificate, WrittenGame, WrittenRules};
pub use form::{Certificate, Cycle, Prefix, is_certified};
pub use kinds::{ClaimedPeriod, KindsCertificate, ProofFile};
pub use linear::{GameName, LinearFile};
pub use misere::{AboutHeaps, MisereFile};
pub use packed::Segments;
pub use state::StateFile;
