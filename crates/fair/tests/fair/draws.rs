//! What players may expect of the draws.

use brickwood_fair::{ClientSeed, Commitment, Key, Label, Nonce, NotHex, Secret};
use brickwood_rules::{
    ChanceOutcome, Dice, DiceSource, Edition, Game, Rules, Seat, State, Step, ToAct,
    for_each_outcome, legal_actions, shuffled_board,
};
use brickwood_test_kit::asked;

const TABLE: &str = "sunny-otter-12";

fn seat(index: u8) -> Seat {
    Seat::new(index).expect("a seat")
}

fn secret() -> Secret {
    Secret::new([0xb7; 32])
}

fn seeds() -> [(Seat, ClientSeed); 2] {
    [
        (seat(0), ClientSeed::new([1; 32])),
        (seat(2), ClientSeed::new([2; 32])),
    ]
}

fn key() -> Key {
    Key::derive(&secret(), TABLE, &seeds())
}

/// A game of which every state in which chance is to act is shown, with the number of its draw.
fn play(rules: Rules, key: &Key, mut chance: impl FnMut(&Game, &State, u32)) {
    let mut below = secret().board(TABLE, 1);
    let game = Game::new(rules, shuffled_board(&rules, &mut below)).expect("a game");
    let mut state = State::new(&game);
    let mut draws = 0;
    for _ in 0..2000 {
        let step = match state.to_act() {
            ToAct::Nobody => return,
            ToAct::Chance => {
                draws += 1;
                chance(&game, &state, draws);
                let outcome = key.outcome(&game, &state, draws, None).expect("a draw");
                Step::Chance { outcome }
            }
            ToAct::Seats { seats } => {
                assert_eq!(key.outcome(&game, &state, draws + 1, None), None);
                let seat = seats.iter().next().expect("somebody");
                let actions = legal_actions(&game, &state, seat);
                let action = actions[below(actions.len())];
                Step::Action { seat, action }
            }
        };
        state = state.apply(&game, step).expect("legal");
    }
}

/// The first state of a game in which this is drawn, with at least so many outcomes.
fn waiting_for(label: Label, least: usize) -> (Game, State) {
    let mut found = None;
    let rules = Edition::Modern.rules(4);
    play(rules, &key(), |game, state, _| {
        let mut outcomes = 0;
        for_each_outcome(game, state, |_, _| outcomes += 1);
        if found.is_none() && Label::of(game, state) == Some(label) && outcomes >= least {
            found = Some((game.clone(), *state));
        }
    });
    found.expect("it comes up in a game")
}

/// The statistic of so many draws in a state, and how many outcomes there are.
fn chi_squared(game: &Game, state: &State, draws: u32) -> (f64, usize) {
    let key = key();
    let mut outcomes: Vec<(ChanceOutcome, u32, u32)> = Vec::new();
    for_each_outcome(game, state, |outcome, weight| {
        outcomes.push((outcome, weight, 0));
    });
    for number in 1..=draws {
        let outcome = key.outcome(game, state, number, None);
        let found = outcomes.iter_mut().find(|of| Some(of.0) == outcome);
        found.expect("an outcome that can be").2 += 1;
    }
    let total: u32 = outcomes.iter().map(|of| of.1).sum();
    let statistic = outcomes.iter().map(|(_, weight, count)| {
        let expected = f64::from(draws) * f64::from(*weight) / f64::from(total);
        (f64::from(*count) - expected).powi(2) / expected
    });
    (statistic.sum(), outcomes.len())
}

#[test]
fn every_outcome_comes_as_often_as_its_weight_says() {
    // What chance exceeds once in a thousand times, by degrees of freedom.
    let limits = [(35, 66.62), (3, 16.27), (4, 18.47), (2, 13.82)];
    let draws = asked("FAIR_DRAWS", 20_000);
    for (label, least) in [
        (Label::Dice, 36),
        (Label::Steal, 3),
        (Label::Development, 5),
    ] {
        let (game, state) = waiting_for(label, least);
        let (statistic, outcomes) = chi_squared(&game, &state, draws);
        let limit = limits.iter().find(|limit| limit.0 == outcomes - 1);
        let limit = limit.expect("a limit for so many outcomes").1;
        assert!(statistic < limit, "{label}: {statistic} of {limit}");
        // Far too even would be as odd.
        assert!(statistic > 0.01, "{label}: {statistic}");
    }
}

#[test]
fn throws_that_follow_each_other_have_nothing_to_do_with_each_other() {
    let (game, state) = waiting_for(Label::Dice, 36);
    let key = key();
    let mut pairs = [[0u32; 6]; 6];
    let mut before = 0;
    let draws = 18_000;
    for number in 0..=draws {
        let outcome = key.outcome(&game, &state, number, None);
        let Some(ChanceOutcome::Dice { dice }) = outcome else {
            panic!("{outcome:?}");
        };
        let face = usize::from(dice.faces()[0]) - 1;
        if number > 0 {
            pairs[before][face] += 1;
        }
        before = face;
    }
    let expected = f64::from(draws) / 36.0;
    let statistic: f64 = pairs
        .iter()
        .flatten()
        .map(|count| (f64::from(*count) - expected).powi(2) / expected)
        .sum();
    assert!(statistic < 66.62, "{statistic}");
}

