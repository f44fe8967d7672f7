//! The environment of a session.

/// Files and the time.
pub trait World {
    /// The text of a file.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, in words.
    fn read(&self, path: &str) -> Result<String, String>;

    /// The time, from any beginning.
    fn milliseconds(&self) -> u64;
}
