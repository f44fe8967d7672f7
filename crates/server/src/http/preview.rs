//! What messengers show of a link to the site: a title, a sentence and a picture. Of a table it says no more than that a
//! seat is free.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};
use brickwood_site::http::{
    clients::Site, cookie, problem::Failure, rate_limit::Caller, sender::table_id,
};
use tokio::time::{Duration, timeout};

use super::app::App;
use super::{assets::WebClient, page::with_head};

/// How long the storage may take.
const PATIENCE: Duration = Duration::from_millis(500);

/// A file of the client: 1200 pixels wide and 630 high, as messengers show it whole.
const PICTURE: &str = "/preview.jpg";

/// Search engines do not list what carries this. They have to be let in to see it.
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// What a link leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Preview {
    /// The site, or a table of which there is nothing to tell.
    Site,
    /// A table with a free seat.
    FreeSeat,
}

impl Preview {
    const fn title(self) -> &'static str {
        match self {
            Self::Site => "Brickwood",
            Self::FreeSeat => "A seat at a Brickwood table is free",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::Site => "Settle an island against friends or bots.",
            Self::FreeSeat => "Follow the link and sit down. Nobody needs an account.",
        }
    }

    /// The elements in the head of a page of this site.
    pub(super) fn elements(self, site: &Site, headers: &HeaderMap) -> String {
        let picture = format!("{}{PICTURE}", escaped(&origin(site, headers)));
        let (title, description) = (self.title(), self.description());
        let open_graph = [
            ("og:site_name", "Brickwood"),
            ("og:type", "website"),
            ("og:title", title),
            ("og:description", description),
            ("og:image", &picture),
            ("og:image:width", "1200"),
            ("og:image:height", "630"),
            (
                "og:image:alt",
                "An island of hexagons with roads, settlements and cities.",
            ),
        ];
        let elements: Vec<String> = open_graph
            .iter()
            .map(|(name, content)| format!(r#"<meta property="{name}" content="{content}" />"#))
            .collect();
        elements.concat() + r#"<meta name="twitter:card" content="summary_large_image" />"#
    }
}

/// Where the site is for whoever sends a request.
fn origin(site: &Site, headers: &HeaderMap) -> String {
    if let Some(url) = &site.public_url {
        return url.origin().to_owned();
    }
    let host = headers.get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    format!("http://{}", host.unwrap_or_default())
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

/// The route of the pages of tables.
pub(super) fn router(app: App, client: Arc<dyn WebClient>) -> Router {
    Router::new()
        .route("/t/{id}", get(table))
        .with_state((app, client))
}

async fn table(
    State((app, client)): State<(App, Arc<dyn WebClient>)>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let is_free = timeout(PATIENCE, has_free_seat(&app, &caller, id, &headers)).await;
    let preview = match is_free {
        Ok(Ok(true)) => Preview::FreeSeat,
        _ => Preview::Site,
    };
    let page = with_head(
        &*client,
        &preview.elements(&app.site.address, &headers),
        &headers,
    );
    ([(ROBOTS, HeaderValue::from_static("noindex"))], page).into_response()
}

/// Whether a table waits for players, as far as the sender of a request may find that out.
async fn has_free_seat(
    app: &App,
    caller: &Caller,
    id: String,
    headers: &HeaderMap,
) -> Result<bool, Failure> {
    // Browsers that were here before show the table itself. Whoever tries ids learns nothing more after some misses.
    if cookie::read(&app.site.address, headers).is_some() || caller.may_miss(false).is_err() {
        return Ok(false);
    }
    let id = table_id(id)?;
    let Some(table) = app.tables.log().games().listed(&id).await? else {
        caller.miss(false, None);
        return Ok(false);
    };
    let summary = table.summary(None);
    Ok(!summary.started && summary.open_seats > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_has_the_address_of_the_site_or_of_the_request() {
        let picture = |site: &Site, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            let elements = Preview::Site.elements(site, &headers);
            let (_, rest) = elements.split_once(r#"og:image" content=""#).unwrap();
            rest.split_once('"').unwrap().0.to_owned()
        };
        let mut site = Site::default();
        let here = picture(&site, "192.168.1.24:7878");
        assert_eq!(here, "http://192.168.1.24:7878/preview.jpg");
        let hostile = picture(&site, "a\"><script>&");
        assert_eq!(hostile, "http://a&quot;>&lt;script>&amp;/preview.jpg");
        site.public_url = Some("https://play.example".parse().unwrap());
        let public = picture(&site, "evil.example");
        assert_eq!(public, "https://play.example/preview.jpg");
    }
}
