//! People: an unguessable token in a cookie, of which the server stores only the hash.

use std::fmt;

use brickwood_storage::DeviceId;
use brickwood_table::PersonId;
use sha2::{Digest, Sha256};

/// The secret that a person's browser keeps: 256 random bits.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; 32]);

impl Token {
    /// A fresh token.
    ///
    /// # Errors
    ///
    /// If the operating system has no randomness to give.
    pub fn generate() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// Reads what [`Token::to_text`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        let read = base16ct::mixed::decode(text, &mut bytes).ok()?.len();
        (read == bytes.len()).then_some(Self(bytes))
    }

    /// The token as 64 hexadecimal digits. For the cookie and nothing else.
    pub fn to_text(&self) -> String {
        base16ct::lower::encode_string(&self.0)
    }

    /// The hash of the token: the person who began with it.
    pub fn person(&self) -> PersonId {
        PersonId(Sha256::digest(self.0).into())
    }

    /// The browser that keeps the token.
    pub fn device(&self) -> DeviceId {
        DeviceId::first_of(self.person())
    }

    /// The hash of the secret with which a browser finishes what it has begun.
    pub fn ceremony(&self) -> [u8; 32] {
        let hash = Sha256::new().chain_update(b"brickwood-ceremony");
        hash.chain_update(self.0).finalize().into()
    }

    /// The hash of a bot's token, which differs from a person's: a bot that puts its token into a cookie
    /// is not recognized.
    pub fn bot(&self) -> PersonId {
        let hash = Sha256::new().chain_update(b"brickwood-bot");
        PersonId(hash.chain_update(self.0).finalize().into())
    }

    /// The hash of a secret that opens the host's page, which differs from a person's: such a secret makes nobody a
    /// person.
    pub fn host(&self) -> [u8; 32] {
        let hash = Sha256::new().chain_update(b"brickwood-host");
        hash.chain_update(self.0).finalize().into()
    }
}

/// Tokens must not end up in the program's log.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_its_text() {
        let token = Token::generate().unwrap();
        assert_eq!(Token::parse(&token.to_text()), Some(token));
    }

    #[test]
    fn a_bot_and_a_person_with_the_same_token_differ() {
        let token = Token::generate().unwrap();
        assert_ne!(token.bot(), token.person());
    }

    #[test]
    fn tokens_differ() {
        assert_ne!(Token::generate().unwrap(), Token::generate().unwrap());
    }

    #[test]
    fn other_texts_are_not_read_as_tokens() {
        for text in ["", "00", &"+1".repeat(32), &"é".repeat(32), &"0".repeat(66)] {
            assert_eq!(Token::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_token_is_not_printed() {
        let token = Token([0xab; 32]);
        assert!(!format!("{token:?}").contains("ab"));
    }
}
