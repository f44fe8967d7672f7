//! The few signs that are needed, drawn with a pen: fonts differ from machine to machine.

use kurbo::Affine;

use crate::scene::{Color, Shape};

/// How high a digit is, measured between the middles of its strokes.
const HEIGHT: f64 = 14.0;
/// Between two signs, at the usual weight.
const GAP: f64 = 4.7;

/// A sign's width and the way of the pen, from its upper left corner.
const fn sign(letter: char) -> (f64, &'static str) {
    match letter {
        '0' => (
            8.4,
            "M4.2 0C7 0 8.4 2.6 8.4 7S7 14 4.2 14 0 11.4 0 7 1.4 0 4.2 0Z",
        ),
        '1' => (4.2, "M0 3 4.2 0V14"),
        '2' => (
            8.0,
            "M.2 3.8C.4 1.4 2 0 4.1 0 6.4 0 7.9 1.5 7.9 3.7 7.9 6.4 6.4 7.6.2 14H8.2",
        ),
        '3' => (
            8.0,
            "M.4 0H7.5L3.7 5.4C6.3 5.4 8 7.1 8 9.6 8 12.3 6.3 14 3.9 14 2.1 14 .8 13.3 0 12",
        ),
        '4' => (8.8, "M6.4 14V0L0 9.9H8.8"),
        '5' => (
            8.0,
            "M7.2 0H1.3L.7 6.5C1.6 5.7 2.7 5.2 4 5.2 6.4 5.2 8 6.9 8 9.5 8 12.3 6.3 14 3.9 14 2.1 14 .8 13.2 0 12",
        ),
        '6' => (
            8.2,
            "M6.6 0C2.8 2.2 0 5.4 0 9.5 0 12.2 1.7 14 4.1 14S8.2 12.2 8.2 9.6 6.5 5.4 4.2 5.4C2.3 5.4.9 6.4.3 7.9",
        ),
        '7' => (8.0, "M0 0H8C5.3 4.4 3.8 8.9 3.3 14"),
        '8' => (
            8.2,
            "M4.1 6.5C2 6.5.6 5.2.6 3.3S2 0 4.1 0 7.6 1.4 7.6 3.3 6.2 6.5 4.1 6.5C1.6 6.5 0 8 0 10.2S1.6 14 4.1 14 8.2 12.4 8.2 10.2 6.6 6.5 4.1 6.5Z",
        ),
        '9' => (
            8.2,
            "M1.6 14C5.4 11.8 8.2 8.6 8.2 4.5 8.2 1.8 6.5 0 4.1 0S0 1.8 0 4.4 1.7 8.6 4 8.6C5.9 8.6 7.3 7.6 7.9 6.1",
        ),
        ':' => (0.0, "M0 4.5h.01M0 12.6h.01"),
        '/' => (5.0, "M0 15.5 5-1.5"),
        'S' => (
            7.8,
            "M7.3 2.4C6.7.9 5.5 0 3.9 0 1.9 0 .5 1.4.5 3.3.5 7.9 7.8 5.9 7.8 10.4 7.8 12.6 6.2 14 3.9 14 2 14 .6 13.1 0 11.5",
        ),
        'T' => (8.6, "M0 0H8.6M4.3 0V14"),
        'a' => (
            7.0,
            "M7 4.6V14M7 9.3C7 6.6 5.6 4.6 3.5 4.6S0 6.6 0 9.3 1.4 14 3.5 14 7 12 7 9.3Z",
        ),
        'e' => (
            7.4,
            "M.2 9H7.4C7.3 6.4 5.9 4.6 3.8 4.6 1.5 4.6 0 6.6 0 9.3 0 12.2 1.6 14 4 14 5.4 14 6.5 13.4 7.1 12.3",
        ),
        'n' => (
            6.6,
            "M0 4.6V14M0 8.6C0 6.2 1.4 4.6 3.5 4.6 5.5 4.6 6.6 6 6.6 8.4V14",
        ),
        'r' => (3.8, "M0 4.6V14M0 9C0 6.4 1.3 4.7 3.8 4.7"),
        't' => (4.8, "M2 1V11.2C2 13.1 3 14 4.8 14M0 4.7H4.6"),
        'u' => (
            6.6,
            "M6.6 4.6V14M0 4.6V10.2C0 12.6 1.1 14 3.1 14 5.2 14 6.6 12.4 6.6 10",
        ),
        _ => (2.0, ""),
    }
}

/// How a text lies to its point.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Align {
    Left,
    Middle,
    Right,
}

/// A pen: how high it writes, how bold, and in which color.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    pub(crate) height: f64,
    pub(crate) weight: f32,
    pub(crate) color: Color,
}

impl Pen {
    /// A pen for numbers and words beside the board.
    pub(crate) const fn plain(height: f64, color: Color) -> Self {
        Self {
            height,
            weight: 3.0,
            color,
        }
    }

    /// Writes a text whose baseline goes through a point.
    pub(crate) fn write(self, text: &str, (x, y): (f64, f64), align: Align) -> Vec<Shape> {
        let weight = f64::from(self.weight);
        let scale = self.height / (HEIGHT + weight);
        let widths = text.chars().map(|letter| sign(letter).0 + GAP).sum::<f64>() - GAP;
        let left = x - match align {
            Align::Left => -weight / 2.0 * scale,
            Align::Middle => widths * scale / 2.0,
            Align::Right => (widths + weight / 2.0) * scale,
        };
        let top = y - (HEIGHT + weight / 2.0) * scale;
        let mut pen = 0.0;
        let mut signs = Vec::new();
        for letter in text.chars() {
            let (width, way) = sign(letter);
            if !way.is_empty() {
                let place = Affine::translate((left + pen * scale, top)) * Affine::scale(scale);
                signs.push(Shape::round(way, self.color, self.weight).at(place));
            }
            pen += width + GAP;
        }
        signs
    }
}

/// A text with an edge of another color, so that it is readable on whatever lies beneath.
pub(crate) fn edged(text: &[Shape], color: Color, width: f32) -> Vec<Shape> {
    let under = text.iter().cloned().map(|mut sign| {
        if let Some(stroke) = &mut sign.stroke {
            stroke.color = color;
            stroke.width += width;
        }
        sign
    });
    under.chain(text.iter().cloned()).collect()
}
