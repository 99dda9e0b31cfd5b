"""Define the draft of a game, which the passes fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from dsl.check.scopes.world import World
from dsl.check.texts.package import CardText, Package
from dsl.check.texts.texts import Prelude, Translations
from dsl.diagnostics.diagnostic import Report
from dsl.model import rules
from dsl.model.documents import Node
from dsl.model.expressions import Expression as CheckedExpression
from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.game import Deck, End, Format, Phase, Policy, Ruling, Scenario
from dsl.model.look import Layout, Looks
from dsl.model.nouns import Attribute, Definition, PlayersRule, StateField, Text
from dsl.model.scripts import Script
from dsl.model.steps import Formula
from dsl.model.types import UNKNOWN, Type
from dsl.records import Record, Span
from dsl.syntax.trees import EventSignature, Expression, ValueSignature

ONE_PLAYER: Final = PlayersRule(low=1, high=1)
NO_END: Final = End(when=None, rank=(), winners=None, span=None)
USUAL_POLICY: Final = Policy()


class ValueText(Record, kw_only=True):
    """One value as written: its signature, its node and the condition it stands under.

    Attributes:
        facts: Of state that tells how often a position has been there: the values that make one.
        is_fact: Whether it is such a value: a zone is then its cards.
    """

    signature: ValueSignature
    node: Node
    only_if: CheckedExpression | None
    in_prelude: bool
    span: Span
    facts: tuple[str, ...] | None = None
    is_fact: bool = False


class EventText(Record, kw_only=True):
    """One event as written.

    Attributes:
        declares_result: Whether it gives more than whether it happened.
    """

    signature: EventSignature
    node: Node
    only_if: CheckedExpression | None
    in_prelude: bool
    span: Span
    declares_result: bool


class KeywordText(Record, kw_only=True):
    """One keyword as written.

    Attributes:
        number: Its place among all.
        parameter: What its number is called, or None.
        node: What stands behind its name, its rules included.
        grant: The id of the grant that it stands for; empty for a word.
        within: The keyword that grants it, or None.
    """

    name: str
    number: int
    kind: str
    parameter: str | None
    node: Node
    text: Text
    span: Span
    grant: str = ""
    within: KeywordText | None = None

    @property
    def id(self) -> str:
        """What its rules are called by: its kind and its name."""
        return f"{self.kind}.{self.name}"


class EntryText(Record, kw_only=True):
    """A rule as written: in the game itself, on a card, on a kind, or of a keyword of a kind."""

    id: str
    node: Node
    card: str | None
    kind: str | None
    only_if: CheckedExpression | None
    span: Span
    keyword: KeywordText | None = None


class ActionText(EntryText, kw_only=True):
    """One action.

    Attributes:
        defaults: What its card's kind says for the actions of all such cards, nearest kind first.
    """

    defaults: tuple[Node, ...] = ()


class Home(Record):
    """What an `in:` names: phases and the groups around an action, the outermost first."""

    phases: tuple[str, ...] = ()
    groups: tuple[ActionText, ...] = ()


class PhaseText(Record, kw_only=True):
    """One phase as written; `node` is a text where a lone text is the set-up."""

    id: str
    node: Node
    span: Span
    phases: tuple[PhaseText, ...] = ()


class EffectText(Record, kw_only=True):
    """What one card says under an attribute that holds steps; `kind` declares the attribute."""

    card: str
    kind: str
    attribute: Attribute
    node: Node

    @property
    def id(self) -> str:
        """Return the id of the effect."""
        return f"{self.card}.{self.attribute.name}"


@dataclass(slots=True, kw_only=True)
class Draft:
    """A game in the making; every pass reads and fills it.

    Attributes:
        language: Tag under which lone strings stand.
        is_whole: False once something is missing without which no game can be made.
        homes: By group: what is around an action in it.
        event_needs: By event: whether its own steps use `me`, and the events they do as the same
            actor.
        game_report, prelude_report: Where the findings in the game's and in the prelude's texts go;
            `report` is the one in use.
        nowhere: What to point at where something is missing.
        facts_of_value: See `World.value_facts`.
        parts: The expansions that are in, each after what it requires.
        closures: By expansion all that it may name, itself included; the game is the empty id.
        member_packages: By enum and member: the expansion that declares it, or empty.
        cards_so_far: The cards that have been read, while they are.
        later_attributes: For kinds the later keys of cards that are attributes of theirs.
        overridden: By section and name: where it was overridden last.
        bases: By section and name: the hidden name of what `base` means in that text.
        base_texts: By the place of a text of steps: the one that `base` in it means.
        combinations: What else scripts of these packages ask for.
        lost: Names whose declaration could not be understood; that they are unknown is no news.
        constants: By kind, attribute, package and text: what a text says of an attribute that is
            a value. Many cards say the same.
        broken: By word of the prelude that the game used: what the game lacks for it.
        translated: What the translation files say.
        origins: By name: what the cards that cite it took from each source.
        plain_prelude: The prelude without these, or None where they say nothing.
        natives: What they say of the events that the machine brings.
        faces: By other face of a card that card.
    """

    report: Report
    world: World
    package: Package
    prelude: Prelude
    game_report: Report
    nowhere: Span
    players_span: Span
    language: str = "en"
    value_texts: dict[str, list[ValueText]] = field(default_factory=dict)
    event_texts: dict[str, list[EventText]] = field(default_factory=dict)
    action_texts: list[ActionText] = field(default_factory=list)
    group_texts: dict[str, ActionText] = field(default_factory=dict)
    homes: dict[str, Home] = field(default_factory=dict)
    phase_texts: dict[str, tuple[PhaseText, ...]] = field(default_factory=dict)
    facts_of_value: Callable[[str], tuple[Type, bool, bool]] = lambda name: (UNKNOWN, False, False)
    event_needs: dict[str, tuple[bool, frozenset[str]]] = field(default_factory=dict)
    players: PlayersRule = ONE_PLAYER
    definitions: list[Definition] = field(default_factory=list)
    effect_texts: list[EffectText] = field(default_factory=list)
    effects: list[rules.Effect] = field(default_factory=list)
    values: dict[str, tuple[rules.Value, ...]] = field(default_factory=dict)
    events: dict[str, tuple[rules.Event, ...]] = field(default_factory=dict)
    actions: list[rules.Action] = field(default_factory=list)
    groups: list[rules.Group] = field(default_factory=list)
    triggers: list[rules.Trigger] = field(default_factory=list)
    replacements: list[rules.Replacement] = field(default_factory=list)
    forbids: list[rules.Forbid] = field(default_factory=list)
    modifiers: list[rules.Modifier] = field(default_factory=list)
    becomes: list[rules.Becomes] = field(default_factory=list)
    always: list[rules.Always] = field(default_factory=list)
    limits: dict[StateKey, StateField] = field(default_factory=dict)
    setup: tuple[Phase, ...] = ()
    phases: tuple[Phase, ...] = ()
    end: End = NO_END
    policy: Policy = USUAL_POLICY
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    layouts: list[Layout] = field(default_factory=list)
    looks: Looks | None = None
    rulings: list[Ruling] = field(default_factory=list)
    origins: dict[str, dict[str, Text]] = field(default_factory=dict)
    formats: dict[str, Format] = field(default_factory=dict)
    decks: dict[str, Deck] = field(default_factory=dict)
    examples: list[Script] = field(default_factory=list)
    scripts: list[Script] = field(default_factory=list)
    prelude_report: Report = field(default_factory=Report)
    prelude_digests: dict[str, str] = field(default_factory=dict)
    parts: tuple[Package, ...] = ()
    closures: dict[str, frozenset[str]] = field(default_factory=dict)
    member_packages: dict[tuple[str, str], str] = field(default_factory=dict)
    cards_so_far: list[CardText] = field(default_factory=list)
    later_attributes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    overridden: dict[tuple[str, str], Span] = field(default_factory=dict)
    bases: dict[tuple[str, str], str] = field(default_factory=dict)
    base_texts: dict[Span, Node] = field(default_factory=dict)
    combinations: set[frozenset[str]] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)
    broken: dict[str, list[str]] = field(default_factory=dict)
    translated: Translations = field(default_factory=Translations)
    plain_prelude: Prelude | None = None
    natives: dict[str, dict[str, str]] = field(default_factory=dict)
    kind_nodes: dict[str, Node] = field(default_factory=dict)
    keywords: dict[str, KeywordText] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=dict)
    zone_nodes: dict[ZoneKey, Node] = field(default_factory=dict)
    action_defaults: dict[str, Node] = field(default_factory=dict)
    value_attributes: dict[tuple[str, str], list[tuple[str, Node]]] = field(default_factory=dict)
    value_defaults: dict[tuple[str, str], Expression] = field(default_factory=dict)
    attribute_defaults: dict[tuple[str, str], Expression | None] = field(default_factory=dict)
    constants: dict[tuple[str, ...], Formula] = field(default_factory=dict)

    @property
    def scopes_named(self) -> list[tuple[str, Span]]:
        """The stretches of time that texts name."""
        return self.world.scopes_named

    @contextmanager
    def reporting_to(self, report: Report) -> Iterator[None]:
        """Collect findings in another report for a while."""
        before = self.report, self.world.report
        self.report = self.world.report = report
        yield
        self.report, self.world.report = before

    def defaults_of(self, kind: str) -> tuple[Node, ...]:
        """Return what a kind and its bases say for the actions of their cards."""
        return tuple(
            node for base in self.world.lineage(kind) if (node := self.action_defaults.get(base))
        )


Pass: TypeAlias = Callable[[Draft], None]
