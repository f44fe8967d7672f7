//! Games and matches: who sits where, what chance throws, what ends a game, what is counted.

use std::collections::BTreeMap;

use brickwood_arena::{
    BotEntrant, Budget, Caps, Chance, Deal, DecisionRequest, Ending, Entrant, Foul, Match, Player,
    PlayerError, RandomEntrant, Scripted, Seeded, Sprt, Verdict, play,
};
use brickwood_bots::{Level, Manner};
use brickwood_rules::{
    Action, ChanceOutcome, Change, Dice, Edition, FirstPlayer, Phase, Playthrough, Rules, Seat,
    State, Step, Terms, ToAct,
};

const EASY: &dyn Entrant = &BotEntrant::new(Level::Easy);
const MEDIUM: &dyn Entrant = &BotEntrant::new(Level::Medium);

fn a_match<'a>(challenger: &'a dyn Entrant, rival: &'a dyn Entrant, games: u32) -> Match<'a> {
    Match {
        rules: Edition::Modern.rules(4),
        challenger,
        rival,
        games,
        seed: 1,
        budget: Budget::default(),
        caps: Caps::default(),
        threads: 2,
        sprt: None,
    }
}

/// Plays a deal, and says how it came out.
fn play_deal(
    deal: &Deal,
    mut players: Vec<Box<dyn Player>>,
    chance: &mut dyn Chance,
    seed: u64,
) -> (Ending, Playthrough) {
    let mut course = Playthrough::new(deal.game.clone());
    let (budget, caps) = (Budget::default(), Caps::default());
    let ending = play(&mut course, &mut players, chance, seed, budget, caps);
    (ending, course)
}

/// Plays a deal and collects its throws.
fn throws(deal: &Deal, entrant: &dyn Entrant) -> Vec<Dice> {
    let players = (0..deal.game.rules().players)
        .map(|_| entrant.player().expect("a bot is always there"))
        .collect();
    let (_, course) = play_deal(deal, players, &mut deal.chance(), 1);
    let throw = |step: &Step| match step {
        Step::Chance {
            outcome: ChanceOutcome::Dice { dice },
        } => Some(*dice),
        _ => None,
    };
    course.steps().iter().filter_map(throw).collect()
}

#[test]
fn a_deal_throws_the_same_dice_whoever_plays_and_whatever_is_drawn() {
    let deal = Deal::new(Edition::Modern.rules(3), 7).expect("three can play");
    let (one, other) = (throws(&deal, EASY), throws(&deal, MEDIUM));
    let both = one.len().min(other.len());
    assert!(both > 40, "{both} throws");
    assert_eq!(one[..both], other[..both]);
    let next = Deal::new(Edition::Modern.rules(3), 8).expect("three can play");
    assert_ne!(throws(&next, EASY)[..both.min(20)], one[..both.min(20)]);
}

#[test]
fn seeded_chance_throws_every_face_about_as_often() {
    let deal = Deal::new(Edition::Modern.rules(2), 0).expect("two can play");
    let state = State::new(&deal.game);
    let mut chance = Seeded::new(5);
    let mut faces = [0_u32; 6];
    for _ in 0..6_000 {
        let Some(ChanceOutcome::Dice { dice }) = chance.draw(&deal.game, &state) else {
            panic!("the roll for the first player is a throw");
        };
        for face in dice.faces() {
            faces[usize::from(face - 1)] += 1;
        }
    }
    // Of 12,000: a standard deviation is 41.
    assert!(
        faces.iter().all(|count| (1_840..2_160).contains(count)),
        "{faces:?}"
    );
}

#[test]
fn a_script_says_what_is_thrown_and_the_game_stops_at_its_end() {
    let rules = Rules {
        first_player: FirstPlayer::Named {
            seat: Seat::new(1).expect("there is a seat 1"),
        },
        ..Edition::Modern.rules(2)
    };
    let deal = Deal::new(rules, 3).expect("two can play");
    let dice = [(1, 1), (5, 6), (2, 4)].map(|(one, other)| {
        let dice = Dice::new(one, other).expect("two faces");
        ChanceOutcome::Dice { dice }
    });
    let mut script = Scripted::new(dice);
    let players: Vec<Box<dyn Player>> = vec![
        Box::new(brickwood_bots::Bot::new(Level::Easy)),
        Box::new(brickwood_bots::Bot::new(Level::Easy)),
    ];
    let (ending, course) = play_deal(&deal, players, &mut script, 1);
    let thrown = |step: &Step| match step {
        Step::Chance { outcome } => Some(*outcome),
        _ => None,
    };
    let thrown: Vec<_> = course.steps().iter().filter_map(thrown).collect();
    assert_eq!(thrown, dice);
    assert_eq!(script.left(), 0);
    assert_eq!(ending, Ending::Unfinished);
    // Each turn throws once, and the fourth finds nothing to throw.
    assert_eq!(course.state().turn(), 4);
}

