"""Say what came of a script."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from dsl.records import record
from dsl.source import Span
from interpreter.script.services import Services
from interpreter.script.transcript import transcript_of


@record
class Failure:
    """A step that did not come out."""

    span: Span
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.span.place}: expected {self.expected}, found {self.found}"


@record(kw_only=True)
class ScriptResult:
    """What came of a script.

    Attributes:
        failures: In the order of the steps.
        match: As it stood at the end of the (first) world; None where its position could not be
            built.
        pending: What is still to be decided or done, in words; "" for nothing.
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
