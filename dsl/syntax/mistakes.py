"""Recognise mistakes in effect texts by the words around the place where the parser stopped.

Most mistakes have a pattern (`Mistake`); `syntax_problem.py` lists them. Functions here recognise
those for which a pattern is not enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import nearest
from dsl.model.documents import NAME
from dsl.records import Record
from dsl.syntax.grammar import RESERVED, STEP_KEYWORDS
from dsl.syntax.scan import Problem, Stop

CONDITIONED: Final = frozenset({"if", "elif", "while", "for"})
FIELD_GOES_ON: Final = frozenset({"EQUAL", "LPAR"})
"""What can stand behind the type of a field."""
TYPE_WORDS: Final = ("maybe", "list", "set", "bag")
COUNTING: Final = frozenset({"create", "add", "subtract"})
"""Steps that begin with a number of something."""
AS_NAME: Final = "reserved-word.as-name"
NUMBER: Final = re.compile(r"[0-9]+")
WORD: Final = re.compile(r"[A-Za-z0-9_][\w-]*")
TIGHT: Final = re.compile(r" ?([.\[(]) ?| ([\])])")
MARKS: Final = str.maketrans("", "", "‸⏎⇥")


def written(words: Iterable[str]) -> str:
    """Return words and signs as they are written in a line."""
    return TIGHT.sub(r"\1\2", " ".join(words)).replace(" ,", ",")


class Words(str):
    """Words of a line in a message: `{x}`; `{x:…}` with a default, `{x:tight}` without blanks,
    `{x: }` behind a blank."""

    def __format__(self, form: str) -> str:
        words = self.translate(MARKS).split()
        if form == "tight":
            return "".join(words) or "…"
        text = written(words)
        return f" {text}" if form == " " and text else text or form.strip()


class Mistake(Record):
    """One row.

    Attributes:
        example: A text with the mistake.
        key: Of what is said of it. A slot `last` is the word before the place, `head` the first
            one of the step; others are groups of the pattern.
        expects: Terminals that could all have followed, parted by blanks.
        only: The terminal that alone could have followed; empty for any.
        within: Terminals of which each that could have followed is one; empty for any.
        instead: What to write in place of the first word of the step, which is at fault.
        slots: What fills slots besides.
    """

    example: str
    pattern: str
    key: str
    expects: str
    only: str
    within: str
    instead: str
    slots: Mapping[str, str]

    def problem(self, stop: Stop, line: str) -> Problem | None:
        """Return the problem at a place, if this mistake was made there.

        Args:
            line: The words around the place, as patterns match them.
        """
        visible = {each for each in stop.expected if not each.startswith(("_", "$"))}
        if not stop.expected.issuperset(self.expects.split()):
            return None
        if (self.only and stop.expected != {self.only}) or (
            self.within and not (visible and visible.issubset(self.within.split()))
        ):
            return None
        match = _compiled(self.pattern).search(line)
        if match is None:
            return None
        slots: dict[str, str] = {
            key: Words(words or "") for key, words in match.groupdict().items()
        }
        slots |= {"last": Words(stop.last), "head": Words(stop.head)}
        slots |= self.slots
        if self.instead:
            end = stop.head_start + len(stop.head)
            return Problem(self.key, stop.head_start, end, Instead.sure(self.instead), **slots)
        return stop.problem(self.key, **slots)


def line_of(stop: Stop) -> str:
    """Return the words of a line as patterns match them."""
    outer = stop.line[: len(stop.line) - len(stop.before)]
    word = "⏎" if stop.at_end else "⇥" if stop.kind == "_INDENT" else stop.word
    before, step = ("".join(f"{each} " for each in words) for words in (outer, stop.before))
    return f"{before}¦{step}‸{word}" + "".join(f" {each}" for each in stop.rest)


def _any_of(words: Iterable[str]) -> str:
    """Return the pattern of any of some words as a whole."""
    return rf"(?:{'|'.join(map(re.escape, sorted(words, key=lambda w: (-len(w), w))))})(?!\S)"


PARTS: Final = {
    "WORD": r"[A-Za-z0-9_][\w-]*",
    "INT": "[0-9]+",
    "END": r"(?!\S)",
    "START": r"(?<![^ ¦])",
    "OWN": rf"(?!{_any_of(RESERVED)})",  # no word of the language
    "COUNTED": rf"(?!{_any_of(RESERVED - {'any'})})",
    "COMPARISON": _any_of(("==", "!=", "<", "<=", ">", ">=", "in")),
    "OPERATOR": _any_of(("+", "-", "*", "//", "%", "==", "!=", "<", "<=", ">", ">=", "..", ".")),
    "PLAIN": rf"(?: (?!{_any_of((*RESERVED, ',', ':', ';'))})\S+)*",  # up to a word or sign
}
"""What patterns name in capitals between angle brackets."""


def row(
    example: str,
    pattern: str,
    key: str,
    *,
    expects: str = "",
    only: str = "",
    within: str = "",
    instead: str = "",
    **slots: str,
) -> Mistake:
    """Return a row of the table."""
    return Mistake(example, pattern, key, expects, only, within, instead, slots)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern with its parts, once a text has a mistake."""
    return re.compile(re.sub(r"<([A-Z]+)>", lambda match: PARTS[str(match[1])], pattern))


