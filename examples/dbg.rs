use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::kernel::*;
use grundy::ruleset::{Play, Setup, Value, code};
fn main() -> Result<(), grundy::Error> {
    let control = Control::free();
    let setup = Setup { memory: Bytes(8 << 30), control: &control, play: Play::Normal };
    let r = code::parse("grundys-game")?.game.ruleset(3000, setup)?;
    let task =
        Task { ruleset: &*r, play: Play::Normal, value: Value::Grundy, memory: Bytes(8 << 30), control: &control };
    let mut v: Vec<u32> = vec![];
    choose(None, &task)?.solve(&task, &mut v)?;
    let mut w: Vec<u32> = vec![];
    choose(Some("dense"), &task)?.solve(&task, &mut w)?;
    for i in 0..3000 {
        if v[i] != w[i] {
            println!("{i}: {} {}", v[i], w[i]);
            if i > 2200 {
                break;
            }
        }
    }
    println!("{:?}", &w[..60]);
    println!("max {:?}", w.iter().max());
    Ok(())
}
