//! The names that people sit down with.

use brickwood_table::protocol::Problem;
use unicode_normalization::UnicodeNormalization;

/// The most characters of a name.
const LONGEST: usize = 24;

/// The name as it is stored and shown: trimmed and composed (NFC).
///
/// # Errors
///
/// A name that is empty or too long, or that holds characters which do not show, or which change
/// how the text around them shows.
pub(crate) fn clean_name(name: &str) -> Result<String, Problem> {
    // Composing never makes a text longer by more than a small factor; cut the work short.
    if name.len() > LONGEST * 16 {
        return Err(wrong_length());
    }
    let name: String = name.trim().nfc().collect();
    if !(1..=LONGEST).contains(&name.chars().count()) {
        return Err(wrong_length());
    }
    if name.chars().any(is_invisible) {
        return Err(Problem::new(
            "bad_name",
            "A name is made of characters that can be seen.",
        ));
    }
    Ok(name)
}

fn wrong_length() -> Problem {
    Problem::new("bad_name", format!("A name has 1 to {LONGEST} characters."))
}

/// Control characters, spaces other than the plain one, and what is there but takes no room: marks
/// of direction, joiners, fillers, tags.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_composed() {
        assert_eq!(clean_name("  Rene\u{301}e \t").unwrap(), "Ren\u{e9}e");
        assert_eq!(clean_name("Ida the 2nd").unwrap(), "Ida the 2nd");
        assert_eq!(clean_name("李小龍").unwrap(), "李小龍");
    }

    #[test]
    fn a_name_has_1_to_24_characters() {
        assert!(clean_name("").is_err());
        assert!(clean_name(" \u{3000} ").is_err());
        assert!(clean_name(&"é".repeat(24)).is_ok());
        assert!(clean_name(&"e".repeat(25)).is_err());
        assert!(clean_name(&"e".repeat(100_000)).is_err());
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for name in [
            "a\u{0}b",
            "a\nb",
            "\u{202e}adI",
            "I\u{200b}da",
            "I\u{200d}da",
            "I\u{ad}da",
            "I\u{2028}da",
            "I\u{a0}da",
            "\u{3164}",
            "\u{e0041}",
        ] {
            assert!(clean_name(name).is_err(), "{name:?}");
        }
    }
}
