//! The text of chat lines.

use brickwood_protocol::{LONGEST_WORDS, Problem, ProblemKind};
use unicode_normalization::UnicodeNormalization;

use crate::text::{Character, characters, length, mended};

/// The line as it is stored and shown: see [`clean_words`].
///
/// # Errors
///
/// If nothing is left of the line, or too much.
pub(crate) fn clean_chat(text: &str) -> Result<String, Problem> {
    let most = LONGEST_WORDS;
    clean_words(text, most).ok_or_else(|| ProblemKind::BadChat { most: most as u32 }.into())
}

/// What somebody has written, as it is stored and shown: composed (NFC), with single spaces, and without invisible
/// characters. It is text and never markup. None if nothing is left of it, or more than `most` characters.
pub fn clean_words(text: &str, most: usize) -> Option<String> {
    // Composing makes a text longer by at most a small factor, so a much longer one is refused early.
    if text.len() > most * 16 {
        return None;
    }
    let mut line = String::with_capacity(text.len());
    for character in characters(&text.nfc().collect::<String>()) {
        match character {
            Character::Shown(" ") => push_space(&mut line),
            Character::Shown(one) => line.push_str(one),
            Character::Marred(one) if one.chars().all(char::is_whitespace) => push_space(&mut line),
            Character::Marred(one) => line.push_str(&mended(one)),
        }
    }
    let line = line.trim_end();
    (1..=most).contains(&length(line)).then(|| line.to_owned())
}

/// Adds a space, unless there is one or nothing before it.
fn push_space(line: &mut String) {
    if !line.is_empty() && !line.ends_with(' ') {
        line.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::characters::EMOJI;

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
    fn invisible_characters_are_removed() {
        check("a\u{202e}b\u{200b}c\u{0}d\u{7}\u{e0041}", "abcd");
        check("\u{200d}joined\u{200d}letters", "joinedletters");
        check(
            &format!("Z{}", "\u{336}".repeat(50)),
            &format!("Z{}", "\u{336}".repeat(4)),
        );
    }

    #[test]
    fn emoji_stay_whole() {
        for emoji in EMOJI {
            check(emoji, emoji);
            check(
                &format!("hello{emoji}{emoji}!"),
                &format!("hello{emoji}{emoji}!"),
            );
        }
        check(&EMOJI[5].repeat(100), &EMOJI[5].repeat(100));
        check("\u{2764}\u{fe0f}\u{fe0f}\u{fe0f}", "\u{2764}");
        check("\u{1f469}\u{200d}a\u{200d}\u{1f33e}", "\u{1f469}a\u{1f33e}");
    }

    #[test]
    fn a_line_has_1_to_200_characters() {
        for nothing in ["", "   ", "\u{200b}\u{202e}"] {
            assert!(clean_chat(nothing).is_err(), "{nothing:?}");
        }
        check(&"é".repeat(200), &"é".repeat(200));
        assert_eq!(clean_chat(&"e".repeat(201)).unwrap_err().code(), "bad_chat");
        assert!(clean_chat(&"e".repeat(1_000_000)).is_err());
    }
}
