"""Makes src/fonts/plain-zero.woff2: the zero of Atkinson Hyperlegible Next without its slash.

The font has no such form of its own. In a column of counts, slashed zeros are louder than the numbers that matter.
Needs fonttools and brotli: `pip install fonttools brotli`, then `python scripts/plain_zero.py` in `web`.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

FOLDER = Path("node_modules/@fontsource-variable/atkinson-hyperlegible-next/files")
SOURCE = FOLDER / "atkinson-hyperlegible-next-latin-wght-normal.woff2"
TARGET = Path("src/fonts/plain-zero.woff2")

NAME = "Plain Zero"
PHANTOMS = 4


def main() -> None:
    font = TTFont(SOURCE)
    options = Options(layout_features=["tnum", "pnum"], name_IDs=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[ord("0")])
    subsetter.subset(font)
    glyph = font["glyf"]["zero"]
    points = list(glyph.coordinates)
    outer_end, *_ = glyph.endPtsOfContours
    outer = range(outer_end + 1)
    holes = range(outer_end + 1, len(points))

    def extremes(indices):
        by_x = sorted(indices, key=lambda index: points[index][0])
        by_y = sorted(indices, key=lambda index: points[index][1])
        return by_x[0], by_x[-1], by_y[0], by_y[-1]

    def share(index, axis):
        """Where a point lies between the outer contour's extremes, from 0 to 1."""
        ends = [points[end][axis] for end in extremes(outer)[2 * axis : 2 * axis + 2]]
        return (points[index][axis] - ends[0]) / (ends[1] - ends[0])

    def inner(values):
        """The outer contour, drawn into the extremes of the two halves of the hole."""
        left, right, bottom, top = extremes(holes)
        drawn = []
        for index in reversed(outer):
            x = values[left][0] + share(index, 0) * (values[right][0] - values[left][0])
            y = values[bottom][1] + share(index, 1) * (values[top][1] - values[bottom][1])
            drawn.append((round(x), round(y)))
        return drawn

    flags = [glyph.flags[index] for index in outer]
    coordinates = [points[index] for index in outer] + inner(points)
    for variation in font["gvar"].variations["zero"]:
        variation.calcInferredDeltas(points + [(0, 0)] * PHANTOMS, glyph.endPtsOfContours)
        moved = variation.coordinates
        rest = moved[len(points) :]
        variation.coordinates = [moved[index] for index in outer] + inner(moved) + list(rest)
    glyph.coordinates = GlyphCoordinates(coordinates)
    glyph.flags = bytearray(flags + flags[::-1])
    glyph.endPtsOfContours = [outer_end, 2 * outer_end + 1]
    glyph.numberOfContours = 2
    glyph.recalcBounds(font["glyf"])
    # A changed font has a name of its own, by which a browser tells which one drew a letter.
    for record in font["name"].names:
        if record.nameID in (1, 4, 16):
            record.string = NAME
    font.flavor = "woff2"
    TARGET.parent.mkdir(exist_ok=True)
    font.save(TARGET)


if __name__ == "__main__":
    main()
