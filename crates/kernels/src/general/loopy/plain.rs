//! The labelling by its definition, to be read first: give a position the label m if m is the mex of the labels of its
//! options, and every option without a label has an option with the label m; repeat until nothing changes.

#[cfg(test)]
mod tests {
    use crate::Task;
    use crate::general::loopy::labels;
    use grundy_core::bytes::Bytes;
    use grundy_core::control::Control;
    use grundy_core::random::Random;
    use grundy_core::ruleset::{Convention, LoopyValue, Play, Rank, Rows, Ruleset, Value, Visit};
    use std::ops::ControlFlow;

    /// The values of a graph: for each position, its options.
    fn by_definition(graph: &[Vec<usize>]) -> Vec<LoopyValue> {
        let mut label: Vec<Option<u32>> = vec![None; graph.len()];
        let fits = |label: &[Option<u32>], position: usize| {
            let known: Vec<u32> = graph[position].iter().filter_map(|&to| label[to]).collect();
            let mex = (0..).find(|nimber| !known.contains(nimber)).unwrap_or(0);
            let reverts = |&to: &usize| label[to].is_some() || graph[to].iter().any(|&back| label[back] == Some(mex));
            graph[position].iter().all(reverts).then_some(mex)
        };
        while let Some((position, mex)) = (0..graph.len())
            .filter(|&position| label[position].is_none())
            .find_map(|position| Some((position, fits(&label, position)?)))
        {
            label[position] = Some(mex);
        }
        let value = |position: usize| match label[position] {
            Some(nimber) => LoopyValue::Nimber(nimber),
            None => LoopyValue::infinite(graph[position].iter().filter_map(|&to| label[to])).expect("small nimbers"),
        };
        (0..graph.len()).map(value).collect()
    }

    struct Graph {
        options: Vec<Vec<usize>>,
        rows: Rows,
    }

    impl Ruleset for Graph {
        fn rows(&self) -> &Rows {
            &self.rows
        }

        fn asked(&self, row: u64) -> Rank {
            row
        }

        fn positions(&self) -> u64 {
            self.options.len() as u64
        }

        fn strata(&self) -> u64 {
            0
        }

        fn slots(&self, _: u64) -> u64 {
            0
        }

        fn slot(&self, _: u64, _: u64) -> Option<Rank> {
            None
        }

        fn settled(&self, _: u64) -> Rank {
            0
        }

        fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
            self.options[rank as usize].iter().try_for_each(|&to| visit(&[to as Rank]))
        }

        fn splits(&self) -> bool {
            false
        }

        fn ranks_are_rows(&self) -> bool {
            true
        }

        fn show(&self, rank: Rank) -> String {
            rank.to_string()
        }

        fn convention(&self) -> Convention<'_> {
            Convention::Loopy
        }
    }

    #[test]
    fn random_graphs_have_the_labels_of_the_definition() {
        let mut random = Random(20261127);
        let mut infinite = 0;
        for _ in 0..2000 {
            let count = 1 + random.below(9) as usize;
            let edges = random.below(3 * count as u64 + 1);
            let mut options = vec![Vec::new(); count];
            for _ in 0..edges {
                let from = random.below(count as u64) as usize;
                options[from].push(random.below(count as u64) as usize);
            }
            let expected = by_definition(&options);
            let graph = Graph { rows: Rows::line(0, count as u64), options };
            let control = Control::free();
            let task = Task::new(&graph, Play::Normal, Value::LOOPY, Bytes(1 << 30), &control);
            let found: Vec<LoopyValue> = labels(&task).unwrap().codes.into_iter().map(LoopyValue::of).collect();
            assert_eq!(found, expected, "{:?}", graph.options);
            infinite += expected.iter().filter(|value| value.nimber().is_none()).count();
        }
        assert!(infinite > 1000, "{infinite}");
    }
}
