//! What holds for all episodes.

use std::sync::Arc;

use brickwood_bots::Level;
use brickwood_encode::ActionSpace;
use brickwood_episodes::{Batch, Episode, EpisodeError, Lane, Opponent, Options, Reward, Sitting};
use brickwood_rules::{Edition, Seat, SeatSet};

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
    assert!((episode.rewards()[seat.index()] + 1.0).abs() < f32::EPSILON);
    assert_eq!(episode.choose(seat, 0), Err(EpisodeError::Over));
}

/// Steps a batch by the first choice that every mask allows from some place on; returns all that was written.
fn course(threads: usize) -> Vec<(Vec<u8>, Vec<f32>, u8, bool)> {
    let count = 64;
    let seeds: Vec<u64> = (0..count).collect();
    let options = Options {
        most_steps: 300,
        ..options(4, Sitting::Anywhere)
    };
    let mut batch = Batch::new(Arc::new(options), &seeds, threads);
    let mut told = vec![(vec![0; 333], vec![0.0; 4], 0, false); seeds.len()];
    let mut all = Vec::new();
    for round in 0..200 {
        let choices: Vec<i64> = told
            .iter()
            .enumerate()
            .map(|(number, (mask, ..))| {
                let legal: Vec<usize> = (0..mask.len()).filter(|at| mask[*at] == 1).collect();
                let place = (round * 7 + number) % legal.len().max(1);
                legal
                    .get(place)
                    .map_or(0, |at| i64::try_from(*at).expect("an index"))
            })
            .collect();
        let mut rest = vec![(false, false); seeds.len()];
        let mut lanes: Vec<Lane> = told
            .iter_mut()
            .zip(&mut rest)
            .map(
                |((mask, rewards, seat, over), (truncated, forfeited))| Lane {
                    mask,
                    tensors: Vec::new(),
                    rewards,
                    seat,
                    terminated: over,
                    truncated,
                    forfeited,
                },
            )
            .collect();
        let written = if round == 0 {
            batch.write(&mut lanes)
        } else {
            batch.step(&choices, &mut lanes)
        };
        written.expect("all slices fit");
        assert!(rest.iter().all(|(_, forfeited)| !forfeited));
        all.extend(told.iter().cloned());
    }
    all
}

#[test]
fn a_batch_does_not_depend_on_its_threads() {
    assert!(course(1) == course(3));
}
