"""Report in plain words why the parser stopped, by a table of common mistakes.

The parser knows which words could have followed. `mistakes.py` recognises the commonest
mistakes by the words around the place; all others are told by what could have stood there.

People think of other languages, or of plain English. A row begins with an example of a mistake. Its
pattern is a regular expression over the words of the line, each followed by a blank. In it `¦`
stands where the step begins, and `‸` where the parser stopped: before the word that it could not
use. `⏎` stands for the end of the line, `⇥` for an indentation, `<INT>` and the like for
`mistakes.PARTS`. Rows are tried in their order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from dsl.diagnostics.wording import Said
from dsl.model.documents import NAME
from dsl.syntax.mistakes import (
    Mistake,
    explain_condition,
    explain_each,
    explain_keyword,
    explain_range,
    explain_spelling,
    explain_type,
    explain_units,
    line_of,
    row,
)
from dsl.syntax.scan import Problem, Stop

Explain: TypeAlias = Callable[[Stop], Problem | None]

_OTHER_WORDS: Final = (
    ("foreach", "for each"), ("elseif", "elif"), ("elsif", "elif"), ("otherwise", "else"),
    ("loop", "repeat"), ("var", "let"), ("const", "let"),
)  # fmt: skip
_SIGNS: Final = (("=", ">", ">="), ("=", "<", "<="), ("<", ">", "!="), ("==", "=", "=="))
_CHANGES: Final = (("+", "add", "to"), ("-", "subtract", "from"))

MISTAKES: Final[tuple[Mistake | Explain, ...]] = (
    *(row(f"{word} a", f"¦{word} ", "misspelt-keyword.other-language", word=word, instead=meant)
      for word, meant in _OTHER_WORDS),
    *(row(f"if a {one}{two} b, stop", place.format(one, two), "effect-syntax.two-signs",
          one=one, two=two, meant=meant)
      for place in ("<START>{0} ‸{1}<END>", "‸{0} {1}<END>") for one, two, meant in _SIGNS),
    row("when a, stop", "¦‸when<END>", "effect-syntax.when-step"),
    row("for p in players, stop", r"<START>for ‸(?P<word>\S+) in<END>",
        "effect-syntax.for-without-each"),
    explain_each,
    row("for each player p: stop", "<START>for each players? ‸(?P<word><WORD>) (?:[:,]|in)<END>",
        "effect-syntax.for-player", only="IN"),
    row("for each card c: stop", r"<START>for each \S+ ‸(?P<word><WORD>) (?:[:,]|in)<END>",
        "effect-syntax.for-card", only="IN"),
    row("move c from deck to me.hand", r"‸(?P<word>from)(?P<place>(?: \S+)*?) to<END>",
        "effect-syntax.move-from", expects="TO"),
    row("move all cards home", r"¦move (?:(?!to )\S+ )+‸<OWN>(?P<place><WORD>)$",
        "effect-syntax.move-to", expects="TO"),
    row("for each p in ps if p.a, stop",
        r"¦for each <WORD> in (?:(?!if )\S+ )+if (?P<condition>(?:\S+ )*)‸[,:]<END>",
        "effect-syntax.for-if", expects="ELSE"),
    row("choose one:\n  - draw 1", "^¦‸-<END>", "effect-syntax.list-mark"),
    explain_type,
    explain_range,
    *(row(f"set x {sign}= 1", rf"¦set (?P<target>(?:\S+ )*)‸\{sign} =(?P<amount>.*)",
          "single-equals.in-set", sign=sign, verb=verb, prep=prep)
      for sign, verb, prep in _CHANGES),
    row("set x to 1 . 5", r"<START>(?P<whole><INT>) \. ‸(?P<part><INT>)<END>",
        "effect-syntax.fraction"),
    row("draw (int n) (int m)", r"\) ‸\(<END>", "effect-syntax.several-values",
        expects="FOR WITH"),
    row("draw (int n, int m)", "‸,<END>", "effect-syntax.several-values", within="RPAR EQUAL"),
    row("move c to top of deck", "<START>(?P<end>top|bottom) ‸of<END>(?P<zone><PLAIN>)",
        "effect-syntax.end-of"),
    *(row(f"{verb} 3 x", rf"¦{verb} (?!(?:.* )?{prep}<END>)(?P<amount><INT>) (?P<target>.*)",
          "effect-syntax.no-preposition", verb=verb, prep=prep) for _, verb, prep in _CHANGES),
    *(row(f"{verb} x 3",
          rf"¦{verb} (?!(?:.* )?{prep}<END>)(?!<INT> )(?P<target>(?:\S+ )+)‸(?P<amount><INT>)<END>",
          "effect-syntax.no-preposition", verb=verb, prep=prep) for _, verb, prep in _CHANGES),
    explain_units,
    row("if round is not 5, stop", r"<START>is not ‸(?P<number><INT>)<END>",
        "effect-syntax.is-number", sign="!="),
    row("if round is 5, stop", r"<START>is ‸(?P<number><INT>)<END>", "effect-syntax.is-number",
        sign="=="),
    row("gain 3 any but gold", r"<START>any ‸but <WORD>", "effect-syntax.any-but"),
    row("if xs empty, stop", r"¦(?:if|elif|while|for) .*(?<! is )‸(?P<word>empty|none)<END>",
        "effect-syntax.without-is", expects="COMMA"),
    row("if not empty(xs), stop", r"‸empty \( (?P<what>(?:[^\s()]+ )+)\)",
        "effect-syntax.empty-call"),
    *(row(example, pattern, "effect-syntax.modulo")
      for example, pattern in (("if round mod 3 == 0, stop", r"‸mod (?P<number><WORD>)"),
                               ("set x to y mod 2", r"<START>mod ‸(?P<number><WORD>)"))),
    *(row(example, pattern, "effect-syntax.and-between")
      for example, pattern in (
          ("take 3 coin and take 1 wood", "¦<OWN><WORD> (?:\\S+ )*and <OWN><WORD> ‸<INT><END>"),
          ("add 1 to x and add 1 to y", "¦(?:add|subtract|set|move) (?:\\S+ )+‸and<END>"))),
    explain_condition,
    row("repeat 3, stop", r"¦repeat (?P<number>\S+) ", "effect-syntax.no-times", expects="TIMES"),
    row("end", "¦end ‸", "effect-syntax.end-alone"),
    row("let n = 1 if a", r"¦(?:let|set) (?!if )<WORD>(?: (?!if )\S+)* if (?:\S+ )*‸⏎",
        "effect-syntax.late-if-value", expects="ELSE"),
    row("gain 1 if a",
        r"¦(?P<step>[^\W\d_]\S* (?!if )<WORD>(?: (?!if )\S+)*) if (?P<condition>(?:\S+ )*)‸⏎",
        "effect-syntax.late-if-step", expects="ELSE"),
    row("let n = xs where x: x.a", "<START>where (?P<name><WORD>) ‸:<END>",
        "effect-syntax.named-element"),
    row("let n = roll 1d6", "‸(?P<count><INT>) d(?P<sides><INT>)<END>", "effect-syntax.dice"),
    row("2 from me.hand",
        "¦(?P<number>(?:up to )?<INT>) ‸(?P<word>from|of)<END>(?P<rest>.*)",
        "effect-syntax.number-from"),
    row("2 gold", "^¦‸(?P<number><INT>) (?P<what><WORD>)$", "effect-syntax.number-first"),
    row("each player draws 5", "¦‸each<END>", "effect-syntax.each-step"),
    row("if any player has 3, stop", r"<START>any ‸[^\W\d_]", "effect-syntax.any-of",
        expects="LPAR"),
    row("me draws 3",
        r"¦me (?:\S+ )*<COUNTED>(?P<what>[^\W\d_]\S*?)s? ‸(?P<number><INT>)<END>",
        "effect-syntax.me-first"),
    row("me draws count(xs)",
        r"¦me (?:\S+ )*<COUNTED>(?P<what>[A-Za-z0-9_][\w-]*?)s? (?P<list><WORD>) ‸\(<END>",
        "effect-syntax.me-first-of-list"),
    row("p takes 2 coin",
        r"¦<OWN>(?P<who><WORD>) <OWN>(?P<verb>[^\W\d_][\w-]*?)s ‸(?P<rest><INT> <WORD>(?: \S+)*)$",
        "effect-syntax.who-first"),
    row("gain calm 2", r"¦(?:\S+ )+<COUNTED>(?P<what>[^\W\d_]\S*) ‸(?P<number><INT>)<END>",
        "effect-syntax.counted-first"),
    row("gain calm count(xs)", r"¦(?:\S+ )+<COUNTED>(?P<what><WORD>) (?P<list><WORD>) ‸\(<END>",
        "effect-syntax.counted-first-of-list"),
    row("claim where c is gold by me",
        r"¦<OWN>(?P<event>(?:(?!where )\S+ )*)where (?P<condition>(?:\S+ )*)‸by<END>(?P<who>.*)",
        "effect-syntax.late-by"),
    row("let table = 0, 1, 2",
        r"¦let (?:(?!= )\S+ )*(?:= (?P<values>(?:\S+ )*))?‸,(?P<rest> <INT><END>.*)",
        "effect-syntax.open-list", open="[", close="]"),  # brackets around slots are optional parts
    row("discard cs so that a", r"^(?!.*¦choose ).*‸so (?P<word>that|far)<END>",
        "effect-syntax.so-as-key", open="{", close="}"),
    row("discard choose c from xs", "¦(?P<step><WORD>) ‸choose<END>", "effect-syntax.late-choose"),
    row("at the start of next turn, draw 2", "¦at ‸(?!once<END>)", "effect-syntax.later"),
    row("x - 3", r"¦<OWN>\S+ ‸(?P<word><OPERATOR>)(?! (?:.* )?=<END>)",
        "effect-syntax.read-as-event"),
    *(row(f"x {sign}= 1",
          rf"¦<OWN>(?P<name>\S+ ‸(?=<OPERATOR>)(?:(?!= )\S+ )*?)\{sign} =<END>",
          "single-equals.of-amount", sign=sign, verb=verb, prep=prep)
      for sign, verb, prep in _CHANGES),
    row("x = 3", r"¦<OWN>(?P<name>\S+) ‸=<END>", "single-equals.alone"),
    row("x.y = 3", r"¦<OWN>(?P<name>\S+ ‸(?=<OPERATOR>)(?:(?!= )\S+ )+)=<END>",
        "single-equals.of-parts"),
    row("set x = 3", r"¦set (?:\S+ )*‸=<END>", "single-equals.of-set"),
    row("if x = 3, stop", "‸=<END>", "single-equals.comparing"),
    row("stop\n    stop", "‸⇥", "bad-indentation.below-step"),
    row("if a", r"¦(?:if|elif|else|for|repeat|while|may|together|at|then) (?:\S+ )*‸⏎",
        "missing-body.line", expects="COLON COMMA"),
    row("may pay 2", "¦may |^¦‸", "missing-body.of-may", only="ELSE"),
    row("choose one:\n  pay 2,\n  gain 1", ", ¦?‸⏎", "missing-body.comma", expects="CHOOSE"),
    row("may: pay 2", ": ¦?‸(?!⏎)", "effect-syntax.behind-colon", only="_NL"),
    *(row("if a:", "‸⏎|^¦‸", "missing-body.block", only=terminal)
      for terminal in ("_NL", "_INDENT")),
    row("if a, stop\nelse if b, stop", "<START>else ‸if<END>", "effect-syntax.else-if",
        expects="COMMA"),
    row("then, stop", "^¦‸then<END>", "effect-syntax.lone-then"),
    row("else, stop", "^¦‸(?P<word>else|elif)<END>", "effect-syntax.lone-else"),
    row("if a, while b, stop", "<START>, .*‸(?P<word>while|repeat|may|together|at)<END>",
        "effect-syntax.in-line"),
    row("if a < b < c, stop", "¦(?:.* )?<COMPARISON> (?:.* )?‸(?P<word><COMPARISON>)",
        "effect-syntax.two-comparisons"),
    explain_spelling,
    row(",", r"^¦‸(?:⏎|[)\],]<END>)", "missing-value", expects="NAME INT LPAR"),
    row("draw 1 +", r"‸(?:⏎|[)\],]<END>)", "missing-value.behind", expects="NAME INT LPAR"),
    explain_keyword,
    row("if x / 2 == 1, stop", "‸/<END>", "effect-syntax.slash"),
)  # fmt: skip

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
