"""Draw a rose of petals for what has no picture: the same for the same card, another for others."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from math import cos, pi, sin

from cardwright.apps.press.faces.outlines import written
from cardwright.apps.press.faces.primitives import Mark, Path


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
