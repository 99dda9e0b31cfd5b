"""Build noun phrases: owners, locals, values, and the noun that a condition gives to a thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final, TypeAlias, TypeGuard

from cardwright.apps.text.clauses import it_mark, its_mark
from cardwright.apps.text.happenings import number_in
from cardwright.apps.text.inflection import OF, WORDS, base, in_row, led_verb, phrase
from cardwright.apps.text.names import OWNER
from cardwright.apps.text.scope import Bound, Scope, say
from dsl import Language, Phrase
from dsl.model import expressions as e
from dsl.model.rules import Value
from dsl.model.steps import Formula
from dsl.model.types import PLAYER, EnumType, ListOf, SetOf, Type, plain_type
from dsl.model.walk import is_nothing

_EITHER: Final = (", otherwise ", "そうでなければ")
_DEEPEST: Final = 6
_NO_ARTICLE: Final = (
    "what", "whatever", "whether", "who", "whom", "whose", "how", "where", "when", "why",
    "all", "any", "both", "each", "every", "no", "some", "half", "twice", "your",
)  # fmt: skip
"""A text that begins so has no `the` before it: `what {r} pays {p}`."""


def owned(name: str, of: e.Expression | None, scope: Scope) -> str:
    """Return what belongs to somebody: `your hand`, `the worth of that card`."""
    if of is None:
        return scope.words("the", name=name)
    of, scope = resolved(of, scope)
    if OWNER in name:
        # a name that says itself where its owner stands: `the oil in that lamp`
        is_element = isinstance(of, e.Local) and of.slot in scope.elements
        if is_element and isinstance(of, e.Local) and scope.lang == "ja":
            return its_mark(scope.elements[of.slot]) + name.replace(OWNER + OF, "")
        return scope.words("the", name=name.replace(OWNER, say(of, scope)))
    if _is_me(of, scope):
        return scope.words("of-me", name=name)
    if isinstance(of, e.Local) and of.slot in scope.elements:
        return scope.words("of-it", whose=its_mark(scope.elements[of.slot]), name=name)
    return scope.words("of", name=name, owner=say(of, scope))


def _is_me(of: e.Expression, scope: Scope) -> bool:
    """Return whether somebody is the reader: who holds a card reads it."""
    if isinstance(of, e.Property) and of.name in ("holder", "controller"):
        held, _ = resolved(of.of, scope)
        return isinstance(held, e.Role) and held.name == "self"
    if isinstance(of, e.Constant):
        return bool(scope.names.players) and of.type == PLAYER and of.value == 0
    return isinstance(of, e.Role) and of.name == "me"


def resolved(node: e.Expression, scope: Scope) -> tuple[e.Expression, Scope]:
    """Return what a name stands for, where it stands for an expression."""
    while isinstance(node, e.Local) and node.slot not in scope.elements:
        bound = scope.locals.get(node.slot)
        if not isinstance(bound, Bound):
            break
        node, scope = bound.expression, bound.scope
    return node, scope


def apart(shown: str, node: e.Expression, scope: Scope) -> str:
    """Return words in brackets that say one of two things, for among other words."""
    is_either = isinstance(resolved(node, scope)[0], e.Conditional) and any(
        each in shown for each in _EITHER
    )
    return f"({shown})" if is_either else shown


def in_brackets(number: str, scope: Scope) -> str:
    """Return a number of many words in brackets, for among other words."""
    is_long = scope.lang != "ja" and number.count(" ") > 1 and not number.startswith("(")
    return f"({number})" if is_long else number


def zone_words(zone: e.ZoneKey, of: e.Expression | None, scope: Scope) -> str:
    """Return the words for one zone."""
    return owned(scope.names.zone(zone), of, scope)


def variant(name: str, scope: Scope) -> Value | None:
    """Return the value of a name; of several variants the first."""
    found = scope.game.values.get(name, ())
    return found[0] if found else None


def filled(value: Value, arguments: tuple[e.Expression, ...], scope: Scope) -> str:
    """Return the text of a value with its parameters said."""
    given = [*zip(value.parameters, arguments, strict=False)]
    empty = {slot.name for slot, argument in given if is_nothing(resolved(argument, scope)[0])}
    text = Phrase(scope.names.as_written(value.text, value.id)).without_empty(empty.__contains__)
    words = {slot.name: say(argument, scope) for slot, argument in given
             if f"{{{slot.name}}}" in text}  # fmt: skip
    text = Phrase(text).in_number(partial(number_in, lambda name: words.get(name, "")))
    text = Language(scope.lang).with_articles(text, lambda name: words.get(name, ""))
    first = text.partition(" ")[0].lower()
    has_own = first in _NO_ARTICLE or first.endswith(("}'s", "}’s"))
    for name, said in words.items():
        if said == "you":  # it has the plain verb behind it: `that you hold`
            text = re.sub(rf"\{{{name}\}} ([a-z ]+)", lambda found: f"you {_plain(found[1])}", text)
        text = text.replace(f"{{{name}}}", said)
    text = text.replace("{me}", scope.words("me"))
    return text if scope.lang == "ja" or has_own else scope.words("the", name=text)


def for_reader(text: str) -> str:
    """Return a value's text without whom it is for where that is the reader."""
    for_me = phrase("ja", "value-for", name="", whom=WORDS.text("ja", "me"))
    return text.removesuffix(" for you").removeprefix(for_me)


