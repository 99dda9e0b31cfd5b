"""List the keys of layouts and looks, which say how a game is shown."""

from __future__ import annotations

from typing import Final

from dsl.keys.key import Key, Keyed
from dsl.keys.kinds import LIST, MAPPING, ByName, Either, ListOf, Plain, Words
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
ICON_OF: Final = Either(MAPPING, ByName("icons-by-number", NAME), NAME)
FRAMES: Final = ("plain", "window", "full", "index", "none")
FONT: Final = Keyed("fonts", (Key("name", NAME), Key("text", NAME)))
LOOK_FORM: Final = Keyed(
    "look",
    (
        Key("size", PLAIN),
        Key("color", NAME),
        Key("corner", NAMES),
        Key("middle", NAMES),
        Key("line", NAMES),
        Key("signs", SIGNS),
        Key("icons", ByName("icons-by-attribute-or-member", ICON_OF)),
        Key("icon", NAME),
        Key("pips", NAMES),
        Key("frame", Words(FRAMES)),
        Key("corners", Words(("one", "both"), title="either")),
        Key("art", NAME),
        Key("focus", PLAIN),
        Key("background", NAME),
        Key("font", FONT),
        Key("back", NAME),
        Key("print", FLAG),
        Key("colors", ByName("colours-by-member", NAME)),
        Key("symbols", ByName("symbols-by-member", WORDING)),
        Key("in-text", FLAG),
    ),
)
LOOK: Final = Key("look", ByName("looks-by-kind-or-enum", of_games("look", LOOK_FORM)))
