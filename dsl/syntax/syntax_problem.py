"""Report in plain words why the parser stopped at a word.

The parser knows which words could have followed. The commonest mistakes are recognised by the word
it stopped at and the words before it; all others are told by what could have stood there.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.spelling import nearest
from dsl.model.documents import NAME
from dsl.syntax.mistakes import SLIPS
from dsl.syntax.problem import Problem, Stop
from dsl.syntax.scan import RESERVED, STEP_KEYWORDS

_HEADS = {"if", "elif", "else", "for", "repeat", "while", "may", "together", "at", "then"}
_VALUE_STARTS = frozenset({"NAME", "INT", "LPAR"})
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "in"})
_OPERATORS = frozenset(("+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "..", "."))
_WORDS = re.compile(rf"{NAME.pattern}|[0-9]+|\.\.|//|->|[=!<>]=|\S")
_SHOWN = {
    "COLON": "`:`",
    "COMMA": "`,`",
    "EQUAL": "`=`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "LPAR": "`(`",
    "SEMICOLON": "`;`",
    "NAME": "a name",
    "INT": "a number",
    "__ANON_0": "`->`",
}
_GOING_ON = frozenset({"DOT", "LSQB"})
"""What goes on with a value; seldom what was meant."""


def problem_of(error: UnexpectedInput, text: str) -> Problem:
    """Return what is wrong with a text at which the parser stopped."""
    stop = _stop_of(error, text)
    for explain in _EXPLANATIONS:
        problem = explain(stop)
        if problem is not None:
            return problem
    return _plain_problem(stop)


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


def _explain_assignment(stop: Stop) -> Problem | None:
    """Explain `x = 3`, `x.y = 3` and `x += 1`, and operators behind what is read as an event."""
    if stop.word not in _OPERATORS | {"="} or len(stop.before) != 1 or stop.head in RESERVED:
        return None
    if "=" not in (stop.word, *stop.rest):
        return stop.problem(
            "effect-syntax",
            f"`{stop.head}` is read as an event, and `{stop.word}` cannot follow one",
            "begin the step with an event or with a word such as `set`, `let`, `if`",
        )
    until_equals = (stop.word, *stop.rest)[: (stop.word, *stop.rest).index("=")]
    name = "".join((stop.head, *until_equals)).rstrip("+-")
    if until_equals and until_equals[-1] in ("+", "-"):
        verb = "add … to" if until_equals[-1] == "+" else "subtract … from"
        message = f"`{until_equals[-1]}=` changes nothing"
        return stop.problem("single-equals", message, f"write `{verb} {name}`")
    helps = [f"write `set {name} to …`"]
    if not until_equals:
        helps.append(f"write `let {name} = …` for a new name")
    return stop.problem("single-equals", "`=` alone changes nothing", *helps)


def _explain_equals(stop: Stop) -> Problem | None:
    """Explain `=` in a condition, and behind `set`."""
    if stop.word != "=":
        return None
    if stop.head == "set":
        return stop.problem("single-equals", "`set` has no `=`", "write `to` instead of `=`")
    return stop.problem("single-equals", "`=` compares nothing", "write `==` to compare")


def _explain_body(stop: Stop) -> Problem | None:
    """Explain a head without steps."""
    if {"COLON", "COMMA"} <= stop.expected and stop.at_end and stop.head in _HEADS:
        return stop.problem(
            "missing-body",
            f"`{stop.head}` has no steps",
            "end the line with `:` and indent the steps below, or go on with `, ` and a step",
        )
    if stop.expected == {"ELSE"} and (stop.head == "may" or not stop.line):
        return stop.problem(
            "missing-body",
            "`may` has no steps",
            "go on with `, ` and a step, or end the line with `:` and indent the steps below; "
            "where there is an `else` below, nothing need be done",
        )
    if stop.at_end and stop.last == "," and "CHOOSE" in stop.expected:
        return stop.problem(
            "missing-body",
            "nothing follows `,`",
            "add a step, or take the comma out: an alternative is a body by itself",
        )
    if stop.expected == {"_NL"} and stop.last == ":" and not stop.at_end:
        return stop.problem(
            "effect-syntax",
            "steps stand behind `:` on the same line",
            "write `,` instead of `:`, or put the steps below, indented",
        )
    if stop.expected in ({"_NL"}, {"_INDENT"}) and (stop.at_end or not stop.line):
        return stop.problem(
            "missing-body",
            "the block after `:` is empty",
            "put its steps below the `:`, indented",
        )
    if "COMMA" in stop.expected and stop.last == "else" and stop.word == "if":
        return stop.problem("effect-syntax", "`else if` is one word here", "write `elif`")
    return None


def _explain_indentation(stop: Stop) -> Problem | None:
    """Explain an indented line that nothing asks for."""
    if stop.kind != "_INDENT":
        return None
    helps = "end the line above with `:` to open a block, or take the indentation out"
    return stop.problem("bad-indentation", "this line is indented below a complete step", helps)


def _explain_else(stop: Stop) -> Problem | None:
    """Explain `else`, `elif` and `then` without the step they belong to."""
    if stop.word not in ("else", "elif", "then") or stop.line:
        return None
    owner = "`at once`" if stop.word == "then" else "`if` or `may`"
    return stop.problem(
        "effect-syntax",
        f"`{stop.word}` belongs to no {owner} above",
        "give it the indentation of its step; a body on one line has no `else` inside",
    )


def _explain_spelling(stop: Stop) -> Problem | None:
    """Explain a step whose first word is nearly a word of the language."""
    if not stop.head or stop.head in RESERVED or NAME.fullmatch(stop.head) is None:
        return None
    meant = nearest(stop.head, STEP_KEYWORDS)
    if meant is None or len(stop.head) < 3:
        return None
    message = (
        f"`{stop.word or stop.last}` cannot stand here; `{stop.head}` is no word of the language"
    )
    end = stop.head_start + len(stop.head)
    return Problem(
        "misspelt-keyword", message, stop.head_start, end, (Instead.of(meant, stop.head),)
    )


def _explain_keyword(stop: Stop) -> Problem | None:
    """Explain a word of the language where a name belongs."""
    takes_name = stop.expected <= {"NAME", "INT", "LPAR", "ANY", "UP", "ONE"}
    if "NAME" not in stop.expected or stop.word not in RESERVED or not takes_name:
        return None
    message = f"`{stop.word}` is a word of the language and cannot be a name"
    if stop.last == "." and len(stop.line) > 1 and stop.word in ("any", "all", "top", "bottom"):
        more = ", …" if stop.word in ("any", "all") else ""
        help_text = f"write `{stop.word}({stop.line[-2]}{more})`"
        return stop.problem("reserved-word", message, help_text)
    return stop.problem("reserved-word", message, "choose another name")


def _explain_comparison(stop: Stop) -> Problem | None:
    """Explain `a < b < c`."""
    if stop.word not in _COMPARISONS or not _COMPARISONS & set(stop.before):
        return None
    message = f"a second comparison `{stop.word}` in a row"
    return stop.problem("effect-syntax", message, "join the two with `and`")


def _explain_missing_value(stop: Stop) -> Problem | None:
    """Explain an operator, comma or word with nothing behind it."""
    if not stop.expected >= _VALUE_STARTS or not (stop.at_end or stop.word in (")", "]", ",")):
        return None
    if not stop.last:
        return stop.problem("missing-value", "a value is missing")
    message = f"nothing follows `{stop.last}`"
    return stop.problem("missing-value", message, "add a value, or take it out")


def _explain_slash(stop: Stop) -> Problem | None:
    """Explain a single `/` between numbers."""
    if stop.word != "/":
        return None
    return stop.problem(
        "effect-syntax", "`/` stands between units only", "write `//` to divide and round down"
    )


def _explain_nesting(stop: Stop) -> Problem | None:
    """Explain a block inside a body on one line."""
    nests = stop.word in ("while", "repeat", "may", "together", "at")
    if not nests or "," not in stop.line:
        return None
    return stop.problem(
        "effect-syntax",
        f"`{stop.word}` cannot stand in a body on one line",
        "end the line above with `:` and put the steps below, indented",
    )


_EXPLANATIONS: tuple[Callable[[Stop], Problem | None], ...] = (
    *SLIPS,
    _explain_assignment,
    _explain_equals,
    _explain_indentation,
    _explain_body,
    _explain_else,
    _explain_nesting,
    _explain_comparison,
    _explain_spelling,
    _explain_missing_value,
    _explain_keyword,
    _explain_slash,
)


def _plain_problem(stop: Stop) -> Problem:
    """Return the problem told by what could have stood at a place."""
    found = "the text ends" if stop.at_end else f"`{stop.word}` cannot stand here"
    behind = f" behind `{stop.last}`" if stop.last else ""
    expected = _expected_words(stop.expected)
    helps = (f"write {expected}",) if expected else ()
    return stop.problem("effect-syntax", f"{found}{behind}", *helps)


def _expected_words(expected: frozenset[str]) -> str:
    """Return the few things that could follow, or nothing where they are many."""
    if expected >= _VALUE_STARTS:
        return "" if "SEMICOLON" in expected else "a value"
    visible = sorted(x for x in expected - _GOING_ON if not x.startswith(("_", "$")))
    if not 0 < len(visible) <= 4:
        return ""
    return " or ".join(_SHOWN.get(each, f"`{each.lower()}`") for each in visible)
