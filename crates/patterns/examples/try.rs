use grundy_core::bytes::Bytes;
use grundy_core::claim::{LinearClaim, LinearSet, View};
use grundy_core::control::FREE;
use grundy_core::ruleset::{Setup};
use grundy_core::structure::{Condition, Linear, LinearGame};
use grundy_games::code::parse;
fn f(l: &[i64]) -> Linear { let mut l=l.to_vec(); while l.len()>1 && l.last()==Some(&0) { l.pop(); } Linear::try_from(l).unwrap() }
fn eq(l: &[i64]) -> Vec<Condition> { Condition::equal(&f(l), &f(&[0])).unwrap().to_vec() }
fn ge(l: &[i64]) -> Vec<Condition> { vec![Condition::AtLeastZero(f(l))] }
fn ev(l: &[i64]) -> Vec<Condition> { vec![Condition::Divides(2, f(l))] }
fn main() {
    let all: Vec<(&str, usize, Vec<Vec<Condition>>, View)> = vec![
        ("circular-nim:n=4,k=2", 4, vec![[eq(&[0,1,0,-1]), eq(&[0,0,1,0,-1])].concat()], View::Plain),
        ("circular-nim:n=5,k=4", 5, vec![[eq(&[0,1,-1]), eq(&[0,0,1,-1]), eq(&[0,0,0,1,-1]), eq(&[0,0,0,0,1,-1])].concat()], View::Plain),
        ("moore-nim:heaps=3,k=2", 3, vec![[eq(&[0,1,-1]), eq(&[0,0,1,-1])].concat()], View::Plain),
        ("greedy-nim:2", 2, vec![[eq(&[0,1,-1])].concat()], View::Plain),
        ("steps:1/0,0/1,1/1", 2, vec![[ev(&[0,1]), ev(&[0,0,1])].concat()], View::Plain),
        ("steps:1/0/0,0/1/0,0/0/1,1/1/0,1/0/1,0/1/1", 3, vec![[ev(&[0,1,1]), ev(&[0,0,1,1])].concat()], View::Plain),
        ("steps:1/0/0,0/1/0,0/0/1,1/1/1", 3, vec![[ev(&[0,1,1,1])].concat()], View::Plain),
        ("circular-nim:n=6,k=3", 6, vec![[eq(&[0,1,1,0,-1,-1]), eq(&[0,0,1,1,0,-1,-1])].concat()], View::Plain),
        ("circular-nim:n=5,k=3", 5, vec![[eq(&[0,1]), eq(&[0,0,1,0,0,-1]), eq(&[0,0,1,-1,-1])].concat()], View::TurnsAndReflections),
        ("circular-nim:n=5,k=2", 5, vec![[ge(&[0,1,-1]),ge(&[0,1,0,-1]),ge(&[0,1,0,0,-1]),ge(&[0,1,0,0,0,-1]), eq(&[0,0,1,0,0,-1]), eq(&[0,1,1,-1,-1])].concat()], View::TurnsAndReflections),
        ("steps:1/0,0/1,1/1", 2, vec![ev(&[0,1,1])], View::Plain),
        ("steps:1/0,0/1,1/1", 2, vec![[ev(&[0,1]), ev(&[0,0,1]), ge(&[-1,1])].concat()], View::Plain),
    ];
    let only = std::env::args().nth(1);
    for (code, d, pieces, view) in all {
        if only.as_ref().is_some_and(|o| !code.contains(o.as_str())) { continue; }
        let game = parse(code).unwrap().game;
        let ruleset = game.outline(5, Setup { memory: Bytes(1 << 30), control: &FREE, play: grundy_core::ruleset::Play::Normal, whole_sums: false, options: Bytes(0) }).unwrap();
        let linear = ruleset.structures().get::<LinearGame>().unwrap().clone();
        let set = LinearSet::viewed(pieces, d, view).unwrap();
        let t = std::time::Instant::now();
        match grundy_patterns::prove::prove(&linear, &set, 2_000_000, &FREE).unwrap() {
            Err(why) => println!("{code}: {why} {:.2?}", t.elapsed()),
            Ok(c) => {
                let found = t.elapsed(); let t = std::time::Instant::now();
                println!("{code}: {:?} w {} steps {} reach {} found {found:.2?} check {:.2?}", LinearClaim::check(&linear, &set, &c), c.witnesses.len(), c.trees.iter().map(Vec::len).sum::<usize>(), c.trees.last().unwrap().len(), t.elapsed());
            }
        }
    }
}
