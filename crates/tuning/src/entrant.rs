//! A bot with weights of its own as an entrant of matches.

use std::sync::Arc;

use brickwood_arena::{Entrant, Player, PlayerError};
use brickwood_bots::tuning::Weights;
use brickwood_bots::{Bot, Manner};

/// The hard bot with these weights. It trades as bots do among themselves.
pub struct WeightsEntrant(pub Arc<Weights>);

impl Entrant for WeightsEntrant {
    fn name(&self) -> String {
        "tuned".to_owned()
    }

    fn player(&self) -> Result<Box<dyn Player>, PlayerError> {
        let bot = Bot::with_weights(Arc::clone(&self.0));
        Ok(Box::new(bot.with_manner(Manner::Bots)))
    }
}
