"""Define the record of a match: flat, plain data that can be copied at any decision.

Beside `State`: facts about hidden cards, and the start of a match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from interpreter.state.values import BodyFrame, EventFrame, Frame, Spot, Value, Values


class Fact(NamedTuple):
    """What some players know: of which value an expression was when they were told.

    Attributes:
        number: Of the operation that told it.
        locals: What the expression had: `me`, `self`, `actor` and those of the body that it reads.
        value: What it was.
        players: A bit a player who knows it.
        cards: Those whose definitions it depends on, ascending.
        zones: Those it has looked through, ascending.
        state: What it has read of the flat state, as (place, value): that stays as it was.
    """

    number: int
    locals: Values
    value: Value
    players: int
    cards: tuple[int, ...]
    zones: tuple[int, ...]
    state: tuple[tuple[int, Value], ...]


class Origin(NamedTuple):
    """What leads to the first decision of a match again.

    Attributes:
        game_id, version: From the game's manifest.
        game_digest: Hash of everything the game came from.
        options: Every option with its value, run-time form.
        seats: Number of players.
        seed: None where the match did not begin at its start: one that a search has drawn.
    """

    game_id: str
    version: str
    game_digest: str
    options: Mapping[str, object]
    seats: int
    seed: int | None


LOGGED = 1
"""The bit of `State.listening` that says that events are logged."""


class State:
    """All of the truth about a match.

    Lists belong to this match alone; tuples and the cards of a zone may be shared with its clones
    and are replaced, never changed: see `own_zone`.

    Attributes:
        values: The flat state, see `interpreter.program.program`.
        zones: The cards of each zone by number, the top first; a vacant slot is None.
        places: The zone of each entity, -1 for none.
        knows: For each entity a bit a player who knows it although its zone does not show it.
        facts: What players know of hidden cards beside, see `interpreter.state.record`.
        frames: The stack of pending work, see `interpreter.state.values`.
        pending: Triggers raised since the last body ended.
        queue: Triggers waiting, one group a body that ended, first come first served.
        chance: How often each random stream has been used.
        entity_definitions, entity_bases, entity_zones, entity_owners: For each entity its
            definition, where its fields begin in `values`, the number of its first own zone (-1
            for none) and the player who held the zone of its creation (or None).
        zone_families, zone_owners: For each zone its family and its owner (-1 for the table's).
        free: For each definition that had copies retired, how many are free again.
        spare: Numbers of retired copies that may be given again until the next answer.
        key: The 64-bit key of all random streams.
        ask: The decision that is open, or None: see `interpreter.walk.decision`.
        answer: What was decided, on its way to who asked; None between.
        result: What the last body or event gave back.
        payer: Who is paying a cost now, or None.
        is_trial: Whether this is a copy on which a cost is tried.
        is_secret: Whether secret choices are being made.
        before_secret: The values of the table and the players as they were before, where something
            is paid among these choices: what others see of them.
        before_batch: The position in which the batch began that is being done; None outside of
            one and from the first question in it on, so that no decision has one.
        listening: One bit a rule that could match now; bit 0: events are logged.
        arrived: The modifiers that work now and whose order matters, by number with their card,
            in the order in which they began to.
        steps: Events and loop turns since the last decision.
        actions: Decisions so far.
        learned: How often something hidden became known to somebody.
        outcome: None until the match is over.
        log: Records of events, newest first as a chain (record, rest), or None.
        cause: Id of the event that is being carried out, or 0.
        next_id: Id of the next event.
        given_values: What scripts give instead of computing a value, or None.
        forced: Labels that scripts give for what chance decides next.
        names: What the players are called, by seat.
        window: Whether nothing changes for a stretch (see `interpreter.program.memo`), else 0.
    """

    __slots__ = (
        "actions",
        "answer",
        "arrived",
        "ask",
        "before_batch",
        "before_secret",
        "cause",
        "chance",
        "entity_bases",
        "entity_definitions",
        "entity_owners",
        "entity_zones",
        "facts",
        "forced",
        "frames",
        "free",
        "given_values",
        "is_secret",
        "is_trial",
        "key",
        "knows",
        "learned",
        "listening",
        "log",
        "names",
        "next_id",
        "outcome",
        "payer",
        "pending",
        "places",
        "queue",
        "result",
        "spare",
        "steps",
        "values",
        "window",
        "zone_families",
        "zone_owners",
        "zones",
    )  # fmt: skip

    def __init__(self, key: int) -> None:
        self.values: list[Value] = []
        self.zones: list[list[Spot]] = []
        self.places: list[int] = []
        self.knows: list[int] = []
        self.facts: Values = ()
        self.frames: list[Frame] = []
        self.pending: Values = ()
        self.queue: Values = ()
        self.chance: dict[str, int] = {}
        self.entity_definitions: tuple[int, ...] = ()
        self.entity_bases: tuple[int, ...] = ()
        self.entity_zones: tuple[int, ...] = ()
        self.entity_owners: tuple[int | None, ...] = ()
        self.zone_families: tuple[int, ...] = ()
        self.zone_owners: tuple[int, ...] = ()
        self.free: tuple[tuple[int, int], ...] = ()
        self.spare: tuple[int, ...] = ()
        self.key = key
        self.ask: Any = None
        self.answer: Value = None
        self.result: Value = None
        self.payer: int | None = None
        self.is_trial = False
        self.is_secret = False
        self.before_secret: Values | None = None
        self.before_batch: State | None = None
        self.listening = 0
        self.arrived: tuple[tuple[int, int | None], ...] = ()
        self.steps = 0
        self.actions = 0
        self.learned = 0
        self.outcome: Any = None
        self.log: Any = None
        self.cause = 0
        self.next_id = 1
        self.given_values: dict[Value, Value] | None = None
        self.forced: tuple[str, ...] = ()
        self.names: tuple[str, ...] = ()
        self.window = 0

    def own_zone(self, zone: int) -> list[Spot]:
        """Return the cards of a zone, to be changed: from now on no clone shares them."""
        cards = self.zones[zone] = self.zones[zone].copy()
        return cards

    def open_secrets(self) -> None:
        """End secret choices: state that they did not change is as before."""
        if self.before_secret is not None:
            self.values[: len(self.before_secret)] = self.before_secret
        self.is_secret, self.before_secret = False, None

    @property
    def body(self) -> BodyFrame | None:
        """The body that goes on next, None where that is no body."""
        frame = self.frames[-1] if self.frames else None
        return frame if isinstance(frame, BodyFrame) else None

    def bodies(self) -> Iterator[BodyFrame]:
        """Yield the bodies that have begun, the outermost first."""
        return (frame for frame in self.frames if isinstance(frame, BodyFrame))

    def forget_used(self) -> None:
        """Forget which rules have been used or refused in the place of the events on their way."""
        self.frames = [f._replace(used=()) if isinstance(f, EventFrame) else f for f in self.frames]

    def records(self, after: int = 0) -> list[Value]:
        """Return the records of the log behind the one with an id, the first first."""
        found, entry = [], self.log
        while entry is not None and entry[0].id > after:
            found.append(entry[0])
            entry = entry[1]
        return found[::-1]

    def __getstate__(self) -> dict[str, Value]:
        """Return all of it but what follows from the rest; the log is a list, since a chain may be
        too long to be gone down."""
        parts = {name: getattr(self, name) for name in self.__slots__}
        return {**parts, "log": self.records()[::-1], "window": 0}

    def __setstate__(self, parts: dict[str, Value]) -> None:
        for name, value in parts.items():
            setattr(self, name, value)
        self.log = None
        for record in reversed(parts["log"]):
            self.log = (record, self.log)

    def clone(self) -> State:
        """Return a copy that shares nothing that changes."""
        other = State.__new__(State)
        other.values = self.values.copy()
        other.zones = self.zones.copy()
        other.places = self.places.copy()
        other.knows = self.knows.copy()
        other.facts = self.facts
        other.frames = self.frames.copy()
        other.pending = self.pending
        other.queue = self.queue
        other.chance = self.chance.copy()
        other.entity_definitions = self.entity_definitions
        other.entity_bases = self.entity_bases
        other.entity_zones = self.entity_zones
        other.entity_owners = self.entity_owners
        other.zone_families = self.zone_families
        other.zone_owners = self.zone_owners
        other.free = self.free
        other.spare = self.spare
        other.key = self.key
        other.ask = self.ask
        other.answer = self.answer
        other.result = self.result
        other.payer = self.payer
        other.is_trial = self.is_trial
        other.is_secret = self.is_secret
        other.before_secret = self.before_secret
        other.before_batch = self.before_batch
        other.listening = self.listening
        other.arrived = self.arrived
        other.steps = self.steps
        other.actions = self.actions
        other.learned = self.learned
        other.outcome = self.outcome
        other.log = self.log
        other.cause = self.cause
        other.next_id = self.next_id
        other.given_values = self.given_values
        other.forced = self.forced
        other.names = self.names
        other.window = 0
        return other
