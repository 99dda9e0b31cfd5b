"""Check positions: what `given:`, `arrange:`, `set:` and `stack:` put where.

A stage holds what the texts of one script or example may name: its players and its own card.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from dsl.check.expressions.names import definition_constant
from dsl.check.expressions.names_declared import unknown
from dsl.check.rules.signatures import phase_ids
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import Scope, scope_at
from dsl.check.scopes.types import kind_fits
from dsl.check.steps.bodies import check_condition_formula, check_formula
from dsl.check.texts.package import expression_of
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import Said, nearest
from dsl.model import documents as d
from dsl.model.expressions import Constant, Primitive
from dsl.model.nouns import Zone
from dsl.model.scripts import OWNER, Piece, Position
from dsl.model.steps import Formula
from dsl.model.types import INT, PLAYER, UNKNOWN, EntityType, Maybe, Type, plain_type
from dsl.records import Record, Span
from dsl.syntax.parser import parse_expression
from dsl.syntax.trees import Call, Expression, Name

USUAL_NAMES: Final = ("ada", "bo", "cy", "di", "ed", "flo", "gus", "hal")
WORD: Final = re.compile(r"[a-zA-Z][\w-]*")


class Stage(Record, kw_only=True):
    """Where a script or example plays.

    Attributes:
        players: Names by seat.
        card: Id of the card an example stands on, or None.
    """

    draft: Draft
    players: tuple[str, ...]
    card: str | None

    @property
    def seats(self) -> dict[str, int]:
        """Return the seat of every name; `you` is the second player."""
        seats = {name: seat for seat, name in enumerate(self.players)}
        return {**({"you": 1} if len(self.players) > 1 else {}), **seats}

    @property
    def kind(self) -> str | None:
        """Return the kind of the example's own card."""
        return None if self.card is None else self.draft.world.definitions.get(self.card)

    def player(self, scalar: d.Scalar) -> str | None:
        """Return the player a text names; `me` is the first."""
        word = "me" if scalar.text == "me" else scalar.text
        if word == "me":
            return self.players[0]
        if word in self.seats:
            return self.players[self.seats[word]]
        names = [*self.seats, "me"]
        unknown(self.draft.report, "unknown-name", word, scalar.span, names, "player")
        return None

    def scope(self) -> Scope:
        """Return the scope of the script's expressions; `me` is the first player."""
        return scope_at(self.draft.world, self_kind=self.kind, has_me="yes", place="script")

    def formula(self, node: d.Node | None, expected: Type) -> Formula:
        """Return an expression of a type."""
        tree = expression_of(node, self.draft.report)
        if tree is None:
            return Formula((), 0, Constant(None, UNKNOWN))
        return self.tree_formula(tree, expected)

    def tree_formula(self, tree: Expression, expected: Type) -> Formula:
        """Return a parsed expression of a type; a card's id stands for its one copy."""
        copy = self._copy_named(tree, expected)
        return copy if copy is not None else check_formula(tree, self.scope(), expected)

    def _copy_named(self, tree: Expression, expected: Type) -> Formula | None:
        """Return the copy of a card where its id stands in the place of a copy."""
        world = self.draft.world
        if not isinstance(tree, Name) or tree.text in self.seats or tree.text == "self":
            return None
        kind, wanted = world.definitions.get(tree.text), plain_type(expected)
        if (
            kind is None
            or not isinstance(wanted, EntityType)
            or not kind_fits(kind, wanted.kind, world)
        ):
            return None
        definition = definition_constant(tree.text, world)
        return Formula((), 0, Primitive("unique-entity", (definition,), EntityType(kind)))

    def condition(self, node: d.Node | None) -> Formula:
        """Return a condition."""
        tree = expression_of(node, self.draft.report)
        if tree is None:
            return Formula((), 0, Constant(None, UNKNOWN))
        return check_condition_formula(tree, self.scope())

    @contextmanager
    def seated(self) -> Iterator[None]:
        """Make the players names of expressions for a while."""
        world = self.draft.world
        before, world.seats = world.seats, self.seats
        yield
        world.seats = before


def usual_players(nodes: Iterable[d.Node], draft: Draft) -> tuple[str, ...]:
    """Return the players of an example that names none: as few as may be, and all it mentions."""
    words = {word for node in nodes for each in d.walk_nodes(node) if isinstance(each, d.Scalar)
             for word in WORD.findall(each.text)}  # fmt: skip
    mentioned = [seat for seat, name in enumerate(USUAL_NAMES) if name in words]
    least = max(draft.players.low, 2 if "you" in words else 1, *(seat + 1 for seat in mentioned), 1)
    return USUAL_NAMES[: max(1, min(least, draft.players.high, len(USUAL_NAMES)))]


