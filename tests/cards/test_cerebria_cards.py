"""Hold the cards of Cerebria against a table of what is known; try what their examples see."""

from __future__ import annotations

import csv
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright
from cardwright.api.package import Package
from cardwright.api.scripts import Case

HERE = Path(__file__).parent
FOLDER = HERE.parents[1] / "cards" / "cerebria"
GROUPS = ("emotions", "spirits", "aspirations", "intentions")
KINDS = {"starting": "emotion", "mild": "mild-emotion", "strong": "strong-emotion"}
COPIES = {"brightness": 2, "bleakness": 6, "mild": 4, "strong": 2}
SIZES = {
    "emotion": 2, "mild-emotion": 32, "strong-emotion": 32, "spirit": 8, "aspiration": 9,
    "intention": 20,
}  # fmt: skip
MOST_LINES = 1_993
KEYS = "entering|upgraded|bereaved|absorbing|absorb-bonus|triggers|modifiers"
RULES = re.compile(rf"(?m)^(?:{KEYS}):.*\n(?:[ -].*\n)*")

with (HERE / "cerebria_emotions.csv").open(encoding="utf-8") as table:
    ROWS = tuple(csv.DictReader(table))
GAME = cardwright.load("cerebria")
MATCH = GAME.start(players=2, seed=1)
DEFINITIONS = {each.id: each for each in GAME.model.definitions if each.kind in SIZES}


def test_all_135_cards_are_there() -> None:
    assert Counter(each.kind for each in DEFINITIONS.values()) == SIZES
    emotions = {id_ for id_, each in DEFINITIONS.items() if each.kind.endswith("emotion")}
    assert emotions == {row["id"] for row in ROWS}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_what_is_printed_on_an_emotion(row: dict[str, str]) -> None:
    id_, tier = row["id"], row["tier"]
    found = DEFINITIONS[id_]
    assert (found.kind, found.copies) == (KINDS[tier], COPIES.get(id_) or COPIES[tier])
    assert MATCH.value(f"{id_}.team == {row['team']}")
    assert MATCH.value(f"{id_}.vibe is none") == (row["vibe"] == "")
    assert not row["vibe"] or MATCH.value(f"{id_}.vibe == {row['vibe']}")
    assert MATCH.value(f"{id_}.faces == [{row['faces'].replace(' ', ', ')}]")
    assert MATCH.value(f"{id_}.absorb-bonus") == int(row["absorb"])
    if tier == "mild":
        assert MATCH.value(f"{id_}.strong == {row['strong']}")
        assert MATCH.value(f"{id_}.threshold") == int(row["threshold"])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_reconstructed_card_says_what_would_replace_it(row: dict[str, str]) -> None:
    source = DEFINITIONS[row["id"]].origins["reconstructed"]["en"]
    origins = {"threshold": row["threshold_from"], "power": row["power"]}
    parts = [part for part, origin in origins.items() if origin == "reconstructed"]
    assert source.endswith("Japanese name")
    assert ("to be replaced by what is printed" in source) == bool(parts)
    if row["tier"] != "starting" and parts:
        assert source.startswith(f"{' and '.join(parts)}, to be replaced by")


def test_intentions_are_reconstructed_and_five_a_team_and_side() -> None:
    sides = Counter()
    for path in FOLDER.glob("cards/intentions/*.yaml"):
        text = path.read_text(encoding="utf-8")
        origins = DEFINITIONS[path.stem].origins
        assert {*origins} == {"reconstructed"}
        assert origins["reconstructed"]["en"].startswith("name and condition, to be replaced by")
        sides[re.findall(r"^(?:only-if: side == |team: )(\w+)", text, re.MULTILINE)[0],
              re.findall(r"^team: (\w+)", text, re.MULTILINE)[0]] += 1  # fmt: skip
    assert sides == {(side, team): 5 for side in "ab" for team in ("bliss", "gloom")}


def test_nothing_that_cards_have_in_common_is_written_twice() -> None:
    """A file a card, and what the cards take from which source."""
    files = [*FOLDER.glob("cards/*/*.yaml"), FOLDER / "origins.yaml"]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(files) == 66 + 8 + 9 + 20 + 1 and len(lines) <= MOST_LINES


def test_names_stand_in_one_file_one_row_each() -> None:
    assert not any("\nname:" in p.read_text("utf-8") for p in FOLDER.glob("cards/*/*.yaml"))
    rows = (FOLDER / "names.yaml").read_text(encoding="utf-8")
    assert "unofficial" in rows.splitlines()[0]
    for id_, found in DEFINITIONS.items():
        assert sorted(found.name) == ["en", "ja"]
        row = f"  {id_}: {{en: {found.name['en']}, ja: {found.name['ja']}}}"
        assert rows.splitlines().count(row) == 1
    japanese = Counter(each.name["ja"] for each in DEFINITIONS.values())
    assert max(japanese.values()) == 1


def test_each_card_has_an_example() -> None:
    games = [GAME, cardwright.load("cerebria", options={"side": "b"})]
    shown = {script.card for game in games for script in game.model.examples}
    assert set(DEFINITIONS) - shown == set()


# --- examples notice wrong cards --------------------------------------------------------------


def dropped(rules: str) -> str:
    """Return nothing of what a card does."""
    return ""


def raised(rules: str) -> str:
    """Return what a card does with every number one higher."""
    return re.sub(r"(?<![\w-])\d+", lambda number: str(int(number[0]) + 1), rules)


def turned(rules: str) -> str:
    """Return what a card does with own and rival confused."""
    for one, other in ((" == self.team", " != self.team"), ("near-own", "near-foe")):
        rules = rules.replace(one, "\0").replace(other, one).replace("\0", other)
    return rules


CHANGES = [(dropped, set()), (raised, {"desire", "longing"}), (turned, set())]
"""A price of 1 that falls by 2 stops at 0, as one that falls by 1 does."""


@pytest.mark.soak
@pytest.mark.parametrize(("change", "alike"), CHANGES)
def test_examples_notice(change: Callable[[str], str], alike: set[str], tmp_path: Path) -> None:
    folder = tmp_path / "cerebria"
    shutil.copytree(FOLDER, folder)
    changed = {id_ for id_ in DEFINITIONS if _rewrite(id_, folder, change)}

    package = Package.at(folder)
    cases = Case.all_in(package, cardwright.load(package, cache=False).model)
    noticed = {case.script.card for case in cases if _fails(case)}

    assert len(changed) > 10
    assert changed - noticed == alike


def _fails(case: Case) -> bool:
    """Return whether an example does not come out, or leads where its position says too little."""
    try:
        return bool(case.run(cache=False).failures)
    except TypeError:
        return True


def _rewrite(id_: str, folder: Path, change: Callable[[str], str]) -> bool:
    """Change a card's rules; return whether that made a difference."""
    (path,) = (path for group in GROUPS for path in folder.glob(f"cards/{group}/{id_}.yaml"))
    before = path.read_text(encoding="utf-8")
    after = RULES.sub(lambda found: change(found[0]), before)
    path.write_text(after, encoding="utf-8")
    return before != after
