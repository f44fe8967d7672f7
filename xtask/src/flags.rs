//! The command line.

#![allow(
    missing_docs,
    clippy::all,
    clippy::pedantic,
    unreachable_pub,
    reason = "written by a macro"
)]

use std::{ffi::OsString, path::PathBuf};

xflags::xflags! {
    /// Brickwood's chores.
    cmd xtask {
        /// Sets up what the checks need and runs them all: formatting, tidy, licenses, the web
        /// client's checks, clippy, the Rust tests, those of the Python package, and the browser tests.
        /// Run it before you send a change.
        cmd test {
            /// Only the share of one of three machines: `rust`, `page`, or `browser`.
            optional --share share: String
            /// The long form: more games for the laws, every feature alone, the fuzz targets compiled, and the browser tests in
            /// every language, window and view. A release and a run of each night have it.
            optional --long
        }
        /// Checks what has changed since the branch has left `main`: formatting, tidy, lints, types, and the unit tests
        /// of all that depends on it. Names the browser tests, which it leaves to `test`.
        cmd check {}
        /// Formats the Rust and web sources.
        cmd fmt {}
        /// Checks what the linters do not know: clauses have tests, words are those of the
        /// glossary, crates depend downwards, files stay short, links lead somewhere.
        cmd tidy {}
        /// Checks and builds the web client: lint, types, unit tests, the module for play without a
        /// server, build, size.
        cmd web {
            /// Only what needs no build: lint, types and unit tests.
            optional --sources
        }
        /// Runs the browser tests. What follows `--` goes to Playwright, for example
        /// `cargo xtask browser -- --headed --grep keyboard`.
        cmd browser {
            /// Arguments for Playwright.
            repeated arguments: OsString
        }
        /// Builds the package for Python and runs its tests, in an environment of its own. What follows `--`
        /// goes to pytest.
        cmd python {
            /// Builds the package, and the program that it is compared with, as users get them.
            optional --release
            /// Runs the heavy tests in their place: Ray, PyTorch, Polars and the examples for learning. Not part of
            /// `test`: what they need is gigabytes of downloads.
            optional --heavy
            /// Arguments for pytest.
            repeated arguments: OsString
        }
        /// Writes the package for Python into target/wheels, as a source distribution and as a wheel for this kind of
        /// machine, and plays a game with the wheel.
        cmd wheels {}
        /// Takes the pictures of the page, for the README and the documentation.
        cmd pictures {}
        /// Packs the program for this kind of machine into target/dist: with man pages, shell
        /// completions, the licenses of everything that it contains, and a bill of materials.
        cmd dist {
            /// Packs the debug build, as the tests do.
            optional --debug
            /// Unpacks the archive and plays a turn with what is in it.
            optional --check
        }
        /// Makes everything that a version is published as, for this kind of machine, into target/releases: the program in an
        /// archive, packages for Debian and Fedora, an image for containers, wheels, crates, checksums and a signature.
        cmd release {
            /// Installs each of it and plays a turn.
            optional --check
            /// Only what holds the program, made of the debug build: the short form, as the tests have it.
            optional --debug
            /// A package for Debian of the release before: with `--check`, a game that it began goes on with the new one.
            /// Without, the new one stands in for it.
            optional --previous package: PathBuf
        }
        /// Writes the checksums of the files in a folder, and a signature over them: where a release was made on several
        /// machines. BRICKWOOD_RELEASE_KEY is a secret key of minisign, BRICKWOOD_RELEASE_KEY_PASSWORD its password.
        cmd sign {
            /// The folder.
            required folder: PathBuf
        }
        /// Checks that what is here can be tagged as a version: the number is the same everywhere, the changelog has its
        /// date, and licenses, advisories and the crates' interfaces are in order.
        cmd tag {}
        /// Packs the crates as they can be published, with the page in that of the program, into target/package.
        cmd crates {
            /// Builds their documentation as docs.rs does, installs the program from them, without Node.js, and plays a turn
            /// with it.
            optional --check
        }
        /// Builds the page as a folder of files, target/site: any host of static files can serve it, under
        /// any path. There is no server: people play against bots or on one device.
        cmd site {}
        /// Builds the documentation as a site with search, target/docs-site: any host of static files can serve it, under
        /// any path, and the program that is built next serves it at `/docs/`.
        cmd docs {
            /// Follows every link of its pages, and reads and searches in what the program serves, with a browser.
            optional --check
        }
        /// Compiles the rules for a target without std. On Debian it installs what that needs.
        cmd targets {}
        /// Writes what is generated anew: the tables of `docs/rules`, and the TypeScript
        /// declarations of the protocol.
        cmd codegen {}
        /// Throws endless inputs at the laws of `fuzz/`, each target for a minute. Not part of
        /// `test`: it needs a nightly compiler and `cargo install cargo-fuzz`.
        cmd fuzz {
            /// How long each target runs, in seconds.
            optional --seconds seconds: u64
            /// Only these targets.
            repeated targets: String
        }
        /// Kills servers, stops and cuts them off by the hundred, and looks for anything that was
        /// acknowledged and is lost. Not part of `test`, which has a short form of it: it takes half
        /// an hour.
        cmd torture {
            /// With an optimised build, whose figures are those of a real server.
            optional --release
            /// Only these: kills, power, cluster, rematch, takeover, failover, restart, evening, recovery, attacks.
            repeated torments: String
        }
        /// Asks the network whether a dependency has a known vulnerability. Not part of `test`,
        /// so that a red answer there is always about the change at hand.
        cmd advisories {}
    }
}
