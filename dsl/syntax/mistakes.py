"""Recognise what people write who think of other languages, or of plain English.

Each explanation sees where the parser stopped and gives the words to write instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.spelling import nearest
from dsl.syntax.problem import Problem, Stop
from dsl.syntax.scan import RESERVED, STEP_KEYWORDS

CONDITIONED: Final = frozenset({"if", "elif", "while", "for"})
CHANGES: Final = {"+": ("add", "to"), "-": ("subtract", "from")}
OTHER_WORDS: Final = {
    "foreach": "for each", "elseif": "elif", "elsif": "elif", "otherwise": "else", "loop": "repeat",
    "var": "let", "const": "let",
}  # fmt: skip
SIGNS: Final = {
    ("=", ">"): ("`=>` compares nothing", "write `>=`"),
    ("=", "<"): ("`=<` compares nothing", "write `<=`"),
    ("<", ">"): ("`<>` compares nothing", "write `!=`"),
    ("==", "="): ("`===` compares nothing", "write `==`"),
}
FIELD_GOES_ON: Final = frozenset({"EQUAL", "LPAR"})
"""What can stand behind the type of a field."""
TYPE_WORDS: Final = ("maybe", "list", "set", "bag")
NUMBER: Final = re.compile(r"[0-9]+")
DICE: Final = re.compile(r"d([0-9]+)")
UP_TO: Final = ("up", "to")
WORD: Final = re.compile(r"[A-Za-z0-9_][\w-]*")
TIGHT: Final = re.compile(r" ?([.\[(]) ?| ([\])])")


def _written(words: tuple[str, ...]) -> str:
    """Return words and signs as they are written in a line."""
    return TIGHT.sub(r"\1\2", " ".join(words)).replace(" ,", ",")


def _explain_type(stop: Stop) -> Problem | None:
    """Explain a type whose first word is nearly `maybe` or the like."""
    is_type = stop.expected >= FIELD_GOES_ON and len(stop.line) == 1 and WORD.fullmatch(stop.word)
    meant = nearest(stop.head, TYPE_WORDS) if is_type else None
    if meant is None:
        return None
    end = stop.head_start + len(stop.head)
    helps = (Instead.of(meant, stop.head),)
    message = f"no type is called `{stop.head}`"
    return Problem("unknown-type", message, stop.head_start, end, helps)


def _explain_range(stop: Stop) -> Problem | None:
    """Explain `5-20` where one number alone would have no sense."""
    first, last = stop.head, stop.rest[0] if len(stop.rest) == 1 else ""
    is_tight = stop.head_start + len(first) == stop.start
    numbers = NUMBER.fullmatch(first) and NUMBER.fullmatch(last)
    if stop.word != "-" or len(stop.before) != 1 or not is_tight or not numbers:
        return None
    message = f"`{first}-{last}` is no range"
    end = stop.end + len(last)
    return Problem("effect-syntax", message, stop.head_start, end, (f"write `{first}..{last}`",))


def _explain_compound(stop: Stop) -> Problem | None:
    """Explain `set x += 1`."""
    if stop.head != "set" or stop.word not in CHANGES or stop.rest[:1] != ("=",):
        return None
    verb, preposition = CHANGES[stop.word]
    amount, target = _written(stop.rest[1:]) or "…", _written(stop.before[1:])
    message = f"`{stop.word}=` changes nothing"
    return stop.problem("single-equals", message, f"write `{verb} {amount} {preposition} {target}`")


def _explain_change(stop: Stop) -> Problem | None:
    """Explain `add x 3` and `add 3 x`."""
    words = dict(CHANGES.values())
    wanted = words.get(stop.head)
    if wanted is None or wanted in (*stop.before, *stop.rest) or len(stop.before) < 2:
        return None
    amount: tuple[str, ...] = (stop.word,)
    target = stop.before[1:]
    if NUMBER.fullmatch(stop.before[1]):
        amount, target = stop.before[1:2], (*stop.before[2:], stop.word, *stop.rest)
    elif NUMBER.fullmatch(stop.word) is None:
        return None
    message = f"`{stop.head}` has no `{wanted}`"
    help_text = f"write `{stop.head} {_written(amount)} {wanted} {_written(target) or '…'}`"
    return stop.problem("effect-syntax", message, help_text)


def _explain_other_word(stop: Stop) -> Problem | None:
    """Explain `foreach` and the like."""
    meant = OTHER_WORDS.get(stop.head)
    if meant is None:
        return None
    message = f"`{stop.head}` is no word of the language"
    end = stop.head_start + len(stop.head)
    return Problem("misspelt-keyword", message, stop.head_start, end, (Instead.sure(meant),))


def _explain_condition(stop: Stop) -> Problem | None:
    """Explain a condition that runs into its step, and `is` left out."""
    if stop.head not in CONDITIONED or "COMMA" not in stop.expected or stop.at_end:
        return None
    if stop.word in ("empty", "none") and stop.last != "is":
        message = f"`{stop.word}` cannot stand here behind `{stop.last}`"
        return stop.problem("effect-syntax", message, f"write `is {stop.word}`")
    begins_step = stop.word in STEP_KEYWORDS or stop.word not in RESERVED
    if _is_open(stop) or WORD.fullmatch(stop.word) is None or not (
        begins_step or stop.word == "then"
    ):  # fmt: skip
        return None
    what = "list" if stop.head == "for" else "condition"
    message = f"the {what} of `{stop.head}` runs into its step"
    helps = f"write a comma or a colon after the {what}"
    if stop.word == "then":
        helps += ", instead of `then`"
    return stop.problem("effect-syntax", message, helps)


def _is_open(stop: Stop) -> bool:
    """Return whether a bracket is open before the place."""
    return any(stop.line.count(a) > stop.line.count(b) for a, b in ("()", "[]"))


def _explain_repeat(stop: Stop) -> Problem | None:
    """Explain `repeat 3` without `times`."""
    if stop.head != "repeat" or "TIMES" not in stop.expected or len(stop.before) < 2:
        return None
    return stop.problem(
        "effect-syntax", "`repeat` has no `times`", f"write `repeat {stop.before[1]} times`"
    )


def _explain_decimal(stop: Stop) -> Problem | None:
    """Explain `1.5`."""
    is_number = len(stop.line) > 1 and stop.last == "." and NUMBER.fullmatch(stop.line[-2])
    if not is_number or NUMBER.fullmatch(stop.word) is None:
        return None
    message = f"`{stop.line[-2]}.{stop.word}` is no whole number"
    return stop.problem("effect-syntax", message, "all numbers are whole: count in smaller units")


def _explain_end(stop: Stop) -> Problem | None:
    """Explain `end` and `end the game`."""
    if stop.head != "end" or stop.before[1:]:
        return None
    return stop.problem("effect-syntax", "`end` alone is no step", "write `end game` or `stop`")


def _explain_top(stop: Stop) -> Problem | None:
    """Explain `top of deck` where a card belongs."""
    if stop.last not in ("top", "bottom") or stop.word != "of":
        return None
    zone = _written(_up_to_word(stop.rest)) or "…"
    message = f"`{stop.last} of` says where a card goes"
    return stop.problem("effect-syntax", message, f"write `{stop.last}({zone})` for the card")


def _up_to_word(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words before the next one of the language."""
    ends = (at for at, word in enumerate(words) if word in RESERVED or word in (",", ":", ";"))
    return words[: next(ends, len(words))]


