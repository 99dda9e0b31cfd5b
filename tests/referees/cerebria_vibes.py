"""The Spirit boards of Cerebria for its referee: rows of upgrades, prices, Vibe tokens."""

from __future__ import annotations

from typing import NamedTuple

from tests.referees.cerebria import Spirit
from tests.referees.cerebria_game import Game, Way

UNLOCK = "unlock"
DETERMINATION = "determination"
VIBES = ("red", "yellow", "green", "blue")


class Price(NamedTuple):
    wp: int = 0
    ambition: int = 0
    essence: int = 0

    def plus(self, *more: Price) -> Price:
        """Return the whole price, which is never below 0 Willpower."""
        sums = [sum(parts) for parts in zip(self, *more, strict=True)]
        return Price(max(0, sums[0]), *sums[1:])


BASE = {
    "move": Price(1),
    "invoke": Price(2, essence=1),
    "quell": Price(2, ambition=1),
    "fortify": Price(3),
    "empower": Price(3),
}
# Side A of every board: what each upgrade costs more. The third is always Determination.
ROWS: dict[str, dict[str, Price]] = {
    "move": {"haste": Price(1), "surmount": Price(1)},
    "invoke": {"bolster": Price(0, 1), "inner-force": Price(2, essence=-1)},
    "quell": {"subdue": Price(2), "extinguish": Price(1)},
    "fortify": {"exalt": Price(0, 1), "raze": Price(1, 1)},
    "empower": {"channeled-power": Price(0, 1), "emotional-outburst": Price(1)},
}
ROWS = {skill: {**row, DETERMINATION: Price(-1)} for skill, row in ROWS.items()}
EMPATHY_B: dict[str, dict[str, Price]] = {
    "move": {"haste": Price(1), "surmount": Price(), "switcheroo": Price(1)},
    "invoke": {
        "sharing-is-caring": Price(2, essence=1),
        "motivation": Price(3),
        DETERMINATION: Price(-1),
    },
    "quell": {"subdue": Price(2), "extinguish": Price(1), "conversion": Price()},
    "fortify": {"exalt": Price(0, 1), "feeling-safe": Price(), DETERMINATION: Price(-1)},
    "empower": {
        "channeled-power": Price(0, 1),
        "emotional-outburst": Price(),
        DETERMINATION: Price(-1),
    },
}


def row_of(game: Game, p: Spirit, skill: str) -> dict[str, Price]:
    """Return the upgrades of a row with what they cost more."""
    has_own = game.own_boards and p.name == "empathy"
    return (EMPATHY_B if has_own else ROWS)[skill]


# --- Vibe tokens ----------------------------------------------------------------------------------


def free_cells(game: Game, p: Spirit, skill: str) -> list[str]:
    """Return where a token may go in a row: the first cell if locked, else any free one."""
    if (skill, UNLOCK) not in p.cells:
        return [UNLOCK]
    return [name for name in row_of(game, p, skill) if (skill, name) not in p.cells]


def wild_ways(game: Game, p: Spirit) -> list[Way]:
    """Return where a wild token may go; it has no Vibe."""
    return [{"skill": skill, "cell": cell} for skill in ROWS for cell in free_cells(game, p, skill)]


def token_ways(game: Game, p: Spirit) -> list[Way]:
    """Return where a free token may go, of any colour that its row does not hold."""
    return [
        {**way, "vibe": vibe}
        for way in wild_ways(game, p)
        for vibe in VIBES
        if (way["skill"], vibe) not in p.vibes
    ]


def place_token(p: Spirit, way: Way) -> None:
    """Put a token on a cell; a wild one has no colour."""
    p.cells.add((way["skill"], way["cell"]))
    if "vibe" in way:
        p.vibes.add((way["skill"], way["vibe"]))
