//! What the book tells a host to type, run as it stands there on a fresh machine. Tidy fails for a block of commands that is
//! neither among these steps nor said to be apart.

use std::{
    ptr, thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use xshell::Shell;

use super::machine::{Machine, Network};
use crate::{
    folders,
    markdown::{self, Block},
};

/// The pages whose blocks are all run, but for those apart.
pub(crate) const PAGES: [&str; 2] = ["docs/book/host.md", "docs/book/hosting.md"];

/// Where the roles of a database are: that of the site, and one that may only read.
const STORAGE: &str = "docs/book/storage.md";

/// A block of commands.
pub(crate) struct Step {
    /// With what it begins.
    pub(crate) begins: &'static str,
    /// What stands there for what a host has, and what is here instead.
    instead: &'static [(&'static str, &'static str)],
    /// Commands: what a host has or has done before.
    before: &'static [&'static str],
    /// Commands that succeed if all is as it should be afterwards; of a server in a terminal, while it runs.
    after: &'static [&'static str],
    who: Who,
}

/// Who types it.
#[derive(PartialEq, Eq)]
enum Who {
    Root,
    /// Somebody in a terminal, in which the server goes on.
    InTerminal,
}

/// A step of root's with nothing around it.
const PLAIN: Step = Step {
    begins: "",
    instead: &[],
    before: &[],
    after: &[],
    who: Who::Root,
};

const READY: &str = "curl http://127.0.0.1:7878/readyz";

/// With the package, in this order.
pub(crate) const STEPS: [Step; 14] = [
    Step {
        begins: "getent hosts",
        before: &["echo 127.0.0.1 play.example $(hostname) >> /etc/hosts"],
        ..PLAIN
    },
    Step {
        begins: "sudo apt install ./brickwood",
        instead: &[("./brickwood_1.0.0_amd64.deb", "$PACKAGE")],
        ..PLAIN
    },
    Step {
        begins: "echo BRICKWOOD_PUBLIC_URL",
        after: &[
            READY,
            "curl --head --header 'Host: www.play.example' http://127.0.0.1:7878/rules | grep 'location: https://play.example/rules'",
        ],
        ..PLAIN
    },
    Step {
        // Caddy is installed already: there is no network. The authority is its own, which the system then trusts.
        begins: "sudo apt install caddy",
        after: &[
            "sed -i '1i { \\n local_certs \\n }' /etc/caddy/Caddyfile && systemctl reload caddy",
            "until cp /var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt \
                 /usr/local/share/ca-certificates/caddy.crt; do sleep 0.1; done",
            "update-ca-certificates",
        ],
        ..PLAIN
    },
    Step {
        begins: "curl https://play.example/readyz",
        ..PLAIN
    },
    Step {
        begins: "sudo brickwood doctor",
        ..PLAIN
    },
    Step {
        begins: "sudo brickwood site status",
        ..PLAIN
    },
    Step {
        begins: "brickwood site features",
        after: &[RATED],
        ..PLAIN
    },
    Step {
        begins: "sudo systemctl stop brickwood",
        instead: &[("brickwood-2026-11-28T03-00-00Z.db", "brickwood-*.db")],
        before: &[
            "brickwood backup --into /var/lib/brickwood/backups",
            "brickwood site features --off ratings",
        ],
        after: &[READY, RATED],
        ..PLAIN
    },
    Step {
        begins: "sudo systemctl enable --now brickwood-backup.timer",
        after: &[
            "test $(stat --format %U:%a /var/lib/brickwood-backups/brickwood-*Z.db) = brickwood:600",
        ],
        ..PLAIN
    },
    Step {
        begins: "sudo brickwood backup --to",
        ..PLAIN
    },
    Step {
        begins: "sudo install -d -m 700 /etc/credstore",
        before: &[
            "printf '#!/bin/sh\\necho s3cret > \"$1\"\\n' > /usr/local/bin/editor",
            "chmod 755 /usr/local/bin/editor",
        ],
        after: &[
            "systemctl restart brickwood",
            "curl http://127.0.0.1:7878/api/site | grep 'Club login'",
            "grep s3cret /run/credentials/brickwood.service/brickwood.oidc-client-secret",
            "! journalctl --unit brickwood | grep 'cannot be read'",
            "brickwood doctor",
        ],
        ..PLAIN
    },
    Step {
        // There is no compiler: the program is that of the package.
        begins: "cargo build --release",
        instead: &[("cargo build --release\n", "")],
        before: &[
            "systemctl stop brickwood",
            "install -D /usr/bin/brickwood /home/ada/target/release/brickwood",
        ],
        after: &[READY],
        who: Who::InTerminal,
    },
    Step {
        begins: "brickwood serve --trusted-proxy",
        after: &[
            "curl --header 'Host: play.example' --header 'X-Forwarded-For: 203.0.113.7' http://127.0.0.1:7878/readyz",
        ],
        who: Who::InTerminal,
        ..PLAIN
    },
];

