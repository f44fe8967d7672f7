//! `dataset.json`: what is in a data set.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use brickwood_encode::{ActionSpace, Observer, Tensor};
use brickwood_notation::rules_text;
use brickwood_rules::Layout;
use serde::Serialize;
use serde_json::Value;

use crate::shard::{is_unfinished, replace};
use crate::{DatasetError, Plan};

/// The version of the format.
pub const VERSION: u32 = 2;

const FILE: &str = "dataset.json";

/// What is in a data set.
#[derive(Serialize)]
pub(crate) struct Manifest {
    format: &'static str,
    version: u32,
    /// Who wrote it: bots may play otherwise in another version.
    program: &'static str,
    source: Source,
    /// For each land that occurs.
    layouts: BTreeMap<&'static str, Numbers>,
    #[serde(skip)]
    tensors: Vec<Tensor>,
}

/// Where the games come from.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Source {
    Bots {
        rules: String,
        players: Vec<String>,
        games: u32,
        seed: u64,
        games_per_shard: u32,
        most_turns: u16,
        most_steps: u32,
    },
    Records {
        names: bool,
    },
}

/// The sizes and names of what has numbers.
#[derive(Serialize)]
struct Numbers {
    /// How many bits of a mask are used.
    choices: usize,
    tensors: BTreeMap<&'static str, TensorNumbers>,
}

#[derive(Serialize)]
struct TensorNumbers {
    shape: Vec<usize>,
    names: Vec<String>,
}

impl Manifest {
    pub(crate) fn of_plan(plan: &Plan) -> Self {
        let source = Source::Bots {
            rules: rules_text(&plan.rules),
            players: plan.players.clone(),
            games: plan.games,
            seed: plan.seed,
            games_per_shard: plan.games_per_shard,
            most_turns: plan.caps.turns,
            most_steps: plan.caps.steps,
        };
        let layout = Layout::for_players(plan.rules.players);
        Self::new(source, &[layout], &plan.tensors)
    }

    pub(crate) fn of_records(names: bool, tensors: &[Tensor]) -> Self {
        let layouts = [Layout::Standard, Layout::Large];
        Self::new(Source::Records { names }, &layouts, tensors)
    }

    fn new(source: Source, layouts: &[Layout], tensors: &[Tensor]) -> Self {
        let layouts = layouts.iter().map(|layout| {
            let name = match layout {
                Layout::Standard => "standard",
                Layout::Large => "large",
            };
            (name, Numbers::of(*layout, tensors))
        });
        Self {
            format: "brickwood-dataset",
            version: VERSION,
            program: env!("CARGO_PKG_VERSION"),
            source,
            layouts: layouts.collect(),
            tensors: tensors.to_vec(),
        }
    }

    pub(crate) const fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }

    /// See [`open_folder`].
    pub(crate) fn open(&self, folder: &Path) -> Result<bool, DatasetError> {
        open_folder(folder, self)
    }
}

/// Begins a data set with this manifest in a folder, or goes on with the same one. Returns whether it was there.
pub(crate) fn open_folder(folder: &Path, manifest: &impl Serialize) -> Result<bool, DatasetError> {
    let path = folder.join(FILE);
    fs::create_dir_all(folder).map_err(DatasetError::file(folder))?;
    let own = serde_json::to_value(manifest).expect("a manifest is JSON");
    match fs::read(&path) {
        Ok(text) => {
            let other = serde_json::from_slice(&text).unwrap_or(Value::Null);
            match first_difference(&own, &other) {
                None => Ok(true),
                Some(field) => Err(DatasetError::Another {
                    folder: folder.to_owned(),
                    field,
                }),
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut files = fs::read_dir(folder).map_err(DatasetError::file(folder))?;
            if files.any(|file| !file.is_ok_and(|file| is_unfinished(&file.path()))) {
                return Err(DatasetError::NotEmpty(folder.to_owned()));
            }
            let text = serde_json::to_string_pretty(&own).expect("a manifest is JSON");
            replace(&path, (text + "\n").as_bytes())?;
            Ok(false)
        }
        Err(error) => Err(DatasetError::File { path, error }),
    }
}

impl Numbers {
    fn of(layout: Layout, tensors: &[Tensor]) -> Self {
        let tensors = tensors.iter().map(|tensor| {
            let shape = Observer::shape(layout, *tensor);
            let numbers = TensorNumbers {
                shape: shape.dimensions[..shape.rank].to_vec(),
                names: Observer::names(layout, *tensor),
            };
            (tensor.name(), numbers)
        });
        Self {
            choices: ActionSpace::of(layout).len(),
            tensors: tensors.collect(),
        }
    }
}

/// The path of the first field that differs, such as `source.seed`.
fn first_difference(own: &Value, other: &Value) -> Option<String> {
    if own == other {
        return None;
    }
    let Value::Object(fields) = own else {
        return Some(String::new());
    };
    let differs = fields.iter().find_map(|(name, value)| {
        let inner = first_difference(value, other.get(name).unwrap_or(&Value::Null))?;
        Some(match inner.as_str() {
            "" => name.clone(),
            inner => format!("{name}.{inner}"),
        })
    });
    // The other one has more fields.
    Some(differs.unwrap_or_default())
}
