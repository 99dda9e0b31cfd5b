"""States as plain data."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from interpreter.state.record import State
from interpreter.state.saving import decoded, dumped, encoded, read_state


class Pair(NamedTuple):
    left: int
    right: tuple[int, ...]


SHAPES = {"pair": Pair}
VALUE = (1, None, True, "a", (), [2, (3,)], Pair(1, (2, 3)))


def test_values_keep_their_types():
    again = decoded(json.loads(json.dumps(encoded(VALUE, SHAPES))), SHAPES)

    assert again == VALUE
    assert [type(part) for part in again] == [type(part) for part in VALUE]
    assert type(again[6].right) is tuple


def test_what_is_no_data_cannot_be_saved():
    with pytest.raises(TypeError, match="set"):
        encoded((1, {2}), SHAPES)


def test_definitions_go_by_id():
    st = State(2**63)
    st.entity_definitions, st.free = (1, 0), ((1, 2),)
    st.entity_bases = st.entity_zones = st.entity_owners = (0, 0)
    st.places, st.knows = [-1, -1], [0, 0]
    form = json.loads(json.dumps(dumped(st, ("one", "two"), SHAPES)))

    again = read_state(form, ("new", "one", "two"), SHAPES)

    assert again.entity_definitions == (2, 1)
    assert again.free == ((2, 2),)
    assert again.key == st.key


def test_cards_that_lie_nowhere_are_noticed():
    st = State(1)
    st.entity_definitions = st.entity_bases = st.entity_zones = st.entity_owners = (0,)
    st.places, st.knows = [0], [0]
    form = dumped(st, ("one",), SHAPES)

    with pytest.raises(ValueError):
        read_state(form, ("one",), SHAPES)
