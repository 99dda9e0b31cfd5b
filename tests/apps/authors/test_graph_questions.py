"""`cardwright graph`: names and legends in both languages, pictures that answer a question."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from cardwright.api.loading import find_package
from cardwright.api.package import Package
from cardwright.apps.authors.graphs.naming import WORDS
from cardwright.apps.authors.graphs.page import graph_of
from cardwright.apps.commands.main import group
from cardwright.apps.pictures.drawing import EDGES, NODES
from cardwright.apps.pictures.parts import FORMS
from dsl.languages import OWN
from tests.system import HAS_DOT

ROOT = Path(__file__).resolve().parents[3]
TEXT = """\
id: fair
version: "1"
language: 1
title: {en: Fair, ja: 市}
kinds:
  stall:
    start: square
    active-in: [square]
    text: {en: stall, ja: 屋台}
cards:
- id: tea-house
  kind: stall
  name: {en: Tea House, ja: 茶屋}
  triggers: [{after: earn by me, do: add 1 to me.cups}]
- id: tea-cart
  kind: stall
  name: {en: Tea Cart, ja: 茶の車}
- id: bakery
  kind: stall
  name: {en: Bakery, ja: パン屋}
  triggers:
  - {after: earn by me, do: "if any(square, it.definition == tea-house), add 1 to me.coins"}
- id: mill
  kind: stall
  name: {en: Mill, ja: 水車}
  modifiers: [{value: wage, to: result + 1}]
players: {count: 1, state: {coins: int = 0, cups: int = 0}}
zones:
  square: {of: stall, seen-by: everyone, text: {en: the square, ja: 広場}}
values:
  wage -> int: {is: 1, text: {en: the wage, ja: 日当}}
events:
  earn: {do: add wage to me.coins, text: {en: "{me} earns", ja: "{me}が稼ぐ"}}
actions:
  work: {do: earn, text: {en: work, ja: 働く}}
setup:
- {id: waking, do: shuffle square, text: {en: Waking, ja: 目覚め}}
phases:
- id: day
  text: {en: The Day, ja: 一日}
  while: 1 == 1
  phases:
  - {id: morning, turns: players, offer: [work], text: {en: Morning, ja: 朝}}
  - {id: evening, turns: players, do: earn, text: {en: Evening, ja: 夕方}}