KEY: Final = re.compile(r"(?:(?P<owner>[a-zA-Z][\w-]*)\.)?(?P<name>[a-zA-Z][\w-]*)")
TIMES: Final = re.compile(r"([a-zA-Z][\w-]*) *[x×*] *([0-9]+)|([0-9]+) *[x×*]? *([a-zA-Z][\w-]*)")
"""Cards as people write how many of one there are."""
NO_PHASE: Final = "none"
"""What a position says as its phase where its kind's `given` names one and it stands in none."""
MOST_COPIES: Final = 1_000
BUILT_IN: Final = {"start-player": PLAYER, "round": INT}


@dataclass(slots=True)
class _Parts:
    """A position while its keys are read."""

    zones: dict[tuple[str, str], tuple[Piece, ...] | int] = field(default_factory=dict)
    state: dict[tuple[str, str], Formula] = field(default_factory=dict)
    values: list[tuple[str, tuple[Formula, ...], Formula]] = field(default_factory=list)
    phase: str | None = None
    turn: str | None = None


def position_of(nodes: tuple[d.Node, ...], stage: Stage, *, is_whole: bool) -> Position:
    """Return a checked position; of two nodes that say the same, the later one holds."""
    parts = _Parts()
    for entry in (entry for node in nodes for entry in d.entries_of(node)):
        _read(entry, parts, stage)
    return Position(
        zones=parts.zones,
        state=parts.state,
        given_values=tuple(parts.values),
        phase=parts.phase,
        turn=parts.turn,
        is_whole=is_whole,
        span=nodes[-1].span,
    )


def as_set_up(span: Span) -> Position:
    """Return the position that arranges nothing."""
    return Position(
        zones={}, state={}, given_values=(), phase=None, turn=None, is_whole=False, span=span
    )


def _read(entry: d.Entry, parts: _Parts, stage: Stage) -> None:
    """Read one key of a position."""
    scalar = d.scalar_of(entry.value)
    if entry.key.text == "phase" and scalar is not None and scalar.text == NO_PHASE:
        parts.phase = parts.turn = None
        return
    if entry.key.text == "phase" and scalar is not None:
        parts.phase = next(iter(phase_ids(scalar, stage.draft)), None)
        return
    if entry.key.text == "turn" and scalar is not None:
        parts.turn = stage.player(scalar)
        return
    match = KEY.fullmatch(entry.key.text.strip())
    if match is None:
        _read_value(entry, parts, stage)
        return
    owner = _owner(match["owner"], entry, stage)
    if owner is not None:
        _read_named(owner, match["name"], entry, parts, stage)


def _owner(word: str | None, entry: d.Entry, stage: Stage) -> tuple[str, str | None] | None:
    """Return the owner a key names and its kind: `player`, a kind, or None for the table."""
    definitions = stage.draft.world.definitions
    if word is None:
        return "", None
    if word == "self" and stage.kind is not None:
        return "self", stage.kind
    if word == "me" or word in stage.seats:
        return stage.players[0 if word == "me" else stage.seats[word]], "player"
    if word in definitions:
        return word, definitions[word]
    span = entry.key.part(0, len(word))
    names = ["me", *stage.seats, *definitions]
    unknown(stage.draft.report, "unknown-name", word, span, names, "player or card")
    return None


def _read_named(
    owner: tuple[str, str | None], name: str, entry: d.Entry, parts: _Parts, stage: Stage
) -> None:
    """Read a zone, a state, or a value without parameters."""
    world, (who, kind) = stage.draft.world, owner
    zone, state = world.zone_of(kind, name), world.state_of(kind, name)
    if zone is not None:
        parts.zones[who, name] = pieces_of(entry.value, zone, stage)
    elif state is not None:
        parts.state[who, name] = stage.formula(entry.value, state.type)
    elif kind is None and name in BUILT_IN:
        parts.state[who, name] = stage.formula(entry.value, BUILT_IN[name])
    elif kind not in (None, "player") and name == OWNER:
        parts.state[who, name] = stage.formula(entry.value, Maybe(PLAYER))
    elif kind is None and name in world.values:
        _read_value(entry, parts, stage)
    else:
        _report_unknown(kind, name, entry, stage)


def _report_unknown(kind: str | None, name: str, entry: d.Entry, stage: Stage) -> None:
    """Report a key that names nothing a position can say."""
    world = stage.draft.world
    owners = (None,) if kind is None else (kind, *world.lineage(kind))
    names = [key.name for key in world.zones if key.owner in owners]
    names += [key.name for key in world.state if key.owner in owners]
    if kind is None:
        names += ["phase", "turn", *BUILT_IN, *world.values]
    start = len(entry.key.text) - len(name)
    near = nearest(name, sorted(names))
    helps: tuple[str | Instead, ...] = (Instead.of(near, name),) if near else ()
    key = "unknown-name.no-zone-or-state" if kind is None else "unknown-name.no-zone-or-state-of"
    span = entry.key.part(start, len(entry.key.text))
    stage.draft.report.add(key, span, *helps, name=name, kind=kind)


