//! How a server that only its own machine can reach lets others in.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use brickwood_protocol::Addresses;
use brickwood_server::{AddressKind, Network, Opening, OwnAddress, Server};
use brickwood_test_client::Answer;
use tokio::net::{TcpListener, TcpStream};

use crate::{
    clients::{answer, request},
    support::TestServer,
};

const COMMAND: &str = "brickwood --host 0.0.0.0";

/// Stands for the address of the machine at home.
const HOME: &str = "127.0.0.2";

struct OneNetwork(AddressKind);

impl Network for OneNetwork {
    fn addresses(&self) -> Vec<OwnAddress> {
        let ip = HOME.parse().unwrap();
        vec![OwnAddress { ip, kind: self.0 }]
    }
}

/// A server that can be opened, and how often it said that it was.
async fn closed(kind: AddressKind) -> (TestServer, Arc<AtomicUsize>) {
    let opened = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&opened);
    let server = TestServer::with(|server| {
        server.opening = Opening {
            on_request: true,
            opened: Box::new(move |_| {
                count.fetch_add(1, Ordering::Relaxed);
            }),
            network: Arc::new(OneNetwork(kind)),
            ..Opening::by_command(COMMAND)
        };
    })
    .await;
    (server, opened)
}

async fn ask(at: SocketAddr, method: &str, path: &str, fields: &[(&str, &str)]) -> Answer {
    answer(at, &request(method, path, fields, "")).await
}

async fn addresses(server: &TestServer) -> Addresses {
    let answer = server.guest().ask("GET", "/api/addresses", "").await;
    answer.json()
}

fn at_home(server: &TestServer) -> SocketAddr {
    SocketAddr::new(HOME.parse().unwrap(), server.address.port())
}

#[tokio::test]
async fn a_server_is_opened_to_the_home_network_from_its_own_machine_once() {
    let (server, opened) = closed(AddressKind::Home).await;
    let (can_open, command) = (true, COMMAND.to_owned());
    let closed = Addresses::Machine { can_open, command };
    assert_eq!(addresses(&server).await, closed);
    let home = at_home(&server);
    assert!(TcpStream::connect(home).await.is_err());
    // An address that the server does not listen at is not its own.
    let lan = [("host", "192.168.1.24:7878")];
    assert_eq!(ask(server.address, "GET", "/", &lan).await.status, 421);

    let open = Addresses::Network {
        urls: vec![format!("http://{home}")],
    };
    for _ in 0..2 {
        let answer = server.guest().ask("POST", "/api/addresses", "").await;
        assert_eq!(answer.json::<Addresses>(), open);
    }
    assert_eq!(opened.load(Ordering::Relaxed), 1);
    assert_eq!(addresses(&server).await, open);
    assert_eq!(ask(home, "GET", "/", &[("host", HOME)]).await.status, 200);
    assert_eq!(ask(server.address, "GET", "/", &lan).await.status, 200);
}

#[tokio::test]
async fn neither_other_sites_nor_other_machines_nor_proxies_open_a_server() {
    let (server, opened) = closed(AddressKind::Home).await;
    let host = server.address.to_string();
    let own = format!("http://{host}");
    for (headers, refused) in [
        (
            vec![("host", &*host), ("origin", "http://evil.example")],
            403,
        ),
        (
            vec![("host", &host), ("origin", "http://localhost:3000")],
            403,
        ),
        (
            vec![
                ("host", &host),
                ("origin", &own),
                ("sec-fetch-site", "cross-site"),
            ],
            403,
        ),
        (vec![("host", &host), ("x-forwarded-for", "192.0.2.1")], 403),
        (vec![("host", &host), ("via", "1.1 proxy")], 403),
        (vec![("host", "evil.example")], 421),
        (vec![("host", "192.168.1.24")], 421),
    ] {
        let answer = ask(server.address, "POST", "/api/addresses", &headers).await;
        assert_eq!(answer.status, refused, "{headers:?}");
    }
    assert_eq!(opened.load(Ordering::Relaxed), 0);
    assert!(TcpStream::connect(at_home(&server)).await.is_err());
    let headers = [("host", &*host), ("origin", &own)];
    let answer = ask(server.address, "POST", "/api/addresses", &headers).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn what_keeps_a_server_from_being_opened_is_said() {
    let open = |server: &TestServer| {
        let mut guest = server.guest();
        async move {
            let answer = guest.ask("POST", "/api/addresses", "").await;
            (answer.status, answer.problem())
        }
    };
    // A public address is not opened by a button.
    for kind in [AddressKind::Public, AddressKind::Virtual] {
        let (server, _) = closed(kind).await;
        assert_eq!(open(&server).await, (503, "no_home_network"), "{kind:?}");
    }
    let (server, _) = closed(AddressKind::Home).await;
    let _other = TcpListener::bind(at_home(&server)).await.unwrap();
    assert_eq!(open(&server).await, (503, "home_address_taken"));
    let by_options = |server: &mut Server| server.opening = Opening::by_command(COMMAND);
    let server = TestServer::with(by_options).await;
    assert_eq!(open(&server).await, (409, "opened_by_options"));
    let (can_open, command) = (false, COMMAND.to_owned());
    assert_eq!(
        addresses(&server).await,
        Addresses::Machine { can_open, command }
    );
}

#[tokio::test]
async fn private_addresses_are_told_in_private_networks_alone() {
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = TestServer::at(listener, |server| {
        server.opening.network = Arc::new(OneNetwork(AddressKind::Home));
        server.site.trusted_proxies = vec![IpAddr::from([127, 0, 0, 1]).into()];
    });
    let here = SocketAddr::new(IpAddr::from([127, 0, 0, 1]), port);
    for (client, told) in [
        ("192.168.1.9", true),
        ("fd00::9", true),
        ("203.0.113.5", false),
        ("2001:db8::5", false),
    ] {
        let headers = [("host", "127.0.0.1"), ("x-forwarded-for", client)];
        let answer = ask(here, "GET", "/api/addresses", &headers).await;
        let url = told.then(|| format!("http://{HOME}:{port}"));
        let urls = url.into_iter().collect();
        assert_eq!(
            answer.json::<Addresses>(),
            Addresses::Network { urls },
            "{client}"
        );
    }
    drop(server);
}

#[tokio::test]
async fn a_site_with_a_public_address_names_that_one() {
    let server = TestServer::with(|server| {
        server.site.public_url = Some("https://play.example".parse().unwrap());
    })
    .await;
    let url = "https://play.example".to_owned();
    assert_eq!(addresses(&server).await, Addresses::Public { url });
}

#[tokio::test]
async fn without_tls_other_machines_are_not_sent_what_their_browsers_complain_of() {
    const POLICY: &str = "cross-origin-opener-policy";
    let (server, _) = closed(AddressKind::Home).await;
    server.guest().ask("POST", "/api/addresses", "").await;
    let page = |host| ask(server.address, "GET", "/", host);
    let lan = page(&[("host", "192.168.1.24:7878")]).await;
    assert_eq!((lan.status, lan.field(POLICY)), (200, None));
    assert_eq!(lan.field("x-frame-options"), Some("DENY"));
    let here = page(&[("host", "localhost:7878")]).await;
    assert_eq!(here.field(POLICY), Some("same-origin"));
}
