"""The style of files: indentation, blanks and comments; what is left alone."""

from __future__ import annotations

from textwrap import dedent

import pytest

from dsl.syntax.file_style import format_file

PAIRS = {
    "two blanks a level, lists below their key": (
        """\
        kinds:
            card:
                attributes: {a:  int ,b: [ x,y ] }
                list:
                    - one
                    -   two: 2
                        three: 3
        """,
        """\
        kinds:
          card:
            attributes: {a: int, b: [x, y]}
            list:
            - one
            - two: 2
              three: 3
        """,
    ),
    "comments keep their column, or move with their line": (
        """\
        # first
        a:
             # of b
             b: 1    # beside
             c: 2 # close
             # at the end
        d:   1       # far
        """,
        """\
        # first
        a:
          # of b
          b: 1    # beside
          c: 2 # close
          # at the end
        d: 1         # far
        """,
    ),
    "one empty line at the most, none at either end": (
        "\n\n\na: 1\n\n\n\nb: 2\n   \n\n",
        "a: 1\n\nb: 2\n",
    ),
    "blocks go with their key, and what they say stays": (
        """\
        a:
            text: |
                one

                  two
            fold: >-
                   three
                   four
            more: plain text
                  over lines
        """,
        """\
        a:
          text: |
            one

              two
          fold: >-
            three
            four
          more: plain text
                over lines
        """,
    ),
    "quotes, order and documents stay": (
        "b: '1'\na: \"2\"\n---\nc:   x\n",
        "b: '1'\na: \"2\"\n---\nc: x\n",
    ),
    "lists in lists": ("- - a\n  -   b\n-   - c\n", "- - a\n  - b\n- - c\n"),
    "brackets over lines keep their form": (
        "a:\n    b: {x: 1,\n        y: 2}\n",
        "a:\n  b: {x: 1,\n      y: 2}\n",
    ),
    "Japanese and emoji": ("名: {ja:  札,en: 🎴 }\n", "名: {ja: 札, en: 🎴}\n"),
}


@pytest.mark.parametrize("title", PAIRS)
def test_style(title: str):
    text, styled = (dedent(each) for each in PAIRS[title])

    assert format_file(text, ()) == styled
    assert format_file(styled, ()) == styled


def test_effects_are_styled_where_they_begin():
    text = "do: |\n    draw  1\n    if a :\n        stop\nsay: a  ==b\n"
    effects = (text.index("|"), text.index("a  =="))

    assert format_file(text, effects) == "do: |\n  draw 1\n  if a:\n    stop\nsay: a == b\n"


@pytest.mark.parametrize("text", ["a: [1\n", "a: &x 1\nb: *x\n", "a: 1\na: 2\n", "? a\n: b\n", ""])
def test_what_cannot_be_read_is_left_alone(text: str):
    assert format_file(text, ()) is None
