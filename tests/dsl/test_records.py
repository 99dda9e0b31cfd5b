"""Frozen data."""

from __future__ import annotations

import copy
import pickle

import pytest
from msgspec import field
from msgspec.structs import asdict, replace

from dsl.records import Record, annotations_of, fields_of


class Point(Record):
    """Two numbers."""

    x: int
    y: int = 0


class Named(Point, kw_only=True):
    """A point with a name."""

    name: str
    tags: list[str] = field(default_factory=list)


class Alone(Record):
    """One field."""

    of: object


class Bare(Record):
    """No field."""


class Itself(Record, eq=False):
    """Only ever equal to itself."""

    x: int


class Trait:
    """What other classes have in common."""

    __slots__ = ()
    far: bool


class Mixed(Trait, Record):
    """A record with a trait."""

    far: bool


def test_fields_are_given_in_order_or_by_name():
    assert (Point(1).x, Point(1).y, Point(y=2, x=1).y) == (1, 0, 2)
    assert Named(3, name="a").x == 3


def test_a_default_is_made_anew():
    assert Named(1, name="a").tags is not Named(1, name="a").tags


def test_a_missing_or_surplus_field_is_refused():
    with pytest.raises(TypeError, match="Missing required argument 'x'"):
        Point()
    with pytest.raises(TypeError):
        Named(1, 2, "a")
    with pytest.raises(TypeError):
        Point(1, z=2)


def test_equality_and_hashes_go_by_class_and_fields():
    assert Point(1, 2) == Point(1, 2) != Point(2, 1)
    assert Alone(Point(1)) == Alone(Point(1)) != Point(1)
    assert Bare() == Bare() != Alone(())
    assert len({Point(1), Point(1), Alone(1), Alone(Alone(1)), Bare(), Bare()}) == 4
    assert Named(1, 0, name="a") != Point(1, 0)


def test_without_equality_each_is_only_equal_to_itself():
    one = Itself(1)
    assert one == one != Itself(1)
    assert len({one, one, Itself(1)}) == 2


@pytest.mark.parametrize("name", ["x", "z"])
def test_nothing_can_be_changed(name):
    point = Point(1)
    with pytest.raises(AttributeError):
        setattr(point, name, 2)
    with pytest.raises(AttributeError):
        delattr(point, name)
    assert point == Point(1)


def test_nothing_beside_the_fields_is_kept():
    assert not hasattr(Point(1), "__dict__")
    assert not hasattr(Mixed(True), "__dict__")


def test_fields_are_listed_with_those_given_by_name_last():
    assert fields_of(Named) == fields_of(Named(1, name="a")) == ("x", "y", "name", "tags")
    assert fields_of(Mixed) == ("far",)
    types = {"x": "int", "y": "int", "name": "str", "tags": "list[str]"}
    assert annotations_of(Named) == types


def test_others_are_made_of_them():
    assert replace(Point(1, 2), y=3) == Point(1, 3)
    assert asdict(Named(1, name="a")) == {"x": 1, "y": 0, "name": "a", "tags": []}
    assert repr(Point(1)) == "Point(x=1, y=0)"


@pytest.mark.parametrize("made", [Point(1, 2), Named(1, name="a", tags=["b"]), Alone(None), Bare()])
def test_copies_and_pickles_are_equal(made):
    assert copy.copy(made) == made
    assert copy.deepcopy(made) == made
    assert pickle.loads(pickle.dumps(made)) == made


def test_patterns_match():
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)
