//! Games: a family with checked arguments; a game makes rulesets for any range or position.

use crate::number;
use crate::space::{
    Asked, Bag, Boxed, Component, Enumerated, Heap, Outside, Pass, Selective, Sum, Wanted, Written, check_cells,
    texts_of_components, told,
};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::ruleset::{
    Condition, Play, Point, Position, Rows, Rules, Ruleset, Setup, Shape, Spot, Symmetry, View,
};
use grundy_language::{Moves, Room};
use std::fmt;
use std::sync::Arc;

type Open = Box<dyn Fn(Rows, Setup<'_>) -> Result<Box<dyn Ruleset>, Error> + Send + Sync>;
type Find = Box<dyn Fn(&str, Setup<'_>) -> Result<Option<Spot>, Error> + Send + Sync>;

/// Texts about a game that are made at run time and replace those of its family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// The rules in words.
    pub rules: String,
    /// Where the game comes from.
    pub source: String,
    /// What `max` bounds.
    pub max: String,
}

/// A game with checked arguments, built by a [`Family`](super::family::Family).
pub struct Game {
    /// The canonical game code: two spellings of one game give the same code.
    pub code: String,
    /// The rules in words, for reports.
    pub words: String,
    /// The labels of its rows.
    pub shape: Shape,
    /// Which rearrangements of a label's coordinates change no value.
    pub symmetry: Symmetry,
    /// What a person called the coordinates; none if they are called h1, h2, ... only.
    pub names: Vec<String>,
    /// SHA-256 of each file argument, by name.
    pub files: Vec<(String, String)>,
    /// The games of a sum or a selective compound that was written as one.
    pub(super) parts: Vec<Arc<Game>>,
    /// Texts that replace those of the family, if there are any.
    pub(super) about: Option<Box<About>>,
    /// Why positions cannot be represented as multisets of components, so that there is neither misère
    /// play nor a picture; none if they can.
    no_multisets: Option<&'static str>,
    /// What its positions are, if they are judged by what is known of a classical game.
    classic: Option<Classic>,
    made: Made,
    open: Open,
    find: Find,
}

/// A classical game whose positions are lists of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classic {
    /// Nim, with a heap for each number.
    Nim,
    /// Chomp: the lengths of the rows, the longest first.
    Chomp {
        /// How many rows.
        rows: usize,
    },
}

/// How a game is made, as far as it says whether its moves split.
enum Made {
    /// Of rules, which say it.
    OfRules,
    /// A sum of games. Its moves are single positions, and split where those of its games do.
    Sum(Vec<Arc<Game>>),
    /// Of games whose moves do not split, so that they are positions of its own.
    Whole,
    /// Of rules that stand outside, which nobody knows before they are asked.
    Outside,
}

impl Game {
    /// A game of rules, without what only some games have.
    fn new(code: String, words: String, shape: Shape, open: Open, find: Find) -> Self {
        Self {
            code,
            words,
            shape,
            symmetry: Symmetry::None,
            names: Vec::new(),
            files: Vec::new(),
            parts: Vec::new(),
            about: None,
            no_multisets: None,
            classic: None,
            made: Made::OfRules,
            open,
            find,
        }
    }

