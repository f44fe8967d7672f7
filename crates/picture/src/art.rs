//! The colors and outlines of the page's board, drawn again: `web/src/lib/art` and `web/src/lib/board` have
//! the same, and tests keep them alike.

use brickwood_rules::{DevelopmentCard, Resource, Terrain};
use kurbo::Affine;

use crate::scene::{Color, Shape};

pub(crate) const INK: Color = Color(0x1B_2A33);
pub(crate) const PAPER: Color = Color(0xFB_F6E9);
pub(crate) const HALO: Color = Color(0xFF_FFFF);
pub(crate) const GOLD: Color = Color(0xFF_D34D);
pub(crate) const SEA: Color = Color(0x00_699E);
pub(crate) const SEA_INK: Color = Color(0x3C_93BE);
pub(crate) const SHALLOWS: Color = Color(0x2E_86B3);
pub(crate) const PLANK: Color = Color(0xE2_BE8A);
pub(crate) const PLANK_SHADE: Color = Color(0x8A_5A2B);

/// The surfaces beside the board, in daylight.
pub(crate) const GROUND: Color = Color(0xEA_F1F4);
pub(crate) const PANEL: Color = Color(0xFF_FDF7);
pub(crate) const PANEL_SUNK: Color = Color(0xF1_F2EC);
pub(crate) const LINE: Color = Color(0xD3_DDE2);
pub(crate) const TEXT_SOFT: Color = Color(0x4A_5F6B);
pub(crate) const ACTIVE: Color = Color(0xB0_7D00);
pub(crate) const CARD: Color = Color(0xEC_E4F5);
pub(crate) const ON_CARD: Color = Color(0x3A_1D5C);

/// How a terrain is printed.
pub(crate) struct TerrainInk {
    pub(crate) name: &'static str,
    pub(crate) fill: Color,
    pub(crate) ink: Color,
    pub(crate) light: Color,
    pub(crate) text: Color,
}

pub(crate) const fn terrain_ink(terrain: Terrain) -> TerrainInk {
    let (name, fill, ink, light, text) = match terrain {
        Terrain::Hills => ("hills", 0xB5_520A, 0x8A_3C05, 0xC9_6A22, HALO),
        Terrain::Forest => ("forest", 0x25_5936, 0x1B_4629, 0x3C_7A4C, HALO),
        Terrain::Pasture => ("pasture", 0x96_C67C, 0x5E_9346, 0xF7_F3E4, INK),
        Terrain::Fields => ("fields", 0xFB_C219, 0xC9_8C00, 0xFF_DB6B, INK),
        Terrain::Mountains => ("mountains", 0x94_9BA4, 0x5C_656F, 0xEE_F2F5, INK),
        Terrain::Desert => ("desert", 0xF6_E8C9, 0xD8_BF8C, 0xFF_F6E0, INK),
    };
    TerrainInk {
        name,
        fill: Color(fill),
        ink: Color(ink),
        light: Color(light),
        text,
    }
}

/// The terrain that gives a resource, whose color its cards have.
pub(crate) const fn terrain_of(resource: Resource) -> Terrain {
    match resource {
        Resource::Brick => Terrain::Hills,
        Resource::Lumber => Terrain::Forest,
        Resource::Wool => Terrain::Pasture,
        Resource::Grain => Terrain::Fields,
        Resource::Ore => Terrain::Mountains,
    }
}

/// How a seat's pieces are painted. Color never stands alone: each has an emblem.
pub(crate) struct Paint {
    pub(crate) name: &'static str,
    pub(crate) fill: Color,
    pub(crate) emblem: Color,
    pub(crate) shape: &'static str,
}

/// By seat.
pub(crate) const PAINTS: [Paint; 6] = [
    Paint {
        name: "coral",
        fill: Color(0xCD_4650),
        emblem: HALO,
        shape: "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z",
    },
    Paint {
        name: "cobalt",
        fill: Color(0x00_5BAA),
        emblem: HALO,
        shape: "M-6-6H6V6H-6Z",
    },
    Paint {
        name: "amber",
        fill: Color(0xE3_A700),
        emblem: INK,
        shape: "M0-7.5 8.5 6.5H-8.5Z",
    },
    Paint {
        name: "teal",
        fill: Color(0x21_9C91),
        emblem: HALO,
        shape: "M-7.5-6H7.5V-1.700H-7.5ZM-7.5 1.700H7.5V6H-7.5Z",
    },
    Paint {
        name: "chalk",
        fill: Color(0xFA_FAFA),
        emblem: INK,
        shape: "M0-9 7.5 0 0 9-7.5 0Z",
    },
    Paint {
        name: "plum",
        fill: Color(0x51_0840),
        emblem: HALO,
        shape: "M-2.6-8H2.6V-2.6H8V2.6H2.6V8H-2.6V2.6H-8V-2.6H-2.6Z",
    },
];

