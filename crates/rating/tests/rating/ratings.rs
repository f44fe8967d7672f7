//! What ratings promise.

use brickwood_rating::{
    ANCHORS, Class, DAY_MS, Entry, MONTH_MS, Noted, Outcome, POINT, Rating, RatingLedger,
    RatingPlayer, Standing, anchor, play, rate,
};

use crate::population::{SCHEMES, Scheme, guests, population, ring};

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
    for (players, least) in [(2, 0.84), (4, 0.9), (6, 0.9)] {
        let populations = 4_u32;
        let (mut order, mut held, mut width) = (0.0, 0.0, 0.0);
        for seed in 0..populations {
            let fit = population(players, 600, 30, 30, SEED + u64::from(seed));
            order += fit.order / f64::from(populations);
            held += fit.held / f64::from(populations);
            width += fit.width / f64::from(populations);
        }
        assert!(order >= least, "{players} players: {order}");
        assert!((0.9..=0.99).contains(&held), "{players} players: {held}");
        // That of newcomers is 620 points wide.
        assert!(width < 420.0, "{players} players: {width}");
    }
}

#[test]
fn a_rating_is_settled_for_nobody_after_five_games_and_for_most_after_thirty() {
    for players in [2, 4, 6] {
        let settled = |games| population(players, 240, games, games, SEED).settled;
        assert!(settled(5) <= 0.0, "{players} players");
        assert!(settled(30) > 0.7, "{players} players: {}", settled(30));
    }
}

#[test]
fn twenty_accounts_of_one_person_gain_less_than_a_hundred_points_in_a_month() {
    for players in [2, 4, 6] {
        for scheme in SCHEMES {
            // In honest games there is luck.
            let seeds = if scheme == Scheme::Mingle { 4_u32 } else { 1 };
            let gains = (0..seeds).map(|seed| ring(players, scheme, 10, SEED + u64::from(seed)));
            let gain = gains.sum::<f64>() / f64::from(seeds);
            assert!((0.0..100.0).contains(&gain), "{players} {scheme:?}: {gain}");
        }
    }
}

#[test]
fn who_never_finishes_a_game_hardly_changes_the_ratings_of_others() {
    // Eighty of them raised one player by several hundred points.
    let gain = guests(2, 80);
    assert!((0.0..=8.0).contains(&gain), "{gain}");
}

/// The game of two people that the first wins.
fn won(ledger: &mut RatingLedger<u8>, (winner, loser): (u8, u8), ended_ms: u64) -> Outcome {
    let class = Class::Two;
    let player = |own: u8, other: u8, place: u8| {
        let others = ledger.others(class, own, &[other], ended_ms);
        let standing = ledger.standing(class, own);
        (RatingPlayer::Person { standing, others }, place)
    };
    let players = [player(winner, loser, 1), player(loser, winner, 2)];
    let outcomes: Vec<Outcome> = play(class, &players).into_iter().flatten().collect();
    let noted = [winner, loser].into_iter().zip(&outcomes);
    let noted: Vec<Noted<u8>> = noted
        .map(|(person, outcome)| Noted {
            person,
            outcome: *outcome,
            stayed: true,
        })
        .collect();
    ledger.note(class, ended_ms, &noted);
    outcomes[0]
}

#[test]
fn a_pair_counts_little_after_its_first_game_of_a_day() {
    let mut ledger = RatingLedger::default();
    let estimate = |ledger: &RatingLedger<u8>| ledger.standing(Class::Two, 0).estimate.mean;
    let mut gains = Vec::new();
    for game in 0..4 {
        let before = estimate(&ledger);
        won(&mut ledger, (0, 1), MONTH_MS + game);
        gains.push(estimate(&ledger) - before);
    }
    assert!(
        gains[1] * 3 < gains[0] && gains[3] * 10 < gains[0],
        "{gains:?}"
    );
    let before = estimate(&ledger);
    won(&mut ledger, (0, 1), MONTH_MS + DAY_MS + 3);
    assert!(estimate(&ledger) - before > gains[1], "another day");
}

#[test]
fn games_with_one_person_move_a_rating_by_so_much_a_month_and_more_once_they_have_met_others() {
    let mut ledger = RatingLedger::default();
    let moved =
        |ledger: &mut RatingLedger<u8>, pair, day: u64| won(ledger, pair, day * DAY_MS).moved;
    assert_eq!(moved(&mut ledger, (0, 1), 100), 100, "somebody unknown");
    assert_eq!(moved(&mut ledger, (0, 1), 102), 1_100, "who has met one");
    assert_eq!(moved(&mut ledger, (0, 1), 103), 0, "the same month");
    for other in 2..5 {
        moved(&mut ledger, (1, other), 103);
    }
    assert_eq!(moved(&mut ledger, (0, 1), 104), 3_500 - 1_200);
    assert_eq!(
        moved(&mut ledger, (0, 1), 131),
        100,
        "what was moved a month ago"
    );
    assert_eq!(moved(&mut ledger, (5, 1), 131), 3_500);
}

#[test]
fn what_is_shown_follows_as_far_as_others_vouch_for_it() {
    let class = Class::Two;
    let mut ledger = RatingLedger::default();
    for game in 0..200 {
        won(&mut ledger, (0, 1), MONTH_MS + game * DAY_MS / 10);
    }
    let standing = ledger.standing(class, 0);
    let start = class.start();
    assert!(standing.estimate.mean > start.mean + 100 * POINT);
    assert!(standing.shown <= start.mean + 1_200);
    // The range is that of a newcomer, moved by as much.
    assert_eq!(standing.rating(class).deviation, start.deviation);
    assert_eq!(
        ledger.standing(Class::FiveSix, 0),
        Standing::start(Class::FiveSix)
    );
}

#[test]
fn alone_with_bots_nobody_has_to_vouch_for_what_was_won() {
    let class = Class::Two;
    let start = Standing::start(class);
    let hard = RatingPlayer::Bot(anchor(class, "hard").unwrap());
    let alone = |standing| RatingPlayer::Person {
        standing,
        others: Vec::new(),
    };
    let person = alone(start);
    let outcomes = play(class, &[(person, 1), (hard, 2)]);
    let outcome = outcomes[0].expect("a person");
    assert_eq!(outcome.standing.shown, outcome.standing.estimate.mean);
    assert!(outcome.standing.shown > start.shown + 10 * POINT);
    assert_eq!((outcome.moved, outcomes[1]), (0, None));
    // What others have not vouched for stays behind.
    let ahead = Standing {
        shown: start.shown,
        estimate: rating(2000, 60),
    };
    let person = alone(ahead);
    let outcome = play(
        class,
        &[(person, 2), (RatingPlayer::Bot(start.estimate), 1)],
    )[0]
    .unwrap();
    assert!(outcome.standing.shown < start.shown);
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
