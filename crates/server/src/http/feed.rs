//! The tables that wait for players as a feed, for whoever reads feeds, and the reports that nobody has decided for whoever
//! knows its address. The words are English, like those of a program: a feed is the same for readers of all languages.

use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::{Misconduct, ProblemKind};
use brickwood_site::{
    http::{
        cached::{entity_tag, has_tag},
        problem::Failure,
    },
    moderation::{
        host::reports_feed_path,
        reports::{StoredCard, StoredReport},
    },
    settings::{self, setting},
};
use brickwood_storage::Listed;
use chrono::DateTime;
use quick_xml::{Writer, events::BytesText};
use sha2::{Digest, Sha256};

use super::app::App;
use super::assets::no_such_file;

/// Where the feed of tables is.
pub(super) const PATH: &str = "/feed/open-tables.atom";

/// Where the feed of reports is.
pub(super) const REPORTS: &str = "/feed/reports/{secret}";

const MEDIA_TYPE: &str = "application/atom+xml; charset=utf-8";

/// `GET /feed/open-tables.atom`: what `GET /api/lobby` lists.
pub(super) async fn open_tables(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    if !app.site.features().await?.open_tables {
        return Ok(no_such_file());
    }
    let tables = app.site.open_tables().await?;
    answer(&headers, feed(&origin(&app, &headers), &tables))
}

/// `GET /feed/reports/SECRET`: the reports that nobody has decided, without a name.
pub(super) async fn open_reports(
    State(app): State<App>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let site = app.site.stored();
    let own = setting::<String>(site, settings::REPORTS_FEED).await?;
    let hash = |secret: &str| Sha256::digest(secret);
    let is_known = own.is_some_and(|own| hash(&own) == hash(&secret));
    if !is_known || !app.site.features().await?.moderation {
        return Ok(no_such_file());
    }
    let cards = site.report_cards(false, u32::MAX, MOST_REPORTS).await?;
    let mut reports = Vec::new();
    for card in cards {
        if let Some(first) = site.reports_of(&card, 1).await?.pop() {
            reports.push((card, first));
        }
    }
    let path = reports_feed_path(&secret);
    answer(
        &headers,
        feed_of_reports(&origin(&app, &headers), &path, &reports),
    )
}

/// The most reports in a feed.
const MOST_REPORTS: u32 = 20;

/// A feed, unless the reader has it already.
fn answer(headers: &HeaderMap, feed: std::io::Result<Vec<u8>>) -> Result<Response, Failure> {
    let text = feed.map_err(|error| {
        tracing::error!(%error, "the feed cannot be written");
        ProblemKind::Internal
    })?;
    let tag = entity_tag(&Sha256::digest(&text).into());
    let head = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    if has_tag(headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    Ok((head, [(header::CONTENT_TYPE, MEDIA_TYPE)], text).into_response())
}

/// The address of the site: the public one, or where the request went.
fn origin(app: &App, headers: &HeaderMap) -> String {
    if let Some(url) = &app.site.address.public_url {
        return url.origin().to_owned();
    }
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    format!("http://{}", host.unwrap_or("localhost"))
}

fn feed(origin: &str, tables: &[Listed]) -> std::io::Result<Vec<u8>> {
    let head = Head {
        title: "Brickwood: open tables",
        own: &format!("{origin}{PATH}"),
        page: origin,
        newest_ms: tables.iter().map(|table| table.created_ms).max(),
    };
    write(&head, tables, |xml, table| entry(xml, origin, table))
}

fn feed_of_reports(
    origin: &str,
    path: &str,
    reports: &[(StoredCard, StoredReport)],
) -> std::io::Result<Vec<u8>> {
    let page = format!("{origin}/host");
    let head = Head {
        title: "Brickwood: open reports",
        own: &format!("{origin}{path}"),
        page: &page,
        newest_ms: reports.iter().map(|(_, first)| first.at_ms).max(),
    };
    write(&head, reports, |xml, (card, first)| {
        let number = card.number;
        text(xml, "id", &format!("{page}?report={number}"))?;
        text(
            xml,
            "title",
            &format!("Report {number}: {}", about(first.body.reason)),
        )?;
        text(xml, "updated", &moment(first.at_ms))?;
        link(xml, "alternate", &page)?;
        xml.create_element("author")
            .write_inner_content(|xml| text(xml, "name", "Brickwood"))?;
        let (people, players) = (card.people, card.players);
        let by = format!("Reported by {people}, of whom {players} played at the table.");
        text(xml, "summary", &by)
    })
}

/// What a report is about.
const fn about(reason: Misconduct) -> &'static str {
    match reason {
        Misconduct::Insults => "insults, hate or threats",
        Misconduct::Spoiling => "a game spoiled on purpose",
        Misconduct::Cheating => "cheating",
        Misconduct::Name => "an offensive name",
        Misconduct::Advertising => "advertising",
        Misconduct::Other => "something else",
    }
}

