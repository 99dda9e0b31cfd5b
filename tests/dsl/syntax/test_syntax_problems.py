"""Check that the commonest mistakes get their name, their place and a help."""

from __future__ import annotations

from typing import Any

import pytest

from dsl.diagnostics.render import render_text
from dsl.syntax.limits import EFFECT_BYTES, EFFECT_DEPTH, EFFECT_NODES, EFFECT_TOKENS
from dsl.syntax.parser import parse_expression, parse_steps

# text, name of the diagnostic, the words at its place, a part of the help
MISTAKES = [
    ("if a", "missing-body", "a", "`:`"),
    ("if a:", "missing-body", ":", "indented"),
    ("if a:\nstop", "missing-body", "stop", "indented"),
    ("if a: stop", "effect-syntax", "stop", "`,`"),
    ("for p in x, stop", "effect-syntax", "p", "`each`"),
    ("for each p of x, stop", "effect-syntax", "of", "`in`"),
    ("x = 3", "single-equals", "=", "set x to"),
    ("self.tapped = true", "single-equals", ".", "set self.tapped to"),
    ("set x = 3", "single-equals", "=", "`to`"),
    ("if x = 3, stop", "single-equals", "=", "`==`"),
    ("x += 1", "single-equals", "+", "add … to x"),
    ("draw (1", "unclosed-bracket", "(", "`)`"),
    ("draw 1)", "unclosed-bracket", ")", "out"),
    ("draw (1]", "unclosed-bracket", "]", "`)`"),
    ("chose one:\n  stop", "misspelt-keyword", "chose", "`choose`"),
    ("fore each p in x, stop", "misspelt-keyword", "fore", "`for`"),
    ('log "a"', "string-in-effect", '"', "text:"),
    ("if a, stop\nelse if b, stop", "effect-syntax", "if", "`elif`"),
    ("gain f(a,)", "missing-value", ")", "value"),
    ("draw 1 +", "missing-value", "+", "value"),
    ("let order = 3", "reserved-word", "order", "another"),
    ("if a < b < c, stop", "effect-syntax", "<", "`and`"),
    ("stop\n    stop", "bad-indentation", "stop", "`:`"),
    ("if a:\n    stop\n  stop", "bad-indentation", "stop", "indent"),
    ("if a:\n\tstop", "bad-indentation", "\t", "spaces"),
    ("", "empty-effect", "", ""),
    ("# nothing", "empty-effect", "# nothing", ""),
    ("else, stop", "effect-syntax", "else", "indentation"),
    ("if x / 2 == 1, stop", "effect-syntax", "/", "`//`"),
    ("if a, while b, stop", "effect-syntax", "while", "below"),
    ("draw 1 ! 2", "unknown-character", "!", "`not`"),
    ("draw（1", "unknown-character", "（", "`(`"),
    ("draw 1000000000001", "number-too-large", "1000000000001", ""),
    ("draw 1 by 見張り", "unknown-character", "見", ""),
]


@pytest.mark.parametrize(("text", "name", "words", "help_part"), MISTAKES)
def test_mistake(text: str, name: str, words: str, help_part: str, parsed: Any) -> None:
    steps, report = parsed(parse_steps, text)
    assert steps is None
    (finding,) = report.diagnostics
    assert (finding.name, finding.span.text) == (name, words)
    assert help_part in " ".join(finding.helps)
    assert render_text(finding)


def name_of(text: str, parsed: Any, function: Any = parse_expression) -> str | None:
    report = parsed(function, text)[1]
    return report.diagnostics[0].name if report.diagnostics else None


def test_length_limits(parsed: Any) -> None:
    room = EFFECT_BYTES - len("stop #")
    assert name_of("stop #" + "x" * room, parsed, parse_steps) is None
    assert name_of("stop #" + "x" * (room + 1), parsed, parse_steps) == "effect-too-long"
    words = EFFECT_TOKENS // 4
    assert name_of("a;" * (words + 1), parsed, parse_steps) == "effect-too-long" or words < 600
    assert name_of("; " * (EFFECT_TOKENS + 1), parsed, parse_steps) == "effect-too-long"


def test_node_limit(parsed: Any) -> None:
    assert name_of("a;" * EFFECT_NODES, parsed, parse_steps) is None
    assert name_of("a;" * EFFECT_NODES + "a", parsed, parse_steps) == "effect-too-long"


def test_depth_limits(parsed: Any) -> None:
    brackets = "(" * EFFECT_DEPTH + "a" + ")" * EFFECT_DEPTH
    assert name_of(brackets, parsed) is None
    assert name_of(f"({brackets})", parsed) == "effect-too-deep"
    assert name_of("not " * (EFFECT_DEPTH - 1) + "a", parsed) is None
    assert name_of("not " * EFFECT_DEPTH + "a", parsed) == "effect-too-deep"
    assert name_of("-" * 1900 + "a", parsed) == "effect-too-deep"
    assert name_of("a" + ".b" * 900, parsed) == "effect-too-deep"
    blocks = "".join(f"{' ' * i}if a:\n" for i in range(EFFECT_DEPTH + 10))
    assert name_of(blocks + " " * 80 + "stop", parsed, parse_steps) == "effect-too-deep"
    inline = "if a, " * 300 + "stop"
    assert name_of(inline, parsed, parse_steps) == "effect-too-deep"


def test_largest_number(parsed: Any) -> None:
    assert name_of("1000000000000", parsed) is None
    assert name_of("0" * 20, parsed) == "number-too-large"
