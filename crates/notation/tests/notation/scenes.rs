//! The game that the page's lessons are scenes of: whatever the learner chooses, it is legal to the end, and each choice
//! leads where the page says.

use brickwood_notation::{parse_intersection, parse_path, parse_record, parse_step};
use brickwood_rules::{
    Cards, Game, HexId, Intersection, Phase, Resource, Seat, State, Terrain, Topology,
};
use brickwood_test_kit::read;

const FILE: &str = "web/src/lib/learn/lessons/game.txt";

/// What can be chosen in a scene.
struct Choice {
    name: String,
    /// The corner to which a road leads.
    aim: Option<String>,
    steps: Vec<String>,
}

/// The choices of a scene, the best first, for those who have chosen all that is named.
struct Version {
    chosen: Vec<String>,
    choices: Vec<Choice>,
}

/// A part of the game.
enum Part {
    /// A step, and what stands in its place for those who have chosen all that is named.
    Step(String, Vec<(Vec<String>, Vec<String>)>),
    Scene(String, Vec<Version>),
    /// From here on, all that came before was chosen best.
    Anew,
}

/// A scene as somebody comes to it.
struct Scene {
    /// What they have chosen since the game went on with the best.
    chosen: Vec<String>,
    game: Game,
    before: State,
    /// The best first.
    outcomes: Vec<Outcome>,
}

/// What a choice leads to.
struct Outcome {
    name: String,
    aim: Option<String>,
    after: State,
}

impl Scene {
    fn board(&self) -> &Topology {
        self.game.board().topology()
    }

    fn best(&self) -> &Outcome {
        &self.outcomes[0]
    }

    fn corner(&self, name: &str) -> Intersection {
        parse_intersection(self.board(), name).expect("a corner")
    }

