//! Characters as a reader sees them: an emoji of several code points counts as one, and invisible code
//! points do not count.

use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

/// The most marks on one letter: some scripts need three or four, and a letter with more covers the lines
/// around it.
const MOST_MARKS: usize = 4;

/// The kinds of characters in a text.
pub(crate) enum Character<'a> {
    /// It can be shown as it is.
    Shown(&'a str),
    /// Something in it is invisible, or covers the text around it.
    Marred(&'a str),
}

/// The characters of a text.
pub(crate) fn characters(text: &str) -> impl Iterator<Item = Character<'_>> {
    text.graphemes(true).map(|one| {
        // Joiners, tags and the like are allowed only where they combine several pictures into one.
        let is_fine = emojis::get(one).is_some() || is_plain(one);
        if is_fine {
            Character::Shown(one)
        } else {
            Character::Marred(one)
        }
    })
}

/// The number of characters that a reader sees.
pub(crate) fn length(text: &str) -> usize {
    text.graphemes(true).count()
}

/// A character without its invisible parts, and with few marks.
pub(crate) fn mended(character: &str) -> String {
    let mut marks = 0;
    let keeps = |c: &char| {
        marks += usize::from(is_combining_mark(*c));
        !is_invisible(*c) && marks <= MOST_MARKS
    };
    character.chars().filter(keeps).collect()
}

fn is_plain(character: &str) -> bool {
    let marks = character.chars().filter(|c| is_combining_mark(*c)).count();
    marks <= MOST_MARKS && !character.chars().any(is_invisible)
}

/// Control characters, spaces other than the plain one, and characters without width: marks of direction,
/// joiners, fillers, tags.
fn is_invisible(c: char) -> bool {
    let takes_no_room = matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    );
    takes_no_room || c.is_control() || (c.is_whitespace() && c != ' ')
}

/// Emoji that are made of several code points.
#[cfg(test)]
pub(crate) const EMOJI: [&str; 8] = [
    "\u{2764}\u{fe0f}",
    "\u{1f469}\u{200d}\u{1f33e}",
    "\u{1f3f3}\u{fe0f}\u{200d}\u{1f308}",
    "\u{1f44d}\u{1f3fd}",
    "\u{1f469}\u{1f3fd}\u{200d}\u{1f33e}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{200d}\u{1f466}",
    "1\u{fe0f}\u{20e3}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
];
