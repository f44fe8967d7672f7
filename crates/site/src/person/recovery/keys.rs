//! The secrets with which a device becomes a person's: those of links, and recovery words.

use bip39::{Language, Mnemonic};
use brickwood_protocol::{DeviceKey, DeviceLink, ProblemKind, RecoveryWords};
use sha2::{Digest, Sha256};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::person::recovery::KeyHash;

/// How long a link is valid, in milliseconds.
pub(crate) const LINK_MS: u64 = 5 * 60_000;

/// How many words bring a person back.
const WORDS: usize = 12;

/// The languages of the page for which BIP 39 has a list of words, by their codes. Who speaks another one gets the
/// first.
const LISTS: [(&str, Language); 3] = [
    ("en", Language::English),
    ("es", Language::Spanish),
    ("fr", Language::French),
];

/// A link that is valid until then, and the hash of its secret.
///
/// # Errors
///
/// If the operating system has no randomness to give.
pub(crate) fn new_link(until_ms: u64) -> Result<(DeviceLink, [u8; 32]), getrandom::Error> {
    let secret = random()?;
    let link = DeviceLink {
        secret: base16ct::lower::encode_string(&secret),
        until_ms,
    };
    Ok((link, link_hash(secret)))
}

/// Recovery words in a language, or in English where it has no list; and the hash of what they stand for.
///
/// # Errors
///
/// If the operating system has no randomness to give.
pub(crate) fn new_words(language: &str) -> Result<(RecoveryWords, [u8; 32]), getrandom::Error> {
    let secret = random()?;
    let asked = language.split('-').next();
    let list = LISTS.iter().find(|(code, _)| asked == Some(*code));
    let &(code, language) = list.unwrap_or(&LISTS[0]);
    let mnemonic = Mnemonic::from_entropy_in(language, &secret);
    let mnemonic = mnemonic.expect("128 bits are as many as twelve words stand for");
    let words = RecoveryWords {
        words: mnemonic.words().map(|word| word.nfc().collect()).collect(),
        language: code.to_owned(),
    };
    Ok((words, words_hash(&mnemonic)))
}

/// The hash of a key.
///
/// # Errors
///
/// Why a text cannot be one. That is found out without a look at those that are stored.
pub(crate) fn hash_of(key: &DeviceKey) -> Result<KeyHash, ProblemKind> {
    match key {
        DeviceKey::Link { secret } => {
            let mut bytes = [0; 16];
            let read = base16ct::mixed::decode(secret.trim(), &mut bytes).map(<[u8]>::len);
            if read != Ok(bytes.len()) {
                return Err(ProblemKind::NoSuchCode);
            }
            Ok(KeyHash::Link(link_hash(bytes)))
        }
        DeviceKey::Words { words } => {
            read_words(words).map(|words| KeyHash::Words(words_hash(&words)))
        }
    }
}

/// What to say of a key that leads to nobody.
pub(crate) const fn no_such(key: KeyHash) -> ProblemKind {
    match key {
        KeyHash::Link(_) => ProblemKind::NoSuchCode,
        KeyHash::Words(_) => ProblemKind::NoSuchKey,
    }
}

/// Recovery words as somebody has typed them, in whichever language they were made.
fn read_words(typed: &str) -> Result<Mnemonic, ProblemKind> {
    let typed: String = without_accents(&typed.to_lowercase()).collect();
    let words: Vec<&str> = typed
        .split(|letter: char| !letter.is_alphabetic())
        .filter(|word| !word.is_empty())
        .collect();
    if words.len() != WORDS {
        return Err(ProblemKind::NotRecoveryWords);
    }
    // A slip is told in the language of most of the words.
    let mut nearest: Option<(usize, ProblemKind)> = None;
    for (_, language) in LISTS {
        let found: Vec<_> = words.iter().map(|word| find(language, word)).collect();
        let listed: Vec<&str> = found.iter().flatten().copied().collect();
        let problem = match found.iter().position(Option::is_none) {
            Some(place) => ProblemKind::UnknownWord {
                place: place as u32 + 1,
            },
            None => match Mnemonic::parse_in_normalized(language, &listed.join(" ")) {
                Ok(read) => return Ok(read),
                Err(_) => ProblemKind::NotRecoveryWords,
            },
        };
        if nearest
            .as_ref()
            .is_none_or(|(known, _)| listed.len() > *known)
        {
            nearest = Some((listed.len(), problem));
        }
    }
    Err(nearest.map_or(ProblemKind::NotRecoveryWords, |(_, problem)| problem))
}

/// The word of a list that somebody has typed without its accents.
fn find(language: Language, typed: &str) -> Option<&'static str> {
    let mut list = language.word_list().iter().copied();
    list.find(|word| without_accents(word).eq(typed.chars()))
}

