"""Read drawings: the icons that come along, and SVG files of packages.

A file of a stranger is data. What is read of it are shapes and their colours; all else is refused
with its line, so that no writer ever hands on a foreign SVG.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import cos, radians, sin, sqrt
from pathlib import Path as File
from typing import Final, TypeAlias
from xml.parsers import expat

from cardwright.apps.face.words import AppMistake
from cardwright.apps.press.faces import outlines
from cardwright.apps.press.faces.primitives import Mark, Path
from dsl import Record

LARGEST: Final = 1_000_000
_MOST: Final = 20_000
_FARTHEST: Final = 1e6
_ICONS: Final = File(__file__).parent / "icons"
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
_SAME: Final = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_STEP: Final = re.compile(r"(matrix|translate|scale|rotate)\s*\(([^)]*)\)[\s,]*")
_NUMBER: Final = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?", re.IGNORECASE)
_HEX: Final = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})")
_RGB: Final = re.compile(r"rgb\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)")
_NAMED: Final = {
    "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "grey": "#808080",
    "white": "#ffffff", "maroon": "#800000", "red": "#ff0000", "purple": "#800080",
    "fuchsia": "#ff00ff", "green": "#008000", "lime": "#00ff00", "olive": "#808000",
    "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff", "teal": "#008080",
    "aqua": "#00ffff", "orange": "#ffa500", "none": "", "transparent": "",
}  # fmt: skip
CURRENT: Final = "currentcolor"
_SHAPES: Final = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line")
_SILENT: Final = ("title", "desc", "metadata", "defs")
"""Elements with nothing to see; what stands inside them is passed over."""
_INHERITED: Final = ("fill", "stroke", "stroke-width", "fill-rule", "fill-opacity", "opacity")


class BadDrawing(AppMistake):
    """An SVG file that is no plain drawing."""


class Shape(Record, kw_only=True):
    """A part of a drawing; `fill` and `stroke` may be CURRENT, the colour it is drawn in."""

    d: str
    fill: str
    stroke: str
    line: float
    is_even_odd: bool
    opacity: float


class Drawing(Record, kw_only=True):
    """Shapes in a box that begins at 0, 0."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    @property
    def is_plain(self) -> bool:
        """Whether it takes the colour that it is drawn in."""
        return all(shape.fill in ("", CURRENT) for shape in self.shapes)

    def marks(self, x: float, y: float, size: float, color: str) -> list[Mark]:
        """Return it around a point, `size` wide or high, whichever is longer."""
        scale = size / max(self.width, self.height)
        left, top = x - self.width * scale / 2, y - self.height * scale / 2
        return [
            Path(x=left, y=top, scale=scale, d=each.d, is_even_odd=each.is_even_odd,
                 fill=color if each.fill == CURRENT else each.fill,
                 stroke=color if each.stroke == CURRENT else each.stroke,
                 line=each.line, opacity=each.opacity)
            for each in self.shapes
        ]  # fmt: skip


@cache
def icon(name: str) -> Drawing:
    """Return an icon that comes along."""
    return read((_ICONS / f"{name}.svg").read_bytes(), name)


@lru_cache(maxsize=256)
def read(data: bytes, shown: str) -> Drawing:
    """Return what an SVG file draws.

    Args:
        shown: The file as people named it.

    Raises:
        BadDrawing: It is no SVG, or holds more than shapes.
    """
    return _Reader(data, shown).drawing()


