"""Check that the commonest mistakes get their name, their place and a help."""

from __future__ import annotations

import re
from typing import Any

import pytest

from dsl.diagnostics.wording import Said
from dsl.languages import OWN
from dsl.syntax.limits import EFFECT_BYTES, EFFECT_DEPTH, EFFECT_NODES, EFFECT_TOKENS
from dsl.syntax.mistakes import Mistake
from dsl.syntax.parser import (
    parse_event_signature,
    parse_expression,
    parse_field,
    parse_pattern,
    parse_quantified,
    parse_steps,
)
from dsl.syntax.syntax_problem import MISTAKES as TABLE

# text, name of the diagnostic, the words at its place, a part of the help
MISTAKES = [
    ("if a", "missing-body", "a", "`:`"),
    ("if a:", "missing-body", ":", "indented"),
    ("if a:\nstop", "missing-body", "stop", "indented"),
    ("may pay 2", "missing-body", "2", "`else`"),
    ("may by p pay 2\ngain 1", "missing-body", "gain", "`else`"),
    ("choose one:\n  pay 2,\n  gain 1", "missing-body", ",", "by itself"),
    ("gain calm 2", "effect-syntax", "2", "`2 calm`"),
    ("gain any 2", "effect-syntax", "2", "`2 any`"),
    ("gain calm count(xs)", "effect-syntax", "(", "`(count(…)) calm`"),
    ("me draws 3", "effect-syntax", "3", "`draw 3`"),
    ("let table = 0, 1, 2", "effect-syntax", ",", "`[0, 1, 2]`"),
    ("let n = roll 1d6", "effect-syntax", "1", "1..6 by chance"),
    ("each player draws 5", "effect-syntax", "each", "`for each p in players"),
    ("if any player has 3, stop", "effect-syntax", "player", "`any(players"),
    ("discard choose c from xs", "effect-syntax", "choose", "line before"),
    ("discard cs so that a", "effect-syntax", "so", "`{from: …, so-that: …}`"),
    ("at the start of next turn, draw 2", "effect-syntax", "the", "`after:` a phase"),
    ("if a: stop", "effect-syntax", "stop", "`,`"),
    ("for p in x, stop", "effect-syntax", "p", "`for each p in"),
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
    ("set me.coins += 1", "single-equals", "+", "`add 1 to me.coins`"),
    (
        "set c.tokens[red] -= count(me.hand)",
        "single-equals",
        "-",
        "`subtract count(me.hand) from c.tokens[red]`",
    ),
    ("add me.coins 3", "effect-syntax", "3", "`add 3 to me.coins`"),
    ("add 3 me.coins", "effect-syntax", ".", "`add 3 to me.coins`"),
    ("subtract me.coins 3", "effect-syntax", "3", "`subtract 3 from me.coins`"),
    ("foreach p in players, gain 1 by p", "misspelt-keyword", "foreach", "`for each`"),
    ("foreach p in players:\n  gain 1 by p", "misspelt-keyword", "foreach", "`for each`"),
    ("if a == 5 end game", "effect-syntax", "end", "a comma or a colon after the condition"),
    ("if a == 5 then end game", "effect-syntax", "then", "a comma or a colon after the condition"),
    ("if a == 5 then gain 1", "effect-syntax", "then", "a comma or a colon after the condition"),
    ("while f(a) stop", "effect-syntax", "stop", "a comma or a colon after the condition"),
    ("for each p in players gain 1", "effect-syntax", "1", "a comma or a colon after the list"),
    ("if me.hand empty, stop", "effect-syntax", "empty", "`is empty`"),
    ("if round is 5, stop", "effect-syntax", "5", "`== 5`"),
    ("if round is not 5, stop", "effect-syntax", "5", "`!= 5`"),
    ("gain 3 any but gold", "effect-syntax", "but", "`except`"),
    ("gain 1.5", "bad-number", "1.5", "whole"),
    ("end", "effect-syntax", "end", "`end game`"),
    ("end the game", "effect-syntax", "the", "`end game`"),
    ("move top of deck to me.hand", "effect-syntax", "of", "`top(deck)`"),
    ("repeat 3, gain 1", "effect-syntax", ",", "`repeat 3 times`"),
    ("gain 1 if round == 2", "effect-syntax", "2", "`if round == 2, gain 1`"),
    ("let x = 1 if round == 2", "effect-syntax", "2", "`else …`"),
]


@pytest.mark.parametrize(("text", "name", "words", "help_part"), MISTAKES)
def test_mistake(text: str, name: str, words: str, help_part: str, parsed: Any) -> None:
    steps, report = parsed(parse_steps, text)
    assert steps is None
    (finding,) = report.diagnostics
    assert (finding.name, finding.span.text) == (name, words)
    assert help_part in " ".join(finding.helps)
    assert finding.rendered()


@pytest.mark.parametrize(
    ("text", "words"),
    [("draw (int n, int m)", ","), ("draw(int n, int m)", ","), ("draw (int n) (int m)", "(")],
)
def test_a_second_slot_needs_a_preposition(text: str, words: str, parsed: Any) -> None:
    signature, report = parsed(parse_event_signature, text)
    assert signature is None
    (finding,) = report.diagnostics
    assert (finding.name, finding.span.text) == ("effect-syntax", words)
    assert "preposition" in finding.helps[0]


def test_a_parameter_has_a_key_for_so_far(parsed: Any) -> None:
    found, report = parsed(parse_quantified, "any number of me.hand so far count(it) < 2")
    assert found is None
    (finding,) = report.diagnostics
    assert (finding.name, finding.span.text) == ("effect-syntax", "so")
    assert "`{from: …, so-far: …}`" in finding.helps[0]


def test_helps_name_no_terminals(parsed: Any) -> None:
    for text in ("set a.b", "set me.coins 3", "let x 3", "add 3", "choose x me.hand"):
        report = parsed(parse_steps, text)[1]
        helps = " ".join(help_text for each in report.diagnostics for help_text in each.helps)
        assert "dot" not in helps and "sqb" not in helps


ROWS = [each for each in TABLE if isinstance(each, Mistake)]
READERS = (
    parse_steps, parse_expression, parse_event_signature, parse_pattern, parse_quantified,
    parse_field,
)  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=[f"{n}: {each.example}" for n, each in enumerate(ROWS)])
def test_each_row_of_the_table_explains_its_example(row: Mistake, parsed: Any) -> None:
    found = [each for read in READERS for each in parsed(read, row.example)[1].diagnostics]
    own = [each for each in found if key_of(each.message) == row.key]

    assert own, [(each.message, each.helps) for each in found]
    for language in OWN:
        for each in own:
            told = each.in_language(language)
            assert not re.search("[‸⏎⇥¦]", " ".join((told.message, *told.helps)))
            assert all(is_in(language, each) for each in (told.message, *told.helps))


def is_in(language: str, text: str) -> bool:
    """Return whether a text has kana just if it is Japanese."""
    return (re.search("[\u3041-\u30ff]", text) is not None) == (language == "ja")


def key_of(text: str) -> str:
    """Return where a text stands in the catalogue."""
    return text.key.removesuffix(".message") if isinstance(text, Said) else ""


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
    assert name_of("1" * 20, parsed) == "number-too-large"
