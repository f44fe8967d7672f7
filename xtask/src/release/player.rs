//! Somebody who plays in a browser at a server that is installed.

use std::{
    io::{BufRead, BufReader, Lines, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use xshell::Shell;

use crate::{tools, web};

/// A browser with a table, as long as this exists.
pub(crate) struct Player {
    script: Child,
    orders: Option<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
    turns: u32,
}

impl Player {
    /// Opens a browser with the network of `command`, which begins it, for the server at this address.
    pub(crate) fn open(shell: &Shell, mut command: Command, address: &str) -> Result<Self> {
        web::install()?;
        let chromium = tools::chromium(shell)?;
        command
            .current_dir(shell.current_dir().join("web"))
            .args(["node", "scripts/player.mjs", address])
            .env("PW_CHROMIUM", chromium)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some(program) = tools::headless_shell(shell) {
            command.env("PW_HEADLESS_SHELL", program);
        }
        let mut script = command.spawn()?;
        let answers = script.stdout.take().context("piped")?;
        Ok(Self {
            orders: script.stdin.take(),
            answers: BufReader::new(answers).lines(),
            script,
            turns: 0,
        })
    }

    /// Plays a turn. All turns before are still there.
    pub(crate) fn turn(&mut self) -> Result<()> {
        writeln!(self.orders.as_mut().context("piped")?, "turn")?;
        self.turns += 1;
        let answer = self.answers.next();
        let answer = answer.context("the page plays no turn")??;
        ensure!(answer == self.turns.to_string(), "the page lost a turn");
        Ok(())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // At the end of its orders, it closes the browser.
        drop(self.orders.take());
        let _ = self.script.wait();
    }
}
