"""Mix colours, and answer what can be read on them."""

from __future__ import annotations

from typing import Final

INK: Final = "#1d1d20"
FAINT_INK: Final = "#6b6a68"
PAPER: Final = "#fdfcf8"
PLAIN: Final = "#56636f"
_BRIGHT: Final = 0.62


def channels(color: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def mixed(color: str, other: str, share: float) -> str:
    """Return a colour with a share of another one."""
    pairs = zip(channels(color), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def ink_on(color: str) -> str:
    """Return black or white, whichever can be read on a colour."""
    red, green, blue = (each / 255 for each in channels(color))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > _BRIGHT else PAPER
