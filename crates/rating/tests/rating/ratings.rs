//! What ratings promise.

use brickwood_rating::{ANCHORS, Class, Entry, POINT, Rating, anchor, rate};

use crate::population::population;

/// Seeds by which nothing was tuned.
const SEED: u64 = 9_000;

fn rating(mean: i32, deviation: i32) -> Rating {
    Rating {
        mean: mean * POINT,
        deviation: deviation * POINT,
    }
}

#[test]
fn after_thirty_games_the_order_and_the_ranges_are_those_of_the_strengths() {
    for (players, least) in [(2, 0.85), (4, 0.9), (6, 0.9)] {
        let populations = 4_u32;
        let (mut order, mut held, mut width) = (0.0, 0.0, 0.0);
        for seed in 0..populations {
            let fit = population(players, 600, SEED + u64::from(seed));
            order += fit.order / f64::from(populations);
            held += fit.held / f64::from(populations);
            width += fit.width / f64::from(populations);
        }
        assert!(order >= least, "{players} players: {order}");
        assert!((0.9..=0.97).contains(&held), "{players} players: {held}");
        // That of newcomers is 620 points wide.
        assert!(width < 300.0, "{players} players: {width}");
    }
}

#[test]
fn ratings_are_the_same_on_every_machine() {
    let entries = [
        Entry::person(rating(1500, 155), 1),
        Entry::person(rating(1610, 80), 2),
        Entry::person(rating(1388, 61), 3),
        Entry::bot(anchor(Class::ThreeFour, "hard").unwrap(), 3),
    ];
    let rated = rate(Class::ThreeFour, &entries);
    let numbers: Vec<(i32, i32)> = rated.iter().map(|one| (one.mean, one.deviation)).collect();
    assert_eq!(numbers, EXPECTED);
}

const EXPECTED: [(i32, i32); 4] = [
    (1_596_097, 149_313),
    (1_622_517, 77_703),
    (1_390_320, 60_365),
    (1_730_000, 0),
];

#[test]
fn who_comes_first_gains_and_who_comes_last_loses() {
    for players in 2..=6_u8 {
        let class = Class::of(players.into()).unwrap();
        let entries: Vec<Entry> = (1..=players)
            .map(|place| Entry::person(class.start(), place))
            .collect();
        let rated = rate(class, &entries);
        assert!(rated.windows(2).all(|pair| pair[0].mean > pair[1].mean));
        assert!(
            rated[0].mean > class.start().mean
                && rated[players as usize - 1].mean < class.start().mean
        );
        assert!(
            rated
                .iter()
                .all(|one| one.deviation < class.start().deviation)
        );
        // What one gains, others lose.
        let change: i32 = rated.iter().map(|one| one.mean - class.start().mean).sum();
        assert!(change.abs() <= i32::from(players));
    }
}

#[test]
fn who_shares_a_place_with_an_equal_changes_like_them() {
    let start = Class::ThreeFour.start();
    let places = [1, 2, 2, 4].map(|place| Entry::person(start, place));
    let rated = rate(Class::ThreeFour, &places);
    assert_eq!(rated[1], rated[2]);
    assert!(rated[0].mean > rated[1].mean && rated[1].mean > rated[3].mean);
}

#[test]
fn seats_do_not_matter() {
    let entries = [
        Entry::person(rating(1500, 155), 2),
        Entry::person(rating(1610, 80), 1),
        Entry::bot(anchor(Class::ThreeFour, "easy").unwrap(), 3),
    ];
    let turned = [entries[1], entries[2], entries[0]];
    let (rated, again) = (
        rate(Class::ThreeFour, &entries),
        rate(Class::ThreeFour, &turned),
    );
    // Sums of other orders may differ in their last digit.
    for (one, other) in [
        (rated[0], again[2]),
        (rated[1], again[0]),
        (rated[2], again[1]),
    ] {
        assert!((one.mean - other.mean).abs() <= 1 && (one.deviation - other.deviation).abs() <= 1);
    }
}

#[test]
fn a_bot_stays_as_it_was_measured_and_the_better_one_is_rated_higher() {
    for class in Class::ALL {
        let bots = ANCHORS.map(|(bot, _)| anchor(class, bot).unwrap());
        assert!(bots[..3].windows(2).all(|pair| pair[0].mean < pair[1].mean));
        assert_eq!(bots[2], bots[3], "neither was shown to be stronger");
        assert_eq!(bots[1].range(), (1500, 1500));
        let lost = Entry::bot(bots[3], 2);
        let rated = rate(class, &[Entry::person(class.start(), 1), lost]);
        assert_eq!(rated[1], lost.rating);
    }
}

#[test]
fn a_range_is_rounded_to_tens() {
    assert_eq!(Class::Two.start().range(), (1190, 1810));
    assert_eq!(rating(1504, 0).range(), (1500, 1500));
    assert_eq!(rating(1505, 50).range(), (1410, 1610));
    assert_eq!(rating(-25, 0).range(), (-20, -20));
}
