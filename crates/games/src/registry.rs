//! The list of families. To add a family, add one file and one line here.

use super::family::Family;
use super::{
    all_but, building_nim, chomp, circle, circular_nim, coin_turning, custom, divisor, graph, greedy_nim, grundys_game,
    moore_nim, nim, node_kayles, octal, pass, poker_nim, poset, selective, subtraction, sum, vectors, wythoff,
};

/// All families, in the order of `grundy list`.
pub static FAMILIES: &[&Family] = &[
    &nim::FAMILY,
    &subtraction::FAMILY,
    &all_but::FAMILY,
    &octal::FAMILY,
    &grundys_game::FAMILY,
    &circular_nim::FAMILY,
    &circle::FAMILY,
    &node_kayles::FAMILY,
    &divisor::FAMILY,
    &building_nim::FAMILY,
    &vectors::RAYS,
    &vectors::STEPS,
    &wythoff::FAMILY,
    &vectors::QUEEN,
    &vectors::ROOK,
    &vectors::EQUAL_TAKE,
    &moore_nim::FAMILY,
    &greedy_nim::FAMILY,
    &chomp::FAMILY,
    &poker_nim::FAMILY,
    &coin_turning::FAMILY,
    &sum::FAMILY,
    &selective::FAMILY,
    &pass::FAMILY,
    &graph::FAMILY,
    &poset::FAMILY,
    &custom::FAMILY,
];
