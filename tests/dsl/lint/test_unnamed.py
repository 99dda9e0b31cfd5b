"""What people read by its id is told: state on a board, cards and members without names."""

from __future__ import annotations

import re

import pytest

from tests.dsl.lint.test_rules import CLEAN, FLAVOURS, found

DRAFT = """\
id: small
version: "1"
language: 1
title: Small
kinds:
  cell: {unique: true, state: {stone: maybe player}}
cards:
- {kind: cell, id: north, name: North}
- {kind: cell, id: south, name: South}
players: {count: 2}
layout: {board: {rows: [[north], [south]]%s}}
actions:
  put:
    choose: {c: every cell%s}
    do: set c.stone to me
    text: "put a stone on {c}"
phases:
- {id: putting, turns: players, offer: [put]}
end: {when: "all(every cell, stone is not none)", winners: "players where it == north.stone"}
"""


@pytest.mark.parametrize(
    ("layout", "where", "is_told"),
    [
        ("", " where stone is none", True),
        (", draw: false", " where stone is none", False),
        ("", "", False),
    ],
)
def test_what_decides_an_offer_on_a_drawn_board_is_seen_in_a_first_draft(layout, where, is_told):
    names = [each.name for each in found(DRAFT % (layout, where))]
    assert ("unnamed-state" in names) == is_told


def test_a_game_whose_cards_all_lack_names_has_one_finding():
    bare = re.sub(r", name: {.*?}", "", CLEAN)
    (only_one,) = found(bare)
    assert only_one.name == "unnamed-card"
    assert "by their ids, such as `lemon`" in only_one.message


def test_letters_need_no_words():
    assert not found(CLEAN.replace(FLAVOURS, "[a, b]").replace("sweet", "a").replace("sour", "b"))


def test_a_game_whose_members_all_lack_names_has_one_finding_for_each_enum():
    (only_one,) = found(CLEAN.replace(FLAVOURS, "[sweet, sour]"))
    assert (only_one.name, only_one.message) == (
        "unnamed-member",
        "people see the member `sweet` by its id",
    )
