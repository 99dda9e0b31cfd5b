"""The public names of the language that stand for several of its parts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import dsl
from dsl import VOCABULARY, Files, Source, Span, read_yaml
from dsl.lint.rules import lint_rule
from dsl.model import expressions as e
from dsl.model.texts import run_together
from dsl.model.types import INT
from dsl.words.folding import evaluate


def test_the_list_brings_nothing_in_by_itself():
    code = "import sys, dsl; print(*sorted(m for m in sys.modules if m.startswith('dsl.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == []


def test_what_is_not_listed_is_not_there():
    with pytest.raises(AttributeError, match="module `dsl` has no `Scope`"):
        _ = dsl.Scope
    assert dir(dsl) == sorted(dsl.__all__)


def test_a_file_comes_with_what_is_wrong_in_it(tmp_path: Path):
    (tmp_path / "bad.yaml").write_bytes(b"a: 1\r\nb: &x 2\r\n")

    found, gone = read_yaml(tmp_path / "bad.yaml"), read_yaml(tmp_path / "none.yaml")

    assert found.source is not None and found.source.text == "a: 1\nb: &x 2\n"
    assert [each.name for each in found.findings] == ["yaml-anchor"]
    assert (gone.source, gone.documents) == (None, ())
    assert [each.name for each in gone.findings] == ["unreadable-file"]


def test_files_of_a_folder_know_their_texts(tmp_path: Path):
    (tmp_path / "game.yaml").write_bytes(b"\xef\xbb\xbfid: x\r\n")
    (tmp_path / "bad.yaml").write_bytes(b"\xff")
    read = Files.of(tmp_path, "x")
    held = Files.of(tmp_path, "x", "more", [("game.yaml", b"id: y\n")])

    assert [(each.path, each.text) for each in read.sources()] == [("x/game.yaml", "id: x\n")]
    assert [(each.text, each.package) for each in held.sources()] == [("id: y\n", "more")]


@pytest.mark.parametrize("text", ["a\nb\n", "a\r\nb\r\n", "a\rb\r"])
def test_a_source_has_line_ends_of_one_kind(text):
    assert Source.of("x", text).text == "a\nb\n"


def test_a_span_draws_its_line_with_carets():
    source = Source("x", "one\ntwo 見張り\n")

    assert Span(source, 8, 11).snippet("here", 2) == [
        "   |",
        " 2 | two 見張り",
        "   |     ^^^^^^ here",
    ]
    assert Span(source, 4, 7).snippet(most=4, before=1)[1:] == ["2 | two", "  | ^^^"]


def test_a_value_that_options_settle_is_told():
    two, option = e.Constant(2, INT), e.OptionValue("size", INT)

    assert evaluate(two, {}) == 2
    assert evaluate(option, {"size": 3}) == 3
    assert evaluate(e.Local(0, "n", INT), {}, "unknown") == "unknown"


def test_one_lint_rule_looks_at_a_game(load):
    row = "- {{id: {}, kind: tile, color: {}, name: Gem}}\n"
    cards = f"cards:\n{row.format('ruby', 'red')}{row.format('sky', 'blue')}"
    same, other = load(cards=cards).game, load().game

    assert [each.name for each in lint_rule("same-name", same)] == ["same-name"]
    assert lint_rule("same-name", other) == ()
    with pytest.raises(StopIteration):
        lint_rule("no-such-rule", other)


def test_the_vocabulary_has_a_row_for_each_word():
    internal = {name for name, row in VOCABULARY.functions.items() if row.is_internal}

    assert VOCABULARY.written.keys() == (
        (VOCABULARY.folds.keys() | VOCABULARY.functions.keys()) - internal
    )
    assert VOCABULARY.natives["move"].enters is not None
    assert VOCABULARY.zone_read(e.Constant(1, INT)) is None


def test_sentences_run_together_as_their_letters_want():
    assert (
        run_together(["Draw a card.", "Pass.", "引く。", "終わり。"])
        == "Draw a card. Pass. 引く。終わり。"
    )
