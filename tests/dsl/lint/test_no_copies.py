"""Cards without copies: what no match can have, and no `create` can make."""

from __future__ import annotations

import pytest

from dsl.lint.rules import lint
from tests.dsl.lint.test_rules import CLEAN, SIZE, found, load, only
from tests.interpreter.small import HEAD

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


FACED = """\
  moth:
    copies: 3
    active-in: [nursery]
    state: {definition: def of moth}
    text: {en: moth, ja: 蛾}
players:"""
FACES = """\
cards:
- {id: grub, kind: moth, name: {en: Grub, ja: 芋虫}}
- {id: wings, kind: moth, face-of: grub, name: {en: Wings, ja: 羽}}
- {id: husk, kind: moth, face-of: any, name: {en: Husk, ja: 殻}}
"""


def hatching(card: str) -> list[tuple[str, ...]]:
    """Return message and help of what is found where the set-up creates a card."""
    text = CLEAN.replace("players:", FACED, 1).replace("cards:\n", FACES, 1)
    text = text.replace("  shuffle well\n", f"  shuffle well\n  create 1 {card} into nursery\n", 1)
    text = text.replace("zones:\n", "zones:\n  nursery: {of: moth, seen-by: everyone, "
                        "text: {en: nursery, ja: 苗床}}\n", 1)  # fmt: skip
    return [(each.message, *each.helps) for each in found(text) if each.name == "short-supply"]


def test_a_face_has_no_copies_and_cannot_have_any():
    """A face has "no copies": the help names the card that can be created, and how to turn it."""
    (finding,) = hatching("wings")
    assert finding == (
        "`wings` is another face of `grub`, and faces have no copies: nothing comes here",
        "create `grub`, and then `set` the `definition` of the new card to `wings`",
    )
    (finding,) = hatching("husk")
    assert finding == (
        "`husk` is a face of any card, and faces have no copies: nothing comes here",
        "create a card, and then `set` its `definition` to `husk`",
    )
    assert not hatching("grub")


WORKERS = """\
kinds:
  piece: {start: house, text: {en: piece, ja: 駒}}
  worker: {extends: piece, copies: 3, text: {en: worker, ja: 労働者}}
zones: {house: {of: piece, seen-by: everyone, text: {en: house, ja: 家}}}
"""


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("", ["piece"]),  # once, at the kind that the other one extends
        ("cards: [{id: farmer, kind: worker}]\n", []),
        ("cards: [{id: farmer, kind: piece}]\n", ["worker"]),
        ("options: {fast: bool = false}\ncards: [{id: farmer, kind: worker, only-if: fast}]\n", []),
    ],
)
def test_a_kind_that_begins_somewhere_has_cards(cards: str, kinds: list[str]):
    text = f"{HEAD}{WORKERS}{cards}values: {{free -> int: count(house where it is worker)}}\n"
    text += "players: {count: 2}\nphases: [{id: a, turns: players, do: pass}]\n"
    text += 'end: {when: "round > free", winners: players}\n'
    loaded = load(text)
    assert loaded.game is not None
    doubts = [each for each in lint(loaded.game, loaded.used) if each.name == "cardless-kind"]

    assert [each.span.text for each in doubts] == kinds
    assert not [each for each in lint(loaded.game, loaded.used, is_expanded=True)
                if each.name == "cardless-kind"]  # fmt: skip
