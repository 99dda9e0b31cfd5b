"""Define the result of a script, the services it needs, its transcript and its coverage.

The services are functions of other rooms; the caller hands them in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

from msgspec import field

from dsl.languages import Catalogue
from dsl.records import Record, Span
from interpreter.graph.steps import key_of
from interpreter.lower import ops
from interpreter.program.program import Program
from interpreter.state.values import Value
from interpreter.walk.machine import Machine
from interpreter.walk.questions import listed


class Services(Record, kw_only=True):
    """What other rooms do for scripts; None where nobody does.

    Attributes:
        save: A match as bytes.
        restore: The match of a machine and such bytes.
        view: Everything a seat gets of a match, as bytes (match, seat).
        parting: The first difference of two such views, in words.
        transcript: The lines of a match's log (match, language, seat or None, ids of the actions
            that were taken by themselves).
    """

    save: Callable[[Any], bytes] | None = None
    restore: Callable[[Any, bytes], Any] | None = None
    view: Callable[[Any, int], bytes] | None = None
    parting: Callable[[bytes, bytes], str] | None = None
    transcript: Callable[[Any, str, int | None, Collection[int]], list[str]] | None = None


class NotAvailable(Exception):
    """A step needs a service that nobody has handed in."""


WORDS: Final = Catalogue(__file__)


def word(key: str, language: str) -> str:
    """Return a heading in a language, else in English."""
    return WORDS.text(language, key)


def transcript_of(result: Value, language: str, seat: int | None) -> str:
    """Return the transcript of a result."""
    lines = [f"{word(key, language)}: {text}" for key, text in result.header]
    lines.append("")
    if result.match is not None and result.services.transcript is not None:
        marks = result.acted_alone if seat is None else ()
        lines.extend(result.services.transcript(result.match, language, seat, marks))
    if result.chosen:
        taken = ", ".join(f"{who}: {label}" for who, label in result.chosen)
        lines += ["", f"{word('chosen', language)}: {taken}"]
    alone = [f"{who}: {label}" for player, who, label in result.alone if seat in (None, player)]
    if alone:
        lines += ["", f"{word('alone', language)}: {listed(alone)}"]
    pending = result.pending or word("nothing", language)
    lines += ["", f"{word('pending', language)}: {pending}"]
    return "\n".join(lines) + "\n"


class Failure(Record):
    """A step that did not come out."""

    span: Span
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.span.place}: expected {self.expected}, found {self.found}"


class ScriptResult(Record, kw_only=True):
    """What came of a script.

    Attributes:
        failures: In the order of the steps.
        match: As it stood at the end of the (first) world; None where its position could not be
            built.
        pending: The open decision or waiting work, in words; "" for none.
        trail: A digest of the position at every decision, one tuple a world: equal in every
            process. Kept only where it was asked for.
        chosen: What `random:` steps took, as (player, label).
        alone: What was taken by itself, as (seat, player, label).
        acted_alone: Ids in the log of the actions among that.
    """

    title: str
    span: Span
    failures: tuple[Failure, ...]
    match: Any
    pending: str
    trail: tuple[tuple[str, ...], ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    alone: tuple[tuple[int, str, str], ...] = ()
    acted_alone: frozenset[int] = frozenset()
    header: tuple[tuple[str, str], ...] = ()
    services: Services = field(default_factory=Services)

    @property
    def ok(self) -> bool:
        """Whether everything came out."""
        return not self.failures

    def transcript(self, language: str, seat: int | None = None) -> str:
        """Return the course of the game as text, as everybody or one seat may know it."""
        return transcript_of(self, language, seat)

    def recorded(self) -> str:
        """Return the transcript as it is recorded: always in English, so that it compares."""
        return self.transcript("en").rstrip("\n") + "\n"


Keys = frozenset[tuple[str, int, int]]
"""Places: path, start, end."""


def places_reached(machine: Machine) -> Keys:
    """Return where a machine that watches has been since it was last asked, and forget it."""
    visited = machine.visited
    assert visited is not None
    program = machine.program
    owners = dict(_owners(program))
    found: set[Span | None] = {each for each in visited if isinstance(each, Span)}
    for number in visited:
        if not isinstance(number, Span):
            operation = program.operations[number]
            found |= {owners.get(number), operation.span if operation else None}
    visited.clear()
    return frozenset(key_of(span) for span in found if span is not None)


def _owners(program: Program) -> Iterator[tuple[int, Span]]:
    """Yield the operation at which each body does something itself and the place of what has it."""
    events = program.events
    pairs: list[tuple[ops.Code | None, Any]] = [(e.code, e.event) for e in events.values()]
    pairs += [(events[plan.event].code, plan.action) for plan in program.actions]
    pairs += [(plan.code, plan.rule) for plan in program.rules if plan.acting is None]
    yield from ((p.acting.acts, p.rule.span) for p in program.rules if p.acting is not None)
    for code, entry in pairs:
        if code is not None and entry is not None:
            yield code.first, entry.span