def _read_value(entry: d.Entry, parts: _Parts, stage: Stage) -> None:
    """Read `score(ada): 60`: what a value gives instead of computing it."""
    world = stage.draft.world
    tree = parse_expression(entry.key, stage.draft.report)
    if tree is None:
        return
    word = (
        tree.function.text
        if isinstance(tree, Call)
        else tree.text
        if isinstance(tree, Name)
        else ""
    )
    if word not in world.values:
        unknown(stage.draft.report, "unknown-value", word or entry.key.text,
                entry.key.span, list(world.values))  # fmt: skip
        return
    arguments = tree.arguments if isinstance(tree, Call) else ()
    head = world.values[word]
    if len(arguments) != len(head.parameters):
        stage.draft.report.add(
            "missing-argument.takes-arguments-not",
            entry.key.span,
            word=word,
            n=len(head.parameters),
            n_2=len(arguments),
        )
        return
    given = tuple(stage.tree_formula(each, slot.type)
                  for each, slot in zip(arguments, head.parameters, strict=True))  # fmt: skip
    result = head.result or stage.draft.facts_of_value(word)[0]
    parts.values.append((word, given, stage.formula(entry.value, result or UNKNOWN)))


def pieces_of(node: d.Node, zone: Zone, stage: Stage) -> tuple[Piece, ...] | int:
    """Return the cards of a zone in order, or a number of cards."""
    number = d.number_of(node)
    if number is not None:
        return max(0, number)
    found: list[Piece] = []
    for item in (node,) if isinstance(node, d.Mapping) else d.items_or_one(node):
        if isinstance(item, d.Scalar):
            found += _piece(item, None, zone, stage)
        for entry in d.entries_of(item):
            number = d.number_of(entry.value)
            inside = None if number is not None else entry.value
            for _ in range(1 if number is None else min(number, MOST_COPIES)):
                found += _piece(entry.key, inside, zone, stage)
    return tuple(found)


def _as_written(word: str, known: Container[str]) -> tuple[str, ...]:
    """Return the help for several cards in one text: `silver, silver`, `silver x3`, `3 silver`."""
    parts = [part.strip() for part in word.split(",")]
    if len(parts) > 1 and all(part in known for part in parts):
        return (Said("help.write-list", parts=tuple(parts)),)
    found = TIMES.fullmatch(word)
    card = found and (found[1] or found[4])
    if not found or card not in known:
        return ()
    return (Said("help.write-card-value", card=card, value=found[2] or found[3]),)


def _piece(scalar: d.Scalar, inside: d.Node | None, zone: Zone, stage: Stage) -> Iterator[Piece]:
    """Yield one copy, a vacant slot, or nothing after a diagnostic."""
    world, word = stage.draft.world, scalar.text
    if word == "none":
        yield Piece(definition=None, is_self=False, zones={}, state={}, span=scalar.span)
        return
    is_self = word == "self" and stage.card is not None
    definition = stage.card if is_self else word
    if definition is None or definition not in world.definitions:
        cards = [*world.definitions, *(("self",) if stage.card else ())]
        helps = _as_written(word, world.definitions)
        if helps:
            stage.draft.report.add("unknown-card.no-card-named", scalar.span, *helps, word=word)
            return
        unknown(stage.draft.report, "unknown-card", word, scalar.span, cards)
        return
    kind = world.definitions[definition]
    world.used.add(("definition", definition))
    if zone.of and zone.of not in world.lineage(kind):
        stage.draft.report.add(
            "wrong-type.zone-holds",
            scalar.span,
            definition=definition,
            kind=kind,
            zone=zone.key.name,
            of=zone.of,
        )
    parts = _Parts()  # what lies in its own zones, and its state
    for entry in d.entries_of(inside):
        _read_named(("", kind), entry.key.text, entry, parts, stage)
    for (_, name), pieces in parts.zones.items():
        if isinstance(pieces, int):
            stage.draft.report.add(
                "wrong-shape.cards-not-named", scalar.span, name=name, written=scalar.text
            )
    yield Piece(
        definition=definition,
        is_self=is_self,
        zones={name: pieces for (_, name), pieces in parts.zones.items()
               if isinstance(pieces, tuple)},
        state={name: formula for (_, name), formula in parts.state.items()},
        span=scalar.span,
    )  # fmt: skip
