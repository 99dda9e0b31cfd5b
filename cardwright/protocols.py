"""Say what the command line needs of games and matches.

The machine's own classes fulfil these; whatever else does can be played too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import dsl.model.game
from dsl.source import Span

Observation = dict[str, Any]


class Option(Protocol):
    """One choice of a decision. `label` is the same in every language."""

    @property
    def index(self) -> int: ...

    @property
    def label(self) -> str: ...

    def text(self, language: str) -> str: ...


class Decision(Protocol):
    """A point where the seat `player` chooses. `place` is `path:line:column`."""

    @property
    def player(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def count(self) -> int: ...

    @property
    def options(self) -> Sequence[Option]: ...

    @property
    def declinable(self) -> bool: ...

    @property
    def place(self) -> str: ...

    def question(self, language: str) -> str: ...


class Outcome(Protocol):
    """How a match ended: `kind` is `win`, `loss`, `draw` or `fault`; `winners` are seats."""

    @property
    def kind(self) -> str: ...

    @property
    def winners(self) -> tuple[int, ...]: ...

    @property
    def rank(self) -> Sequence[Sequence[int]]: ...

    @property
    def reason(self) -> str: ...


class EventRecord(Protocol):
    """Something that happened; `cause` is the id of the event that led to it, or None."""

    @property
    def id(self) -> int: ...

    @property
    def cause(self) -> int | None: ...

    @property
    def name(self) -> str: ...

    def text(self, language: str) -> str: ...


class Refusal(Protocol):
    """An action that cannot be taken now, and why, by language."""

    @property
    def action(self) -> str: ...

    @property
    def texts(self) -> Mapping[str, str]: ...


class Match(Protocol):
    """One play of a game.

    Attributes:
        keeps_history: Whether decisions can be taken back; without it matches run faster.
    """

    keeps_history: bool

    @property
    def over(self) -> bool: ...

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def decision(self) -> Decision | None: ...

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def refusals(self) -> Sequence[Refusal]: ...

    def apply(self, option: int) -> None: ...

    def clone(self) -> Match: ...

    def rank(self, seat: int) -> tuple[int, ...]: ...

    def save(self) -> bytes: ...

    def undo(self, n: int = 1) -> None: ...

    def log(self, seat: int | None = None) -> Sequence[EventRecord]: ...

    def observe(self, seat: int) -> Observation: ...

    def determinize(self, seat: int, seed: int) -> Match: ...

    def trajectory(self) -> bytes: ...


class Game(Protocol):
    """The checked rules of one package, with its options settled."""

    @property
    def id(self) -> str: ...

    @property
    def model(self) -> dsl.model.game.Game: ...

    @property
    def player_counts(self) -> range: ...

    @property
    def options(self) -> Mapping[str, object]: ...

    def title(self, lang: str) -> str: ...

    def start(
        self,
        players: int,
        seed: int,
        names: Sequence[str] | None = None,
        events: bool = True,
        walker: bool = False,
    ) -> Match: ...

    def restore(self, data: bytes) -> Match: ...


class Failure(Protocol):
    """A step of a script that did not come out."""

    @property
    def span(self) -> Span: ...

    @property
    def expected(self) -> str: ...

    @property
    def found(self) -> str: ...


class ScriptResult(Protocol):
    """What came of a scripted game."""

    @property
    def ok(self) -> bool: ...

    @property
    def failures(self) -> Sequence[Failure]: ...

    def transcript(self, language: str) -> str: ...
