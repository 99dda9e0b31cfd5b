"""Answer which colour a thing has: as it is called, else one of a row of colours."""

from __future__ import annotations

from typing import Final

NAMED: Final = {
    "red": "#b83a32", "crimson": "#9b1f3c", "orange": "#d0722a", "yellow": "#d9a81e",
    "gold": "#c4931a", "brown": "#7c5632", "tan": "#b99a6b", "green": "#3f8250",
    "olive": "#7a7f35", "teal": "#2f7f80", "cyan": "#3598ae", "blue": "#2f65a8",
    "navy": "#26406e", "indigo": "#474a93", "violet": "#6d4b9b", "purple": "#7d4590",
    "magenta": "#a53c82", "pink": "#cc6f8f", "white": "#e9e4d8", "silver": "#98a1a8",
    "grey": "#73777b", "gray": "#73777b", "black": "#2b2b2e",
}  # fmt: skip
ROW: Final = (
    "#2f65a8", "#b5533c", "#3f8250", "#8a6a2f", "#6d4b9b", "#2f7f80", "#a5486f", "#56636f",
    "#7a7f35", "#474a93", "#9b5f2a", "#44708a",
)  # fmt: skip
INK: Final = "#1d1d20"
FAINT_INK: Final = "#6b6a68"
PAPER: Final = "#fdfcf8"
PLAIN: Final = "#56636f"
_BRIGHT: Final = 0.62


def settled(word: str) -> str:
    """Return a colour by its name or as `#rrggbb`; "" for another word."""
    if word.startswith("#"):
        digits = word[1:]
        return f"#{''.join(d * 2 for d in digits) if len(digits) == 3 else digits}".lower()
    return NAMED.get(word.casefold(), "")


def in_row(number: int) -> str:
    """Return the colour of the thing with a number."""
    return ROW[number % len(ROW)]


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
