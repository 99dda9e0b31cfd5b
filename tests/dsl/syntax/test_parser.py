"""Check that every form of the language parses, with spans that hold its words."""

from __future__ import annotations

from typing import Any

import pytest

from dsl.syntax import trees
from dsl.syntax.parser import (
    parse_event_signature,
    parse_expression,
    parse_field,
    parse_limit,
    parse_loop,
    parse_name,
    parse_pattern,
    parse_quantified,
    parse_steps,
    parse_type,
    parse_value_signature,
)
from tests.dsl.syntax.printing import print_expression, print_type
from tests.dsl.syntax.printing_steps import print_steps

STEPS = (
    """
gain 2 gold | place 3 any except gold on self | draw 2 by p | pay 1 any -> b; place b on self
choose c from me.hand where strength > 2 | choose up to 2 cs from city.left
choose (count(p.hand) - 3) cs from p.hand by p | choose n from 1..6 by chance
choose any number of ds from c.left + c.right so that sum(ds, weight) == 0
choose any number of ds from far so that sum(ds) == 9 so far sum(ds) < 10
choose 2 ds from x so far far
may, draw 1 | may pay 1 death, stop | may by p pay 1 death, stop | may again pay 2 wp, draw 1
set again to not that | may again again, again
order cs from top(me.deck, 2) | let s = sum(city.left, strength) | set self.tapped to true
add 1 to me.coins | subtract b from me.pool | move cs to top of me.deck | shuffle me.deck
move c to bottom of x by p -> y | exchange x with y | fill row from cities | retire c
create 2 soldier into me.field -> them | reveal c to me | do c.income | do c.on-hit(p) -> x
for each p in opponents where not p.passed, lose-life 2 by p | stop | end game
together for each c in row, destroy c | require sum(me.hand, weight) <= 10 | return x
repeat n times, draw 1 | while a, draw 1 | if a, for each x in xs, if b, draw 1; stop
if any(players, points(it) >= 10), end game | base; draw 1 | pay (x) e | let end-value = for-all
set run to run + 1 if any(s.emotion, team == t) else 0 | claim (a)
lose-life 2 from self by actor
""".strip()
    .replace("\n", " | ")
    .split(" | ")
)

BLOCKS = [
    "choose one by p:\n  gain 1 gold\n  draw 1 when me.deck is not empty\n  pay b when x, stop",
    "choose one:\n  pay 2 gold:\n    draw 1\n    stop",
    "may pay 1 death, stop\nelse, lose-life 2",
    "may choose c from civ.play where it is culture:\n  trash c\n  draw 1",
    "together:\n  move a to b\n  move c to d",
    "at once for each p in all:\n  choose 3 cs from p.hand by p\nthen:\n  move cs to next(p).hand",
    "if a:\n  stop\n  stop\nelif b, stop\nelif c, stop\nelse:\n  stop\n  stop",
    "if a, if b, stop\nelse, stop",
    "# why\nif a:  # because\n\n  # of this\n  draw (1\n+ 2)\n\n  stop\n\n# end",
]

EXPRESSIONS = (
    """
a and any(d in piles, 2 gold) if b else c.last | 1..n | not a in b
c.definition.price[gold] // 2 - -3 % 2 | x is not none and y is empty or z is culture | every color
[a, b] + [] | 4 any except gold/death | 1 calm/life + 2 gold | x not in [a] | xs where a or b
(xs where a) + ys | a - (b - c) | (a if b else c) if d else e | not (a and b) | -(a + b)
base() + 4
(1 if controls(p.team, r) else 0) | top(z) | top(z, 2) | s.measure(t).x | (2 gold) + 1 elan
any(d in (piles where a), b) | (a == b) == c | (every color).x | count(every slot where a)
""".strip()
    .replace("\n", " | ")
    .split(" | ")
)


@pytest.mark.parametrize("text", STEPS + BLOCKS)
def test_steps_parse_and_print(text: str, parsed: Any, bare: Any) -> None:
    steps, report = parsed(parse_steps, text)
    assert report.diagnostics == []
    printed = print_steps(steps)
    again, _ = parsed(parse_steps, printed)
    assert bare(again) == bare(steps)
    assert print_steps(again) == printed
    assert steps[0].span.start == text.index(steps[0].span.text.split()[0])
    assert steps[-1].span.text == steps[-1].span.text.strip()


