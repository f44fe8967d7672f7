//! The game that the page's lessons are scenes of: it is legal with everything that can be chosen in it, and each
//! choice leads where the page says.

use brickwood_notation::{parse_intersection, parse_path, parse_record, parse_step};
use brickwood_rules::{
    Cards, Game, HexId, Intersection, Phase, Resource, Seat, State, Step, Terrain, Topology,
};
use brickwood_test_kit::read;

const FILE: &str = "web/src/lib/learn/game.txt";

/// A choice in a scene, and what it leads to.
struct Choice {
    name: String,
    /// The corner to which a road leads.
    aim: Option<String>,
    after: State,
}

/// A scene: the game up to its question, and what can be chosen, the best first.
struct Scene {
    game: Game,
    before: State,
    choices: Vec<Choice>,
}

impl Scene {
    fn board(&self) -> &Topology {
        self.game.board().topology()
    }

    fn best(&self) -> &Choice {
        &self.choices[0]
    }

    fn corner(&self, name: &str) -> Intersection {
        parse_intersection(self.board(), name).expect("a corner")
    }

    fn hexes(&self, corner: Intersection) -> impl Iterator<Item = HexId> + '_ {
        self.board().hexes_round(corner)
    }

    fn pips(&self, corner: Intersection) -> u8 {
        let pips = self
            .hexes(corner)
            .map(|hex| self.game.board().hex(hex).pips());
        pips.sum()
    }

    /// The resources that a corner brings and the learner does not get yet.
    fn fresh(&self, corner: Intersection) -> usize {
        let of = |corner| {
            let terrains = self.hexes(corner).map(|hex| self.game.board().terrain(hex));
            terrains
                .filter_map(Terrain::resource)
                .collect::<Vec<Resource>>()
        };
        let known: Vec<Resource> = self
            .before
            .settlements(learner())
            .iter()
            .flat_map(of)
            .collect();
        let mut fresh = of(corner);
        fresh.sort_unstable();
        fresh.dedup();
        fresh
            .iter()
            .filter(|resource| !known.contains(resource))
            .count()
    }

    fn points(&self, state: &State) -> u8 {
        state.points(&self.game, learner()).total()
    }

    /// Each choice by what it is worth: only the best is worth the most.
    fn assert_best(&self, worth: impl Fn(&Choice) -> u8) {
        for other in &self.choices[1..] {
            assert!(worth(self.best()) > worth(other), "{}", other.name);
        }
    }
}

fn learner() -> Seat {
    Seat::new(0).expect("a seat")
}

fn bruno() -> Seat {
    Seat::new(1).expect("a seat")
}

/// The name of a choice, and what it leads to: `d1e` or `d1e to d1n`.
fn named(words: &str) -> (String, Option<String>) {
    let mut parts = words.split(" to ").map(str::to_owned);
    (parts.next().expect("a name"), parts.next())
}

/// Every scene by its name, in order.
fn scenes() -> Vec<(String, Scene)> {
    let text = read(FILE);
    let lines: Vec<&str> = text.lines().collect();
    let state_of = |lines: &[&str]| {
        let record = parse_record(&format!("{}\n", lines.join("\n"))).expect("every step is legal");
        let game = record.header.game;
        let state = record.steps.iter().fold(State::new(&game), |state, step| {
            state.apply(&game, *step).expect("a legal step")
        });
        (game, state)
    };
    let begins = lines.iter().enumerate().filter_map(|(at, line)| {
        let words = line
            .strip_prefix("# scene ")
            .filter(|words| *words != "end")?;
        Some((
            at,
            words.split_once(' ').expect("a name and the best choice"),
        ))
    });
    begins
        .map(|(at, (scene, best))| {
            let length = lines[at + 1..]
                .iter()
                .position(|line| line.starts_with("# scene "))
                .unwrap_or(lines.len() - at - 1);
            let within = &lines[at + 1..=at + length];
            let (game, before) = state_of(&lines[..at]);
            let (name, aim) = named(best);
            let after = state_of(&lines[..=at + length]).1;
            let mut choices = vec![Choice { name, aim, after }];
            for other in within.iter().filter_map(|line| line.strip_prefix("# or ")) {
                let (words, steps) = other.split_once(": ").expect("steps");
                let steps = steps
                    .split("; ")
                    .map(|step| parse_step(game.board().topology(), step).expect("a step"));
                let after = steps.fold(before, |state, step: Step| {
                    state.apply(&game, step).expect("a legal step")
                });
                let (name, aim) = named(words);
                choices.push(Choice { name, aim, after });
            }
            let scene_read = Scene {
                game,
                before,
                choices,
            };
            (scene.to_owned(), scene_read)
        })
        .collect()
}

fn scene(name: &str) -> Scene {
    let found = scenes().into_iter().find(|(each, _)| each == name);
    found.expect("a scene").1
}

