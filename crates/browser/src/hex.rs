//! Secrets as hexadecimal digits.

use serde::{Deserialize, Deserializer, de::Error};

/// Reads 32 bytes.
pub(crate) fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(&text).ok_or_else(|| D::Error::custom("64 hexadecimal digits are expected"))
}

fn parse(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let read = base16ct::mixed::decode(text, &mut bytes).ok()?.len();
    (read == bytes.len()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn digits_are_bytes() {
        assert_eq!(parse(&"0f".repeat(32)), Some([15; 32]));
        assert_eq!(parse("0f"), None);
        assert_eq!(parse(&"ä".repeat(32)), None);
    }
}
