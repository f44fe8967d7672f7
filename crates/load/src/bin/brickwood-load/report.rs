//! Prints the measurements.

use std::time::Duration;

use brickwood_load::Ledger;

use crate::server_process::ServerProcess;

/// The quantiles that are printed.
const PARTS: [(&str, f64); 3] = [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)];

pub(crate) fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

/// The time, in milliseconds, that so many thousandths of these sorted times do not exceed.
pub(crate) fn within(times: &[Duration], thousandths: usize) -> f64 {
    let place = (times.len() * thousandths).div_ceil(1000).saturating_sub(1);
    milliseconds(times.get(place).copied().unwrap_or_default())
}

/// The measurements since the ledger was reset.
pub(crate) struct Heard {
    /// The time within which 99 of 100 actions were acknowledged.
    pub(crate) p99: Duration,
}

pub(crate) fn heard(ledger: &Ledger, rate: f64, seconds: u32) -> Heard {
    let notes = ledger.notes();
    let heard = Heard {
        p99: Duration::from_micros(notes.acknowledgements.value_at_quantile(0.99)),
    };
    if rate > 0.0 {
        println!(
            "actions         {} acknowledged a second, {rate} were due",
            notes.acknowledgements.len() / u64::from(seconds)
        );
    }
    for (what, histogram) in [
        ("acknowledgement", &notes.acknowledgements),
        ("players see it", &notes.updates),
        ("spectators", &notes.watched),
    ] {
        if histogram.is_empty() {
            continue;
        }
        let at = |micros| milliseconds(Duration::from_micros(micros));
        let parts = PARTS.map(|(name, part)| {
            let within = at(histogram.value_at_quantile(part));
            format!("{name} {within:.2} ms, ")
        });
        println!(
            "{what:<15} {}longest {:.2} ms",
            parts.concat(),
            at(histogram.max())
        );
    }
    println!(
        "connections     {} there, {} were cut off, {} updates left something out",
        notes.there,
        notes.cuts,
        notes.gaps.len()
    );
    for (code, count) in &notes.refused {
        println!("refused         {count} times: {code}");
    }
    heard
}

/// How soon clients were back after a server was killed.
pub(crate) fn recovered(ledger: &Ledger) {
    let notes = ledger.notes();
    let Some(recovery) = &notes.recovery else {
        return;
    };
    let sorted = |times: &[Duration]| {
        let mut times = times.to_vec();
        times.sort_unstable();
        move |thousandths| within(&times, thousandths)
    };
    let at = sorted(&recovery.returns);
    println!(
        "back            {} times clients came back: the first {:.0} ms after the kill, half within {:.0} ms, \
         95 % within {:.0} ms, all within {:.0} ms",
        recovery.returns.len(),
        at(0),
        at(500),
        at(950),
        at(1000)
    );
    let needed = sorted(&recovery.needed);
    println!(
        "needed          {} of them were clients for whom a game waited: half within {:.0} ms, 99 % within {:.0} ms, \
         all within {:.0} ms",
        recovery.needed.len(),
        needed(500),
        needed(990),
        needed(1000)
    );
    match recovery.first_action {
        Some(first) => {
            let answered = sorted(&recovery.answers);
            println!(
                "actions         the first was acknowledged {:.0} ms after the kill; from when a client that \
                 was back had said it p50 {:.1} ms, p99 {:.1} ms",
                milliseconds(first),
                answered(500),
                answered(990)
            );
            let answered = sorted(&recovery.first_answers);
            println!(
                "first actions   of {} clients: p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
                recovery.first_answers.len(),
                answered(500),
                answered(990),
                answered(1000)
            );
        }
        None => println!("actions         none was acknowledged"),
    }
}

/// The memory and processor time of all servers together.
pub(crate) struct Gauge {
    memory: Option<f64>,
    busy: Option<f64>,
}

impl Gauge {
    pub(crate) fn read(servers: &[ServerProcess]) -> Self {
        let sum = |read: fn(&ServerProcess) -> Option<f64>| servers.iter().map(read).sum();
        Self {
            memory: sum(ServerProcess::memory),
            busy: sum(ServerProcess::processor_time),
        }
    }

    /// In KiB; unknown where the system does not say.
    pub(crate) fn memory(&self) -> Option<f64> {
        self.memory.filter(|memory| *memory > 0.0)
    }

    /// Prints the memory that a number of additional things take.
    pub(crate) fn growth(&self, since: &Self, count: u32, what: &str) {
        if let Some((now, before)) = self.memory().zip(since.memory()) {
            println!(
                "memory          {:.1} MiB; {:.1} KiB more for each {what}",
                now / 1024.0,
                (now - before) / f64::from(count)
            );
        }
    }

    /// Prints how busy the servers were.
    pub(crate) fn work(&self, since: &Self, time: Duration) {
        if let Some((now, before)) = self.busy.zip(since.busy).filter(|(now, _)| *now > 0.0) {
            let share = (now - before) / time.as_secs_f64();
            println!("processor       {:.1} % of one core", 100.0 * share);
        }
    }
}
