"""Begin a script: as set up, from a whole position, or from one arranged in part.

A match can stand at a phase, on somebody's turn, as if everything before it had been played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dsl.model.game import Phase
from dsl.model.nouns import lineage
from dsl.model.scripts import Piece, Position, Script
from dsl.model.types import PLAYER
from dsl.records import Span
from dsl.words.arithmetic import Fault
from interpreter.program.program import ACTIVE, ROUND, PhasePlan, Program
from interpreter.script.placing import Placer, PositionProblem
from interpreter.script.session import Dice
from interpreter.state.record import State
from interpreter.state.values import HALT, BodyFrame, HaltFrame, Value, Values
from interpreter.walk.assembly import bare_state, start_state
from interpreter.walk.machine import Machine
from interpreter.walk.match import Match, origin_of

LOOPS = ("turns", "for")
"""The loops that go through something."""


def stand_at(machine: Machine, st: State, position: Position, phase: str, turn: int | None) -> None:
    """Build the frames of a phase and of those around it.

    Args:
        turn: The seat whose turn it is, or None: the first that the phases give.
    """
    path = path_to(machine.program, phase)
    if path is None:
        raise PositionProblem(position.span, f"the phase {phase}", "it is not in the game")
    st.frames.clear()
    st.ask = st.answer = st.payer = None
    st.pending, st.queue = (), ()
    st.values[ACTIVE] = None
    if path[0].number in machine.program.rounds and not st.values[ROUND]:
        st.values[ROUND] = 1
    _Walk(machine, st, position, turn).enter(path)


def path_to(program: Program, phase: str) -> list[PhasePlan] | None:
    """Return the phases from the outermost to the one of an id."""
    found = next((plan for plan in program.phases if plan.phase.id == phase), None)
    if found is None:
        return None
    path = [found]
    while (parent := path[0].parent) is not None:
        path.insert(0, program.phases[parent])
    return path


class _Walk:
    """Goes from the outermost phase inwards: makes the frame of the course.

    A phase for each of some things stands at the first of them for which those within it give the
    turn that is wanted.
    """

    def __init__(self, machine: Machine, st: State, position: Position, turn: int | None) -> None:
        self.machine, self.st, self.position, self.turn = machine, st, position, turn
        self.me: int | None = None
        self.elements: Values = ()
        self.slots: list[Value] = [None] * machine.program.course.code.size

    def enter(self, path: Sequence[PhasePlan]) -> None:
        """Go into a phase and those within it; of the last one the pass that is wanted comes next.

        Raises:
            PositionProblem: Nothing that the phases go through gives the turn.
        """
        plan, *within = path
        items = self._items(plan)
        first: PositionProblem | None = None
        before = self.me, self.elements, [*self.slots], self.st.values[ACTIVE]
        for place in self._places(plan, items):
            try:
                return self._enter(plan, items, place, within)
            except PositionProblem as problem:
                first = first or problem
                self.me, self.elements, slots, self.st.values[ACTIVE] = before
                self.slots = [*slots]
        raise first or self._nobody()

    def _enter(
        self, plan: PhasePlan, items: Values, place: int, within: Sequence[PhasePlan]
    ) -> None:
        stretch = self.machine.program.course.stretches[plan.number]
        outer, slots = self.me, self.slots
        player = self._pass(plan, items[place])
        if stretch.outer is not None:
            slots[stretch.outer] = outer
        if stretch.items is not None:
            slots[stretch.items] = items
        if stretch.index is not None:
            slots[stretch.index] = place + 1 if within else place
        if within:
            if player is not None and not plan.phase.asks:
                self.st.values[ACTIVE] = player
            if stretch.element is not None:
                slots[stretch.element] = self.elements[-1]
            return self.enter(within)
        me = outer
        if plan.phase.repeat and player is not None:
            slots[stretch.index or 0] = 1
            me = (player - 1) % self.machine.program.seats
        self.st.frames.append(BodyFrame(stretch.head, (me, None, None, *slots)))

    def _items(self, plan: PhasePlan) -> Values:
        """Return what a phase goes through."""
        if plan.phase.source is None or plan.phase.loop not in LOOPS:
            return (None,)
        source = self.machine.formula(plan.phase.source)
        return tuple(source(self.st, [self.me, None, None, *self.elements]) or ())

    def _pass(self, plan: PhasePlan, item: Value) -> int | None:
        """Go into the pass of an item; return whose turn it is."""
        if plan.phase.loop == "turns":
            self.me = item
            return self.me
        if plan.phase.loop == "for":
            self.elements = (*self.elements, item)
        return None

    def _places(self, plan: PhasePlan, items: Values) -> Iterable[int]:
        """Return the places among what a phase goes through at which it may stand."""
        of_players = not plan.phase.asks and _gives_turns(plan.phase)
        if of_players and self.turn is not None:
            return (items.index(self.turn),) if self.turn in items else ()
        return range(len(items)) if self.turn is not None else range(len(items[:1]))

    def _nobody(self) -> PositionProblem:
        name = "somebody" if self.turn is None else self.st.names[self.turn]
        found = "the phase gives none here; a zone that is not named is empty"
        return PositionProblem(self.position.span, f"a turn of {name}", found)


def _gives_turns(phase: Phase) -> bool:
    if phase.source is None or phase.loop not in LOOPS:
        return False
    return phase.loop == "turns" or getattr(phase.source.expression.type, "of", None) == PLAYER


def opening(
    machine: Machine, script: Script, position: Position | None, dice: Dice, phase: str | None
) -> tuple[Match, int | None]:
    """Return the match at the script's beginning, not yet run, and the example's own card.

    Args:
        phase: Where a whole position stands that does not say so; None: nowhere.
    """
    if position is not None and position.is_whole:
        return _whole(machine, script, position, dice, phase)
    st = start_state(machine, script.seed, events=True)
    st.names = script.players
    if position is None:
        return Match(machine, st, began=script.seed), None
    match = Match(machine, st, began=origin_of(machine, None))
    # step by step, to stop where set-up is over
    try:
        while st.ask is None and st.outcome is None:
            frame = st.frames[-1]
            if len(st.frames) == 1 and frame.kind > machine.program.course.setup:
                break
            take = machine.walk if isinstance(frame, BodyFrame) else machine.table[frame.kind]
            take(st, frame)
    except Fault as fault:
        raise PositionProblem(position.span, "set-up", f"{fault.name}: {fault.detail}") from None
    return match, arrange(machine, st, script, position, dice)


# --- whole positions --------------------------------------------------------------------------


def _whole(
    machine: Machine, script: Script, position: Position, dice: Dice, phase: str | None
) -> tuple[Match, int | None]:
    """Return a match with exactly what a position says."""
    st = bare_state(machine, script.seed, events=True)
    st.names = script.players
    placer = Placer(machine, st, script.players, script.card, dice)
    _place_all(placer, position)
    if placer.own is None and script.card is not None:
        _place_own(placer, script, position)
    placer.set_fields(position)
    placer.settle()
    turn = None if position.turn is None else script.players.index(position.turn)
    wanted = position.phase or phase
    if wanted is not None:
        stand_at(machine, st, position, wanted, turn)
    else:
        st.frames = [HaltFrame(HALT)]
        if turn is not None:
            st.values[1] = turn
    return Match(machine, st, began=origin_of(machine, None)), placer.own


def _place_all(placer: Placer, position: Position) -> None:
    """Fill the zones, those of cards once the cards are there, unknown cards last."""
    waiting = {key: v for key, v in position.zones.items() if not isinstance(v, int)}
    while waiting:
        ready = [key for key in waiting if placer.zone(*key) is not None]
        if not ready:
            owner = next(iter(waiting))[0]
            raise PositionProblem(position.span, f"{owner} in a zone", "it is nowhere")
        for key in ready:
            zone = placer.zone(*key)
            assert zone is not None
            placer.fill_zone(zone, waiting.pop(key), position.span)
    for key, number in position.zones.items():
        zone = placer.zone(*key)
        if isinstance(number, int) and zone is not None:
            placer.fill_blindly(zone, number, position.span)


def _place_own(placer: Placer, script: Script, position: Position) -> None:
    """Put the example's own card where its rules work, with the first player."""
    assert script.card is not None
    program = placer.program
    kind = program.game.definitions[placer.ids[script.card]].kind
    existing = placer.entity(script.card)
    if existing is not None and placer.st.places[existing] >= 0:
        placer.own = existing
        return
    piece = Piece(definition=script.card, is_self=True, zones={}, state={}, span=position.span)
    placer.own = placer.new_piece(piece)
    for base in lineage(program.game.kinds, kind):
        for key in program.game.kinds[base].active_in:
            if key.owner in (None, "player"):
                owner = script.players[0] if key.owner else ""
                zone = placer.zone(owner, key.name)
                assert zone is not None
                placer.put(placer.own, zone, position.span)
                return


