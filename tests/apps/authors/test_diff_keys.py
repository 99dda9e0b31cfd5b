"""Whatever a key of the schema says: where it says something else, `diff` tells it."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.api.checks import check
from cardwright.api.package import Package
from cardwright.apps.authors.diff.report import compare

SCHEMAS = Path(__file__).parents[3] / "schemas"
TABLE = yaml.safe_load((Path(__file__).parent / "diff_keys.yaml").read_text("utf-8"))
RULES = "actions|always|forbids|modifiers|replacements|triggers"
CHECKS = ("examples", "examples.", ".examples", "scripts")
SECTIONS = sorted({key.partition(".")[0] for key in TABLE["keys"]})


def _keys(file: str, pointer: str = "", seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the path of every key that a schema names; what stands for any name is left out."""
    node = json.loads((SCHEMAS / file).read_text("utf-8"))
    for part in pointer.split("/")[1:]:
        node = node[part]
    yield from _inside(node, file, seen)


def _inside(node: Any, file: str, seen: frozenset[str]) -> Iterator[str]:
    if not isinstance(node, dict):
        return
    if "$ref" in node:
        name, _, pointer = node["$ref"].partition("#")
        file = name.rpartition("/")[2] or file
        if (here := f"{file}#{pointer}") not in seen:
            yield from _keys(file, pointer, seen | {here})
    for key, inner in node.get("properties", {}).items():
        yield key
        yield from (f"{key}.{deeper}" for deeper in _inside(inner, file, seen))
    parts = [node.get(each) for each in ("then", "else", "additionalProperties", "items")]
    for part in (*parts, *node.get("anyOf", ()), *node.get("patternProperties", {}).values()):
        yield from _inside(part, file, seen)


def _plain(key: str) -> str:
    """Return a key as the table says it: rules have the same keys wherever they stand."""
    key = re.sub(r"^cards\.(each|rows)\.", "cards.", key)
    key = re.sub(rf"^(cards|kinds|keywords)\.({RULES}|grants)\b", r"\2", key)
    key = re.sub(rf"^grants\.({RULES})\b", r"\1", key)
    return re.sub(r"^setup\.", "phases.", key)


def _schema_keys() -> set[str]:
    keys = {_plain(key) for key in _keys("game.schema.json")}
    return {key for key in keys if not re.search(r"(^|\.)(examples|given\b.)", key)}


def _changed(changes: dict[str, object]) -> dict[str, Any]:
    """Return the game with other things at some paths."""
    game = copy.deepcopy(TABLE["base"])
    for path, value in changes.items():
        *way, last = path.split("/")
        at: Any = game
        for part in way:
            at = at[int(part)] if isinstance(at, list) else at.setdefault(part, {})
        if isinstance(at, list):
            at[int(last) : int(last) + 1] = [value]
        elif value is None:
            del at[last]
        else:
            at[last] = value
    return game


def _package(folder: Path, game: dict[str, Any]) -> Package:
    folder.mkdir(parents=True)
    text = yaml.safe_dump(game, allow_unicode=True, sort_keys=False)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    package = Package("keys", folder, str(folder))
    found = check(package, cache=True)  # which comparing it finds kept
    assert found.game is not None, [f"{d.span.place}: {d.message}" for d in found.diagnostics]
    return package


def test_every_key_of_the_schema_has_a_change() -> None:
    assert _schema_keys() == {*TABLE["keys"], *TABLE["left-out"]}


def test_questions_of_actions_on_cards_are_told(tmp_path: Path) -> None:
    versions = [
        {"cards/0/actions": [{"in": "trading", "choose": {"w": question}, "do": "rest"}]}
        for question in ("row", {"from": "row", "text": {"en": "which ware"}})
    ]
    old, new = (_package(tmp_path / str(n), _changed(each)) for n, each in enumerate(versions))
    assert [(each.thing.key, each.after) for each in compare(old, new).wording] == [
        ("card:salt", {"question w": {"en": "which ware"}})
    ]


@pytest.mark.parametrize(("word", "one", "two"), [
    ("text", "Gain *one*.", "Gain **one**."),
    ("text", "Gain one.", "Gain {red:one}."),
    ("about", {"flavour": "So it is."}, {"flavour": "So *it* is."}),
])  # fmt: skip
def test_a_text_of_which_only_the_marks_are_others_is_told(word, one, two, tmp_path: Path) -> None:
    old, new = (
        _package(tmp_path / str(n), _changed({f"cards/0/{word}": said}))
        for n, said in enumerate((one, two))
    )
    assert [each.thing.key for each in compare(old, new).wording] == ["card:salt"]
    assert not compare(old, old).wording


@pytest.mark.parametrize("section", SECTIONS)
def test_what_a_key_says_is_told(section: str, tmp_path: Path) -> None:
    base, missed = _package(tmp_path / "base", TABLE["base"]), {}
    for number, (key, (thing, changes)) in enumerate(TABLE["keys"].items()):
        if key.partition(".")[0] != section:
            continue
        report = compare(base, _package(tmp_path / str(number), _changed(changes)))
        changed = [*(each.change for each in report.entries), *report.wording, *report.free]
        if thing not in (told := {each.thing.key for each in changed}):
            missed[key] = told
    assert missed == {}


def test_rules_that_a_card_grants_are_told_with_the_card(tmp_path: Path) -> None:
    versions = [
        {"cards/0/grants": [{"to": "player.yard", "triggers": [{"after": "rest", "do": each}]}]}
        for each in ("earn 1", "earn 2")
    ]
    old, new = (_package(tmp_path / str(n), _changed(each)) for n, each in enumerate(versions))
    assert [each.change.thing.key for each in compare(old, new).entries] == ["card:salt"]
