//! Counts of step sequences in the set-up, from the suite in `tests-data/perft`.

use brickwood_rules::{Game, Layout, State, Step, for_each_action, shuffled_board};
use brickwood_test_kit::read;

use crate::kit::{Land, Neighborhood, modern};

/// A line of the suite.
struct Count {
    layout: Layout,
    players: u8,
    depth: u32,
    sequences: u64,
}

/// The lines of a suite: `setup standard players=3 depth=1 nodes=54`, and comments after `#`.
fn suite() -> Vec<Count> {
    read("tests-data/perft/setup.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let [kind, layout, players, depth, sequences] = line.split(' ').collect::<Vec<_>>()[..]
            else {
                panic!("five words: {line}");
            };
            assert_eq!(kind, "setup");
            let layout = match layout {
                "standard" => Layout::Standard,
                "large" => Layout::Large,
                other => panic!("no layout: {other}"),
            };
            let number = |word: &str, name: &str| -> u64 {
                let (found, value) = word.split_once('=').expect("name=number");
                assert_eq!(found, name);
                value.parse().expect("a number")
            };
            Count {
                layout,
                players: number(players, "players") as u8,
                depth: number(depth, "depth") as u32,
                sequences: number(sequences, "nodes"),
            }
        })
        .collect()
}

/// How many sequences of `depth` steps there are.
fn perft(game: &Game, state: &State, depth: u32) -> u64 {
    let seat = state.active();
    let mut sequences = 0;
    for_each_action(game, state, seat, |action| {
        sequences += if depth == 1 {
            1
        } else {
            let next = state
                .apply(game, Step::Action { seat, action })
                .expect("a listed action is legal");
            perft(game, &next, depth - 1)
        };
    });
    sequences
}

/// The same, by nothing but the shape of the land: a settlement keeps its distance, its road is
/// one of the free paths at it.
fn slow_perft(
    land: &Neighborhood,
    settled: &mut Vec<usize>,
    roads: &mut Vec<usize>,
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sequences = 0;
    if settled.len() == roads.len() {
        for at in 0..land.ways.len() {
            let near = land.ways[at].iter().any(|(_, next)| settled.contains(next));
            if !near && !settled.contains(&at) {
                settled.push(at);
                sequences += slow_perft(land, settled, roads, depth - 1);
                settled.pop();
            }
        }
    } else {
        let last = settled[settled.len() - 1];
        for (path, _) in &land.ways[last] {
            if !roads.contains(path) {
                roads.push(*path);
                sequences += slow_perft(land, settled, roads, depth - 1);
                roads.pop();
            }
        }
    }
    sequences
}

#[test]
fn the_set_up_has_the_counted_sequences() {
    let counts = suite();
    assert!(counts.len() >= 20, "the suite has lines for 2 to 6 players");
    for count in counts {
        let rules = modern(count.players);
        // Which land lies where does not matter: only the shape does.
        let board = shuffled_board(&rules, |_| 0);
        assert_eq!(board.layout(), count.layout);
        let game = Game::new(rules, board).expect("playable");
        let found = perft(&game, &State::new(&game), count.depth);
        assert_eq!(
            found, count.sequences,
            "{} players, depth {}",
            count.players, count.depth
        );
    }
}

#[test]
fn the_counts_follow_from_the_shape_of_the_land() {
    let standard = Land::of_rows(&[3, 4, 5, 4, 3]).neighborhood();
    let large = Land::of_rows(&[3, 4, 5, 6, 5, 4, 3]).neighborhood();
    for count in suite() {
        let land = match count.layout {
            Layout::Standard => &standard,
            Layout::Large => &large,
        };
        let found = slow_perft(land, &mut Vec::new(), &mut Vec::new(), count.depth);
        assert_eq!(found, count.sequences, "depth {}", count.depth);
    }
}
