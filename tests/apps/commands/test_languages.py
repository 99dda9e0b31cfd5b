"""A third language needs no code: German sentences and dream tricks in German are files alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cardwright
from cardwright.apps.commands.main import group
from dsl.languages import OWN, PSEUDO, SPOKEN, Language, accented
from dsl.lint.facts import Facts, texts

ROOT = Path(__file__).resolve().parents[3]


def ran(*words: str) -> Result:
    return CliRunner(env={"LANG": "C", "LC_ALL": ""}).invoke(group, words)


@pytest.fixture(scope="module")
def game() -> cardwright.Game:
    return cardwright.load("dream-tricks")


def test_every_text_is_there(game):
    lacking = [read.name for read in texts(Facts(game.model, frozenset())) if "de" not in read.text]

    assert [name for name in lacking if name not in untold(game)] == []
    assert game.model.manifest.languages == ("en", "ja", "de")


def untold(game) -> set[str]:
    """Return what has no text in any language."""
    return {read.name for read in texts(Facts(game.model, frozenset())) if not read.text}


def test_no_word_of_the_log_or_of_an_option_is_english(game):
    match = game.start(players=3, seed=11)
    shown = []
    while not match.over and len(shown) < 400:
        shown += [*match.decision.texts("de"), match.decision.question("de")]
        match.apply(match.decision.options[0])
    shown += [event.text("de") for event in match.log(0)]

    bare = (text.replace("a card", "").replace("choose an action", "") for text in shown)
    english = {text for text in bare if re.search(r"\b(card|the|trick|plays?|choose)\b", text)}
    assert english == set()  # but for what the machine says itself
    assert any("nimmt den Stich" in text for text in shown)


def test_it_is_played_in_the_terminal_and_what_is_not_german_is_said_once():
    options = ("--players", "3", "--seed", "7", "--auto", "--policy", "greedy")
    done = ran("play", "dream-tricks", "--language", "de", *options)

    assert done.exit_code == 0
    assert "Wer gibt zuerst" in done.stdout and "ada nimmt den Stich" in done.stdout
    assert "Die Partie ist zu Ende:" in done.stdout
    assert done.stderr.count("In `de` sagt Cardwright seine eigenen Sätze") == 1


def test_a_game_without_german_texts_is_played_with_german_sentences():
    words = ("--seed", "7", "--auto", "--policy", "random")
    done = ran("play", "equilibrion", "--lang", "de", *words)

    assert done.exit_code == 0
    assert "Seed 7" in done.stdout and "Die Partie ist zu Ende:" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [(["play", "nosuch"], "Fehler: kein Spiel und kein Pfad `nosuch`"),
     (["play", "equilibrion", "--scenario", "x"], "Fehler: kein Szenario `x`")],
)  # fmt: skip
def test_mistakes_are_german(words: list[str], said: str):
    assert said in ran(*words, "--lang", "de").stderr


def test_no_code_names_a_language_that_is_files_only():
    """German lies beside English in `messages/`, and nowhere else."""
    files_only = set(SPOKEN) - set(OWN)
    named = [
        path.name
        for room in ("dsl", "interpreter", "cardwright")
        for path in (ROOT / room).rglob("*.py")
        if any(f'"{tag}"' in path.read_text("utf-8") for tag in files_only)
    ]

    assert files_only == {"de"} and named == []


def test_a_language_that_the_program_does_not_speak_is_said():
    said = ran("games", "--lang", "fr").stderr

    assert said.count("Cardwright itself speaks de, en, ja: what is not the game’s own is in") == 1


def test_cards_and_games_are_shown_in_it():
    assert (
        "Rot 10 / red 10 / 赤の10  (red-10, Traumkarte)"
        in ran("cards", "dream-tricks", "red-10", "--lang", "de").stdout.splitlines()
    )
    assert "Traumstiche" in ran("games", "dream-tricks", "--lang", "de").stdout


@pytest.mark.parametrize("words", [["play"], ["cards"], ["games"]])
def test_a_language_that_the_game_has_not(words: list[str]):
    done = ran(*words, "worldmonger", "--lang", "fr")

    assert done.exit_code == 2
    assert "error: worldmonger has no texts in `fr`; it has en, ja" in done.stderr


def test_what_is_no_language():
    done = ran("games", "--lang", "j/p")

    assert done.exit_code == 2 and "`j/p` is no language tag" in done.stderr


def test_the_program_speaks_its_own_languages_and_else_english():
    told = [Language(tag).worded(("a", "b")) for tag in (*OWN, "de", PSEUDO)]

    assert told == ["a", "b", "a", "á"]
    assert Language("de").text_of({"ja": "木", "en": "tree"}) == "tree"
    assert Language("de").text_of({"ja": "木", "fr": "arbre"}, ("fr",)) == "arbre"
    assert Language("de").text_of({}) == ""


def test_the_pseudo_language_leaves_no_plain_letter_and_keeps_slots():
    plain = "The quick brown fox jumps over the lazy dog AND BACK"

    assert re.search("[A-Za-z]", accented(plain)) is None
    assert accented("{me} takes {c}") == "{me} " + accented("takes") + " {c}"


def test_languages_are_listed_once():
    listed = re.compile(r"""[\[(]\s*["']en["'],\s*["']ja["']\s*[\])]""")
    paths = [
        path
        for room in ("dsl", "interpreter", "cardwright")
        for path in (ROOT / room).rglob("*.py")
    ]

    assert [path.name for path in paths if listed.search(path.read_text("utf-8"))] == [
        "languages.py"
    ]
