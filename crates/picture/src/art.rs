//! The colors and outlines of the board. The page draws with the same files.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use brickwood_notation::COLORS;
use brickwood_rules::{DevelopmentCard, Resource, Terrain};
use kurbo::{Affine, Vec2};
use serde::{Deserialize, de::DeserializeOwned};

use crate::scene::{Color, Shape};

pub(crate) static PALETTE: LazyLock<Palette> =
    LazyLock::new(|| read(include_str!("../art/palette.json")));
pub(crate) static ISLAND: LazyLock<Island> =
    LazyLock::new(|| read(include_str!("../art/island.json")));
pub(crate) static CARDS: LazyLock<CardArt> =
    LazyLock::new(|| read(include_str!("../art/cards.json")));
pub(crate) static ICONS: LazyLock<Icons> =
    LazyLock::new(|| read(include_str!("../art/icons.json")));

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("our own art can be read")
}

/// An outline, as in the `d` of a path in SVG.
type Outline = String;

#[derive(Deserialize)]
pub(crate) struct Palette {
    pub(crate) ink: Color,
    pub(crate) paper: Color,
    pub(crate) halo: Color,
    pub(crate) gold: Color,
    pub(crate) sea: SeaInk,
    pub(crate) plank: Plank,
    terrain: BTreeMap<Terrain, TerrainInk>,
    players: BTreeMap<String, Paint>,
    /// The surfaces beside the board.
    pub(crate) daylight: Daylight,
}

#[derive(Deserialize)]
pub(crate) struct SeaInk {
    pub(crate) fill: Color,
    pub(crate) ink: Color,
    pub(crate) shallows: Color,
}

#[derive(Deserialize)]
pub(crate) struct Plank {
    pub(crate) fill: Color,
    pub(crate) shade: Color,
}

/// How a terrain is printed.
#[derive(Deserialize)]
pub(crate) struct TerrainInk {
    pub(crate) fill: Color,
    pub(crate) ink: Color,
    pub(crate) light: Color,
    pub(crate) text: Color,
}

/// How a seat's pieces are painted. Color never stands alone: each has an emblem.
#[derive(Deserialize)]
pub(crate) struct Paint {
    pub(crate) fill: Color,
    pub(crate) emblem: Color,
    pub(crate) shape: Outline,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Daylight {
    pub(crate) bg: Color,
    pub(crate) panel: Color,
    pub(crate) panel_sunk: Color,
    pub(crate) line: Color,
    pub(crate) text_soft: Color,
    pub(crate) active_ring: Color,
    pub(crate) card_fill: Color,
    pub(crate) on_card: Color,
}

impl Palette {
    pub(crate) fn terrain(&self, terrain: Terrain) -> &TerrainInk {
        &self.terrain[&terrain]
    }

    /// The colors of a resource's cards: those of the terrain that gives it.
    pub(crate) fn resource(&self, resource: Resource) -> &TerrainInk {
        let gives = |terrain: &Terrain| terrain.resource() == Some(resource);
        let terrain = Terrain::ALL.into_iter().find(gives);
        self.terrain(terrain.expect("a terrain gives it"))
    }

    pub(crate) fn paint(&self, seat: usize) -> &Paint {
        &self.players[COLORS[seat]]
    }
}

/// Sizes, the motifs of the terrains, and what stands on the board. A motif begins at the point where it stands.
#[derive(Deserialize)]
pub(crate) struct Island {
    pub(crate) sizes: Sizes,
    pub(crate) sea: Sea,
    pub(crate) forest: Forest,
    pub(crate) hills: Hills,
    pub(crate) pasture: Pasture,
    pub(crate) fields: Fields,
    pub(crate) mountains: Mountains,
    pub(crate) desert: Desert,
    pub(crate) harbor: HarborArt,
    pub(crate) robber: Robber,
    pub(crate) pieces: Pieces,
}

#[derive(Deserialize)]
pub(crate) struct Sizes {
    /// The length of a hex's edge.
    pub(crate) side: f64,
    /// The width of the paper coast round the land.
    pub(crate) coast: f32,
    /// The width of the shallows, measured from the land.
    pub(crate) shallows: f32,
    pub(crate) pennant: Pennant,
}

#[derive(Deserialize)]
pub(crate) struct Pennant {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// How far it is from its shore, in edges of a hex.
    pub(crate) out: f64,
}

#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Place {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl From<Place> for Vec2 {
    fn from(Place { x, y }: Place) -> Self {
        Self::new(x, y)
    }
}

