//! `brickwood site`: what whoever hosts a site sees and decides, from the command line, while a server runs.

mod database;
mod print;

use std::{error::Error, process::ExitCode};

use brickwood_protocol::{ActAuthor, Misconduct, PublicPersonId, SiteAct, SiteFeatures, SiteOrder};
use brickwood_site::{SiteStorage, moderation::host, record::ratings::recompute};
use brickwood_storage::now_ms;
use clap::{Args, Subcommand, ValueEnum};

use crate::storage_options::StorageOptions;
pub(crate) use database::{Access, SiteDatabase};

const HELP: &str = "\
Works on the same data as `brickwood serve`, whether a server runs or not: servers see what is decided here within
seconds. People are named by the 16 digits that `reports`, `people` and `tables` print. Whatever is decided is noted
in a log that nothing edits. See \"Hosting\" in the documentation.

Examples:
  brickwood site link
  brickwood site reports
  brickwood site suspend 0123456789abcdef --hours 24 --reason insults --report 7
  brickwood site features --off open-tables";

/// What to do, and where the site's data is.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Options {
    #[command(flatten)]
    storage: StorageOptions,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Show how the site is: version, people online, sizes, backups, errors.
    Status,
    /// Print a link to the host's page, which is valid once and for 15 minutes.
    Link {
        /// First shut out all browsers that see the host's page.
        #[arg(long)]
        end_sessions: bool,
    },
    /// Show what is switched on, or switch parts of the site on and off.
    Features {
        /// Switch this on; may be given several times.
        #[arg(long, value_enum)]
        on: Vec<Feature>,
        /// Switch this off; may be given several times.
        #[arg(long, value_enum)]
        off: Vec<Feature>,
    },
    /// Show the reports that nobody has decided, with what happened.
    Reports {
        /// Show the last ones that were decided instead.
        #[arg(long)]
        decided: bool,
        /// Show those before this number.
        #[arg(long, default_value_t = u32::MAX, hide_default_value = true)]
        before: u32,
    },
    /// Show the people about whom something is decided.
    People,
    /// Show the tables whose games are not over, with their people.
    Tables,
    /// Warn somebody, who has to acknowledge it before they sit down again.
    Warn {
        #[command(flatten)]
        whom: Whom,
        #[command(flatten)]
        what_for: WhatFor,
    },
    /// Suspend somebody: no new tables, no seats and no chat. Games that have begun can be finished.
    Suspend {
        #[command(flatten)]
        whom: Whom,
        #[command(flatten)]
        what_for: WhatFor,
        /// For how many hours from now.
        #[arg(long)]
        hours: u32,
        /// For a day, let nobody new sit down from the network from which the person comes next.
        #[arg(long)]
        network: bool,
    },
    /// End a suspension, and take a warning back.
    Lift {
        #[command(flatten)]
        whom: Whom,
    },
    /// Have somebody choose another name before they sit down next.
    Rename {
        #[command(flatten)]
        whom: Whom,
        /// The name that they may not have.
        #[arg(long)]
        name: String,
    },
    /// Close a table: nobody sits down there any more, and a game that has begun ends without a winner.
    CloseTable {
        /// The table's id, which `tables` prints.
        table: String,
        /// Why, for the log.
        #[arg(long)]
        why: Option<String>,
    },
    /// Decide reports without doing anything.
    Settle {
        /// The number of a report; may be given several times.
        #[arg(long, required_unless_present = "all")]
        report: Vec<u32>,
        /// All reports that nobody has decided.
        #[arg(long, conflicts_with = "report")]
        all: bool,
        /// Why, for the log.
        #[arg(long)]
        why: Option<String>,
    },
    /// Show a message on every page, or take it away.
    Say {
        /// The message; without one, the last one is taken away.
        text: Option<String>,
    },
    /// Show the words that may be in nobody's name, or change them.
    Names {
        /// Refuse this word; may be given several times.
        #[arg(long, value_name = "WORD")]
        add: Vec<String>,
        /// Allow this word; may be given several times.
        #[arg(long, value_name = "WORD")]
        remove: Vec<String>,
    },
    /// Refuse new games. Those that exist go on.
    Close,
    /// Take new games again.
    Open,
    /// Show who may help, or change that. Moderators see reports and decide about people.
    Moderators {
        /// Let this person help; may be given several times.
        #[arg(long, value_name = "PERSON")]
        add: Vec<String>,
        /// Let this person help no longer; may be given several times.
        #[arg(long, value_name = "PERSON")]
        remove: Vec<String>,
    },
    /// Work out all ratings again from the rated games, and show which of those that are stored differ. No
    /// server of this machine may have the data folder open meanwhile.
    Ratings {
        /// Store them as they should be.
        #[arg(long)]
        write: bool,
    },
    /// Show what was done, the latest last.
    Log {
        /// How many lines.
        #[arg(long, default_value_t = 50)]
        last: u32,
    },
}