#[test]
fn an_outcome_is_that_in_whose_part_of_the_total_the_number_lies() {
    for dice in [DiceSource::Dice, DiceSource::Deck] {
        let mut rules = Edition::Modern.rules(4);
        rules.dice = dice;
        let mut labels = Vec::new();
        play(rules, &key(), |game, state, number| {
            let draw = key().draw(game, state, number, None).expect("a draw");
            let mut parts = Vec::new();
            for_each_outcome(game, state, |outcome, weight| {
                parts.extend(std::iter::repeat_n(outcome, weight as usize));
            });
            assert_eq!(parts.len(), draw.total as usize);
            assert_eq!(parts[draw.drawn as usize], draw.outcome);
            assert_eq!(draw.number, number);
            labels.push(draw.label);
        });
        let throw = match dice {
            DiceSource::Dice => Label::Dice,
            DiceSource::Deck => Label::DiceDeck,
        };
        // The first player is thrown for with dice.
        for label in [Label::Dice, throw, Label::Steal, Label::Development] {
            assert!(labels.contains(&label), "{label}");
        }
    }
}

#[test]
fn a_throw_can_be_worked_out_by_hand() {
    let (game, state) = waiting_for(Label::Dice, 36);
    let draw = key().draw(&game, &state, 5, None).expect("a draw");
    let [first, second] = [draw.drawn / 6 + 1, draw.drawn % 6 + 1];
    let dice = Dice::new(first as u8, second as u8).expect("dice");
    assert_eq!(draw.outcome, ChanceOutcome::Dice { dice });
}

/// The first twenty draws.
fn numbers(key: &Key, label: Label, from: u32, nonce: Option<Nonce>) -> Vec<u32> {
    (from..from + 20)
        .map(|number| key.below(label, number, nonce, 36))
        .collect()
}

#[test]
fn whatever_is_changed_changes_the_draws() {
    let nonce = Some(Nonce::new([9; 16]));
    let drawn = numbers(&key(), Label::Dice, 1, nonce);
    let mut others = Vec::new();
    let mut other = |key: Key| others.push(numbers(&key, Label::Dice, 1, nonce));
    for byte in 0..32 {
        let mut changed = *secret().as_bytes();
        changed[byte] ^= 1;
        other(Key::derive(&Secret::new(changed), TABLE, &seeds()));
        for changed in 0..2 {
            let mut seeds = seeds();
            let mut seed = *seeds[changed].1.as_bytes();
            seed[byte] ^= 0x80;
            seeds[changed].1 = ClientSeed::new(seed);
            other(Key::derive(&secret(), TABLE, &seeds));
        }
    }
    for table in ["", "sunny-otter-1", "sunny-otter-13", "Sunny-otter-12"] {
        other(Key::derive(&secret(), table, &seeds()));
    }
    let [first, second] = seeds();
    for seeds in [
        vec![],
        vec![first],
        vec![second],
        vec![first, (seat(1), second.1)],
        vec![(seat(0), second.1), (seat(2), first.1)],
    ] {
        other(Key::derive(&secret(), TABLE, &seeds));
    }
    for byte in 0..16 {
        let mut nonce = [9; 16];
        nonce[byte] ^= 4;
        let nonce = Some(Nonce::new(nonce));
        others.push(numbers(&key(), Label::Dice, 1, nonce));
    }
    others.push(numbers(&key(), Label::Dice, 1, None));
    others.push(numbers(&key(), Label::Dice, 2, nonce));
    for label in [
        Label::Board,
        Label::DiceDeck,
        Label::Steal,
        Label::Development,
    ] {
        others.push(numbers(&key(), label, 1, nonce));
    }
    assert!(others.len() > 120);
    others.push(drawn);
    let all = others.len();
    others.sort();
    others.dedup();
    assert_eq!(others.len(), all, "no two are the same");
}

#[test]
fn a_commitment_fits_one_secret_and_one_table() {
    let commitment = secret().commitment(TABLE);
    assert_ne!(commitment, secret().commitment("sunny-otter-13"));
    for byte in 0..32 {
        let mut other = *secret().as_bytes();
        other[byte] ^= 1;
        assert_ne!(commitment, Secret::new(other).commitment(TABLE));
    }
}

#[test]
fn the_same_secret_lays_the_same_board_whoever_comes_to_play() {
    let rules = Edition::Modern.rules(4);
    let board = |secret: Secret, table| shuffled_board(&rules, secret.board(table, 1));
    assert_eq!(board(secret(), TABLE), board(secret(), TABLE));
    assert_ne!(board(secret(), TABLE), board(secret(), "another"));
    assert_ne!(board(secret(), TABLE), board(Secret::new([0; 32]), TABLE));
}

#[test]
fn texts_are_small_hexadecimal_digits_and_nothing_else_is_read() {
    let nonce = Nonce::new(*b"0123456789jklmno");
    let text = "303132333435363738396a6b6c6d6e6f";
    assert_eq!(nonce.to_string(), text);
    assert_eq!(text.parse(), Ok(nonce));
    let json = serde_json::to_string(&nonce).expect("JSON");
    assert_eq!(json, format!("\"{text}\""));
    assert_eq!(serde_json::from_str::<Nonce>(&json).expect("read"), nonce);
    let not = Err(NotHex { digits: 32 });
    for wrong in [
        "",
        "30",
        &text[1..],
        &text.to_uppercase(),
        &format!("{text}00"),
        &text.replace("6f", "6g"),
        &text.replace("6f", "6é"),
    ] {
        assert_eq!(wrong.parse::<Nonce>(), not, "{wrong}");
    }
    let revealed = secret().reveal();
    assert_eq!(revealed.parse(), Ok(secret()));
    let commitment: Commitment = secret().commitment(TABLE);
    assert_eq!(commitment.to_string().parse(), Ok(commitment));
}

#[test]
fn secrets_and_keys_are_not_shown_by_accident() {
    let shown = format!("{:?} {:?}", secret(), key());
    assert_eq!(shown, "Secret(…) Key(…)");
}