def _explain_slots(stop: Stop) -> Problem | None:
    """Explain `draw (int n, int m)` and `draw (int n) (int m)`."""
    visible = {each for each in stop.expected if not each.startswith(("_", "$"))}
    is_second = stop.word == "(" and stop.last == ")" and {"FOR", "WITH"} <= visible
    if not is_second and not (stop.word == "," and visible and visible <= {"RPAR", "EQUAL"}):
        return None
    message = "only one value stands right after an event's name"
    help_text = "give each further one a preposition: `… (…) to (…)`, `with`, `for`, `at`"
    return stop.problem("effect-syntax", message, help_text)


def _explain_late_if(stop: Stop) -> Problem | None:
    """Explain `gain 1 if round == 2`."""
    if "ELSE" not in stop.expected or "if" not in stop.before[1:] or not stop.at_end:
        return None
    at = stop.before.index("if", 1)
    is_phrase = at > 1 and stop.head[0].isalpha() and WORD.fullmatch(stop.before[1])
    if not is_phrase:
        return None
    step, condition = _written(stop.before[:at]), _written(stop.before[at + 1 :])
    message = "`if` behind a value chooses between two, and there is no `else`"
    if stop.head in ("let", "set"):
        return stop.problem("effect-syntax", message, "go on with `else …`")
    return stop.problem("effect-syntax", message, f"write `if {condition}, {step}`")


