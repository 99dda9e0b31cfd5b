"""Keep what a name in an effect stands for while its text is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from cardwright.apps.text.names import Names, in_words
from cardwright.apps.text.vocabulary import phrase
from dsl.model.expressions import Expression
from dsl.model.game import Game
from dsl.model.steps import Step
from dsl.records import record
from dsl.source import Span


@record
class Bound:
    """A name that stands for an expression of another body."""

    expression: Expression
    scope: Scope


@dataclass(slots=True)
class Heard:
    """What is done with the answers to questions, as it is said.

    Attributes:
        words: By where the step that asks stands.
        unpaid: The same without what is paid for it.
        waiting: Where the choices stand whose locals nothing has named yet, by the local.
    """

    words: dict[Span, str] = field(default_factory=dict)
    unpaid: dict[Span, str] = field(default_factory=dict)
    waiting: dict[int, Span] = field(default_factory=dict)


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
        heard: Takes what questions are for; None where nobody wants to know.
        names_me: Whether to say that `you` do something, as somebody else was named before.
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
    heard: Heard | None = None
    names_me: bool = False

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
            found = self.words("option", name=in_words(name))
        return found
