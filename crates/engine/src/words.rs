//! Events as sentences for people.

use std::fmt::Write as _;

use brickwood_notation::{
    cards_text, hex_name, intersection_name, path_name, resource_letter, terms_text,
};
use brickwood_rules::{Answer, DevelopmentCard, Dice, Event, Gain, Game, Placed, Seat, SeatSet};

/// An event as a sentence. `names` are those of the seats, in their order.
pub fn event_words(game: &Game, names: &[String], event: &Event) -> String {
    Words { game, names }.event(event)
}

struct Words<'a> {
    game: &'a Game,
    names: &'a [String],
}

impl Words<'_> {
    fn event(&self, event: &Event) -> String {
        let topology = self.game.board().topology();
        match event {
            Event::FirstPlayerRolled { seat, dice } => {
                format!(
                    "{} rolls {} for the first turn.",
                    self.name(*seat),
                    sum(*dice)
                )
            }
            Event::RolledAgain { seat, dice } => {
                format!(
                    "{} rolls {}, which is rolled again.",
                    self.name(*seat),
                    sum(*dice)
                )
            }
            Event::Rolled {
                seat,
                dice,
                gains,
                short,
                blocked,
            } => {
                let mut text = format!("{} rolls {}.", self.name(*seat), sum(*dice));
                if !gains.is_empty() {
                    let _ = write!(text, " {}.", self.gains(gains, "gets"));
                }
                for resource in short {
                    let _ = write!(text, " The bank has too little {}.", resource.name());
                }
                if let Some(hex) = blocked {
                    let _ = write!(
                        text,
                        " The robber keeps {} from producing.",
                        hex_name(topology, *hex)
                    );
                }
                text
            }
            Event::Built { seat, placed, paid } => {
                let verb = if *paid { "builds" } else { "places" };
                let place = match *placed {
                    Placed::Road { at } => format!("a road on {}", path_name(topology, at)),
                    Placed::Settlement { at } => {
                        format!("a settlement on {}", intersection_name(topology, at))
                    }
                    Placed::City { at } => format!("a city on {}", intersection_name(topology, at)),
                };
                format!("{} {verb} {place}.", self.name(*seat))
            }
            Event::StartingCards { seat, cards } => {
                format!("{} begins with {}.", self.name(*seat), cards_text(*cards))
            }
            Event::Bought { seat, card } => match card {
                Some(card) => format!("{} buys a card: {}.", self.name(*seat), card_word(*card)),
                None => format!("{} buys a development card.", self.name(*seat)),
            },
            Event::Played { seat, card } => {
                format!("{} plays {}.", self.name(*seat), card_word(*card))
            }
            Event::FreeRoadsForgone { seat, roads } => {
                let what = if *roads == 1 {
                    "a free road"
                } else {
                    "two free roads"
                };
                format!("{} forgoes {what}.", self.name(*seat))
            }
            Event::TookPlenty { seat, cards } => format!(
                "{} plays year of plenty and takes {}.",
                self.name(*seat),
                cards_text(*cards)
            ),
            Event::Monopolized {
                seat,
                resource,
                losses,
            } => {
                let what = resource.name();
                let mut text = format!("{} takes all {what}.", self.name(*seat));
                if !losses.is_empty() {
                    let _ = write!(text, " {}.", self.gains(losses, "loses"));
                }
                text
            }
            _ => self.of_others(event),
        }
    }

    /// Events between players, and those of the table.
    fn of_others(&self, event: &Event) -> String {
        let topology = self.game.board().topology();
        match event {
            Event::Discarded { seat, cards } => {
                format!("{} discards {}.", self.name(*seat), cards_text(*cards))
            }
            Event::RobberMoved { seat, to } => {
                format!(
                    "{} moves the robber to {}.",
                    self.name(*seat),
                    hex_name(topology, *to)
                )
            }
            Event::RobberStayed { seat } => {
                format!("{} leaves the robber where it is.", self.name(*seat))
            }
            Event::NothingStolen { seat } => format!("{} robs nobody.", self.name(*seat)),
            Event::Stolen {
                seat,
                victim,
                resource,
            } => {
                let card = match resource {
                    Some(resource) => resource_letter(*resource).to_string(),
                    None => "a card".into(),
                };
                format!(
                    "{} takes {card} from {}.",
                    self.name(*seat),
                    self.name(*victim)
                )
            }
            Event::TradedWithBank { seat, terms } => {
                format!(
                    "{} trades {} with the bank.",
                    self.name(*seat),
                    terms_text(*terms)
                )
            }
            Event::Offered { seat, terms, to } => format!(
                "{} offers {} to {}.",
                self.name(*seat),
                terms_text(*terms),
                self.names(*to)
            ),
            Event::Answered { seat, answer } => match answer {
                Answer::Accepted => format!("{} accepts.", self.name(*seat)),
                Answer::Countered { terms } => {
                    format!("{} would do {}.", self.name(*seat), terms_text(*terms))
                }
                Answer::Declined | Answer::Pending | Answer::NotAsked => {
                    format!("{} declines.", self.name(*seat))
                }
            },
            Event::Traded { seat, with, terms } => format!(
                "{} and {} trade {}.",
                self.name(*seat),
                self.name(*with),
                terms_text(*terms)
            ),
            Event::Withdrawn { seat } => format!("{} takes the offer back.", self.name(*seat)),
            Event::TurnBegan { seat, turn } => format!("Turn {turn}: {}.", self.name(*seat)),
            Event::LongestRoad { holder } => match holder {
                Some(seat) => format!("{} has the longest road.", self.name(*seat)),
                None => "Nobody has the longest road.".into(),
            },
            Event::LargestArmy { holder } => match holder {
                Some(seat) => format!("{} has the largest army.", self.name(*seat)),
                None => "Nobody has the largest army.".into(),
            },
            Event::SpecialBuildingBegan { seat } => format!("{} may build.", self.name(*seat)),
            Event::TimeUp => "The time is up.".into(),
            Event::CalledOff => "The game has ended without a winner.".into(),
            Event::Won { seats } => match seats.single() {
                Some(seat) => format!("{} has won.", self.name(seat)),
                None => format!("{} share the game.", self.names(*seats)),
            },
            _ => unreachable!("the other events are those of one player"),
        }
    }

    fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    fn names(&self, seats: SeatSet) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| self.name(seat)).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }

    fn gains(&self, gains: &[Gain], verb: &str) -> String {
        let parts = gains
            .iter()
            .map(|gain| format!("{} {verb} {}", self.name(gain.seat), cards_text(gain.cards)));
        parts.collect::<Vec<_>>().join(", ")
    }
}

fn sum(dice: Dice) -> String {
    let [first, second] = dice.faces();
    format!("{} ({first} and {second})", dice.total())
}

const fn card_word(card: DevelopmentCard) -> &'static str {
    match card {
        DevelopmentCard::Knight => "a knight",
        DevelopmentCard::RoadBuilding => "road building",
        DevelopmentCard::YearOfPlenty => "year of plenty",
        DevelopmentCard::Monopoly => "a monopoly",
        DevelopmentCard::VictoryPoint => "a victory point",
    }
}
