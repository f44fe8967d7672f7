//! The environment variables that the program knows, and those that somebody may have misspelt.

use std::{env, ffi::OsStr};

use clap::{Command, CommandFactory, builder::Resettable};

use crate::{
    Arguments,
    storage_options::{DATA, DATABASE},
};

/// What all names begin with.
const OURS: &str = "BRICKWOOD_";

/// Contains the secret of the provider; no option does, which everybody on the machine would see.
pub(crate) const OIDC_SECRET: &str = "BRICKWOOD_OIDC_CLIENT_SECRET";

/// How like a name has to be to a known one: from 0 to 1.
const ALIKE: f64 = 0.75;

/// The command line, for which an empty variable counts as none: a file of settings may have `NAME=` in it.
pub(crate) fn without_empty(command: Command) -> Command {
    let is_empty = |name: &OsStr| env::var_os(name).is_some_and(|value| value.is_empty());
    let names: Vec<String> = command
        .get_subcommands()
        .map(|inner| inner.get_name().to_owned())
        .collect();
    let command = command.mut_args(|argument| {
        if argument.get_env().is_some_and(is_empty) {
            argument.env(Resettable::Reset)
        } else {
            argument
        }
    });
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, without_empty)
    })
}

/// The names that mean something.
fn known() -> Vec<String> {
    fn collect(command: &Command, names: &mut Vec<String>) {
        let variables = command
            .get_arguments()
            .filter_map(|argument| argument.get_env());
        names.extend(variables.map(|name| name.to_string_lossy().into_owned()));
        command
            .get_subcommands()
            .for_each(|inner| collect(inner, names));
    }
    let mut names: Vec<String> = [DATA, DATABASE, OIDC_SECRET].map(str::to_owned).into();
    collect(&Arguments::command(), &mut names);
    names.sort_unstable();
    names.dedup();
    names
}

/// A variable that means nothing.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Unknown {
    pub(crate) name: String,
    /// What was perhaps meant.
    pub(crate) like: Option<String>,
}

impl Unknown {
    /// What to tell somebody.
    pub(crate) fn said(&self) -> String {
        let name = &self.name;
        match &self.like {
            Some(like) => format!("the variable {name} means nothing: is {like} meant?"),
            None => format!("the variable {name} means nothing"),
        }
    }
}

/// Those of these names that look like ours and are not.
pub(crate) fn unknown(names: impl IntoIterator<Item = String>) -> Vec<Unknown> {
    let known = known();
    let ours = names
        .into_iter()
        .filter(|name| name.to_ascii_uppercase().starts_with(OURS) && !known.contains(name));
    ours.map(|name| {
        let upper = name.to_ascii_uppercase();
        let nearest = known
            .iter()
            .map(|known| (strsim::normalized_damerau_levenshtein(&upper, known), known))
            .max_by(|one, other| one.0.total_cmp(&other.0));
        let like = nearest.filter(|(likeness, _)| *likeness >= ALIKE);
        Unknown {
            like: like.map(|(_, known)| known.clone()),
            name,
        }
    })
    .collect()
}

/// The names of all variables.
pub(crate) fn set() -> impl Iterator<Item = String> {
    env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned())
}

/// Warns of variables that mean nothing.
pub(crate) fn warn_of_unknown() {
    for unknown in unknown(set()) {
        tracing::warn!("{}", unknown.said());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_is_told_with_the_one_that_was_meant() {
        for (name, like) in [
            ("BRICKWOOD_PUBLICURL", Some("BRICKWOOD_PUBLIC_URL")),
            ("BRICKWOOD_PUBLIC_URl", Some("BRICKWOOD_PUBLIC_URL")),
            ("brickwood_data", Some("BRICKWOOD_DATA")),
            ("BRICKWOOD_TRUSTED_PROXIES", Some("BRICKWOOD_TRUSTED_PROXY")),
            ("BRICKWOOD_ORANGES_AND_LEMONS", None),
        ] {
            let found = unknown([name.to_owned()]);
            let like = like.map(str::to_owned);
            let name = name.to_owned();
            assert_eq!(found, [Unknown { name, like }]);
        }
        let known = known().into_iter().chain(["HOME".to_owned()]);
        assert_eq!(unknown(known), []);
    }
}