@pytest.mark.parametrize("text", STEPS)
def test_one_step_covers_its_text(text: str, parsed: Any) -> None:
    steps, _ = parsed(parse_steps, f"  {text}  ")
    assert steps[0].span.to(steps[-1].span).text == text


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions_parse_and_print(text: str, parsed: Any, bare: Any) -> None:
    tree, report = parsed(parse_expression, text)
    assert report.diagnostics == []
    assert bare(parsed(parse_expression, print_expression(tree))[0]) == bare(tree)


def test_canonical_expressions_print_as_they_are(parsed: Any) -> None:
    for text in EXPRESSIONS:
        printed = print_expression(parsed(parse_expression, text)[0])
        assert printed.replace("(", "").replace(")", "") == text.replace("(", "").replace(")", "")


def test_expression_over_several_lines(parsed: Any) -> None:
    tree, _ = parsed(parse_expression, "a +  # first\n  b\n")
    assert isinstance(tree, trees.Binary)
    assert tree.right.span.text == "b"


def test_binding_takes_the_where_of_its_source(parsed: Any) -> None:
    tree, _ = parsed(parse_expression, "any(d in piles where a, b)")
    assert isinstance(tree.arguments[0], trees.Binary)
    assert isinstance(tree.arguments[0].right, trees.Where)


def test_quantified(parsed: Any) -> None:
    (quantity, source), _ = parsed(parse_quantified, "any number of usable(me)")
    assert (quantity.mode, print_expression(source)) == ("any number", "usable(me)")
    (quantity, source), _ = parsed(parse_quantified, "up to 2 xs where a")
    assert (quantity.mode, quantity.number.value) == ("up to", 2)
    (quantity, source), _ = parsed(parse_quantified, "2 any")
    assert quantity is None and isinstance(source, trees.Unit)


def test_loop_and_limit(parsed: Any) -> None:
    (name, source), _ = parsed(parse_loop, "c in player.field where damage >= toughness")
    assert name.text == "c" and isinstance(source, trees.Where)
    (number, scope), _ = parsed(parse_limit, "3 per turn")
    assert (number.value, scope.text, scope.span.text) == (3, "turn", "turn")
    assert parsed(parse_limit, "3")[0] is None


def test_event_signature(parsed: Any) -> None:
    text = "draw (int n) for (civilization c = civ) -> list of card"
    signature, _ = parsed(parse_event_signature, text)
    assert [slot.preposition for slot in signature.slots] == [None, "for"]
    assert print_expression(signature.slots[1].default) == "civ"
    assert print_type(signature.result) == "list of card"
    assert parsed(parse_event_signature, "tap (card c) by (player p)")[0] is None
    assert parsed(parse_event_signature, "settle")[0].slots == ()


def test_value_signature(parsed: Any) -> None:
    signature, _ = parsed(parse_value_signature, "legal(player p, maybe city c = none) -> set of x")
    assert [slot.name.text for slot in signature.slots] == ["p", "c"]
    assert parsed(parse_value_signature, "goal")[0].result is None


@pytest.mark.parametrize("text", ["2..4", "maybe list of def of culture", "int", "set of color"])
def test_types(text: str, parsed: Any) -> None:
    assert print_type(parsed(parse_type, text)[0]) == text


def test_fields(parsed: Any) -> None:
    field, _ = parsed(parse_field, "bool = false until act keep")
    assert (print_expression(field.default), field.until.text, field.keep) == ("false", "act", True)
    assert parsed(parse_field, "int = 0 keep")[0].keep
    assert parsed(parse_field, "maybe effect (player p)")[0].slots[0].name.text == "p"
    assert parsed(parse_field, "bag of essence")[0].default is None


def test_patterns(parsed: Any) -> None:
    pattern, _ = parsed(parse_pattern, "tap where dragon in c.subtypes and c.holder == me")
    assert pattern.argument is None and pattern.condition is not None
    pattern, _ = parsed(parse_pattern, "lose-life 2 from self by me where a")
    assert [each.word for each in pattern.prepositions] == ["from", "by"]
    assert parsed(parse_pattern, "die self")[0].argument.text == "self"
    assert parsed(parse_pattern, "play-card")[0].event.text == "play-card"


def test_names(parsed: Any) -> None:
    assert parsed(parse_name, "for-all")[0].text == "for-all"
    for text, name in (("for", "reserved-word"), ("a b", "bad-name"), ("", "bad-name")):
        assert parsed(parse_name, text)[1].diagnostics[0].name == name
