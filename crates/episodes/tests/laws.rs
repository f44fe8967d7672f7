//! What holds for all episodes.

use std::sync::Arc;

use brickwood_bots::Level;
use brickwood_encode::{ActionSpace, EncodeError, Observer, Tensor};
use brickwood_episodes::{Batch, Episode, EpisodeError, Opponent, Options, Reward, Rows, Sitting};
use brickwood_rules::{Edition, Layout, Seat, SeatSet};

fn options(players: u8, learners: Sitting) -> Options {
    Options {
        rules: Edition::Modern.rules(players),
        board: None,
        learners,
        opponents: vec![Opponent::Random],
        reward: Reward::Win,
        most_steps: 20_000,
        most_offers: 1,
        history: false,
    }
}

/// Plays to the end, each time with a choice that the mask allows; returns the sum of rewards and the course.
fn played(options: Options, seed: u64) -> (Episode, [f32; 6], Vec<u16>) {
    options.check().expect("options that fit");
    let mut episode = Episode::new(Arc::new(options), seed);
    let space = ActionSpace::of(episode.game().board().layout());
    let mut mask = vec![0; space.len()];
    let (mut sums, mut course) = ([0.0; 6], Vec::new());
    let mut number = usize::try_from(seed).expect("a small seed");
    while let Some(seat) = episode.seat() {
        assert!(episode.learners().contains(seat));
        episode.mask(seat, &mut mask).expect("a mask of this land");
        let legal: Vec<u16> = space
            .indices()
            .filter(|index| mask[usize::from(*index)] == 1)
            .collect();
        number = number.wrapping_mul(31).wrapping_add(17);
        let index = legal[number % legal.len()];
        episode.choose(seat, index).expect("the mask allows it");
        course.push(index);
        for (sum, reward) in sums.iter_mut().zip(episode.rewards()) {
            *sum += reward;
        }
    }
    (episode, sums, course)
}

#[test]
fn an_episode_goes_to_its_end_and_follows_from_its_seed() {
    for players in 2..=6 {
        let options = options(players, Sitting::Anywhere);
        let (first, sums, course) = played(options.clone(), 7);
        let (second, again, same) = played(options, 7);
        assert!(first.has_ended());
        assert_eq!((course, sums), (same, again));
        assert_eq!(first.state(), second.state());
    }
}

#[test]
fn the_mask_of_an_episode_that_has_ended_allows_everything() {
    for most_steps in [40, 20_000] {
        let options = Options {
            most_steps,
            ..options(4, Sitting::Anywhere)
        };
        let (episode, _, _) = played(options, 1);
        assert_eq!(episode.is_truncated(), most_steps == 40);
        for seat in Seat::all(4) {
            let mut mask = [0; 333];
            episode.mask(seat, &mut mask).expect("it fits");
            assert_eq!(mask, [1; 333]);
            assert!(episode.mask(seat, &mut mask[1..]).is_err());
        }
    }
}

#[test]
fn winners_gain_one_and_all_others_lose_one() {
    for reward in [Reward::Win, Reward::Shaped] {
        for seed in 0..3 {
            let options = Options {
                reward,
                ..options(3, Sitting::Seats(SeatSet::all(3)))
            };
            let (episode, sums, _) = played(options, seed);
            if !episode.is_terminated() {
                continue;
            }
            for seat in Seat::all(3) {
                let due = if episode.winners().contains(seat) {
                    1.0
                } else {
                    -1.0
                };
                assert!(
                    (sums[seat.index()] - due).abs() < 1e-3,
                    "{reward:?}: {sums:?}"
                );
            }
        }
    }
}

#[test]
fn points_add_up_to_those_of_the_end() {
    let options = Options {
        reward: Reward::Points,
        ..options(4, Sitting::Seats(SeatSet::all(4)))
    };
    let (episode, sums, _) = played(options, 1);
    for seat in Seat::all(4) {
        let points = f32::from(episode.state().points(episode.game(), seat).total());
        assert!((sums[seat.index()] - points / 10.0).abs() < 1e-3);
    }
}

#[test]
fn bots_sit_in_the_other_seats() {
    let options = Options {
        opponents: vec![Opponent::Bot(Level::Easy), Opponent::Bot(Level::Medium)],
        ..options(3, Sitting::Anywhere)
    };
    let (episode, _, _) = played(options, 3);
    assert!(episode.is_terminated());
}

