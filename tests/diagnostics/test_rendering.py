"""Check how findings in a package look: as JSON for programs, with carets for people."""

from __future__ import annotations

import json
import unicodedata

import pytest

from dsl.diagnostics.diagnostic import Diagnostic, Label, render_json
from dsl.records import Source, Span
from tests.diagnostics.fixtures import all_fixtures, base, load_fixture, load_texts

KEYS = {
    "path": str, "line": int, "column": int, "end_line": int, "end_column": int, "name": str,
    "code": str, "severity": str, "message": str, "helps": list, "labels": list,
}  # fmt: skip
LABEL_KEYS = {
    key: KEYS[key] for key in ("path", "line", "column", "end_line", "end_column")
} | {"text": str}  # fmt: skip
PLACE = """\
events:
  tell (card c):
    text: {ja: 告げる}
    do: |
      # 見張りの小鬼、🎴 を
      gain 1; gain c.pionts  # 点数
"""


def _shape(row: dict[str, object]) -> dict[str, type]:
    return {key: type(value) for key, value in row.items()}


def test_json_has_one_shape():
    for _, fixture in all_fixtures():
        rows = json.loads(render_json(load_fixture(fixture).diagnostics))
        for row in rows:
            assert _shape(row) == KEYS
            assert all(_shape(label) == LABEL_KEYS for label in row["labels"])
            assert all(isinstance(text, str) for text in row["helps"])
            assert (row["line"], row["column"]) <= (row["end_line"], row["end_column"])
            assert row["severity"] in ("error", "warning", "advice")


def test_json_places_are_characters_from_one():
    (row,) = json.loads(render_json(load_texts({**base(), "rules.yaml": PLACE}).diagnostics))

    line = PLACE.splitlines()[row["line"] - 1]
    assert line[row["column"] - 1 : row["end_column"] - 1] == "pionts"
    assert row == {
        "name": "unknown-attribute",
        "code": "NAM109",
        "severity": "error",
        "message": "card has no `pionts`",
        "path": "rules.yaml",
        "line": 6,
        "column": 22,
        "end_line": 6,
        "end_column": 28,
        "helps": ["write `points`"],
        "labels": [],
    }


def test_json_is_in_order_and_keeps_japanese_readable():
    texts = {**base(), "b.yaml": "見: 1\n札: 2\n", "a.yaml": "山: 1\n"}
    text = render_json(load_texts(texts).diagnostics)
    rows = json.loads(text)

    assert [(row["path"], row["line"]) for row in rows] == [
        ("a.yaml", 1),
        ("b.yaml", 1),
        ("b.yaml", 2),
    ]
    assert "札" in text


def test_json_of_nothing():
    assert json.loads(render_json(())) == []


@pytest.mark.parametrize(
    ("before", "word"),
    [
        ("", "draw"),
        ("見張りの小鬼 ", "draw"),
        ("ｶﾀｶﾅ ", "draw"),
        ("が (a mark of its own) ", "札"),
        ("🎴🎴 ", "見張り"),
        ("Ａ（全角）", "：："),
        ("\t見\t", "a"),
        ("a\u200bb ", "札"),
        ("é e\u0301 ", "x"),
    ],
)
def test_carets_stand_under_their_words(before: str, word: str):
    source = Source("札.yaml", f"a: b\n{before}{word} end\n")
    start = 5 + len(before)
    text = Diagnostic("unknown-name", "m", Span(source, start, start + len(word))).rendered()

    shown, carets = text.splitlines()[3:5]
    column = carets.index("^")
    assert _cut(shown, column) == shown[: shown.index(word, 5)]
    assert carets.count("^") == _width(word)


def _cut(line: str, width: int) -> str:
    """Return the beginning of a line that takes some columns of a terminal."""
    end = 0
    while end < len(line) and _width(line[: end + 1]) <= width:
        end += 1
    while end > 0 and unicodedata.combining(line[end : end + 1] or "a"):
        end += 1
    return line[:end]


def _width(text: str) -> int:
    """Return the columns of a text, counted apart from the code under test."""
    wide = sum(unicodedata.east_asian_width(char) in ("W", "F") for char in text)
    marks = sum(unicodedata.category(char) in ("Mn", "Me") for char in text)
    return len(text) + wide - marks


def test_a_finding_in_a_japanese_block():
    (found,) = load_texts({**base(), "rules.yaml": PLACE}).diagnostics

    assert found.rendered().splitlines() == [
        "error[unknown-attribute NAM109]: card has no `pionts`",
        "  --> rules.yaml:6:22",
        "   |",
        " 6 |       gain 1; gain c.pionts  # 点数",
        "   |                      ^^^^^^",
        "   = help: write `points`",
    ]


def test_a_second_place_in_another_file():
    rules = "events:\n  gain (int n): {text: 得る}\n"
    (found,) = load_texts({**base(), "rules.yaml": rules}).diagnostics
    lines = found.rendered().splitlines()

    assert found.labels[0].span.source.path == "game.yaml"
    assert "  ::: game.yaml:" in "\n".join(lines) and "first declared here" in lines[-2]


def test_very_long_words_are_cut_in_the_message():
    word = "小" * 3_000
    source = Source("a", word)
    label = Label(Span(source, 0, 1), "here")
    found = Diagnostic(
        "unknown-name", f"no `{word}`", Span(source, 0, len(word)), (word,), (label,)
    )
    text = found.rendered()

    assert len(text) < 2_000 and "…" in text
    assert word in json.loads(render_json([found]))[0]["message"]
