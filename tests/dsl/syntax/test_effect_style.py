"""The style of effect texts: what changes, what stays, and that the parser sees no difference."""

from __future__ import annotations

import pytest

from dsl.syntax.effect_style import in_style
from dsl.syntax.parser import _read
from dsl.syntax.scan import scan

PAIRS = [
    ("move  c  to top of me.deck;draw   2", "move c to top of me.deck; draw 2"),
    ("let x=f( a,b )[ 1 ]", "let x = f(a, b)[1]"),
    ("return [a,b]where it>3 and(c or d)", "return [a, b] where it > 3 and (c or d)"),
    ("let n = count( xs )+1*2 //3", "let n = count(xs) + 1 * 2 // 3"),
    ("set x to - y", "set x to -y"),
    ("gain -1", "gain -1"),
    ("let x = (a)-1", "let x = (a) - 1"),
    ("let y = a - -1", "let y = a - -1"),
    ("choose n from 1 .. 3", "choose n from 1..3"),
    ("draw-card->c", "draw-card -> c"),
    ("score (0 if a else b) for p", "score (0 if a else b) for p"),
    ("if a==b :\n    draw 2\n    if c:\n          stop\nelse:\n   draw 1",
     "if a == b:\n  draw 2\n  if c:\n    stop\nelse:\n  draw 1"),
    ("draw 1    # two  blanks, and a   comment\n\n\n\ndraw 2",
     "draw 1    # two  blanks, and a   comment\n\ndraw 2"),
    ("if a:\n    # of the step\n    draw 1\n    # of the block\ndraw 2",
     "if a:\n  # of the step\n  draw 1\n  # of the block\ndraw 2"),
    ("let y = [a,\n         b]", "let y = [a,\n         b]"),
    ("gain 1 calm/life", "gain 1 calm/life"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "styled"), PAIRS)
def test_style(text: str, styled: str):
    assert in_style(text) == styled
    assert in_style(styled) == styled


@pytest.mark.parametrize(("text", "styled"), PAIRS)
def test_the_parser_sees_no_difference(text: str, styled: str):
    assert _read(scan(text, True), "effect") == _read(scan(styled, True), "effect")


@pytest.mark.parametrize(
    "text", ["2-4", "Draw 2. Then, if you may, stop.", "3X", "Calm / Elan", "手札 ,", "a == b!"]
)
def test_what_people_read_stays(text: str):
    assert in_style(text) == text
