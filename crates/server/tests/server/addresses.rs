//! How a server that only its own machine can reach lets others in.

use std::{
    net::{IpAddr, SocketAddr},
    path::Path,
    sync::Arc,
    time::Duration,
};

use brickwood_protocol::Addresses;
use brickwood_server::{AddressKind, IpNet, Network, Opening, OwnAddress, Server};
use brickwood_site::SCHEMA;
use brickwood_storage::{NodeId, SqliteStorage, Storage};
use brickwood_test_client::{Answer, Heard, Socket, TestPerson};
use parking_lot::Mutex;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};

use crate::{
    clients::{answer, request},
    support::{TestServer, enter, order},
};

const COMMAND: &str = "brickwood --host 0.0.0.0";

/// Stands for the address of the machine at home.
const HOME: &str = "127.0.0.2";

struct OneNetwork(AddressKind);

impl Network for OneNetwork {
    fn addresses(&self) -> Vec<OwnAddress> {
        let ip = HOME.parse().unwrap();
        let network = "127.0.0.0/30".parse().unwrap();
        let kind = self.0;
        vec![OwnAddress { ip, network, kind }]
    }
}

/// What a server has said of how others reach it: how many addresses, each time.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<usize>>>);

impl Said {
    fn all(&self) -> Vec<usize> {
        self.0.lock().clone()
    }

    /// Of a server that can be opened in this network.
    fn opening(&self, network: impl Network) -> Opening {
        let said = self.clone();
        Opening {
            on_request: true,
            told: Box::new(move |at| said.0.lock().push(at.len())),
            network: Arc::new(network),
            ..Opening::by_command(COMMAND)
        }
    }
}

/// A server that can be opened, and what it says.
async fn closed(kind: AddressKind) -> (TestServer, Said) {
    let said = Said::default();
    let opening = said.opening(OneNetwork(kind));
    let server = TestServer::with(|server| server.opening = opening).await;
    (server, said)
}

/// The address of a server that only its own machine can reach.
fn only_here() -> Addresses {
    let (can_open, command) = (true, COMMAND.to_owned());
    Addresses::Machine { can_open, command }
}

fn reached_at(url: String) -> Addresses {
    Addresses::Network {
        urls: vec![url],
        can_close: true,
        unvisited: false,
    }
}

async fn ask(at: SocketAddr, method: &str, path: &str, fields: &[(&str, &str)]) -> Answer {
    answer(at, &request(method, path, fields, "")).await
}

async fn addresses(server: &TestServer) -> Addresses {
    let answer = server.person().ask("GET", "/api/addresses", "").await;
    answer.json()
}

fn at_home(server: &TestServer) -> SocketAddr {
    SocketAddr::new(HOME.parse().unwrap(), server.address.port())
}

#[tokio::test]
async fn a_server_is_opened_to_the_home_network_from_its_own_machine_once() {
    let (server, said) = closed(AddressKind::Home).await;
    assert_eq!(addresses(&server).await, only_here());
    let home = at_home(&server);
    assert!(TcpStream::connect(home).await.is_err());
    // An address that the server does not listen at is not its own.
    let lan = [("host", "192.168.1.24:7878")];
    assert_eq!(ask(server.address, "GET", "/", &lan).await.status, 421);

    let open = reached_at(format!("http://{home}"));
    for _ in 0..2 {
        let answer = server.person().ask("POST", "/api/addresses", "").await;
        assert_eq!(answer.json::<Addresses>(), open);
    }
    assert_eq!(said.all(), [0, 1]);
    assert_eq!(addresses(&server).await, open);
    assert_eq!(ask(home, "GET", "/", &[("host", HOME)]).await.status, 200);
    assert_eq!(ask(server.address, "GET", "/", &lan).await.status, 200);
}