// Motifs of the terrains, each begun at the point where it stands.
pub(crate) const TREE_SHADE: &str = "m0-11 5 8h-2l4.5 8h-15l4.5-8h-2Z";
pub(crate) const TREE_LIGHT: &str = "m0-11v16h-7.5l4.5-8h-2Z";
pub(crate) const BRICK: &str = "h26v12h-26Z";
pub(crate) const TUFT: &str = "m-3.5 3q0-4-2-6m5.5 6v-8m3.5 8q0-4 2-6";
pub(crate) const GRAINS: &str = "q3.8-.5 4-4.4q-3.8.3-4 4.4Zm-.8 0q-3.8-.5-4-4.4q3.8.3 4 4.4Z";
pub(crate) const PEAK_SHADE: &str = "m0-13 15 22h-11l-4-7 3-6Z";
pub(crate) const PEAK_RIDGE: &str = "m-15 9 15-22 15 22";
pub(crate) const PEAK_SNOW: &str = "m0-13-5.6 8.2 3-1.2 2.4 3.2 2.4-3.2 3.2 1.2Z";
pub(crate) const DUNE: &str = "m-13 2q6.5-7 13-1q6.5-5 13 0";
pub(crate) const PEBBLES: &str = "m18 5h.01m-30 2h.01";
pub(crate) const ANIMAL: [&str; 3] = [
    "M-4 4v4M3 4v4",
    "M-7 4a3.5 3.5 0 0 1-1-6 3.5 3.5 0 0 1 5-3 4 4 0 0 1 6 .5 3.5 3.5 0 0 1 3 6.5 4 4 0 0 1-6 2 4.5 4.5 0 0 1-7 0Z",
    "M5-4.5q5-1.5 5.5 2.5-.5 3-3.5 2.5-2.5-1.5-2-5Z",
];

// Where they stand round the middle of a hex, beyond those on a grid.
pub(crate) const BRICKS_DARK: [(f64, f64); 7] = [
    (-39.0, -36.0),
    (13.0, -36.0),
    (26.0, -24.0),
    (-52.0, 0.0),
    (26.0, 24.0),
    (-39.0, 12.0),
    (-13.0, 36.0),
];
pub(crate) const BRICKS_LIGHT: [(f64, f64); 5] = [
    (-26.0, -48.0),
    (-52.0, -24.0),
    (26.0, 0.0),
    (-26.0, 24.0),
    (13.0, 36.0),
];
pub(crate) const FLOCK: [(f64, f64, f64); 3] =
    [(-29.0, 17.0, 1.0), (27.0, -19.0, -1.0), (17.0, 33.0, 1.0)];
pub(crate) const PEAKS: [(f64, f64); 6] = [
    (0.0, -33.0),
    (-31.0, -14.0),
    (32.0, -12.0),
    (-32.0, 20.0),
    (31.0, 22.0),
    (0.0, 43.0),
];

pub(crate) const WAVES: &str =
    "M4 12q5.5-6 11 0t11 0 11 0M52 34q5.5-6 11 0t11 0M58 8q4-4.5 8 0t8 0M10 34q4-4.5 8 0t8 0";
pub(crate) const ROSE: &str = "M0-50 7-7 0 0ZM50 0 7 7 0 0ZM0 50-7 7 0 0ZM-50 0-7-7 0 0Z";
pub(crate) const ROSE_SHADE: &str = "M0-50-7-7 0 0ZM50 0 7-7 0 0ZM0 50 7 7 0 0ZM-50 0-7 7 0 0Z";
pub(crate) const ANCHOR: &str = "M0-18.5a2.7 2.7 0 1 0 .01 0M0-13V2M-5.5-9.5h11M-10-4.5c.8 4.5 4.5 7 10 7s9.200-2.5 10-7M-12-2l2-3.5 3.200 2.5M12-2l-2-3.5-3.200 2.5";

pub(crate) const SETTLEMENT: &str = "M0-17 13.5-5V12.5H-13.5V-5Z";
pub(crate) const CITY: &str =
    "M-19-17h4.200v3.400h3.600V-17h4.400v3.400h3.600V-17H1V-6.5L10-14.5 20-5.5V12.5H-19Z";
pub(crate) const GATE: &str = "M7 12.5V4.5a3.5 3.5 0 0 1 7 0v8";

