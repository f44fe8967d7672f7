//! Brickwood's chores: `cargo xtask --help`.

mod addresses;
mod browser;
mod check;
mod crates;
mod dist;
mod docs;
mod drawing;
mod flags;
mod folders;
mod fuzz;
mod html;
mod markdown;
mod postgres;
mod python;
mod release;
mod report;
mod rust;
mod semver;
mod site;
mod targets;
mod test;
mod tidy;
mod tools;
mod torture;
mod web;
mod wheels;
mod workflows;

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Result, anyhow};
use flags::XtaskCmd;
use rust::Profile;
use xshell::Shell;

fn main() -> ExitCode {
    let flags = flags::Xtask::from_env_or_exit();
    match run(flags.subcommand) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(chore: XtaskCmd) -> Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root());
    if env::var_os("CI").is_some() {
        shell.set_var(rust::INCREMENTAL, "0");
    }
    match chore {
        XtaskCmd::Test(test) => {
            let share = test.share.as_deref().map(test::Share::named).transpose()?;
            if test.long {
                shell.set_var(test::LONG, "1");
                shell.set_var("LAW_GAMES", rust::MANY_GAMES);
            }
            test::everything(&shell, share, test.long)
        }
        XtaskCmd::Check(_) => check::change(&shell),
        XtaskCmd::Fmt(_) => fmt(&shell),
        XtaskCmd::Tidy(_) => tidy::check(&shell),
        XtaskCmd::Web(web) if web.sources => web::check_sources(&shell),
        XtaskCmd::Web(_) => web::check(&shell),
        XtaskCmd::Browser(browser) => {
            let chromium = tools::chromium(&shell)?;
            let site = site::build(&shell)?;
            rust::build(&shell, Profile::Debug)?;
            let program = rust::binary(&shell, Profile::Debug)?;
            browser::run(&shell, &chromium, &program, Some(&site), &browser.arguments).map(drop)
        }
        XtaskCmd::Pictures(_) => {
            let chromium = tools::chromium(&shell)?;
            rust::build(&shell, Profile::Debug)?;
            browser::pictures(&shell, &chromium, &rust::binary(&shell, Profile::Debug)?)
        }
        XtaskCmd::Dist(chore) => {
            let staged = dist::build(&shell, Profile::of(!chore.debug))?;
            let archive = dist::pack(&shell, &staged)?;
            println!("{}", archive.path.display());
            if chore.check {
                dist::try_out(&shell, &tools::chromium(&shell)?, &archive)?;
            }
            Ok(())
        }
        XtaskCmd::Release(chore) => release::make(&shell, &chore),
        XtaskCmd::Sign(chore) => release::signature::sign(&shell, &chore.folder).map(drop),
        XtaskCmd::Tag(_) => release::tag::check(&shell),
        XtaskCmd::Crates(chore) => {
            let folder = crates::pack(&shell)?;
            println!("{}", folder.display());
            if chore.check {
                crates::docs(&shell)?;
                crates::try_out(&shell, &folder)?;
            }
            Ok(())
        }
        XtaskCmd::Site(_) => {
            println!("{}", site::build(&shell)?.display());
            Ok(())
        }
        XtaskCmd::Docs(chore) if chore.check => {
            let found = docs::check(&shell)?;
            println!("{}", found.unwrap_or_default());
            rust::build(&shell, Profile::Debug)?;
            docs::read(&shell, &rust::binary(&shell, Profile::Debug)?).map(drop)
        }
        XtaskCmd::Docs(_) => {
            println!("{}", docs::build(&shell)?.display());
            Ok(())
        }
        XtaskCmd::Python(python) => {
            let profile = Profile::of(python.release);
            if !python.heavy {
                rust::build(&shell, profile)?;
            }
            let arguments: Result<Vec<String>, _> = python
                .arguments
                .into_iter()
                .map(OsString::into_string)
                .collect();
            let arguments = arguments.map_err(|_| anyhow!("arguments for pytest are UTF-8"))?;
            let suite = if python.heavy {
                &python::HEAVY
            } else {
                &python::TESTS
            };
            python::test(&shell, suite, profile, &arguments)
        }
        XtaskCmd::Wheels(_) => wheels::build(&shell).map(drop),
        XtaskCmd::Targets(_) => targets::check(&shell).map(drop),
        XtaskCmd::Codegen(_) => rust::codegen(&shell),
        XtaskCmd::Fuzz(fuzz) => fuzz::run(&shell, fuzz.seconds, &fuzz.targets),
        XtaskCmd::Torture(torture) => torture::run(&shell, torture.release, &torture.torments),
        XtaskCmd::Advisories(_) => rust::advisories(&shell),
    }
}

fn fmt(shell: &Shell) -> Result<()> {
    rust::fmt(shell)?;
    web::fmt(shell)
}

/// The root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent()
        .expect("xtask is a folder of the repository")
        .to_owned()
}
