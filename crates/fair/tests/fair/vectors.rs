//! The draws are those that another program works out from the book's formulas.

use brickwood_fair::{ClientSeed, Commitment, Key, Label, Nonce, Secret};
use brickwood_rules::Seat;
use serde::Deserialize;

const VECTORS: &str = include_str!("../../../../tests-data/fair/vectors.json");

#[derive(Deserialize)]
struct Vectors {
    commitments: Vec<CommitmentVector>,
    keys: Vec<KeyVector>,
    numbers: Vec<NumberVector>,
    board: BoardVector,
}

#[derive(Deserialize)]
struct CommitmentVector {
    secret: Secret,
    table: String,
    commitment: Commitment,
}

#[derive(Deserialize)]
struct KeyVector {
    secret: Secret,
    table: String,
    /// Seats count from 1 in the scheme.
    seeds: Vec<(u8, ClientSeed)>,
    key: String,
}

#[derive(Deserialize)]
struct NumberVector {
    key: String,
    label: String,
    number: u32,
    nonce: Option<Nonce>,
    total: u32,
    attempts: u32,
    drawn: u32,
}

#[derive(Deserialize)]
struct BoardVector {
    secret: Secret,
    table: String,
    numbers: Vec<(usize, usize)>,
    third_deal: Vec<(usize, usize)>,
}

fn vectors() -> Vectors {
    serde_json::from_str(VECTORS).expect("the vectors are JSON of this form")
}

fn seeds(of: &KeyVector) -> Vec<(Seat, ClientSeed)> {
    let seat = |number: u8| Seat::new(number - 1).expect("a seat");
    of.seeds
        .iter()
        .map(|(number, seed)| (seat(*number), *seed))
        .collect()
}

#[test]
fn commitments_are_those_of_the_other_program() {
    for vector in vectors().commitments {
        assert_eq!(vector.secret.commitment(&vector.table), vector.commitment);
    }
}

#[test]
fn keys_are_those_of_the_other_program_in_whatever_order_seeds_come() {
    for vector in vectors().keys {
        let mut seeds = seeds(&vector);
        for _ in 0..=seeds.len() {
            let key = Key::derive(&vector.secret, &vector.table, &seeds);
            assert_eq!(key.reveal(), vector.key);
            if !seeds.is_empty() {
                seeds.rotate_left(1);
            }
        }
    }
}

#[test]
fn numbers_are_those_of_the_other_program_also_where_words_are_refused() {
    let vectors = vectors();
    let labels = [
        Label::Board,
        Label::Dice,
        Label::DiceDeck,
        Label::Steal,
        Label::Development,
    ];
    let key = |text: &str| {
        let of = vectors.keys.iter().find(|vector| vector.key == text);
        let of = of.expect("one of the keys");
        Key::derive(&of.secret, &of.table, &seeds(of))
    };
    for vector in &vectors.numbers {
        let label = labels
            .into_iter()
            .find(|label| label.word() == vector.label);
        let drawn = key(&vector.key).below(
            label.expect("a label"),
            vector.number,
            vector.nonce,
            vector.total,
        );
        assert_eq!(drawn, vector.drawn);
    }
    let again = vectors.numbers.iter().filter(|vector| vector.attempts > 1);
    assert!(again.count() >= 5, "some draws are repeated");
}

#[test]
fn the_numbers_that_lay_a_board_are_those_of_the_other_program() {
    let BoardVector {
        secret,
        table,
        numbers,
        third_deal,
    } = vectors().board;
    for (deal, numbers) in [(1, numbers), (3, third_deal)] {
        let mut below = secret.board(&table, deal);
        for (total, number) in numbers {
            assert_eq!(below(total), number, "deal {deal}");
        }
    }
}