/// A machine that its owner carries from one network to another.
#[derive(Clone)]
struct Carried(Arc<Mutex<&'static str>>);

impl Network for Carried {
    fn addresses(&self) -> Vec<OwnAddress> {
        let ip: IpAddr = self.0.lock().parse().unwrap();
        let network = IpNet::new(ip, 24).unwrap().trunc();
        let kind = AddressKind::Home;
        vec![OwnAddress { ip, network, kind }]
    }
}

#[tokio::test]
async fn a_machine_that_is_carried_elsewhere_lets_nobody_in_until_it_is_opened_there() {
    let carried = Carried(Arc::new(Mutex::new("127.0.8.2")));
    let said = Said::default();
    let opening = said.opening(carried.clone());
    let server = TestServer::with(|server| server.opening = opening).await;
    let port = server.address.port();
    let at = |ip: &str| SocketAddr::new(ip.parse().unwrap(), port);
    server.person().ask("POST", "/api/addresses", "").await;
    let home = reached_at("http://127.0.8.2:".to_owned() + &port.to_string());
    assert_eq!(addresses(&server).await, home);

    *carried.0.lock() = "127.0.9.2";
    assert_eq!(addresses(&server).await, only_here());
    assert!(TcpStream::connect(at("127.0.9.2")).await.is_err());
    // In the same network, it may have another address than before.
    *carried.0.lock() = "127.0.8.7";
    let home = reached_at("http://127.0.8.7:".to_owned() + &port.to_string());
    assert_eq!(addresses(&server).await, home);
    assert!(TcpStream::connect(at("127.0.8.7")).await.is_ok());

    *carried.0.lock() = "127.0.9.2";
    server.person().ask("POST", "/api/addresses", "").await;
    assert!(TcpStream::connect(at("127.0.9.2")).await.is_ok());
    assert_eq!(said.all(), [0, 1, 1, 1]);
}

#[tokio::test]
async fn neither_other_sites_nor_other_machines_nor_proxies_open_a_server() {
    let (server, said) = closed(AddressKind::Home).await;
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
        for method in ["POST", "DELETE"] {
            let answer = ask(server.address, method, "/api/addresses", &headers).await;
            assert_eq!(answer.status, refused, "{method}, {headers:?}");
        }
    }
    assert_eq!(said.all(), [0]);
    assert!(TcpStream::connect(at_home(&server)).await.is_err());
    let headers = [("host", &*host), ("origin", &own)];
    let answer = ask(server.address, "POST", "/api/addresses", &headers).await;
    assert_eq!(answer.status, 200);
    // A device at home does not close the door for the others.
    let home = at_home(&server);
    let answer = ask(
        home,
        "DELETE",
        "/api/addresses",
        &[("host", "192.168.1.24")],
    )
    .await;
    assert_eq!(answer.status, 403);
    assert!(TcpStream::connect(home).await.is_ok());
}

/// How a socket ends.
async fn end(socket: &mut Socket) -> Heard {
    loop {
        let heard = socket.hear().await;
        if !matches!(heard, Heard::Message(..)) {
            return heard;
        }
    }
}

#[tokio::test]
async fn closing_a_server_ends_the_connections_from_home_and_no_others() {
    let (server, said) = closed(AddressKind::Home).await;
    let home = at_home(&server);
    server.person().ask("POST", "/api/addresses", "").await;
    let mut host = server.person();
    let table = host.create(&order(2, 0)).await;
    let (mut here, _) = enter(&host, &table, None).await;
    let (mut phone, _) = enter(&TestPerson::new(home), &table, None).await;
    let mut idle = TcpStream::connect(home).await.unwrap();
    // It is accepted once it is answered.
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {home}\r\n\r\n");
    idle.write_all(request.as_bytes()).await.unwrap();
    assert!(idle.read(&mut [0; 1024]).await.unwrap() > 0);

    let answer = host.ask("DELETE", "/api/addresses", "").await;
    assert_eq!(answer.json::<Addresses>(), only_here());
    assert_eq!(end(&mut phone).await, Heard::Closed(1013));
    assert_eq!(idle.read(&mut [0; 1024]).await.unwrap(), 0);
    assert!(TcpStream::connect(home).await.is_err());
    assert_eq!(said.all(), [0, 1, 0]);
    // It is closed already.
    assert_eq!(host.ask("DELETE", "/api/addresses", "").await.status, 200);
    assert_eq!(said.all(), [0, 1, 0]);
    let nothing = timeout(Duration::from_millis(300), end(&mut here)).await;
    assert!(nothing.is_err(), "the machine itself stays");
    // And may be opened again.
    let answer = host.ask("POST", "/api/addresses", "").await;
    assert_eq!(answer.status, 200);
    assert!(TcpStream::connect(home).await.is_ok());
}

