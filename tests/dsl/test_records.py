"""Frozen data without the cost of writing its methods."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace

import pytest

from dsl.model.types import EntityType
from dsl.records import record


@record
class Point:
    """Two numbers."""

    x: int
    y: int = 0


@record(kw_only=True)
class Named(Point):
    """A point with a name."""

    name: str
    tags: list[str] = field(default_factory=list)


@record
class Alone:
    """One field."""

    of: object


@record
class Bare:
    """No field."""


@record(eq=False)
class Itself:
    """Only ever equal to itself."""

    x: int


@dataclass(frozen=True, slots=True)
class Usual:
    """What `dataclasses` makes."""

    x: int
    y: int = 0


def test_fields_are_given_in_order_or_by_name():
    assert (Point(1).x, Point(1).y, Point(y=2, x=1).y) == (1, 0, 2)
    assert Named(3, name="a").x == 3


def test_a_default_is_made_anew():
    assert Named(1, name="a").tags is not Named(1, name="a").tags


def test_what_is_missing_or_too_much_is_refused():
    with pytest.raises(TypeError, match=r"Point.__init__\(\) missing"):
        Point()
    with pytest.raises(TypeError):
        Named(1, 2, "a")


def test_equality_and_hashes_go_by_class_and_fields():
    assert Point(1, 2) == Point(1, 2) != Point(2, 1)
    assert Alone(Point(1)) == Alone(Point(1)) != Point(1)
    assert Bare() == Bare() != Alone(())
    assert len({Point(1), Point(1), Alone(1), Alone(Alone(1)), Bare(), Bare()}) == 4
    assert Itself(1) != Itself(1)


def test_nothing_can_be_changed():
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2
    with pytest.raises(FrozenInstanceError):
        del point.x
    with pytest.raises(FrozenInstanceError):
        point.z = 2
    assert point == Point(1)


def test_what_dataclasses_offers_works():
    assert is_dataclass(Named)
    assert [each.name for each in fields(Named)] == ["x", "y", "name", "tags"]
    assert replace(Point(1, 2), y=3) == Point(1, 3)
    assert repr(Point(1)) == repr(Usual(1)).replace("Usual", "Point")


@pytest.mark.parametrize("made", [Point(1, 2), Named(1, name="a", tags=["b"]), Alone(None), Bare()])
def test_copies_and_pickles_are_equal(made):
    assert copy.copy(made) == made
    assert pickle.loads(pickle.dumps(made)) == made


def test_patterns_match():
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_what_is_pickled_needs_no_init():
    """A cached model is read without compiling anything."""
    script = (
        "import pickle, sys; from dsl.model.types import EntityType as E; "
        "a = E.__init__; pickle.loads(bytes.fromhex(sys.argv[1])); assert E.__init__ is a"
    )
    data = pickle.dumps(EntityType("card")).hex()
    subprocess.run([sys.executable, "-c", script, data], check=True)
