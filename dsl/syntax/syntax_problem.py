"""Report in plain words why the parser stopped at a word.

The parser knows which words could have followed. `mistake_table.py` recognises the commonest
mistakes by the words around the place; all others are told by what could have stood there.
"""

from __future__ import annotations

import re

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from dsl.diagnostics.wording import Said
from dsl.model.documents import NAME
from dsl.syntax.mistake_table import MISTAKES
from dsl.syntax.mistakes import Mistake, line_of
from dsl.syntax.problem import Problem, Stop

_VALUE_STARTS = frozenset({"NAME", "INT", "LPAR"})
_WORDS = re.compile(rf"{NAME.pattern}|[0-9]+|\.\.|//|->|[=!<>]=|\S")
_SHOWN = {
    "COLON": "`:`",
    "COMMA": "`,`",
    "EQUAL": "`=`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "LPAR": "`(`",
    "SEMICOLON": "`;`",
    "__ANON_0": "`->`",
}
_NAMED = {"NAME": "effect-syntax.a-name", "INT": "effect-syntax.a-number"}
_GOING_ON = frozenset({"DOT", "LSQB"})
"""What goes on with a value; seldom what was meant."""


def problem_of(error: UnexpectedInput, text: str) -> Problem:
    """Return what is wrong with a text at which the parser stopped."""
    stop = _stop_of(error, text)
    line = line_of(stop)
    for mistake in MISTAKES:
        problem = mistake.problem(stop, line) if isinstance(mistake, Mistake) else mistake(stop)
        if problem is not None:
            return problem
    key = "effect-syntax.ends" if stop.at_end else "effect-syntax.unexpected"
    return stop.problem(key, *_helps(stop.expected), word=stop.word, last=stop.last)


def _stop_of(error: UnexpectedInput, text: str) -> Stop:
    """Return the place of a parser error."""
    if isinstance(error, UnexpectedToken):
        token = error.token
        start = len(text.rstrip()) if token.type == "$END" else token.start_pos or 0
        word = "" if token.type in ("$END", "_NL", "_INDENT", "_DEDENT") else str(token)
        return _stop(token.type, word, start, frozenset(error.expected), text)
    assert isinstance(error, UnexpectedCharacters)
    start = error.pos_in_stream or 0
    found = _WORDS.match(text, start)
    return _stop("", found.group() if found else "", start, frozenset(error.allowed), text)


def _stop(kind: str, word: str, start: int, expected: frozenset[str], text: str) -> Stop:
    """Return the place with the words before it; an end of a line points at its last word."""
    end = start + len(word)
    line = text[text.rfind("\n", 0, start) + 1 : start]
    before = re.split(r"[;,]|:(?=\s*$)", line)[-1] if kind != "COMMA" else line
    head = start - len(before.lstrip())
    if not word and kind != "_INDENT":
        end = len(text[: start + 1].rstrip())
        found = list(_WORDS.finditer(text, 0, end))
        start = found[-1].start() if found else start
    if kind == "_INDENT":
        start = start + len(text[start:]) - len(text[start:].lstrip())
        found_word = _WORDS.match(text, start)
        end = found_word.end() if found_word else start + 1
    wanted = expected if len(expected) == 1 else expected - {"_NL"}
    rest = text[end:].split("\n", 1)[0]
    return Stop(kind, word, start, end, wanted, _words(before), _words(line), _words(rest), head)


def _words(text: str) -> tuple[str, ...]:
    """Return the words and signs of a text."""
    return tuple(match.group() for match in _WORDS.finditer(text))


def _helps(expected: frozenset[str]) -> tuple[str, ...]:
    """Return the help to write one of the few things that could follow, or none of many."""
    if expected >= _VALUE_STARTS:
        return () if "SEMICOLON" in expected else (Said("effect-syntax.write-value"),)
    visible = sorted(x for x in expected - _GOING_ON if not x.startswith(("_", "$")))
    if not 0 < len(visible) <= 4:
        return ()
    return (Said("effect-syntax.write-one", expected=tuple(map(_shown, visible))),)


def _shown(terminal: str) -> str:
    """Return what people call a terminal of the grammar."""
    if terminal in _NAMED:
        return Said(_NAMED[terminal])
    return _SHOWN.get(terminal, f"`{terminal.lower()}`")
