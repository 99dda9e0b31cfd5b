"""List the keys of layouts and looks, which say how a game is shown."""

from __future__ import annotations

from typing import Final

from dsl.keys.key import Key, Keys
from dsl.keys.kinds import LIST, ByName, Either, ListOf, Plain, Words
from dsl.keys.nouns import of_games
from dsl.keys.values import DESCRIPTION, FLAG, NAME, NAMES, PLAIN, WORDING

PLACES: Final = Either(LIST, ListOf("list-of-places", NAME, fewest=1), NAME)
ROW_OF_PLACES: Final = ListOf("row-of-places", NAME, fewest=1)
ROWS_OF_PLACES: Final = Either(LIST, ListOf("rows-of-places", ROW_OF_PLACES, fewest=1), NAME)


class LayoutKeys(Keys, title="layout"):
    """A layout of places."""

    ring = Key(of_games("places", PLACES))
    rows = Key(ROWS_OF_PLACES)
    columns = Key(Plain("number-of-columns", ("integer",), least=1))
    beside = Key(Words(("sides", "slant", "corners"), title="either"))
    draw = Key(Plain("is-shown", ("boolean",)))
    paths = Key(ByName("paths-from-place-to-place", NAMES, fewest=1))
    with_ = Key(NAMES)
    middle = Key(NAMES)
    text = DESCRIPTION


LAYOUT: Final = Key(ByName("layouts-by-name", of_games("layout", LayoutKeys.form)))
SIGNS: Final = ByName("signs-for-numbers-by-attribute", ByName("signs-by-number", WORDING))


class LookKeys(Keys, title="look"):
    """How cards of a kind, or members of an enum, look."""

    size = Key(PLAIN)
    color = Key(NAME)
    corner = Key(NAMES)
    middle = Key(NAMES)
    line = Key(NAMES)
    signs = Key(SIGNS)
    back = Key(NAME)
    print = Key(FLAG)
    colors = Key(ByName("colours-by-member", NAME))
    symbols = Key(ByName("symbols-by-member", WORDING))


LOOK: Final = Key(ByName("looks-by-kind-or-enum", of_games("look", LookKeys.form)))
