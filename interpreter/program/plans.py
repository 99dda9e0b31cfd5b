"""Say what an assembled program is made of: zones, events, rules, actions and phases made ready."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from dsl.model import rules
from dsl.model.expressions import ZoneKey
from dsl.model.nouns import Audience
from dsl.model.types import Type
from dsl.records import record
from dsl.source import Span
from interpreter.lower import ops
from interpreter.lower.course import PhasePlan as PhasePlan
from interpreter.lower.rules import Acting

R = TypeVar("R", bound=rules.Rule, covariant=True)


@record(kw_only=True)
class Family:
    """A family of zones, ready to use.

    Attributes:
        slots, limit: Fixed places; most cards. None for none.
        is_stack, is_ordered: From its order; slots make it ordered too.
        is_used: Whether it is there with the options and players of the match.
    """

    key: ZoneKey
    number: int
    kind: str
    slots: int | None
    limit: int | None
    is_stack: bool
    is_ordered: bool
    is_used: bool
    audience: Audience


@record(kw_only=True)
class EventPlan:
    """An event with its code and everything that may answer it, each in the order of the text.

    Attributes:
        slots: How many of the arguments rules can see.
        native: Carried out by the machine itself.
        needs_room: Whether it happens only where the zone has room.
        no_result: What a caller gets when it did not happen.
        told: Where people read what it returned: the text with that.
    """

    id: str
    number: int
    event: rules.Event | None
    native: bool
    needs_room: bool
    slots: int
    no_result: object
    code: ops.Code | None
    text: Mapping[str, str]
    told: Mapping[str, str]
    slot_names: tuple[str, ...]
    slot_types: tuple[Type, ...]


@record(kw_only=True)
class RulePlan(Generic[R]):
    """A trigger, replacement, forbid, modifier or always with its codes.

    Attributes:
        number: Its place in `Program.rules`.
        places: Zone families in which its card must be; None where it is always active.
        owner_kinds, owner_definition: Which cards have it; both None without a card.
        lacking: Definitions that do not, though their kind does.
        acting: Of one that acts by itself its body, which is `code`: where it is paid for and acts.
    """

    rule: R
    number: int
    cost: ops.Code | None
    code: ops.Code | None
    places: tuple[int, ...] | None
    owner_kinds: frozenset[str] | None
    owner_definition: int | None
    lacking: frozenset[int] = frozenset()
    acting: Acting | None = None

    @property
    def is_of_game(self) -> bool:
        """Whether no card has it."""
        return self.owner_kinds is None and self.owner_definition is None

    @property
    def told(self) -> tuple[str, Span]:
        """What is told of where it stands, as `Fault.within` takes it."""
        return f"rule {self.rule.id}", self.rule.span


@record(kw_only=True)
class ActionPlan:
    """An action with its codes; `event` is its `act:ID`, `take` what a player does who takes it,
    the rest as in `RulePlan`."""

    action: rules.Action
    number: int
    cost: ops.Code | None
    take: ops.Code
    event: str
    places: tuple[int, ...] | None
    owner_kinds: frozenset[str] | None
    owner_definition: int | None
    lacking: frozenset[int] = frozenset()