/// What was switched on before.
const RATED: &str = "brickwood site features | grep -E 'ratings +on'";

/// A new database knows nothing of it.
const RATED_NOT: &str = "brickwood site features | grep -E 'ratings +off'";

/// In a clone or an unpacked archive, on a machine without the package.
pub(crate) const WITHOUT_PACKAGE: Step = Step {
    begins: "install target/release/brickwood",
    after: &[
        READY,
        "test $(stat --format %U /proc/$(systemctl show --property MainPID --value brickwood)) = brickwood",
        "brickwood doctor",
        "systemctl start brickwood-backup",
    ],
    ..PLAIN
};

/// The options of the image, with which `image` runs it.
const IMAGE: &str = "podman load";

/// On three machines with a database each, in this order; the files are made on one, and the last two are for the primary.
pub(crate) const DATABASES: [Step; 6] = [
    Step {
        begins: "apt-get install postgresql patroni",
        ..PLAIN
    },
    Step {
        begins: "sh deploy/database-machines.sh",
        ..PLAIN
    },
    Step {
        begins: "install -m 644 etcd.conf",
        instead: &[("db1", "$NAME"), ("10.0.0.1", "$ADDRESS")],
        ..PLAIN
    },
    Step {
        begins: "install -o postgres -m 600 ca.crt",
        instead: &[("db1", "$NAME"), ("V-brickwood", "15-brickwood")],
        ..PLAIN
    },
    Step {
        begins: "sudo -u postgres psql < create.sql",
        before: &[WELL],
        after: &["su postgres --command 'psql --list' | grep brickwood"],
        ..PLAIN
    },
    Step {
        begins: "patronictl -c",
        instead: &[("V-brickwood", "15-brickwood")],
        before: &[WELL],
        after: &["! systemctl is-active patroni@15-brickwood"],
        ..PLAIN
    },
];

/// Asks a machine whether it is the primary.
const LEADS: &str =
    "su postgres --command \"psql --tuples-only --command 'SELECT pg_is_in_recovery()'\" | grep f";

/// Waits until there is a primary with two standbys, one of which has all that it has.
const WELL: &str = "until patronictl -c /etc/patroni/15-brickwood.yml list > /tmp/list; \
    [ $(grep -cE 'running|streaming' /tmp/list) = 3 ] && grep 'Sync Standby' /tmp/list; do sleep 0.5; done";

/// What begins the blocks that are not run like that, and why.
pub(crate) const APART: [(&str, &str); 2] = [
    (
        IMAGE,
        "the machine has no engine: the image is run without one, with the options that stand here",
    ),
    (
        "head -n 1 etcd.password",
        "for Debian 13, of which there is no machine here",
    ),
];

/// The role that may only read.
const AUDITOR: &str = "BRICKWOOD_DATABASE=postgres://auditor:password@127.0.0.1/brickwood";

