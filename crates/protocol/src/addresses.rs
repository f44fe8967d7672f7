//! How others reach a server.

use brickwood_wire::wire;
use serde::{Deserialize, Serialize};

/// Under which addresses others reach a server.
#[wire(table, openapi)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Addresses {
    /// The site has a public address.
    Public {
        /// The address, such as `https://play.example`.
        url: String,
    },
    /// Other machines can connect.
    Network {
        /// The addresses in the networks of the server's machine, the likeliest first. Clients in other networks are
        /// told none.
        urls: Vec<String>,
        /// Whether the caller can close the server to the home network again.
        can_close: bool,
        /// Whether the caller has opened the server to the home network for a minute or longer, and nobody has come from
        /// there: something may keep devices out.
        unvisited: bool,
    },
    /// Only the server's own machine can connect.
    Machine {
        /// Whether the caller can open the server to the home network.
        can_open: bool,
        /// What starts a server that others reach.
        command: String,
    },
}