class _Reader:
    """Reads one file."""

    def __init__(self, data: bytes, shown: str) -> None:
        self._data, self._shown = data, shown
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._box: tuple[float, float, float, float] | None = None
        self._open: list[tuple[Matrix, dict[str, str]]] = []
        self._silent = 0
        self._left = _MOST
        self._shapes = list[Shape]()

    def drawing(self) -> Drawing:
        """Return what the file draws."""
        if len(self._data) > LARGEST:
            raise self._bad("svg-too-large", most=LARGEST)
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.StartDoctypeDeclHandler = self._doctype
        try:
            self._parser.Parse(self._data, True)
        except (expat.ExpatError, ValueError, OverflowError) as error:
            raise self._bad("svg-broken") from error
        if self._box is None:
            raise self._bad("svg-broken")
        return Drawing(width=self._box[2], height=self._box[3], shapes=tuple(self._shapes))

    def _bad(self, key: str, **slots: object) -> BadDrawing:
        line = self._parser.CurrentLineNumber
        return BadDrawing(key, path=f"{self._shown}:{line}", **slots)

    def _doctype(self, _: str, __: object, ___: object, has_inner: int) -> None:
        if has_inner:
            raise self._bad("svg-element", name="DOCTYPE")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        is_foreign = " " in tag and not tag.startswith("http://www.w3.org/2000/svg ")
        if self._silent or name in _SILENT or (is_foreign and self._box is not None):
            self._silent += 1
            return
        if (self._box is None) != (name == "svg") or name not in ("svg", "g", *_SHAPES):
            raise self._bad("svg-element", name=name)
        style = self._style(attributes)
        if self._box is None:
            self._box = self._view(attributes)
            self._open.append(((1, 0, 0, 1, -self._box[0], -self._box[1]), style))
            return
        matrix, outer = self._open[-1]
        matrix = _times(matrix, self._matrix(attributes.get("transform", "")))
        inner = {**outer, **style}
        if "opacity" in style:
            inner["opacity"] = str(
                self._number(style, "opacity", 1) * self._number(outer, "opacity", 1)
            )
        self._open.append((matrix, inner))
        if name != "g":
            self._shape(self._outline(name, attributes), matrix, inner)

    def _end(self, tag: str) -> None:
        if self._silent:
            self._silent -= 1
        else:
            self._open.pop()

    def _style(self, attributes: dict[str, str]) -> dict[str, str]:
        """Return the properties of an element that are read; refuse what leads elsewhere."""
        found = {name: attributes[name] for name in _INHERITED if name in attributes}
        for part in attributes.get("style", "").split(";"):
            name, _, value = part.partition(":")
            if name.strip() in _INHERITED:
                found[name.strip()] = value.strip()
        for name, value in attributes.items():
            local = name.rpartition(" ")[2].lower()
            if "url(" in value.lower() or local == "href" or local.startswith("on"):
                raise self._bad("svg-attribute", name=local)
        return found

    def _view(self, attributes: dict[str, str]) -> tuple[float, float, float, float]:
        numbers = _numbers(attributes.get("viewBox", ""))
        if len(numbers) != 4:
            sizes = [_numbers(attributes.get(name, ""))[:1] for name in ("width", "height")]
            numbers = [0.0, 0.0, *(number for size in sizes for number in size)]
        if len(numbers) != 4 or not all(1e-3 < each < _FARTHEST for each in numbers[2:]):
            raise self._bad("svg-no-size")
        return numbers[0], numbers[1], numbers[2], numbers[3]

    def _matrix(self, text: str) -> Matrix:
        """Return the steps of a `transform` as one."""
        found, at = _SAME, 0
        while step := _STEP.match(text, at):
            found, at = _times(found, self._step(step[1], _numbers(step[2]))), step.end()
        if text[at:].strip():
            raise self._bad("svg-attribute", name="transform")
        return found

    def _step(self, name: str, numbers: list[float]) -> Matrix:
        match name, numbers:
            case "matrix", [a, b, c, d, e, f]:
                return a, b, c, d, e, f
            case "translate", [x, *rest]:
                return 1, 0, 0, 1, x, rest[0] if rest else 0
            case "scale", [x, *rest]:
                return x, 0, 0, rest[0] if rest else x, 0, 0
            case "rotate", [angle, *center]:
                x, y = center if len(center) == 2 else (0.0, 0.0)
                c, s = cos(radians(angle)), sin(radians(angle))
                return c, s, -s, c, x - c * x + s * y, y - s * x - c * y
            case _:
                raise self._bad("svg-attribute", name="transform")

    def _number(self, values: dict[str, str], name: str, usual: float = 0) -> float:
        found = _numbers(values.get(name, ""))
        return found[0] if found else usual

    def _outline(self, name: str, attributes: dict[str, str]) -> str:
        """Return a shape as the text of a path."""

        def number(key: str, usual: float = 0) -> float:
            return self._number(attributes, key, usual)

        match name:
            case "path":
                return attributes.get("d", "")
            case "circle" | "ellipse":
                is_round = name == "circle"
                wide, high = (number(key) for key in (("r", "r") if is_round else ("rx", "ry")))
                return outlines.oval(complex(number("cx"), number("cy")), wide, high)
            case "line":
                return f"M{number('x1')} {number('y1')}L{number('x2')} {number('y2')}"
            case "rect":
                return self._rect(number("x"), number("y"), number("width"), number("height"),
                                  number("rx", number("ry")))  # fmt: skip
            case _:
                points = " ".join(map(str, _numbers(attributes.get("points", ""))))
                return f"M{points}{'Z' if name == 'polygon' else ''}" if points else ""

    @staticmethod
    def _rect(x: float, y: float, width: float, height: float, radius: float) -> str:
        r = max(0.0, min(radius, width / 2, height / 2))
        if not r:
            return f"M{x} {y}h{width}v{height}h{-width}Z"
        arc = f"a{r} {r} 0 0 1"
        return (
            f"M{x + r} {y}h{width - 2 * r}{arc} {r} {r}v{height - 2 * r}{arc} {-r} {r}"
            f"h{2 * r - width}{arc} {-r} {-r}v{2 * r - height}{arc} {r} {-r}Z"
        )

    def _shape(self, outline: str, matrix: Matrix, style: dict[str, str]) -> None:
        """Keep a shape with its points where they are drawn."""
        a, b, c, d, e, f = matrix
        found = list[outlines.Command]()
        try:
            for letter, points in outlines.commands(outline):
                self._left -= 1
                if self._left < 0:
                    raise self._bad("svg-too-many", most=_MOST)
                if any(not abs(point) < _FARTHEST for point in points):
                    raise self._bad("svg-attribute", name="d")
                moved = (complex(a * p.real + c * p.imag + e, b * p.real + d * p.imag + f)
                         for p in points)  # fmt: skip
                found.append((letter, tuple(moved)))
        except outlines.BadPath as error:
            raise self._bad("svg-attribute", name="d") from error
        line = self._number(style, "stroke-width", 1) * sqrt(abs(a * d - b * c))
        if not line < _FARTHEST:
            raise self._bad("svg-attribute", name="stroke-width")
        opacity = self._number(style, "opacity", 1) * self._number(style, "fill-opacity", 1)
        shape = Shape(
            d=outlines.written(found),
            fill=self._color(style.get("fill", CURRENT)),
            stroke=self._color(style.get("stroke", "none")),
            line=line,
            is_even_odd=style.get("fill-rule") == "evenodd",
            opacity=min(1.0, max(0.0, opacity)),
        )
        if found and (shape.fill or shape.stroke):
            self._shapes.append(shape)

    def _color(self, text: str) -> str:
        word = text.strip().lower()
        if word == CURRENT or word in _NAMED:
            return _NAMED.get(word, CURRENT)
        if _HEX.fullmatch(word):
            return word if len(word) == 7 else "#" + "".join(each * 2 for each in word[1:])
        rgb = _RGB.fullmatch(word)
        if rgb is None:
            raise self._bad("svg-color", name=text)
        return "#" + "".join(f"{min(255, int(each)):02x}" for each in rgb.groups())


def _numbers(text: str) -> list[float]:
    return [float(each) for each in _NUMBER.findall(text)]


def _times(one: Matrix, two: Matrix) -> Matrix:
    """Return the matrix that does the second, then the first."""
    a, b, c, d, e, f = one
    p, q, r, s, t, u = two
    return (
        a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s,
        a * t + c * u + e, b * t + d * u + f,
    )  # fmt: skip
