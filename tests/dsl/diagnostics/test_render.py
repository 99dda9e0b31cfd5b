"""Check how findings look."""

from __future__ import annotations

import json

from dsl.diagnostics.diagnostic import Diagnostic, Label, in_order, render_json
from dsl.records import Source, Span

SOURCE = Source("cards/demo/ember.yaml", "a: b\nc: 見張り disacrd\nd: e\n")


def at(word: str) -> Span:
    start = SOURCE.text.index(word)
    return Span(SOURCE, start, start + len(word))


def test_text_form() -> None:
    finding = Diagnostic(
        "unknown-zone", "no zone named `disacrd`", at("disacrd"), ("write `discard`",)
    )
    assert finding.rendered() == (
        "error[unknown-zone NAM107]: no zone named `disacrd`\n"
        "  --> cards/demo/ember.yaml:2:8\n"
        "   |\n"
        " 2 | c: 見張り disacrd\n"
        "   |           ^^^^^^^\n"
        "   = help: write `discard`"
    )


def test_wide_characters_take_two_columns_and_labels_follow() -> None:
    labels = (Label(at("見張り"), "here"), Label(at("e\n"), "and here"))
    lines = Diagnostic("name-clash", "two", at("見張り"), (), labels).rendered().splitlines()
    assert lines[4] == "   |    ^^^^^^ here"
    assert lines[5] == "  ::: cards/demo/ember.yaml:3:4"
    assert lines[-1] == "   |    ^ and here"


def test_control_characters_do_not_reach_the_terminal() -> None:
    source = Source("a\x1b[2J.yaml", "x\x1b[31m\n")
    text = Diagnostic("control-character", "`\x1b`", Span(source, 1, 2)).rendered()
    assert "\x1b" not in text


def test_long_lines_are_cut_around_the_place() -> None:
    source = Source("a", "x" * 5000 + "HERE" + "y" * 5000)
    text = Diagnostic("unknown-name", "m", Span(source, 5000, 5004)).rendered()
    assert "HERE" in text and len(text) < 500


def test_places_at_the_end_and_in_an_empty_source() -> None:
    for text in ("", "a", "a\n"):
        source = Source("p", text)
        assert "^" in Diagnostic("empty-file", "m", Span(source, len(text), len(text))).rendered()


def test_plain_form_and_order() -> None:
    first = Diagnostic("unknown-zone", "one", at("b"))
    second = Diagnostic("unknown-zone", "two", at("disacrd"))
    again = Diagnostic("unknown-zone", "two, said again", at("disacrd"))
    assert in_order([again, second, first]) == (first, second)
    assert first.severity == "error"
    plain = second.as_plain()
    assert (plain["line"], plain["column"], plain["end_column"]) == (2, 8, 15)
    assert [each["message"] for each in json.loads(render_json([second, first]))] == ["one", "two"]
