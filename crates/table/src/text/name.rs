//! The names of people.

use brickwood_protocol::{LONGEST_NAME, Problem, ProblemKind};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use crate::text::{Character, characters, length};

/// The name as it is stored and shown: trimmed and composed (NFC).
///
/// # Errors
///
/// If a name is empty or too long, or contains characters that are invisible, or that change how the text
/// around them is shown.
pub fn clean_name(name: &str) -> Result<String, Problem> {
    // Composing makes a text longer by at most a small factor, so a much longer one is refused early.
    if name.len() > LONGEST_NAME * 16 {
        return Err(wrong_length());
    }
    let name: String = name.trim().nfc().collect();
    if !(1..=LONGEST_NAME).contains(&length(&name)) {
        return Err(wrong_length());
    }
    if characters(&name).any(|one| matches!(one, Character::Marred(_))) {
        return Err(ProblemKind::BadName {
            most: LONGEST_NAME as u32,
        }
        .into());
    }
    Ok(name)
}

/// What the page calls hosts and itself, in its languages.
const ROLES: [&str; 18] = [
    "host",
    "thehost",
    "system",
    "server",
    "brickwood",
    "leitung",
    "gastgeber",
    "gastgeberin",
    "organiza",
    "organizador",
    "organizadora",
    "anfitrión",
    "anfitriona",
    "sistema",
    "hôte",
    "système",
    "gospodarz",
    "gospodyni",
];

/// The name of a person: one that nobody takes for that of a bot, or for what the page calls hosts and itself.
///
/// # Errors
///
/// Those of [`clean_name`], and `reserved_name`.
pub fn person_name(name: &str) -> Result<String, Problem> {
    let name = clean_name(name)?;
    let words = name.split(|c: char| !c.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let last = words.next_back().unwrap_or(first);
    let all: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    let is_bot = [first, last]
        .iter()
        .any(|word| same_to_the_eye(word, "bot"));
    if is_bot || ROLES.iter().any(|role| same_to_the_eye(&all, role)) {
        return Err(ProblemKind::ReservedName.into());
    }
    Ok(name)
}

/// Whether two names can be confused: they differ only in case and spaces, or in letters that look alike,
/// such as the Latin and the Cyrillic `a` (UTS #39).
pub fn same_to_the_eye(a: &str, b: &str) -> bool {
    let (a, b) = (looks(a), looks(b));
    a.iter().any(|look| b.contains(look))
}

/// What a name looks like, to find it among many: two names can be confused if they have a look in common.
pub fn looks(name: &str) -> [NameLook; 2] {
    // Letters may look alike in upper or in lower case.
    [
        NameLook::AsWritten(bare(skeleton(&name.nfkc().collect::<String>()))),
        NameLook::InLowerCase(bare(skeleton(&bare(name.nfkc())))),
    ]
}

/// One way to look at a name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs)]
pub enum NameLook {
    AsWritten(String),
    InLowerCase(String),
}

/// A text in lower case and without spaces.
fn bare(text: impl Iterator<Item = char>) -> String {
    text.filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}

fn wrong_length() -> Problem {
    ProblemKind::BadName {
        most: LONGEST_NAME as u32,
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::characters::EMOJI;

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
    fn an_invisible_text_is_not_a_name() {
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

    #[test]
    fn nobody_has_a_name_like_a_bot_or_the_host_or_the_program() {
        for name in [
            "Anna (bot)",
            "Anna (Bot)",
            "Anna [b0t]",
            "Bruno-bot",
            "Bot: easy",
            "Bot",
            "Host",
            "HOST!",
            "H o s t",
            "H\u{43e}st",
            "System",
            "Système",
            "Leitung",
            "Gospodarz",
        ] {
            assert_eq!(
                person_name(name).unwrap_err().code(),
                "reserved_name",
                "{name}"
            );
        }
        for name in [
            "Abbott", "Talbot", "Robot 7", "Ghost", "Botond", "Ida", "🎲",
        ] {
            assert_eq!(person_name(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn nobody_has_the_name_that_the_page_gives_to_hosts() {
        for language in ["en", "de", "es", "fr", "pl"] {
            let file = format!(
                "{}/../../web/src/messages/{language}/lobby/seats.json",
                env!("CARGO_MANIFEST_DIR")
            );
            let catalog = std::fs::read_to_string(file).unwrap();
            let catalog: serde_json::Value = serde_json::from_str(&catalog).unwrap();
            let host = catalog["host"].as_str().unwrap();
            assert!(person_name(host).is_err(), "{language}: {host}");
        }
    }

    #[test]
    fn an_emoji_is_one_character_of_a_name() {
        for emoji in EMOJI {
            assert_eq!(clean_name(emoji).unwrap(), emoji, "{emoji:?}");
        }
        let (hand, skin) = ('\u{1f44d}', '\u{1f3fd}');
        let name = format!("{hand}{skin}").repeat(24);
        assert_eq!(clean_name(&name).unwrap(), name);
        assert!(clean_name(&format!("{name}!")).is_err());
    }

    #[test]
    fn a_letter_has_few_marks() {
        assert!(clean_name("ש\u{5b8}\u{5c1}לום").is_ok());
        assert!(clean_name(&format!("I{}da", "\u{336}".repeat(5))).is_err());
    }

    #[test]
    fn names_that_look_alike_are_known() {
        for (a, b) in [
            ("Ida", "Ida"),
            ("Ida", "IDA"),
            ("Ida", "ida"),
            ("Ida", "lda"),
            ("Ida", "Id\u{430}"),
            ("Bo", "B0"),
            ("Ann Lee", "AnnLee"),
            ("modern", "rnodern"),
            ("Ida", "\u{ff29}\u{ff44}\u{ff41}"),
            ("paypal", "\u{440}\u{430}\u{443}\u{440}\u{430}l"),
        ] {
            assert!(same_to_the_eye(a, b), "{a} {b}");
            assert!(same_to_the_eye(b, a), "{b} {a}");
        }
    }

    #[test]
    fn names_that_differ_are_told_apart() {
        for (a, b) in [
            ("Ida", "Ada"),
            ("Rene", "Ren\u{e9}"),
            ("Person 1", "Person 2"),
            ("李小龍", "李小凤"),
            ("Bo", "Bob"),
        ] {
            assert!(!same_to_the_eye(a, b), "{a} {b}");
        }
    }
}
