//! The list of families. To add a family, add one file and one line here, in the group where a player would look for
//! it.

use super::family::Family;
use super::{
    all_but, annihilation, arc_kayles, blocking, board, building_nim, chomp, circle, circular_nim, clobber,
    coin_turning, colouring, cram, custom, deletion, divisor, domination, edge_game, fair_shares, generate, geography,
    graph, graph_chomp, graph_octal, greedy_nim, grim, grundys_game, hackenbush, joint, memgame, moore_nim, nim,
    nimstring, node_kayles, nogo, octal, partition, pass, poker_nim, poset, subtraction, sum, tartan, vectors,
    vertex_game, wythoff,
};

/// Families that a player would look for in the same place.
pub struct Group {
    /// What they are played on.
    pub title: &'static str,
    /// The families.
    pub families: &'static [&'static Family],
}

/// All families, by groups.
pub const GROUPS: &[Group] = &[
    Group {
        title: "Heaps",
        families: &[
            &nim::FAMILY,
            &subtraction::FAMILY,
            &all_but::FAMILY,
            &memgame::FAMILY,
            &octal::FAMILY,
            &grundys_game::FAMILY,
            &divisor::FAMILY,
            &building_nim::FAMILY,
        ],
    },
    Group {
        title: "Several heaps and coordinates",
        families: &[
            &wythoff::FAMILY,
            &vectors::QUEEN,
            &vectors::ROOK,
            &vectors::RAYS,
            &vectors::STEPS,
            &vectors::EQUAL_TAKE,
            &moore_nim::FAMILY,
            &greedy_nim::FAMILY,
            &circular_nim::FAMILY,
            &poker_nim::FAMILY,
        ],
    },
    Group { title: "Coins", families: &[&coin_turning::FAMILY, &tartan::FAMILY] },
    Group {
        title: "Graphs",
        families: &[
            &node_kayles::FAMILY,
            &arc_kayles::FAMILY,
            &grim::FAMILY,
            &graph_octal::FAMILY,
            &vertex_game::FAMILY,
            &edge_game::FAMILY,
            &domination::FAMILY,
            &colouring::COL,
            &colouring::SNORT,
            &graph_chomp::FAMILY,
            &geography::FAMILY,
            &hackenbush::FAMILY,
            &nimstring::FAMILY,
            &circle::FAMILY,
            &annihilation::FAMILY,
        ],
    },
    Group {
        title: "Boards",
        families: &[&cram::FAMILY, &clobber::FAMILY, &nogo::FAMILY, &chomp::FAMILY, &board::FAMILY],
    },
    Group {
        title: "Orders, partitions and groups",
        families: &[&poset::FAMILY, &partition::FAMILY, &fair_shares::FAMILY, &generate::FAMILY],
    },
    Group {
        title: "Games made of games",
        families: &[
            &sum::FAMILY,
            &joint::SELECTIVE,
            &joint::SHORTENED,
            &joint::CONJUNCTIVE,
            &joint::CONTINUED,
            &joint::SEQUENTIAL,
            &joint::ORDINAL,
            &pass::FAMILY,
            &blocking::FAMILY,
        ],
    },
    Group { title: "Games of your own", families: &[&custom::FAMILY, &graph::FAMILY, &deletion::FAMILY] },
];

const COUNT: usize = {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].families.len();
        group += 1;
    }
    count
};

/// All families, in the order of `grundy list`.
pub const FAMILIES: &[&Family] = &{
    let mut all = [GROUPS[0].families[0]; COUNT];
    let (mut next, mut group) = (0, 0);
    while group < GROUPS.len() {
        let families = GROUPS[group].families;
        let mut index = 0;
        while index < families.len() {
            all[next] = families[index];
            (next, index) = (next + 1, index + 1);
        }
        group += 1;
    }
    all
};