#[test]
fn rul_25_a_game_that_nobody_can_win_ends_without_a_winner() {
    let mut long = a_match(EASY, EASY, 8);
    long.rules.points_to_win = 22;
    let tally = long.run(|_| ()).expect("it can be played").tally;
    assert_eq!((tally.games, tally.no_winner), (8, 8));
    assert_eq!(tally.share(), None);
    assert!(tally.turns < 8 * 300, "{} turns", tally.turns);
}

#[test]
fn rul_25_its_last_step_ends_it_as_a_turn_begins() {
    let rules = Rules {
        points_to_win: 22,
        ..Edition::Modern.rules(3)
    };
    let deal = Deal::new(rules, 5).expect("three can play");
    let players = (0..3)
        .map(|_| EASY.player().expect("a bot is always there"))
        .collect();
    let (ending, course) = play_deal(&deal, players, &mut deal.chance(), 5);
    assert_eq!(ending, Ending::NoWinner);
    let last = course.steps().last();
    assert!(matches!(last, Some(Step::Action { .. })), "{last:?}");
    let (before, over) = (course.state_after(course.steps().len() - 1), course.state());
    assert!(over.contenders(&deal.game).is_empty() && over.turn() == before.turn() + 1);
    assert!(matches!(over.phase(), Phase::Over { winners } if winners.is_empty()));
}

#[test]
fn a_game_that_meets_a_cap_is_unfinished() {
    let caps = [
        Caps {
            turns: 5,
            ..Caps::default()
        },
        Caps {
            steps: 40,
            ..Caps::default()
        },
    ];
    for caps in caps {
        let mut capped = a_match(EASY, EASY, 8);
        capped.caps = caps;
        let tally = capped.run(|_| ()).expect("it can be played").tally;
        assert_eq!((tally.games, tally.unfinished), (8, 8));
        assert_eq!((tally.won, tally.lost), (0, 0));
        assert_eq!(tally.share(), None);
        assert!(tally.steps <= 8 * u64::from(caps.steps));
    }
}

#[test]
fn the_challenger_sits_in_every_seat_of_every_deal_and_games_are_rounded_up_to_deals() {
    let report = a_match(MEDIUM, EASY, 22)
        .run(|_| ())
        .expect("it can be played");
    assert_eq!(report.tally.games, 24);
    assert_eq!(report.tally.decided(), 24);
    // It wins nearly always, so it has won in each seat.
    let by_seat = report.tally.won_by_seat.0;
    assert!(
        by_seat[..4].iter().all(|won| (1..=6).contains(won)),
        "{by_seat:?}"
    );
    assert_eq!(by_seat[4..], [0, 0]);
    assert_eq!(by_seat.iter().sum::<u32>(), report.tally.won);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let with = |threads, sprt| {
        let mut played = a_match(MEDIUM, EASY, 200);
        played.threads = threads;
        played.sprt = sprt;
        played.run(|_| ()).expect("it can be played")
    };
    let test = Sprt::new(0.0, 50.0);
    assert_eq!(with(1, test), with(5, test));
    let short = |threads| {
        let mut played = a_match(MEDIUM, EASY, 12);
        played.threads = threads;
        played.run(|_| ()).expect("it can be played")
    };
    assert_eq!(short(1), short(3));
}

#[test]
fn the_test_stops_a_match_that_is_decided() {
    let mut clear = a_match(MEDIUM, EASY, 400);
    clear.sprt = Sprt::new(0.0, 50.0);
    let report = clear.run(|_| ()).expect("it can be played");
    assert_eq!(
        report.tested.map(|test| test.verdict),
        Some(Verdict::Better)
    );
    assert!(report.tally.games < 100, "{} games", report.tally.games);

    let mut other = a_match(&RandomEntrant, MEDIUM, 400);
    other.sprt = Sprt::new(0.0, 50.0);
    let report = other.run(|_| ()).expect("it can be played");
    assert_eq!(
        report.tested.map(|test| test.verdict),
        Some(Verdict::NotBetter)
    );
}

#[test]
fn equals_share_the_wins() {
    let tally = a_match(EASY, EASY, 200)
        .run(|_| ())
        .expect("it can be played")
        .tally;
    let interval = tally.interval();
    assert!(interval.low < 0.25 && 0.25 < interval.high, "{tally:?}");
    // Where all play alike, a deal is the same game four times, and each seat wins it once or not.
    assert_eq!(tally.won, 50);
}

/// Breaks the game in some way as soon as it has a turn of its own.
#[derive(Clone, Copy)]
enum Broken {
    Illegal,
    Silent,
    Failing,
}

impl Player for Broken {
    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        if !matches!(request.view.phase, Phase::Turn) {
            return brickwood_bots::Bot::new(Level::Easy).decide(request);
        }
        match self {
            Self::Illegal => Ok(Some(Action::Accept)),
            Self::Silent => Ok(None),
            Self::Failing => Err(PlayerError("no answer".into())),
        }
    }
}

impl Entrant for Broken {
    fn name(&self) -> String {
        "broken".into()
    }

    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(*self))
    }
}

