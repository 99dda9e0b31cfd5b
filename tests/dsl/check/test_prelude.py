"""Every word of the prelude: it has texts, and a game that has what it needs can use it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.check.texts.texts import text_of
from dsl.load import prelude_in
from dsl.model.documents import child, items_or_one

PRELUDE = prelude_in(Path(__file__).resolve().parents[3] / "cards" / "prelude")
KINDS = "kinds:\n  tile: {attributes: {color: color}, start: bag, state: {tapped: bool = false}}\n"
BAG = "zones:\n  bag: {of: tile, order: stack, seen-by: nobody}\n"
HAND = BAG + "  player.hand: {of: tile, seen-by: owner}\n"
OWN_DECK = HAND + "  player.deck: {of: tile, order: stack, seen-by: nobody}\n"
OWN_DISCARD = OWN_DECK + "  player.discard: {of: tile, order: stack, seen-by: everyone}\n"
TABLE_DECK = HAND + "  deck: {of: tile, order: stack, seen-by: nobody}\n"
TABLE_DISCARD = TABLE_DECK + "  discard: {of: tile, order: stack, seen-by: everyone}\n"
STOCK = HAND + "  stock: {of: tile, order: stack, seen-by: nobody}\n"

USES = [
    ("draw 2 -> them; move them to bag", OWN_DECK),
    ("draw 2 -> them; move them to bag", OWN_DISCARD),
    ("draw 2 -> them; move them to bag", TABLE_DECK),
    ("draw 2 -> them; move them to bag", TABLE_DISCARD),
    ("draw 2 -> them; move them to bag", STOCK),
    ("draw-card -> c; move c to bag", OWN_DECK),
    ("deal 3", OWN_DISCARD),
    ("recycle", OWN_DISCARD),
    ("recycle", TABLE_DISCARD),
    ("for each c in me.hand, discard c", OWN_DISCARD),
    ("for each c in me.hand, discard c", TABLE_DISCARD),
    ("fall-short 2", BAG),
    ("for each c in bag, tap c", BAG),
    ("for each c in bag, untap c", BAG),
    ("if hand-size(me) > 3, end game", HAND),
]


@pytest.mark.parametrize(("steps", "zones"), USES)
def test_a_game_can_use_it(findings, steps: str, zones: str):
    phases = f"phases:\n- id: act\n  turns: players\n  do: |\n    {steps}\n"

    assert findings(phases=phases, zones=zones, kinds=KINDS) == []


def test_the_uses_name_every_word():
    words = {name for section in PRELUDE.sections.values() for name in section}

    assert [
        word for word in sorted(words - {"pass"}) if not any(word in use for use, _ in USES)
    ] == []


@pytest.mark.parametrize("section", ["events", "values", "actions"])
def test_every_word_has_its_texts(section: str):
    for name, entry in PRELUDE.sections[section].items():
        for variant in items_or_one(entry.value):
            assert sorted(text_of(child(variant, "text"), "en")) == ["en", "ja"], name
            assert child(variant, "only-if") is None


def test_a_word_that_rests_on_another_names_what_is_missing(load):
    phases = "phases:\n- {id: act, turns: players, do: draw 1}\n"
    (found,) = load(phases=phases, zones=HAND, kinds=KINDS).diagnostics

    assert found.name == "prelude-needs"
    assert "`deck`" in found.message


def test_tapping_needs_one_kind_that_has_it(findings):
    phases = "phases:\n- {id: act, turns: players, do: 'for each c in bag, tap c'}\n"

    assert findings(phases=phases) == [("prelude-needs", "tap")]
