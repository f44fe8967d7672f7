//! Draws that everybody can check.

mod draws;
mod vectors;