/// How long three machines may take until one of them is the primary.
const PATIENCE: Duration = Duration::from_mins(2);

/// Waits, as anybody does who types, for a server that has just been started and may not have its certificate yet. An answer
/// that stays an error fails the command.
const CURLRC: &str = "silent\nshow-error\nfail\nretry = 50\nretry-delay = 1\nretry-all-errors\n";

/// The blocks of commands in a page.
pub(crate) fn blocks(page: &str) -> impl Iterator<Item = Block> {
    let blocks = markdown::read(page).blocks.into_iter();
    blocks.filter(|block| block.language == "sh")
}

/// All blocks of the pages.
fn book(shell: &Shell) -> Result<Vec<Block>> {
    let mut book = Vec::new();
    for page in PAGES {
        book.extend(blocks(&shell.read_file(page)?));
    }
    Ok(book)
}

/// A database on three machines, from the packages of the system to another primary.
pub(crate) fn try_out_databases(shell: &Shell) -> Result<()> {
    const MACHINES: usize = 3;
    let book = book(shell)?;
    let network = Network::of(MACHINES)?;
    let mut machines = Vec::new();
    for place in 1..=MACHINES {
        machines.push(Machine::start_in(shell, &network, place)?);
    }
    let [packages, files, etcd, patroni, database, switch] = &DATABASES;
    // Each waits for another before it has started.
    let on_all = |step: &Step| -> Result<()> {
        thread::scope(|scope| {
            let typing: Vec<_> = (machines.iter().zip(1..))
                .map(|(machine, place)| {
                    let here = format!(
                        "cd /srv; [ ! -d db{place} ] || cd db{place}; NAME=db{place} ADDRESS=10.0.0.{place}"
                    );
                    let book = &book;
                    scope.spawn(move || {
                        let shell = Shell::new()?;
                        step.run(book, &here, |command| machine.run(&shell, command))
                    })
                })
                .collect();
            typing
                .into_iter()
                .try_for_each(|typing| typing.join().expect("typing does not panic"))
        })
    };
    let on_first = |step: &Step, here: &str| {
        let first = &machines[0];
        step.run(&book, here, |command| first.run(shell, command))
    };
    on_all(packages)?;
    folders::copy("deploy".as_ref(), &machines[0].folder("srv/deploy"))?;
    on_first(files, "cd /srv")?;
    for (machine, place) in machines.iter().zip(1..) {
        let made = machines[0].folder(&format!("srv/machines/db{place}"));
        folders::copy(&made, &machine.folder(&format!("srv/db{place}")))?;
    }
    on_all(etcd)?;
    on_all(patroni)?;
    let begun = Instant::now();
    let leader = loop {
        let leads = |machine: &&Machine| machine.run(shell, LEADS).is_ok();
        if let Some(leader) = machines.iter().find(leads) {
            break leader;
        }
        ensure!(begun.elapsed() < PATIENCE, "no machine is the primary");
        thread::sleep(Duration::from_millis(500));
    };
    if !ptr::eq(leader, &raw const machines[0]) {
        folders::copy(&machines[0].folder("srv/db1"), &leader.folder("srv/db1"))?;
    }
    let on_leader =
        |step: &Step| step.run(&book, "cd /srv/db1", |command| leader.run(shell, command));
    on_leader(database)?;
    on_leader(switch)
}

/// All that a host does with the package and without it, on a machine that has neither.
pub(crate) fn try_out(shell: &Shell, machine: &Machine, package: &str) -> Result<()> {
    let book = book(shell)?;
    let on = |command: &str| machine.run(shell, command);
    on("useradd --create-home ada")?;
    on(&format!("printf '{CURLRC}' > /root/.curlrc"))?;
    let here = format!("cd /srv && PACKAGE={package}");
    for step in &STEPS {
        step.run(&book, &here, on)?;
    }
    with_postgres(shell, on)?;
    on("apt-get purge --yes brickwood && rm -r /etc/credstore /var/lib/brickwood-backups")?;
    folders::copy("deploy".as_ref(), &machine.folder("srv/clone/deploy"))?;
    on("mv /home/ada/target /srv/clone")?;
    WITHOUT_PACKAGE.run(&book, "cd /srv/clone", on)
}

