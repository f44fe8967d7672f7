//! Pictures of a game as somebody may see it: the board of the page, and beside it the seats and the bank.
//!
//! A picture is drawn from a [`View`], so that nothing hidden can be in it. It is a list of outlines, which
//! become the text of an SVG file or pixels. Letters are outlines, too: no picture depends on the fonts of a
//! machine.

mod art;
mod board;
mod letters;
mod panel;
mod pixels;
mod scene;
mod svg;
#[cfg(test)]
mod tests;

use brickwood_rules::{Game, View};
use kurbo::Affine;

pub use pixels::Pixels;
use scene::Scene;

/// The text of an SVG file. Each thing is a group with a title; the class of a group says what kind of thing.
pub fn svg(game: &Game, view: &View) -> String {
    svg::text(&scene(game, view))
}

/// The picture so many pixels wide, from 1 on. Its height follows from the layout of the board, and is even.
pub fn pixels(game: &Game, view: &View, width: u32) -> Pixels {
    pixels::paint(&scene(game, view), width.max(1))
}

fn scene(game: &Game, view: &View) -> Scene {
    let (width, height) = board::size(game.board());
    let middle = Affine::translate((width / 2.0, height / 2.0));
    let beside = Affine::translate((width, 0.0));
    let board = board::parts(game, view).into_iter();
    let panel = panel::parts(game, view, height).into_iter();
    Scene {
        width: width + panel::WIDTH,
        height,
        parts: board
            .map(|part| part.at(middle))
            .chain(panel.map(|part| part.at(beside)))
            .collect(),
    }
}
