//! The rule in normal form of a case: which parts it leaves, and how they are cut from n.

use super::conditions::{Atom, LARGEST_MODULUS, lcm};
use super::linear::{Known, implied, least_of, least_of_form};
use super::order::{Ordered, ordered};
use super::positions::GameKinds;
use super::reading::{Form, Reader, Refusal};
use super::solving::Case;
use crate::eval::Quick;
use crate::moves::{Target, Targets};
use grundy_core::structure::{Coordinate, Cut, KindRule, Linear, Part};

/// The maximum number of tuples of residues.
const MOST_RESIDUES: i64 = 1 << 16;

/// The maximum number of parts of an option.
const MOST_PARTS: i64 = 64;

/// A part of an option: its kind, and its size as a form.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SizedPart {
    kind: usize,
    size: Form,
}

/// When a rule applies: a list of truths from the least n on, periodic from some n on.
pub(super) struct When {
    least: i64,
    pub from: i64,
    pub modulus: i64,
    holds: Vec<bool>,
}

impl When {
    fn at(&self, n: i64) -> bool {
        let n = if n < self.from { n } else { self.from + (n - self.from) % self.modulus };
        usize::try_from(n - self.least).ok().and_then(|place| self.holds.get(place)).is_some_and(|&holds| holds)
    }

    pub fn first(&self) -> Option<i64> {
        self.holds.iter().position(|&holds| holds).map(|place| self.least + place as i64)
    }

    /// The residues of the n >= from for which it applies.
    pub fn residues(&self) -> Vec<i64> {
        let applies = |residue: &i64| self.at(self.from + (residue - self.from).rem_euclid(self.modulus));
        (0..self.modulus).filter(applies).collect()
    }

    /// The n before `from` for which it applies.
    pub fn before(&self) -> Vec<i64> {
        (self.least..self.from).filter(|&n| self.at(n)).collect()
    }
}

