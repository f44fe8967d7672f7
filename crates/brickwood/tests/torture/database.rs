//! A separate `PostgreSQL` server for a test, which can be stopped as if it crashed.

use std::{
    env, fs,
    net::TcpListener,
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;
use tokio_postgres::NoTls;

/// The variable with which `cargo xtask` names the folder of `PostgreSQL`'s programs.
pub const PROGRAMS: &str = "BRICKWOOD_TEST_POSTGRES";

/// The server. It ends with this.
pub struct Database {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    /// `PostgreSQL` refuses to run as root.
    user: Option<&'static str>,
}

impl Database {
    /// None if no programs are named, which is a failure under CI.
    pub fn start() -> Option<Self> {
        let Some(programs) = env::var_os(PROGRAMS).map(PathBuf::from) else {
            let missing = format!("{PROGRAMS} names no programs (`cargo xtask test` does)");
            assert!(env::var_os("CI").is_none(), "{missing}");
            eprintln!("skipped: {missing}");
            return None;
        };
        let id = Command::new("id").arg("-u").output().expect("id runs");
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let database = Self {
            folder: tempfile::tempdir().unwrap(),
            programs,
            port: listener.local_addr().unwrap().port(),
            user: id.stdout.starts_with(b"0\n").then_some("postgres"),
        };
        drop(listener);
        if let Some(user) = database.user {
            let folder = database.folder.path();
            let owner = Command::new("chown").arg(user).arg(folder).status();
            assert!(owner.expect("chown runs").success());
        }
        database.run(
            "initdb",
            &[
                "--auth=trust",
                "--username=postgres",
                "--encoding=UTF8",
                "--no-locale",
            ],
        );
        database.start_again();
        Some(database)
    }

    pub fn url(&self) -> String {
        format!("postgresql://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// Stops the server like a crash: it writes nothing more.
    pub fn crash(&self) {
        self.run("pg_ctl", &["stop", "--mode=immediate", "--silent"]);
    }

    /// Starts it again. Returns the time until it answered.
    pub fn start_again(&self) -> Duration {
        let begun = Instant::now();
        let settings = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories={} -c fsync=on",
            self.port,
            self.folder.path().display()
        );
        let report = self.folder.path().join("report");
        let report = report.to_string_lossy();
        let start = [
            "start",
            "--wait",
            "--silent",
            "--log",
            &report,
            "--options",
            &settings,
        ];
        self.run("pg_ctl", &start);
        begun.elapsed()
    }

    /// Ends the connections for the nodes' hints. Returns their number.
    pub async fn cut_hints(&self) -> u64 {
        let (client, connection) = tokio_postgres::connect(&self.url(), NoTls).await.unwrap();
        let driving = tokio::spawn(connection);
        let text = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE pid <> pg_backend_pid()
             AND (query LIKE '%EXECUTE format(''LISTEN%' OR query LIKE 'SELECT pg_notify(%')";
        let cut = client.execute(text, &[]).await.unwrap();
        driving.abort();
        cut
    }

    /// Runs one of the database's programs, as its user.
    fn run(&self, program: &str, arguments: &[&str]) {
        let program = self.programs.join(program);
        let mut command = match self.user {
            Some(user) => {
                let mut command = Command::new("setpriv");
                command
                    .args(["--reuid", user, "--regid", user, "--init-groups", "--"])
                    .arg(&program);
                command
            }
            None => Command::new(&program),
        };
        // The server outlives `pg_ctl`: it must not keep our pipes open.
        let errors = self.folder.path().join("errors");
        let status = command
            .args(arguments)
            .arg("--pgdata")
            .arg(self.folder.path().join("data"))
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(&errors).unwrap())
            .status()
            .expect("the program starts");
        if !status.success() {
            let said = fs::read_to_string(&errors).unwrap_or_default();
            let report = fs::read_to_string(self.folder.path().join("report"));
            let report = report.unwrap_or_default();
            panic!("{} failed ({status}): {said}{report}", program.display());
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.crash();
            return;
        }
        // A panic within a panic would hide the first one.
        let id = fs::read_to_string(self.folder.path().join("data/postmaster.pid"));
        if let Some(id) = id.ok().as_deref().and_then(|text| text.lines().next()) {
            let _ = Command::new("kill").args(["-QUIT", id]).status();
        }
    }
}
