//! Games. A game is a family with checked arguments; it makes rulesets for any range or position.

use crate::law::Law;
use crate::number;
use crate::python::Part;
use crate::shapes::shape_of;
use crate::space::{
    AskedPositions, Bag, Boxed, Component, Cropped, Enumerated, Heap, NoSpot, NormalForm, Outside, Sought,
    WantedPositions, Written, check_cells, check_count, told,
};
use crate::typed::{count, itself, number_from, point_of, read_position, read_written};
use grundy_core::bytes::Bytes;
use grundy_core::control::FREE;
use grundy_core::error::Error;
use grundy_core::picture::Picture;
use grundy_core::ruleset::{
    Play, Point, Position, Python, RowRange, Rows, Rules, Ruleset, Setup, Shape, Spot, Symmetry,
};
use grundy_core::structure::{Chomp, Circle, Kinds, Recognised};
use grundy_language::Moves;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

pub(crate) type OpenRows = Box<dyn Fn(Rows, Setup<'_>) -> Result<Box<dyn Ruleset>, Error> + Send + Sync>;
pub(crate) type Find = Box<dyn Fn(&str, Setup<'_>) -> Sought + Send + Sync>;
pub(crate) type PictureOf = Box<dyn Fn(&str) -> Result<Option<Picture>, NoSpot> + Send + Sync>;
pub(crate) type InPython = Box<dyn Fn() -> Option<Python> + Send + Sync>;

/// Texts about a game that replace those of its family.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The rules in words.
    pub rules: Option<Cow<'static, str>>,
    /// The origin of the game.
    pub source: Option<Cow<'static, str>>,
    /// What `max` limits.
    pub max: Option<Cow<'static, str>>,
}

impl About {
    /// Only what `max` limits is not that of the family.
    pub fn max(max: impl Into<Cow<'static, str>>) -> Self {
        Self { max: Some(max.into()), ..Self::default() }
    }
}

/// A game with checked arguments, built by a [`Family`](super::family::Family).
pub struct Game {
    /// The canonical game code: all spellings of a game give the same code.
    pub code: String,
    /// The rules in words, for reports.
    pub words: String,
    /// The kind of labels of its rows.
    pub shape: Shape,
    /// The rearrangements of a label's coordinates that do not change any value.
    pub symmetry: Symmetry,
    /// The names of the coordinates that the user chose; empty if they are only called h1, h2, ....
    pub names: Vec<String>,
    /// Each file argument by name, with the SHA-256 of its content.
    pub files: Vec<(String, String)>,
    /// The play convention in the file of its rules, if it gives one. Use [`Game::played`] for the effective one.
    pub play: Option<Play>,
    /// The components of a sum or another compound that was written as one.
    pub(super) parts: Vec<Arc<Game>>,
    /// Texts that replace those of the family.
    pub(super) about: Option<Box<About>>,
    /// The reason why positions cannot be represented as multisets of components, so that misère play and
    /// pictures are impossible; `None` if they can.
    pub(super) no_multisets: Option<&'static str>,
    pub(super) law: Law,
    /// The classical game that its positions belong to, if any; it gives their outcome.
    pub(super) classic: Option<Classic>,
    pub(super) circle: Option<Circle>,
    /// Its moves and their normal form, if the user wrote them.
    pub(super) written: Option<(Arc<Moves>, Arc<NormalForm>)>,
    pub(super) made: MadeOf,
    pub(super) open: OpenRows,
    pub(super) find: Find,
    pub(super) picture: PictureOf,
    pub(super) python: InPython,
}

/// A classical game whose positions are lists of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Classic {
    /// Nim, one heap per number.
    Nim,
    /// Chomp: the lengths of the rows, in decreasing order.
    Chomp {
        /// The number of rows.
        rows: usize,
    },
}

/// How a game was made, as far as this determines whether its moves split.
pub(crate) enum MadeOf {
    /// From rules, which know it.
    OfRules,
    /// A sum of games. An option of the sum splits if it splits a component.
    Sum(Vec<Arc<Game>>),
    /// From games whose moves do not split; each tuple of their positions is a single position.
    Whole,
    /// From rules outside this program. Nothing is known before they are asked.
    Outside,
}

/// The maximum number of names that words list.
const MOST_NAMED: usize = 20;