#[test]
fn who_breaks_a_game_loses_it() {
    for broken in [Broken::Illegal, Broken::Silent, Broken::Failing] {
        let tally = a_match(&broken, EASY, 4)
            .run(|_| ())
            .expect("it begins")
            .tally;
        assert_eq!((tally.lost, tally.challenger_faults), (4, 4));
        let (_, fault) = tally.first_fault.expect("there were faults");
        match broken {
            Broken::Illegal => assert!(matches!(fault, Foul::Illegal(_))),
            Broken::Silent => assert_eq!(fault, Foul::Stalled),
            Broken::Failing => assert!(matches!(fault, Foul::Failed(_))),
        }
        let tally = a_match(EASY, &broken, 4)
            .run(|_| ())
            .expect("it begins")
            .tally;
        assert_eq!((tally.won, tally.rival_faults), (4, 4));
    }
}

/// Cannot even begin.
struct Absent;

impl Entrant for Absent {
    fn name(&self) -> String {
        "absent".into()
    }

    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        Err(PlayerError("there is no such program".into()))
    }
}

#[test]
fn who_cannot_begin_ends_the_match_with_a_reason() {
    let error = a_match(EASY, &Absent, 400)
        .run(|_| ())
        .expect_err("nobody plays");
    assert_eq!(
        error.to_string(),
        "absent cannot play: there is no such program"
    );
    let mut impossible = a_match(EASY, EASY, 4);
    impossible.rules.players = 9;
    let error = impossible.run(|_| ()).expect_err("nine cannot play");
    assert_eq!(error.to_string(), "a game has 2 to 6 players, not 9");
}

#[test]
fn random_players_take_legal_actions_and_answer_offers() {
    let mut answered = 0;
    let deal = Deal::new(Edition::Modern.rules(3), 2).expect("three can play");
    let players: Vec<Box<dyn Player>> = vec![
        Box::new(RandomEntrant),
        Box::new(brickwood_bots::Bot::new(Level::Hard)),
        Box::new(RandomEntrant),
    ];
    let (ending, course) = play_deal(&deal, players, &mut deal.chance(), 4);
    course.for_each_change(|Change { step, after, .. }| {
        assert_ne!(
            after.to_act(),
            ToAct::Seats {
                seats: brickwood_rules::SeatSet::EMPTY
            }
        );
        if let Step::Action {
            action: Action::Accept | Action::Decline,
            ..
        } = step
        {
            answered += 1;
        }
    });
    assert!(matches!(ending, Ending::Won { .. }), "{ending:?}");
    assert!(answered > 0);
}

#[test]
fn games_of_hard_with_three_mediums_to_14_points_come_to_an_end() {
    let rules = Rules {
        points_to_win: 14,
        ..Edition::Modern.rules(4)
    };
    // Of these, some went on for ever while nobody built the last roads that could have won, or could have won with them.
    let mut unfinished = Vec::new();
    for seed in 972_000..972_010 {
        let deal = Deal::new(rules, seed).expect("four can play");
        for hard in Seat::all(4) {
            let level = |seat| {
                if seat == hard {
                    Level::Hard
                } else {
                    Level::Medium
                }
            };
            let mut players: Vec<Box<dyn Player>> = Seat::all(4)
                .map(|seat| {
                    BotEntrant::new(level(seat))
                        .player()
                        .expect("a bot is always there")
                })
                .collect();
            let (course, ending) = deal.play(&mut players);
            if ending == Ending::Unfinished {
                unfinished.push((seed, course.state().contenders(course.game())));
            }
        }
    }
    // Where nobody can win, nobody may know it: a card that can no longer be played might be a victory point.
    assert!(unfinished.len() <= 1, "{unfinished:?}");
}

#[test]
fn in_an_arena_hard_makes_more_offers_than_two_and_none_twice_in_a_turn() {
    let deal = Deal::new(Edition::Modern.rules(4), 8).expect("four can play");
    let mut players: Vec<Box<dyn Player>> = Seat::all(4)
        .map(|_| {
            BotEntrant::with_manner(Level::Hard, Manner::Arena)
                .player()
                .expect("a bot is always there")
        })
        .collect();
    let (course, _) = deal.play(&mut players);
    // Of each turn: what was offered, and whether it was taken.
    let mut turns: BTreeMap<u16, Vec<(Terms, bool)>> = BTreeMap::new();
    course.for_each_change(|change| {
        let Step::Action { action, .. } = change.step else {
            return;
        };
        let offers = turns.entry(change.before.turn()).or_default();
        match action {
            Action::Offer { terms, .. } => {
                assert!(!offers.contains(&(terms, false)), "{terms:?} again");
                offers.push((terms, false));
            }
            Action::Confirm { .. } => {
                if let Some((_, is_taken)) = offers.last_mut() {
                    *is_taken = true;
                }
            }
            _ => {}
        }
    });
    assert!(turns.values().any(|offers| offers.len() > 2));
    let mut offers = turns.values().flatten();
    assert!(offers.any(|(terms, _)| terms.take.total() > terms.give.total()));
}
