"""Join steps into sentences, with the words around effects; render conditions on slots.

`attack from source where source is dragon`, said in one breath: `attack from a dragon`. Several
steps that note or count positions are one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cardwright.apps.text import lists
from cardwright.apps.text.clauses import called_by_noun, unmarked
from cardwright.apps.text.happenings import Happening
from cardwright.apps.text.inflection import (
    SUBJECT,
    TOPIC,
    WORDS,
    as_clause,
    capital,
    continuing,
    ends_in_past,
    ends_in_verb,
    in_turn,
    one_article,
    phrase,
    which_that,
    your_own,
)
from cardwright.apps.text.scope import Scope, say
from cardwright.apps.text.things import Things
from dsl import Language
from dsl.model import expressions as e
from dsl.model import steps as s
from dsl.model.steps import SlotInfo
from dsl.model.types import PLAYER, EntityType, TargetType, Type
from dsl.model.walk import walk


def word(key: str, scope: Scope, /, **slots: str) -> str:
    """Return a phrase in the language of a scope."""
    return fill(WORDS.text(scope.lang, f"rule.{key}"), slots)


_DEEPEST: Final = 12
_ENDS: Final = tuple(end + quote for end in ".!?。！？" for quote in ("", "”", "」"))
"""What ends a sentence by itself."""

_OPEN: Final = frozenset(
    (
        "for-each",
        "for-each-as",
        "repeat",
        "while",
        "while-open",
        "secretly",
        "one-of",
        "one-of-by",
    )
)
"""The steps that hold others, whose end is not to be seen."""


def step_words(key: str, scope: Scope, /, **slots: str) -> Happening:
    """Return a step in words."""
    text = fill(WORDS.text(scope.lang, f"step.{key}"), slots)
    return Happening(scope.lang, "", text, is_open=key in _OPEN)


def then_words(key: str, scope: Scope, /, **slots: str) -> str:
    """Return several phrases as one."""
    return fill(WORDS.text(scope.lang, f"joint.{key}"), slots)


def from_now_on(what: str, lang: str, *, is_so: bool) -> str:
    """Return that something becomes so, or no longer is, whose text says all by itself; "" of any
    other."""
    if lang == "ja":
        is_said = ends_in_verb(what) or ends_in_past(what)
        return (
            phrase(lang, "joint.from-now-on" if is_so else "joint.no-longer", said=what)
            if is_said
            else ""
        )
    said = as_clause(what, negated=not is_so, no="no longer")
    return phrase(lang, "joint.from-now-on", said=said) if said and is_so else said


def joined(done: Iterable[Happening], lang: str, *, goes_on: bool = False) -> str:
    """Return deeds one after another as one phrase; `goes_on` if more stands behind it."""
    found = [*done]
    if len(found) > 1 and found[0].condition:
        rest = joined(found[1:], lang, goes_on=goes_on)
        return phrase(lang, "joint.do-only-if", condition=found[0].condition, rest=rest)
    texts = [each.closed() for each in found]
    if found and not goes_on:
        texts[-1] = found[-1].text()
    if lang == "ja":
        texts = [*map(continuing, texts[:-1]), *texts[-1:]]
    return WORDS.text(lang, "joint.then").join(texts)


def paid(done: Iterable[Happening], lang: str) -> str:
    """Return a cost as one phrase."""
    texts = [each.text() for each in done]
    return in_turn(texts) if lang == "ja" else ", ".join(texts)


def paid_at_will(done: Iterable[Happening], lang: str) -> str:
    """Return a cost as one phrase behind `you may`."""
    texts = [each.plain() for each in done]
    return in_turn(texts) if lang == "ja" else Language(lang).together(texts)


def full_stop(lang: str) -> str:
    """Return what ends a sentence."""
    return WORDS.text(lang, "full-stop")


def ended(text: str, lang: str) -> str:
    """Return a sentence with a full stop, unless it ends by itself."""
    return text if text.endswith(_ENDS) else text + full_stop(lang)


def fill(template: str, slots: Mapping[str, str]) -> str:
    """Return a phrase with its slots filled; behind a text that ends a sentence by itself the
    phrase has no full stop."""
    for name, text in slots.items():
        if text.endswith(_ENDS):
            for stop in ".。":
                template = template.replace(f"{{{name}}}{stop}", f"{{{name}}}")
    return template.format(**slots)


def sentences(done: Iterable[Happening], lang: str) -> str:
    """Return deeds one after another as sentences."""
    texts = [ended(each.text(), lang) for each in done]
    return "".join(texts) if lang == "ja" else " ".join(map(capital, texts))


def may(done: Happening | None, who: str, lang: str, *, again: bool) -> str:
    """Return that something may be done, once or again and again."""
    if lang == "ja":
        is_own = done is None or not who or done.subject in ("", who, who + SUBJECT)
        text = done.text() if done else phrase(lang, "joint.agreement")
        if done and who and is_own:
            text = done.rest.lstrip(TOPIC + SUBJECT) if done.subject == who else done.rest
        text = phrase(lang, "joint.often", said=text) if again else text
        key = "joint.may" if is_own else "joint.may-choose"
        by = phrase(lang, "joint.by", who=who) if who else ""
        return by + phrase(lang, key if ends_in_verb(text) else f"{key}-do", said=text)
    often = ", as often as you like" if again else ""
    if done is None:
        return f"{who or 'you'} may agree{often}"
    if done.subject and done.subject != (who or "you"):
        return f"{who or 'you'} may have {done.plain()}{often}"
    return f"{who or 'you'} may {done.plain().removeprefix(done.subject).strip()}{often}"


def finished(text: str, lang: str) -> str:
    """Return a text with words for all marks, and tidy."""
    for depth in range(_DEEPEST):
        text = unmarked(called_by_noun(text, depth, "one"), lang, depth)
    return which_that(your_own(one_article(" ".join(text.split())))) if lang == "en" else text


@dataclass(slots=True)
class Described:
    """Conditions on slots.

    Attributes:
        equals: What a slot must be.
        asked: The conditions about one slot alone, by slot.
        rest: The conditions on several at once, or on none.
    """

    equals: dict[int, e.Expression] = field(default_factory=dict)
    asked: dict[int, list[e.Expression]] = field(default_factory=dict)
    rest: list[e.Expression] = field(default_factory=list)

    def found(self, slot: int, type_: Type, scope: Scope) -> Things:
        """Return what a slot can be."""
        found = lists.of_type(type_, scope)
        for part in self.asked.get(slot, ()):
            found = lists.asked(found, slot, part, scope)
        return found


def described(slots: Sequence[SlotInfo], condition: e.Expression | None) -> Described:
    """Return what a condition asks of each slot."""
    known = Described()
    for part in () if condition is None else lists.conjuncts(condition):
        named = {node.slot for node in walk(part) if isinstance(node, e.Local)}
        about = sorted(slot for slot in named if slot < len(slots))
        pair = _equal(part, len(slots))
        if pair is not None:
            known.equals[pair[0]] = pair[1]
        elif len(about) == 1 and _can_be_asked(part, slots[about[0]].type):
            known.asked.setdefault(about[0], []).append(part)
        else:
            known.rest.append(part)
    return known


def all_of(parts: Sequence[e.Expression]) -> e.Expression | None:
    """Return conditions joined by `and`, or None for none."""
    found: e.Expression | None = None
    for part in parts:
        found = part if found is None else e.Logic("and", found, part, part.type)
    return found


def required_first(
    steps: Sequence[s.Step],
) -> tuple[e.Expression | None, tuple[s.Step, ...]]:
    """Return the condition that a cost requires before any payment, or None, and the payment."""
    number = next((at for at, step in enumerate(steps) if not isinstance(step, s.Require)), None)
    asked = [step.condition for step in steps[:number] if isinstance(step, s.Require)]
    return all_of(asked), () if number is None else tuple(steps[number:])


def _equal(part: e.Expression, number: int) -> tuple[int, e.Expression] | None:
    """Return the slot that a condition gives a value to, with that value."""
    if not isinstance(part, e.Compare) or part.operator != "==":
        return None
    for slot, other in ((part.left, part.right), (part.right, part.left)):
        is_open = any(isinstance(node, e.Local) for node in walk(other))
        if isinstance(slot, e.Local) and slot.slot < number and not is_open:
            return slot.slot, other
    return None


def _can_be_asked(part: e.Expression, type_: Type) -> bool:
    """Return whether a condition can stand beside a noun; settings and roles make it too long."""
    if any(isinstance(node, e.OptionValue) for node in walk(part)):
        return False
    is_thing = isinstance(type_, EntityType | TargetType) or type_ == PLAYER
    return is_thing or members_in(part) is not None


def members_in(part: e.Expression) -> tuple[e.Expression, ...] | None:
    """Return what a local must be one of, if the condition lists it: `s in [red, green]`."""
    match part:
        case e.Contains(e.Local(), e.ListOfItems(items), False):
            return items
        case e.Contains(e.Local(), e.Primitive("to-set", (e.ListOfItems(items),)), False):
            return items
    return None


def listed(known: Described, slot: int, scope: Scope) -> str:
    """Return the members that a slot can be, in a row; nothing where they are not listed."""
    items = [members_in(part) for part in known.asked.get(slot, ())]
    return (
        Language(scope.lang).either(say(each, scope) for each in items[0])
        if items and items[0]
        else ""
    )


# --- positions --------------------------------------------------------------------------------


def position_words(steps: tuple[s.Step, ...], scope: Scope) -> Happening | None:
    """Return what steps do that look at a position, forget all, or count those like the present
    one; None for other steps."""
    noted = {key for key, field in scope.game.state.items() if field.looks_at}
    changes = [each for each in steps if isinstance(each, s.Change) and each.state in noted]
    results = [each.value for each in steps if isinstance(each, s.Let)]
    counted = {e.StateKey(None, x.value) for x in results if isinstance(x, e.ValueCall)}
    if changes and len(changes) == len(steps):
        values = [each.value for each in changes]
        results = [each.items[0] for each in values if isinstance(each, e.ListOfItems)]
        key = "note-position" if results else "forget-positions"
    elif counted and counted <= noted and len(counted) == len(steps) - 1:
        key = "count-positions"
    else:
        return None
    return step_words(key, scope, facts=scope.names.row(say(each, scope) for each in results))
