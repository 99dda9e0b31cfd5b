"""List the keys of layouts and looks, which say how a game is shown."""

from __future__ import annotations

from typing import Final

from dsl.keys.key import Key, Keys
from dsl.keys.kinds import LIST, MAPPING, ByName, Either, ListOf, Plain, Words
from dsl.keys.nouns import of_games
from dsl.keys.values import DESCRIPTION, FLAG, NAME, NAMES, PLAIN, WORDING
from dsl.model.look import POINT, THEMES

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
ICON_OF: Final = Either(MAPPING, ByName("icons-by-number", NAME), NAME)
FRAMES: Final = ("plain", "window", "full", "index", "none", POINT)


class FontKeys(Keys, title="fonts"):
    """The fonts of a card."""

    name = Key(NAME)
    text = Key(NAME)
    bold = Key(NAME)
    italic = Key(NAME)


class BoxKeys(Keys, title="boxes"):
    """The boxes of the parts of a card."""

    corner = Key(PLAIN)
    name = Key(PLAIN)
    art = Key(PLAIN)
    values = Key(PLAIN)
    text = Key(PLAIN)
    foot = Key(PLAIN)


class LookKeys(Keys, title="look"):
    """How cards of a kind, or members of an enum, look."""

    size = Key(PLAIN)
    color = Key(NAME)
    corner = Key(NAMES)
    middle = Key(NAMES)
    line = Key(NAMES)
    foot = Key(NAMES)
    signs = Key(SIGNS)
    icons = Key(ByName("icons-by-attribute-or-member", ICON_OF))
    icon = Key(NAME)
    pips = Key(NAMES)
    frame = Key(Words(FRAMES))
    theme = Key(Words(THEMES))
    boxes = Key(BoxKeys.form)
    corners = Key(Words(("one", "both"), title="either"))
    art = Key(NAME)
    focus = Key(PLAIN)
    background = Key(NAME)
    font = Key(FontKeys.form)
    back = Key(NAME)
    print = Key(FLAG)
    colors = Key(ByName("colours-by-member", NAME))
    symbols = Key(ByName("symbols-by-member", WORDING))
    in_text = Key(FLAG)


LOOK: Final = Key(ByName("looks-by-kind-or-enum", of_games("look", LookKeys.form)))
