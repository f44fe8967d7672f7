//! A picture as pixels.

use kurbo::{Affine, BezPath, PathEl, Point};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash,
    Transform,
};

use crate::board::PATTERN;
use crate::scene::{Color, Scene, Shape};

/// The colors of a picture's pixels, row by row from the top: red, green and blue, a byte each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// How many pixels a row has.
    pub width: u32,
    /// How many rows there are.
    pub height: u32,
    /// Three bytes for each pixel.
    pub rgb: Vec<u8>,
}

/// How many rows a picture has: an even number, as encoders of films need it.
fn rows(scene: &Scene, width: u32) -> u32 {
    let pairs = f64::from(width) * scene.height / scene.width / 2.0;
    // A height is positive.
    #[allow(clippy::cast_sign_loss)]
    let pairs = pairs.round() as u32;
    2 * pairs.max(1)
}

pub(crate) fn paint(scene: &Scene, width: u32) -> Pixels {
    let height = rows(scene, width);
    let mut pixmap = Pixmap::new(width, height).expect("a picture has pixels");
    let scale = Affine::scale_non_uniform(
        f64::from(width) / scene.width,
        f64::from(height) / scene.height,
    );
    let pattern = path(&PATTERN);
    // The hex within which the last pattern ended: often the next one ends there, too.
    let mut hex: Option<(Transform, Mask)> = None;
    for shape in scene.parts.iter().flat_map(|part| &part.shapes) {
        let transform = transform(scale * shape.place);
        if shape.in_hex && hex.as_ref().is_none_or(|(place, _)| *place != transform) {
            let mut mask = Mask::new(width, height).expect("a picture has pixels");
            mask.fill_path(&pattern, FillRule::Winding, true, transform);
            hex = Some((transform, mask));
        }
        let mask = hex.as_ref().map(|(_, mask)| mask);
        draw(shape, transform, mask.filter(|_| shape.in_hex), &mut pixmap);
    }
    // The sea and the panel cover everything, so that no pixel is transparent.
    let rgb = pixmap
        .pixels()
        .iter()
        .flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
        .collect();
    Pixels { width, height, rgb }
}

fn draw(shape: &Shape, transform: Transform, mask: Option<&Mask>, pixmap: &mut Pixmap) {
    let path = path(&shape.outline);
    if let Some(color) = shape.fill {
        let rule = if shape.holes {
            FillRule::EvenOdd
        } else {
            FillRule::Winding
        };
        pixmap.fill_path(&path, &ink(color, shape.opacity), rule, transform, mask);
    }
    if let Some(stroke) = &shape.stroke {
        let round = stroke.round;
        let pen = Stroke {
            width: stroke.width,
            line_cap: if round { LineCap::Round } else { LineCap::Butt },
            line_join: if round {
                LineJoin::Round
            } else {
                LineJoin::Miter
            },
            dash: stroke
                .dash
                .and_then(|dash| StrokeDash::new(dash.to_vec(), 0.0)),
            ..Stroke::default()
        };
        let ink = ink(stroke.color, shape.opacity);
        pixmap.stroke_path(&path, &ink, &pen, transform, mask);
    }
}

fn ink(Color(rgb): Color, opacity: f32) -> Paint<'static> {
    let [_, red, green, blue] = rgb.to_be_bytes();
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    let mut color = tiny_skia::Color::from_rgba8(red, green, blue, u8::MAX);
    color.set_alpha(opacity);
    paint.set_color(color);
    paint
}

fn transform(affine: Affine) -> Transform {
    let [sx, ky, kx, sy, tx, ty] = affine.as_coeffs().map(|number| number as f32);
    Transform::from_row(sx, ky, kx, sy, tx, ty)
}

fn path(outline: &str) -> Path {
    let outline = BezPath::from_svg(outline).expect("our own outlines can be read");
    let mut path = PathBuilder::new();
    for element in outline.elements() {
        let [a, b, c] = match *element {
            PathEl::MoveTo(a) | PathEl::LineTo(a) => [a, a, a],
            PathEl::QuadTo(a, b) => [a, b, b],
            PathEl::CurveTo(a, b, c) => [a, b, c],
            PathEl::ClosePath => [Point::ZERO; 3],
        }
        .map(|point| (point.x as f32, point.y as f32));
        match element {
            PathEl::MoveTo(_) => path.move_to(a.0, a.1),
            PathEl::LineTo(_) => path.line_to(a.0, a.1),
            PathEl::QuadTo(..) => path.quad_to(a.0, a.1, b.0, b.1),
            PathEl::CurveTo(..) => path.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1),
            PathEl::ClosePath => path.close(),
        }
    }
    path.finish().expect("our own outlines have points")
}
