//! Metrics of the process, in the format of Prometheus.
//!
//! Two servers in one process count together. No label names a person, a table or an address.

use std::{
    fmt,
    sync::{
        LazyLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use axum::http::StatusCode;
use brickwood_protocol::ServerFigures;
use brickwood_storage::DiskFigures;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram, info::Info},
    registry::{Metric, Registry, Unit},
};

use crate::http::clients::LimitKind;

/// The media type of [`text`].
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// More codes of refusals than there are. Any further code counts as `other`.
const MOST_CODES: usize = 200;

struct Metrics {
    registry: Registry,
    connections: Gauge,
    sockets: Gauge,
    live_tables: Gauge,
    requests: Family<Answered, Counter>,
    request_seconds: Histogram,
    turned_away: Family<Reason, Counter>,
    rate_limited: Family<Limit, Counter>,
    accepted: Counter,
    refused: Family<Code, Counter>,
    append_seconds: Histogram,
    storage_errors: Counter,
    bot_seconds: Histogram,
    panics: Counter,
    storage_writable: Gauge,
    database_bytes: Gauge,
    disk_free_bytes: Gauge,
    last_backup: Gauge,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Answered {
    route: String,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Reason {
    reason: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Limit {
    limit: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Code {
    code: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Version {
    version: &'static str,
}

static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

impl Metrics {
    fn new() -> Self {
        let mut registry = Registry::with_prefix("brickwood");
        let known = &mut registry;
        let version = Version {
            version: env!("CARGO_PKG_VERSION"),
        };
        known.register("build", "Version of the program", Info::new(version));
        Self {
            connections: register(known, "connections", "Open HTTP connections"),
            sockets: register(known, "sockets", "Open WebSocket connections"),
            live_tables: register(known, "live_tables", "Tables in memory"),
            requests: register(known, "requests", "HTTP requests answered"),
            request_seconds: register_seconds(
                known,
                "request_duration",
                "Time from the head of an HTTP request to the head of its response",
            ),
            turned_away: register(
                known,
                "connections_turned_away",
                "Connections refused because the server has too many",
            ),
            rate_limited: register(
                known,
                "rate_limited",
                "Requests refused because one address sent too many",
            ),
            accepted: register(known, "actions_accepted", "Actions stored and acknowledged"),
            refused: register(known, "actions_refused", "Actions refused, by problem code"),
            append_seconds: register_seconds(
                known,
                "append_duration",
                "Time to store a change of a table",
            ),
            storage_errors: register(known, "storage_errors", "Failed storage requests"),
            bot_seconds: register_seconds(
                known,
                "bot_thinking",
                "Time that bots take for a decision, without the delay before they act",
            ),
            panics: register(
                known,
                "panics",
                "Requests that failed with an internal error",
            ),
            storage_writable: register(
                known,
                "storage_writable",
                "1 as long as nothing is known that keeps the storage from taking writes, and 0 otherwise",
            ),
            database_bytes: register(known, "database_bytes", "Size of the database"),
            disk_free_bytes: register(
                known,
                "disk_free_bytes",
                "Room on the disk of the database; 0 if it is on another machine",
            ),
            last_backup: register(
                known,
                "last_backup_timestamp_seconds",
                "When the server has made its last backup, in seconds since 1970; 0 if it has made none",
            ),
            registry,
        }
    }
}

fn register<M: Metric + Clone + Default>(known: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    known.register(name, help, metric.clone());
    metric
}

fn register_seconds(known: &mut Registry, name: &str, help: &str) -> Histogram {
    // From half a millisecond, which is one write to a good disk, to ten seconds.
    let histogram = Histogram::new([
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
    ]);
    known.register_with_unit(name, help, Unit::Seconds, histogram.clone());
    histogram
}

/// Counts in a gauge until it is dropped.
pub struct GaugeGuard(&'static Gauge);

impl GaugeGuard {
    fn new(gauge: &'static Gauge) -> Self {
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Counts an open connection that is not a socket.
pub fn connection() -> GaugeGuard {
    GaugeGuard::new(&METRICS.connections)
}

/// Counts an open socket.
pub fn socket() -> GaugeGuard {
    GaugeGuard::new(&METRICS.sockets)
}

/// Counts a table in memory.
pub fn live_table() -> GaugeGuard {
    GaugeGuard::new(&METRICS.live_tables)
}

/// A request was answered. The route is a pattern, such as `/api/tables/{id}/join`.
pub fn answered(route: &str, status: StatusCode, took: Duration) {
    let label = Answered {
        route: route.to_owned(),
        status: status.as_u16(),
    };
    METRICS.requests.get_or_create(&label).inc();
    METRICS.request_seconds.observe(took.as_secs_f64());
}

/// A connection was refused.
pub fn turned_away(reason: &'static str) {
    METRICS.turned_away.get_or_create(&Reason { reason }).inc();
}

/// A request was refused because its address sent too many of its kind.
pub fn rate_limited(kind: LimitKind) {
    let limit = kind.name();
    METRICS.rate_limited.get_or_create(&Limit { limit }).inc();
}

/// An action was stored and acknowledged.
pub fn action_accepted() {
    METRICS.accepted.inc();
}

/// An action was refused with a problem of this code.
pub fn action_refused(code: &str) {
    /// The number of codes so far.
    static CODES: AtomicUsize = AtomicUsize::new(0);
    let is_code = |code: &str| {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        code.len() <= 40 && code.bytes().all(fits)
    };
    let mut label = Code {
        code: code.to_owned(),
    };
    // Codes are constants. If one were ever built from a client's input, memory would stay bounded.
    let refused = &METRICS.refused;
    let is_new = refused.get(&label).is_none();
    if !is_code(code) || (is_new && CODES.fetch_add(1, Relaxed) >= MOST_CODES) {
        "other".clone_into(&mut label.code);
    }
    refused.get_or_create(&label).inc();
}

/// A change of a table was stored, and this is how long it took.
pub fn appended(took: Duration) {
    METRICS.append_seconds.observe(took.as_secs_f64());
}

/// A request to the storage failed.
pub fn storage_failed() {
    METRICS.storage_errors.inc();
}

/// A bot has decided, and this is how long it took.
pub fn bot_thought(took: Duration) {
    METRICS.bot_seconds.observe(took.as_secs_f64());
}

/// A request ended in a fault of the program.
pub fn panicked() {
    METRICS.panics.inc();
}

/// Whether the storage takes writes, as far as that is known without writing.
pub fn storage_writable(is_writable: bool) {
    METRICS.storage_writable.set(is_writable.into());
}

/// How large the database is, and how much room its disk has.
pub fn disk(DiskFigures { database, free }: DiskFigures) {
    METRICS.database_bytes.set(database.cast_signed());
    if let Some(free) = free {
        METRICS.disk_free_bytes.set(free.cast_signed());
    }
}

/// The last backup was made at this time.
pub fn backed_up(at_ms: u64) {
    METRICS.last_backup.set((at_ms / 1000).cast_signed());
}

/// What whoever hosts the site sees of these, for a server that was started at `since_ms`.
pub fn figures(since_ms: u64, at_ms: u64) -> ServerFigures {
    let count = |gauge: &Gauge| u32::try_from(gauge.get()).unwrap_or_default();
    let limited = LimitKind::EACH.into_iter().filter_map(|kind| {
        let limit = kind.name();
        Some(METRICS.rate_limited.get(&Limit { limit })?.get())
    });
    let turned_away = ["full", "address", "memory"]
        .into_iter()
        .filter_map(|reason| {
            let counted = METRICS.turned_away.get(&Reason { reason })?.get();
            Some(counted)
        });
    ServerFigures {
        since_ms,
        at_ms,
        online: count(&METRICS.sockets),
        tables: count(&METRICS.live_tables),
        faults: METRICS.panics.get(),
        storage_errors: METRICS.storage_errors.get(),
        rate_limited: limited.sum(),
        turned_away: turned_away.sum(),
    }
}

/// All metrics as text.
pub fn text() -> Result<String, fmt::Error> {
    let mut text = String::new();
    encode(&mut text, &METRICS.registry)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_have_the_names_that_prometheus_wants() {
        action_refused("not_your_turn");
        appended(Duration::from_millis(3));
        let table = live_table();
        let text = text().unwrap();
        drop(table);
        for line in [
            "# TYPE brickwood_live_tables gauge",
            "# TYPE brickwood_actions_refused counter",
            "brickwood_actions_refused_total{code=\"not_your_turn\"} ",
            "# UNIT brickwood_append_duration_seconds seconds",
            "brickwood_append_duration_seconds_bucket{le=\"0.005\"} ",
            "brickwood_build_info{version=",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }

    #[test]
    fn a_text_that_is_not_a_code_does_not_become_a_label() {
        for name in ["amber-otter-42-k7q2m", "Ida", &"a".repeat(41)] {
            action_refused(name);
            assert!(!text().unwrap().contains(name), "{name}");
        }
    }
}
