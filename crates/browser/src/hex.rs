//! Secrets as hexadecimal digits.

use serde::{Deserialize, Deserializer, de::Error};

/// Reads 32 bytes.
pub(crate) fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; 32], D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(&text).ok_or_else(|| D::Error::custom("64 hexadecimal digits are expected"))
}

fn parse(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(bytes)
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