end: {when: "any(players, coins > 9)", winners: players}
"""
TURN = """\
The Day (again and again)
  Morning (for each player)
      offers as a choice: work
      rules that act there: stall: 2 triggers
  Evening (for each player)
      makes happen: earns
      rules that act there: stall: 2 triggers"""
TURN_JA = """\
一日 (くり返し)
  朝 (プレイヤーごと)
      選べるようにする: 働く
      ここで働くルール: 屋台: 誘発2
  夕方 (プレイヤーごと)
      起こす: 稼ぐ
      ここで働くルール: 屋台: 誘発2"""
SAMPLE = (
    "cards/dream-tricks", "examples/classics/napoleon", "examples/recipes/works",
    "examples/recipes/stack", "examples/high-card",
)  # fmt: skip


@pytest.fixture(scope="module")
def fair(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fair")
    (folder / "game.yaml").write_text(TEXT, "utf-8")
    return Package.at(folder)


def call(*words: str):
    return CliRunner().invoke(group, ["--lang", "en", "graph", *words])


def test_all_that_is_drawn_has_a_name() -> None:
    wanted = {f"sort-{sort}" for sort in NODES} | {f"edge-{kind}" for kind in EDGES}
    wanted |= {f"on-{kind}" for kind, style in EDGES.items() if style.label}

    assert wanted - set(WORDS) == set()


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("en", ("The Day (again and again)", "Morning (for each player)", "work", "earns",
                "Tea House: after: earns", "Mill: changes: the wage", "the wage")),
        ("ja", ("一日 (くり返し)", "朝 (プレイヤーごと)", "働く", "稼ぐ", "茶屋: 後: 稼ぐ",
                "水車: 変更: 日当", "日当")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["dot", "mermaid"])
def test_nodes_are_called_as_players_call_them(fair, form, lang, names) -> None:
    text = graph_of(fair, None, form, False, lang)

    assert [name for name in names if f'"{name}"' not in text] == []


def test_data_has_names_beside_ids_and_what_is_written(fair) -> None:
    data = json.loads(graph_of(fair, None, "json", False, "ja"))
    [morning] = [node for node in data["nodes"] if node["id"] == "phase:morning"]

    assert (morning["label"], morning["name"], morning["written"]) == (
        "朝 (プレイヤーごと)", "morning", "morning (turns)",
    )  # fmt: skip


@pytest.mark.parametrize("lang", OWN)
def test_the_legend_says_what_is_in_the_picture_and_no_more(fair, lang) -> None:
    dot = graph_of(fair, None, "dot", False, lang)
    legend = re.search(r"legend \[.*?<(<table.*?</table>)>", dot, re.DOTALL)
    assert legend is not None
    said = re.findall(r'<td align="left">(.*?)</td>', legend[1])
    there = ("sort-phase", "sort-action", "sort-event", "sort-trigger", "sort-modifier",
             "sort-value", "sort-end", "edge-next", "edge-loop", "edge-does", "edge-offers",
             "edge-after", "edge-modifies")  # fmt: skip

    assert set(said) == {WORDS.text(lang, key) for key in there}


@pytest.mark.parametrize(("lang", "told"), [("en", TURN), ("ja", TURN_JA)])
def test_a_turn_is_told_phase_by_phase(fair, lang, told) -> None:
    assert graph_of(fair, None, "text", False, lang, of="turn") == told


def test_the_picture_of_a_turn_has_no_set_up(fair) -> None:
    dot = graph_of(fair, None, "dot", False, "en", of="turn")

    assert "phase:waking" not in dot
    assert '"phase:morning" -> "action:work"' in dot
    assert '"event:earn" -> "pile:trigger:stall"' in dot


@pytest.mark.parametrize("called", ["tea-house", "Tea House", "茶屋", "tea h"])
def test_the_picture_of_a_card_shows_what_it_hears_does_and_who_names_it(fair, called) -> None:
    data = json.loads(graph_of(fair, None, "json", False, "en", of=called))
    links = {(each["source"], each["target"], each["kind"]) for each in data["edges"]}

    [rule] = [other for one, other, kind in links if kind == "bears"]
    assert ("event:earn", rule, "after") in links
    assert (rule, "state:player.cups", "writes") in links
    assert any(other == "card:tea-house" and "bakery" in one for one, other, _ in links)
    assert not any("mill" in one + other for one, other, _ in links)


def test_a_card_is_told_in_words(fair) -> None:
    told = graph_of(fair, None, "text", False, "en", of="Tea House").splitlines()

    assert told[0] == "Tea House  (tea-house)"
    assert told[1] == "  After you earn, add 1 to your cups."
    assert told.index("    acts after: earns") == told.index("Tea House: after: earns") + 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--of", "Tee House"), "no card is called `Tee House`; the nearest: Tea House"),
        (("--of", "tea"), "several cards are called `tea`; name one of them: tea-cart, tea-house"),
        (("work", "--of", "turn"), "--of asks one question"),
        (("--of", "turn", "--overview"), "--of asks one question"),
    ],
)
def test_a_question_that_cannot_be_answered_is_told_in_a_line(fair, words, said) -> None:
    done = call(str(fair.folder), *words)

    assert done.exit_code == 2
    assert said in done.output
    assert done.output.count("\n") == 1


@pytest.mark.parametrize("game", SAMPLE)
def test_every_form_can_be_had_of_every_game(game: str) -> None:
    package = Package.at(ROOT / game)
    for form in FORMS:
        if form != "svg" or HAS_DOT:
            assert graph_of(package, None, form, False, "ja")
            assert graph_of(package, None, form, False, "en", of="turn")


def test_a_card_without_rules_can_be_asked_for() -> None:
    told = graph_of(find_package("hearts"), None, "dot", True, "en", of="hearts-queen")

    assert '"card:hearts-queen"' in told
