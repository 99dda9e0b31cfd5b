"""`cardwright graph`: cards by their names, ids as data; a picture of any game, or a plain line."""

from __future__ import annotations

import json
from html import unescape
from itertools import chain, combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.api.package import Package
from cardwright.apps.authors.graphs.page import graph_of, overview_of
from cardwright.apps.commands.main import group
from cardwright.apps.pictures import parts
from tests.system import needs_dot

TEXT = """\
id: two
version: "1"
language: 1
title: Two
kinds:
  thing:
    start: pile
    attributes: {deed: effect}
    active-in: [pile]
    text: {en: thing, ja: 物}
cards:
- {id: old-fox, kind: thing, name: {en: The Old Fox, ja: 古狐}, deed: add 1 to me.coins}
- id: owl
  kind: thing
  deed: add 2 to me.coins
  name: {en: "Owl \\"Q\\"", ja: 梟}
  triggers: [{after: move self, do: end game}]
players: {count: 1, state: {coins: int = 0}}
zones:
  pile: {of: thing, seen-by: everyone}
actions:
  go: {choose: {c: pile}, do: do c.deed}
phases: [{id: only, turns: players, offer: [go]}]
end: {winners: players}
"""
BARE = """\
id: bare
version: "1"
language: 1
title: Bare
players: {count: 1}
state: {total: int = 0}
phases: [{id: day, turns: players, DOING}]
"""
PARTS = {
    "setup": "setup: DEED\n",
    "values": "values:\n  much -> bool: total > 2\n",
    "actions": "actions:\n  work: {do: DEED}\n",
    "events": "events:\n  earn: {do: add 1 to total}\n",
    "end": "end: {when: total == 3, winners: players}\n",
}
"""What a game may be without, as far as its rules go."""
SUBSETS = tuple(chain.from_iterable(combinations(PARTS, n) for n in range(len(PARTS) + 1)))


def package(folder: Path, text: str):
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text)
    return Package.at(folder)


@pytest.mark.parametrize("form", ["dot", "mermaid"])
@pytest.mark.parametrize(("lang", "fox"), [("en", "The Old Fox"), ("ja", "古狐")])
def test_a_picture_calls_cards_by_name(tmp_path: Path, form: str, lang: str, fox: str) -> None:
    drawn = graph_of(package(tmp_path / "two", TEXT), None, form, False, lang)

    assert f'"{fox}: deed"' in drawn
    shown = [line.partition("tooltip")[0].partition("[")[2] for line in drawn.splitlines()]
    assert not any("old-fox" in each for each in shown)


@pytest.mark.parametrize("form", ["json", "graphml"])
def test_data_has_names_and_ids(tmp_path: Path, form: str) -> None:
    text = graph_of(package(tmp_path / "two", TEXT), None, form, False, "ja")

    assert "古狐: deed" in unescape(text)
    assert "card:old-fox" in text
    if form == "json":
        nodes = {node["id"]: node for node in json.loads(text)["nodes"]}
        assert (nodes["card:owl"]["label"], nodes["card:owl"]["name"]) == ("梟", "owl")


@pytest.mark.parametrize(
    "form", ["text", "dot", "mermaid", "json", pytest.param("svg", marks=needs_dot)]
)
@pytest.mark.parametrize("parts", SUBSETS, ids=" ".join)
def test_an_overview_of_any_game_can_be_had(
    tmp_path: Path, form: str, parts: tuple[str, ...]
) -> None:
    doing = "offer: [work]" if "actions" in parts else "do: DEED"
    text = (BARE + "".join(PARTS[part] for part in parts)).replace("DOING", doing)
    text = text.replace("DEED", "earn" if "events" in parts else "add 1 to total")

    assert overview_of(package(tmp_path / "bare", text), form, "en", False)


@pytest.mark.parametrize("words", [(), ("--overview",), ("--of", "turn")])
def test_what_dot_cannot_draw_is_told_in_one_line(tmp_path: Path, monkeypatch, words) -> None:
    dot = tmp_path / "dot"
    dot.write_text("#!/bin/sh\necho 'dot: out of luck' >&2\necho more >&2\nexit 3\n")
    dot.chmod(0o755)
    monkeypatch.setattr(parts, "PROGRAM", str(dot))
    game = package(tmp_path / "two", TEXT)
    done = CliRunner().invoke(
        group, ["--lang", "en", "graph", str(game.folder), "--format", "svg", *words]
    )

    assert done.exit_code == 2
    assert done.output.startswith("error: `dot` could not draw this: dot: out of luck;")
    assert done.output.count("\n") == 1
