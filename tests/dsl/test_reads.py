"""What nodes of expressions read of the position."""

from __future__ import annotations

from typing import get_args

import pytest

from dsl.model import expressions as e
from dsl.model.types import INT, EntityType
from dsl.words import reads
from interpreter.effects.direct import KEYS
from interpreter.program.reads import CELLS

CARD = e.Local(0, "c", EntityType("stone"))


@pytest.mark.parametrize("sort", get_args(e.Expression), ids=lambda sort: sort.__name__)
def test_of_every_sort_of_node_it_is_said_what_it_reads(sort):
    assert issubclass(sort, e.t.Pure) or sort is e.CardsOf or sort in reads.SAID


@pytest.mark.parametrize("table", [CELLS, KEYS], ids=["cells of a match", "nodes of the graph"])
def test_who_asks_knows_every_part(table):
    assert set(table) == set(get_args(reads.Part))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("owner", set()),
        ("zone", {reads.Whereabouts("stone")}),
        ("holder", {reads.Whereabouts("stone"), reads.Holding("stone")}),
        ("controller", {reads.Whereabouts("stone"), reads.Control("stone")}),
        ("definition", {reads.Identity("stone")}),
    ],
)
def test_what_a_card_says_of_itself(name, parts):
    assert set(reads.read_by(e.Property(name, CARD, "", INT)) or ()) == parts


def test_who_plays_rests_on_who_begins_and_who_is_out():
    found = reads.read_by(e.Players(None, INT))

    assert set(found or ()) == {reads.Turn("start-player"), reads.Takers()}


def test_what_is_no_expression_is_not_known():
    assert reads.read_by(INT) is None
