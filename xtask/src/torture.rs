//! Faults by the hundred: the long form of what `crates/brickwood/tests/torture` does in short.

use std::{env, process::Command, time::Instant};

use anyhow::{Result, bail, ensure};
use xshell::Shell;

use crate::{postgres, tools};

/// What is done to servers.
struct Torment {
    name: &'static str,
    test: &'static str,
    /// How much of it: variables that the test reads. Where one is set already, that holds.
    amounts: &'static [(&'static str, &'static str)],
    /// Whether it limits response times. Only an optimized build has those of a real server.
    timed: bool,
}

const ALL: [Torment; 11] = [
    Torment {
        name: "kills",
        test: "killed::a_server_that_is_killed_loses_nothing_and_repeats_nothing",
        amounts: &[("BRICKWOOD_TORTURE_KILLS", "200")],
        timed: false,
    },
    Torment {
        name: "power",
        test: "power::what_was_acknowledged_survives_power_cuts_and_is_synced_before_it_is_told",
        amounts: &[
            ("BRICKWOOD_TORTURE_CUTS", "1000"),
            ("BRICKWOOD_TORTURE_CUTS_SECONDS", "30"),
        ],
        timed: false,
    },
    Torment {
        name: "cluster",
        test: "cluster::nodes_and_a_database_that_fail_lose_nothing_and_repeat_nothing",
        amounts: &[
            ("BRICKWOOD_TORTURE_NODE_KILLS", "100"),
            ("BRICKWOOD_TORTURE_PAUSES", "50"),
            ("BRICKWOOD_TORTURE_DATABASE_STOPS", "20"),
        ],
        timed: false,
    },
    Torment {
        name: "rematch",
        test: "cluster::people_on_different_nodes_go_on_to_the_next_game_together",
        amounts: &[],
        timed: false,
    },
    Torment {
        name: "takeover",
        test: "cluster::bots_go_on_at_another_node_when_theirs_has_died",
        amounts: &[],
        timed: false,
    },
    Torment {
        name: "failover",
        test: "failover::a_site_goes_on_with_another_primary_and_loses_nothing",
        amounts: &[
            ("BRICKWOOD_TORTURE_FAILOVERS", "100"),
            ("BRICKWOOD_TORTURE_PRIMARY_PAUSES", "10"),
            ("BRICKWOOD_TORTURE_ETCD_KILLS", "10"),
            ("BRICKWOOD_TORTURE_NETWORK_CUTS", "20"),
            ("BRICKWOOD_TORTURE_SWITCHOVERS", "10"),
            ("BRICKWOOD_TORTURE_FAILOVER_RATE", "500"),
        ],
        timed: false,
    },
    Torment {
        name: "lost-line",
        test: "lost_line::a_line_that_a_new_primary_lacks_is_taken_back_and_the_game_goes_on",
        amounts: &[],
        timed: false,
    },
    Torment {
        name: "restart",
        test: "restart::a_rolling_restart_loses_nothing_and_nobody_is_refused",
        amounts: &[("BRICKWOOD_TORTURE_RESTART_RATE", "500")],
        timed: false,
    },
    Torment {
        name: "evening",
        test: "evening::an_evening_loses_no_table_and_no_alert_when_a_server_dies",
        amounts: &[
            ("BRICKWOOD_TORTURE_PEOPLE", "2000"),
            ("BRICKWOOD_TORTURE_EVENING_MS", "300000"),
        ],
        timed: false,
    },
    Torment {
        name: "recovery",
        test: "killed::a_server_with_many_games_is_back_after_a_crash",
        amounts: &[("BRICKWOOD_TORTURE_GAMES", "10000")],
        timed: false,
    },
    Torment {
        name: "attacks",
        test: "attacks::players_are_served_and_the_server_stays_small_under_attack",
        amounts: &[
            ("BRICKWOOD_TORTURE_ATTACK_SECONDS", "30"),
            ("BRICKWOOD_TORTURE_ATTACK_P99_MS", "100"),
        ],
        timed: true,
    },
];

/// Does all of it, or only what is named, and prints what was found.
pub(crate) fn run(shell: &Shell, release: bool, only: &[String]) -> Result<()> {
    for name in only {
        let known = ALL.map(|torment| torment.name).join(", ");
        ensure!(
            ALL.iter().any(|torment| torment.name == name),
            "there is no torment {name}: there are {known}"
        );
    }
    let programs = postgres::ensure_installed(shell)?;
    postgres::ensure_patroni(shell)?;
    let mut sums = Vec::new();
    let mut failed = Vec::new();
    for torment in &ALL {
        if !only.is_empty() && !only.iter().any(|name| name == torment.name) {
            continue;
        }
        eprintln!("\n==> {}", torment.name);
        let begun = Instant::now();
        let said = tools::tee(command(shell, release, torment).env(postgres::PROGRAMS, &programs));
        let minutes = begun.elapsed().as_secs_f64() / 60.0;
        let outcome = match said {
            Ok(said) => said
                .lines()
                .filter_map(|line| line.split_once("torture: "))
                .map(|(_, sum)| sum.to_owned())
                .collect(),
            Err(error) => {
                failed.push(torment.name);
                vec![format!("FAILED: {error:#}")]
            }
        };
        sums.push((torment.name, minutes, outcome));
    }
    eprintln!();
    for (name, minutes, outcome) in sums {
        eprintln!("{minutes:>6.1} min  {name}");
        for line in outcome {
            eprintln!("            {line}");
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    bail!("there are findings: {}", failed.join(", "))
}

fn command(shell: &Shell, release: bool, torment: &Torment) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(shell.current_dir()).args([
        "test",
        "--package",
        "brickwood",
        // With the log in PostgreSQL.
        "--all-features",
        "--test",
        "torture",
    ]);
    if release || torment.timed {
        command.arg("--release");
    }
    command.args(["--", "--exact", "--nocapture", torment.test]);
    for (variable, amount) in torment.amounts {
        if env::var_os(variable).is_none() {
            command.env(variable, amount);
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::ALL;

    #[test]
    fn every_torment_is_a_test() {
        let folder = crate::root().join("crates/brickwood/tests/torture");
        for torment in ALL {
            let (module, name) = torment.test.split_once("::").unwrap();
            let text = fs::read_to_string(folder.join(module).with_extension("rs")).unwrap();
            let head = format!("async fn {name}()");
            assert!(text.contains(&head), "there is no {}", torment.test);
        }
    }
}
