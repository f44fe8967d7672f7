//! Every action that can be written down on a board, legal or not.

use brickwood_rules::{Action, HexId, Intersection, Path, Resource, Seat};

use super::model::{Awaiting, Reference};
use super::pile::Pile;

impl Reference {
    /// Every legal action of a seat but offers and counter-offers, which are without end.
    pub(crate) fn legal(&self, seat: usize) -> Vec<Action> {
        if !self.may_act(seat) {
            return Vec::new();
        }
        let mut actions = self.written(seat);
        actions.retain(|action| self.judge_action(seat, action).is_ok());
        actions
    }

    fn written(&self, seat: usize) -> Vec<Action> {
        let mut actions = vec![
            Action::Roll,
            Action::BuyDevelopmentCard,
            Action::PlayKnight,
            Action::PlayRoadBuilding,
            Action::PlayVictoryPoint,
            Action::Accept,
            Action::Decline,
            Action::Withdraw,
            Action::Pass,
            Action::EndTurn,
        ];
        for at in 0..self.land().intersection_count() {
            let at = Intersection(at as u8);
            actions.push(Action::BuildSettlement { at });
            actions.push(Action::BuildCity { at });
            actions.push(Action::TakeFirstCards { at });
        }
        for path in 0..self.land().path_count() {
            actions.push(Action::BuildRoad {
                at: Path(path as u8),
            });
        }
        for hex in 0..self.land().hex_count() {
            actions.push(Action::MoveRobber {
                to: HexId(hex as u8),
            });
        }
        for other in Seat::all(self.rules().players) {
            actions.push(Action::Rob { victim: other });
            actions.push(Action::Confirm { with: other });
        }
        for give in Resource::ALL {
            actions.push(Action::PlayMonopoly { resource: give });
            for take in Resource::ALL {
                actions.push(Action::MaritimeTrade { give, take });
            }
        }
        let everything = Pile::new(Resource::ALL.map(|resource| (resource, 2)));
        for cards in [everything.choices(1), everything.choices(2)].concat() {
            actions.push(Action::PlayYearOfPlenty {
                cards: cards.cards(),
            });
        }
        if let Awaiting::Discards(due) = &self.awaiting {
            for cards in self.players[seat].hand.choices(due[&seat]) {
                actions.push(Action::Discard {
                    cards: cards.cards(),
                });
            }
        }
        actions
    }
}
