"""Hold the geometry of boards to what is known of boards: kings, hexagons, mills, rings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.model.look import CORNERS, SIDES, SLANT, Layout
from dsl.records import Source, Span
from dsl.words import boards

NOWHERE = Span(Source("a.yaml", Path("a.yaml"), ""), 0, 0)


def layout(*rows: str, form: str = "rows", beside: str = SIDES, paths: str = "") -> Layout:
    """Return a layout of places with names of one letter; a dot stays bare."""
    return Layout(
        id="board", form=form, rows=tuple(tuple(None if c == "." else c for c in r) for r in rows),
        zone=None, columns=0, inside={}, middle=(), text={}, span=NOWHERE, beside=beside,
        paths=tuple((pair[0], pair[1]) for pair in paths.split()), is_straight=bool(form),
    )  # fmt: skip


def near(ground: boards.Ground, place: str) -> str:
    return "".join(ground.beside[place])


def most(ground: boards.Ground, places: str) -> int:
    lines = [([*map(ord, line.places)], line.is_ring) for line in ground.lines]
    return boards.longest(lines, {*map(ord, places)})


NINE = ("abc", "def", "ghi")


@pytest.mark.parametrize(
    ("beside", "of_e", "of_a", "of_c"),
    [
        (SIDES, "bdfh", "bd", "bf"),  # a rook's single step
        (CORNERS, "abcdfghi", "bde", "bef"),  # a king's step
        (SLANT, "bcdfgh", "bd", "bef"),  # six, as of a hexagon
    ],
)
def test_what_is_beside_on_rows(beside: str, of_e: str, of_a: str, of_c: str) -> None:
    ground = boards.ground_of(layout(*NINE, beside=beside))

    assert (near(ground, "e"), near(ground, "a"), near(ground, "c")) == (of_e, of_a, of_c)


def test_a_bare_spot_parts() -> None:
    ground = boards.ground_of(layout("ab", ".c", "de"))

    assert (near(ground, "b"), near(ground, "d"), near(ground, "c")) == ("ac", "e", "be")
    assert most(ground, "bce") == 3 and most(ground, "ad") == 1


@pytest.mark.parametrize(("beside", "lines"), [(SIDES, 6), (SLANT, 7), (CORNERS, 8)])
def test_lines_of_three(beside: str, lines: int) -> None:
    """Tic-tac-toe has eight, two of which are diagonals."""
    ground = boards.ground_of(layout(*NINE, beside=beside))

    assert sum(len(line.places) == 3 for line in ground.lines) == lines
    assert (most(ground, "aei") == 3) == (beside == CORNERS)
    assert most(ground, "aci") == 1 and most(ground, "") == 0 and most(ground, "ghi") == 3


def test_a_ring_goes_round() -> None:
    ground = boards.ground_of(layout("abcde", form="ring"))

    assert (near(ground, "a"), near(ground, "c")) == ("be", "bd")
    assert most(ground, "dea") == 3 and most(ground, "ad") == 1 and most(ground, "abcde") == 5


def test_a_bare_spot_opens_a_ring() -> None:
    ground = boards.ground_of(layout("ab.cd", form="ring"))

    assert (near(ground, "a"), near(ground, "b"), near(ground, "c")) == ("bd", "a", "d")
    assert most(ground, "cdab") == 4 and most(ground, "bc") == 1


@pytest.mark.parametrize(("places", "of_a"), [("a", ""), ("ab", "b"), ("abc", "bc")])
def test_a_short_ring(places: str, of_a: str) -> None:
    assert near(boards.ground_of(layout(places, form="ring")), "a") == of_a


MORRIS = ("a..b..c", ".d.e.f.", "..ghi..", "jkl.mno", "..pqr..", ".s.t.u.", "v..w..x")
PATHS = (
    "ab bc co ox xw wv vj ja de ef fn nu ut ts sk kd gh hi im mr rq qp pl lg be eh jk kl mn no "
    "qt tw"
)


def test_the_mills_of_nine_mens_morris() -> None:
    """Twenty-four points, thirty-two stretches between them, sixteen mills."""
    ground = boards.ground_of(layout(*MORRIS, paths=PATHS))

    assert len(ground.beside) == 24 and sum(map(len, ground.beside.values())) == 64
    assert sorted(len(line.places) for line in ground.lines) == [3] * 16
    assert most(ground, "beh") == 3 and most(ground, "hq") == 1 and most(ground, "jkl") == 3


def test_paths_alone_make_no_lines() -> None:
    whole = layout("abc", paths="ab bc ca")
    ground = boards.ground_of(
        Layout(**{f: getattr(whole, f) for f in Layout.__slots__} | {"is_straight": False})
    )
    assert near(ground, "a") == "bc" and ground.lines == ()


# --- what hangs together ----------------------------------------------------------------------

PLACES = "abcdefghijklmnop"
FOUR = boards.ground_of(layout("abcd", "efgh", "ijkl", "mnop", beside=SLANT)).beside
BESIDE = {ord(place): [*map(ord, others)] for place, others in FOUR.items()}
SOME = st.sets(st.sampled_from([*map(ord, PLACES)]))
ONE = st.sampled_from([*map(ord, PLACES)])


@given(places=SOME, one=ONE, other=ONE)
def test_to_hang_together_is_mutual_and_stays_within(places, one, other) -> None:
    found = boards.connected(BESIDE, one, places)

    assert found <= places and (one in found) == (one in places)
    assert (other in found) == (one in boards.connected(BESIDE, other, places))
    assert all(found.isdisjoint(BESIDE[each]) for each in places - found)


@given(one=ONE, steps=st.integers(-2, 8))
def test_within_grows_by_what_is_beside(one, steps) -> None:
    found = boards.within(BESIDE, one, steps)

    assert one not in found
    if steps <= 0:
        assert found == set()
        return
    before = boards.within(BESIDE, one, steps - 1) | {one}
    assert found | {one} == before.union(*(BESIDE[each] for each in before))


def ahead(ground: boards.Ground, place: str, other: str) -> str:
    lines = ((line.places, line.is_ring) for line in ground.lines)
    return "".join(boards.rays(lines).get((place, other), ()))


def test_rays_go_to_the_edge() -> None:
    """As a bishop, a rook and a queen see the board."""
    ground = boards.ground_of(layout(*NINE, beside=CORNERS))

    assert (ahead(ground, "a", "e"), ahead(ground, "a", "b")) == ("ei", "bc")
    assert (ahead(ground, "e", "a"), ahead(ground, "i", "f")) == ("a", "fc")
    assert ahead(ground, "a", "c") == ahead(ground, "a", "i") == ahead(ground, "a", "a") == ""


def test_a_ray_ends_at_a_bare_spot_and_goes_once_around_a_ring() -> None:
    assert ahead(boards.ground_of(layout("ab.c", beside=SIDES)), "a", "b") == "b"
    ring = boards.ground_of(layout("abcde", form="ring"))
    assert (ahead(ring, "b", "c"), ahead(ring, "b", "a")) == ("cdea", "aedc")


@given(st.sets(st.sampled_from("abcdefghi")), st.sampled_from([SIDES, SLANT, CORNERS]))
def test_regions_part_the_places(places: set[str], near_by: str) -> None:
    """Each place is in one region, and no two places beside each other are in two."""
    beside = boards.ground_of(layout(*NINE, beside=near_by)).beside
    parts = boards.regions(beside, sorted(places))

    assert sorted(each for part in parts for each in part) == sorted(places)
    assert [part[0] for part in parts] == sorted(part[0] for part in parts)
    for one in parts:
        assert {*one} == boards.connected(beside, one[0], places)
