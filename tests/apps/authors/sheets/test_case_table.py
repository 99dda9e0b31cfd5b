"""A table of 40 cards with the usual disorder is imported, linted and played."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright import Package
from tests.apps.authors.sheets.conftest import Bring

HERE = Path(__file__).parent
FORMS = ("harbour.csv", "harbour.xlsx")


@pytest.mark.parametrize("name", FORMS)
def test_all_cards_come_in_and_the_notes_say_what_did_not(
    name: str, folder: Path, bring: Bring
) -> None:
    found = bring(HERE / name, add_attributes=True)

    assert len(found.added) == 40
    told = {(note.key, note.row, note.column) for note in found.notes}
    date = "table-cell.date" if name.endswith("xlsx") else "table-cell.pair"
    assert told >= {
        (date, 18, 3), ("table-note.read-as", 41, 7), ("table-doubt.no-copy", 42, 7),
        ("table-note.blanks", 42, 1), ("table-note.same-name", 29, 0),
        ("table-note.no-picture", 40, 6),
    }  # fmt: skip
    assert [n.slots["meant"] for n in found.notes if n.key == date] == ["3 gold 1 calm"]
    if name.endswith("xlsx"):
        assert ("table-note.no-list", "notes") in {(note.key, note.sheet) for note in found.notes}
    assert [
        note for note in found.notes if note.key.startswith("table-cell") and note.key != date
    ] == []
    game = cardwright.load(folder, cache=False).model
    cards = {card.id: card for card in game.definitions}
    assert cards.keys() >= {
        "fog", "fog-2", "elodie-bell-ringer", "saint-elmos-fire", "widow-orourke", "chapel-2",
    }  # fmt: skip
    assert cards["ghost-brig"].name["en"] == "Ghost Brig"
    assert cards["chapel-2"].name["en"] == "Chapel #2"
    assert cards["signal-mast"].text["en"] == "=look at a hand"
    assert cards["smugglers-cave"].copies == 2
    [flavour] = cards["ghost-brig"].about["flavour"]
    assert flavour["en"] == "Line one.\nLine two, after a break."


@pytest.mark.parametrize("name", FORMS)
def test_it_lints_without_errors_and_can_be_played(name: str, folder: Path, bring: Bring) -> None:
    bring(HERE / name)
    found = cardwright.lint(Package.at(folder))
    assert {each.name for each in found} <= {
        "no-copies", "same-name", "unsaid-attribute", "untranslated",
        "missing-translation", "unused-attribute", "no-example",
    } and not [each for each in found if each.severity == "error"]  # fmt: skip
    game = cardwright.load(folder, cache=False)
    for seed in range(10):
        match, step = game.start(players=2, seed=seed), seed
        while not match.over:
            options = match.decision.options
            match.apply(options[step % len(options)])
            step += 1
        assert match.outcome is not None


@pytest.mark.parametrize("name", FORMS)
def test_a_second_import_changes_nothing(name: str, folder: Path, bring: Bring) -> None:
    bring(HERE / name, add_attributes=True)
    before = {path: path.read_bytes() for path in folder.rglob("*.yaml")}
    again = bring(HERE / name, add_attributes=True)

    assert (again.added, again.changes, again.texts) == ([], [], {})
    assert {path: path.read_bytes() for path in folder.rglob("*.yaml")} == before