    /// A game on one heap of n >= `first` tokens, whose options are smaller heaps. `rules`
    /// makes the rules for heaps up to a size.
    pub fn heap<R>(
        code: String,
        words: String,
        first: u64,
        rules: impl Fn(u64, Bytes) -> Result<R, Error> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        R: Rules<Position = u64> + 'static,
    {
        let again = rules.clone();
        let shape = Shape::line(first);
        let open: Open = Box::new(move |rows, setup| Ok(Heap::ruleset(rules(rows.end() - 1, setup.memory)?, rows)));
        let find: Find = Box::new(move |text, setup| {
            let Some(n) = number::any(text).filter(|&n| n >= first && n < u64::MAX) else { return Ok(None) };
            let ruleset = Heap::ruleset(again(n, setup.memory)?, Rows::line(first, n));
            Ok(Some(Spot { rank: ruleset.positions() - 1, ruleset }))
        });
        Self::new(code, words, shape, open, find)
    }

    /// A game on several heaps in which every move takes tokens away.
    pub fn boxed<R>(code: String, words: String, dimensions: usize, rules: R) -> Self
    where
        R: Rules<Position = Point> + Clone + 'static,
    {
        let again = rules.clone();
        let shape = Shape::Box(vec![0; dimensions]);
        let symmetry = rules.symmetry();
        let classic = rules.view().is_nim(dimensions).then_some(Classic::Nim);
        let open: Open = Box::new(move |rows, setup| Boxed::ruleset(rules.clone(), rows, setup));
        let find: Find = Box::new(move |text, setup| {
            let Some(point) = Point::read(text).filter(|point| point.len() == dimensions) else { return Ok(None) };
            let sides = point.iter().map(|&coordinate| u64::from(coordinate) + 1).collect();
            let ruleset = Boxed::ruleset(again.clone(), Rows::from_sides(vec![0; dimensions], sides), setup)?;
            Ok(Some(Spot { rank: ruleset.positions() - 1, ruleset }))
        });
        Self { symmetry, classic, ..Self::new(code, words, shape, open, find) }
    }

    /// Any other game: `asked` gives the position of a label, and the space is all positions reachable
    /// from these.
    pub fn enumerated<R>(
        code: String,
        words: String,
        shape: Shape,
        rules: R,
        asked: impl Fn(&R, &[u64]) -> R::Position + Send + Sync + 'static,
    ) -> Self
    where
        R: Rules<Position: Position> + Clone + 'static,
    {
        let (again, asked) = (rules.clone(), Arc::new(asked));
        let classic = if let View::Chomp { rows } = rules.view() { Some(Classic::Chomp { rows }) } else { None };
        let open: Open = Box::new(move |rows, _| Ok(Enumerated::outline(rules.clone(), rows, asked.clone())));
        let find: Find = Box::new(move |text, setup| {
            let position = again.read(text).filter(|position| again.is_position(position));
            let Some(position) = position else { return Ok(None) };
            let one = Rows::named(vec![text.to_string()].into());
            let ruleset = Enumerated::ruleset(again.clone(), one, move |_, _| position.clone(), setup)?;
            Ok(Some(Spot { rank: ruleset.asked(0), ruleset }))
        });
        Self { classic, ..Self::new(code, words, shape, open, find) }
    }

    /// A game whose moves a person wrote; what space it has is found out by trying them.
    pub fn written(code: String, words: String, moves: Moves) -> Self {
        let moves = Arc::new(moves);
        let (again, asked) = (moves.clone(), if moves.asks() { Asked::Each } else { Asked::Labels });
        let shape = shape_of(&moves);
        let names = if moves.asks() { Vec::new() } else { moves.names().to_vec() };
        let open: Open = Box::new(move |rows, _| Ok(Written::outline(moves.clone(), rows, asked.clone())));
        let find: Find = Box::new(move |text, setup| {
            let Some(point) = read_written(&again, text)? else { return Ok(None) };
            let one = Rows::named(vec![text.to_string()].into());
            let ruleset = Written::ruleset(again.clone(), one, Asked::One(point), setup)?;
            Ok(Some(Spot { rank: ruleset.asked(0), ruleset }))
        });
        Self { names, ..Self::new(code, words, shape, open, find) }
    }

    /// A game whose rules stand outside of this program; a label has its coordinates, each from its first value on. Its positions have
    /// `coordinates`; what they are for each label, the rules say.
    pub fn told(code: String, words: String, firsts: Vec<u64>, coordinates: usize, rules: Arc<dyn Outside>) -> Self {
        let (again, labels) = (rules.clone(), firsts.len());
        let shape = Shape::Box(firsts);
        let open: Open = Box::new(move |rows, setup| told(&*rules, rows, &Wanted::Labels, setup));
        let find: Find = Box::new(move |text, setup| {
            let Some(numbers) = Point::read(text) else { return Ok(None) };
            let point = match numbers.len() {
                length if length == coordinates => numbers,
                length if length == labels => asked_outside(&*again, &numbers)?,
                _ => return Ok(None),
            };
            let one = Rows::named(vec![text.to_string()].into());
            let ruleset = told(&*again, one, &Wanted::One(point), setup)?;
            Ok(Some(Spot { rank: ruleset.asked(0), ruleset }))
        });
        Self { made: Made::Outside, ..Self::new(code, words, shape, open, find) }
    }

    /// The disjunctive sum of some games, each with one or more coordinates.
    pub fn sum(code: String, words: String, games: Vec<Arc<Game>>) -> Self {
        let again = games.clone();
        let made = Made::Sum(games.clone());
        let shape = sum_of_shapes(games.iter().map(|game| &game.shape));
        let symmetry = symmetry_of(&games);
        let files = games.iter().flat_map(|game| game.files.clone()).collect();
        let no_multisets = games.iter().find_map(|game| game.no_multisets);
        let open: Open = Box::new(move |rows, setup| Sum::ruleset(&games, rows, setup));
        let find: Find = Box::new(move |text, setup| Bag::at(&again, text, setup));
        Self { symmetry, files, no_multisets, made, ..Self::new(code, words, shape, open, find) }
    }

    /// The selective compound of some games, each with one or more coordinates: a move is a move in any number of
    /// them. Their moves must not split ([`Game::splits`]).
    pub fn selective(code: String, words: String, games: Vec<Arc<Game>>) -> Self {
        let again = games.clone();
        let shape = sum_of_shapes(games.iter().map(|game| &game.shape));
        let symmetry = symmetry_of(&games);
        let files = games.iter().flat_map(|game| game.files.clone()).collect();
        let made = Made::Whole;
        let open: Open = Box::new(move |rows, setup| Selective::of_games(&games, rows, whole(setup)));
        let find: Find = Box::new(move |text, setup| Selective::at(&again, text, whole(setup)));
        Self { symmetry, files, made, ..Self::new(code, words, shape, open, find) }
    }

    /// A game with one pass. Its moves must not split ([`Game::splits`]).
    pub fn pass(code: String, words: String, game: Game) -> Self {
        let game = Arc::new(game);
        let again = game.clone();
        let shape = game.shape.clone();
        let symmetry = game.symmetry;
        let files = game.files.clone();
        let made = Made::Whole;
        let open: Open = Box::new(move |rows, setup| Pass::ruleset(game.over(rows, whole(setup))?, setup));
        let find: Find = Box::new(move |text, setup| Pass::spot(text, setup, |text| again.at(text, whole(setup))));
        Self { symmetry, files, made, ..Self::new(code, words, shape, open, find) }
    }

    /// The games of a sum, none of which is a sum itself; none if it is no such sum.
    pub fn components(&self) -> Option<&[Arc<Game>]> {
        match &self.made {
            Made::Sum(games) if games.iter().all(|game| game.components().is_none()) => Some(games),
            _ => None,
        }
    }

    /// The positions of the components of a sum in a text that is a position of it.
    pub fn texts_of_components(&self, text: &str) -> Option<Vec<String>> {
        let Made::Sum(games) = &self.made else { return None };
        Some(texts_of_components(games, text)?.into_iter().map(str::to_string).collect())
    }

    /// The position in a text, if the game is a classical one under any name: the heaps of Nim, or the rows of Chomp.
    pub fn classic(&self, text: &str) -> Option<(Classic, Point)> {
        let (classic, point) = (self.classic?, Point::read(text)?);
        let fits = match classic {
            Classic::Nim => point.len() == self.shape.firsts().len(),
            Classic::Chomp { rows } => point.len() == rows && point[0] > 0 && point.is_sorted_by(|a, b| a >= b),
        };
        fits.then_some((classic, point))
    }

    /// Whether an option may have two or more entries.
    ///
    /// # Errors
    /// As for [`Game::ruleset`].
    pub fn splits(&self) -> Result<bool, Error> {
        match &self.made {
            Made::Whole => Ok(false),
            // As far as one can tell.
            Made::Outside => Ok(true),
            Made::Sum(games) => games.iter().try_fold(false, |splits, game| Ok(splits || game.splits()?)),
            Made::OfRules => {
                // A ruleset says it before its positions are found, and the smallest one will do.
                let setup = Setup { memory: Bytes(u128::MAX), control: &Control::free(), play: Play::Normal };
                let max = self.shape.rows(0).first();
                Ok((self.open)(self.shape.rows(max), setup)?.splits())
            }
        }
    }

    /// The same game with a file its rules come from.
    pub fn with_file(mut self, file: (String, String)) -> Self {
        self.files.push(file);
        self
    }

    /// The same game with texts that replace those of its family.
    pub fn with_about(self, about: About) -> Self {
        Self { about: Some(Box::new(about)), ..self }
    }

    /// The same game, refused wherever multisets of components would be needed.
    pub fn without_multisets(self, why: &'static str) -> Self {
        Self { no_multisets: Some(why), ..self }
    }

    fn multisets_allowed(&self, setup: Setup<'_>) -> Result<(), Error> {
        match self.no_multisets.filter(|_| setup.play == Play::Misere) {
            Some(why) => {
                Err(Error::Usage(format!("`{}` as whole positions (misère play, pictures): {why}", self.code)))
            }
            None => Ok(()),
        }
    }

    /// The game over a range: what `max` bounds depends on the family.
    ///
    /// # Errors
    /// [`Error::Limit`] if the space cannot be numbered or would not fit the memory;
    /// [`Error::Usage`] if the rules allow an endless play; [`Error::Interrupted`].
    pub fn ruleset(&self, max: u64, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        enumerated(self.outline(max, setup)?, setup)
    }

    /// The same, but perhaps without positions: [`Ruleset::enumerate`] finds them later.
    /// `grundy_kernels::choose` calls it for kernels that need positions.
    ///
    /// # Errors
    /// As for [`Game::ruleset`].
    pub fn outline(&self, max: u64, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        self.multisets_allowed(setup)?;
        let rows = self.shape.rows(max);
        check_cells(&self.shape, &rows)?;
        let ruleset = (self.open)(rows, setup)?;
        if setup.play == Play::Misere && ruleset.splits() {
            Bag::multisets(enumerated(ruleset, setup)?, setup)
        } else {
            Ok(ruleset)
        }
    }

    /// A position, written as the family writes it, with all positions reachable from it;
    /// none if the text is not a position.
    ///
    /// # Errors
    /// As for [`Game::ruleset`].
    pub fn position(&self, text: &str, setup: Setup<'_>) -> Result<Option<Spot>, Error> {
        self.multisets_allowed(setup)?;
        let Some(spot) = self.at(text, setup)? else { return Ok(None) };
        if setup.play == Play::Misere && spot.ruleset.splits() {
            Bag::multiset(spot, setup).map(Some)
        } else {
            Ok(Some(spot))
        }
    }

    /// The same, but if moves split, a position is a whole multiset of components in normal play too.
    ///
    /// # Errors
    /// As for [`Game::ruleset`].
    pub fn whole_position(&self, text: &str, setup: Setup<'_>) -> Result<Option<Spot>, Error> {
        // A misère setup makes multisets; the kernel gets the play separately.
        self.position(text, Setup { play: Play::Misere, ..setup })
    }
}

impl Component for Game {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn over(&self, rows: Rows, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        enumerated((self.open)(rows, setup)?, setup)
    }

