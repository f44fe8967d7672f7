//! What the command line shows of a site.

use std::time::{Duration, UNIX_EPOCH};

use brickwood_protocol::{
    ActAuthor, ChatText, ConductReport, HostLogLine, HostTable, JudgedPerson, LoggedAct, Person,
    SiteAct, SiteState, Standing,
};
use brickwood_server::Recomputed;
use serde::Serialize;

/// A time in words that programs can sort.
fn time(at_ms: u64) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_millis(at_ms))
}

pub(super) fn person(person: &Person) -> String {
    let name = person.name.as_deref().unwrap_or("(no name)");
    format!("{} {name}", person.id.0)
}

pub(super) fn switch(name: &str, on: bool) {
    println!("{name:<12} {}", if on { "on" } else { "off" });
}

/// The word of the protocol for a plain value.
fn word(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().replace('_', " ")
}

pub(super) fn state(state: &SiteState) {
    println!("version      {}", state.version);
    println!(
        "new games    {}",
        if state.closed { "refused" } else { "welcome" }
    );
    if let Some(notice) = &state.notice {
        println!("message      {}", notice.text);
    }
    let stored = state.stored;
    println!("database     {} bytes", stored.bytes);
    println!("guests       {}", stored.guests);
    println!(
        "tables       {} wait for players, {} are played",
        stored.gathering, stored.playing
    );
    println!("games over   {}", stored.over);
    match state.backup {
        Some(backup) => println!(
            "backup       {}, {} bytes",
            time(backup.at_ms),
            backup.bytes
        ),
        None => println!("backup       none was made by this program"),
    }
    println!("host's page  open in {} browsers", state.sessions);
    for server in &state.servers {
        println!(
            "server       since {}, heard {}",
            time(server.since_ms),
            time(server.at_ms)
        );
        println!(
            "  online     {} sockets, {} tables in memory",
            server.online, server.tables
        );
        println!(
            "  errors     {} faults, {} failed requests to the storage",
            server.faults, server.storage_errors
        );
        println!(
            "  refused    {} requests over a limit, {} connections",
            server.rate_limited, server.turned_away
        );
    }
}

pub(super) fn ratings(found: &Recomputed) {
    println!("rated games  {}", found.games);
    println!("changes      {}", found.changes);
    println!("differ       {}", found.differ.len());
    for table in &found.differ {
        println!("  {table}");
    }
    if found.corrected {
        println!("Those that differed were corrected.");
    }
}

fn standing(standing: &Standing) -> String {
    let mut words = Vec::new();
    if let Some(warning) = &standing.warning {
        words.push(format!(
            "warned ({}), not acknowledged",
            word(&warning.reason)
        ));
    }
    if let Some(suspension) = &standing.suspension {
        let until = time(suspension.until_ms);
        words.push(format!(
            "suspended until {until} ({})",
            word(&suspension.reason)
        ));
    }
    if !standing.refused_names.is_empty() {
        words.push(format!(
            "may not be called {}",
            standing.refused_names.join(", ")
        ));
    }
    words.join("; ")
}

pub(super) fn judged(judged: &JudgedPerson, now_ms: u64) {
    let over = judged.standing.suspension.is_some() && judged.standing.suspension(now_ms).is_none();
    let over = if over { " (over)" } else { "" };
    println!(
        "{}: {}{over}",
        person(&judged.person),
        standing(&judged.standing)
    );
}

pub(super) fn table(table: &HostTable) {
    let kind = match (table.started, table.public) {
        (true, _) => "played",
        (false, true) => "public, waits",
        (false, false) => "waits",
    };
    let id = table.id.as_deref().unwrap_or_default();
    println!("{id} ({kind}, created {})", time(table.created_ms));
    for one in &table.people {
        println!("  {}", person(one));
    }
}

pub(super) fn report(report: &ConductReport) {
    let evidence = &report.evidence;
    println!("report {}, {}", report.number, time(report.at_ms));
    println!("  about   {}", person(&report.about));
    if let Some(by) = &report.by {
        println!("  by      {}", person(by));
    }
    println!("  reason  {}", word(&report.reason));
    if let Some(words) = &report.words {
        println!("  words   {words}");
    }
    let decided = standing(&report.standing);
    if !decided.is_empty() {
        println!("  so far  {decided}");
    }
    if let Some(outcome) = &report.outcome {
        println!("  outcome {}", word(outcome));
    }
    println!(
        "  table   {}, seat {}",
        evidence.table,
        u8::from(evidence.seat) + 1
    );
    for line in &evidence.talk {
        let mark = if evidence.line == Some(line.number) {
            '>'
        } else {
            ' '
        };
        let text = match &line.text {
            ChatText::Words { text } => text.clone(),
            ChatText::Phrase { phrase } => word(phrase),
        };
        println!("  {mark} {}: {text}", line.name);
    }
}

pub(super) fn line(line: &HostLogLine) {
    let name = |id: &brickwood_protocol::PersonId| {
        let known = line.names.iter().find(|one| one.id == *id);
        known.map_or_else(|| id.0.clone(), person)
    };
    let by = match &line.by {
        ActAuthor::Host => "host".to_owned(),
        ActAuthor::Helper { person } => format!("helper {}", name(person)),
        ActAuthor::Command => "command line".to_owned(),
    };
    let (what, order) = match &line.act {
        LoggedAct::Linked => ("made a link to the host's page".to_owned(), None),
        LoggedAct::Opened => ("opened the host's page".to_owned(), None),
        LoggedAct::Ordered { order } => (done(&order.act, name), Some(order)),
    };
    println!("{} {} {by}: {what}", line.number, time(line.at_ms));
    let Some(order) = order else { return };
    if !order.reports.is_empty() {
        let numbers: Vec<String> = order.reports.iter().map(u32::to_string).collect();
        println!("  for reports {}", numbers.join(", "));
    }
    if let Some(why) = &order.why {
        println!("  because {why}");
    }
}

fn done(act: &SiteAct, name: impl Fn(&brickwood_protocol::PersonId) -> String) -> String {
    let told = |words: &Option<String>| match words {
        Some(words) => format!(": {words}"),
        None => String::new(),
    };
    match act {
        SiteAct::Features { features } => {
            let switches = serde_json::to_string(features).unwrap_or_default();
            format!("switched parts of the site: {switches}")
        }
        SiteAct::Close { closed: true } => "refused new games".to_owned(),
        SiteAct::Close { closed: false } => "took new games again".to_owned(),
        SiteAct::Say { text: Some(text) } => format!("said to all: {text}"),
        SiteAct::Say { text: None } => "took the message to all away".to_owned(),
        SiteAct::Helper { person, on: true } => format!("let {} help", name(person)),
        SiteAct::Helper { person, on: false } => format!("let {} help no longer", name(person)),
        SiteAct::EndSessions {} => "shut all browsers out of the host's page".to_owned(),
        SiteAct::Warn {
            person,
            reason,
            words,
        } => format!(
            "warned {} for {}{}",
            name(person),
            word(reason),
            told(words)
        ),
        SiteAct::Suspend {
            person,
            hours,
            reason,
            words,
            network,
        } => {
            let with = if *network { " with the network" } else { "" };
            let (whom, what) = (name(person), word(reason));
            format!(
                "suspended {whom}{with} for {hours} hours for {what}{}",
                told(words)
            )
        }
        SiteAct::Lift { person } => format!("lifted what was decided about {}", name(person)),
        SiteAct::Rename {
            person,
            name: called,
        } => {
            format!("asked {} for another name than {called}", name(person))
        }
        SiteAct::Settle {} => "decided to do nothing".to_owned(),
    }
}