/// The robber: cloak, face, hood, eyes and seams.
pub(crate) const ROBBER: [&str; 5] = [
    "M0-44c8 0 13.5 5.700 13.5 13.5 0 3.600-1.200 6.400-3.200 8.5C17.5-18.5 20-9 20 4H-20c0-13 2.5-22.5 9.700-26-2-2.100-3.200-4.900-3.200-8.5C-13.5-38.300-8-44 0-44Z",
    "M-8.5-31.5c0-5 3.400-8.300 8.5-8.300s8.5 3.300 8.5 8.300c0 4.300-3.800 8.300-8.5 8.300s-8.5-4-8.5-8.300Z",
    "M-9-35.200h18v6.400l-5.400 2.200L0-28.200l-3.600 1.600-5.400-2.200Z",
    "M-5.800-32.5q2.200-1.400 4 .6-2.600 1.5-4-.6ZM5.800-32.5q-2.200-1.400-4 .6 2.600 1.5 4-.6Z",
    "M-9.5-17.5Q0-12.5 9.5-17.5M0-14.800V3",
];

/// What a resource looks like, in a box of 24 units.
const fn resource_shape(resource: Resource) -> &'static str {
    match resource {
        Resource::Brick => {
            "M3 4.5h8v4.3H3ZM13 4.5h8v4.3H13ZM1.5 10.3h5v4.3h-5ZM8.2 10.3h7.8v4.3H8.2ZM17.7 10.3h4.8v4.3h-4.8ZM3 16.1h8v4.3H3ZM13 16.1h8v4.3H13Z"
        }
        Resource::Lumber => {
            "M9.4 5.2H19c2.2 0 3.7 2.9 3.7 6.8s-1.5 6.8-3.7 6.8H9.4c1.7-1.3 2.8-3.8 2.8-6.8s-1.1-5.5-2.8-6.8ZM6 5.2c2.5 0 4.5 3 4.5 6.8S8.5 18.8 6 18.8 1.5 15.8 1.5 12 3.5 5.2 6 5.2Zm0 2c-1.4 0-2.5 2.2-2.5 4.8s1.1 4.8 2.5 4.8 2.5-2.2 2.5-4.8S7.4 7.2 6 7.2ZM6 9.4c.8 0 1.3 1.2 1.3 2.6S6.8 14.6 6 14.6 4.7 13.4 4.7 12 5.2 9.4 6 9.4Z"
        }
        Resource::Wool => {
            "M20 8.6c1.6 0 2.9 1.3 2.9 3.3s-1.2 4.3-2.9 4.3-2.9-2.3-2.9-4.3 1.3-3.3 2.9-3.3Z"
        }
        Resource::Grain => {
            "M11 23v-4.2C8 18.7 6 16.8 5.7 13.7c2.3.1 4.2 1 5.3 2.7v-1.7c-3-.1-5-2-5.3-5.1 2.3.1 4.2 1 5.3 2.7v-1.7C9.1 9.5 8.5 8 8.5 6.3c0-2 1.4-4 3.5-5.3 2.1 1.3 3.5 3.3 3.5 5.3 0 1.7-.6 3.2-2.5 4.3v1.7c1.1-1.7 3-2.6 5.3-2.7-.3 3.1-2.3 5-5.3 5.1v1.7c1.1-1.7 3-2.6 5.3-2.7-.3 3.1-2.3 5-5.3 5.1V23Z"
        }
        Resource::Ore => {
            "M8.6 3.2 14.2 2l-2 5.2-6.3 3.1L4 9.3ZM16 2.3l4.3 4.3-6.1 1.2ZM2.9 10.9l2.3 1.2 2.6 8.6L1.6 17ZM7.2 11.8l5.5-2.7 4.6 6.4-3.7 5.6-3.9-.4ZM14.4 9.5l6.6-1.3 1.6 6.7-3.5.4ZM18.8 17.2l3.4-.4-2.5 4.2h-3.4Z"
        }
    }
}

/// A sheep is white: its fleece is an outline.
const FLEECE: &str = "M16.2 16.2a3.3 3.3 0 0 1-4.4 1.2 4 4 0 0 1-5 0 3.4 3.4 0 0 1-4.6-4 3.5 3.5 0 0 1 .9-5.8A3.7 3.7 0 0 1 8.2 5a4 4 0 0 1 6.1-.3 3.5 3.5 0 0 1 4.7 2.6M6.8 18v4M12.8 18v4";

/// A resource as cards and pennants show it.
pub(crate) fn resource_glyph(resource: Resource, color: Color, place: Affine) -> Vec<Shape> {
    let solid = Shape::filled(resource_shape(resource), color);
    let mut shapes = vec![solid.with_holes().at(place)];
    if resource == Resource::Wool {
        shapes.push(Shape::round(FLEECE, color, 2.2).at(place));
    }
    shapes
}

/// A resource in words.
pub(crate) const fn resource_name(resource: Resource) -> &'static str {
    match resource {
        Resource::Brick => "brick",
        Resource::Lumber => "lumber",
        Resource::Wool => "wool",
        Resource::Grain => "grain",
        Resource::Ore => "ore",
    }
}

