//! Products of coin-turning games against the oracle.

use crate::named;
use crate::testing::{game, solved};
use grundy_core::ruleset::{Play, Value};
use grundy_kernels::Oracle;

#[test]
fn products_agree_with_the_rules() {
    let kinds = ["ruler", "turtles", "mock-turtles", "twins", "triplets"];
    for (one, other) in kinds.iter().flat_map(|one| kinds.iter().map(move |other| (one, other))) {
        let game = game(&format!("tartan:coin-turning:{one}*coin-turning:{other}"), 11);
        for value in [Value::GRUNDY, Value::OUTCOME] {
            let expected = solved(&Oracle, &*game, Play::Normal, value);
            assert_eq!(solved(named("tartan"), &*game, Play::Normal, value), expected, "{one} {other}");
        }
    }
    let game = game("tartan:coin-turning:turtles*(coin-turning:twins)*coin-turning:mock-turtles", 5);
    let expected = solved(&Oracle, &*game, Play::Normal, Value::GRUNDY);
    assert_eq!(solved(named("tartan"), &*game, Play::Normal, Value::GRUNDY), expected);
}