impl Step {
    /// Types it, where and with what `here` says.
    fn run(&self, book: &[Block], here: &str, on: impl Fn(&str) -> Result<String>) -> Result<()> {
        let begins = self.begins;
        let block = book.iter().find(|block| block.text.starts_with(begins));
        let block = block.with_context(|| format!("the book does not say `{begins}`"))?;
        let mut commands = block.text.clone();
        for (there, here) in self.instead {
            ensure!(commands.contains(there), "`{begins}` without {there}");
            commands = commands.replace(there, here);
        }
        self.before
            .iter()
            .try_for_each(|command| on(command).map(drop))?;
        match self.who {
            Who::Root => {
                let printed = on(&format!("set -e; {here}\n{commands}"))?;
                let promised = commands
                    .lines()
                    .filter_map(|line| line.split_once("# prints: "));
                for (command, words) in promised {
                    ensure!(
                        printed.contains(words),
                        "`{command}` does not print {words}"
                    );
                }
            }
            Who::InTerminal => {
                on(&format!(
                    "systemd-run --unit terminal --collect --uid ada --working-directory /home/ada sh -ec '{commands}'"
                ))?;
            }
        }
        self.after
            .iter()
            .try_for_each(|command| on(command).map(drop))?;
        if self.who == Who::InTerminal {
            on("systemctl stop terminal")?;
        }
        Ok(())
    }
}

/// A database instead of the file, as the settings of the package have it, and a role that may only read, which sees
/// everything and changes nothing.
fn with_postgres(shell: &Shell, on: impl Fn(&str) -> Result<String>) -> Result<()> {
    let page = shell.read_file(STORAGE)?;
    let blocks = markdown::read(&page).blocks.into_iter();
    let roles: String = blocks
        .filter(|block| block.text.starts_with("CREATE ROLE"))
        .map(|block| block.text.replace('…', "password"))
        .collect();
    on("systemctl start postgresql")?;
    on(&format!(
        "su postgres --command 'psql --set ON_ERROR_STOP=1' <<'END'\n{roles}END"
    ))?;
    for command in [
        "sed -i 's/^#BRICKWOOD_DATABASE/BRICKWOOD_DATABASE/' /etc/brickwood.env",
        "systemctl restart brickwood",
        READY,
        "brickwood site status",
        RATED_NOT,
        "brickwood doctor",
    ] {
        on(command).context("with PostgreSQL")?;
    }
    on("systemctl stop brickwood")?;
    // Each dump has a word of its own.
    let all = "su postgres --command 'pg_dump --inserts brickwood' | grep --invert-match restrict | sha256sum";
    let before = on(all)?;
    for command in [
        "verify-log",
        "site status",
        "site features",
        "site reports",
        "site people",
        "site tables",
        "site log",
    ] {
        on(&format!("{AUDITOR} brickwood {command}"))?;
    }
    on(&format!("! {AUDITOR} brickwood site features --on ratings"))?;
    ensure!(on(all)? == before, "a role that may only read has written");
    Ok(())
}

/// The options of the server that the book gives the image.
pub(crate) fn options_of_image(shell: &Shell) -> Result<Vec<String>> {
    let page = shell.read_file(PAGES[1])?;
    let block = blocks(&page).find(|block| block.text.starts_with(IMAGE));
    let text = block
        .context("the book runs the image")?
        .text
        .replace("\\\n", " ");
    let (_, options) = text
        .rsplit_once(" brickwood:")
        .context("the name of the image")?;
    Ok(options
        .split_whitespace()
        .skip(1)
        .map(str::to_owned)
        .collect())
}