    fn aim(&self, outcome: &Outcome) -> Intersection {
        self.corner(outcome.aim.as_deref().expect("an aim"))
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
    fn assert_best(&self, worth: impl Fn(&Outcome) -> u8) {
        for other in &self.outcomes[1..] {
            let (most, less) = (worth(self.best()), worth(other));
            assert!(most > less, "{} after {:?}", other.name, self.chosen);
        }
    }

    fn has_chosen(&self, name: &str) -> bool {
        self.chosen.iter().any(|each| each == name)
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn learner() -> Seat {
    seat(0)
}

fn bruno() -> Seat {
    seat(1)
}

/// The name of a choice, and what it leads to: `d1e` or `d1e to d1n`.
fn choice(words: &str, steps: Vec<String>) -> Choice {
    let mut parts = words.split(" to ").map(str::to_owned);
    Choice {
        name: parts.next().expect("a name"),
        aim: parts.next(),
        steps,
    }
}

fn steps_in(text: &str) -> Vec<String> {
    text.split("; ").map(str::to_owned).collect()
}

fn words_in(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// What the file says, part by part.
fn parts(text: &str) -> Vec<Part> {
    let (_, body) = text.split_once("\n\n").expect("steps below the header");
    let mut parts = Vec::new();
    // Steps between the beginning and the end of a scene are its best choice.
    let mut inside = false;
    for line in body.lines().filter(|line| !line.starts_with("turn ")) {
        if line == "# scene end" {
            inside = false;
        } else if line == "# anew" {
            parts.push(Part::Anew);
        } else if let Some(words) = line.strip_prefix("# scene ") {
            let (words, steps) = words
                .split_once(": ")
                .map_or((words, Vec::new()), |(words, steps)| {
                    (words, steps_in(steps))
                });
            inside = steps.is_empty();
            let (words, chosen) = words
                .split_once(" for ")
                .map_or((words, Vec::new()), |(words, chosen)| {
                    (words, words_in(chosen))
                });
            let (scene, best) = words.split_once(' ').expect("a name and the best choice");
            let version = Version {
                chosen,
                choices: vec![choice(best, steps)],
            };
            match parts.last_mut() {
                Some(Part::Scene(name, versions)) if *name == scene => versions.push(version),
                _ => parts.push(Part::Scene(scene.to_owned(), vec![version])),
            }
        } else if let Some(words) = line.strip_prefix("# or ") {
            let (words, steps) = words.split_once(": ").expect("steps");
            let Some(Part::Scene(_, versions)) = parts.last_mut() else {
                panic!("no scene before {line}");
            };
            let version = versions.last_mut().expect("a version");
            version.choices.push(choice(words, steps_in(steps)));
        } else if let Some(words) = line.strip_prefix("# for ") {
            let (chosen, steps) = words.split_once(": ").expect("steps");
            let Some(Part::Step(_, others)) = parts.last_mut() else {
                panic!("no step before {line}");
            };
            others.push((words_in(chosen), steps_in(steps)));
        } else if inside {
            let Some(Part::Scene(_, versions)) = parts.last_mut() else {
                panic!("no scene before {line}");
            };
            versions[0].choices[0].steps.push(line.to_owned());
        } else {
            parts.push(Part::Step(line.to_owned(), Vec::new()));
        }
    }
    parts
}

/// Goes through the game with everything that can be chosen, and tells of each scene as somebody comes to it.
struct Walk {
    game: Game,
    scenes: Vec<(String, Scene)>,
}

impl Walk {
    fn after(&self, state: &State, steps: &[String], chosen: &[String]) -> State {
        steps.iter().fold(*state, |state, line| {
            let step = parse_step(self.game.board().topology(), line).expect("a step");
            state
                .apply(&self.game, step)
                .unwrap_or_else(|illegal| panic!("{line} after {chosen:?}: {illegal:?}"))
        })
    }

    /// `best` says whether all choices were the best so far.
    fn go(&mut self, parts: &[Part], mut before: State, chosen: &[String], best: bool) {
        let has_all = |names: &[String]| names.iter().all(|name| chosen.contains(name));
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Step(line, others) => {
                    let other = others.iter().find(|(names, _)| has_all(names));
                    let steps =
                        other.map_or_else(|| vec![line.clone()], |(_, steps)| steps.clone());
                    before = self.after(&before, &steps, chosen);
                }
                Part::Anew if best => return self.go(&parts[at + 1..], before, &[], true),
                Part::Anew => return,
                Part::Scene(name, versions) => {
                    let last = versions.iter().rfind(|version| has_all(&version.chosen));
                    let choices = &last.expect("a version").choices;
                    let after = |choice: &Choice| self.after(&before, &choice.steps, chosen);
                    let outcomes = choices.iter().map(|choice| Outcome {
                        name: choice.name.clone(),
                        aim: choice.aim.clone(),
                        after: after(choice),
                    });
                    let scene = Scene {
                        chosen: chosen.to_vec(),
                        game: self.game.clone(),
                        before,
                        outcomes: outcomes.collect(),
                    };
                    let afters: Vec<State> =
                        scene.outcomes.iter().map(|outcome| outcome.after).collect();
                    self.scenes.push((name.clone(), scene));
                    for (index, (choice, after)) in choices.iter().zip(afters).enumerate() {
                        let chosen = [chosen, std::slice::from_ref(&choice.name)].concat();
                        self.go(&parts[at + 1..], after, &chosen, best && index == 0);
                    }
                    return;
                }
            }
        }
    }
}

/// Every scene with everything that can have been chosen before it.
fn all() -> Vec<(String, Scene)> {
    let text = read(FILE);
    let record = parse_record(&text).expect("with the best choices it is a record");
    let game = record.header.game;
    let before = State::new(&game);
    let mut walk = Walk {
        game,
        scenes: Vec::new(),
    };
    walk.go(&parts(&text), before, &[], true);
    walk.scenes
}

/// A scene with everything that can have been chosen before it, the best first.
fn scenes(name: &str) -> Vec<Scene> {
    let found: Vec<Scene> = all()
        .into_iter()
        .filter_map(|(each, scene)| (each == name).then_some(scene))
        .collect();
    assert!(!found.is_empty(), "{name}");
    found
}

#[test]
fn eleven_scenes_wait_for_the_learner_and_whatever_is_chosen_is_legal() {
    let all = all();
    let mut names: Vec<&str> = Vec::new();
    for (name, scene) in &all {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
        assert!(scene.before.may_act(learner()), "{name}");
        for outcome in &scene.outcomes {
            assert_ne!(outcome.after, scene.before, "{name}, {}", outcome.name);
        }
    }
    let expected = [
        "corner", "second", "road", "roll", "build", "bank", "offer", "robber", "card", "city",
        "award",
    ];
    assert_eq!(names, expected);
    let last = all.iter().filter(|(name, _)| name == "award").count();
    assert_eq!(last, 2 * 3 * 3 * 3 * 3);
}

#[test]
fn what_was_chosen_stands_in_every_later_scene() {
    for (name, scene) in all() {
        let own = scene
            .before
            .settlements(learner())
            .union(scene.before.cities(learner()));
        let roads = scene.before.roads(learner());
        let stands = |chosen: &str| {
            let corner = parse_intersection(scene.board(), chosen);
            let path = parse_path(scene.board(), chosen);
            let is_place = corner.is_some() || path.is_some();
            !is_place
                || corner.is_some_and(|corner| own.contains(corner))
                || path.is_some_and(|path| roads.contains(path))
        };
        for chosen in &scene.chosen {
            assert!(stands(chosen), "{name} after {:?}", scene.chosen);
        }
    }
}

#[test]
fn the_best_first_corner_has_the_most_dots() {
    for scene in scenes("corner") {
        assert_eq!(scene.outcomes.len(), 3);
        scene.assert_best(|outcome| scene.pips(scene.corner(&outcome.name)));
    }
}

#[test]
fn the_best_second_corner_brings_the_most_new_resources_and_not_the_most_dots() {
    for scene in scenes("second") {
        let fresh = |outcome: &Outcome| scene.fresh(scene.corner(&outcome.name));
        scene.assert_best(|outcome| u8::try_from(fresh(outcome)).expect("at most five"));
        let pips = |outcome: &Outcome| scene.pips(scene.corner(&outcome.name));
        assert!(
            scene
                .outcomes
                .iter()
                .any(|outcome| pips(outcome) > pips(scene.best()))
        );
    }
    let best: Vec<usize> = {
        let scene = &scenes("second")[0];
        let fresh = |outcome: &Outcome| scene.fresh(scene.corner(&outcome.name));
        scene.outcomes.iter().map(fresh).collect()
    };
    assert_eq!(best, [2, 0, 1]);
}

#[test]
fn each_road_leads_to_a_corner_that_can_be_settled_and_the_best_to_the_most_dots() {
    for scene in scenes("road") {
        let board = scene.board();
        for outcome in &scene.outcomes {
            let aim = scene.aim(outcome);
            let road = parse_path(board, &outcome.name).expect("a path");
            assert!(outcome.after.roads(learner()).contains(road));
            let mut ends = board.intersections().filter(|end| {
                board
                    .intersections()
                    .any(|other| board.path_between(*end, other) == Some(road))
            });
            // One more path leads there from the end of the road.
            assert!(ends.any(|end| board.path_between(end, aim).is_some()));
            for other in board.intersections() {
                let near = other == aim || board.path_between(other, aim).is_some();
                let built = [0, 1, 2]
                    .iter()
                    .any(|number| outcome.after.settlements(seat(*number)).contains(other));
                assert!(
                    !(near && built),
                    "{} after {:?}",
                    outcome.name,
                    scene.chosen
                );
            }
        }
        scene.assert_best(|outcome| scene.pips(scene.aim(outcome)));
    }
}

#[test]
fn the_roll_brings_the_learner_and_another_a_card() {
    for scene in scenes("roll") {
        let after = &scene.best().after;
        for seat in [learner(), bruno()] {
            assert_eq!(
                after.hand(seat).total(),
                scene.before.hand(seat).total() + 1
            );
        }
    }
}

#[test]
fn the_hand_is_just_enough_for_the_settlement_and_the_best_place_has_the_most_dots() {
    for scene in scenes("build") {
        for outcome in &scene.outcomes {
            assert_eq!(outcome.after.hand(learner()).total(), 0);
            assert_eq!(
                scene.points(&outcome.after),
                scene.points(&scene.before) + 1
            );
        }
        scene.assert_best(|outcome| scene.pips(scene.corner(&outcome.name)));
    }
}

#[test]
fn only_the_best_trade_with_the_bank_brings_the_settlement_and_a_harbor_makes_it_cheaper() {
    for scene in scenes("bank") {
        let price = if scene.has_chosen("b4ne") { 3 } else { 4 };
        let ore = |state: &State| state.hand(learner())[Resource::Ore];
        assert_eq!(ore(&scene.before), price);
        for outcome in &scene.outcomes {
            assert_eq!(ore(&outcome.after), 0);
        }
        scene.assert_best(|outcome| scene.points(&outcome.after));
    }
}

#[test]
fn only_the_best_offer_is_accepted_and_brings_the_road() {
    for scene in scenes("offer") {
        // The settlement that the bank's card was for stands by now, whatever was taken.
        assert_eq!(scene.points(&scene.before), 4);
        let roads = |state: &State| state.roads(learner()).iter().count();
        assert_eq!(roads(&scene.best().after), roads(&scene.before) + 1);
        for other in &scene.outcomes[1..] {
            assert_eq!(other.after.hand(learner()), scene.before.hand(learner()));
        }
    }
}

#[test]
fn the_robber_takes_the_most_from_a_rival_and_no_hand_is_halved() {
    for scene in scenes("robber") {
        assert_eq!(*scene.before.phase(), Phase::MoveRobber);
        let board = scene.game.board();
        // What the page calls a loss of pips: those of others, and of nobody who is the learner.
        scene.assert_best(|outcome| {
            let robbed = outcome.after.robber();
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
            .outcomes
            .iter()
            .map(|outcome| cards(&outcome.after).total() > cards(&scene.before).total())
            .collect();
        assert_eq!(stolen, [true, true, false]);
    }
}

#[test]
fn three_cards_buy_road_building() {
    for scene in scenes("card") {
        let after = &scene.best().after;
        assert_eq!(
            after.hand(learner()).total() + 3,
            scene.before.hand(learner()).total()
        );
        assert_eq!(*after.phase(), Phase::Turn);
    }
}

#[test]
fn a_city_is_a_point_more_and_the_best_has_the_most_dots() {
    for scene in scenes("city") {
        for outcome in &scene.outcomes {
            assert!(
                outcome
                    .after
                    .cities(learner())
                    .contains(scene.corner(&outcome.name))
            );
            assert_eq!(
                scene.points(&outcome.after),
                scene.points(&scene.before) + 1
            );
        }
        scene.assert_best(|outcome| scene.pips(scene.corner(&outcome.name)));
    }
}

#[test]
fn only_the_best_road_is_the_fifth_in_a_row_and_takes_the_longest_road() {
    for scene in scenes("award") {
        assert_eq!(scene.before.road_length(learner()), 4);
        for outcome in &scene.outcomes {
            let best = outcome.name == scene.best().name;
            assert_eq!(
                outcome.after.road_length(learner()),
                if best { 5 } else { 4 }
            );
            let more = if best { 2 } else { 0 };
            assert_eq!(
                scene.points(&outcome.after),
                scene.points(&scene.before) + more
            );
        }
    }
}
