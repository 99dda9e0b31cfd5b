"""Linting from the command line: statuses and forms."""

from __future__ import annotations

import json

import pytest

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.source import Source, Span

SPAN = Span(Source("pairs/game.yaml", "id: pears\n"), 4, 9)
ERROR = Diagnostic("unknown-zone", "no zone named `pears`", SPAN, ("write `pairs`",))
WARNING = Diagnostic("unused-zone", "`pears` is never used", SPAN)


@pytest.mark.parametrize(
    ("found", "words", "status"),
    [
        ((), (), 0),
        ((WARNING,), (), 0),
        ((WARNING,), ("--strict",), 1),
        ((ERROR,), (), 1),
    ],
)
def test_status(run, shop, found, words, status):
    shop.diagnostics = found

    assert run("lint", "pairs", *words).status == status


def test_nothing_checked(run, tmp_path):
    (tmp_path / "empty").mkdir()

    assert run("lint", "empty").status == 3


def test_no_such_game(run):
    done = run("lint", "pars")

    assert done.status == 2
    assert "did you mean `pairs`?" in done.err


def test_text_and_summary(run, shop):
    shop.diagnostics = (ERROR,)
    done = run("lint")

    assert "error[unknown-zone NAM107]: no zone named `pears`" in done.out
    assert "packages: 1, errors: 1, warnings: 0" in done.out


def test_json(run, shop):
    shop.diagnostics = (ERROR,)
    (plain,) = json.loads(run("lint", "--format", "json").out)

    assert (plain["name"], plain["line"], plain["column"]) == ("unknown-zone", 1, 5)
