use grundy::bytes::Bytes;
use grundy::control::Control;
use grundy::kernel::*;
use grundy::ruleset::{Play, Setup, Value, code};
struct Null(u64, u64);
impl Sink for Null {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, grundy::Error> {
        self.0 = first + values.len() as u64;
        if let Values::Bytes(b) = values {
            self.1 ^= b[0] as u64;
        }
        Ok(Flow::Continue)
    }
}
fn main() -> Result<(), grundy::Error> {
    let a: Vec<String> = std::env::args().collect();
    let max: u64 = a[2].parse().unwrap();
    let control = Control::free();
    let setup = Setup { memory: Bytes(8 << 30), control: &control, play: Play::Normal };
    let r = code::parse(&a[1])?.game.ruleset(max, setup)?;
    let task =
        Task { ruleset: &*r, play: Play::Normal, value: Value::Grundy, memory: Bytes(8 << 30), control: &control };
    let k = choose(a.get(3).map(|s| &**s), &task)?;
    let mut null = Null(0, 0);
    let t = std::time::Instant::now();
    if a.len() > 4 {
        let mut v: Vec<u32> = vec![];
        k.solve(&task, &mut v)?;
        let mut w: Vec<u32> = vec![];
        choose(Some(&a[4]), &task)?.solve(&task, &mut w)?;
        let d = v.iter().zip(&w).position(|(a, b)| a != b);
        println!("{} {} compare: {:?} {} {}", a[1], k.name(), d, v.len(), w.len());
        return Ok(());
    }
    k.solve(&task, &mut null)?;
    let s = t.elapsed().as_secs_f64();
    println!("{} {} {}: {:.3} s, {:.2} M/s", a[1], k.name(), max, s, null.0 as f64 / s / 1e6);
    Ok(())
}
