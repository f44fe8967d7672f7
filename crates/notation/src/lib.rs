//! Text forms of what happens in a game: places, cards and steps.
//!
//! These texts are stored in logs. What a version writes, later versions read.

mod cards;
mod place;
mod step;

pub use cards::{
    cards_text, development_card_text, parse_cards, parse_development_card, parse_resource,
    parse_terms, resource_letter, terms_text,
};
pub use place::{
    hex_name, intersection_name, parse_hex, parse_intersection, parse_path, path_name,
};
pub use step::{StepError, action_text, parse_action, parse_step, seat_number, step_text};