def _plain(said: str) -> str:
    """Return what somebody does with the verb in its plain form: `still has`, still have."""
    before, verb, rest = led_verb(said)
    return in_row(before, base(verb), rest) + " " * (said != said.rstrip())


def formula_of(value: Value | None, scope: Scope) -> Formula | None:
    """Return the formula of a value that is said by what it is; None where that would not end, as
    of one that stands within itself: it is said by its name."""
    if value is None or value.depth or scope.calls >= _DEEPEST:
        return None
    if not isinstance(value.body, Formula):
        return None
    return value.body


def lifted(node: e.Lifted, scope: Scope) -> Scope:
    """Return the scope of a text where no part is missing."""
    bound = {slot: Bound(value, scope) for slot, value in zip(node.slots, node.values, strict=True)}
    scope.locals.update(bound)
    return scope


def bare(text: str, scope: Scope) -> str:
    """Return `its worth` and `worth of it` as `worth`."""
    its, it = its_mark(scope.depth), it_mark(scope.depth)
    if text.startswith(its) and its not in text[1:]:
        return text[1:].strip()
    of_it = it + OF if scope.lang == "ja" else f" of {it}"
    rest = text.removeprefix(of_it) if scope.lang == "ja" else text.removesuffix(of_it)
    return text if it in rest or its in rest else rest


Noun: TypeAlias = tuple[str, str]
"""What one is called, and many."""
_SORTS: Final = (e.AttributeRead, e.PrintedRead)


def noun_asked(part: e.Expression, slot: int, scope: Scope) -> Noun | None:
    """Return the noun that a condition gives to an element, or None if it asks something else."""
    if isinstance(part, e.IsKind) and not part.negated and is_it(of_target(part.of), slot):
        return _of_one(scope.names.kind(part.kind), scope)
    if is_player_asked(part) and part.negated and is_it(of_target(part.of), slot):
        return _of_one(scope.words("player"), scope)
    if isinstance(part, e.Logic) and part.operator == "or" and part.right is not None:
        left, right = (noun_asked(side, slot, scope) for side in (part.left, part.right))
        return None if left is None or right is None else _either((left, right), scope)
    if isinstance(part, e.Contains) and not part.negated and is_my_opponents(part.collection):
        return _of_one(scope.words("opponent"), scope) if is_it(part.item, slot) else None
    if isinstance(part, e.Contains | e.Compare | e.IsEmpty):
        return _by_sort(part, slot, scope)
    return None


def of_target(node: e.Expression) -> e.Expression:
    """Return the target of which the card or the player is asked; anything else as it is."""
    is_one = isinstance(node, e.Primitive) and node.name in ("player-in", "card-in")
    return node.arguments[0] if is_one and isinstance(node, e.Primitive) else node


def is_of_targets(body: e.Expression | None) -> bool:
    """Return whether elements of a list are the same as targets, or as the players they are."""
    return isinstance(body, e.Primitive) and body.name in ("as-target", "player-in")


def as_one(said: str, target: Type, one: Type, scope: Scope) -> str:
    """Return what a target is called where it is known to be a card, or a player."""
    return said.replace(scope.names.noun(target), scope.names.noun(one))


