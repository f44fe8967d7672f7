//! Boards as text: a word for positions and records, and a file for boards of one's own.
//!
//! ```text
//! board   = row *( "/" row ) [ "~" harbor *( "," harbor ) ]
//! row     = 1*hex
//! hex     = land [ number ] [ "*" ]            ; the robber begins at the star
//! land    = "B" / "L" / "W" / "G" / "O" / "D"  ; by what it gives; desert
//! harbor  = side ":" ( "3" / letter )
//! ```
//!
//! In a file each row is a line of its own, blanks are free, `harbors:` and `robber:` begin lines,
//! and `#` begins a comment. In a draft the land may also be `?`, any number may be missing, and so may the robber.

use std::fmt::{self, Write};

use brickwood_rules::{
    Board, BoardDraft, BoardError, BoardErrors, BoardPlan, DraftHex, Harbor, HarborKind, Hex,
    HexId, Layout, Side, Terrain, Topology,
};
use brickwood_wire::wire;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::cards::{parse_resource, resource_letter};
use crate::joined;
use crate::place::{hex_name, parse_hex, parse_hex_side, side_name};

/// Everything that keeps a text from being a board. Never empty.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", joined(.0, "\n"))]
pub struct BoardTextErrors(pub Vec<BoardFault>);

/// Something that keeps a text from being a board, at its place.
#[wire(problem)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
pub struct BoardFault {
    /// The line of the text, from 1; none where no line alone is to blame.
    pub line: Option<u32>,
    /// The column of the word, from 1, in characters.
    pub column: Option<u32>,
    /// What is wrong.
    pub fault: BoardFaultKind,
}

/// What keeps a text from being a board.
#[wire(problem)]
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(missing_docs)]
pub enum BoardFaultKind {
    /// A word is no hex.
    #[error("`{word}` is not a hex: write a letter of B, L, W, G, O, D and a number token")]
    Hex { word: String },
    /// A word is no harbor.
    #[error(
        "`{word}` is not a harbor: write a hex and its side, a colon, and 3 or a letter of B, L, W, G, O"
    )]
    Harbor { word: String },
    /// A word is no place on this board.
    #[error("`{word}` is the name of no hex of this board")]
    Place { word: String },
    /// The rows are those of no land.
    #[error(
        "rows of {rows} are no land: there are 3, 4, 5, 4, 3 hexes, and with five and six players \
         3, 4, 5, 6, 5, 4, 3"
    )]
    Rows {
        /// How many hexes each row has.
        rows: String,
    },
    /// Rows come after the harbors or the robber.
    #[error("rows of hexes come before the harbors and the robber")]
    LateRow,
    /// The robber stands on two hexes.
    #[error("the robber is placed twice")]
    SecondRobber,
    /// Nobody can tell where the robber begins.
    #[error("the robber has no place: there is not exactly one desert, and no hex is marked")]
    NoRobber,
    /// The text is longer than that of any board.
    #[error("the text is longer than that of any board")]
    TooLong,
    /// A hex that produces has no number.
    #[error("{hex}: this hex produces and has no number token")]
    MissingNumber { hex: String },
    /// A hex has a number that it cannot have (BRD-08).
    #[error("{hex}: this hex cannot have this number token")]
    WrongNumber { hex: String },
    /// A harbor is not on the coast (BRD-04).
    #[error("{harbor}: this harbor is not on the coast")]
    InlandHarbor {
        /// The harbor, as it is written.
        harbor: String,
    },
    /// A harbor shares an intersection with another (BRD-05).
    #[error("{harbor}: this harbor shares an intersection with another")]
    CrowdedHarbor {
        /// The harbor, as it is written.
        harbor: String,
    },
}

impl BoardFault {
    /// A fault of the word at this line and column.
    fn at((line, column): (usize, usize), fault: BoardFaultKind) -> Self {
        Self {
            line: u32::try_from(line).ok(),
            column: u32::try_from(column).ok(),
            fault,
        }
    }

    /// A fault for which no line alone is to blame.
    const fn anywhere(fault: BoardFaultKind) -> Self {
        Self {
            line: None,
            column: None,
            fault,
        }
    }
}

impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}")?;
            if let Some(column) = self.column {
                write!(f, ", column {column}")?;
            }
            f.write_str(": ")?;
        }
        self.fault.fmt(f)
    }
}

const LAND: [(char, Terrain); 6] = [
    ('B', Terrain::Hills),
    ('L', Terrain::Forest),
    ('W', Terrain::Pasture),
    ('G', Terrain::Fields),
    ('O', Terrain::Mountains),
    ('D', Terrain::Desert),
];

/// The land of a hex whose terrain is not drawn.
const OPEN: char = '?';

