//! Playing games fast: counted, measured and judged.

mod games;
mod perft;
mod playouts;
mod signature;
