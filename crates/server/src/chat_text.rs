//! What people say in a chat.

use brickwood_table::protocol::Problem;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::name::{MOST_MARKS, is_invisible};

/// The most characters of a line.
const LONGEST: usize = 200;

/// The line as it is stored and shown: composed (NFC), with single spaces, and without what does not
/// show. It is text and never markup.
///
/// # Errors
///
/// A line of which nothing is left, or too much.
pub(crate) fn clean_chat(text: &str) -> Result<String, Problem> {
    // Composing never makes a text longer by more than a small factor; cut the work short.
    if text.len() > LONGEST * 16 {
        return Err(wrong_length());
    }
    let mut line = String::with_capacity(text.len());
    let (mut last, mut marks) = (' ', 0);
    for c in text.nfc() {
        let c = if c.is_whitespace() { ' ' } else { c };
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        let doubles_space = c == ' ' && last == ' ';
        let is_hidden = is_invisible(c) && !joins_symbols(last, c);
        if doubles_space || is_hidden || marks > MOST_MARKS {
            continue;
        }
        line.push(c);
        last = c;
    }
    let line = line.trim_end();
    if (1..=LONGEST).contains(&line.chars().count()) {
        Ok(line.to_owned())
    } else {
        Err(wrong_length())
    }
}

/// Whether a character that does not show itself says how the symbol before it looks, as in many
/// emoji.
fn joins_symbols(before: char, c: char) -> bool {
    let after_symbol = before >= '\u{203c}' && !before.is_alphanumeric();
    matches!(c, '\u{200d}' | '\u{fe0f}') && after_symbol && !is_invisible(before)
        || c == '\u{200d}' && before == '\u{fe0f}'
}

fn wrong_length() -> Problem {
    Problem::new(
        "bad_chat",
        format!("A line has 1 to {LONGEST} characters that can be seen."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, shown: &str) {
        assert_eq!(clean_chat(said).unwrap(), shown, "{said:?}");
    }

    #[test]
    fn a_line_is_composed_and_has_single_spaces() {
        check("  wool for\n\tbrick ?  ", "wool for brick ?");
        check("cafe\u{301}\u{a0}au lait", "caf\u{e9} au lait");
        check("<b>no</b> & \"markup\"", "<b>no</b> & \"markup\"");
    }

    #[test]
    fn what_does_not_show_is_left_out() {
        check("a\u{202e}b\u{200b}c\u{0}d\u{7}\u{e0041}", "abcd");
        check("\u{200d}joined\u{200d}letters", "joinedletters");
        check(
            &format!("Z{}", "\u{336}".repeat(50)),
            &format!("Z{}", "\u{336}".repeat(4)),
        );
    }

    #[test]
    fn emoji_stay_whole() {
        for emoji in ["❤\u{fe0f}", "👩\u{200d}🌾", "🏳\u{fe0f}\u{200d}🌈", "👍🏽"] {
            check(emoji, emoji);
        }
        check("❤\u{fe0f}\u{fe0f}\u{fe0f}", "❤\u{fe0f}");
    }

    #[test]
    fn a_line_has_1_to_200_characters() {
        for nothing in ["", "   ", "\u{200b}\u{202e}"] {
            assert!(clean_chat(nothing).is_err(), "{nothing:?}");
        }
        check(&"é".repeat(200), &"é".repeat(200));
        assert_eq!(clean_chat(&"e".repeat(201)).unwrap_err().code, "bad_chat");
        assert!(clean_chat(&"e".repeat(1_000_000)).is_err());
    }
}
