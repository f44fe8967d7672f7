//! The server's log on stderr, as lines for people or for other programs.

use std::{
    io::{IsTerminal, stderr},
    panic,
};

use clap::ValueEnum;
use tracing_subscriber::{
    Layer, filter::Targets, fmt::layer, layer::SubscriberExt, util::SubscriberInitExt,
};

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    /// Human-readable lines
    #[default]
    Text,
    /// One JSON object per line
    Json,
}

/// Starts the log. `RUST_LOG` sets its level, such as `debug` or `brickwood_server=trace`.
pub(crate) fn report(format: Format) {
    let wanted = std::env::var("RUST_LOG").unwrap_or_default();
    let filter = wanted
        .parse::<Targets>()
        .ok()
        .filter(|_| !wanted.is_empty())
        .unwrap_or_else(|| Targets::new().with_default(tracing::Level::INFO));
    let lines = layer().with_writer(stderr);
    let lines = match format {
        Format::Text => lines.with_ansi(stderr().is_terminal()).boxed(),
        Format::Json => {
            // Otherwise a panic would write lines that are not JSON.
            panic::set_hook(Box::new(|panic| {
                let message = panic.payload_as_str().unwrap_or("a panic");
                let place = panic.location().map(ToString::to_string);
                tracing::error!(place, "{message}");
            }));
            lines.json().flatten_event(true).boxed()
        }
    };
    tracing_subscriber::registry()
        .with(lines)
        .with(filter)
        .init();
}