def explain_each(stop: Stop) -> Problem | None:
    """Explain `each player` where a list belongs."""
    if stop.expected != {"IN"} or stop.line[-2:-1] != ("each",) or stop.line[-3:-2] == ("for",):
        return None
    is_player = stop.last in ("player", "players")
    key = "effect-syntax.each-player" if is_player else "effect-syntax.each-thing"
    start = stop.start - (0 if stop.at_end else len(stop.last) + 1) - len("each ")
    return Problem(key, start, stop.end, word=stop.last)


def explain_type(stop: Stop) -> Problem | None:
    """Explain a type whose first word is nearly `maybe` or the like."""
    is_type = stop.expected >= FIELD_GOES_ON and len(stop.line) == 1 and WORD.fullmatch(stop.word)
    meant = nearest(stop.head, TYPE_WORDS) if is_type else None
    if meant is None:
        return None
    end = stop.head_start + len(stop.head)
    advice = Instead.of(meant, stop.head)
    return Problem("unknown-type.misspelt", stop.head_start, end, advice, word=stop.head)


def explain_range(stop: Stop) -> Problem | None:
    """Explain `5-20` where one number alone would have no sense."""
    first, last = stop.head, stop.rest[0] if len(stop.rest) == 1 else ""
    is_tight = stop.head_start + len(first) == stop.start
    numbers = NUMBER.fullmatch(first) and NUMBER.fullmatch(last)
    if stop.word != "-" or len(stop.before) != 1 or not is_tight or not numbers:
        return None
    end = stop.end + len(last)
    return Problem("effect-syntax.range", stop.head_start, end, first=first, last=last)


def explain_units(stop: Stop) -> Problem | None:
    """Explain `create 1 (t.definition)`, `subtract 1 next(me) from x.men` and `add 1 c.color …`."""
    words, first = stop.before, tuple[str, ...]()
    if stop.word == "(" and NUMBER.fullmatch(stop.last) and stop.head in COUNTING:
        number, before = stop.last, words[:-1]
    elif stop.word in ("(", ".") and len(words) > 2 and NUMBER.fullmatch(words[-2]):
        number, first, before = words[-2], (words[-1], stop.word), words[:-2]
    else:
        return None
    last = _closing(stop.rest) if stop.word == "(" else 1
    inside, behind = (*first, *stop.rest[:last]), stop.rest[last:]
    if stop.word == "(":
        inside, behind = (*inside, *behind[: len(first) // 2]), behind[1:]
    key = "effect-syntax.units-more" if first else "effect-syntax.units-bracket"
    step = written((*before, number, "n", *behind))
    return stop.problem(key, number=number, inside=written(inside) or "…", step=step)


def _closing(words: tuple[str, ...]) -> int:
    """Return the place of the bracket that closes the one before some words; else their end."""
    depth = 1
    for place, word in enumerate(words):
        depth += (word == "(") - (word == ")")
        if not depth:
            return place
    return len(words)


def explain_condition(stop: Stop) -> Problem | None:
    """Explain a condition that runs into its step."""
    if stop.head not in CONDITIONED or "COMMA" not in stop.expected or stop.at_end:
        return None
    begins_step = stop.word in STEP_KEYWORDS or stop.word not in RESERVED
    is_open = any(stop.line.count(a) > stop.line.count(b) for a, b in ("()", "[]"))
    if is_open or WORD.fullmatch(stop.word) is None or not (
        begins_step or stop.word == "then"
    ):  # fmt: skip
        return None
    if stop.head == "for":
        key = "effect-syntax.list-then" if stop.word == "then" else "effect-syntax.list-runs-on"
    elif stop.word == "then":
        key = "effect-syntax.condition-then"
    else:
        key = "effect-syntax.condition-runs-on"
    return stop.problem(key, head=stop.head)


def explain_spelling(stop: Stop) -> Problem | None:
    """Explain a step whose first word is nearly a word of the language."""
    if not stop.head or stop.head in RESERVED or NAME.fullmatch(stop.head) is None:
        return None
    meant = nearest(stop.head, STEP_KEYWORDS)
    if meant is None or len(stop.head) < 3:
        return None
    end = stop.head_start + len(stop.head)
    advice, word = Instead.of(meant, stop.head), stop.word or stop.last
    key = "misspelt-keyword.near"
    return Problem(key, stop.head_start, end, advice, word=word, head=stop.head)


def explain_keyword(stop: Stop) -> Problem | None:
    """Explain a word of the language where a name belongs."""
    takes_name = stop.expected <= {"NAME", "INT", "LPAR", "ANY", "UP", "ONE"}
    if "NAME" not in stop.expected or stop.word not in RESERVED or not takes_name:
        return None
    if stop.last == "." and len(stop.line) > 1 and stop.word in ("any", "all", "top", "bottom"):
        is_asked = stop.word in ("any", "all")
        key = "reserved-word.of-list" if is_asked else "reserved-word.of-ends"
        return stop.problem(key, word=stop.word, list=stop.line[-2])
    return stop.problem(AS_NAME, word=stop.word)