/// A staggered grid: its steps, and how far its points stay from the hex's edges.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Grid {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) room: f64,
}

#[derive(Deserialize)]
pub(crate) struct Sea {
    pub(crate) waves: Outline,
    pub(crate) rose: Outline,
    pub(crate) rose_shade: Outline,
}

#[derive(Deserialize)]
pub(crate) struct Forest {
    pub(crate) grid: Grid,
    pub(crate) shade: Outline,
    pub(crate) light: Outline,
}

#[derive(Deserialize)]
pub(crate) struct Hills {
    pub(crate) brick: Outline,
    pub(crate) dark: Vec<Place>,
    pub(crate) light: Vec<Place>,
    pub(crate) mortar: Outline,
}

#[derive(Deserialize)]
pub(crate) struct Pasture {
    pub(crate) grid: Grid,
    pub(crate) tuft: Outline,
    pub(crate) flock: Vec<Animal>,
    pub(crate) legs: Outline,
    pub(crate) fleece: Outline,
    pub(crate) head: Outline,
}

#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Animal {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// 1, or -1 where it looks the other way.
    pub(crate) flip: f64,
}

#[derive(Deserialize)]
pub(crate) struct Fields {
    pub(crate) grid: Grid,
    pub(crate) ear: Outline,
}

#[derive(Deserialize)]
pub(crate) struct Mountains {
    pub(crate) peaks: Vec<Place>,
    pub(crate) shade: Outline,
    pub(crate) ridge: Outline,
    pub(crate) snow: Outline,
}

#[derive(Deserialize)]
pub(crate) struct Desert {
    pub(crate) dunes: Scattered,
    pub(crate) pebbles: Scattered,
}

/// A motif at the points of a grid.
#[derive(Deserialize)]
pub(crate) struct Scattered {
    pub(crate) grid: Grid,
    pub(crate) outline: Outline,
}

#[derive(Deserialize)]
pub(crate) struct HarborArt {
    pub(crate) anchor: Outline,
}

#[derive(Deserialize)]
pub(crate) struct Robber {
    pub(crate) cloak: Outline,
    pub(crate) face: Outline,
    pub(crate) hood: Outline,
    pub(crate) eyes: Outline,
    pub(crate) seams: Outline,
}

#[derive(Deserialize)]
pub(crate) struct Pieces {
    pub(crate) road: PieceArt,
    pub(crate) settlement: PieceArt,
    pub(crate) city: PieceArt,
}

#[derive(Deserialize)]
pub(crate) struct PieceArt {
    pub(crate) outline: Outline,
    pub(crate) emblem: Emblem,
    /// That of a city.
    pub(crate) gate: Option<Outline>,
}

/// Where on a piece its emblem lies, and how large it is.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Emblem {
    x: f64,
    y: f64,
    scale: f64,
}

impl From<Emblem> for Affine {
    fn from(Emblem { x, y, scale }: Emblem) -> Self {
        Self::translate((x, y)) * Self::scale(scale)
    }
}

/// What cards show, in a box of 24 units.
#[derive(Deserialize)]
pub(crate) struct CardArt {
    resources: BTreeMap<Resource, Outline>,
    fleece: Outline,
    development: BTreeMap<DevelopmentCard, Outline>,
}

impl CardArt {
    /// A resource as cards and pennants show it.
    pub(crate) fn resource(
        &'static self,
        resource: Resource,
        color: Color,
        place: Affine,
    ) -> Vec<Shape> {
        let solid = Shape::filled(&self.resources[&resource], color);
        let mut shapes = vec![solid.with_holes().at(place)];
        if resource == Resource::Wool {
            // An animal of the pasture is white: its fleece is an outline.
            shapes.push(Shape::round(&self.fleece, color, 2.2).at(place));
        }
        shapes
    }

    pub(crate) fn development(&self, card: DevelopmentCard) -> &Outline {
        &self.development[&card]
    }
}

/// The icons of the page that a picture needs: strokes of 2 in a box of 24 units.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Icons {
    pub(crate) cards: Outline,
    pub(crate) development: Outline,
    pub(crate) knights: Outline,
    pub(crate) longest_road: Outline,
    pub(crate) crown: Outline,
    pub(crate) bank: Outline,
}
