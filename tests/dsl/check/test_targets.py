"""Values that are a card or a player: where they stand, and what is said of their misuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import load_sources, prelude_in
from dsl.records import Source

PACKAGE = Path(__file__).parents[2] / "conformance" / "targets"
PRELUDE = Path(__file__).parents[3] / "cards" / "prelude"
TEXT = (PACKAGE / "game.yaml").read_text(encoding="utf-8")
IN_CALL = "hurt owners(xs) for 0"


def findings(old: str, new: str) -> list[tuple[str, str, str]]:
    """Return what is said of the game with a part replaced: name, place, the first help."""
    assert TEXT.count(old) == 1
    source = Source("targets/game.yaml", TEXT.replace(old, new))
    loaded = load_sources([source], "targets", prelude_in(PRELUDE))
    found = (each for each in loaded.diagnostics if each.severity == "error")
    return [(each.name, each.span.text, str(next(iter(each.helps), ""))) for each in found]


def test_what_is_shown_in_the_conformance_game_is_sound():
    assert findings("life: int = 10", "life: int = 9") == []


@pytest.mark.parametrize(
    ("old", "new", "name", "words", "help_"),
    [
        ("maybe player or beast", "maybe beast or bird", "wrong-type", "beast or bird", "KIND or"),
        ("maybe player or beast", "maybe int or player", "wrong-type", "int or player", "KIND or"),
        ("maybe player or beast", "set of beast or player", "wrong-type",
         "set of beast or player", ""),
        ("if x is not player, return x.power\n    ", "", "unknown-attribute", "life",
         "`x is player`"),
        ("if x is not player, return x.power\n    return x.life", "return x.position",
         "unknown-attribute", "position", "`x is beast`"),
        ("x.power < 2", "x is player", "not-comparable", "x is player", ""),
        (IN_CALL, "mend by xs[1]", "wrong-type", "xs[1]", "`x is player`"),
        (IN_CALL, "mend by xs", "wrong-type", "xs", "xs where it is player"),
        (IN_CALL, "move xs to past", "wrong-type", "xs", "xs where it is beast"),
        (IN_CALL, "hurt 3 for 2", "wrong-type", "3", ""),
        (IN_CALL, "if xs[1] == 3, mend", "not-comparable", "xs[1] == 3", ""),
        ("point where x is bird", "point deck", "not-comparable", "deck", "x in deck"),
        ("require size(t) > 0", "require t.power > 0", "unknown-attribute", "power", "t is beast"),
    ],
)  # fmt: skip
def test_one_mistake_is_one_finding_at_its_place(old, new, name, words, help_):
    found = findings(old, new)

    assert [each[:2] for each in found] == [(name, words)]
    assert help_ in found[0][2]


def test_a_branch_knows_which_of_the_two_it_is():
    otherwise = "if x is player, return x.life\n    elif x is bird, return 0\n    return x.power"
    assert findings("if x is not player, return x.power\n    return x.life", otherwise) == []
    assert findings("x == p or x in p.field", "x is beast and x.holder == p or x == p") == []
