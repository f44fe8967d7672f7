//! The secrets with which a device becomes a person's: those of links, and recovery words.

use bip39::{Language, Mnemonic};
use brickwood_protocol::{DeviceKey, DeviceLink, ProblemKind, RecoveryWords};
use sha2::{Digest, Sha256};

use crate::person::recovery::KeyHash;

/// How long a link is valid, in milliseconds.
pub(crate) const LINK_MS: u64 = 5 * 60_000;

/// How many words bring a person back.
const WORDS: usize = 12;

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

/// Recovery words, and the hash of what they stand for.
///
/// # Errors
///
/// If the operating system has no randomness to give.
pub(crate) fn new_words() -> Result<(RecoveryWords, [u8; 32]), getrandom::Error> {
    let secret = random()?;
    let mnemonic = Mnemonic::from_entropy_in(Language::English, &secret);
    let mnemonic = mnemonic.expect("128 bits are as many as twelve words stand for");
    let words = mnemonic.words().map(str::to_owned).collect();
    Ok((RecoveryWords { words }, words_hash(&mnemonic)))
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
                return Err(ProblemKind::NoSuchKey);
            }
            Ok(KeyHash::Link(link_hash(bytes)))
        }
        DeviceKey::Words { words } => {
            read_words(words).map(|words| KeyHash::Words(words_hash(&words)))
        }
    }
}

/// Recovery words as somebody has typed them.
fn read_words(typed: &str) -> Result<Mnemonic, ProblemKind> {
    let typed = typed.to_lowercase();
    let words: Vec<&str> = typed
        .split(|letter: char| !letter.is_alphabetic())
        .filter(|word| !word.is_empty())
        .collect();
    if words.len() != WORDS {
        return Err(ProblemKind::NotRecoveryWords);
    }
    Mnemonic::parse_in_normalized(Language::English, &words.join(" ")).map_err(
        |error| match error {
            bip39::Error::UnknownWord(place) => ProblemKind::UnknownWord {
                place: place as u32 + 1,
            },
            _ => ProblemKind::NotRecoveryWords,
        },
    )
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
    use super::*;

    fn of_words(words: &str) -> Result<KeyHash, ProblemKind> {
        let words = words.to_owned();
        hash_of(&DeviceKey::Words { words })
    }

    #[test]
    fn recovery_words_are_read_in_every_form_in_which_people_type_them() {
        let (RecoveryWords { words }, hash) = new_words().unwrap();
        assert_eq!(words.len(), 12);
        let typed = [
            words.join(" "),
            words.join("\n").to_uppercase(),
            format!("  {},", words.join(", ")),
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
    fn words_that_cannot_be_right_are_told_apart_without_a_guess() {
        let right = "abandon abandon abandon abandon abandon abandon \
                     abandon abandon abandon abandon abandon about";
        assert!(of_words(right).is_ok());
        let misspelled = right.replace("about", "abuot");
        assert_eq!(
            of_words(&misspelled),
            Err(ProblemKind::UnknownWord { place: 12 })
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
                Err(ProblemKind::NoSuchKey)
            );
        }
    }
}
