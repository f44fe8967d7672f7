//! A separate `PostgreSQL` server for a test, which can be stopped as if it crashed.

use std::{
    cell::Cell,
    env, fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;
use tokio::time::sleep;
use tokio_postgres::{Client, NoTls};

use crate::node::signal;

/// The variable with which `cargo xtask` names the folder of `PostgreSQL`'s programs.
pub const PROGRAMS: &str = "BRICKWOOD_TEST_POSTGRES";

/// The server. It ends with this.
pub struct Database {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    /// `PostgreSQL` refuses to run as root.
    user: Option<&'static str>,
    is_killed: Cell<bool>,
}

impl Database {
    /// None if no programs are named, which is a failure under CI.
    pub fn start() -> Option<Self> {
        let database = Self::prepare()?;
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

    /// A standby of this server, for which it does not wait.
    pub fn standby(&self) -> Self {
        let standby = Self::prepare().expect("there are programs for the other one");
        let port = format!("--port={}", self.port);
        standby.run(
            "pg_basebackup",
            &[
                "--host=127.0.0.1",
                &port,
                "--username=postgres",
                "--write-recovery-conf",
                "--checkpoint=fast",
            ],
        );
        standby.start_again();
        standby
    }

    /// From now on, it archives what it writes, as the book says. Returns where.
    pub async fn archive(&self) -> PathBuf {
        let archive = self.folder.path().join("archive");
        fs::create_dir(&archive).unwrap();
        self.own(&archive);
        let place = archive.display();
        let client = self.client().await;
        for setting in [
            "archive_mode = on".to_owned(),
            format!("archive_command = 'test ! -f {place}/%f && cp %p {place}/%f'"),
        ] {
            let text = format!("ALTER SYSTEM SET {setting}");
            client.batch_execute(&text).await.unwrap();
        }
        drop(client);
        self.crash();
        self.start_again();
        archive
    }

    /// Waits until everything that was written is in the archive.
    pub async fn archive_all(&self) {
        let client = self.client().await;
        let text = "SELECT pg_walfile_name(pg_switch_wal())";
        let last: String = client.query_one(text, &[]).await.unwrap().get(0);
        let text = "SELECT last_archived_wal >= $1 FROM pg_stat_archiver";
        loop {
            let row = client.query_one(text, &[&last]).await.unwrap();
            if row.get::<_, Option<bool>>(0) == Some(true) {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// A backup of all files, from which a server can be started.
    pub fn backup(&self) -> Self {
        let backup = Self::prepare().expect("there are programs for the other one");
        let port = format!("--port={}", self.port);
        let from = ["--host=127.0.0.1", &port, "--username=postgres"];
        backup.run(
            "pg_basebackup",
            &[&from[..], &["--checkpoint=fast"]].concat(),
        );
        backup
    }

    /// Starts a backup with what was archived up to a moment.
    pub async fn recover(&self, archive: &Path, moment: &str) {
        let data = self.folder.path().join("data");
        let settings = format!(
            "restore_command = 'cp {}/%f %p'\nrecovery_target_time = '{moment}'\n\
             recovery_target_action = promote\narchive_mode = off\n",
            archive.display()
        );
        let file = data.join("postgresql.auto.conf");
        fs::write(&file, settings).unwrap();
        fs::write(data.join("recovery.signal"), "").unwrap();
        self.own(&file);
        self.own(&data.join("recovery.signal"));
        self.start_again();
        let client = self.client().await;
        while client
            .query_one("SELECT pg_is_in_recovery()", &[])
            .await
            .unwrap()
            .get(0)
        {
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Gives a file to the user of the server.
    fn own(&self, file: &Path) {
        if let Some(user) = self.user {
            let owner = Command::new("chown").arg(user).arg(file).status();
            assert!(owner.expect("chown runs").success());
        }
    }

    /// The standby becomes the primary.
    pub fn promote(&self) {
        self.run("pg_ctl", &["promote", "--wait", "--silent"]);
    }

    /// Suspends the process that sends the standby what happens, once the standby has everything. Returns its id.
    pub async fn stop_sending(&self) -> u32 {
        let text = "SELECT pid FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()";
        let client = self.client().await;
        loop {
            if let Some(row) = client.query_opt(text, &[]).await.unwrap() {
                let sender = row.get::<_, i32>(0).cast_unsigned();
                signal(sender, "-STOP");
                return sender;
            }
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// Kills the main process and this one. The others end once they notice. It cannot be started again.
    pub fn kill(&self, sender: u32) {
        let id = fs::read_to_string(self.folder.path().join("data/postmaster.pid")).unwrap();
        let id = id.lines().next().and_then(|line| line.parse().ok());
        signal(id.expect("a process id"), "-KILL");
        signal(sender, "-KILL");
        self.is_killed.set(true);
    }

    /// A connection, which is there as long as the client is.
    pub async fn client(&self) -> Client {
        let (client, connection) = tokio_postgres::connect(&self.url(), NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }

    fn prepare() -> Option<Self> {
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
            is_killed: Cell::new(false),
        };
        drop(listener);
        database.own(database.folder.path());
        Some(database)
    }

    /// The URL of whichever of two servers is the primary.
    pub fn url_with(&self, other: &Self) -> String {
        let (port, other) = (self.port, other.port);
        format!("postgresql://postgres@127.0.0.1:{port},127.0.0.1:{other}/postgres")
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
        let client = self.client().await;
        let text = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE pid <> pg_backend_pid()
             AND (query LIKE '%EXECUTE format(''LISTEN%' OR query LIKE 'SELECT pg_notify(%')";
        client.execute(text, &[]).await.unwrap()
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
        if !std::thread::panicking() && !self.is_killed.get() {
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
