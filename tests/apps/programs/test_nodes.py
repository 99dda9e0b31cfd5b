"""The tree that programs walk: a position is made once, and looked at without being asked again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import cardwright
from cardwright.api.chance import CHANCE, ChanceMatch
from cardwright.apps.programs.environment import nodes
from cardwright.apps.programs.environment.nodes import ROOM, VALUE, Node, Tree
from cardwright.apps.programs.environment.positions import Told, all_of
from interpreter.state.record import State

CFR = Path(__file__).resolve().parents[3] / "examples" / "learning" / "cfr.py"


@pytest.mark.parametrize(("name", "is_watched"), [("tic-tac-toe", False), ("kuhn-poker", True)])
def test_only_games_with_chance_watch_for_it(name: str, is_watched: bool) -> None:
    root = Tree(cardwright.load(name), 2, by_seed=False).root
    assert isinstance(root.match, ChanceMatch) is is_watched
    assert (root.player == CHANCE) is is_watched


def test_who_decides_is_as_the_match_says_on_the_whole_way() -> None:
    node = Tree(cardwright.load("kuhn-poker"), 2, by_seed=False).root
    while not node.is_over:
        assert node.player == node.match.decision.player
        if node.player == CHANCE:
            assert sum(chance for _, chance in node.chances) == pytest.approx(1)
        after = node.answered(next(iter(node.ids)))
        assert node.answered(next(iter(node.ids))) is after
        node = after
    assert node.player is None and node.match.over and not node.ids


@pytest.mark.parametrize(("name", "by_seed"), [("kuhn-poker", False), ("dream-tricks", True)])
def test_what_is_known_is_the_same_whether_asked_on_the_way_or_at_the_end(
    name: str, by_seed: bool
) -> None:
    game = cardwright.load(name)
    asked, silent = (Tree(game, 2, by_seed).root for _ in range(2))
    for _ in range(12):
        if asked.is_over:
            break
        asked.text(0, remembers=True)
        asked, silent = (node.after(0) for node in (asked, silent))

    assert silent.match.events == [] and asked.match.events  # a log is kept only where it is read
    assert [silent.row(seat, True) for seat in (0, 1)] == [asked.row(seat, True) for seat in (0, 1)]
    assert [silent.text(seat, True) for seat in (0, 1)] == [
        asked.text(seat, True) for seat in (0, 1)
    ]


def walked(root: Node, *labels: str) -> Node:
    for label in labels:
        root = root.after(root.match.decision.labels.index(label))
    return root


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Tree:
    monkeypatch.setattr(nodes, "QUICK", 60.0)
    return Tree(cardwright.load("tic-tac-toe"), 2, by_seed=False)


def test_courses_that_lead_to_one_position_share_it_and_not_what_was_done(shared: Tree) -> None:
    one = walked(shared.root, "a1", "b2", "c3")
    other = walked(shared.root, "c3", "b2", "a1")
    assert one.match is other.match
    assert walked(one, "a2").match is walked(shared.root, "a1", "a2", "c3", "b2").match
    assert one.given != other.given and one.text(0, True) != other.text(0, True)
    assert one.text(0, False) == other.text(0, False)
    assert walked(shared.root, "b2", "a1", "c3").match is not one.match  # others have marked


def test_positions_share_nothing_where_there_is_no_room_for_more(shared: Tree) -> None:
    shared.known.room = 0
    one, other = walked(shared.root, "a1", "b2", "c3"), walked(shared.root, "c3", "b2", "a1")
    assert one.match is not other.match and one.ids == other.ids


def test_the_native_engine_goes_the_same_way_where_the_walker_is_slow(
    shared: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nodes, "QUICK", 0.0)
    driven = Tree(cardwright.load("tic-tac-toe"), 2, by_seed=False)
    one, other = driven.root, shared.root
    while not other.is_over:
        assert one.match.point is not None and (one.player, one.ids) == (other.player, other.ids)
        assert one.row(0, False) == other.row(0, False)
        one, other = (node.answered(next(iter(node.ids))) for node in (one, other))
    assert one.is_over and one.scores == other.scores


def asked_at(root: Node, decisions: int) -> list[str]:
    node, texts = root, []
    while not node.is_over and len(texts) < decisions:
        texts.append(node.text(len(texts) % 2, remembers=True))
        node = node.after(0)
    return texts


def test_what_was_asked_takes_from_the_room_for_positions_and_is_the_same_without_room() -> None:
    roomy, full = (Tree(cardwright.load("dream-tricks"), 2, by_seed=True) for _ in range(2))
    full.room = 0
    positions = 40
    texts = asked_at(roomy.root, positions)

    assert asked_at(full.root, positions) == texts == asked_at(roomy.root, positions)
    taken = ROOM - roomy.room - positions * roomy.size
    assert taken == sum(len(text) // VALUE for text in texts)
    assert full.room == 0 and not full.root.next


def test_no_text_of_a_long_course_is_kept_more_than_once() -> None:
    told, whole = Told(), ""
    for number in range(100):
        told, whole = Told(number, f"[{number}]", told), f"{whole}[{number}]"
    assert told.whole == whole and told.text == "[99]"


@pytest.mark.parametrize("field", sorted({*State.__slots__} - {"columns"}))
def test_states_of_which_anything_differs_are_not_one_position(field: str) -> None:
    state = cardwright.load("tic-tac-toe").start(events=False).state
    before, changed = all_of(state), state.clone()
    assert all_of(changed) == before
    kind = type(getattr(changed, field))
    other = {"a": 1} if kind is dict else [("other",)] if kind is list else "other"
    setattr(changed, field, other)
    assert all_of(changed) != before


def test_less_and_less_can_be_won_against_what_was_learnt() -> None:
    done = subprocess.run(
        [sys.executable, CFR, "kuhn-poker", "64"],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    left = [float(line.split()[1]) for line in done.stdout.splitlines()]
    assert left == sorted(left, reverse=True)
    assert left[0] > 0.4 and left[-1] < 0.02