/// What a development card looks like, in a box of 24 units.
pub(crate) const fn development_shape(card: DevelopmentCard) -> &'static str {
    match card {
        DevelopmentCard::Knight => {
            "M13 4.5C17.5 4.5 20.5 8 20.5 12.5V19c0 1.6-1.5 3-3.2 3H9.2C7 22 5.5 20.4 5.5 18.4V12C5.5 7.8 8.6 4.5 13 4.5ZM8 11.2v2.6h5.2v5.7h2.2v-5.7h2.9v-2.6ZM8 16.2v1.3h3.4v-1.3ZM12.5 3.3C9 3.4 5.9 5.2 4.4 8.4 3.2 10.8 3 13 3.2 15.5 1.4 12.6 1 9 2.6 6 4.5 2.4 8.5.8 12.5 1.6Z"
        }
        DevelopmentCard::RoadBuilding => {
            "M2 15.6 9.9 4.3a2 2 0 0 1 3.3 2.3L5.3 17.9A2 2 0 0 1 2 15.6ZM10.3 18.7l6-8.5a2 2 0 0 1 3.2 2.3l-6 8.5a2 2 0 0 1-3.2-2.3ZM18.5 1.5h2.3v2.3h2.3v2.3h-2.3v2.3h-2.3V6.1h-2.3V3.8h2.3Z"
        }
        DevelopmentCard::YearOfPlenty => {
            "M1.5 12.5h21l-.7 2.5H2.2ZM3 16.5h18l-1.6 5.2a1.5 1.5 0 0 1-1.4 1H6a1.5 1.5 0 0 1-1.4-1ZM7.3 5.5a3.2 3.2 0 0 1 3 4.3l-.6 1.4H4.9l-.6-1.4a3.2 3.2 0 0 1 3-4.3ZM16.7 5.5a3.2 3.2 0 0 1 3 4.3l-.6 1.4h-4.8l-.6-1.4a3.2 3.2 0 0 1 3-4.3ZM12 1.3c1.7 1.3 2.2 2.9 1.5 4.7-.5.7-1 1.3-1.5 2.4-.5-1.1-1-1.7-1.5-2.4-.7-1.8-.2-3.4 1.5-4.7Z"
        }
        DevelopmentCard::Monopoly => {
            "M12 8.3a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4ZM10.8 1h2.4v2.3h1.9L12 6.9 8.9 3.3h1.9ZM10.8 23v-2.3H8.9l3.1-3.6 3.1 3.6h-1.9V23ZM1 10.8h2.3V8.9L6.9 12l-3.6 3.1v-1.9H1ZM23 10.8v2.4h-2.3v1.9L17.1 12l3.6-3.1v1.9Z"
        }
        DevelopmentCard::VictoryPoint => {
            "M6.5 1.5h11v1.7h4.3c.6 5.3-1.4 8.9-5.3 9.8-.8 1.4-1.9 2.3-3.2 2.7V18h2.2c1 0 1.7.8 1.7 1.8v2.7H6.8v-2.7c0-1 .7-1.8 1.7-1.8h2.2v-2.3C9.4 15.3 8.3 14.4 7.5 13 3.6 12.1 1.6 8.5 2.2 3.2h4.3ZM6.5 5.5H4.4c0 2.3.8 3.9 2.2 4.7ZM17.5 5.5l-.1 4.7c1.4-.8 2.2-2.4 2.2-4.7Z"
        }
    }
}

// Icons: strokes of 2 in a box of 24 units.
pub(crate) const ICON_CARDS: &str = "M9 6h10.5v15H9ZM5.5 17.5 3.5 4.5l10-1.5";
pub(crate) const ICON_DEVELOPMENT: &str =
    "M6 3h12v18H6ZM12 8.5l1.2 2.4 2.6.3-1.9 1.8.5 2.6-2.4-1.3-2.4 1.3.5-2.6-1.9-1.8 2.6-.3Z";
pub(crate) const ICON_KNIGHTS: &str =
    "M12 3l7.5 2.5v6c0 4.8-3.2 8-7.5 9.7-4.3-1.7-7.5-4.9-7.5-9.7v-6ZM12 7.5v9M8.5 11h7";
pub(crate) const ICON_ROAD: &str =
    "M3.5 19c2.5-3 5.5-1 7.5-3s-1-5 2-7 4.5.5 7.5-4M3 19.5h.01M21 4.5h.01";
pub(crate) const ICON_CROWN: &str = "M4 18.5h16M4.5 15 3 6.5l5 3.5 4-6 4 6 5-3.5L19.5 15Z";
pub(crate) const ICON_BANK: &str =
    "M3.5 9.5 12 4l8.5 5.5ZM5.5 10v7.5M10 10v7.5M14 10v7.5M18.5 10v7.5M3.5 20.5h17";
