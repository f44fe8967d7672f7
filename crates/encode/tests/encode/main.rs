//! What the numbers promise.

mod book;
mod indices;
mod kit;
mod masks;
mod secrets;
mod symmetries;
mod tensors;