/// What a feed says of itself.
struct Head<'a> {
    title: &'a str,
    /// Its own address.
    own: &'a str,
    /// The page that shows the same.
    page: &'a str,
    /// When the newest of its entries came, in milliseconds since 1970.
    newest_ms: Option<u64>,
}

fn write<T>(
    head: &Head<'_>,
    entries: &[T],
    entry: impl Fn(&mut Writer<Vec<u8>>, &T) -> std::io::Result<()>,
) -> std::io::Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::from(*b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"));
    xml.create_element("feed")
        .with_attribute(("xmlns", "http://www.w3.org/2005/Atom"))
        .write_inner_content(|xml| {
            text(xml, "id", head.own)?;
            text(xml, "title", head.title)?;
            text(xml, "updated", &moment(head.newest_ms.unwrap_or_default()))?;
            link(xml, "self", head.own)?;
            link(xml, "alternate", head.page)?;
            for one in entries {
                xml.create_element("entry")
                    .write_inner_content(|xml| entry(xml, one))?;
            }
            Ok(())
        })?;
    Ok(xml.into_inner())
}

fn entry(xml: &mut Writer<Vec<u8>>, origin: &str, table: &Listed) -> std::io::Result<()> {
    let summary = table.summary(None);
    let url = format!("{origin}/t/{}", table.id);
    let host = summary.host.as_deref();
    text(xml, "id", &url)?;
    text(xml, "title", &title(host))?;
    text(xml, "updated", &moment(table.created_ms))?;
    link(xml, "alternate", &url)?;
    xml.create_element("author")
        .write_inner_content(|xml| text(xml, "name", host.unwrap_or("Brickwood")))?;
    let seats = summary.players.len();
    let about = match summary.seats_to_take {
        0 => format!("{} of {seats} seats are open.", summary.open_seats),
        left => format!("The game has just begun: {left} of {seats} seats are a bot's, and free."),
    };
    text(xml, "summary", &about)
}

/// What a table is called where nobody has given it a name.
pub(crate) fn title(host: Option<&str>) -> String {
    match host {
        Some(host) => format!("{host}'s table"),
        None => "A table".to_owned(),
    }
}

fn text(xml: &mut Writer<Vec<u8>>, name: &str, text: &str) -> std::io::Result<()> {
    let element = xml.create_element(name);
    element.write_text_content(BytesText::new(text))?;
    Ok(())
}

fn link(xml: &mut Writer<Vec<u8>>, rel: &str, href: &str) -> std::io::Result<()> {
    let element = xml.create_element("link").with_attribute(("rel", rel));
    element.with_attribute(("href", href)).write_empty()?;
    Ok(())
}

/// A moment, in milliseconds since 1970, as feeds write it.
fn moment(at_ms: u64) -> String {
    let moment = DateTime::from_timestamp_millis(at_ms.cast_signed());
    moment.unwrap_or_default().to_rfc3339()
}
