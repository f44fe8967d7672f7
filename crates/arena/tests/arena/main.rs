//! Playing games fast: counted, measured and judged.

mod exploits;
mod games;
mod perft;
mod playouts;
mod signature;
