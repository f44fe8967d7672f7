//! Files to which results are added, one line of JSON each.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    Access {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// It is not what this program writes.
    #[error("{} is not a file of this program: {error}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: serde_json::Error,
    },
}

/// A file that grows by a line of JSON at a time.
#[derive(Debug)]
pub struct LineFile {
    path: PathBuf,
    file: File,
}

impl LineFile {
    /// Opens it to add to it, or makes it, with the lines that it already has. A last line that was cut off is dropped.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or written, or has other lines; it is then left as it is.
    pub fn open<T: DeserializeOwned>(path: &Path) -> Result<(Self, Vec<T>), FileError> {
        let fail = |error| FileError::Access {
            path: path.to_owned(),
            error,
        };
        let text = if path.exists() {
            fs::read_to_string(path).map_err(fail)?
        } else {
            String::new()
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (whole, rest) = text.split_at(whole);
        let lines = parse(path, whole)?;
        // What is no beginning of a line is somebody else's.
        if let Err(error) = serde_json::from_str::<T>(rest)
            && !error.is_eof()
        {
            let path = path.to_owned();
            return Err(FileError::Format { path, error });
        }
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(fail)?;
        file.set_len(whole.len() as u64).map_err(fail)?;
        let path = path.to_owned();
        Ok((Self { path, file }, lines))
    }

    /// Adds a line.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn add<T: Serialize>(&mut self, line: &T) -> Result<(), FileError> {
        let mut text = serde_json::to_string(line).map_err(|error| FileError::Format {
            path: self.path.clone(),
            error,
        })?;
        text.push('\n');
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| FileError::Access {
            path: self.path.clone(),
            error,
        })
    }

    /// The lines of a file.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or has other lines.
    pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, FileError> {
        let text = fs::read_to_string(path).map_err(|error| FileError::Access {
            path: path.to_owned(),
            error,
        })?;
        parse(path, &text)
    }
}

fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<Vec<T>, FileError> {
    text.lines()
        .map(|line| {
            serde_json::from_str(line).map_err(|error| FileError::Format {
                path: path.to_owned(),
                error,
            })
        })
        .collect()
}