impl Game {
    /// A game of rules, without the properties that only some games have.
    pub(crate) fn new(code: String, words: String, shape: Shape, open: OpenRows, find: Find) -> Self {
        Self {
            code,
            words,
            shape,
            symmetry: Symmetry::None,
            names: Vec::new(),
            files: Vec::new(),
            play: None,
            parts: Vec::new(),
            about: None,
            no_multisets: None,
            law: Law::Usual,
            classic: None,
            circle: None,
            written: None,
            made: MadeOf::OfRules,
            open,
            find,
            picture: Box::new(|_| Ok(None)),
            python: Box::new(|| None),
        }
    }

    /// A game on one heap of n >= `first` tokens. Options consist of smaller heaps. `rules` makes the rules
    /// for heaps up to a given size; it also gets the memory limit.
    pub fn heap<R>(
        code: String,
        words: String,
        first: u64,
        rules: impl Fn(u64, Bytes) -> Result<R, Error> + Clone + Send + Sync + 'static,
    ) -> Self
    where
        R: Rules<Position = u64> + 'static,
    {
        let (again, written) = (rules.clone(), rules.clone());
        let shape = Shape::line(first);
        let open: OpenRows = Box::new(move |rows, setup| Ok(Heap::ruleset(rules(rows.end() - 1, setup.memory)?, rows)));
        let find: Find = Box::new(move |text, setup| {
            let n = number_from(first, itself(text))?;
            let ruleset = Heap::ruleset(again(n, setup.memory)?, Rows::line(first, n));
            Ok(Spot { rank: ruleset.positions() - 1, ruleset })
        });
        let python: InPython = Box::new(move || {
            let rules = written(first, Bytes(u128::MAX)).ok()?.python()?;
            Some(rules.descending(true))
        });
        Self { python, ..Self::new(code, words, shape, open, find) }
    }

    /// A game on several heaps in which every move removes tokens.
    pub fn boxed<R>(code: String, words: String, dimensions: usize, rules: R) -> Self
    where
        R: Rules<Position = Point> + Clone + 'static,
    {
        let (again, written) = (rules.clone(), rules.clone());
        let shape = Shape::Box(vec![0; dimensions]);
        let symmetry = rules.symmetry();
        let classic = rules.structures().is_nim(dimensions).then_some(Classic::Nim);
        let open: OpenRows = Box::new(move |rows, setup| Boxed::ruleset(rules.clone(), rows, setup));
        let find: Find = Box::new(move |text, setup| {
            let point = point_of(itself(text), dimensions)?;
            let sides = point.iter().map(|&coordinate| u64::from(coordinate) + 1).collect();
            let ruleset = Boxed::ruleset(again.clone(), Rows::from_sides(vec![0; dimensions], sides), setup)?;
            Ok(Spot { rank: ruleset.positions() - 1, ruleset })
        });
        let python: InPython = Box::new(move || Some(written.python()?.descending(true)));
        Self { symmetry, classic, python, ..Self::new(code, words, shape, open, find) }
    }

