"""State on a drawn board that decides what is offered is shown, in a first draft too."""

from __future__ import annotations

import pytest

from tests.dsl.lint.test_rules import found

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
