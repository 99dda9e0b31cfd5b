"""Mutants of packages: what is changed, who catches it, the page of the catch rate."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.syntax.effect_style import Edit
from tests.mutants.judging import (
    LINT,
    NOBODY,
    SAME,
    SCRIPTS,
    UNSEEN,
    Task,
    Verdict,
    caught_by,
    keep,
    kept_in,
    key_of,
)
from tests.mutants.kinds import KINDS
from tests.mutants.page import BOUNDS, HEADS, is_kept, page, row
from tests.mutants.texts import Mutant, mutated, texts_of

GAME = "durak"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "catch-rate.md"
EVERYWHERE = {"wrong enum", "duplicate entry", "`it` for the element", "card for definition"}
"""Kinds for which a game needs enums, blocks, loops, definitions."""


@pytest.fixture(scope="module")
def texts():
    return texts_of(GAME)


def at(texts, words: str, become: str) -> Mutant:
    """Return a mutant in which words of the rules become others."""
    [source] = texts.sources
    assert source.text.count(words) == 1, words
    start = source.text.index(words)
    return Mutant(source.path, (Edit(start, start + len(words), become),), 1, words)


def test_every_kind_finds_places_and_changes_nothing_else(texts):
    [source] = texts.sources
    for name, find in KINDS.items():
        found = [*find(texts)]
        assert found or name in EVERYWHERE, name
        for each in found[:40]:
            text = mutated(source, each)
            assert text != source.text
            first, last = each.edits[0], each.edits[-1]
            assert text.startswith(source.text[: first[0]])
            assert text.endswith(source.text[last[1] :])


def test_a_wrong_level_moves_lines_and_changes_none(texts):
    [source] = texts.sources
    for each in KINDS["wrong level"](texts):
        text = mutated(source, each)
        lines, before = text.splitlines(), source.text.splitlines()
        assert sorted(line.strip() for line in lines) == sorted(line.strip() for line in before)
        assert sum(map(len, lines)) < sum(map(len, before))


def test_a_slip_is_caught_by_lint_and_a_comment_is_no_other_game(texts):
    assert caught_by(texts, at(texts, "c.rank > d.rank", "c.rnak > d.rank")) == LINT
    assert caught_by(texts, at(texts, "# Six cards at most", "# Six cards, at most")) == SAME


def test_rows_are_counted():
    verdicts = [Verdict(kind="wrong zone", by=by, words=by)
                for by in (LINT, LINT, SCRIPTS, NOBODY, SAME, UNSEEN)]  # fmt: skip
    found = row("wrong zone", verdicts)

    assert (found["counted"], found["lint"], found["both"], found["none"]) == (4, 50.0, 75.0, 2)
    assert not is_kept(found) and found["survivors"] == [NOBODY]
    told = {"count": 6, "packages": 1, "sample": 6, "seed": 1, "games": "x", "matches": 12}
    assert "**not reached**" in page([found], told)


def test_a_count_goes_on_where_it_ended(tmp_path):
    tasks = [Task(package=GAME, kind="misspelt name", number=n, sample=2, seed=1) for n in range(2)]
    verdicts = [Verdict(kind="misspelt name", by=LINT, words=f"{n}: a → ä") for n in range(2)]
    file = tmp_path / "kept.jsonl"
    assert kept_in(file) == {}
    for task, verdict in zip(tasks, verdicts, strict=True):
        keep(file, task, verdict)
    assert kept_in(file) == {key_of(tasks[n]): verdicts[n] for n in range(2)}

    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[:-9], encoding="utf-8")  # killed while it was writing
    assert kept_in(file) == {key_of(tasks[0]): verdicts[0]}


def test_the_page_is_as_it_is_written():
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?!---)(.+) \|$", text, re.MULTILINE)
    cells = [line.split(" | ") for line in rows]

    assert tuple(cells[0]) == HEADS
    kinds = [line[0] for line in cells[1:]]
    assert kinds == [name for name in KINDS if name in kinds]
    assert {line[0] for line in cells[1:] if line[-2]} <= BOUNDS.keys()
    assert len(cells) > len(BOUNDS)
    for kind, counted, lint, both, nobody, *_ in cells[1:]:
        caught = float(both.removesuffix(" %"))
        assert float(lint.removesuffix(" %")) <= caught
        assert caught == round(100 * (1 - int(nobody) / max(1, int(counted))), 1), kind
    counted = sum(int(line[1]) + int(line[-1]) for line in cells[1:])
    assert f"{counted:,} mutants; " in text