impl Case<'_> {
    /// The rule of the case for a kind; `None` if it never applies.
    pub fn rule(mut self, game: &GameKinds, kind: usize) -> Result<Option<KindRule>, Refusal> {
        let size = self.reader.size;
        // What has been found out about the variables may leave conditions on n alone.
        let is_on_n = |atom: &Atom| self.reader.free_in_truth(&atom.truth).iter().all(|&variable| variable == size);
        let (on_n, residues): (Vec<Atom>, Vec<Atom>) = self.residues.iter().cloned().partition(is_on_n);
        self.residues = residues;
        self.on_n.extend(on_n);
        let when = self.when(game.of(kind).first())?;
        let Some(first) = when.first() else { return Ok(None) };
        let on_n = |fact: &Known| fact.form().is_in(size);
        self.facts.retain(|fact| !on_n(fact));
        let mut known = self.at_least_zero();
        known.push(Linear::variable(size).add(-first).ok_or_else(Refusal::large)?);

        let (parts, is_cancelled) = self.parts(game, &known)?;
        let mut rule = KindRule {
            from: when.from,
            modulus: when.modulus,
            residues: when.residues(),
            before: when.before(),
            fixed: Vec::new(),
            joint: Vec::new(),
            cut: None,
            is_cancelled,
        };
        let mut layout = CutLayout::of(&self, &known, &parts, &mut rule)?;
        if let Some(layout) = &mut layout {
            rule.cut = Some(layout.cut(&self)?);
        }
        exist(&rule, &when, game)?;
        Ok(Some(rule))
    }

    fn at_least_zero(&self) -> Vec<Linear> {
        let form = |fact: &Known| if let Known::AtLeastZero(form) = fact { Some(form.clone()) } else { None };
        self.facts.iter().filter_map(form).collect()
    }

    /// For which n the case applies.
    pub fn when(&self, least: i64) -> Result<When, Refusal> {
        let size = self.reader.size;
        let (mut from, mut modulus) = (least, 1);
        let large = || Refusal(format!("its conditions have a modulus above {LARGEST_MODULUS}"));
        for atom in &self.on_n {
            let quasi = self.reader.periodic(&atom.truth, atom.place)?;
            (from, modulus) = (from.max(quasi.from), lcm(modulus, quasi.modulus).ok_or_else(large)?);
        }
        for (_, divisor) in &self.divisible {
            modulus = lcm(modulus, *divisor).ok_or_else(large)?;
        }
        let on_n: Vec<&Known> = self.facts.iter().filter(|fact| fact.form().is_in(size)).collect();
        for fact in &on_n {
            // The sign of a n + k is constant after its zero.
            let (a, k) = (fact.form().of(size), fact.form().constant);
            from = from.max((-k).div_euclid(a) + 1);
        }
        if from > least + 1_000_000 {
            return Err(Refusal(format!("a condition changes at n = {from}")));
        }
        let mut holds = Vec::new();
        for n in least..from + modulus {
            holds.push(self.applies(n, &on_n)?);
        }
        // It may be periodic earlier.
        let at = |n: i64| holds[(n - least) as usize];
        while from > least && at(from - 1) == at(from - 1 + modulus) {
            from -= 1;
        }
        Ok(When { least, from, modulus, holds })
    }

    fn applies(&self, n: i64, on_n: &[&Known]) -> Result<bool, Refusal> {
        let large = Refusal::large;
        for (form, divisor) in &self.divisible {
            if form.at(|_| n).ok_or_else(large)?.rem_euclid(*divisor) != 0 {
                return Ok(false);
            }
        }
        for fact in on_n {
            let value = fact.form().at(|_| n).ok_or_else(large)?;
            let holds = match fact {
                Known::AtLeastZero(_) => value >= 0,
                Known::Zero(_) => value == 0,
                Known::NotZero(_) => value != 0,
            };
            if !holds {
                return Ok(false);
            }
        }
        for atom in &self.on_n {
            let truth = self.reader.truth_at(&atom.truth, &|_| n);
            if truth.ok_or_else(|| self.reader.no_value(atom.place))? == atom.is_negated {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The parts of an option that do not cancel in pairs, and whether any did.
    fn parts(&self, game: &GameKinds, known: &[Linear]) -> Result<(Vec<SizedPart>, bool), Refusal> {
        let (mut parts, mut is_cancelled): (Vec<SizedPart>, bool) = (Vec::new(), false);
        for part in self.sized_parts(game)? {
            match parts.iter().position(|other| *other == part) {
                None => parts.push(part),
                // Two equal parts have the nim-sum 0. They must be positions all the same.
                Some(place) => {
                    let twin = parts.remove(place);
                    is_cancelled = true;
                    let least = game.of(twin.kind).first();
                    let room = match &twin.size {
                        Form::Linear(size) => size.add(-least),
                        Form::Quotient(size, divisor) => least.checked_mul(-divisor).and_then(|least| size.add(least)),
                    };
                    let room = room.ok_or_else(Refusal::large)?;
                    if !room.number().map_or_else(|| implied(&room, known), |room| room >= 0) {
                        return Err(Refusal("two equal parts may be smaller than positions are".to_string()));
                    }
                }
            }
        }
        Ok((parts, is_cancelled))
    }

    fn sized_parts(&self, game: &GameKinds) -> Result<Vec<SizedPart>, Refusal> {
        let line = self.reader.line;
        let dimensions = line.names.len() - line.ranges.len();
        let mut parts = Vec::new();
        let mut numbers: Vec<(&Quick, _)> = Vec::new();
        for (target, place) in line.targets.iter().zip(&line.places.targets) {
            match target {
                Target::Number(number) => numbers.push((number, *place)),
                Target::Group(group) => match group.repeated() {
                    Some((number, times)) => {
                        let count = times.map_or(Some(1), |times| self.reader.constant(times));
                        let Some(count @ 0..=MOST_PARTS) = count else {
                            return Err(Refusal(format!("the number of parts {}", self.reader.quote(*place))));
                        };
                        for _ in 0..count {
                            numbers.extend(number.iter().map(|number| (number, *place)));
                        }
                    }
                    None => {
                        return Err(Refusal(format!(
                            "the parts {}, whose number depends on the position",
                            self.reader.quote(*place)
                        )));
                    }
                },
            }
        }
        for target in numbers.chunks(dimensions) {
            parts.push(self.sized_part(game, target)?);
        }
        Ok(parts)
    }

    fn sized_part(&self, game: &GameKinds, target: Targets<'_>) -> Result<SizedPart, Refusal> {
        let mut size = Form::Linear(Linear::constant(0));
        let mut coordinates = Vec::new();
        for (index, (number, place)) in target.iter().enumerate() {
            let form = self.reader.form(number.number(), *place)?;
            if index == game.size {
                coordinates.push(None);
                size = form;
                continue;
            }
            let number = form.number();
            let number = number.ok_or_else(|| {
                Refusal(format!(
                    "the coordinate {} is not a number, so its kind is not known",
                    self.reader.quote(*place)
                ))
            })?;
            coordinates.push(Some(number));
        }
        let kind = game.kind(&coordinates).ok_or_else(|| {
            let shown: Vec<String> = coordinates
                .iter()
                .map(|coordinate| coordinate.map_or("n".to_string(), |number| number.to_string()))
                .collect();
            Refusal(format!("it leads to {}, which is not among the positions", shown.join(",")))
        })?;
        Ok(SizedPart { kind, size })
    }
}

/// The coordinates of a cut: the free variables, and what remains of n.
struct CutLayout {
    coordinates: Vec<Coordinate>,
    /// Facts that the lower ends do not imply.
    others: Vec<Linear>,
    /// What follows from the lower ends.
    base: Vec<Linear>,
}

impl CutLayout {
    /// Sorts the parts into fixed parts, joint parts, and parts of coordinates.
    fn of(
        case: &Case<'_>,
        known: &[Linear],
        parts: &[SizedPart],
        rule: &mut KindRule,
    ) -> Result<Option<Self>, Refusal> {
        let (reader, size) = (&case.reader, case.reader.size);
        let large = Refusal::large;
        let mut rest = Linear::variable(size);
        for &variable in &case.free {
            rest = rest.minus(&Linear::variable(variable)).ok_or_else(large)?;
        }
        let mut layout = if case.free.is_empty() { None } else { Some(Self::bounds(case, known, &rest)?) };
        for part in parts {
            let Form::Linear(form) = &part.size else {
                return Err(Refusal(format!("a size is a rounded quotient of {}", reader.line.names[size])));
            };
            if let Some(size) = form.number() {
                rule.fixed.push(Part { kind: part.kind, offset: size });
            } else if form.is_in(size) && form.of(size) == 1 {
                rule.joint.push(Part { kind: part.kind, offset: -form.constant });
            } else {
                let own = |&variable: &usize| form.is_in(variable) && form.of(variable) == 1;
                let is_rest = form.add(-form.constant).as_ref() == Some(&rest);
                let place = case.free.iter().position(own).or(is_rest.then_some(case.free.len()));
                let coordinate =
                    layout.as_mut().zip(place).and_then(|(layout, place)| layout.coordinates.get_mut(place));
                let coordinate = coordinate.ok_or_else(|| no_size(reader, form))?;
                coordinate.parts.push(Part { kind: part.kind, offset: form.constant });
            }
        }
        Ok(layout)
    }

    /// The lower ends of the coordinates.
    fn bounds(case: &Case<'_>, known: &[Linear], rest: &Linear) -> Result<Self, Refusal> {
        let large = Refusal::large;
        let (size, names) = (case.reader.size, &case.reader.line.names);
        let mut coordinates = Vec::new();
        let mut base = Vec::new();
        for &variable in &case.free {
            let least = least_of(variable, known);
            let least = least.ok_or_else(|| {
                Refusal(format!("the range of `{}` has no lower end that is a number", names[variable]))
            })?;
            coordinates.push(Coordinate { least, parts: Vec::new() });
            base.push(Linear::variable(variable).add(-least).ok_or_else(large)?);
        }
        let given = known
            .iter()
            .filter(|form| form.add(-form.constant).as_ref() == Some(rest))
            .map(|form| -form.constant)
            .max();
        let least = match given {
            Some(least) => Some(least),
            None => least_of_form(rest, known, names.len()),
        };
        let least =
            least.ok_or_else(|| Refusal(format!("a range has no end such as `{0}` or `{0} - 2`", names[size])))?;
        coordinates.push(Coordinate { least, parts: Vec::new() });
        base.push(rest.add(-least).ok_or_else(large)?);
        let first = known.last().cloned();
        let all: Vec<Linear> = base.iter().cloned().chain(first).collect();
        let others = case.at_least_zero().into_iter().filter(|form| !implied(form, &all)).collect();
        Ok(Self { coordinates, others, base: all })
    }

    /// The cut, with its order and residues.
    fn cut(&mut self, case: &Case<'_>) -> Result<Cut, Refusal> {
        let is_not = |fact: &Known| if let Known::NotZero(form) = fact { Some(form.clone()) } else { None };
        let unequal: Vec<Linear> = case.facts.iter().filter_map(is_not).collect();
        let coordinates = std::mem::take(&mut self.coordinates);
        let plain = Ordered { coordinates, order: None, is_swapped: false };
        let ordered = ordered(case, plain, &self.others, &unequal, &self.base)?;
        let mut cut = Cut { sum: 0, coordinates: ordered.coordinates, modulus: 1, allowed: None, order: ordered.order };
        if !case.residues.is_empty() {
            let (modulus, allowed) = residues(case, ordered.is_swapped)?;
            (cut.modulus, cut.allowed) = (modulus, Some(allowed));
        }
        Ok(cut)
    }
}

fn no_size(reader: &Reader<'_>, form: &Linear) -> Refusal {
    let names = &reader.line.names;
    let mut shown = String::new();
    for variable in form.variables() {
        let factor = form.of(variable);
        let sign = match (shown.is_empty(), factor < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let times = if factor.abs() == 1 { String::new() } else { format!("{}*", factor.unsigned_abs()) };
        shown.push_str(&format!("{sign}{times}{}", names[variable]));
    }
    match form.constant {
        0 => {}
        constant if constant > 0 => shown.push_str(&format!(" + {constant}")),
        constant => shown.push_str(&format!(" - {}", constant.unsigned_abs())),
    }
    let n = &names[reader.size];
    Refusal(format!("the size `{shown}` is neither a number, nor {n} - c, nor a part of a cut of {n}"))
}

/// The tuples (n, a_1, ..., a_(r-1)) of residues that are allowed, with their modulus.
fn residues(case: &Case<'_>, is_swapped: bool) -> Result<(i64, Vec<Vec<i64>>), Refusal> {
    let mut modulus = 1;
    for atom in &case.residues {
        let own = case.reader.modulus_of_truth(&atom.truth);
        let own = own.ok_or_else(|| Refusal(format!("the condition {}", case.reader.quote(atom.place))))?;
        modulus = lcm(modulus, own).ok_or_else(|| Refusal("a modulus is too large".to_string()))?;
    }
    let free = case.free.len();
    let tuples = u32::try_from(free + 1)
        .ok()
        .and_then(|count| modulus.checked_pow(count))
        .filter(|&count| count <= MOST_RESIDUES);
    let tuples = tuples.ok_or_else(|| Refusal("its conditions have too many residues".to_string()))?;
    let mut allowed = Vec::new();
    for number in 0..tuples {
        let tuple: Vec<i64> = (0..=free as u32).rev().map(|place| number / modulus.pow(place) % modulus).collect();
        // Numbers with these residues: all parts are large, so that nothing is negative.
        let far = modulus * (1 + (1 << 20) / modulus);
        let parts: Vec<i64> = tuple[1..].iter().map(|residue| far + residue).collect();
        let n = (free as i64 + 2) * far + tuple[0];
        let value = |variable: usize| match case.free.iter().position(|&free| free == variable) {
            // The first coordinate of a swapped cut is what remains of n.
            Some(_) if is_swapped => n - parts[0],
            Some(place) => parts[place],
            None => n,
        };
        let mut is_allowed = true;
        for atom in &case.residues {
            let truth = case.reader.truth_at(&atom.truth, &value).ok_or_else(|| case.reader.no_value(atom.place))?;
            is_allowed &= truth != atom.is_negated;
        }
        if is_allowed {
            allowed.push(tuple);
        }
    }
    Ok((modulus, allowed))
}

/// Every part must be a position.
fn exist(rule: &KindRule, when: &When, game: &GameKinds) -> Result<(), Refusal> {
    let wrong = |part: &Part, size: i64| game.of(part.kind).least.map_or(size != 0, |least| size < least);
    let missing =
        |part: &Part, size: i64| Refusal(format!("it leads to the size {size} of {}", game.of(part.kind).label));
    if let Some(part) = rule.fixed.iter().find(|part| wrong(part, part.offset)) {
        return Err(missing(part, part.offset));
    }
    let least = rule.cut.as_ref().map_or(when.least, Cut::least);
    for part in &rule.joint {
        let to = game.of(part.kind).first().saturating_add(part.offset).max(when.from) + when.modulus;
        let bad = (least.max(when.least)..to).find(|&n| when.at(n) && wrong(part, n - part.offset));
        if let Some(n) = bad {
            return Err(missing(part, n - part.offset));
        }
    }
    for coordinate in rule.cut.iter().flat_map(|cut| &cut.coordinates) {
        if let Some(part) = coordinate.parts.iter().find(|part| wrong(part, coordinate.least + part.offset)) {
            return Err(missing(part, coordinate.least + part.offset));
        }
    }
    Ok(())
}