# --- arranged positions -----------------------------------------------------------------------


def arrange(
    machine: Machine, st: State, script: Script, position: Position, dice: Dice
) -> int | None:
    """Bring the named cards where they shall be; others take the places they leave."""
    placer = Placer(machine, st, script.players, script.card, dice)
    pinned: set[tuple[int, int]] = set()
    for key, pieces in position.zones.items():
        zone = placer.zone(*key)
        if zone is None:
            raise PositionProblem(position.span, f"{key[0]} in a zone", "it is nowhere")
        if not isinstance(pieces, int):
            _bring_all(placer, zone, pieces, pinned)
            continue
        # the top ones stay; missing ones come from outside
        present = [place for place, card in enumerate(st.zones[zone]) if card is not None]
        for place in reversed(present[pieces:]):
            st.places[st.zones[zone][place]] = -1
            placer.take_out(zone, place)
        placer.fill_blindly(zone, pieces - len(present[:pieces]), position.span)
    learned = st.learned
    placer.set_fields(position)
    placer.settle()
    st.learned = learned
    if position.phase is not None:
        turn = None if position.turn is None else script.players.index(position.turn)
        stand_at(machine, st, position, position.phase, turn)
    return placer.own


def _bring_all(
    placer: Placer, zone: int, pieces: tuple[Piece, ...], pinned: set[tuple[int, int]]
) -> None:
    """Put copies at the front of a zone, in order, with what lies in them."""
    for place, piece in enumerate(pieces):
        entity = _bring(placer, zone, place, piece, pinned)
        pinned.add((zone, place))
        for name, inner in piece.zones.items():
            assert entity is not None
            _bring_all(placer, placer.own_zone(entity, name), inner, pinned)