COUNTING: Final = frozenset({"create", *dict(CHANGES.values())})
"""Steps that begin with a number of something."""


def _explain_lambda(stop: Stop) -> Problem | None:
    """Explain `xs where x: x.rank > 3`."""
    if stop.word != ":" or stop.line[-2:-1] != ("where",) or not WORD.fullmatch(stop.last):
        return None
    message = f"`{stop.last}:` gives the element no name"
    help_text = f"leave `{stop.last}:` out: the element is `it`"
    return stop.problem("effect-syntax", message, help_text)


def _explain_units(stop: Stop) -> Problem | None:
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
    message = f"a name stands behind `{number}`, and {'no brackets' if not first else 'no more'}"
    let = f"`let n = {_written(inside) or '…'}`"
    step = _written((*before, number, "n", *behind))
    return stop.problem("effect-syntax", message, f"name it before: {let}, then `{step}`")


def _closing(words: tuple[str, ...]) -> int:
    """Return the place of the bracket that closes the one before some words; else their end."""
    depth = 1
    for place, word in enumerate(words):
        depth += (word == "(") - (word == ")")
        if not depth:
            return place
    return len(words)


def _explain_amount(stop: Stop) -> Problem | None:
    """Explain `gain calm 2`, `gain any 2` and `gain calm count(xs)`."""
    words = stop.before
    if NUMBER.fullmatch(stop.word) and len(words) > 1 and stop.last[0].isalpha():
        what, number = stop.last, stop.word
    elif stop.word == "(" and len(words) > 2 and all(map(WORD.fullmatch, words[-2:])):
        what, number = words[-2], f"({stop.last}(…))"
    else:
        return None
    if what in RESERVED - {"any"}:
        return None
    if words[0] == "me":
        message = "a step begins with what is done, and `me` does it"
        return stop.problem("effect-syntax", message, f"write `{what.removesuffix('s')} {number}`")
    message = f"a number stands before what it counts, and `{what}` stands first"
    return stop.problem("effect-syntax", message, f"write `{number} {what}`")


def _explain_late_by(stop: Stop) -> Problem | None:
    """Explain `after: claim where c is gold by me`."""
    if stop.word != "by" or "where" not in stop.before or stop.head in RESERVED:
        return None
    place = stop.before.index("where")
    event, condition = _written(stop.before[:place]), _written(stop.before[place + 1 :])
    who = _written(stop.rest)
    message = "who does it stands before the condition"
    return stop.problem("effect-syntax", message, f"write `{event} by {who} where {condition}`")


def _explain_bare_list(stop: Stop) -> Problem | None:
    """Explain `let table = 0, 1, 2`."""
    follows = stop.rest[0] if stop.rest else ""
    if stop.word != "," or stop.line[:1] != ("let",) or NUMBER.fullmatch(follows) is None:
        return None
    values = "".join(stop.line[stop.line.index("=") + 1 :]) if "=" in stop.line else "…"
    message = "a list stands in brackets"
    return stop.problem("effect-syntax", message, f"write `[{values}, {_written(stop.rest)}]`")


def _explain_inner_choice(stop: Stop) -> Problem | None:
    """Explain `discard choose c from xs`."""
    if stop.word != "choose" or len(stop.before) != 1 or WORD.fullmatch(stop.head) is None:
        return None
    message = "`choose` is a step of its own"
    help_text = f"write `choose c from …` on the line before, and here `{stop.head} c`"
    return stop.problem("effect-syntax", message, help_text)


def _explain_several(stop: Stop) -> Problem | None:
    """Explain `2 from me.hand` and `up to 2 of me.hand` where a choice is declared."""
    is_number = bool(stop.before) and NUMBER.fullmatch(stop.last)
    if stop.word not in ("from", "of") or not is_number or stop.before[:-1] not in ((), UP_TO):
        return None
    message = f"`{stop.word}` is left out here"
    return stop.problem("effect-syntax", message, f"write `{_written((*stop.before, *stop.rest))}`")


