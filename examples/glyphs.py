#!/usr/bin/env python3
"""Takes the outlines of the few signs that pictures need out of a font, as Rust source.

`src/picture/src/glyphs/outlines.rs` was made so, from Noto Serif CJK JP SemiBold (SIL Open Font License 1.1, see
`src/picture/src/glyphs/OFL.txt`), as Debian's package fonts-noto-cjk-extra 1:20220127+repack1-1 has it:

    pip install fonttools
    python3 examples/glyphs.py NotoSerifCJK-SemiBold.ttc > src/picture/src/glyphs/outlines.rs

An outline is an SVG path in a square of 1000 units, y downwards, the square being the sign's em box; digits, which are
narrower, are put into the middle of it. Points are rounded to whole units.
"""

import math
import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

# All signs that pictures have: pieces, numerals, the words beside a board, moves.
SIGNS = (
    "玉王飛龍角馬金銀全桂圭香杏歩と一二三四五六七八九十０１２３４５６７８９"
    "持駒残なし攻玉方受詰上り図初形手目まで第問題解答成不同打右左直寄引千日中断投了"
)

# The em box of a Japanese font reaches from 880 above the base line to 120 below it.
BASE = 880

HEAD = """\
//! Outlines from Noto Serif CJK JP SemiBold, © 2017-2022 Adobe, under the SIL Open Font License
//! 1.1 (`OFL.txt` beside this file). Made by `examples/glyphs.py`: do not edit.

/// The signs in order, each with its outline: an SVG path in a square of 1000 units.
#[rustfmt::skip]
pub static OUTLINES: &[(char, &str)] = &[
"""


def rounded(value: float) -> int:
    """The nearest whole number, halves away from zero."""
    return math.floor(value + 0.5) if value >= 0 else math.ceil(value - 0.5)


class Path(BasePen):
    """Writes an SVG path with relative points, which take less room."""

    def __init__(self, glyphs, scale: float, left: float) -> None:
        super().__init__(glyphs)
        self.text = ""
        self.scale = scale
        self.left = left
        self.at = (0, 0)

    def point(self, place: tuple[float, float]) -> tuple[int, int]:
        x, y = place
        return rounded(x * self.scale + self.left), rounded(BASE - y * self.scale)

    def add(self, command: str, *places: tuple[float, float]) -> None:
        points = [self.point(place) for place in places]
        self.text += command + " ".join(f"{x - self.at[0]} {y - self.at[1]}" for x, y in points)
        self.at = points[-1]

    def _moveTo(self, place) -> None:
        self.at = self.point(place)
        self.text += f"M{self.at[0]} {self.at[1]}"

    def _lineTo(self, place) -> None:
        self.add("l", place)

    def _qCurveToOne(self, control, place) -> None:
        self.add("q", control, place)

    def _curveToOne(self, first, second, place) -> None:
        self.add("c", first, second, place)

    def _closePath(self) -> None:
        self.text += "z"


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: glyphs.py FONT", file=sys.stderr)
        return 2
    # The first face of a collection is the Japanese one.
    font = TTFont(sys.argv[1], fontNumber=0)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = 1000 / font["head"].unitsPerEm
    print(HEAD, end="")
    for sign in sorted(set(SIGNS)):
        # The full-width digits are drawn as the ordinary ones, which fill the height.
        drawn = chr(ord(sign) - ord("０") + ord("0")) if "０" <= sign <= "９" else sign
        glyph = glyphs[names[ord(drawn)]]
        path = Path(glyphs, scale, (1000 - glyph.width * scale) / 2)
        glyph.draw(path)
        print(f"    ('{sign}', \"{path.text}\"),")
    print("];")
    return 0


sys.exit(main())
