"""Read outlines of SVG into `M`, `L`, `C` and `Z` with absolute points; draw a rose of petals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from math import atan2, ceil, cos, pi, radians, sin, sqrt, tan
from typing import Final, TypeAlias

from cardwright.apps.press.faces.primitives import Mark, Path

Point: TypeAlias = complex
Command: TypeAlias = tuple[str, tuple[Point, ...]]
_TOKEN: Final = re.compile(
    r"\s*,?\s*(?:([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?))"
)
_FLAG: Final = re.compile(r"\s*,?\s*([01])")
_COUNTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_FLAGS: Final = (3, 4)


class BadPath(ValueError):
    """A text that is no outline."""


def commands(text: str) -> Iterator[Command]:
    """Yield the commands of an outline, curves as cubic ones.

    Raises:
        BadPath: It is none.
    """
    at = start = control = 0j
    last = ""
    for letter, numbers in _steps(text):
        big, origin = letter.upper(), at if letter.islower() else 0j
        if not last and big != "M":
            raise BadPath
        pairs = numbers[5:] if big == "A" else [] if big in "HV" else numbers
        points = tuple(origin + complex(*pairs[n : n + 2]) for n in range(0, len(pairs), 2))
        if big == "Z":
            yield "Z", ()
            at = start
        elif big in "ML":
            at = points[0]
            start = at if big == "M" else start
            yield big, (at,)
        elif big in "HV":
            moved = numbers[0] + (origin.real if big == "H" else origin.imag)
            at = complex(moved, at.imag) if big == "H" else complex(at.real, moved)
            yield "L", (at,)
        elif big in "CS":
            if big == "S":
                points = (2 * at - control if last in "CS" else at, *points)
            one, control, at = points
            yield "C", (one, control, at)
        elif big in "QT":
            mirrored = 2 * at - control if last in "QT" else at
            control, end = points if big == "Q" else (mirrored, points[0])
            yield "C", (at + (control - at) * 2 / 3, end + (control - end) * 2 / 3, end)
            at = end
        else:
            for curve in _arc(at, numbers, points[-1]):
                yield "C", curve
            at = points[-1]
        last = big


def _steps(text: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each letter with its numbers; a letter may be left out where it is said again."""
    at, letter, end = 0, "", len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            raise BadPath
        if found[1]:
            letter, at = found[1], found.end()
        elif letter in "Zz":
            raise BadPath
        numbers = list[float]()
        for place in range(_COUNTS[letter.upper()]):
            is_flag = letter in "Aa" and place in _FLAGS
            found = (_FLAG if is_flag else _TOKEN).match(text, at)
            if found is None or found[1 if is_flag else 2] is None:
                raise BadPath
            numbers.append(float(found[1 if is_flag else 2]))
            at = found.end()
        yield letter, numbers
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _arc(start: Point, numbers: list[float], end: Point) -> Iterator[tuple[Point, ...]]:
    """Yield the curves of an arc, as the notes of SVG compute its centre."""
    wide, high, angle, is_large, is_clockwise = numbers[:5]
    wide, high = abs(wide), abs(high)
    if start == end:
        return
    if not wide or not high:
        yield start, end, end
        return
    turn = complex(cos(radians(angle)), sin(radians(angle)))
    half = (start - end) / 2 / turn
    share = (half.real / wide) ** 2 + (half.imag / high) ** 2
    if share > 1:
        wide, high, share = wide * sqrt(share), high * sqrt(share), 1.0
    away = sqrt(max(0.0, 1 / share - 1)) * (-1 if is_large == is_clockwise else 1)
    center = complex(away * wide * half.imag / high, -away * high * half.real / wide)

    def angle_of(point: Point) -> float:
        return atan2(point.imag / high, point.real / wide)

    begin = angle_of(half - center)
    sweep = (angle_of(-half - center) - begin) % (2 * pi)
    sweep -= 0 if is_clockwise else 2 * pi
    middle = center * turn + (start + end) / 2
    yield from _curves(
        begin, sweep, lambda p: middle + complex(p.real * wide, p.imag * high) * turn
    )


def _curves(
    begin: float, sweep: float, placed: Callable[[Point], Point]
) -> Iterator[tuple[Point, ...]]:
    parts = max(1, ceil(abs(sweep) / (pi / 2) - 1e-9))
    step = sweep / parts
    length = 4 / 3 * tan(step / 4)
    for number in range(parts):
        one, two = begin + number * step, begin + (number + 1) * step
        first, last = complex(cos(one), sin(one)), complex(cos(two), sin(two))
        yield placed(first + 1j * first * length), placed(last - 1j * last * length), placed(last)


def oval(center: Point, wide: float, high: float) -> str:
    """Return the outline of an ellipse in the notation of SVG."""
    x, y = center.real, center.imag
    arc = f"A{wide} {high} 0 1 0"
    return f"M{x - wide} {y}{arc} {x + wide} {y}{arc} {x - wide} {y}Z"


def written(found: Iterator[Command] | list[Command]) -> str:
    """Return commands as `M x y`, `L x y`, `C …` and `Z`, apart by blanks."""
    parts = list[str]()
    for letter, points in found:
        parts.append(letter)
        parts += [f"{n:.3f}".rstrip("0").rstrip(".") for p in points for n in (p.real, p.imag)]
    return " ".join(parts)


def ornament(
    kind: str, card: str, center: tuple[float, float], radius: float, colors: tuple[str, ...]
) -> Iterator[Mark]:
    """Yield the marks of a rose: its kind says how many petals, its card how they are shaped.

    Args:
        colors: From the outermost layer to the innermost.
    """
    count = 6 + sha256(kind.encode()).digest()[0] % 5
    seed = sha256(card.encode()).digest()
    outer = radius
    for number, color in enumerate(colors):
        width = 0.5 + seed[number] / 255 * 0.6
        belly = 0.3 + seed[8 + number] / 255 * 0.4
        turn = (number % 2) / 2
        petals = (_petal(count, place + turn, width, belly) for place in range(count))
        yield Path(x=center[0], y=center[1], scale=outer, d=" ".join(petals), fill=color)
        outer *= 0.62 + seed[16 + number] / 255 * 0.12


def _petal(count: int, place: float, width: float, belly: float) -> str:
    """Return a petal that points to a place on a circle of radius 1.

    Args:
        width: How wide it is, as a share of its room.
        belly: How far out it is widest.
    """
    angle, half = 2 * pi * place / count, pi / count * width
    near = complex(cos(angle - half), sin(angle - half)) * (belly + 0.35)
    far = complex(cos(angle + half), sin(angle + half)) * (belly + 0.35)
    tip = complex(cos(angle), sin(angle))
    out, home = (0.16 * near, near, tip), (far, 0.16 * far, 0j)
    return written([("M", (0j,)), ("C", out), ("C", home), ("Z", ())])
