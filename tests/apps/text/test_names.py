"""What things are called, in one and in many."""

from __future__ import annotations

from collections import deque

import cardwright
from cardwright.apps.text import names
from cardwright.apps.text.names import Names


def test_the_forms_of_a_game_are_found_once_for_all_its_names(monkeypatch) -> None:
    """An index makes names for each of its cards: to go through all cards for each of them would
    make it grow with their square."""
    monkeypatch.setattr(names, "_FORMS", deque(maxlen=8))
    found = []
    forms = Names._forms
    monkeypatch.setattr(Names, "_forms", lambda self: found.append(self.tag) or forms(self))
    game = cardwright.load("dream-tricks").model

    for _ in range(3):
        assert Names(game, "en").many("card") == "cards"
        assert Names(game, "ja").many("札") == "札"
    Names(game, "de").many("Karte")
    assert sorted(found) == ["de", "en"]
