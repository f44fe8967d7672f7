//! How others reach the server: its addresses, and the way to open it to the home network.

use std::net::IpAddr;

use axum::{Extension, Json, extract::State, http::HeaderMap};
use brickwood_protocol::{Addresses, ProblemKind};
use brickwood_site::http::{
    clients::{HostKind, Site, host_kind, is_forwarded},
    endpoints::endpoints,
    problem::Failure,
    rate_limit::{Caller, Peer},
};

use super::app::App;

endpoints! {
    of App;

    /// The addresses under which others reach the server. Those of its machine in private networks are told there alone.
    get "/api/addresses" => addresses {
        tag = "site",
        responses((
            status = 200, description = "The addresses.", body = Addresses, example = json!(examples::addresses()),
        ))
    }

    /// Opens a server that only its own machine can reach to the home network, now and whenever it is started there. Only
    /// somebody at that machine can do that, and only if the server was started with `brickwood` or `brickwood play`.
    post "/api/addresses" => open_to_home {
        tag = "site", responses(
            (status = 200, description = "The addresses now.", body = Addresses, example = json!(examples::addresses())),
            RefusedWith<403>, RefusedWith<409>, Unstored,
        )
    }

    /// Closes a server that was opened to the home network again: connections from there end. Who may open it may close it.
    delete "/api/addresses" => close_to_home {
        tag = "site", responses(
            (status = 200, description = "The addresses now.", body = Addresses, example = json!(examples::closed())),
            RefusedWith<403>, RefusedWith<409>, Unstored,
        )
    }
}

pub(super) async fn addresses(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Json<Addresses> {
    let is_near = app.site.is_near(&caller, &peer, &headers);
    let may_open = is_at_this_machine(&app.site.address, peer.ip, &headers);
    Json(app.listeners.addresses(is_near, may_open).await)
}

pub(super) async fn open_to_home(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Json<Addresses>, Failure> {
    if !is_at_this_machine(&app.site.address, peer.ip, &headers) {
        return Err(ProblemKind::NotThisMachine.into());
    }
    app.listeners.open(app.site.stored()).await?;
    Ok(Json(app.listeners.addresses(true, true).await))
}

pub(super) async fn close_to_home(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Json<Addresses>, Failure> {
    if !is_at_this_machine(&app.site.address, peer.ip, &headers) {
        return Err(ProblemKind::NotThisMachine.into());
    }
    app.listeners.shut(app.site.stored()).await?;
    Ok(Json(app.listeners.addresses(true, true).await))
}

/// Whether somebody at this machine has sent a request. A proxy at this machine may send those of anybody.
fn is_at_this_machine(site: &Site, peer: IpAddr, headers: &HeaderMap) -> bool {
    peer.to_canonical().is_loopback()
        && !site.is_proxy(peer)
        && !is_forwarded(headers)
        && host_kind(headers) == HostKind::ThisMachine
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, header};

    use brickwood_site::http::clients::FORWARDED;

    use super::*;

    fn is_here(site: &Site, peer: &str, host: &str, more: &[&'static str]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        for name in more {
            let name = HeaderName::from_static(name);
            headers.insert(name, "192.0.2.1".parse().unwrap());
        }
        is_at_this_machine(site, peer.parse().unwrap(), &headers)
    }

    #[test]
    fn only_a_browser_at_the_machine_itself_may_open_the_server() {
        let site = Site::default();
        for peer in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert!(
                is_here(&site, peer, "localhost:7878", &["origin"]),
                "{peer}"
            );
        }
        for peer in ["192.168.1.9", "fd00::9", "fe80::9", "203.0.113.5"] {
            assert!(!is_here(&site, peer, "localhost:7878", &[]), "{peer}");
        }
        for host in ["192.168.1.24:7878", "play.example", ""] {
            assert!(!is_here(&site, "127.0.0.1", host, &[]), "{host}");
        }
        // A proxy at the machine hands on what anybody sends, whether it is known or not.
        for header in FORWARDED {
            assert!(
                !is_here(&site, "127.0.0.1", "127.0.0.1", &[header]),
                "{header}"
            );
        }
        let mut proxied = Site::default();
        proxied.trusted_proxies.push("127.0.0.0/8".parse().unwrap());
        assert!(!is_here(&proxied, "127.0.0.1", "127.0.0.1", &[]));
    }
}
