"""Where there is little room, numbers have as much of their labels as tells them apart."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cardwright.apps.screen.model import Shown
from cardwright.apps.table.terminal.fitting import LENGTHS, MARKED, ViewWords

VIEW: Any = SimpleNamespace(players=())


def _said(length: int, **numbers: int) -> list[str]:
    shown = [
        Shown(name=label, label=label.replace("_", " "), text=str(number), value=number)
        for label, number in numbers.items()
    ]
    return ViewWords(VIEW, 80).shown(shown, length)


@pytest.mark.parametrize("length", [MARKED, LENGTHS])
def test_no_number_stands_without_a_name(length: int) -> None:
    assert _said(length, Willpower=3, Essence=6, Actions_left=2) == ["W3", "E6", "A2"]
    assert _said(length, 意志力=3, エッセンス=6) == ["意3", "エ6"]


def test_what_begins_alike_is_told_apart() -> None:
    assert _said(MARKED, wood=1, worth=2, stone=3) == ["woo1", "wor2", "s3"]
    assert _said(MARKED, number_of_houses=1, number_of_roads=2) == ["noh1", "nor2"]
    assert _said(MARKED, points_on_the_wheel=2, points=5) == ["potw 2", "points 5"]


def test_where_there_is_room_labels_are_whole() -> None:
    assert _said(0, wood=1, worth=2) == ["wood 1", "worth 2"]


def test_a_word_says_it_itself() -> None:
    shown = [Shown(name="mood", label="mood", text="calm", value="calm")]
    assert ViewWords(VIEW, 80).shown(shown, MARKED) == ["calm"]