/// A server that keeps what it stores in this folder, at this port, and can be opened in this network.
async fn kept(folder: &Path, port: u16, network: impl Network) -> (TestServer, Said) {
    let said = Said::default();
    let opening = said.opening(network);
    let log: Arc<dyn Storage> = Arc::new(opened(folder).await);
    let listener = bound(port).await;
    let server = TestServer::at(listener, |server| {
        server.opening = opening;
        server.log = log;
        server.node = NodeId(7);
    });
    // It has begun once it answers.
    server.person().ask("GET", "/api/addresses", "").await;
    (server, said)
}

/// The storage, as soon as the server before has let go of it.
async fn opened(folder: &Path) -> SqliteStorage {
    for _ in 0..200 {
        if let Ok(log) = SqliteStorage::open(folder, SCHEMA) {
            return log;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    SqliteStorage::open(folder, SCHEMA).unwrap()
}

async fn bound(port: u16) -> TcpListener {
    for _ in 0..200 {
        if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)).await {
            return listener;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    TcpListener::bind(("127.0.0.1", port)).await.unwrap()
}

struct OtherNetwork;

impl Network for OtherNetwork {
    fn addresses(&self) -> Vec<OwnAddress> {
        let ip = "127.0.9.2".parse().unwrap();
        let network = "127.0.9.0/24".parse().unwrap();
        let kind = AddressKind::Home;
        vec![OwnAddress { ip, network, kind }]
    }
}

#[tokio::test]
async fn a_server_is_open_again_wherever_it_was_opened_until_it_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let home = || OneNetwork(AddressKind::Home);
    let (server, said) = kept(folder.path(), 0, home()).await;
    let port = server.address.port();
    server.person().ask("POST", "/api/addresses", "").await;
    assert_eq!(said.all(), [0, 1]);
    let phone = at_home(&server);
    drop(server);

    let (server, said) = kept(folder.path(), port, home()).await;
    assert_eq!(said.all(), [1]);
    assert_eq!(ask(phone, "GET", "/", &[("host", HOME)]).await.status, 200);
    drop(server);

    // Elsewhere nobody has asked for it.
    let (server, said) = kept(folder.path(), port, OtherNetwork).await;
    assert_eq!(said.all(), [0]);
    assert_eq!(addresses(&server).await, only_here());
    // What is closed there says nothing of home.
    server.person().ask("DELETE", "/api/addresses", "").await;
    drop(server);

    let (server, said) = kept(folder.path(), port, home()).await;
    assert_eq!(said.all(), [1]);
    server.person().ask("DELETE", "/api/addresses", "").await;
    drop(server);

    let (server, said) = kept(folder.path(), port, home()).await;
    assert_eq!(said.all(), [0]);
    assert!(TcpStream::connect(at_home(&server)).await.is_err());
}

#[tokio::test]
async fn what_keeps_a_server_from_being_opened_is_said() {
    let open = |server: &TestServer| {
        let mut person = server.person();
        async move {
            let answer = person.ask("POST", "/api/addresses", "").await;
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
    let close = server.person().ask("DELETE", "/api/addresses", "").await;
    assert_eq!((close.status, close.problem()), (409, "opened_by_options"));
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
        let told = Addresses::Network {
            urls,
            can_close: false,
            unvisited: false,
        };
        assert_eq!(answer.json::<Addresses>(), told, "{client}");
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
    server.person().ask("POST", "/api/addresses", "").await;
    let page = |host| ask(server.address, "GET", "/", host);
    let lan = page(&[("host", "192.168.1.24:7878")]).await;
    assert_eq!((lan.status, lan.field(POLICY)), (200, None));
    assert_eq!(lan.field("x-frame-options"), Some("DENY"));
    let here = page(&[("host", "localhost:7878")]).await;
    assert_eq!(here.field(POLICY), Some("same-origin"));
}
