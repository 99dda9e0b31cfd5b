"""Check that broken packages report what stands beside their bad lines, no less and no more."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from dsl.diagnostics.catalogue import FINDINGS
from tests.diagnostics.fixtures import (
    Fixture,
    all_fixtures,
    base,
    differences,
    fixtures_of,
    load_fixture,
    load_texts,
    missing_helps,
)

STAGES = ("yaml", "schema", "grammar", "names", "types", "structure")
FIXTURES = [(path.parent.name, path.stem, fixture) for path, fixture in all_fixtures()]
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff「」，]")
MULTI_LINE = re.compile(r"(?m): \|$")


def test_the_base_is_right():
    assert load_texts(base()).diagnostics == ()


@pytest.mark.parametrize("fixture", [pytest.param(f, id=f.title) for _, _, f in FIXTURES])
def test_a_broken_package_reports_what_stands_beside_the_line(fixture: Fixture):
    loaded = load_fixture(fixture)

    assert differences(fixture, loaded.diagnostics) == []
    assert missing_helps(fixture, loaded.diagnostics) == []
    is_no_error = all(FINDINGS[each.name].severity != "error" for each in fixture.expected)
    assert (loaded.game is None) is not is_no_error


@pytest.mark.parametrize("fixture", [pytest.param(f, id=f.title) for _, _, f in FIXTURES])
def test_messages_keep_the_style(fixture: Fixture):
    for found in load_fixture(fixture).diagnostics:
        assert found.rendered()
        assert not re.match(r"[A-Z][a-z]", found.message), found.message
        assert not found.message.endswith((".", "!")) and "\n" not in found.message
        assert len(found.helps) <= 2
        for text in found.helps:
            assert re.match(r"[a-z`]", text) and not text.endswith("."), text


def test_a_file_is_named_after_what_it_reports():
    wrong = [
        fixture.title
        for _, name, fixture in FIXTURES
        if name not in {each.name for each in fixture.expected}
    ]

    assert wrong == []


def test_there_are_enough_of_every_sort():
    names = {each.name for _, _, fixture in FIXTURES for each in fixture.expected}
    by_stage = Counter(stage for stage, _, _ in FIXTURES)
    names_by_stage = Counter(stage for stage, _ in {(s, n) for s, n, _ in FIXTURES})
    hard = [f for _, _, f in FIXTURES if _is_hard("\n".join(f.files.values()))]

    assert len(FIXTURES) >= 60 and len(names) >= 40
    assert set(by_stage) == set(STAGES)
    assert min(by_stage.values()) >= 6 and min(names_by_stage.values()) >= 6
    assert len(hard) >= 10
    assert names <= set(FINDINGS)


def _is_hard(text: str) -> bool:
    """Return whether a package has effect text over several lines, with Japanese in it."""
    return bool(MULTI_LINE.search(text) and JAPANESE.search(text))


def test_missing_and_surplus_findings_both_fail():
    block = "events:\n  tell: {do: gian 1}  # expect: unknown-event gian\n"
    found = load_fixture(_fixture(block)).diagnostics

    assert differences(_fixture(block), found) == []
    assert (
        len(differences(_fixture(block.replace("  # expect: unknown-event gian", "")), found)) == 1
    )
    assert len(differences(_fixture(block.replace("event gian", "event gia")), found)) == 2
    assert len(differences(_fixture(block.replace("-event gian", "-event@11 gian")), found)) == 2
    assert len(differences(_fixture(block), ())) == 1


def _fixture(block: str) -> Fixture:
    """Return the one fixture of a block."""
    (fixture,) = fixtures_of(f"# name\n\n```yaml\n{block}```\n", "name")
    return fixture
