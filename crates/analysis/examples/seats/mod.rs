//! Players of every strength, from one who cannot play worse to the hard level.

use brickwood_arena::{
    BotEntrant, DecisionRequest, Entrant, Player, PlayerError, RandomEntrant, built_in,
};
use brickwood_bots::{Level, legal_choices};
use brickwood_rules::{Action, Intersection};

/// How often the weakened player takes any action.
const DISTRACTED: u64 = 40;

/// The kinds of players, from the weakest to the strongest.
pub(crate) const KINDS: [&str; 6] = ["helpless", "random", "weakened", "easy", "medium", "hard"];

/// Players who settle well and then do one thing: they keep all cards, or make roads of them.
#[allow(dead_code)] // Only the tests go through them; the example takes them by name.
pub(crate) const SINGLE_MINDED: [&str; 2] = ["hoarding", "stubborn"];

/// A player of this kind, or one that the arena knows by name.
pub(crate) fn player(kind: &str) -> Option<Box<dyn Player>> {
    match kind {
        "helpless" => Some(Box::new(Helpless)),
        "hoarding" => Some(Box::new(SingleMinded::new(|_| false)?)),
        "stubborn" => Some(Box::new(SingleMinded::new(|action| {
            matches!(action, Action::BuildRoad { .. })
        })?)),
        "weakened" => Some(Box::new(Weakened(
            BotEntrant::new(Level::Easy).player().ok()?,
        ))),
        name => built_in(name)?.player().ok(),
    }
}

/// Settles at the worst places, and then does nothing that it need not do.
struct Helpless;

impl Player for Helpless {
    fn reads_history(&self) -> bool {
        false
    }

    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        let board = request.game.board();
        let pips = |at: Intersection| -> u8 {
            let hexes = board.topology().hexes_round(at);
            hexes.map(|hex| board.hex(hex).pips()).sum()
        };
        let nothing = [Action::EndTurn, Action::Pass, Action::Decline, Action::Roll];
        let choices = legal_choices(request.game, request.view);
        let idle = nothing.into_iter().find(|action| choices.contains(action));
        let worst = choices.iter().copied().min_by_key(|action| match action {
            Action::BuildSettlement { at } => pips(*at),
            _ => 0,
        });
        if idle.is_none()
            && worst.is_some_and(|action| !matches!(action, Action::BuildSettlement { .. }))
        {
            return RandomEntrant.decide(request);
        }
        Ok(idle.or(worst))
    }
}

/// Settles as the hard level, then does what it wants whenever it can, and nothing else that it need not do.
struct SingleMinded {
    settling: Box<dyn Player>,
    wants: fn(&Action) -> bool,
}

impl SingleMinded {
    fn new(wants: fn(&Action) -> bool) -> Option<Self> {
        let settling = BotEntrant::new(Level::Hard).player().ok()?;
        Some(Self { settling, wants })
    }
}

impl Player for SingleMinded {
    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        if request.view.turn == 0 {
            return self.settling.decide(request);
        }
        let choices = legal_choices(request.game, request.view);
        let wanted = choices.into_iter().find(self.wants);
        wanted.map_or_else(|| Helpless.decide(request), |action| Ok(Some(action)))
    }
}

/// The easy level, if it were often not looking.
struct Weakened(Box<dyn Player>);

impl Player for Weakened {
    fn decide(&mut self, request: &DecisionRequest<'_>) -> Result<Option<Action>, PlayerError> {
        // The lowest digits decide nothing else: both players stretch the seed to a stream of their own.
        if request.seed % 100 < DISTRACTED {
            RandomEntrant.decide(request)
        } else {
            self.0.decide(request)
        }
    }
}
