//! The random values of a new table: a name of words that people can say, random enough that nobody
//! guesses it, a code, and the secret of its dice.

/// 64 of each: six bits a word.
const ADJECTIVES: [&str; 64] = [
    "amber", "azure", "bold", "brave", "brisk", "bright", "calm", "candid", "clear", "clever",
    "copper", "coral", "cosy", "crisp", "daring", "deep", "eager", "early", "fair", "fleet",
    "fresh", "gentle", "glad", "golden", "grand", "hardy", "hazel", "honest", "humble", "ivory",
    "jolly", "keen", "kind", "late", "light", "lively", "lucky", "mellow", "merry", "mild",
    "misty", "noble", "olive", "patient", "plain", "proud", "quick", "quiet", "rapid", "rosy",
    "royal", "russet", "sandy", "silent", "silver", "snowy", "solid", "sunny", "swift", "tidy",
    "velvet", "warm", "wise", "young",
];

const ANIMALS: [&str; 64] = [
    "badger", "bear", "beaver", "bee", "bison", "boar", "bobcat", "camel", "cat", "cicada", "cod",
    "crab", "crane", "crow", "curlew", "deer", "dolphin", "donkey", "dove", "eagle", "egret",
    "elk", "falcon", "ferret", "finch", "fox", "gecko", "goat", "goose", "hare", "hawk", "heron",
    "horse", "ibex", "jay", "kestrel", "koala", "lark", "lemur", "lion", "lizard", "lynx",
    "magpie", "marten", "mole", "moose", "newt", "otter", "owl", "panda", "plover", "puffin",
    "rabbit", "raven", "robin", "salmon", "seal", "shrew", "sparrow", "stork", "swan", "tern",
    "trout", "wren",
];

/// Letters and digits that are not mistaken for each other.
const LETTERS: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// The letters of a code: some 30 bits.
const CODE_LENGTH: usize = 6;

/// The longest id that is looked up.
const LONGEST: usize = 64;

/// A new id, such as `amber-otter-42-k7q2m`: some 43 random bits.
///
/// # Errors
///
/// If the operating system has no randomness to give.
pub fn new_table_id() -> Result<String, getrandom::Error> {
    let mut bits = getrandom::u64()?;
    let mut below = |range: usize| {
        let range = range as u64;
        let drawn = bits % range;
        bits /= range;
        drawn as usize
    };
    let adjective = ADJECTIVES[below(ADJECTIVES.len())];
    let animal = ANIMALS[below(ANIMALS.len())];
    let number = 10 + below(90);
    let tail: String = (0..5)
        .map(|_| char::from(LETTERS[below(LETTERS.len())]))
        .collect();
    Ok(format!("{adjective}-{animal}-{number}-{tail}"))
}

/// A new code, such as `k7q2mx`, for people who cannot follow a link.
///
/// # Errors
///
/// If the operating system has no randomness to give.
pub fn new_code() -> Result<String, getrandom::Error> {
    let mut bits = getrandom::u64()?;
    let letters = (0..CODE_LENGTH).map(|_| {
        let drawn = bits % LETTERS.len() as u64;
        bits /= LETTERS.len() as u64;
        char::from(LETTERS[drawn as usize])
    });
    Ok(letters.collect())
}

/// A code as somebody has typed it, perhaps in groups as pages show it; none if the text is not a code.
pub fn clean_code(text: &str) -> Option<String> {
    let mut code = text.to_ascii_lowercase();
    code.retain(|letter| !matches!(letter, ' ' | '-'));
    let fits = code.len() == CODE_LENGTH && code.bytes().all(|byte| LETTERS.contains(&byte));
    fits.then_some(code)
}

/// The secret from which all chance outcomes of a table follow.
///
/// # Errors
///
/// If the operating system has no randomness to give.
pub fn new_seed() -> Result<[u8; 32], getrandom::Error> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    Ok(seed)
}

/// Whether a text can be an id at all. Other texts are not looked up.
pub fn may_be_table_id(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn new_ids_are_ids_and_differ() {
        let ids: HashSet<String> = (0..1000).map(|_| new_table_id().unwrap()).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.iter().all(|id| may_be_table_id(id)));
    }

    #[test]
    fn a_code_is_read_in_every_form_in_which_people_type_it() {
        let code = new_code().unwrap();
        assert_eq!(clean_code(&code).as_ref(), Some(&code));
        for typed in ["k7q2mx", "K7Q 2MX", " k7q-2mx "] {
            assert_eq!(clean_code(typed).as_deref(), Some("k7q2mx"), "{typed}");
        }
        for typed in ["", "k7q2", "k7q2mxa", "k7q2m!", "k7q2m0", "k7q2mé"] {
            assert_eq!(clean_code(typed), None, "{typed}");
        }
    }

    #[test]
    fn no_word_occurs_twice() {
        for words in [ADJECTIVES, ANIMALS] {
            assert_eq!(words.iter().collect::<HashSet<_>>().len(), 64);
        }
    }

    #[test]
    fn texts_that_cannot_be_ids_are_recognized() {
        for text in ["", "Amber", "a/b", "..", "ä", &"a".repeat(65)] {
            assert!(!may_be_table_id(text), "{text}");
        }
    }
}
