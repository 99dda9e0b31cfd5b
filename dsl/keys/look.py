"""List the keys of layouts and looks, which say how a game is shown."""

from __future__ import annotations

from typing import Final

from dsl.keys.key import Key, Keyed
from dsl.keys.kinds import LIST, ByName, Either, ListOf, Plain, Words
from dsl.keys.nouns import of_games
from dsl.keys.values import DESCRIPTION, FLAG, NAME, NAMES, PLAIN, WORDING

PLACES: Final = Either(LIST, ListOf("list-of-places", NAME, fewest=1), NAME)
ROW_OF_PLACES: Final = ListOf("row-of-places", NAME, fewest=1)
ROWS_OF_PLACES: Final = Either(LIST, ListOf("rows-of-places", ROW_OF_PLACES, fewest=1), NAME)
LAYOUT_FORM: Final = Keyed(
    "layout",
    (
        Key("ring", of_games("places", PLACES)),
        Key("rows", ROWS_OF_PLACES),
        Key("columns", Plain("number-of-columns", ("integer",), least=1)),
        Key("beside", Words(("sides", "slant", "corners"), title="either")),
        Key("draw", Plain("is-shown", ("boolean",))),
        Key("paths", ByName("paths-from-place-to-place", NAMES, fewest=1)),
        Key("with", NAMES),
        Key("middle", NAMES),
        DESCRIPTION,
    ),
)
LAYOUT: Final = Key("layout", ByName("layouts-by-name", of_games("layout", LAYOUT_FORM)))
SIGNS: Final = ByName("signs-for-numbers-by-attribute", ByName("signs-by-number", WORDING))
LOOK_FORM: Final = Keyed(
    "look",
    (
        Key("size", PLAIN),
        Key("color", NAME),
        Key("corner", NAMES),
        Key("middle", NAMES),
        Key("line", NAMES),
        Key("signs", SIGNS),
        Key("back", NAME),
        Key("print", FLAG),
        Key("colors", ByName("colours-by-member", NAME)),
        Key("symbols", ByName("symbols-by-member", WORDING)),
    ),
)
LOOK: Final = Key("look", ByName("looks-by-kind-or-enum", of_games("look", LOOK_FORM)))
