//! Who somebody is: their devices, what brings them back, and what is stored about them.

pub mod ceremonies;
pub mod devices;
mod forgotten;
pub mod identities;
pub mod passkeys;
pub mod personal_data;
pub mod recovery;
pub mod token;