#[test]
fn a_choice_that_cannot_be_made_changes_nothing() {
    let mut episode = Episode::new(Arc::new(options(4, Sitting::Anywhere)), 1);
    let seat = episode.seat().expect("a learner is awaited");
    let before = *episode.state();
    assert!(episode.choose(seat, 0).is_err());
    assert!(episode.choose(seat, u16::MAX).is_err());
    let other = seat.clockwise(1, 4);
    assert_eq!(episode.choose(other, 0), Err(EpisodeError::NotAwaited));
    assert_eq!(*episode.state(), before);
    episode.forfeit(seat);
    assert!((episode.rewards()[seat] + 1.0).abs() < f32::EPSILON);
    assert_eq!(episode.choose(seat, 0), Err(EpisodeError::Over));
}

/// The masks, the rewards and tensors, the seats, and whether they are over.
type Told = (Vec<u8>, Vec<f32>, Vec<u8>, Vec<bool>);

/// Steps a batch by the first choice that every mask allows from some place on; returns all that was written.
fn course(count: usize, opponent: Opponent, rounds: usize, threads: usize) -> Vec<Told> {
    let options = Options {
        most_steps: 300,
        opponents: vec![opponent],
        ..options(4, Sitting::Anywhere)
    };
    let seeds: Vec<u64> = (0..).take(count).collect();
    let mut batch = Batch::new(Arc::new(options), &seeds, threads);
    let (mut masks, mut rewards) = (vec![0; 333 * count], vec![0.0; 4 * count]);
    let (mut seats, mut terminated) = (vec![0; count], vec![false; count]);
    let (mut truncated, mut forfeited) = (vec![false; count], vec![false; count]);
    let mut table = vec![0.0; Observer::shape(Layout::Standard, Tensor::Table).len() * count];
    let mut all = Vec::new();
    for round in 0..rounds {
        let choice = |(number, mask): (usize, &[u8])| {
            let legal: Vec<usize> = (0..mask.len()).filter(|at| mask[*at] == 1).collect();
            let place = (round * 7 + number) % legal.len().max(1);
            let index = legal.get(place).copied().unwrap_or_default();
            i64::try_from(index).expect("an index")
        };
        let choices: Vec<i64> = masks.chunks(333).enumerate().map(choice).collect();
        let rows = Rows {
            masks: &mut masks,
            tensors: vec![(Tensor::Table, &mut table)],
            rewards: &mut rewards,
            seats: &mut seats,
            terminated: &mut terminated,
            truncated: &mut truncated,
            forfeited: &mut forfeited,
        };
        let written = if round == 0 {
            batch.write(rows)
        } else {
            batch.step(&choices, rows)
        };
        written.expect("all slices fit");
        assert!(!forfeited.contains(&true));
        let told = [rewards.clone(), table.clone()].concat();
        all.push((masks.clone(), told, seats.clone(), terminated.clone()));
    }
    all
}

#[test]
fn a_batch_does_not_depend_on_its_threads() {
    let bot = Opponent::Bot(Level::Easy);
    for (count, opponent, rounds) in [(300, Opponent::Random, 100), (5, bot, 10)] {
        let alone = course(count, opponent, rounds, 1);
        let shared = course(count, opponent, rounds, 3);
        assert!(alone == shared, "{count} episodes");
    }
}

#[test]
fn rows_of_another_length_are_refused_and_nothing_happens() {
    let options = Arc::new(options(4, Sitting::Seats(SeatSet::all(4))));
    let mut batch = Batch::new(options, &[1, 2], 1);
    let before = *batch.episode(0).expect("there are two").state();
    for found in [332, 667] {
        let mut masks = vec![0; found];
        let rows = Rows {
            masks: &mut masks,
            tensors: Vec::new(),
            rewards: &mut [0.0; 8],
            seats: &mut [0; 2],
            terminated: &mut [false; 2],
            truncated: &mut [false; 2],
            forfeited: &mut [false; 2],
        };
        let expected = 2 * 333;
        let refused = Err(EncodeError::Length { expected, found });
        assert_eq!(batch.step(&[0, 0], rows), refused);
    }
    assert_eq!(*batch.episode(0).expect("there are two").state(), before);
}
