//! What commands print. Whoever reads it may have seen enough, as `head` has: then the program ends without a word.

use std::{
    fmt,
    io::{self, ErrorKind, Write},
    process,
};

/// Prints, or ends the program if nobody reads on.
pub(crate) fn print(text: fmt::Arguments<'_>) {
    if let Err(error) = io::stdout().write_fmt(text) {
        end(&error);
    }
}

fn end(error: &io::Error) -> ! {
    if is_unread(error) {
        process::exit(0);
    }
    let _ = writeln!(io::stderr(), "brickwood: nothing can be printed: {error}");
    process::exit(1);
}

/// Whether an error says that nobody reads on.
pub(crate) fn is_unread(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    causes.any(|cause| {
        cause
            .downcast_ref()
            .is_some_and(|error: &io::Error| error.kind() == ErrorKind::BrokenPipe)
    })
}

/// Like that of the standard library, which panics when nobody reads on.
macro_rules! print {
    ($($text:tt)*) => { $crate::output::print(format_args!($($text)*)) };
}

/// Like that of the standard library, which panics when nobody reads on.
macro_rules! println {
    () => { print!("\n") };
    ($($text:tt)*) => { print!("{}\n", format_args!($($text)*)) };
}