impl Command {
    /// Whether it changes anything.
    fn writes(&self) -> bool {
        match self {
            Self::Status
            | Self::Reports { .. }
            | Self::People
            | Self::Tables
            | Self::Log { .. }
            | Self::Ratings { write: false } => false,
            Self::Features { on, off } => !(on.is_empty() && off.is_empty()),
            Self::Moderators { add, remove } | Self::Names { add, remove } => {
                !(add.is_empty() && remove.is_empty())
            }
            Self::Link { .. }
            | Self::Warn { .. }
            | Self::Suspend { .. }
            | Self::Lift { .. }
            | Self::Rename { .. }
            | Self::Settle { .. }
            | Self::Say { .. }
            | Self::Close
            | Self::Open
            | Self::CloseTable { .. }
            | Self::Ratings { write: true } => true,
        }
    }
}

/// About whom, and with which reports.
#[derive(Args, Debug)]
struct Whom {
    /// The 16 digits that name the person.
    person: String,
    /// The number of a report that is decided with it; may be given several times.
    #[arg(long)]
    report: Vec<u32>,
    /// Why, for the log.
    #[arg(long)]
    why: Option<String>,
}

/// What the person is told.
#[derive(Args, Debug)]
struct WhatFor {
    /// What for.
    #[arg(long, value_enum)]
    reason: Reason,
    /// In words, for the person.
    #[arg(long)]
    words: Option<String>,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Reason {
    Insults,
    Spoiling,
    Cheating,
    Name,
    Advertising,
    Other,
}

impl From<Reason> for Misconduct {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Insults => Self::Insults,
            Reason::Spoiling => Self::Spoiling,
            Reason::Cheating => Self::Cheating,
            Reason::Name => Self::Name,
            Reason::Advertising => Self::Advertising,
            Reason::Other => Self::Other,
        }
    }
}

/// A part of the site that can be switched off.
#[derive(Clone, Copy, ValueEnum, Debug)]
enum Feature {
    Devices,
    MyGames,
    OpenTables,
    Ratings,
    Moderation,
}

impl Feature {
    const fn of(self, features: &mut SiteFeatures) -> &mut bool {
        match self {
            Self::Devices => &mut features.devices,
            Self::MyGames => &mut features.my_games,
            Self::OpenTables => &mut features.open_tables,
            Self::Ratings => &mut features.ratings,
            Self::Moderation => &mut features.moderation,
        }
    }
}

pub(crate) fn run(options: &Options) -> Result<ExitCode, Box<dyn Error>> {
    let place = options.storage.place()?;
    let access = if options.command.writes() || matches!(options.command, Command::Ratings { .. }) {
        Access::Full
    } else {
        Access::Reads
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let database = SiteDatabase::open(&place, access).await?;
        if database.is_read_only() && options.command.writes() {
            return Err("this data can only be read, and the command has to write there".into());
        }
        follow(&database, &options.command).await
    })
}

