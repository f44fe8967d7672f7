//! Fixed games, and what became of them.

use std::fmt::Write;

use brickwood_bots::Level;
use brickwood_notation::{board_text, rules_text, step_text};
use brickwood_rules::{DiceSource, Edition, Rules, Seat, SetUp, Variants};
use sha2::{Digest, Sha256};

use crate::play::Ending;
use crate::{BotEntrant, Deal, Entrant, Player, RandomEntrant, in_parallel};

/// The bots at the tables, going round until all seats are taken.
const TABLES: [&[&dyn Entrant]; 3] = [
    &[&BotEntrant::new(Level::Medium)],
    &[
        &BotEntrant::new(Level::Medium),
        &RandomEntrant,
        &BotEntrant::new(Level::Easy),
    ],
    &[
        &BotEntrant::new(Level::Hard),
        &BotEntrant::new(Level::Medium),
    ],
];

/// Games of fixed bots on fixed boards with fixed dice: one line each, and a last one that depends on
/// all of them. Each line ends with a hash of all steps of its game, so a change of the rules, of
/// chance or of a bot shows, and where it shows says what it touches.
///
/// The text is the same on every platform, and does not depend on `threads`.
pub fn signature(threads: usize) -> String {
    let deals = deals();
    let lines = in_parallel(deals.len(), threads, |number| line(deals[number], number));
    let mut text = String::new();
    for line in lines {
        text.push_str(&line);
        text.push('\n');
    }
    let total = short(Sha256::digest(&text).as_slice());
    let _ = writeln!(text, "total {total}");
    text
}

/// The rules of every deal: each edition with two to six players, all variants together, and the
/// beginners' game. The number of a deal is its seed, and says who plays it.
fn deals() -> Vec<Rules> {
    let mut all = Vec::new();
    for edition in Edition::ALL {
        all.extend((2..=6).map(|players| edition.rules(players)));
    }
    for players in [4, 6] {
        let rules = Rules {
            variants: Variants::ALL,
            reds_apart: true,
            balanced_board: true,
            friendly_robber: true,
            dice: DiceSource::Deck,
            ..Edition::Mayfair1996.rules(players)
        };
        all.push(rules);
    }
    let beginners = Rules {
        set_up: SetUp::Beginners { left_out: None },
        ..Edition::Modern.rules(4)
    };
    all.push(beginners);
    let at_each_table = |rules| [rules; TABLES.len()];
    all.into_iter().flat_map(at_each_table).collect()
}

/// What becomes of one deal.
fn line(rules: Rules, number: usize) -> String {
    let seed = number as u64;
    let deal = Deal::new(rules, seed).expect("the rules of the signature can be played");
    let table = TABLES[number % TABLES.len()];
    let entrants = table.iter().cycle().take(rules.seats());
    let mut players: Vec<Box<dyn Player>> = entrants
        .map(|entrant| entrant.player().expect("a built-in bot is always there"))
        .collect();
    let (course, ending) = deal.play(&mut players);
    let mut hash = Sha256::new();
    hash.update(board_text(deal.game.board()));
    for step in course.steps() {
        hash.update(step_text(deal.game.board().topology(), *step));
        hash.update("\n");
    }
    let result = match ending {
        Ending::Won { winners } => winners
            .iter()
            .map(|seat: Seat| format!("won-by={}", seat.index() + 1))
            .collect::<Vec<_>>()
            .join(","),
        Ending::NoWinner => "no-winner".to_owned(),
        Ending::Unfinished => "unfinished".to_owned(),
        Ending::Faulty { seat, fault } => {
            unreachable!("seat {} {fault}", seat.index() + 1)
        }
    };
    let names: Vec<String> = table.iter().map(|entrant| entrant.name()).collect();
    format!(
        "{} deal={number} bots={} {result} turns={} steps={} {}",
        rules_text(&rules),
        names.join(","),
        course.state().turn(),
        course.steps().len(),
        short(hash.finalize().as_slice())
    )
}

/// The first 16 digits of a hash.
fn short(hash: &[u8]) -> String {
    hash[..8].iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
