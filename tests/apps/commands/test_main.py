"""The command as a whole: quick to start, clear when misused."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardwright
from cardwright.apps.commands.main import COMMANDS
from cardwright.version import __version__

HEAVY = ("lark", "networkx", "rich", "jsonschema", "yaml")


def python(code: str) -> str:
    """Return what a fresh Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


def test_importing_brings_in_nothing_heavy():
    code = (
        "import sys, cardwright, cardwright.apps.commands.main; "
        f"print([m for m in {HEAVY} if m in sys.modules])"
    )

    assert python(code) == "[]"


@pytest.mark.parametrize("name", cardwright.__all__)
def test_public_names_are_there(name):
    assert getattr(cardwright, name) is not None


def test_version(run):
    assert run("--version").out == f"{__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(run, name):
    done = run(name, "--help")

    assert done.status == 0
    assert "Example" in done.out
    assert f"cardwright {name}" in done.out or name == "replay"


def test_unknown_commands_get_a_guess(run):
    done = run("lnt")

    assert done.status == 2
    assert done.err == "error: no command `lnt`; did you mean `lint`?\n"


def test_languages(run):
    done = run("--lang", "ja", "play", "nowhere")

    assert done.err.startswith("エラー: ")
    assert run("play", "nowhere", "--lang", "ja").err.startswith("エラー: ")


def test_games_shows_what_is_reconstructed(run):
    done = run("games")

    assert "Pairs" in done.out
    assert "reconstructed: the third card" in done.out


def test_explain_a_diagnostic_a_word_and_a_card(run):
    assert "a zone that is not declared" in run("explain", "NAM107").out
    assert "Put a card into a zone" in run("explain", "move").out
    assert "The card two." in run("explain", "Two").out


def test_explain_guesses(run):
    done = run("explain", "unknown-zoon")

    assert done.status == 2
    assert "did you mean `unknown-zone`?" in done.err