#[test]
fn nine_scenes_wait_for_the_learner_and_all_that_can_be_chosen_is_legal() {
    let all = scenes();
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "corner", "second", "road", "roll", "build", "bank", "offer", "robber", "card",
    ];
    assert_eq!(names, expected);
    for (name, scene) in &all {
        assert!(scene.before.may_act(learner()), "{name}");
        for choice in &scene.choices {
            assert_ne!(choice.after, scene.before, "{name}, {}", choice.name);
        }
    }
}

#[test]
fn the_best_first_corner_has_the_most_dots() {
    let scene = scene("corner");
    assert_eq!(scene.choices.len(), 3);
    scene.assert_best(|choice| scene.pips(scene.corner(&choice.name)));
}

#[test]
fn the_best_second_corner_brings_the_most_new_resources_and_not_the_most_dots() {
    let scene = scene("second");
    let fresh = |choice: &Choice| scene.fresh(scene.corner(&choice.name));
    assert_eq!(
        scene.choices.iter().map(fresh).collect::<Vec<_>>(),
        [2, 0, 1]
    );
    let pips = |choice: &Choice| scene.pips(scene.corner(&choice.name));
    assert!(
        scene
            .choices
            .iter()
            .any(|choice| pips(choice) > pips(scene.best()))
    );
}

#[test]
fn each_road_leads_to_a_corner_that_can_be_settled_and_the_best_to_the_most_dots() {
    let scene = scene("road");
    let board = scene.board();
    let aim = |choice: &Choice| scene.corner(choice.aim.as_deref().expect("an aim"));
    let seats = [0, 1, 2].map(|seat| Seat::new(seat).expect("a seat"));
    for choice in &scene.choices {
        let road = parse_path(board, &choice.name).expect("a path");
        assert!(choice.after.roads(learner()).contains(road));
        let ends: Vec<Intersection> = board
            .intersections()
            .filter(|end| {
                board
                    .intersections()
                    .any(|other| board.path_between(*end, other) == Some(road))
            })
            .collect();
        // One more path leads there from the end of the road.
        assert!(
            ends.iter()
                .any(|end| board.path_between(*end, aim(choice)).is_some())
        );
        for other in board.intersections() {
            let near = other == aim(choice) || board.path_between(other, aim(choice)).is_some();
            let built = seats
                .iter()
                .any(|seat| choice.after.settlements(*seat).contains(other));
            assert!(!(near && built), "{}", choice.name);
        }
    }
    scene.assert_best(|choice| scene.pips(aim(choice)));
}

#[test]
fn the_roll_brings_the_learner_and_another_a_card() {
    let scene = scene("roll");
    let after = &scene.best().after;
    for seat in [learner(), bruno()] {
        assert_eq!(
            after.hand(seat).total(),
            scene.before.hand(seat).total() + 1
        );
    }
}

#[test]
fn the_hand_is_just_enough_for_the_settlement_and_the_best_place_has_the_most_dots() {
    let scene = scene("build");
    for choice in &scene.choices {
        assert_eq!(choice.after.hand(learner()).total(), 0);
        assert_eq!(scene.points(&choice.after), scene.points(&scene.before) + 1);
    }
    scene.assert_best(|choice| scene.pips(scene.corner(&choice.name)));
}

#[test]
fn only_the_best_trade_with_the_bank_brings_the_settlement() {
    let scene = scene("bank");
    assert_eq!(scene.before.hand(learner())[Resource::Ore], 4);
    scene.assert_best(|choice| scene.points(&choice.after));
}

#[test]
fn only_the_best_offer_is_accepted_and_brings_the_road() {
    let scene = scene("offer");
    let roads = |state: &State| state.roads(learner()).iter().count();
    assert_eq!(roads(&scene.best().after), roads(&scene.before) + 1);
    for other in &scene.choices[1..] {
        assert_eq!(other.after.hand(learner()), scene.before.hand(learner()));
    }
}

#[test]
fn the_robber_takes_the_most_from_a_rival_and_no_hand_is_halved() {
    let scene = scene("robber");
    assert_eq!(*scene.before.phase(), Phase::MoveRobber);
    let board = scene.game.board();
    // What the page calls a loss of dots: those of others, and of nobody who is the learner.
    scene.assert_best(|choice| {
        let robbed = choice.after.robber();
        let own = scene.before.settlements(learner());
        let hits_self = own
            .iter()
            .any(|at| scene.hexes(at).any(|hex| hex == robbed));
        if hits_self {
            0
        } else {
            board.hex(robbed).pips()
        }
    });
    let cards = |state: &State| -> Cards { state.hand(learner()) };
    let stolen: Vec<bool> = scene
        .choices
        .iter()
        .map(|choice| cards(&choice.after).total() > cards(&scene.before).total())
        .collect();
    assert_eq!(stolen, [true, true, false]);
}

#[test]
fn the_last_cards_buy_a_knight() {
    let scene = scene("card");
    let after = &scene.best().after;
    assert_eq!(
        after.hand(learner()).total() + 3,
        scene.before.hand(learner()).total()
    );
    assert_eq!(*after.phase(), Phase::Turn);
}