/// No board has so long a text, in bytes, comments included.
const LONGEST: usize = 16 * 1024;

/// No coast has so many sides.
const MOST_HARBORS: usize = 64;

const LAYOUTS: [Layout; 2] = [Layout::Standard, Layout::Large];

/// A board as one word.
pub fn board_text(board: &Board) -> String {
    board_draft_text(&BoardDraft::from(board.plan()))
}

/// A board that is being drawn as one word, with `?` for each terrain that is not drawn.
pub fn board_draft_text(draft: &BoardDraft) -> String {
    let mut text = rows(draft, "/", "", true);
    for (number, harbor) in draft.harbors.iter().enumerate() {
        text.push(if number == 0 { '~' } else { ',' });
        text.push_str(&harbor_text(draft.layout.topology(), *harbor));
    }
    text
}

/// A board as a file: the rows as one sees them, the harbors, the robber.
pub fn board_file(board: &Board) -> String {
    let plan = board.plan();
    let topology = board.topology();
    let widest = topology.rows().iter().copied().max().unwrap_or(0);
    let mut text = String::new();
    let draft = BoardDraft::from(plan);
    for (row, length) in rows(&draft, "\n", " ", false).lines().zip(topology.rows()) {
        let indent = 2 * usize::from(widest - length);
        let _ = writeln!(text, "{:indent$}{}", "", row.trim_end());
    }
    if !plan.harbors.is_empty() {
        text.push_str("harbors:");
        for harbor in &plan.harbors {
            text.push(' ');
            text.push_str(&harbor_text(topology, *harbor));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "robber: {}", hex_name(topology, plan.robber));
    text
}

fn rows(draft: &BoardDraft, row_end: &str, hex_end: &str, star: bool) -> String {
    let mut text = String::new();
    let mut hexes = (0..).map(HexId).zip(&draft.hexes);
    for (number, length) in draft.layout.topology().rows().iter().enumerate() {
        if number > 0 {
            text.push_str(row_end);
        }
        for (id, hex) in hexes.by_ref().take(usize::from(*length)) {
            let of_terrain = LAND
                .into_iter()
                .find(|(_, terrain)| Some(*terrain) == hex.terrain);
            let mut word = String::from(of_terrain.map_or(OPEN, |(letter, _)| letter));
            if let Some(token) = hex.token {
                word += &token.to_string();
            }
            if star && Some(id) == draft.robber {
                word.push('*');
            }
            // In a file the columns stand below each other.
            let width = 3 * hex_end.len();
            let _ = write!(text, "{word:width$}{hex_end}");
        }
    }
    text
}

fn harbor_text(topology: &Topology, harbor: Harbor) -> String {
    let kind = match harbor.kind {
        HarborKind::Generic => '3',
        HarborKind::Special { resource } => resource_letter(resource),
    };
    format!(
        "{}{}:{kind}",
        hex_name(topology, harbor.hex),
        side_name(harbor.side)
    )
}

/// The board of such a word or file.
///
/// # Errors
///
/// All that is wrong: words that cannot be read, or else every law of boards that is broken.
pub fn parse_board(text: &str) -> Result<Board, BoardTextErrors> {
    let (plan, lines) = read_plan(text)?;
    let draft = BoardDraft::from(&plan);
    Board::try_from(plan).map_err(|BoardErrors(errors)| located(&draft, &lines, errors))
}

/// The plan of such a word or file, which may break the laws of boards.
///
/// # Errors
///
/// Every word that cannot be read.
pub fn parse_board_plan(text: &str) -> Result<BoardPlan, BoardTextErrors> {
    read_plan(text).map(|(plan, _)| plan)
}

/// The draft of such a word or file: `?` stands for terrain that is not drawn. What is drawn may break the laws of
/// boards.
///
/// # Errors
///
/// Every word that cannot be read.
pub fn parse_board_draft(text: &str) -> Result<BoardDraft, BoardTextErrors> {
    read(text, true).map(|(draft, _)| draft)
}

/// The same errors of a draft as those of its text, each with the hex or the harbor, and without lines.
pub fn board_draft_errors(draft: &BoardDraft, errors: Vec<BoardError>) -> BoardTextErrors {
    located(draft, &Lines::default(), errors)
}

/// What is wrong with a board, each at its place in the text.
fn located(draft: &BoardDraft, lines: &Lines, errors: Vec<BoardError>) -> BoardTextErrors {
    let topology = draft.layout.topology();
    let hex = |hex| hex_name(topology, hex).to_uppercase();
    let harbor = |number: usize| harbor_text(topology, draft.harbors[number]);
    let located = errors.into_iter().map(|error| {
        let at = match error {
            BoardError::MissingToken(hex) | BoardError::BadToken(hex) => {
                lines.hexes.get(hex.index())
            }
            BoardError::InlandHarbor(number) | BoardError::CrowdedHarbor(number) => {
                lines.harbors.get(number)
            }
            BoardError::HexCount { .. } | BoardError::RobberOffBoard => None,
        };
        let fault = match error {
            BoardError::MissingToken(at) => BoardFaultKind::MissingNumber { hex: hex(at) },
            BoardError::BadToken(at) => BoardFaultKind::WrongNumber { hex: hex(at) },
            BoardError::InlandHarbor(number) => BoardFaultKind::InlandHarbor {
                harbor: harbor(number),
            },
            BoardError::CrowdedHarbor(number) => BoardFaultKind::CrowdedHarbor {
                harbor: harbor(number),
            },
            // A text that was read has as many hexes as its rows, and a robber on one of them.
            BoardError::HexCount { found, .. } => BoardFaultKind::Rows {
                rows: found.to_string(),
            },
            BoardError::RobberOffBoard => BoardFaultKind::NoRobber,
        };
        match at {
            Some(at) => BoardFault::at(*at, fault),
            None => BoardFault::anywhere(fault),
        }
    });
    BoardTextErrors(located.collect())
}

/// A word with its line and column, from 1.
type At<T> = (usize, usize, T);

/// Where in the text the hexes and the harbors stand: line and column.
#[derive(Default)]
struct Lines {
    hexes: Vec<(usize, usize)>,
    harbors: Vec<(usize, usize)>,
}

/// The words of a text, and what is wrong with them.
#[derive(Default)]
struct Words<'a> {
    may_be_open: bool,
    rows: Vec<Vec<At<&'a str>>>,
    harbors: Vec<At<&'a str>>,
    robbers: Vec<At<&'a str>>,
    errors: Vec<BoardFault>,
}

