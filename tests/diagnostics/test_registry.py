"""Check that every diagnostic can be seen at work: a fixture, a page, examples that hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dsl
from dsl.diagnostics.catalogue import FINDINGS, PAGES, STAGE_BY_PREFIX, page_of
from dsl.diagnostics.diagnostic import Diagnostic
from interpreter.graph.findings import graph_diagnostics
from tests.diagnostics.fixtures import (
    Fixture,
    all_fixtures,
    differences,
    fixtures_of,
    load_fixture,
)

# The rules of lint are files of their own, each with its page and its fixtures; the examples of
# the graph's pages are its fixtures.
OWN_PAGES = {"graph", "lint"}

BY_CODE = {
    "lone-surrogate": "no file can hold one; test_hostile.py gives the text itself",
    "unreadable-file": "a matter of the disk; the reader's own tests take a file away",
    "file-too-large": "two megabytes; test_limits.py",
    "package-too-large": "thousands of files; test_limits.py",
    "too-many-documents": "two thousand; test_limits.py",
    "unread-file": "a matter of the folder; the reader's own tests put files there",
    "unreadable-table": "a matter of tables; the tests of tables have each",
    "table-cell": "a matter of tables; the tests of tables have each",
    "table-doubt": "a matter of tables; the tests of tables have each",
    "table-note": "a matter of tables; the tests of tables have each",
    "not-utf8": "no Markdown holds it; test_hostile.py",
    "yaml-too-deep": "65 levels; test_limits.py and test_hostile.py",
    "scalar-too-long": "64 kibibytes; test_limits.py",
    "effect-too-long": "2,001 words; test_limits.py",
    "effect-too-deep": "51 levels; test_limits.py",
    "chain-too-long": "33 kinds or groups; test_limits.py",
}
NOT_REPORTED = {
    "empty-file": "a file that says nothing is fine",
    "bad-text": "the schema says `wrong-shape`",
    "unknown-state": "state is named like anything else: `unknown-name`, `unknown-attribute`",
    "unknown-element": "an empty list takes the type of what is put into it",
    "dead-choice-bound": "for a later version",
    "missing-winner": "for a later version",
    "unplayable-option": "for a later version",
    "phase-cycle": "phases stand inside each other and cannot make a circle",
    "kind-mismatch": "`unknown-attribute` and `missing-attribute` say it",
    "choice-too-large": "found while a match runs",
}

WITH_PAGES = [name for name, kind in FINDINGS.items() if kind.stage != "lint"]
CHECKED = [name for name, kind in FINDINGS.items() if kind.stage not in OWN_PAGES]
EXAMPLES = [
    fixture
    for path in sorted(PAGES.glob("*.md"))
    for fixture in fixtures_of(path.read_text(encoding="utf-8"), path.stem)
]


def _in_fixtures() -> set[str]:
    """Return the names that a fixture expects."""
    return {each.name for _, fixture in all_fixtures() for each in fixture.expected}


def _in_code() -> set[str]:
    """Return the names that the code can report; what leaves findings out reports none."""
    root = Path(dsl.__file__).parent
    paths = [path for room in ("syntax", "check", "tables") for path in (root / room).rglob("*.py")]
    paths.remove(root / "check" / "texts" / "consequences.py")
    code = "\n".join(path.read_text(encoding="utf-8") for path in [*paths, root / "load.py"])
    return {name for name in CHECKED if re.search(rf'(?<!diagnostic=)"{name}[".]', code)}


def test_every_name_has_a_fixture_or_a_reason():
    exempt = BY_CODE.keys() | NOT_REPORTED.keys()

    assert set(CHECKED) - _in_fixtures() == exempt
    assert exempt & _in_fixtures() == set()


def test_what_is_not_reported_stands_in_no_code():
    limits = {"choice-too-large"}

    assert (_in_code() - limits) & NOT_REPORTED.keys() == set()
    assert set(CHECKED) - _in_code() <= NOT_REPORTED.keys()


def test_what_is_proved_elsewhere_is_named_there():
    tests = Path(__file__).resolve().parents[1]
    folders = (tests / "diagnostics", tests / "dsl" / "syntax", tests / "dsl" / "tables")
    paths = [
        path for folder in folders for path in folder.glob("test_*.py") if path != Path(__file__)
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)

    assert [name for name in BY_CODE if f'"{name}"' not in text] == []


def test_codes_are_unique_and_names_are_kebab_case():
    codes = [kind.code for kind in FINDINGS.values()]

    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in FINDINGS)
    assert all(re.fullmatch(r"[A-Z]{3}\d{3}", code) for code in codes)
    assert {code[:3] for code in codes} <= set(STAGE_BY_PREFIX)


def test_summaries_are_fragments():
    for kind in FINDINGS.values():
        assert re.match(r"[a-z`]", kind.summary) and not kind.summary.endswith("."), kind.name


# --- pages ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITH_PAGES)
def test_every_name_has_a_page(name: str):
    page = page_of(name)

    assert page is not None
    assert page.code == FINDINGS[name].code
    assert page.what["en"] == FINDINGS[name].summary
    assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", page.what["ja"])
    assert "\n" not in page.what["ja"] and page.what["ja"].endswith("。")
    assert page.why and page.why.endswith(".")
    assert bool(page.bad) == bool(page.good)
    for language in ("en", "ja"):
        assert page.what[language] in page.text(language)
        assert "# expect" not in page.text(language)


def test_pages_are_of_names_that_there_are():
    assert {path.stem for path in PAGES.glob("*")} == set(WITH_PAGES)
    assert page_of("no-such-name") is None


def test_most_pages_have_examples():
    without = {name for name in WITH_PAGES if not page_of(name).bad}
    prelude_and_tables = {"prelude-needs", "table-too-large", "unknown-scenario", "unknown-action"}

    assert without <= BY_CODE.keys() | NOT_REPORTED.keys() | prelude_and_tables


@pytest.mark.parametrize("fixture", [pytest.param(each, id=each.title) for each in EXAMPLES])
def test_examples_hold(fixture: Fixture):
    name, title = fixture.title.split(": ")
    names = {each.name for each in fixture.expected}

    assert differences(fixture, _found(fixture, name)) == []
    assert (name in names) == (title == "Bad")


def _found(fixture: Fixture, name: str) -> tuple[Diagnostic, ...]:
    """Return what checking an example finds; for a page of the graph what that says of its name
    in the example's own files."""
    loaded = load_fixture(fixture)
    if FINDINGS[name].stage != "graph":
        return loaded.diagnostics
    assert loaded.game is not None, loaded.diagnostics
    found = graph_diagnostics(loaded.game)
    return tuple(d for d in found if d.name == name and d.span.source.path in fixture.files)