def is_player_asked(node: e.Expression) -> TypeGuard[e.IsNone]:
    """Return whether a condition asks whether a target is a player, or is none."""
    of = node.of.body if isinstance(node, e.IsNone) and isinstance(node.of, e.Lifted) else None
    of = node.of if isinstance(node, e.IsNone) and of is None else of
    return isinstance(of, e.Primitive) and of.name == "player-in"


def is_my_opponents(node: e.Expression) -> bool:
    """Return whether an expression is the opponents of the reader."""
    of = node.opponents_of if isinstance(node, e.Players) else None
    return isinstance(of, e.Role) and of.name == "me"


def _by_sort(part: e.Contains | e.Compare | e.IsEmpty, slot: int, scope: Scope) -> Noun | None:
    """Return the noun of a condition about what an element is."""
    read = part.of if isinstance(part, e.IsEmpty) else (
        part.collection if isinstance(part, e.Contains) else part.left
    )  # fmt: skip
    if not says_what(read, scope) or not isinstance(read, _SORTS) or not is_it(read.of, slot):
        return None
    if isinstance(part, e.IsEmpty):
        return _any_member(read, scope) if part.negated else None
    if isinstance(part, e.Contains):
        name = "" if part.negated else member_name(part.item, scope)
    else:
        name = member_name(part.right, scope) if part.operator == "==" else ""
    return _of_one(name, scope) if name else None


def says_what(node: e.Expression, scope: Scope) -> bool:
    """Return whether an expression reads an attribute that says what a card is."""
    return isinstance(node, _SORTS) and scope.names.says_what(node.kind, node.name)


def member_name(node: e.Expression, scope: Scope) -> str:
    """Return what a member of an enum is called if the text tells which it is."""
    found, where = resolved(node, scope)
    is_member = isinstance(found, e.Constant) and isinstance(plain_type(found.type), EnumType)
    return say(found, where) if is_member else ""


def _any_member(read: e.Expression, scope: Scope) -> Noun | None:
    """Return the nouns of all members: what a card is that is anything at all."""
    plain = plain_type(read.type)
    of = plain_type(plain.of) if isinstance(plain, ListOf | SetOf) else plain
    if not isinstance(of, EnumType):
        return None
    members = range(len(scope.game.enums[of.name].members))
    return _either([_of_one(scope.names.member(of.name, each), scope) for each in members], scope)


def _of_one(name: str, scope: Scope) -> Noun:
    return name, scope.names.many(name)


def _either(nouns: Sequence[Noun], scope: Scope) -> Noun:
    """Return nouns of which one fits."""
    one, many = (Language(scope.lang).either(part) for part in zip(*nouns, strict=True))
    return one, many


def is_it(node: e.Expression, slot: int) -> bool:
    """Return whether an expression is the element itself."""
    return isinstance(node, e.Local) and node.slot == slot


def copy_wanted(part: e.Expression, slot: int, scope: Scope) -> str:
    """Return the card that things are wanted to be copies of, else nothing."""
    if not isinstance(part, e.Compare) or part.operator != "==":
        return ""
    if is_name_of(part.left, slot) and isinstance(part.right, e.Constant):
        return say(part.right, scope)
    return ""


def is_name_of(node: e.Expression, slot: int) -> bool:
    """Return whether an expression is the definition of the element."""
    return isinstance(node, e.Property) and node.name == "definition" and is_it(node.of, slot)


def other_than(part: e.Expression, slot: int, scope: Scope) -> str:
    """Return what things must be other than: `Villager`, the acting civilization."""
    if not isinstance(part, e.Compare) or part.operator != "!=":
        return ""
    if is_it(part.left, slot) or is_name_of(part.left, slot):
        return say(part.right, scope)
    return ""


def is_other(part: e.Expression, slot: int, scope: Scope) -> bool:
    """Return whether a condition leaves out the card itself and nothing else."""
    if not isinstance(part, e.Compare) or part.operator != "!=":
        return False
    sides = (part.left, part.right)
    if not any(is_it(side, slot) for side in sides):
        return False
    other, _ = resolved(next(s for s in sides if not is_it(s, slot)), scope)
    return isinstance(other, e.Role) and other.name == "self"
