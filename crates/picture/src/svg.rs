//! A picture as the text of an SVG file, without scripts, fonts or anything from elsewhere.

use std::fmt::{self, Write};

use kurbo::Affine;

use crate::board::PATTERN;
use crate::scene::{Scene, Shape};

/// The name of the hex within which patterns end. It is the same in every picture, so that several can be in one
/// page.
const CLIP: &str = "brickwood-hex";

pub(crate) fn text(scene: &Scene) -> String {
    let mut svg = String::new();
    write(scene, &mut svg).expect("strings can be written to");
    svg
}

fn write(scene: &Scene, svg: &mut String) -> fmt::Result {
    let Scene { width, height, .. } = scene;
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" fill="none" style="max-width:100%;height:auto" role="img" aria-label="The board, the seats and the bank">"#
    )?;
    writeln!(
        svg,
        r#"<clipPath id="{CLIP}"><path d="{}"/></clipPath>"#,
        *PATTERN
    )?;
    for part in &scene.parts {
        // Titles consist of our own words and numbers: nothing in them is to be escaped.
        writeln!(
            svg,
            r#"<g class="{}"><title>{}</title>"#,
            part.class, part.title
        )?;
        for shape in &part.shapes {
            shape_text(shape, svg)?;
        }
        writeln!(svg, "</g>")?;
    }
    writeln!(svg, "</svg>")
}

fn shape_text(shape: &Shape, svg: &mut String) -> fmt::Result {
    write!(svg, r#"<path d="{}""#, shape.outline)?;
    place(shape.place, svg)?;
    if let Some(color) = shape.fill {
        write!(svg, r##" fill="#{:06X}""##, color.0)?;
    }
    if shape.holes {
        svg.write_str(r#" fill-rule="evenodd""#)?;
    }
    if let Some(stroke) = &shape.stroke {
        write!(
            svg,
            r##" stroke="#{:06X}" stroke-width="{}""##,
            stroke.color.0, stroke.width
        )?;
        if stroke.round {
            svg.write_str(r#" stroke-linejoin="round" stroke-linecap="round""#)?;
        }
        if let Some([dash, gap]) = stroke.dash {
            write!(svg, r#" stroke-dasharray="{dash} {gap}""#)?;
        }
    }
    if shape.opacity < 1.0 {
        write!(svg, r#" opacity="{:.3}""#, shape.opacity)?;
    }
    if shape.in_hex {
        write!(svg, r#" clip-path="url(#{CLIP})""#)?;
    }
    writeln!(svg, "/>")
}

fn place(place: Affine, svg: &mut String) -> fmt::Result {
    let numbers = place.as_coeffs().map(number);
    let (turn, way) = numbers.split_at(4);
    if turn != ["1", "0", "0", "1"] {
        write!(svg, r#" transform="matrix({})""#, numbers.join(" "))
    } else if way != ["0", "0"] {
        write!(svg, r#" transform="translate({})""#, way.join(" "))
    } else {
        Ok(())
    }
}

/// With at most four digits after the point; and 0 has no sign.
fn number(number: f64) -> String {
    ((number * 1e4).round() / 1e4 + 0.0).to_string()
}