impl Words<'_> {
    fn blame<T>(&mut self, (line, column, _): At<T>, fault: BoardFaultKind) {
        self.errors.push(BoardFault::at((line, column), fault));
    }
}

/// A plan, and where in the text its parts stand. Without a mark the robber begins on the only desert.
fn read_plan(text: &str) -> Result<(BoardPlan, Lines), BoardTextErrors> {
    let (draft, lines) = read(text, false)?;
    let drawn = draft.hexes.iter().filter_map(|hex| {
        let terrain = hex.terrain?;
        Some(Hex {
            terrain,
            token: hex.token,
        })
    });
    let hexes: Vec<Hex> = drawn.collect();
    let Some(robber) = draft.robber.or_else(|| only_desert(&hexes)) else {
        return Err(BoardTextErrors(vec![BoardFault::anywhere(
            BoardFaultKind::NoRobber,
        )]));
    };
    let plan = BoardPlan {
        layout: draft.layout,
        hexes,
        harbors: draft.harbors,
        robber,
    };
    Ok((plan, lines))
}

/// What a text says, and where its parts stand. Terrain is open only where that is allowed.
fn read(text: &str, may_be_open: bool) -> Result<(BoardDraft, Lines), BoardTextErrors> {
    let mut words = Words {
        may_be_open,
        ..Words::default()
    };
    if text.len() > LONGEST {
        return Err(BoardTextErrors(vec![BoardFault::anywhere(
            BoardFaultKind::TooLong,
        )]));
    }
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        read_line(&mut words, number + 1, line);
    }
    let lengths: Vec<usize> = words.rows.iter().map(Vec::len).collect();
    let layout = LAYOUTS.into_iter().find(|layout| {
        let rows = layout.topology().rows();
        rows.iter()
            .map(|row| usize::from(*row))
            .eq(lengths.iter().copied())
    });
    let mut lines = Lines::default();
    let mut hexes = Vec::new();
    let mut stars = Vec::new();
    for at in std::mem::take(&mut words.rows).into_iter().flatten() {
        let (line, column, word) = at;
        let (word, star) = word
            .strip_suffix('*')
            .map_or((word, false), |word| (word, true));
        match parse_land(word, may_be_open) {
            Some(hex) => {
                if star {
                    stars.push((HexId(hexes.len() as u8), at));
                }
                hexes.push(hex);
                lines.hexes.push((line, column));
            }
            None => words.blame(at, BoardFaultKind::Hex { word: word.into() }),
        }
    }
    let Some(layout) = layout else {
        words
            .errors
            .push(BoardFault::anywhere(BoardFaultKind::Rows {
                rows: joined(lengths, ", "),
            }));
        return Err(BoardTextErrors(words.errors));
    };
    let topology = layout.topology();
    if words.harbors.len() > MOST_HARBORS {
        return Err(BoardTextErrors(vec![BoardFault::anywhere(
            BoardFaultKind::TooLong,
        )]));
    }
    let mut harbors = Vec::new();
    for at in std::mem::take(&mut words.harbors) {
        match parse_harbor(topology, at.2) {
            Some(harbor) => {
                harbors.push(harbor);
                lines.harbors.push((at.0, at.1));
            }
            None => words.blame(at, BoardFaultKind::Harbor { word: at.2.into() }),
        }
    }
    for at in std::mem::take(&mut words.robbers) {
        match parse_hex(topology, at.2) {
            Some(hex) => stars.push((hex, at)),
            None => words.blame(at, BoardFaultKind::Place { word: at.2.into() }),
        }
    }
    for (_, at) in stars.iter().skip(1) {
        words.blame(*at, BoardFaultKind::SecondRobber);
    }
    if !words.errors.is_empty() {
        return Err(BoardTextErrors(words.errors));
    }
    let draft = BoardDraft {
        layout,
        hexes,
        harbors,
        robber: stars.first().map(|(hex, _)| *hex),
    };
    Ok((draft, lines))
}