def _explain_dice(stop: Stop) -> Problem | None:
    """Explain `roll 1d6`."""
    sides = DICE.fullmatch(stop.rest[0]) if stop.rest else None
    if NUMBER.fullmatch(stop.word) is None or sides is None:
        return None
    message = f"`{stop.word}{stop.rest[0]}` is no value: a step lets chance choose"
    help_text = f"write `choose n from 1..{sides[1]} by chance`"
    return stop.problem("effect-syntax", message, help_text)


def _explain_quantity(stop: Stop) -> Problem | None:
    """Explain `each player draws 5` and `any player has …`."""
    if stop.word == "each" and not stop.before:
        message = "`each` begins no step"
        return stop.problem("effect-syntax", message, "write `for each p in players, …`")
    if stop.last != "any" or "LPAR" not in stop.expected or not stop.word[:1].isalpha():
        return None
    message = "`any` asks of a list"
    return stop.problem("effect-syntax", message, "write `any(LIST, CONDITION)`: `any(players, …)`")


def _explain_later(stop: Stop) -> Problem | None:
    """Explain `at the start of next turn, draw 2`."""
    if stop.head != "at" or stop.word == "once" or stop.before[1:]:
        return None
    message = "steps are done now; what comes later stands in a trigger"
    help_text = "keep in `state` what is to come, and let a trigger `after:` a phase ask for it"
    return stop.problem("effect-syntax", message, help_text)


def _explain_for(stop: Stop) -> Problem | None:
    """Explain `for p in players`, and `when` in place of `if`."""
    if stop.word == "when" and not stop.before:
        return stop.problem("effect-syntax", "`when` begins no step", "write `if`")
    if stop.last != "for" or stop.rest[:1] != ("in",):
        return None
    help_text = f"write `for each {stop.word} in …`"
    return stop.problem("effect-syntax", "`for` has no `each`", help_text)


def _explain_each(stop: Stop) -> Problem | None:
    """Explain `for each player p: …`, and `each player` where a list belongs."""
    if stop.expected != {"IN"} or stop.line[-2:-1] != ("each",):
        return None
    is_player = stop.last in ("player", "players")
    if stop.line[-3:-2] != ("for",):
        message = f"`each {stop.last}` is no list"
        helps = "write `players`" if is_player else f"name a zone, or write `every {stop.last}`"
        start = stop.start - (0 if stop.at_end else len(stop.last) + 1) - len("each ")
        return Problem("effect-syntax", message, start, stop.end, (helps,))
    if WORD.fullmatch(stop.word) is None or stop.rest[:1] not in ((":",), (",",), ("in",)):
        return None
    message = f"`{stop.word}` cannot stand here behind `{stop.last}`"
    every = "players`" if is_player else "…`: the list stands behind `in`"
    return stop.problem("effect-syntax", message, f"write `for each {stop.word} in {every}")


def _explain_from(stop: Stop) -> Problem | None:
    """Explain where a card comes from, in a step that says where it goes."""
    if stop.word != "from" or "TO" not in stop.expected or "to" not in stop.rest:
        return None
    place = _written(stop.rest[: stop.rest.index("to")])
    message = f"`from` cannot stand here behind `{stop.last}`"
    help_text = f"leave `from {place}` out: a card is moved from where it lies"
    return stop.problem("effect-syntax", message, help_text)


def _explain_sign(stop: Stop) -> Problem | None:
    """Explain the signs of other languages: `=>`, `<>`, `===`."""
    behind = stop.rest[0] if stop.rest else ""
    meant = SIGNS.get((stop.last, stop.word)) or SIGNS.get((stop.word, behind))
    return None if meant is None else stop.problem("effect-syntax", *meant)


SLIPS: Final[tuple[Callable[[Stop], Problem | None], ...]] = (
    _explain_other_word,
    _explain_sign,
    _explain_for,
    _explain_each,
    _explain_from,
    _explain_type,
    _explain_range,
    _explain_compound,
    _explain_decimal,
    _explain_slots,
    _explain_top,
    _explain_change,
    _explain_units,
    _explain_condition,
    _explain_repeat,
    _explain_end,
    _explain_late_if,
    _explain_lambda,
    _explain_dice,
    _explain_several,
    _explain_quantity,
    _explain_amount,
    _explain_late_by,
    _explain_bare_list,
    _explain_inner_choice,
    _explain_later,
)