def _bring(
    placer: Placer, zone: int, place: int, piece: Piece, pinned: set[tuple[int, int]]
) -> int | None:
    """Put a copy of a definition at a place of a zone; return it, or None for a free slot."""
    st = placer.st
    if piece.definition is None:
        return None
    definition = placer.ids[piece.definition]
    spots = [
        (z, i)
        for z, cards in ((zone, st.zones[zone]), *enumerate(st.zones))
        for i, card in enumerate(cards)
        if card is not None and st.entity_definitions[card] == definition
        and (z, i) not in pinned
    ]  # fmt: skip
    if not spots:
        entity = placer.new_piece(piece)
        placer.insert_new(entity, zone, place, piece.span)
    else:
        entity = _take_place(placer, spots[0], (zone, place), piece.span)
    if piece.is_self:
        placer.own = entity
    return entity


def _take_place(
    placer: Placer, spot: tuple[int, int], wanted: tuple[int, int], span: Span
) -> int:  # fmt: skip
    """Exchange the card at a spot with what is at a place; return the card. What may not lie
    where the card was stands behind it."""
    st, (zone, place), (from_zone, from_place) = placer.st, wanted, spot
    entity: Any = st.zones[from_zone][from_place]
    other = st.zones[zone][place] if place < len(st.zones[zone]) else None
    if other is None or not placer.may_lie(other, from_zone):
        placer.take_out(from_zone, from_place)
        placer.insert(entity, zone, place, span)
        st.knows[entity] = 0
        return int(entity)
    st.own_zone(from_zone)[from_place] = other
    st.own_zone(zone)[place] = entity
    placer.must_fit(entity, zone, len(st.zones[zone]), span)
    st.places[entity], st.places[other] = zone, from_zone
    st.knows[entity], st.knows[other] = st.knows[other], st.knows[entity]
    return int(entity)
