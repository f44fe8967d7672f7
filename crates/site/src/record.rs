//! What people have played: the results of their games, their ratings, and what they let others see of them.

pub mod attendances;
pub mod profiles;
pub mod ratings;
pub mod results;
