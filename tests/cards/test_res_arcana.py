"""Hold the components of Res Arcana against a table of their printed numbers; count their lines."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardwright

HERE = Path(__file__).parent
FOLDER = HERE.parents[1] / "cards" / "res-arcana"
ESSENCES = ("life", "death", "elan", "calm", "gold", "any")
SIZES = {"mage": 14, "artifact": 52, "monument": 14, "place": 14, "magic-item": 10, "scroll": 8}
NOT_COUNTED = ("name", "text", "source", "examples")

with (HERE / "res_arcana.csv").open(encoding="utf-8") as table:
    ROWS = tuple(csv.DictReader(table))
BASE = cardwright.load("res-arcana")
GAME = cardwright.load("res-arcana", options={"lux-et-tenebrae": True})
MATCH = GAME.start(players=2, seed=1)


def test_all_112_components_are_there() -> None:
    found = Counter(each.kind for each in GAME.model.definitions)
    assert found == SIZES
    assert {each.id for each in GAME.model.definitions} == {row["id"] for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_its_numbers_are_the_printed_ones(row: dict[str, str]) -> None:
    id_ = row["id"]
    file = only_file(id_)
    assert ("expansions" in file.parts) == (row["expansion"] != "base")
    kind, icons = row["kind"], row["icons"].split()
    if kind != "scroll":
        copy = f"first(every {kind} where it.definition == {id_})"
        assert MATCH.value(f"{copy}.points") == int(row["points"])
        assert MATCH.value(f"count({id_}.subtypes)") == len(icons)
        assert all(MATCH.value(f"{icon} in {id_}.subtypes") for icon in icons)
    if kind in ("artifact", "place"):
        price = " + ".join(f"{row[e]} {e}" for e in ESSENCES if row[e] != "0") or "0 any"
        assert MATCH.value(f"{id_}.price == {price}")
    if kind == "place":
        assert MATCH.value(f"{id_}.tile == {row['tile']} and {id_}.side == {row['side']}")


def only_file(id_: str) -> Path:
    """Return the file of a component, of which there is one."""
    (found,) = FOLDER.rglob(f"cards/*/{id_}.yaml")
    return found


def test_each_has_an_example() -> None:
    shown = {script.card for game in (BASE, GAME) for script in game.model.examples}
    assert {row["id"] for row in ROWS} - shown == set()


def test_components_are_short() -> None:
    lengths = sorted(sum(1 for _ in counted(only_file(row["id"]))) for row in ROWS)
    assert lengths[len(lengths) // 2] <= 10
    assert lengths[len(lengths) * 9 // 10] <= 18
    assert lengths[-1] <= 30


def counted(path: Path) -> Iterator[str]:
    """Yield the lines of a card that say how it works."""
    outer: int | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        indent = len(line) - len(line.lstrip())
        item = line.lstrip().removeprefix("- ")
        if outer is not None and (indent > outer or line.startswith("- ", outer)):
            continue
        outer = indent if item.split(":")[0] in NOT_COUNTED else None
        if outer is None and item and not item.startswith("#"):
            yield line
