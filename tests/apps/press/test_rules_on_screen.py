"""The rules as `rules` shows them: what each phase offers, and how the points are counted."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.loading import find_package
from cardwright.apps.commands.main import group
from cardwright.apps.press.rulebook_text import rulebook_text, rules_lines
from cardwright.apps.text.rules import rules_text

GAME = """\
id: stalls
version: "1"
language: 1
title: {en: Stalls, ja: 屋台}
kinds:
  ware:
    attributes: {worth: {is: int, text: {en: worth, ja: 価値}}}
    copies: 4
    start: deck
    text: {en: ware, ja: 品}
    actions:
    - {in: trading, do: move self to bottom of deck, text: {en: break it, ja: 壊す}}
cards:
- {kind: ware, id: jug, name: {en: Jug, ja: 壺}, worth: 2}
players: {count: 2}
zones:
  deck: {of: ware, order: stack, seen-by: nobody, text: {en: deck, ja: 山札}}
  player.stall: {of: ware, seen-by: everyone, text: {en: stall, ja: 屋台}}
values:
  tops: {is: "top(deck, 2)", text: {en: the two top wares, ja: 上の2つの品}}
  raw(player p) -> int: sum(p.stall, worth)
  score(player p) -> int: {is: 2 * raw(p) + bonus(p), text: {en: "points of {p}", ja: "{p}の得点"}}
  bonus(player p) -> int: {is: count(p.stall), text: {en: "bonus of {p}", ja: "{p}の追加点"}}
events:
  tidy:
    do: |
      move me.stall to bottom of deck
      shuffle deck
    text: {en: "{me} tidies the stall", ja: "{me}が屋台を片付ける"}
  unsaid: {do: shuffle deck}
triggers:
- {after: tidy, do: move top(deck) to me.stall}
actions:
  tidy-up: {do: tidy, text: {en: tidy up, ja: 片付ける}}
  take:
    when: count(deck) > 1
    choose: {w: {from: tops, text: {en: the ware, ja: 品}}}
    do: move w to me.stall
    text: {en: "take {w}", ja: "{w}を取る"}
  rest: {do: shuffle deck, text: {en: rest, ja: 休む}}
setup: shuffle deck
phases:
- {id: trading, turns: players, offer: [take, rest, tidy-up], text: {en: Trading, ja: 取引}}
end: {when: round > 3, rank: [score]}
"""


TO_DO = "Actions: take a ware · rest · tidy up · what cards say."


@pytest.fixture(scope="module")
def stalls(tmp_path_factory: pytest.TempPathFactory) -> cardwright.Game:
    folder = tmp_path_factory.mktemp("rules") / "stalls"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return cardwright.load(folder)


def shown(game: cardwright.Game, lang: str) -> str:
    return " ".join(" ".join(rules_lines(game.model, lang, 80)).split())


def test_a_phase_says_what_it_offers(stalls: cardwright.Game):
    assert (
        "Trading: In turn: each player. Actions: take a ware · rest · tidy up · what cards say."
        in shown(stalls, "en")
    )
    assert "できること：品を取る · 休む · 片付ける · カードのアクション。" in shown(stalls, "ja")


def test_points_are_explained_with_what_they_are_made_of(stalls: cardwright.Game):
    text = shown(stalls, "en")

    assert "── Words and counts Points of a player: " in text
    assert "Bonus of a player: The number of" in text
    assert "── 言葉と数え方" in shown(stalls, "ja")


def test_a_set_up_of_one_piece_is_called_so_and_once(stalls: cardwright.Game):
    assert "── Set-up Shuffle the deck." in shown(stalls, "en")
    assert "── 準備 " in shown(stalls, "ja")


def test_a_name_with_an_article_has_no_second(stalls: cardwright.Game):
    assert "one of the two top wares" in shown(stalls, "en")


def test_the_rulebook_for_programs_calls_actions_as_people_do(stalls: cardwright.Game):
    text = rulebook_text(stalls.model)

    assert (
        "Trading: In turn: each player. Actions: take a ware · rest · tidy up · what cards say."
        in text
    )
    assert "- Deck: wares, nobody sees them" in text
    assert "## Words and counts" in text


@pytest.mark.parametrize(
    ("lang", "happens", "always"),
    [
        (
            "en",
            "── What happens Tidy the stall: Put your stall under the deck. Shuffle the deck. ──",
            "── What always holds After a player tidies the stall, put the top ware of the deck",
        ),
        ("ja", "── 起こること 屋台を片付ける：", "── いつも働くルール "),
    ],
)
def test_what_events_and_triggers_do_is_said(
    stalls: cardwright.Game, lang: str, happens: str, always: str
):
    text = shown(stalls, lang)

    assert happens in text
    assert always in text
    assert "unsaid" not in text


def test_the_command_prints_them(stalls: cardwright.Game, tmp_path: Path):
    folder = tmp_path / "stalls"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")

    plain = CliRunner().invoke(group, ["rules", str(folder), "--lang", "ja"])
    marked = CliRunner().invoke(group, ["rules", str(folder), "--markdown", "--lang", "en"])

    assert plain.stdout == "\n".join(rules_lines(stalls.model, "ja", 80)) + "\n"
    assert marked.stdout.startswith("# Stalls\n\n## Places\n\n- Deck: wares, nobody sees them\n")


def test_what_is_noted_is_told_from_what_was_named_before(tmp_path: Path):
    card = textwrap.dedent(
        """\
        kind: culture
        name: {en: Lodge, ja: 宿所}
        worth: 1
        replacements:
        - instead: pay-dividend of self.civilization
          optional: true
          by: default(controller(self.civilization), start-player)
          do: |
            let home = self.civilization
            trash self
            draw 1 for home
        """
    )
    folder = tmp_path / "lodges"
    folder.mkdir()
    (folder / "expansion.yaml").write_text(
        'id: lodges\nversion: "1"\nlanguage: 1\ntitle: {en: Lodges, ja: 宿}\n'
        "requires: [worldmonger]\n",
        encoding="utf-8",
    )
    (folder / "lodge.yaml").write_text(card, encoding="utf-8")
    package = find_package("worldmonger", [tmp_path]).with_expansions(["lodges"])
    model = cardwright.load(package).model
    lodge = next(each for each in model.definitions if each.id == "lodge")

    assert "the noted civilization draws 1" in " ".join(rules_text(model, lodge, "en"))
    assert "覚えた文明が1枚引く" in " ".join(rules_text(model, lodge, "ja"))
