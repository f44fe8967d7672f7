//! A board that is turned or mirrored, and seats that are named anew, change nothing else.

use brickwood_encode::{ActionSpace, Draft, Observer, Symmetry};
use brickwood_rules::{Board, FirstPlayer, Game, History, Rules, Seat, SetUp, State, Step};
use brickwood_test_kit::Random;

use crate::kit::{Next, RandomGame, all_rules, bits, games, mask};

/// A game, seen in a mirror: with its board turned and its seats counted from another.
struct Image {
    game: Game,
    state: State,
    drafts: [Draft; 6],
    symmetry: Symmetry,
    shift: u8,
    observer: Observer,
    histories: Vec<History>,
}

impl Image {
    fn of(played: &RandomGame, random: &mut Random) -> Self {
        let layout = played.game.board().layout();
        let rules = *played.game.rules();
        let symmetries = Symmetry::all(layout);
        // The beginners' pieces lie at certain places, each seat's at its own.
        let fixed = rules.set_up != SetUp::Placed;
        let symmetry = symmetries[if fixed {
            0
        } else {
            random.below(symmetries.len())
        }]
        .clone();
        let shift = if fixed {
            0
        } else {
            random.below(rules.seats()) as u8
        };
        let first_player = match rules.first_player {
            FirstPlayer::Roll => FirstPlayer::Roll,
            FirstPlayer::Named { seat } => FirstPlayer::Named {
                seat: seat.clockwise(shift, rules.players),
            },
        };
        let plan = symmetry
            .board(played.game.board().plan())
            .expect("it has this layout");
        let board = Board::try_from(plan).expect("it is as good a board");
        let rules = Rules {
            first_player,
            ..rules
        };
        let game = Game::new(rules, board).expect("it is as good a game");
        Self {
            state: State::new(&game),
            drafts: [Draft::Nothing; 6],
            observer: Observer::new(&game),
            histories: Seat::all(rules.players)
                .map(|seat| History::new(Some(seat)))
                .collect(),
            game,
            symmetry,
            shift,
        }
    }

    fn seat(&self, seat: Seat) -> Seat {
        seat.clockwise(self.shift, self.game.rules().players)
    }

    fn follow(&mut self, next: &Next) {
        let step = match *next {
            Next::Chance(outcome) => Some(Step::Chance { outcome }),
            Next::Choice { seat, index, .. } => {
                let seat = self.seat(seat);
                let index = self.symmetry.action(index).expect("it is in the space");
                let draft = &mut self.drafts[seat.index()];
                draft
                    .choose(&self.game, &self.state, seat, index)
                    .expect("it can be chosen here too")
                    .map(|action| Step::Action { seat, action })
            }
        };
        if let Some(step) = step {
            let after = self
                .state
                .apply(&self.game, step)
                .expect("it is legal here too");
            for history in &mut self.histories {
                history.observe(&self.game, &self.state, step, &after);
            }
            self.state = after;
        }
    }
}

#[test]
fn turned_boards_and_renamed_seats_look_the_same() {
    for (number, rules) in all_rules().into_iter().enumerate() {
        // Seats roll for the first turn in the order of their numbers.
        let mut random = Random::new(number as u64);
        let seat = Seat::all(rules.players).nth(random.below(rules.seats()));
        let first_player = FirstPlayer::Named {
            seat: seat.expect("it is at the table"),
        };
        let rules = Rules {
            first_player,
            ..rules
        };
        for seed in 0..games() {
            let mut played = RandomGame::new(rules, seed * 1000 + number as u64);
            let mut image = Image::of(&played, &mut random);
            let observer = Observer::new(&played.game);
            let mut histories: Vec<History> = Seat::all(rules.players)
                .map(|seat| History::new(Some(seat)))
                .collect();
            loop {
                let before = played.state;
                let Some(next) = played.advance() else {
                    break;
                };
                image.follow(&next);
                if let Some(step) = next.step() {
                    for history in &mut histories {
                        history.observe(&played.game, &before, step, &played.state);
                    }
                }
                if random.one_in(48) {
                    for seat in Seat::all(rules.players) {
                        looks_alike(&played, &observer, &histories[seat.index()], &image, seat);
                    }
                }
            }
        }
    }
}

fn looks_alike(
    played: &RandomGame,
    observer: &Observer,
    history: &History,
    image: &Image,
    seat: Seat,
) {
    let other = image.seat(seat);
    let (draft, other_draft) = (played.drafts[seat.index()], image.drafts[other.index()]);
    let view = played.state.view(&played.game, Some(seat));
    let other_view = image.state.view(&image.game, Some(other));
    let ours = bits(observer, &view, history, &draft).expect("they fit");
    let told = &image.histories[other.index()];
    let theirs = bits(&image.observer, &other_view, told, &other_draft).expect("they fit");
    assert_eq!(ours[1..], theirs[1..], "{seat:?}");
    let cells = image.symmetry.cells();
    for (plane, other) in ours[0]
        .chunks(cells.len())
        .zip(theirs[0].chunks(cells.len()))
    {
        assert!(
            cells
                .iter()
                .zip(plane)
                .all(|(to, value)| other[*to] == *value)
        );
    }
    let masks = [
        mask(&played.game, &played.state, seat, &draft),
        mask(&image.game, &image.state, other, &other_draft),
    ];
    for index in ActionSpace::of(played.game.board().layout()).indices() {
        let to = image.symmetry.action(index).expect("it is in the space");
        assert_eq!(masks[0][usize::from(index)], masks[1][usize::from(to)]);
    }
}
