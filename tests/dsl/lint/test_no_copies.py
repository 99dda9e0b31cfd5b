"""Cards without copies: what no match can have, and no `create` can make."""

from __future__ import annotations

from tests.dsl.lint.test_rules import CLEAN, SIZE, found, only

SPROUT = """\
  sprout: {copies: COPIES, text: {en: sprout, ja: 芽}}
players:"""
SPROUTING = """\
  shuffle well
  for each d in definitions(sprout), create 1 d into nursery
"""


def sprouting(copies: str) -> list[tuple[str, str]]:
    """Return the findings about a kind whose cards only `create` names."""
    text = CLEAN.replace("players:", SPROUT.replace("COPIES", copies), 1)
    text = text.replace("  shuffle well\n", SPROUTING, 1)
    text = text.replace("zones:\n", "zones:\n  nursery: {of: sprout, seen-by: everyone, "
                        "text: {en: nursery, ja: 苗床}}\n", 1)  # fmt: skip
    text = text.replace("cards:\n", "cards:\n- {id: oak, kind: sprout, name: {en: Oak, ja: 樫}}\n")
    return [(each.name, each.message) for each in found(text)]


def test_of_cards_without_copies_none_can_be_made():
    """`create` takes free copies, and there are none; which card it is may hang on the match."""
    assert sprouting("0") == [
        ("short-supply", "none of the cards of `sprout` can be made: they have 0 copies")
    ]
    assert not sprouting("1") and not sprouting("any")


def test_a_card_without_copies_is_told_in_games_that_create_others():
    made = CLEAN.replace("  shuffle well\n", "  shuffle well\n  create 1 lemon into pile\n", 1)
    assert only("no-copies", "size: 1", "size: 1, copies: 0", made) == [
        "a match has no copy of `plum`"
    ]


def test_a_card_that_others_refer_to_needs_no_copies():
    """Data: no copy is meant to come into a match."""
    told = CLEAN.replace(SIZE, SIZE + "\n      next: {is: maybe def of fruit = none, "
                         "text: {en: next, ja: 次}}", 1)  # fmt: skip
    assert not only("no-copies", "size: 1", "size: 1, copies: 0", told)