/// Fails if ratings differ and stay as they are.
async fn ratings(database: &SiteDatabase, write: bool) -> Result<ExitCode, Box<dyn Error>> {
    let log = database
        .log()
        .ok_or("a server uses this data, or it can only be read: stop the server, or copy the data, and try again")?;
    let found = recompute(log, write).await?;
    print::ratings(&found);
    let is_well = found.differ.is_empty() || found.corrected;
    Ok(if is_well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn follow(database: &SiteDatabase, command: &Command) -> Result<ExitCode, Box<dyn Error>> {
    let now_ms = now_ms();
    let site = database.site();
    match command {
        Command::Status => print::state(&host::state(site, now_ms).await.map_err(said)?),
        Command::Link { end_sessions } => {
            if *end_sessions {
                act(site, SiteAct::EndSessions {}).await?;
            }
            println!("{}", database::link(site, now_ms).await?);
        }
        Command::Features { on, off } => features(site, on, off).await?,
        Command::Reports { decided, before } => {
            let reports = host::reports(site, *decided, *before).await;
            let reports = reports.map_err(said)?;
            if let Some(next) = reports.next {
                println!("there are earlier ones: --before {next}");
            }
            let none = if *decided {
                "No report was decided."
            } else {
                "No report is open."
            };
            print::each(reports.cards.iter().rev(), none, print::card);
        }
        Command::People => {
            let people = host::people(site).await.map_err(said)?;
            let none = "Nothing is decided about anybody.";
            print::each(people.iter(), none, |one| print::judged(one, now_ms));
        }
        Command::Tables => {
            let mut found = Vec::new();
            let mut skip = Some(0);
            while let Some(skipped) = skip {
                let tables = host::tables(site, skipped, true).await.map_err(said)?;
                found.extend(tables.tables);
                skip = tables.next;
            }
            let none = "There are no tables whose games are not over.";
            print::each(found.iter(), none, print::table);
        }
        Command::Warn { whom, what_for } => {
            let act = SiteAct::Warn {
                person: PublicPersonId(whom.person.clone()),
                reason: what_for.reason.into(),
                words: what_for.words.clone(),
            };
            decide(site, whom, act).await?;
        }
        Command::Suspend {
            whom,
            what_for,
            hours,
            network,
        } => {
            let act = SiteAct::Suspend {
                person: PublicPersonId(whom.person.clone()),
                hours: *hours,
                reason: what_for.reason.into(),
                words: what_for.words.clone(),
                network: *network,
            };
            decide(site, whom, act).await?;
        }
        Command::Lift { whom } => {
            let person = PublicPersonId(whom.person.clone());
            decide(site, whom, SiteAct::Lift { person }).await?;
        }
        Command::Rename { whom, name } => {
            let act = SiteAct::Rename {
                person: PublicPersonId(whom.person.clone()),
                name: name.clone(),
            };
            decide(site, whom, act).await?;
        }
        Command::CloseTable { table, why } => {
            let table = table.clone();
            order(site, SiteAct::CloseTable { table }, why.clone(), Vec::new()).await?;
        }
        Command::Settle { report, all, why } => {
            let act = if *all {
                let last = site.last_report().await?;
                SiteAct::SettleAll { last }
            } else {
                SiteAct::Settle {}
            };
            order(site, act, why.clone(), report.clone()).await?;
        }
        Command::Say { text } => act(site, SiteAct::Say { text: text.clone() }).await?,
        Command::Names { add, remove } => names(site, add, remove).await?,
        Command::Close => act(site, SiteAct::Close { closed: true }).await?,
        Command::Open => act(site, SiteAct::Close { closed: false }).await?,
        Command::Moderators { add, remove } => moderators(site, add, remove).await?,
        Command::Ratings { write } => return ratings(database, *write).await,
        Command::Log { last } => log(site, *last).await?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Switches parts on and off, and shows what is on.
async fn features(
    site: SiteStorage<'_>,
    on: &[Feature],
    off: &[Feature],
) -> Result<(), Box<dyn Error>> {
    let mut features = host::state(site, now_ms()).await.map_err(said)?.features;
    for feature in on {
        *feature.of(&mut features) = true;
    }
    for feature in off {
        *feature.of(&mut features) = false;
    }
    if !on.is_empty() || !off.is_empty() {
        act(site, SiteAct::Features { features }).await?;
    }
    for feature in Feature::value_variants() {
        let name = feature.to_possible_value().expect("no feature is hidden");
        print::switch(name.get_name(), *feature.of(&mut features));
    }
    Ok(())
}

/// Changes the words that may be in nobody's name, and prints all.
async fn names(
    site: SiteStorage<'_>,
    add: &[String],
    remove: &[String],
) -> Result<(), Box<dyn Error>> {
    let mut names = host::state(site, now_ms())
        .await
        .map_err(said)?
        .refused_names;
    names.retain(|name| !remove.contains(name) && !add.contains(name));
    names.extend(add.iter().cloned());
    if !add.is_empty() || !remove.is_empty() {
        let names = names.clone();
        act(site, SiteAct::RefuseNames { names }).await?;
    }
    for name in &names {
        println!("{name}");
    }
    Ok(())
}

/// Prints the last things that were done, the latest at the end.
async fn log(site: SiteStorage<'_>, last: u32) -> Result<(), Box<dyn Error>> {
    let mut lines = Vec::new();
    let (mut before, mut left) = (Some(u32::MAX), last);
    while let Some(next) = before.filter(|_| left > 0) {
        let log = host::log(site, next, left).await.map_err(said)?;
        left -= log.lines.len() as u32;
        lines.extend(log.lines);
        before = log.next;
    }
    print::each(lines.iter().rev(), "Nothing was done yet.", print::line);
    Ok(())
}

/// Lets people help, or not any more, and shows who helps.
async fn moderators(
    site: SiteStorage<'_>,
    add: &[String],
    remove: &[String],
) -> Result<(), Box<dyn Error>> {
    for (people, on) in [(add, true), (remove, false)] {
        for person in people {
            let person = PublicPersonId(person.clone());
            act(site, SiteAct::Moderator { person, on }).await?;
        }
    }
    let state = host::state(site, now_ms()).await.map_err(said)?;
    print::each(state.moderators.iter(), "Nobody helps.", |one| {
        println!("{}", print::person(one));
    });
    Ok(())
}

async fn act(site: SiteStorage<'_>, act: SiteAct) -> Result<(), Box<dyn Error>> {
    order(site, act, None, Vec::new()).await
}

async fn decide(site: SiteStorage<'_>, whom: &Whom, act: SiteAct) -> Result<(), Box<dyn Error>> {
    order(site, act, whom.why.clone(), whom.report.clone()).await
}

async fn order(
    site: SiteStorage<'_>,
    act: SiteAct,
    why: Option<String>,
    reports: Vec<u32>,
) -> Result<(), Box<dyn Error>> {
    let order = SiteOrder { act, why, reports };
    let done = host::act(site, ActAuthor::Command, order, now_ms()).await;
    done.map_err(said)
}

/// What a problem says.
// By value, for `map_err`.
#[allow(clippy::needless_pass_by_value)]
fn said(problem: brickwood_protocol::Problem) -> Box<dyn Error> {
    problem.message.into()
}
