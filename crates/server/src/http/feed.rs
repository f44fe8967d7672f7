//! The tables that wait for players as a feed, for whoever reads feeds. Its words are English, like those of a program: a
//! feed is the same for readers of all languages.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use brickwood_protocol::ProblemKind;
use brickwood_site::http::{
    cached::{entity_tag, has_tag},
    problem::Failure,
};
use brickwood_storage::Listed;
use chrono::DateTime;
use quick_xml::{Writer, events::BytesText};
use sha2::{Digest, Sha256};

use super::app::App;
use super::assets::no_such_file;

/// Where the feed is.
pub(super) const PATH: &str = "/feed/open-tables.atom";

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
    let text = feed(&origin(&app, &headers), &tables).map_err(|error| {
        tracing::error!(%error, "the feed cannot be written");
        ProblemKind::Internal
    })?;
    let tag = entity_tag(&Sha256::digest(&text).into());
    let head = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    if has_tag(&headers, &tag) {
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
    let newest_ms = tables.iter().map(|table| table.created_ms).max();
    let mut xml = Writer::new(Vec::from(*b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"));
    xml.create_element("feed")
        .with_attribute(("xmlns", "http://www.w3.org/2005/Atom"))
        .write_inner_content(|xml| {
            text(xml, "id", &format!("{origin}{PATH}"))?;
            text(xml, "title", "Brickwood: open tables")?;
            text(xml, "updated", &moment(newest_ms.unwrap_or_default()))?;
            link(xml, "self", &format!("{origin}{PATH}"))?;
            link(xml, "alternate", origin)?;
            for table in tables {
                xml.create_element("entry")
                    .write_inner_content(|xml| entry(xml, origin, table))?;
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
