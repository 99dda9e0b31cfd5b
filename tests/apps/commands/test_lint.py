"""Linting from the command line: statuses and forms."""

from __future__ import annotations

import json

import pytest

from dsl.check.texts.texts import prelude_of
from dsl.diagnostics.diagnostic import Diagnostic, Report, finding
from dsl.load import load_sources
from dsl.records import Source, Span

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


def test_a_finding_is_in_the_language_of_the_person(run, shop):
    shop.diagnostics = (finding("duplicate-key.entry", SPAN, key="pears"),)
    done = run("--lang", "ja", "lint")

    assert "エラー[duplicate-key DAT116]: キー `pears` がここに二度あります\n" in done.out
    assert "ヒント: 二つの項目を一つにまとめるか、一方に別の名前を付けてください\n" in done.out


def test_json(run, shop):
    shop.diagnostics = (ERROR,)
    (plain,) = json.loads(run("lint", "--format", "json").out)

    assert (plain["name"], plain["line"], plain["column"]) == ("unknown-zone", 1, 5)


def test_at_most_a_thousand_findings_are_shown(run, shop):
    source = Source("pairs/game.yaml", "pears\n" * 3_000)
    spans = [Span(source, at, at + 5) for at in range(0, 18_000, 6)]
    slips = tuple(
        Diagnostic("unknown-zone", "no zone named `pears`", each) for each in spans[2_990:]
    )
    doubts = tuple(Diagnostic("unused-zone", "`pears`", each) for each in spans[:2_990])
    shop.diagnostics = (*doubts, *slips)
    text = run("lint", "pairs").out
    plain = json.loads(run("lint", "pairs", "--format", "json").out)

    assert text.count("error[") == 10 and text.count("warning[") == 990
    assert "and 2000 more\n" in text
    assert "errors: 10, warnings: 2990" in text
    assert len(plain) == 1_001 and plain[-1]["message"] == "and 2000 more"
    assert [each["name"] for each in plain].count("unknown-zone") == 10
    assert plain[-1]["name"] == "more-findings" and plain[-1]["severity"] == "warning"


def test_a_package_of_nothing_but_document_marks_is_told_once(run, shop):
    source = Source("pairs/game.yaml", "id: pairs\n" + "---\n" * 1_900)
    shop.diagnostics = load_sources((source,), "pairs", prelude_of((), Report())).diagnostics
    done = run("lint", "pairs")

    empty = [each for each in shop.diagnostics if each.name == "empty-value"]
    assert len(empty) == 1 and "1900 times" in empty[0].message
    assert done.status == 1
    assert done.out.count("error[") == len(shop.diagnostics) < 10
    assert len(done.out) < 3_000
