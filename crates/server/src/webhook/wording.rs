//! What a webhook is told, as the usual chat systems take it.

use serde_json::{Value, json};

use super::{OpenReports, OpenedTable};

/// What is sent of these tables and reports, of which there are some: Slack and Mattermost read `text`, Discord reads
/// `content`.
pub(super) fn message(tables: &[OpenedTable], reports: Option<&OpenReports>, now_ms: u64) -> Value {
    let tables = match tables {
        [] => None,
        [table] => Some(one(table, now_ms)),
        tables => Some(many(tables)),
    };
    let all = reports.map(about_reports).into_iter().chain(tables);
    let text = all.collect::<Vec<_>>().join("\n");
    json!({"text": text, "content": text, "allowed_mentions": {"parse": []}})
}

/// Whom reports are about, and from whom they are, is for the host's page alone.
fn about_reports(OpenReports { cards, url }: &OpenReports) -> String {
    let text = match cards {
        1 => "1 report waits for the moderators.".to_owned(),
        cards => format!("{cards} reports wait for the moderators."),
    };
    match url {
        Some(url) => format!("{text} {url}"),
        None => text,
    }
}

fn one(table: &OpenedTable, now_ms: u64) -> String {
    let OpenedTable {
        host,
        seats,
        begins_ms,
        id,
        origin,
        ..
    } = table;
    let host = plain(host);
    let seconds = begins_ms.map(|begins_ms| begins_ms.saturating_sub(now_ms).div_ceil(1000));
    let when = match seconds {
        None => "has just begun; bots' seats are free".to_owned(),
        Some(0..60) => format!("begins in {} seconds", seconds.unwrap_or_default()),
        Some(60..120) => "begins in a minute".to_owned(),
        Some(seconds) => format!("begins in {} minutes", seconds / 60),
    };
    let text = format!("{host} is looking for players: a game for {seats} {when}.");
    match origin {
        Some(origin) => format!("{text} {origin}/t/{id}"),
        None => text,
    }
}

fn many(tables: &[OpenedTable]) -> String {
    let text = format!("{} tables are looking for players.", tables.len());
    match tables.iter().find_map(|table| table.origin.as_ref()) {
        Some(origin) => format!("{text} {origin}"),
        None => text,
    }
}

/// A name without the signs by which chat systems mark people, links and styles. A dot stays at the end of a word alone: in
/// the midst of one, it makes a link of it.
fn plain(name: &str) -> String {
    let is_plain = |sign: char| sign.is_alphanumeric() || " -.'’".contains(sign);
    let words = name.split_whitespace().map(|word| {
        let word: String = word.chars().filter(|sign| is_plain(*sign)).collect();
        let ended = word.ends_with('.');
        let mut plain = word.replace('.', " ").trim().to_owned();
        if ended && !plain.is_empty() {
            plain.push('.');
        }
        plain
    });
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
pub(super) mod tests {
    use futures_util::FutureExt;

    use super::*;

    /// A table of this host that begins then.
    pub(in crate::webhook) fn table(host: &str, begins_ms: Option<u64>) -> OpenedTable {
        OpenedTable {
            host: host.to_owned(),
            seats: 4,
            begins_ms,
            id: "amber-otter-42".to_owned(),
            origin: Some("https://play.example".to_owned()),
            is_open: Box::new(|| async { true }.boxed()),
        }
    }

    fn said(tables: &[OpenedTable], now_ms: u64) -> String {
        let said = message(tables, None, now_ms);
        assert_eq!(said["text"], said["content"]);
        said["text"].as_str().unwrap().to_owned()
    }

    #[test]
    fn a_table_is_told_as_it_is_when_it_is_told() {
        let text = "Ida is looking for players: a game for 4";
        let link = "https://play.example/t/amber-otter-42";
        for (begins_ms, now_ms, when) in [
            (Some(60_000), 0, "begins in a minute"),
            (Some(60_000), 29_500, "begins in 31 seconds"),
            (Some(300_000), 0, "begins in 5 minutes"),
            (None, 0, "has just begun; bots' seats are free"),
        ] {
            let tables = [table("Ida", begins_ms)];
            assert_eq!(said(&tables, now_ms), format!("{text} {when}. {link}"));
        }
    }

    #[test]
    fn several_tables_are_counted() {
        let tables = ["Ida", "@everyone", "Ole"].map(|host| table(host, None));
        let text = "3 tables are looking for players. https://play.example";
        assert_eq!(said(&tables, 0), text);
    }

    #[test]
    fn of_reports_no_more_is_told_than_how_many_there_are() {
        let reports = |cards| {
            let url = Some("https://play.example/host".to_owned());
            message(&[], Some(&OpenReports { cards, url }), 0)["text"].clone()
        };
        let link = "https://play.example/host";
        assert_eq!(
            reports(1),
            format!("1 report waits for the moderators. {link}")
        );
        assert_eq!(
            reports(12),
            format!("12 reports wait for the moderators. {link}")
        );
    }

    #[test]
    fn a_name_calls_nobody_and_links_to_nothing() {
        for (name, plain) in [
            ("@here <!channel> [x](y)", "here channel xy"),
            ("www.evil.example", "www evil example"),
            ("https://evil.example", "httpsevil example"),
            ("evil.example.", "evil example."),
            (". .", ""),
            ("evil．example", "evilexample"),
            ("Dr. J.R. O’Neil-Smith", "Dr. J R. O’Neil-Smith"),
        ] {
            let mut nasty = table(name, None);
            nasty.origin = None;
            let text = said(&[nasty], 0);
            let expected = format!("{plain} is looking");
            assert!(text.starts_with(&expected), "{name}: {text}");
            let words = text.split(' ');
            let links = words.filter(|word| word.trim_end_matches('.').contains('.'));
            assert_eq!(links.count(), 0, "{text}");
        }
    }
}