/// The letters of a text, without what a foreign keyboard lacks.
fn without_accents(text: &str) -> impl Iterator<Item = char> {
    text.nfd().filter(|letter| !is_combining_mark(*letter))
}

fn random() -> Result<[u8; 16], getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

fn link_hash(secret: [u8; 16]) -> [u8; 32] {
    hash(b"brickwood-link", &secret)
}

fn words_hash(words: &Mnemonic) -> [u8; 32] {
    hash(b"brickwood-words", &words.to_entropy())
}

fn hash(kind: &[u8], secret: &[u8]) -> [u8; 32] {
    let hash = Sha256::new().chain_update(kind).chain_update(secret);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn of_words(words: &str) -> Result<KeyHash, ProblemKind> {
        let words = words.to_owned();
        hash_of(&DeviceKey::Words { words })
    }

    #[test]
    fn recovery_words_are_read_in_every_form_in_which_people_type_them() {
        for (code, _) in LISTS {
            are_read_in_every_form(code);
        }
    }

    fn are_read_in_every_form(code: &str) {
        let (RecoveryWords { words, language }, hash) = new_words(code).unwrap();
        assert_eq!((words.len(), language.as_str()), (12, code));
        let typed = [
            words.join(" "),
            words.join("\n").to_uppercase(),
            format!("  {},", words.join(", ")),
            words.join(" ").nfd().collect(),
            without_accents(&words.join(" ")).collect(),
            words
                .iter()
                .zip(1..)
                .fold(String::new(), |text, (word, number)| {
                    text + &format!("{number}. {word} ")
                }),
        ];
        for typed in typed {
            assert_eq!(of_words(&typed), Ok(KeyHash::Words(hash)), "{typed}");
        }
    }

    #[test]
    fn words_are_of_the_language_that_is_asked_for_or_english() {
        for (asked, given) in [
            ("en-GB", "en"),
            ("es-MX", "es"),
            ("fr", "fr"),
            // BIP 39 has no list for these.
            ("de", "en"),
            ("pl", "en"),
            ("", "en"),
        ] {
            let (words, _) = new_words(asked).unwrap();
            assert_eq!(words.language, given, "{asked}");
        }
    }

    #[test]
    fn the_same_secret_in_another_language_is_the_same_key() {
        let read = |(_, language)| {
            let same = Mnemonic::from_entropy_in(language, &[7; 16]).unwrap();
            of_words(&same.to_string()).unwrap()
        };
        let [first, rest @ ..] = LISTS.map(read);
        assert!(rest.iter().all(|other| *other == first));
    }

    #[test]
    fn no_two_words_of_a_list_differ_by_accents_alone() {
        for (code, language) in LISTS {
            let plain = language.word_list().iter();
            let plain: HashSet<String> =
                plain.map(|word| without_accents(word).collect()).collect();
            assert_eq!(plain.len(), 2048, "{code}");
        }
    }

    #[test]
    fn words_that_cannot_be_right_are_told_apart_without_a_guess() {
        let right = "abandon abandon abandon abandon abandon abandon \
                     abandon abandon abandon abandon abandon about";
        assert!(of_words(right).is_ok());
        let misspelled = right.replace("about", "abuot");
        assert_eq!(
            of_words(&misspelled),
            Err(ProblemKind::UnknownWord { place: 12 })
        );
        let french = Mnemonic::from_entropy_in(Language::French, &[7; 16]).unwrap();
        let mut words: Vec<&str> = french.words().collect();
        words[4] = "zzz";
        assert_eq!(
            of_words(&words.join(" ")),
            Err(ProblemKind::UnknownWord { place: 5 })
        );
        for words in [
            "",
            "abandon",
            &right.replace("about", "zoo"),
            &format!("{right} zoo"),
        ] {
            assert_eq!(
                of_words(words),
                Err(ProblemKind::NotRecoveryWords),
                "{words}"
            );
        }
    }

    #[test]
    fn secrets_differ_and_none_is_of_both_kinds() {
        let (first, first_hash) = new_link(1).unwrap();
        let (second, _) = new_link(1).unwrap();
        assert_ne!(first.secret, second.secret);
        let secret = first.secret.clone();
        assert_eq!(
            hash_of(&DeviceKey::Link { secret }),
            Ok(KeyHash::Link(first_hash))
        );
        let bytes = [7; 16];
        let same = Mnemonic::from_entropy_in(Language::English, &bytes).unwrap();
        assert_ne!(link_hash(bytes), words_hash(&same));
        for secret in [
            "",
            "00",
            &"0".repeat(64),
            "not hexadecimal at all, but long",
        ] {
            let secret = secret.to_owned();
            assert_eq!(
                hash_of(&DeviceKey::Link { secret }),
                Err(ProblemKind::NoSuchCode)
            );
        }
    }
}
