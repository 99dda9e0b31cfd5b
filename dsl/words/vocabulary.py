"""List the words that the machine itself knows: functions and native events, by their names.

The events and values most games share are not here: they are written in the language, in
`cards/prelude`. The words of the first release stand first: every package of `language: 1` leaves
them free. Any other word came later. A package may have used its name by then, so there the
package's own meaning wins (`World.own_words`). Nothing is ever added to the lists of the first
release.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeVar

from dsl.model import expressions as e
from dsl.model import types as t
from dsl.model.expressions import Constant, Primitive
from dsl.model.game import Game
from dsl.model.steps import Formula
from dsl.model.words import Fold, Function, Gives, Native, Reads, Slot, Word, Writes
from dsl.records import Record
from dsl.words import boards, functions
from dsl.words.functions import AMOUNT_FUNCTIONS, PLACE_FUNCTIONS

END: Final = t.Basic("end")
"""The type of `top` and `bottom`."""
CARD: Final = t.EntityType("")
ZONE: Final = t.ZoneType("")
_NONE: Final = Formula((), 0, Constant(None, t.NONE))
_ALL: Final = Formula((), 0, Primitive("seats", (), t.ListOf(t.PLAYER)))
"""Who sits at the table; what is public, those see too who are out."""

NATIVE_ROWS: Final = (
    Native(
        "move", "move (card c) to [top of|bottom of] (zone z)",
        slots=(Slot("c", CARD), Slot("z", ZONE, "to"), Slot("end", t.Maybe(END), default=_NONE)),
        writes=Writes.CARDS, enters=1, pair=(0, 1), needs_room=True, goes_as_one=True,
        manners=("top", "bottom"),
    ),
    Native("shuffle", "shuffle (zone z)", slots=(Slot("z", ZONE),), writes=Writes.ORDER),
    Native(
        "reveal", "reveal (card c) to (player p)",
        slots=(Slot("c", CARD), Slot("p", t.ListOf(t.PLAYER), "to", default=_ALL)),
        writes=Writes.KNOWLEDGE, manners=("me", "all"),
    ),
    Native(
        "create", "create (bag of def b) into (zone z) -> list of card",
        slots=(Slot("b", t.BagOf(t.DefinitionType(""))), Slot("z", ZONE, "into")),
        result=t.ListOf(CARD), writes=Writes.CARDS, enters=1, pair=(0, 1),
    ),
    Native("retire", "retire (card c)", slots=(Slot("c", CARD),), writes=Writes.CARDS),
    Native(
        "exchange", "exchange (card x) with (card y)",
        slots=(Slot("x", CARD), Slot("y", CARD, "with")), writes=Writes.CARDS, pair=(0, 1),
    ),
    Native(
        "fill", "fill (zone z) from (zone y)", slots=(Slot("z", ZONE), Slot("y", ZONE, "from")),
        writes=Writes.CARDS, enters=0, pair=(1, 0),
    ),
    Native("pass", "pass", writes=Writes.TURNS, has_actor=True),
    Native(
        "eliminate", "eliminate (player p)", slots=(Slot("p", t.PLAYER),), writes=Writes.PLAYERS,
    ),
)  # fmt: skip


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FIRST_ROLES: Final = _words(
    "me self actor active round start-player players opponents it true false"
)
FIRST_BARE: Final = FIRST_ROLES | {"seats", "player-count"}
FIRST_CALLED: Final = FIRST_BARE | _words(
    """count sum min max best worst bests leader any all each sort first last only reverse distinct
    default abs top bottom next previous vacant keys definitions"""
)
FIRST_FIELDS: Final = FIRST_BARE | _words("definition kind zone position holder owner")
FIRST_TYPES: Final = _words("int bool player kind range amount effect cost")
FIRST_EVENTS: Final = _words("move shuffle reveal create retire exchange fill pass eliminate")
FIRST_PRELUDE: Final = _words(
    "deal discard draw draw-card fall-short hand-size pass recycle tap untap"
)


W = TypeVar("W", bound=Word)


def _by_name(*families: tuple[W, ...]) -> Mapping[str, W]:
    return MappingProxyType({row.name: row for family in families for row in family})


FOLDS: Final[Mapping[str, Fold]] = _by_name(functions.FOLDS)
FUNCTIONS: Final[Mapping[str, Function]] = _by_name(
    functions.FUNCTIONS, AMOUNT_FUNCTIONS, PLACE_FUNCTIONS, boards.FUNCTIONS
)
"""Those that nobody writes included."""

NATIVES: Final[Mapping[str, Native]] = _by_name(NATIVE_ROWS)

MACHINE: Final = "machine:"
"""Begins the name of a native event that came after the first release: a package may have an event
called like the rest of it."""

AS_ONE: Final = frozenset(row.name for row in NATIVES.values() if row.goes_as_one)
"""Events that are done to the cards of a list in one go."""

WRITTEN: Final[Mapping[str, Word]] = MappingProxyType(
    {**FOLDS, **{row.name: row for row in FUNCTIONS.values() if not row.is_internal}}
)
"""The functions that authors write, in the order in which the guide tells them."""


def native_of(word: str) -> str | None:
    """Return the name of the native event that a word means where no package has an event so."""
    return next((name for name in (word, MACHINE + word) if name in NATIVES), None)


def counted(node: object) -> e.Expression | None:
    """Return the list of which an expression is the number of elements; None for any other."""
    if not isinstance(node, e.Fold) or node.body is not None:
        return None
    return node.source if FOLDS[node.function].gives == Gives.COUNT else None


class _NativeText(Mapping[str, str]):
    """How the log tells a native event: the catalogues are read when somebody asks."""

    def __init__(self, row: Native, own: Mapping[str, str]) -> None:
        self._row, self._own = row, own

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {**self._row.log, **self._own}

    def __getitem__(self, language: str) -> str:
        return self._texts[language]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class Vocabulary(Record, eq=False):
    """The words that the machine itself knows: a row a word, by its name.

    Attributes:
        functions: Those that nobody writes included.
        folds: Functions over the elements of a list.
        natives: Events that the machine carries out.
        written: The functions that authors write, folds included, in the order of the guide.
    """

    functions: Mapping[str, Function]
    folds: Mapping[str, Fold]
    natives: Mapping[str, Native]
    written: Mapping[str, Word]

    def native_text(self, id_: str, game: Game) -> Mapping[str, str]:
        """Return the text of a native event, with what the game's translations say of it."""
        return _NativeText(self.natives[id_], game.natives.get(id_, {}))

    def zone_read(self, node: object) -> e.Expression | None:
        """Return the zone, itself a value, of which an expression reads the cards; None for any
        other."""
        if isinstance(node, e.CardsOf):
            return node.zone
        if isinstance(node, e.Primitive) and self.functions[node.name].reads == Reads.ZONE:
            return node.arguments[0]
        return None


VOCABULARY: Final = Vocabulary(FUNCTIONS, FOLDS, NATIVES, WRITTEN)
