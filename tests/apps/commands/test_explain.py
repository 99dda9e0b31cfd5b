"""`explain` knows every word of the language and every name of the games, in both languages."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cardwright
from cardwright.api.loading import all_packages
from cardwright.apps.authors.explained.reference import Named, named, sentences, summaries
from cardwright.apps.cards.card import written
from cardwright.apps.commands.explain import EPILOG
from cardwright.apps.commands.main import group
from cardwright.apps.face.words import say
from dsl.check.expressions.dots import PROPERTIES
from dsl.check.expressions.names import ROLES
from dsl.check.expressions.names_declared import LITERALS
from dsl.check.rules.rule_parts import STRETCHES
from dsl.check.scopes.world import TYPE_WORDS
from dsl.diagnostics.catalogue import page_of
from dsl.keys.files import schemas
from dsl.languages import OWN
from dsl.model.game import Game
from dsl.syntax.grammar import KEYWORDS, LATER_KEYWORDS, LATER_STATEMENTS
from dsl.words.vocabulary import NATIVES, WRITTEN

ROOT = Path(__file__).resolve().parents[3]
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
GAMES = [package for package in all_packages(()) if package.folder.parent == ROOT / "cards"]


def explain(*words: str) -> Any:
    return CliRunner().invoke(group, ["explain", *words])


def schema_words() -> Iterator[str]:
    """Yield every key of what authors write, and every word that they allow as a value."""
    waiting: list[Any] = [content for _, content in schemas().items()]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if isinstance(part.get("properties"), dict):
                yield from part["properties"]
            if isinstance(part.get("enum"), list):
                yield from (word for word in part["enum"] if isinstance(word, str))
        waiting += part.values() if isinstance(part, dict) else []
        waiting += part if isinstance(part, list) else []


def test_every_word_of_the_language_is_told():
    words = {
        *KEYWORDS,
        *LATER_KEYWORDS,
        *LATER_STATEMENTS,
        *schema_words(),
        *ROLES,
        *PROPERTIES,
        *LITERALS,
        *TYPE_WORDS,
        *STRETCHES,
    }
    functions = {*WRITTEN, *NATIVES}

    assert len(words) > 180
    assert words - sentences().keys() - functions == set()
    assert functions == summaries().keys()


@pytest.mark.parametrize("told", [sentences(), summaries()])
def test_a_word_is_told_in_both_languages(told):
    for word, texts in told.items():
        assert tuple(texts) == OWN and all(texts.values()), word
        assert JAPANESE.search(texts["ja"]) and not JAPANESE.search(texts["en"]), word
        assert texts["en"].endswith(".") and texts["ja"].endswith("。"), word


@pytest.mark.parametrize("word", ["turns", "until", "choose", "seen-by", "given", "it", "mates"])
def test_a_page_of_a_word(word):
    english, japanese = explain(word), explain(word, "--lang", "ja")

    assert english.exit_code == japanese.exit_code == 0
    assert sentences()[word]["en"] in english.output
    assert sentences()[word]["ja"] in japanese.output


def things(model: Game) -> list[Named]:
    return [*named(model)]


@pytest.mark.parametrize("package", GAMES, ids=lambda package: package.id)
def test_every_name_of_a_game_is_found(package):
    model = cardwright.check(package, False).game
    assert model is not None
    found = things(model)
    names = {(each.sort, each.name) for each in found}
    wanted = {("thing-kind", name) for name in model.kinds} | {
        ("thing-enum", name) for name in model.enums
    }
    wanted |= {("thing-member", word) for enum in model.enums.values() for word in enum.members}
    wanted |= {("thing-option", name) for name in model.options if name != "player-count"}
    wanted |= {("thing-value", name) for name in model.values}
    wanted |= {("thing-phase", phase.id) for phase in (*model.setup, *model.phases)}
    wanted |= {("thing-zone", key.name if key.owner is None else f"{key.owner}.{key.name}")
               for key in model.zones}  # fmt: skip

    assert wanted <= names
    for each in found:
        assert each.is_called(each.name) and list(written(each.span)), each
        assert all(say(lang, each.sort) for lang in OWN)


def test_a_page_of_a_phase_and_a_zone():
    phase = explain("building-supply").output
    zone = explain("trick", "--game", "dream-tricks", "--lang", "ja").output

    assert "worldmonger: building-supply  phase" in phase and "id: building-supply" in phase
    assert "置き場" in zone and "dream-tricks: trick" in zone


def test_an_empty_word_is_nobodys_name():
    assert "nothing is called" in explain("", "--game", "worldmonger").output


def test_a_name_clash_tells_of_a_second_it():
    page = page_of("name-clash")

    assert page is not None and "second `it`" in page.why


def test_a_game_may_stand_behind_the_name():
    said = explain("player.stocks", "worldmonger").output

    assert said == explain("player.stocks", "--game", "worldmonger").output
    assert said.startswith("worldmonger: player.stocks")
    assert "no game or path" in explain("player.stocks", "no-such-game").output


@pytest.mark.parametrize(
    "example", re.findall(r"cardwright explain (.+?)(?:   .*)?\n", EPILOG + "\n")
)
def test_the_examples_of_its_help_work(example):
    assert explain(*shlex.split(example)).exit_code == 0


def test_a_word_of_the_language_is_told_where_a_game_has_none_of_its_name():
    alone = CliRunner().invoke(group, ["explain", "look"])
    of_game = CliRunner().invoke(group, ["explain", "look", "worldmonger"])

    assert (of_game.exit_code, of_game.output) == (0, alone.output)


# --- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "name", "sort"),
    [
        ("each opponent gains", "rivals-gain", "event"),
        ("opponent gains", "rivals-gain", "event"),
        ("place-of-power", "place", "kind"),
        ("Place of Power", "place", "kind"),
    ],
)
def test_what_is_no_name_is_looked_for_in_texts(words: str, name: str, sort: str) -> None:
    found = explain("--lang", "en", words, "res-arcana")

    assert found.exit_code == 0
    assert f"res-arcana: {name}  {sort}" in found.output


def test_what_no_text_says_is_told() -> None:
    assert explain("qqzzq", "res-arcana").exit_code == 2
    assert explain("pponent gains", "res-arcana").exit_code == 2