    /// Any other game. `asked` returns the position of a label; the space consists of all positions reachable
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
        let (again, written, drawn) = (rules.clone(), rules.clone(), rules.clone());
        let classic = rules.structures().get::<Chomp>().map(|&Chomp { rows }| Classic::Chomp { rows });
        let circle = rules.structures().get::<Circle>().cloned();
        let (asked, labels) = (Arc::new(asked), shape.clone());
        let of_label = asked.clone();
        let read = Arc::new(move |rules: &R, text: &str| read_position(rules, text, &labels, &*of_label));
        let open: OpenRows = Box::new(move |rows, _| Ok(Enumerated::outline(rules.clone(), rows, asked.clone())));
        let reading = read.clone();
        let picture: PictureOf = Box::new(move |text| Ok(drawn.picture(&reading(&drawn, text)?)));
        let find: Find = Box::new(move |text, setup| {
            let position = read(&again, text)?;
            let one = Rows::named(vec![text.to_string()].into());
            let ruleset = Enumerated::ruleset(again.clone(), one, move |_, _| position.clone(), setup)?;
            Ok(Spot { rank: ruleset.asked(0), ruleset })
        });
        let python: InPython = Box::new(move || written.python());
        Self { classic, circle, picture, python, ..Self::new(code, words, shape, open, find) }
    }

    /// A game with moves written by the user. The space is chosen by trying the moves.
    pub fn written(code: String, words: String, moves: Moves) -> Self {
        let (moves, form) = (Arc::new(moves), Arc::new(NormalForm::default()));
        let (written, own) = (moves.clone(), Some((moves.clone(), form.clone())));
        let again = moves.clone();
        let (shape, asked) = shape_of(&moves);
        let names = if matches!(asked, AskedPositions::Labels) { moves.names().to_vec() } else { Vec::new() };
        let open: OpenRows =
            Box::new(move |rows, _| Ok(Written::outline(moves.clone(), form.clone(), rows, asked.clone())));
        let find: Find = Box::new(move |text, setup| {
            let place = read_written(&again, text)?;
            let one = Rows::named(vec![text.to_string()].into());
            let ruleset = Written::ruleset(again.clone(), one, AskedPositions::One(place), setup)?;
            Ok(Spot { rank: ruleset.asked(0), ruleset })
        });
        let python: InPython = Box::new(move || written.python());
        Self { names, python, written: own, ..Self::new(code, words, shape, open, find) }
    }

    /// A game whose rules are outside this program. Labels have one coordinate for each entry of `firsts`, with that
    /// minimum. Positions have `coordinates` coordinates; the rules say which position belongs to a label.
    pub fn told(code: String, words: String, firsts: Vec<u64>, coordinates: usize, rules: Arc<dyn Outside>) -> Self {
        let (again, labels) = (rules.clone(), firsts.len());
        let law = rules.law();
        let shape = Shape::Box(firsts);
        let open: OpenRows = Box::new(move |rows, setup| told(&*rules, rows, &WantedPositions::Labels, setup));
        let find: Find = Box::new(move |text, setup| {
            // Plain numbers are read as a label if their count allows it.
            let is_label = !text.trim_start().starts_with('=') && count(text) == labels;
            let point = match is_label {
                true => asked_outside(&*again, &point_of(text, labels)?)?,
                false => point_of(itself(text), coordinates)?,
            };
            let one = Rows::named(vec![text.to_string()].into());
            let ruleset = told(&*again, one, &WantedPositions::One(point), setup)?;
            Ok(Spot { rank: ruleset.asked(0), ruleset })
        });
        Self { made: MadeOf::Outside, law, ..Self::new(code, words, shape, open, find) }
    }

    /// The same game, whose coordinates must start at 0, with only the rows whose coordinates are all at
    /// least `first`.
    pub fn from_first(self, first: u64) -> Self {
        let (begin, whole) = (vec![first; self.shape.firsts().len()], self.open);
        let open: OpenRows = Box::new(move |rows, setup| {
            let sides = rows.firsts().iter().zip(rows.sides()).map(|(first, side)| first + side).collect();
            let box_of_all = Rows::from_sides(vec![0; rows.dimensions()], sides);
            Ok(Cropped::ruleset(whole(box_of_all, setup)?, rows))
        });
        Self { shape: Shape::Box(begin), open, ..self }
    }

    /// The same game, whose rows have a coordinate if they had names or numbers without a range: the vertices of a
    /// file. A position may then be typed by its number, too, if that is no name.
    pub(crate) fn with_coordinate(self) -> Self {
        let names = match &self.shape {
            Shape::Numbers(first, last) => return Self { shape: Shape::Within(vec![*first], vec![*last]), ..self },
            Shape::Named(names) if !names.is_empty() => names.clone(),
            _ => return self,
        };
        let first = names.iter().enumerate().take(MOST_NAMED).map(|(number, name)| format!("{number} {name}"));
        let more = if names.len() > MOST_NAMED { ", ..." } else { "" };
        let words = format!("{} (numbers of rows: {}{more})", self.words, first.collect::<Vec<_>>().join(", "));
        let (shape, by_name) = (Shape::Within(vec![0], vec![names.len() as u64 - 1]), self.find);
        let find: Find = Box::new(move |text, setup| {
            let numbered = text.trim().parse::<usize>().ok().and_then(|number| names.get(number));
            let name = numbered.filter(|_| !names.iter().any(|name| name == text.trim()));
            by_name(name.map_or(text, String::as_str), setup)
        });
        Self { shape, words, find, ..self }
    }

    /// The play convention to use: `asked` if it is given, otherwise that of the file of the rules, otherwise
    /// normal play.
    ///
    /// # Errors
    /// A sentence that names both conventions, if `asked` contradicts the file.
    pub fn played(&self, asked: Option<Play>) -> Result<Play, String> {
        if let (Some(Play::Misere), Some(why)) = (asked, self.law.no_misere()) {
            return Err(format!("misère play of `{}` is not defined: {why}", self.code));
        }
        match (asked, self.play) {
            (Some(asked), Some(own)) if asked != own => {
                Err(format!("{asked} play is requested, but the file of `{}` says play = \"{own}\"", self.code))
            }
            (asked, own) => Ok(asked.or(own).unwrap_or(Play::Normal)),
        }
    }

    /// Why no theorem is known about moves that the user wrote, in words that continue "no theorem: ".
    pub fn no_theorem(&self) -> Option<&str> {
        let (moves, form) = self.written.as_ref()?;
        form.refusal(moves)
    }

    /// The moves that the user wrote in normal form.
    pub fn normal_form(&self) -> Option<&Kinds> {
        let (moves, form) = self.written.as_ref()?;
        form.kinds(moves)
    }

    /// The moves that the user wrote.
    pub fn moves(&self) -> Option<&Arc<Moves>> {
        self.written.as_ref().map(|(moves, _)| moves)
    }

    /// The code with the same moves as those that the user wrote.
    pub fn same_code(&self) -> Option<String> {
        let (moves, form) = self.written.as_ref()?;
        form.code(moves).map(Recognised::to_string)
    }

    /// The components of a sum, none of which is a sum itself; `None` for any other game.
    pub fn components(&self) -> Option<&[Arc<Game>]> {
        match &self.made {
            MadeOf::Sum(games) if games.iter().all(|game| game.components().is_none()) => Some(games),
            _ => None,
        }
    }

    /// The components of a sum.
    pub(crate) fn summands(&self) -> Option<&[Arc<Game>]> {
        if let MadeOf::Sum(games) = &self.made { Some(games) } else { None }
    }

    /// Whether its positions are tuples of positions of other games, as in compounds and games with a pass.
    pub fn is_whole(&self) -> bool {
        matches!(self.made, MadeOf::Whole)
    }

    /// The classical game and the position in a text, if the game is Nim or Chomp in any spelling: heaps of
    /// Nim, or rows of Chomp.
    pub fn classic(&self, text: &str) -> Option<(Classic, Point)> {
        let (classic, point) = (self.classic?, Point::read(text)?);
        let fits = match classic {
            Classic::Nim => point.len() == self.shape.firsts().len(),
            Classic::Chomp { rows } => point.len() == rows && point[0] > 0 && point.is_sorted_by(|a, b| a >= b),
        };
        fits.then_some((classic, point))
    }

    /// The number of objects and the structure, if the text is a circle of objects.
    pub fn circle(&self, text: &str) -> Option<(u64, &Circle)> {
        let circle = self.circle.as_ref()?;
        Some((number::any(itself(text))?, circle))
    }

    /// Whether an option may have two or more components.
    ///
    /// # Errors
    /// As for [`Game::ruleset`].
    pub fn splits(&self) -> Result<bool, Error> {
        match &self.made {
            MadeOf::Whole => Ok(false),
            // Unknown, so it is assumed.
            MadeOf::Outside => Ok(true),
            MadeOf::Sum(games) => games.iter().try_fold(false, |splits, game| Ok(splits || game.splits()?)),
            MadeOf::OfRules => {
                // A ruleset knows this before its positions are found, so the smallest one is enough.
                let setup = Setup::new(Bytes(u128::MAX), &FREE, Play::Normal);
                let max = self.shape.rows(0).first();
                Ok((self.open)(self.shape.rows(max), setup)?.splits())
            }
        }
    }

    /// The same game, with a file that its rules come from: its name, and the SHA-256 of its content.
    pub fn with_file(mut self, name: String, hash: String) -> Self {
        self.files.push((name, hash));
        self
    }

    /// The same game, with texts that replace those of its family.
    pub fn with_about(self, about: About) -> Self {
        Self { about: Some(Box::new(about)), ..self }
    }

    /// The same game, with another origin than that of its family.
    pub fn with_source(mut self, source: impl Into<Cow<'static, str>>) -> Self {
        self.about.get_or_insert_default().source = Some(source.into());
        self
    }

    /// The same game, which is refused whenever multisets of components would be needed.
    pub fn without_multisets(self, why: &'static str) -> Self {
        Self { no_multisets: Some(why), ..self }
    }

    /// The same game, with another law.
    pub fn with_law(self, law: Law) -> Self {
        Self { law, ..self }
    }

    /// Which values are defined for it.
    pub fn law(&self) -> Law {
        self.law
    }

    /// The rules in Python; none if nobody wrote them, or they stand outside of this program.
    pub fn python(&self) -> Option<Python> {
        (self.python)()
    }

    /// What a position looks like; none if it does not lie on a board or a graph, or if it is a sum of positions.
    ///
    /// # Errors
    /// [`NoSpot::Unread`] if the text is not a position.
    pub fn picture(&self, text: &str) -> Result<Option<Picture>, NoSpot> {
        (self.picture)(text)
    }

    /// The rules in Python as a part of another game's.
    pub(crate) fn part(&self) -> Option<Part> {
        Some(Part { rules: self.python()?, coordinates: self.shape.firsts().len() })
    }

    /// Refuses misère play and pictures if positions cannot be represented as multisets.
    ///
    /// # Errors
    /// [`Error::Usage`] with the reason.
    pub fn multisets_allowed(&self, setup: Setup<'_>) -> Result<(), Error> {
        match self.no_multisets.filter(|_| setup.whole_sums) {
            Some(why) => Err(Error::Usage(format!(
                "`{}` cannot be used with whole positions (misère play, pictures): {why}",
                self.code
            ))),
            None => Ok(()),
        }
    }

    /// The ruleset for a range. What `max` limits depends on the family.
    ///
    /// # Errors
    /// [`Error::Limit`] if the positions cannot be numbered or do not fit into the memory; [`Error::Endless`]
    /// if the rules allow endless play; [`Error::Interrupted`].
    pub fn ruleset(&self, range: impl Into<RowRange>, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        enumerated(self.outline(range, setup)?, setup)
    }

    /// The same, possibly before its positions are found; [`Ruleset::enumerate`] finds them.
    /// `grundy_kernels::choose` calls it if the chosen kernel needs positions.
    ///
    /// # Errors
    /// As for [`Game::ruleset`].
    pub fn outline(&self, range: impl Into<RowRange>, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        self.multisets_allowed(setup)?;
        let range = range.into();
        let rows = self.shape.rows_in(&range);
        // Compounds, and labels with non-increasing coordinates, are numbered only for a single `max`: that
        // whole box is made, and then cropped.
        let (whole, cropped) = match self.is_whole() || matches!(self.shape, Shape::Descending(..)) {
            true => (self.shape.rows(range.max), !range.is_plain()),
            false => (self.shape.rows_in(&range.whole()), range.condition.is_some()),
        };
        check_cells(&self.shape, &whole)?;
        if cropped {
            check_count(&whole)?;
        }
        let ruleset = (self.open)(whole, setup)?;
        let ruleset = match setup.whole_sums && ruleset.splits() {
            true => Bag::multisets(enumerated(ruleset, setup)?, setup)?,
            false => ruleset,
        };
        Ok(if cropped { Cropped::ruleset(ruleset, rows) } else { ruleset })
    }

    /// A position of a game that is not a sum, with all positions that can be reached from it. Its moves may split.
    ///
    /// # Errors
    /// As for [`Game::position`].
    pub fn at(&self, text: &str, setup: Setup<'_>) -> Sought {
        (self.find)(text, setup)
    }
}

impl Component for Game {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn over(&self, rows: Rows, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        enumerated((self.open)(rows, setup)?, setup)
    }

    fn at(&self, text: &str, setup: Setup<'_>) -> Sought {
        (self.find)(text, setup)
    }
}

fn asked_outside(rules: &dyn Outside, label: &Point) -> Result<Point, Error> {
    let label: Vec<u64> = label.iter().map(|&coordinate| u64::from(coordinate)).collect();
    let mut point = Point::new();
    rules.converse(&mut |answers| {
        point = answers.asked(&label)?;
        Ok(())
    })?;
    Ok(point)
}

pub(crate) fn enumerated(ruleset: Box<dyn Ruleset>, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
    ruleset.enumerate(setup)?;
    Ok(ruleset)
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("code", &self.code).finish_non_exhaustive()
    }
}