    fn at(&self, text: &str, setup: Setup<'_>) -> Result<Option<Spot>, Error> {
        (self.find)(text, setup)
    }
}

/// For games in which a position of a sum counts as a whole, not as the list of its components: the setup of misère
/// play makes such sums, and changes nothing else.
fn whole(setup: Setup<'_>) -> Setup<'_> {
    Setup { play: Play::Misere, ..setup }
}

/// The labels of a game whose moves a person wrote.
fn shape_of(moves: &Arc<Moves>) -> Shape {
    let (firsts, more) = moves.least();
    if moves.asks() || !more {
        return if moves.asks() { Shape::line(0) } else { Shape::Box(firsts) };
    }
    let moves = moves.clone();
    let exists = move |label: &[u64]| {
        let point: Option<Point> = label.iter().map(|&coordinate| u32::try_from(coordinate).ok()).collect();
        // Where the condition has no answer, the position is looked at later, and the error is told.
        point.is_some_and(|point| moves.exists(&point, &mut Room::default()).unwrap_or(true))
    };
    Shape::Part(firsts, Condition::new(exists))
}

/// Games in any order are the same game, if they are all one game with one coordinate.
fn symmetry_of(games: &[Arc<Game>]) -> Symmetry {
    let Some((first, rest)) = games.split_first() else { return Symmetry::None };
    let equal = |game: &Arc<Game>| game.code == first.code && game.files == first.files && game.shape == first.shape;
    let alike = !rest.is_empty() && first.shape.firsts().len() == 1 && rest.iter().all(equal);
    if alike { Symmetry::Any } else { Symmetry::None }
}

/// The labels of a sum: those of its components side by side.
fn sum_of_shapes<'s>(shapes: impl Iterator<Item = &'s Shape>) -> Shape {
    let (mut firsts, mut parts) = (Vec::new(), Vec::new());
    for shape in shapes {
        let begin = firsts.len();
        firsts.extend_from_slice(shape.firsts());
        parts.extend(shape.condition().map(|condition| (begin..firsts.len(), condition)));
    }
    if parts.is_empty() {
        return Shape::Box(firsts);
    }
    let all = move |label: &[u64]| parts.iter().all(|(place, condition)| condition.holds(&label[place.clone()]));
    Shape::Part(firsts, Condition::new(all))
}

/// Reads the coordinates of a position; where one position is asked for each n, also that n.
fn read_written(moves: &Moves, text: &str) -> Result<Option<Point>, Error> {
    let wrong = |wrong: grundy_language::Wrong| Error::Usage(wrong.to_string());
    let coordinates = moves.names().len();
    if let (true, Ok(n)) = (moves.asks() && coordinates > 1, text.trim().parse()) {
        return moves.asked(n).map(|point| Some(point.into())).map_err(wrong);
    }
    let Some(point) = Point::read(text).filter(|point| point.len() == coordinates) else { return Ok(None) };
    Ok(moves.exists(&point, &mut Room::default()).map_err(wrong)?.then_some(point))
}

/// The position that a label asks for.
fn asked_outside(rules: &dyn Outside, label: &Point) -> Result<Point, Error> {
    let label: Vec<u64> = label.iter().map(|&coordinate| u64::from(coordinate)).collect();
    let mut point = Point::new();
    rules.converse(&mut |answers| {
        point = answers.asked(&label)?;
        Ok(())
    })?;
    Ok(point)
}

/// A ruleset with its positions found.
fn enumerated(ruleset: Box<dyn Ruleset>, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
    ruleset.enumerate(setup)?;
    Ok(ruleset)
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("code", &self.code).finish_non_exhaustive()
    }
}
