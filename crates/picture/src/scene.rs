//! A picture as a list of outlines, which both back ends draw.

use std::borrow::Cow;

use kurbo::Affine;
use serde::Deserialize;

/// A color, written `#1B2A33` as in a style sheet.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Color(pub(crate) u32);

impl TryFrom<String> for Color {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        const WRITTEN: &str = "a color is # and six hexadecimal digits";
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        number.map(Self).ok_or(WRITTEN)
    }
}

/// A picture, before it is written or painted.
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) parts: Vec<Part>,
}

/// Outlines that are one thing, such as a piece.
pub(crate) struct Part {
    /// What kind of thing, as the class in SVG.
    pub(crate) class: &'static str,
    /// What it is in words.
    pub(crate) title: String,
    pub(crate) shapes: Vec<Shape>,
}

impl Part {
    pub(crate) fn new(class: &'static str, title: impl Into<String>, shapes: Vec<Shape>) -> Self {
        Self {
            class,
            title: title.into(),
            shapes,
        }
    }

    /// Moved as a whole.
    pub(crate) fn at(mut self, place: Affine) -> Self {
        for shape in &mut self.shapes {
            shape.place = place * shape.place;
        }
        self
    }
}

/// One outline, filled, stroked or both.
#[derive(Clone)]
pub(crate) struct Shape {
    /// As in the `d` of a path in SVG.
    pub(crate) outline: Cow<'static, str>,
    pub(crate) place: Affine,
    pub(crate) fill: Option<Color>,
    pub(crate) stroke: Option<Stroke>,
    pub(crate) opacity: f32,
    /// Whether what two parts of the outline cover is a hole.
    pub(crate) holes: bool,
    /// Whether it ends where the pattern of a hex in its place ends.
    pub(crate) in_hex: bool,
}

#[derive(Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) color: Color,
    pub(crate) width: f32,
    /// Whether corners and ends are round.
    pub(crate) round: bool,
    pub(crate) dash: Option<[f32; 2]>,
}

impl Shape {
    fn new(outline: Cow<'static, str>) -> Self {
        Self {
            outline,
            place: Affine::IDENTITY,
            fill: None,
            stroke: None,
            opacity: 1.0,
            holes: false,
            in_hex: false,
        }
    }

    /// A filled outline.
    pub(crate) fn filled(outline: impl Into<Cow<'static, str>>, color: Color) -> Self {
        let mut shape = Self::new(outline.into());
        shape.fill = Some(color);
        shape
    }

    /// A line.
    pub(crate) fn line(outline: impl Into<Cow<'static, str>>, color: Color, width: f32) -> Self {
        let mut shape = Self::new(outline.into());
        shape.stroke = Some(Stroke {
            color,
            width,
            round: false,
            dash: None,
        });
        shape
    }

    /// A line with round corners and ends.
    pub(crate) fn round(outline: impl Into<Cow<'static, str>>, color: Color, width: f32) -> Self {
        Self::line(outline, color, width).rounded()
    }

    /// With a line round it, whose corners are round.
    pub(crate) fn edged(mut self, color: Color, width: f32) -> Self {
        self.stroke = Some(Stroke {
            color,
            width,
            round: true,
            dash: None,
        });
        self
    }

    pub(crate) fn rounded(mut self) -> Self {
        self.stroke = self.stroke.map(|stroke| Stroke {
            round: true,
            ..stroke
        });
        self
    }

    pub(crate) fn dashed(mut self, dash: [f32; 2]) -> Self {
        self.stroke = self.stroke.map(|stroke| Stroke {
            dash: Some(dash),
            ..stroke
        });
        self
    }

    pub(crate) fn faint(mut self, opacity: f32) -> Self {
        self.opacity *= opacity;
        self
    }

    pub(crate) fn with_holes(mut self) -> Self {
        self.holes = true;
        self
    }

    pub(crate) fn inside_hex(mut self) -> Self {
        self.in_hex = true;
        self
    }

    /// Moved, turned and scaled as a whole.
    pub(crate) fn at(mut self, place: Affine) -> Self {
        self.place = place * self.place;
        self
    }
}

/// A disc round the origin.
pub(crate) fn disc(radius: f64) -> String {
    ellipse(radius, radius)
}

/// An ellipse round the origin.
pub(crate) fn ellipse(rx: f64, ry: f64) -> String {
    let across = 2.0 * rx;
    format!("M-{rx} 0a{rx} {ry} 0 1 0 {across} 0a{rx} {ry} 0 1 0-{across} 0Z")
}

/// A rectangle with round corners, from its upper left corner.
pub(crate) fn plate(width: f64, height: f64, radius: f64) -> String {
    let (right, down) = (width - 2.0 * radius, height - 2.0 * radius);
    let corner = |dx: f64, dy: f64| format!("a{radius} {radius} 0 0 1 {dx} {dy}");
    format!(
        "M{radius} 0h{right}{}v{down}{}h-{right}{}v-{down}{}Z",
        corner(radius, radius),
        corner(-radius, radius),
        corner(-radius, -radius),
        corner(radius, -radius),
    )
}
