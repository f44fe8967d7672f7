//! Byte strings of a fixed length, written as small hexadecimal digits.

use thiserror::Error;

/// A text that is not the expected number of small hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this is not {digits} small hexadecimal digits")]
pub struct NotHex {
    /// How many there should be.
    pub digits: usize,
}

pub(crate) fn text(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

pub(crate) fn parse<const N: usize>(text: &str) -> Result<[u8; N], NotHex> {
    let mut bytes = [0; N];
    match base16ct::lower::decode(text, &mut bytes) {
        Ok(read) if read.len() == N => Ok(bytes),
        _ => Err(NotHex { digits: 2 * N }),
    }
}

/// Text and serde forms for a tuple struct of bytes.
macro_rules! hex_text {
    ($name:ident, $bytes:literal) => {
        impl $name {
            /// These bytes.
            pub const fn new(bytes: [u8; $bytes]) -> Self {
                Self(bytes)
            }

            /// Its bytes.
            pub const fn as_bytes(&self) -> &[u8; $bytes] {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::NotHex;

            fn from_str(text: &str) -> Result<Self, $crate::NotHex> {
                $crate::hex::parse(text).map(Self)
            }
        }

        impl TryFrom<String> for $name {
            type Error = $crate::NotHex;

            fn try_from(text: String) -> Result<Self, $crate::NotHex> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(bytes: $name) -> Self {
                $crate::hex::text(&bytes.0)
            }
        }
    };
}

/// The same for what may be shown to anybody.
macro_rules! open_hex_text {
    ($name:ident, $bytes:literal) => {
        $crate::hex::hex_text!($name, $bytes);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::hex::text(&self.0))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
    };
}

pub(crate) use {hex_text, open_hex_text};
