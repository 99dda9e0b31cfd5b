"""Answer what to write instead of the words of other languages: `len`, `print`, `put`, `random`."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

_COUNT: Final = "write `count(…)`"
_CHANCE: Final = "let chance choose in a step: `choose n from 0..3 by chance`"
_TEXT: Final = "give an event a `text`: it is what people read"
_WHERE: Final = "write `… where …`"
_MOVE: Final = "write `move … to …`"

FUNCTION_HELPS: Final = MappingProxyType(
    {
        **dict.fromkeys(("len", "length", "size"), _COUNT),
        **dict.fromkeys(("random", "rand", "randint", "roll", "dice"), _CHANCE),
        **dict.fromkeys(
            ("neighbours", "neighbors", "neighbour", "neighbor", "adjacent", "next-to"),
            "write `beside(…)` for the places beside one, on a board that a layout lays out",
        ),
        **dict.fromkeys(
            ("distance", "near", "nearby"), "write `… in within(…, n)`: n steps at most"
        ),
        **dict.fromkeys(
            ("group", "cluster", "region"), "write `connected(…, …)`: what hangs together with one"
        ),
        "filter": _WHERE,
        "map": "write `each(…, …)`",
        "sorted": "write `sort(…, …)`",
        "range": "write `LOW..HIGH`",
        "contains": "write `… in …`",
        "print": _TEXT,
    }
)
"""What to write instead of a function."""

STEP_HELPS: Final = MappingProxyType(
    {
        **dict.fromkeys(("print", "log", "say", "show", "write"), _TEXT),
        **dict.fromkeys(("put", "place", "insert"), _MOVE),
        **dict.fromkeys(("random", "roll"), "let chance choose: `choose n from 1..6 by chance`"),
        **dict.fromkeys(("delete", "destroy"), "write `retire …`"),
        "play": _MOVE,
        **dict.fromkeys(
            ("give", "take", "gain", "get", "earn", "receive", "collect", "score"),
            "write `move … to …` of cards, `add … to …` of numbers",
        ),
        **dict.fromkeys(("increase", "inc", "increment", "raise"), "write `add … to …`"),
        **dict.fromkeys(
            ("decrease", "dec", "decrement", "lower", "lose"), "write `subtract … from …`"
        ),
        "remove": "write `subtract … from …` of numbers, `retire …` of cards",
        "pay": "declare an event `pay`, or write `subtract … from …`",
        "spend": "declare an event `spend`, or write `subtract … from …`",
        **dict.fromkeys(("game", "win", "finish"), "write `end game`"),
        **dict.fromkeys(
            ("nothing", "skip", "noop", "continue"),
            "leave it out: an alternative is a body by itself, and `may … else` needs no steps",
        ),
    }
)
"""What to write instead of a step."""

OTHER_NAMES: Final = MappingProxyType(
    {
        **dict.fromkeys(
            ("null", "nil", "None", "undefined", "nothing"), "write `none`: ask `… is none`"
        ),
        **dict.fromkeys(
            ("most", "highest", "largest", "greatest"),
            "write `max(…)`; `rank` takes it so",
        ),
        **dict.fromkeys(
            ("fewest", "least", "lowest", "smallest"), "write `min(…)`; `rank` takes `-…`"
        ),
        **dict.fromkeys(
            ("winner", "winners"),
            "`end: {winners: …}` says who; scripts ask `ended: {winners: …}`",
        ),
        **dict.fromkeys(("this", "this-card"), "write `self`"),
        **dict.fromkeys(("True", "yes", "on"), "write `true`"),
        **dict.fromkeys(("False", "no", "off"), "write `false`"),
    }
)
"""What to write instead of a name."""

LENGTHS: Final = frozenset({"count", "len", "length", "size"})
"""What other languages ask of a list after a dot."""
