//! What the command line shows of a site.

use brickwood_protocol::{
    ActAuthor, ChatText, HostLogLine, HostTable, LoggedAct, Misconduct, Person, PublicPersonId,
    ReportCard, SanctionedPerson, Sanctions, SiteAct, SiteFeatures, SiteState,
};
use brickwood_site::record::ratings::Recomputed;
use chrono::{DateTime, Local};
use serde::Serialize;

/// A time where the machine is, with the distance from UTC.
fn time(at_ms: u64) -> String {
    let at = DateTime::from_timestamp_millis(at_ms.cast_signed()).unwrap_or_default();
    let at = at.with_timezone(&Local);
    at.format("%Y-%m-%d %H:%M:%S %:z").to_string()
}

/// Prints each of these, or that there is none.
pub(super) fn each<'a, T: 'a>(
    all: impl Iterator<Item = &'a T>,
    none: &str,
    print: impl FnMut(&'a T),
) {
    let mut all = all.peekable();
    if all.peek().is_none() {
        println!("{none}");
    }
    all.for_each(print);
}

pub(super) fn person(person: &Person) -> String {
    let name = person.name.as_deref().unwrap_or("(no name)");
    let network = person.network.as_ref();
    let network = network.map_or_else(String::new, |mark| format!(" (network {mark})"));
    format!("{} {name}{network}", person.id.0)
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
    println!("persons       {}", stored.persons);
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

fn sanctions(sanctions: &Sanctions) -> String {
    let mut words = Vec::new();
    if let Some(warning) = &sanctions.warning {
        words.push(format!(
            "warned ({}), not acknowledged",
            word(&warning.reason)
        ));
    }
    if let Some(suspension) = &sanctions.suspension {
        let until = time(suspension.until_ms);
        words.push(format!(
            "suspended until {until} ({})",
            word(&suspension.reason)
        ));
    }
    if !sanctions.refused_names.is_empty() {
        words.push(format!(
            "may not be called {}",
            sanctions.refused_names.join(", ")
        ));
    }
    words.join("; ")
}

pub(super) fn judged(judged: &SanctionedPerson, now_ms: u64) {
    let over =
        judged.sanctions.suspension.is_some() && judged.sanctions.suspension(now_ms).is_none();
    let over = if over { " (over)" } else { "" };
    println!(
        "{}: {}{over}",
        person(&judged.person),
        sanctions(&judged.sanctions)
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

pub(super) fn card(card: &ReportCard) {
    let evidence = &card.evidence;
    println!("report {}", card.number);
    println!("  about   {}", person(&card.about));
    println!("  by      {} of {} played there", card.players, card.people);
    for one in &card.reports {
        let by = one
            .by
            .as_ref()
            .map_or_else(|| "somebody".to_owned(), person);
        let watched = if one.player { "" } else { ", who watched" };
        println!(
            "  {}  {}, {by}{watched}",
            word(&one.reason),
            time(one.at_ms)
        );
        if let Some(words) = &one.words {
            println!("          {words}");
        }
    }
    let decided = sanctions(&card.sanctions);
    if !decided.is_empty() {
        println!("  so far  {decided}");
    }
    if let Some(outcome) = &card.outcome {
        println!("  outcome {}", word(outcome));
    }
    println!(
        "  table   {}, seat {}",
        evidence.table,
        u8::from(evidence.seat) + 1
    );
    for line in &evidence.talk {
        let mut reports = card.reports.iter();
        let mark = if reports.any(|one| one.line == Some(line.number)) {
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
    let at = time(line.at_ms);
    println!("{} {at} {}: {}", line.number, author(line), deed(line));
    for detail in details(&line.act) {
        println!("  {detail}");
    }
}

/// Somebody who is named in a line of the log.
fn named(line: &HostLogLine, id: &PublicPersonId) -> String {
    let known = line.names.iter().find(|one| one.id == *id);
    known.map_or_else(|| id.0.clone(), person)
}

fn author(line: &HostLogLine) -> String {
    match &line.by {
        ActAuthor::Host => "Site administration".to_owned(),
        ActAuthor::Moderator { person } => format!("Moderator {}", named(line, person)),
        ActAuthor::Command => "Command line".to_owned(),
    }
}

/// What was done, in the words of the page.
fn deed(line: &HostLogLine) -> String {
    let order = match &line.act {
        LoggedAct::Linked => return "Made a link to the host's page".to_owned(),
        LoggedAct::Opened => return "Opened the host's page by a link".to_owned(),
        LoggedAct::Ordered { order } => order,
    };
    let name = |person| named(line, person);
    match &order.act {
        SiteAct::Features { features } => match switched_on(*features).as_slice() {
            [] => "Switched everything off".to_owned(),
            on => format!("Switched on: {}. All else is off.", on.join("; ")),
        },
        SiteAct::Close { closed: true } => "Closed the site for new games".to_owned(),
        SiteAct::Close { closed: false } => "Opened the site for new games".to_owned(),
        SiteAct::Say { text: Some(text) } => format!("Message to everybody: “{text}”"),
        SiteAct::Say { text: None } => "Removed the message to everybody".to_owned(),
        SiteAct::RefuseNames { names } if names.is_empty() => {
            "Allowed all words in names".to_owned()
        }
        SiteAct::RefuseNames { names } => {
            format!("Refused these words in names: {}", names.join(", "))
        }
        SiteAct::Moderator { person, on: true } => format!("Made {} a moderator", name(person)),
        SiteAct::Moderator { person, on: false } => {
            format!("Removed {} as moderator", name(person))
        }
        SiteAct::EndSessions {} => "Signed out all browsers".to_owned(),
        SiteAct::Warn { person, reason, .. } => {
            format!("Warned {}: {}", name(person), reason_text(*reason))
        }
        SiteAct::Suspend {
            person,
            hours,
            reason,
            network,
            ..
        } => {
            let with = if *network {
                ", with the network for a day"
            } else {
                ""
            };
            let (whom, what) = (name(person), reason_text(*reason));
            format!("Suspended {whom} for {}{with}: {what}", length(*hours))
        }
        SiteAct::Lift { person } => {
            format!("Lifted the warning and suspension of {}", name(person))
        }
        SiteAct::Rename {
            person,
            name: called,
        } => format!("{} may not be called “{called}”", name(person)),
        SiteAct::CloseTable { table } => format!("Closed the table {table}"),
        SiteAct::Settle {} => "Dismissed".to_owned(),
        SiteAct::SettleAll { .. } => "Dismissed all open reports".to_owned(),
    }
}

/// What else is to be said of it.
fn details(act: &LoggedAct) -> Vec<String> {
    let LoggedAct::Ordered { order } = act else {
        return Vec::new();
    };
    let mut details = Vec::new();
    if !order.reports.is_empty() {
        let numbers: Vec<String> = order.reports.iter().map(u32::to_string).collect();
        details.push(format!("reports {}", numbers.join(", ")));
    }
    if let SiteAct::Warn { words, .. } | SiteAct::Suspend { words, .. } = &order.act
        && let Some(words) = words
    {
        details.push(format!("message: “{words}”"));
    }
    details.extend(order.why.as_ref().map(|why| format!("note: {why}")));
    details
}

/// So many hours, as days where they are whole ones.
fn length(hours: u32) -> String {
    match (hours, hours / 24, hours % 24) {
        (1, ..) => "1 hour".to_owned(),
        (_, 1, 0) => "1 day".to_owned(),
        (_, days, 0) => format!("{days} days"),
        (hours, ..) => format!("{hours} hours"),
    }
}

const fn reason_text(reason: Misconduct) -> &'static str {
    match reason {
        Misconduct::Insults => "Insults, hate or threats",
        Misconduct::Spoiling => "Spoiling the game on purpose",
        Misconduct::Cheating => "Cheating: playing together, or on several seats",
        Misconduct::Name => "An offensive name",
        Misconduct::Advertising => "Advertising",
        Misconduct::Other => "Something else",
    }
}

/// What is switched on, in the order of the page.
fn switched_on(features: SiteFeatures) -> Vec<&'static str> {
    let SiteFeatures {
        devices,
        my_games,
        open_tables,
        ratings,
        moderation,
    } = features;
    let switches = [
        (
            devices,
            "Several devices, passkeys, recovery words, and personal data to download or delete",
        ),
        (my_games, "Personal results and statistics"),
        (
            open_tables,
            "Open tables that begin with bots, and notices when somebody wants to play",
        ),
        (ratings, "Ratings"),
        (
            moderation,
            "Blocking and reporting, and this page’s reports",
        ),
    ];
    let on = switches.into_iter().filter(|(on, _)| *on);
    on.map(|(_, text)| text).collect()
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use brickwood_protocol::SiteOrder;
    use serde_json::{Map, Value};

    use super::*;

    /// The messages of the page in a file.
    fn messages(file: &str) -> Map<String, Value> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/messages/en");
        let text = fs::read_to_string(folder.join(file)).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    fn ordered(act: SiteAct) -> HostLogLine {
        let order = SiteOrder {
            act,
            why: Some("the first time".to_owned()),
            reports: vec![1, 2],
        };
        HostLogLine {
            number: 7,
            at_ms: 0,
            by: ActAuthor::Command,
            act: LoggedAct::Ordered { order },
            names: vec![Person {
                id: PublicPersonId("1a".to_owned()),
                name: Some("Ida".to_owned()),
                network: None,
            }],
        }
    }

    #[test]
    fn what_was_done_is_told_in_the_words_of_the_page() {
        let host = messages("host/host.json");
        let word = |id: &str| host[id].as_str().unwrap().to_owned();
        let person = || PublicPersonId("1a".to_owned());
        let reason = Misconduct::Insults;
        let suspend = |hours, network| SiteAct::Suspend {
            person: person(),
            hours,
            reason,
            words: None,
            network,
        };
        let text = Some("Back soon.".to_owned());
        for (act, id, time) in [
            (
                SiteAct::Warn {
                    person: person(),
                    reason,
                    words: None,
                },
                "didWarn",
                "",
            ),
            (suspend(24, false), "didSuspend", "1 day"),
            (suspend(48, false), "didSuspend", "2 days"),
            (suspend(1, false), "didSuspend", "1 hour"),
            (suspend(30, true), "didSuspendNetwork", "30 hours"),
            (SiteAct::Lift { person: person() }, "didLift", ""),
            (SiteAct::Say { text }, "didSay", ""),
            (SiteAct::Say { text: None }, "didSayNothing", ""),
            (
                SiteAct::RefuseNames {
                    names: vec!["Rex".to_owned(), "Max".to_owned()],
                },
                "didRefuseNames",
                "",
            ),
            (
                SiteAct::RefuseNames { names: Vec::new() },
                "didAllowNames",
                "",
            ),
            (SiteAct::EndSessions {}, "didEndSessions", ""),
            (
                SiteAct::CloseTable {
                    table: "a-b-1-c".to_owned(),
                },
                "didCloseTable",
                "",
            ),
            (SiteAct::Settle {}, "didSettle", ""),
            (SiteAct::SettleAll { last: 7 }, "didSettleAll", ""),
            (
                SiteAct::Features {
                    features: SiteFeatures::NONE,
                },
                "didFeaturesNone",
                "",
            ),
        ] {
            let wanted = word(id)
                .replace("{name}", "1a Ida")
                .replace("{reason}", "Insults, hate or threats")
                .replace("{text}", "Back soon.")
                .replace("{table}", "a-b-1-c")
                .replace("{names}", "Rex, Max")
                .replace("{time}", time);
            assert_eq!(deed(&ordered(act)), wanted);
        }
        for on in [true, false] {
            let act = SiteAct::Moderator {
                person: person(),
                on,
            };
            let said = deed(&ordered(act)).replace("1a Ida", "{name}");
            assert!(
                word("didModerator").contains(&format!("{{{said}}}")),
                "{said}"
            );
            let said = deed(&ordered(SiteAct::Close { closed: on }));
            assert!(word("didClose").contains(&format!("{{{said}}}")), "{said}");
        }
    }

    #[test]
    fn reasons_and_switches_are_called_as_on_the_page() {
        let reasons = messages("moderation/moderation.json")["reason"].to_string();
        for reason in [
            Misconduct::Insults,
            Misconduct::Spoiling,
            Misconduct::Cheating,
            Misconduct::Name,
            Misconduct::Advertising,
            Misconduct::Other,
        ] {
            let said = format!("{} {{{}}}", word(&reason), reason_text(reason));
            assert!(reasons.contains(&said), "{said}");
        }
        let host = messages("host/host.json");
        let all = SiteFeatures {
            ratings: true,
            ..SiteFeatures::default()
        };
        let ids = ["devices", "myGames", "openTables", "ratings", "moderation"];
        assert_eq!(switched_on(all), ids.map(|id| host[id].as_str().unwrap()));
        let line = deed(&ordered(SiteAct::Features { features: all }));
        assert!(line.starts_with("Switched on: Several devices"), "{line}");
        assert!(line.ends_with("reports. All else is off."), "{line}");
    }

    #[test]
    fn a_line_says_what_for_and_why() {
        let act = SiteAct::Warn {
            person: PublicPersonId("1a".to_owned()),
            reason: Misconduct::Other,
            words: Some("Please be kind.".to_owned()),
        };
        let line = ordered(act);
        assert_eq!(author(&line), "Command line");
        let told = [
            "reports 1, 2",
            "message: “Please be kind.”",
            "note: the first time",
        ];
        assert_eq!(details(&line.act), told);
    }

    #[test]
    fn a_time_is_that_of_the_machine_with_its_distance_from_utc() {
        let text = time(1_764_331_200_000);
        let read = DateTime::parse_from_str(&text, "%Y-%m-%d %H:%M:%S %:z").unwrap();
        assert_eq!(read.timestamp_millis(), 1_764_331_200_000);
        assert_eq!(read.offset(), read.with_timezone(&Local).offset());
    }
}
