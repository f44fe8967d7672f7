"""The places of a board, in catanatron's numbers and in Brickwood's numbers and names."""

from __future__ import annotations

import math
from typing import Any

from catanatron.models.enums import BRICK, ORE, SHEEP, WHEAT, WOOD
from catanatron.models.map import (
    PORT_DIRECTION_TO_NODEREFS,
    CatanMap,
    EdgeRef,
    NodeRef,
    Port,
)

RESOURCES = [BRICK, WOOD, SHEEP, WHEAT, ORE]
"""catanatron's names of the resources, in Brickwood's order."""
LETTERS = dict(zip(RESOURCES, "BLWGO", strict=True))
NAMES = dict(zip(RESOURCES, ["brick", "lumber", "wool", "grain", "ore"], strict=True))

_CORNERS = [
    NodeRef.NORTH,
    NodeRef.NORTHEAST,
    NodeRef.SOUTHEAST,
    NodeRef.SOUTH,
    NodeRef.SOUTHWEST,
    NodeRef.NORTHWEST,
]
_SIDES = [
    EdgeRef.NORTHEAST,
    EdgeRef.EAST,
    EdgeRef.SOUTHEAST,
    EdgeRef.SOUTHWEST,
    EdgeRef.WEST,
    EdgeRef.NORTHWEST,
]
_SIDE_NAMES = ["ne", "e", "se", "sw", "w", "nw"]

Hex = tuple[int, int, int]
Path = tuple[int, int]


def hex_name(coordinate: Hex) -> str:
    """The name of a hex: its row from the top, and its number from the left."""
    x, _, row = coordinate
    return f"{'abcde'[row + 2]}{x - max(-2, -2 - row) + 1}"


class Places:
    """Maps the places of one board to those of the engine's standard layout."""

    def __init__(self, island: CatanMap, layout: dict[str, Any]) -> None:
        """`layout` is the engine's answer to `places`."""
        numbers = {place["name"]: number for number, place in enumerate(layout["hexes"])}
        self.hex_number: dict[Hex, int] = {}
        self.hex_of_name: dict[str, Hex] = {}
        self.corner_number: dict[int, int] = {}
        self.path_number: dict[Path, int] = {}
        for coordinate, land in island.land_tiles.items():
            name = hex_name(coordinate)
            number = numbers[name]
            self.hex_number[coordinate] = number
            self.hex_of_name[name] = coordinate
            here = layout["hexes"][number]
            for corner, index in zip(_CORNERS, here["corners"], strict=True):
                self.corner_number[land.nodes[corner]] = index
            for side, index in zip(_SIDES, here["sides"], strict=True):
                self.path_number[path_of(land.edges[side])] = index
        self.corner_name = {
            corner: layout["intersections"][number]["name"]
            for corner, number in self.corner_number.items()
        }
        self.path_name = {
            path: layout["paths"][number]["name"] for path, number in self.path_number.items()
        }
        self.board = _board_text(island)


def path_of(ends: tuple[int, int]) -> Path:
    """A path as catanatron's own lists name it: the smaller end first."""
    first, second = sorted(ends)
    return first, second


def _board_text(island: CatanMap) -> str:
    rows = []
    for row in range(-2, 3):
        hexes = sorted(c for c in island.land_tiles if c[2] == row)
        rows.append("".join(_land_text(island.land_tiles[c]) for c in hexes))
    harbors = [(at, sea) for at, sea in island.tiles.items() if isinstance(sea, Port)]
    harbors.sort(key=lambda harbor: _clockwise(harbor[0]))
    words = ",".join(_harbor_text(island, harbor) for _, harbor in harbors)
    return f"{'/'.join(rows)}~{words}"


def _land_text(land: Any) -> str:
    return "D" if land.resource is None else f"{LETTERS[land.resource]}{land.number}"


def _harbor_text(island: CatanMap, harbor: Port) -> str:
    ends = {harbor.nodes[corner] for corner in PORT_DIRECTION_TO_NODEREFS[harbor.direction]}
    for coordinate, land in island.land_tiles.items():
        for side, name in zip(_SIDES, _SIDE_NAMES, strict=True):
            if set(land.edges[side]) == ends:
                kind = "3" if harbor.resource is None else LETTERS[harbor.resource]
                return f"{hex_name(coordinate)}{name}:{kind}"
    raise ValueError(f"{harbor} is not on the coast")


def _clockwise(coordinate: Hex) -> float:
    """How far round the island a sea hex lies, from the north-west on."""
    x, _, row = coordinate
    angle = math.atan2(row * math.sqrt(3) / 2, x + row / 2)
    return (angle + math.radians(150)) % math.tau
