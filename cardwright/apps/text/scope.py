"""Define the names of one rule while its text is written, and find the words for any node.

The words themselves stand in the modules beside this one, a function a node type. They are entered
into the registries here, so that they can call each other without importing each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Generic, TypeVar

from cardwright.apps.text.clauses import Clause, Said, claim
from cardwright.apps.text.inflection import phrase
from cardwright.apps.text.names import Names, in_words
from cardwright.apps.text.things import Things
from dsl import Record, Span
from dsl.model.expressions import Expression, StateKey
from dsl.model.game import Game
from dsl.model.steps import Choose, Order, Step
from dsl.model.types import ListOf, SetOf, plain_type

LETTERS: Final = "ABCDEFGH"
"""Behind a Japanese noun for what has a name of its own."""


class Bound(Record):
    """A name that stands for an expression of another body."""

    expression: Expression
    scope: Scope


@dataclass(slots=True)
class QuestionPurposes:
    """The purposes of questions: the deeds that follow an answer, in words.

    Attributes:
        words: By where the step that asks stands.
        unpaid: The same without the payment.
        waiting: The choices whose locals nothing has named yet, by the local.
    """

    words: dict[Span, str] = field(default_factory=dict)
    unpaid: dict[Span, str] = field(default_factory=dict)
    waiting: dict[int, Choose | Order] = field(default_factory=dict)


@dataclass(slots=True)
class Scope:
    """The words of one rule while its text is made.

    Attributes:
        names: What the game calls its things.
        self_kind: The kind of the card that the rule stands on; "" for none.
        locals: By number: a phrase, or what the local stands for.
        first: By number: makes the phrase of the first mention, which says what is chosen.
        meant: By number: what a local stands for that `first` names.
        changing: The locals that are set again and again, called by their own names.
        named: The own names of locals, by number.
        behind: Steps behind the block that is being said, which may name its locals too.
        depth: How many lists around; the element of the innermost is written with marks.
        calls: How many values deep.
        purposes: Takes the purposes of questions; None where nobody wants to know.
        answer: The local that steps work out and return, called the answer; None without one.
        names_me: Whether to say that `you` do something, as somebody else was named before.
        keyword: The keyword whose rule it is, or None.
        kept: By state: the words for what an effect that waits remembers, where it is put by.
    """

    names: Names
    self_kind: str = ""
    locals: dict[int, str | Bound] = field(default_factory=dict)
    first: dict[int, Callable[[], str]] = field(default_factory=dict)
    meant: dict[int, Expression] = field(default_factory=dict)
    elements: dict[int, int] = field(default_factory=dict)
    changing: set[int] = field(default_factory=set)
    named: dict[int, str] = field(default_factory=dict)
    behind: tuple[Step, ...] = ()
    depth: int = 0
    calls: int = 0
    purposes: QuestionPurposes | None = None
    answer: int | None = None
    names_me: bool = False
    keyword: str | None = None
    kept: dict[StateKey, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game."""
        return self.names.game

    @property
    def lang(self) -> str:
        """The language."""
        return self.names.lang

    def words(self, key: str, /, **slots: str) -> str:
        """Return a phrase in the language."""
        return phrase(self.lang, key, **slots)

    def inside(self, slot: int) -> Scope:
        """Return the scope of a condition over the elements of a list."""
        elements = {**self.elements, slot: self.depth}
        return replace(self, elements=elements, depth=self.depth + 1)

    def tried(self) -> Scope:
        """Return a scope to try words in, so that first mentions are not used up."""
        return replace(self, first=dict(self.first), locals=dict(self.locals), purposes=None)

    def called(self, arguments: tuple[Expression, ...]) -> Scope:
        """Return the scope of a value's own words."""
        bound: dict[int, str | Bound] = {
            slot: Bound(argument, self) for slot, argument in enumerate(arguments)
        }
        return replace(
            self,
            locals=bound,
            first={},
            meant={},
            elements={},
            changing=set(),
            answer=None,
            calls=self.calls + 1,
        )

    def refer(
        self, one: str, many: str, *, is_list: bool, again: str = "second", name: str = ""
    ) -> str:
        """Return how something just named is called from now on.

        Args:
            again: The phrase for it where something else is called so already; "" for none.
            name: Its own name, by which it is called where that phrase is taken too.
        """
        noun = many if is_list else one
        found = self.words("those" if is_list else "that", noun=noun)
        if again and found in self.locals.values():
            found = self.words(again, noun=noun)
        if found in self.locals.values() and name:
            found = self.own_name(one, name)
        return found

    def own_name(self, noun: str, name: str) -> str:
        """Return a name of its own for a local: as the author calls it, in Japanese its noun with a
        letter."""
        if self.lang != "ja":
            return self.words("option", name=in_words(name))
        lettered = (f"{noun}{letter}" for letter in LETTERS)
        return next((each for each in lettered if each not in self.locals.values()), f"「{name}」")


Result = TypeVar("Result")
Says = Callable[..., Result]


class Registry(Generic[Result]):
    """Functions by node type."""

    def __init__(self) -> None:
        self.by_type: dict[type, Says[Result]] = {}

    def add(self, *types: type) -> Callable[[Says[Result]], Says[Result]]:
        """Return a decorator that enters a function for some node types."""

        def enter(function: Says[Result]) -> Says[Result]:
            self.by_type.update(dict.fromkeys(types, function))
            return function

        return enter

    def of(self, node: object) -> Says[Result]:
        """Return the function for a node.

        Raises:
            KeyError: There is none; a test holds that every node of the language has one.
        """
        return self.by_type[type(node)]

    def find(self, node: object) -> Says[Result] | None:
        """Return the function for a node, or None."""
        return self.by_type.get(type(node))


VALUES: Final[Registry[str]] = Registry()
"""What an expression is worth, for every node type."""
CLAUSES: Final[Registry[Said]] = Registry()
"""What a condition says, for the node types that are more than a yes or no."""
THINGS: Final[Registry[Things | None]] = Registry()
"""What a list holds, for the node types that name a noun."""


def say(node: Expression, scope: Scope) -> str:
    """Return the words for what an expression is worth, marks of elements still open."""
    if isinstance(plain_type(node.type), ListOf | SetOf):
        found = things(node, scope)
        if found is not None:
            return found.zone or found.all_of_them()
    return VALUES.of(node)(node, scope)


def named_things(node: Expression, scope: Scope) -> tuple[Things | None, str]:
    """Return what a list holds, and its words: both at once, as the first mention of a name says
    more than the next."""
    found = things(node, scope)
    is_list = isinstance(plain_type(node.type), ListOf | SetOf)
    if found is None or not is_list:
        return found, say(node, scope)
    return found, found.zone or found.all_of_them()


def things(node: Expression, scope: Scope) -> Things | None:
    """Return what a list holds, or None where only its words as a whole are known."""
    function = THINGS.find(node)
    return None if function is None else function(node, scope)


def clause(node: Expression, scope: Scope, *, negated: bool = False) -> Said:
    """Return what a condition says, or its opposite."""
    function = CLAUSES.find(node)
    if function is not None:
        return function(node, scope, negated)
    return truth(say(node, scope), scope, negated=negated)


def truth(subject: str, scope: Scope, *, negated: bool) -> Clause:
    """Return that something is so, or not."""
    return claim("true", subject, scope.lang, negated=negated)
