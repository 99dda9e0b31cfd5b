"""Common mistakes in effect texts: a table of patterns, each with what is said of it.

People think of other languages, or of plain English. A row begins with an example of a mistake. Its
pattern is a regular expression over the words of the line, each followed by a blank. In it `¦`
stands where the step begins, and `‸` where the parser stopped: before the word that it could not
use. `⏎` stands for the end of the line, `⇥` for an indentation, `<INT>` and the like for
`mistakes.PARTS`. Rows are tried in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from dsl.syntax.mistakes import (
    Mistake,
    explain_condition,
    explain_each,
    explain_keyword,
    explain_range,
    explain_spelling,
    explain_type,
    explain_units,
    row,
)
from dsl.syntax.problem import WHOLE, Problem, Stop

Explain: TypeAlias = Callable[[Stop], Problem | None]

CANNOT: Final = "`{word}` cannot stand here behind `{last}`"
SEVERAL: Final = "only one value stands right after an event's name"
PREPOSITIONS: Final = "give each further one a preposition: `… (…) to (…)`, `with`, `for`, `at`"
LATE_IF: Final = "`if` behind a value chooses between two, and there is no `else`"
COUNTED_FIRST: Final = "a number stands before what it counts, and `{what}` stands first"
ME_FIRST: Final = "a step begins with what is done, and `me` does it"
LATER: Final = "keep in `state` what is to come, and let a trigger `after:` a phase ask for it"
NO_BLOCK: Final = "end the line with `:` and indent the steps below, or go on with `, ` and a step"
NO_STEPS_OF_MAY: Final = (
    "go on with `, ` and a step, or end the line with `:` and indent the steps below; "
    "where there is an `else` below, nothing need be done"
)
OF_NO_STEP: Final = "give it the indentation of its step; a body on one line has no `else` inside"
EVENT_READ: Final = "`{head}` is read as an event, and `{word}` cannot follow one"
BEGIN_STEP: Final = "begin the step with an event or with a word such as `set`, `let`, `if`"
_OTHER_WORDS: Final = (
    ("foreach", "for each"), ("elseif", "elif"), ("elsif", "elif"), ("otherwise", "else"),
    ("loop", "repeat"), ("var", "let"), ("const", "let"),
)  # fmt: skip
_SIGNS: Final = (("=", ">", ">="), ("=", "<", "<="), ("<", ">", "!="), ("==", "=", "=="))
_CHANGES: Final = (("+", "add", "to"), ("-", "subtract", "from"))

MISTAKES: Final[tuple[Mistake | Explain, ...]] = (
    *(row(f"{word} a", f"¦{word} ", f"`{word}` is no word of the language",
          name="misspelt-keyword", instead=meant) for word, meant in _OTHER_WORDS),
    *(row(f"if a {one}{two} b, stop", place.format(one, two),
          f"`{one}{two}` compares nothing", f"write `{meant}`")
      for place in ("<START>{0} ‸{1}<END>", "‸{0} {1}<END>") for one, two, meant in _SIGNS),
    row("when a, stop", "¦‸when<END>", "`when` begins no step", "write `if`"),
    row("for p in players, stop", r"<START>for ‸(?P<word>\S+) in<END>",
        "`for` has no `each`", "write `for each {word} in …`"),
    explain_each,
    row("for each player p: stop", "<START>for each players? ‸(?P<word><WORD>) (?:[:,]|in)<END>",
        CANNOT, "write `for each {word} in players`", only="IN"),
    row("for each card c: stop", r"<START>for each \S+ ‸(?P<word><WORD>) (?:[:,]|in)<END>",
        CANNOT, "write `for each {word} in …`: the list stands behind `in`", only="IN"),
    row("move c from deck to me.hand", r"‸(?P<word>from)(?P<place>(?: \S+)*?) to<END>", CANNOT,
        "leave `from {place}` out: a card is moved from where it lies", expects="TO"),
    explain_type,
    explain_range,
    *(row(f"set x {sign}= 1", rf"¦set (?P<target>(?:\S+ )*)‸\{sign} =(?P<amount>.*)",
          f"`{sign}=` changes nothing", f"write `{verb} {{amount:…}} {prep} {{target}}`",
          name="single-equals") for sign, verb, prep in _CHANGES),
    row("set x to 1 . 5", r"<START>(?P<whole><INT>) \. ‸(?P<part><INT>)<END>",
        "`{whole}.{part}` is no whole number", WHOLE),
    row("draw (int n) (int m)", r"\) ‸\(<END>", SEVERAL, PREPOSITIONS, expects="FOR WITH"),
    row("draw (int n, int m)", "‸,<END>", SEVERAL, PREPOSITIONS, within="RPAR EQUAL"),
    row("move c to top of deck", "<START>(?P<end>top|bottom) ‸of<END>(?P<zone><PLAIN>)",
        "`{end} of` says where a card goes", "write `{end}({zone:…})` for the card"),
    *(row(f"{verb} 3 x", rf"¦{verb} (?!(?:.* )?{prep}<END>)(?P<amount><INT>) (?P<target>.*)",
          f"`{verb}` has no `{prep}`", f"write `{verb} {{amount}} {prep} {{target:…}}`")
      for _, verb, prep in _CHANGES),
    *(row(f"{verb} x 3",
          rf"¦{verb} (?!(?:.* )?{prep}<END>)(?!<INT> )(?P<target>(?:\S+ )+)‸(?P<amount><INT>)<END>",
          f"`{verb}` has no `{prep}`", f"write `{verb} {{amount}} {prep} {{target:…}}`")
      for _, verb, prep in _CHANGES),
    explain_units,
    row("if xs empty, stop", r"¦(?:if|elif|while|for) .*(?<! is )‸(?P<word>empty|none)<END>",
        CANNOT, "write `is {word}`", expects="COMMA"),
    explain_condition,
    row("repeat 3, stop", r"¦repeat (?P<number>\S+) ", "`repeat` has no `times`",
        "write `repeat {number} times`", expects="TIMES"),
    row("end", "¦end ‸", "`end` alone is no step", "write `end game` or `stop`"),
    row("let n = 1 if a", r"¦(?:let|set) (?!if )<WORD>(?: (?!if )\S+)* if (?:\S+ )*‸⏎", LATE_IF,
        "go on with `else …`", expects="ELSE"),
    row("gain 1 if a",
        r"¦(?P<step>[^\W\d_]\S* (?!if )<WORD>(?: (?!if )\S+)*) if (?P<condition>(?:\S+ )*)‸⏎",
        LATE_IF, "write `if {condition}, {step}`", expects="ELSE"),
    row("let n = xs where x: x.a", "<START>where (?P<name><WORD>) ‸:<END>",
        "`{name}:` gives the element no name", "leave `{name}:` out: the element is `it`"),
    row("let n = roll 1d6", "‸(?P<count><INT>) d(?P<sides><INT>)<END>",
        "`{count}d{sides}` is no value: a step lets chance choose",
        "write `choose n from 1..{sides} by chance`"),
    row("2 from me.hand",
        "¦(?P<number>(?:up to )?<INT>) ‸(?P<word>from|of)<END>(?P<rest>.*)",
        "`{word}` is left out here", "write `{number}{rest: }`"),
    row("each player draws 5", "¦‸each<END>", "`each` begins no step",
        "write `for each p in players, …`"),
    row("if any player has 3, stop", r"<START>any ‸[^\W\d_]", "`any` asks of a list",
        "write `any(LIST, CONDITION)`: `any(players, …)`", expects="LPAR"),
    row("me draws 3",
        r"¦me (?:\S+ )*<COUNTED>(?P<what>[^\W\d_]\S*?)s? ‸(?P<number><INT>)<END>", ME_FIRST,
        "write `{what} {number}`"),
    row("me draws count(xs)",
        r"¦me (?:\S+ )*<COUNTED>(?P<what>[A-Za-z0-9_][\w-]*?)s? (?P<list><WORD>) ‸\(<END>",
        ME_FIRST, "write `{what} ({list}(…))`"),
    row("gain calm 2", r"¦(?:\S+ )+<COUNTED>(?P<what>[^\W\d_]\S*) ‸(?P<number><INT>)<END>",
        COUNTED_FIRST, "write `{number} {what}`"),
    row("gain calm count(xs)", r"¦(?:\S+ )+<COUNTED>(?P<what><WORD>) (?P<list><WORD>) ‸\(<END>",
        COUNTED_FIRST, "write `({list}(…)) {what}`"),
    row("claim where c is gold by me",
        r"¦<OWN>(?P<event>(?:(?!where )\S+ )*)where (?P<condition>(?:\S+ )*)‸by<END>(?P<who>.*)",
        "who does it stands before the condition",
        "write `{event} by {who} where {condition}`"),
    row("let table = 0, 1, 2",
        r"¦let (?:(?!= )\S+ )*(?:= (?P<values>(?:\S+ )*))?‸,(?P<rest> <INT><END>.*)",
        "a list stands in brackets", "write `[{values:tight}, {rest}]`"),
    row("discard choose c from xs", "¦(?P<step><WORD>) ‸choose<END>",
        "`choose` is a step of its own",
        "write `choose c from …` on the line before, and here `{step} c`"),
    row("at the start of next turn, draw 2", "¦at ‸(?!once<END>)",
        "steps are done now; what comes later stands in a trigger", LATER),
    row("x - 3", r"¦<OWN>\S+ ‸(?P<word><OPERATOR>)(?! (?:.* )?=<END>)", EVENT_READ, BEGIN_STEP),
    *(row(f"x {sign}= 1",
          rf"¦<OWN>(?P<name>\S+ ‸(?=<OPERATOR>)(?:(?!= )\S+ )*?)\{sign} =<END>",
          f"`{sign}=` changes nothing", f"write `{verb} … {prep} {{name:tight}}`",
          name="single-equals") for sign, verb, prep in _CHANGES),
    row("x = 3", r"¦<OWN>(?P<name>\S+) ‸=<END>", "`=` alone changes nothing",
        "write `set {name} to …`", "write `let {name} = …` for a new name", name="single-equals"),
    row("x.y = 3", r"¦<OWN>(?P<name>\S+ ‸(?=<OPERATOR>)(?:(?!= )\S+ )+)=<END>",
        "`=` alone changes nothing", "write `set {name:tight} to …`", name="single-equals"),
    row("set x = 3", r"¦set (?:\S+ )*‸=<END>", "`set` has no `=`", "write `to` instead of `=`",
        name="single-equals"),
    row("if x = 3, stop", "‸=<END>", "`=` compares nothing", "write `==` to compare",
        name="single-equals"),
    row("stop\n    stop", "‸⇥", "this line is indented below a complete step",
        "end the line above with `:` to open a block, or take the indentation out",
        name="bad-indentation"),
    row("if a", r"¦(?:if|elif|else|for|repeat|while|may|together|at|then) (?:\S+ )*‸⏎",
        "`{head}` has no steps", NO_BLOCK, name="missing-body", expects="COLON COMMA"),
    row("may pay 2", "¦may |^¦‸", "`may` has no steps", NO_STEPS_OF_MAY, name="missing-body",
        only="ELSE"),
    row("choose one:\n  pay 2,\n  gain 1", ", ¦?‸⏎", "nothing follows `,`",
        "add a step, or take the comma out: an alternative is a body by itself",
        name="missing-body", expects="CHOOSE"),
    row("may: pay 2", ": ¦?‸(?!⏎)", "steps stand behind `:` on the same line",
        "write `,` instead of `:`, or put the steps below, indented", only="_NL"),
    *(row("if a:", "‸⏎|^¦‸", "the block after `:` is empty",
          "put its steps below the `:`, indented", name="missing-body", only=terminal)
      for terminal in ("_NL", "_INDENT")),
    row("if a, stop\nelse if b, stop", "<START>else ‸if<END>", "`else if` is one word here",
        "write `elif`", expects="COMMA"),
    row("then, stop", "^¦‸then<END>", "`then` belongs to no `at once` above", OF_NO_STEP),
    row("else, stop", "^¦‸(?P<word>else|elif)<END>",
        "`{word}` belongs to no `if` or `may` above", OF_NO_STEP),
    row("if a, while b, stop", "<START>, .*‸(?P<word>while|repeat|may|together|at)<END>",
        "`{word}` cannot stand in a body on one line",
        "end the line above with `:` and put the steps below, indented"),
    row("if a < b < c, stop", "¦(?:.* )?<COMPARISON> (?:.* )?‸(?P<word><COMPARISON>)",
        "a second comparison `{word}` in a row", "join the two with `and`"),
    explain_spelling,
    row(",", r"^¦‸(?:⏎|[)\],]<END>)", "a value is missing", name="missing-value",
        expects="NAME INT LPAR"),
    row("draw 1 +", r"‸(?:⏎|[)\],]<END>)", "nothing follows `{last}`",
        "add a value, or take it out", name="missing-value", expects="NAME INT LPAR"),
    explain_keyword,
    row("if x / 2 == 1, stop", "‸/<END>", "`/` stands between units only",
        "write `//` to divide and round down"),
)  # fmt: skip
