"""`cardwright native`: whether a game is carried and what that costs, or what is missing where."""

from __future__ import annotations

import json
import sys

import pytest
from click.testing import CliRunner, Result

from cardwright.apps.commands.main import group
from dsl.records import Source, Span
from interpreter.native import engine
from interpreter.native.emit.writer import Unsupported


def run(*words: str) -> Result:
    """Return what the command says."""
    return CliRunner().invoke(group, ["--lang", "en", "native", *words])


def test_a_game_that_is_carried_has_a_row_for_each_number_of_players() -> None:
    done = run("goofspiel")

    assert done.exit_code == 0, done.output
    heads, _, *rows = done.output.splitlines()
    assert heads.split() == [
        "players",
        "bytes",
        "written,",
        "ms",
        "coded,",
        "ms",
        "compiled,",
        "ms",
    ]
    assert [row.split()[0] for row in rows if row.strip()] == ["2", "3"]
    assert all(int(row.split()[1].replace(",", "")) > 10_000 for row in rows if row.strip())


def test_rows_as_data() -> None:
    [row] = json.loads(run("tic-tac-toe", "--json").output)

    assert {key: row[key] for key in ("players", "missing", "place")} == {
        "players": 2, "missing": None, "place": None,
    }  # fmt: skip
    assert row["size"] > 10_000
    assert all(row[key] >= 0 for key in ("emitted", "coded", "compiled"))


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (True, "2 players: not carried yet: rules `never` (a/game.yaml:2:1)\n"),
        (False, "2 players: not carried yet: rules `never`\n"),
    ],
)
def test_what_is_missing_is_named_with_its_place(
    place: bool, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    span = Span(Source("a/game.yaml", "one\ntwo\n"), 4, 7) if place else None

    def refuse(*given: object) -> None:
        raise Unsupported("rules `never`", span)

    monkeypatch.setattr("interpreter.native.emit.module.emit", refuse)

    done = run("tic-tac-toe")

    assert (done.exit_code, done.output) == (0, line)


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    engine._wasmtime.cache_clear()
    try:
        done = run("tic-tac-toe")
    finally:
        engine._wasmtime.cache_clear()

    assert done.exit_code == 2
    assert "pip install wasmtime" in done.output