fn read_line<'a>(found: &mut Words<'a>, number: usize, line: &'a str) {
    if let Some(harbors) = line.trim_start().strip_prefix("harbors:") {
        found.harbors.extend(words(number, line, harbors, is_blank));
    } else if let Some(robber) = line.trim_start().strip_prefix("robber:") {
        found.robbers.extend(words(number, line, robber, is_blank));
    } else {
        let (land, sea) = line.split_once('~').unwrap_or((line, ""));
        for row in land.split('/') {
            let row = hexes(number, line, row, found.may_be_open);
            let Some(first) = row.first() else { continue };
            if found.harbors.is_empty() && found.robbers.is_empty() {
                found.rows.push(row);
            } else {
                found.blame(*first, BoardFaultKind::LateRow);
            }
        }
        found.harbors.extend(words(number, line, sea, is_blank));
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// The words of a part of a line, with their columns in it.
fn words<'a>(
    number: usize,
    line: &'a str,
    part: &'a str,
    between: fn(char) -> bool,
) -> impl Iterator<Item = At<&'a str>> {
    part.split(between)
        .filter(|word| !word.is_empty())
        .map(move |word| (number, column(line, word), word))
}

/// The column, from 1, of a word that is a slice of the line.
fn column(line: &str, word: &str) -> usize {
    let start = word.as_ptr() as usize - line.as_ptr() as usize;
    line[..start].chars().count() + 1
}

/// The hexes of a row: each begins with a letter, or is open; blanks between them are free.
fn hexes<'a>(number: usize, line: &'a str, row: &'a str, may_be_open: bool) -> Vec<At<&'a str>> {
    let mut found = Vec::new();
    for (_, _, word) in words(number, line, row, char::is_whitespace) {
        let mut starts: Vec<usize> = word
            .char_indices()
            .filter(|(at, c)| *at == 0 || c.is_alphabetic() || may_be_open && *c == OPEN)
            .map(|(at, _)| at)
            .collect();
        starts.push(word.len());
        for pair in starts.windows(2) {
            let hex = &word[pair[0]..pair[1]];
            found.push((number, column(line, hex), hex));
        }
    }
    found
}

/// A hex such as `O10`, `D` or, in a draft, `?6`; whether it may bear that token is not asked.
fn parse_land(text: &str, may_be_open: bool) -> Option<DraftHex> {
    let letter = text.chars().next()?.to_ascii_uppercase();
    let terrain = if may_be_open && letter == OPEN {
        None
    } else {
        let (_, terrain) = LAND.into_iter().find(|(known, _)| *known == letter)?;
        Some(terrain)
    };
    let token = &text[1..];
    if token.starts_with(['+', '0']) {
        return None;
    }
    Some(DraftHex {
        terrain,
        token: match token {
            "" => None,
            token => Some(token.parse().ok()?),
        },
    })
}

fn parse_harbor(topology: &Topology, text: &str) -> Option<Harbor> {
    let (place, kind) = text.split_once(':')?;
    let (hex, side): (HexId, Side) = parse_hex_side(topology, place)?;
    let kind = match kind {
        "3" => HarborKind::Generic,
        letter => HarborKind::Special {
            resource: parse_resource(letter)?,
        },
    };
    Some(Harbor { hex, side, kind })
}

fn only_desert(hexes: &[Hex]) -> Option<HexId> {
    let mut deserts = (0..)
        .map(HexId)
        .zip(hexes)
        .filter(|(_, hex)| hex.terrain == Terrain::Desert);
    let (desert, _) = deserts.next()?;
    deserts.next().is_none().then_some(desert)
}
