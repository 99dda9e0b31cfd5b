"""Write a rulebook of a game: set-up, course, actions, end, options, glossary, rulings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, Final

from cardwright import Options
from cardwright.apps.face.words import in_language
from cardwright.apps.press.site import say
from cardwright.apps.press.site.shelf import Part, file_name
from cardwright.apps.text import course
from cardwright.apps.text.course import worth_text
from cardwright.apps.text.happenings import stage_name
from cardwright.apps.text.inflection import capital, phrase
from cardwright.apps.text.literals import literal
from cardwright.apps.text.names import Names
from cardwright.apps.text.rules import rule_text
from dsl import Record
from dsl.model import rules as r
from dsl.model.expressions import Constant
from dsl.model.game import Game, Manifest, Ruling
from dsl.model.nouns import Option, StateField, Zone
from dsl.model.rules import Action
from dsl.model.steps import Body, Change, SlotInfo

_SENTENCE: Final = re.compile(r"(?<=[.!?]) (?=[A-Z“(])|(?<=。)(?=.)")
_MOST_NUMBERS: Final = 12
_SEEN_BY: Final = {
    "everyone": "place-seen-everyone",
    "owner": "place-seen-owner",
    "others": "place-seen-others",
    "nobody": "place-seen-nobody",
}
_KNOWN_SOURCES: Final = ("published", "reconstructed", "community")


class Term(Record, kw_only=True):
    """A word of the rules with what it means, a sentence each."""

    id: str
    anchor: str
    title: str
    lines: tuple[str, ...]


class ActionText(Record, kw_only=True):
    """An action: what it is called, where it is offered, what it does, on which card it stands;
    and whether it stands on one, or on all of a kind."""

    anchor: str
    title: str
    phases: tuple[str, ...]
    lines: tuple[str, ...]
    card: str | None
    is_of_card: bool


class Rulebook:
    """What a game, or an expansion of it, says of its rules, in one language."""

    def __init__(self, part: Part, lang: str) -> None:
        self.part, self.lang = part, lang
        self.model, self.manifest = part.model, part.manifest
        self.names = Names(part.model, lang)

    def anchor(self, sort: str, id_: str) -> str:
        """Return the place of a thing in the rulebook."""
        behind = f"--{file_name(self.part.whose)}" if self.part.whose else ""
        return f"{sort}-{file_name(id_)}{behind}"

    def anchors(self) -> Iterator[tuple[str, str]]:
        """Yield the key of each thing that has a place in the rulebook, with that place."""
        phases = self.model.every_phase
        own = self.part.is_own
        sorts: tuple[tuple[str, Iterable[tuple[str, object]]], ...] = (
            ("phase", ((each.id, each) for each in phases)),
            ("action", ((each.id, each) for each in self.model.actions)),
            (
                "event",
                ((i, e) for i, all_ in self.model.events.items() for e in all_ if not e.native),
            ),
            ("value", ((i, v) for i, all_ in self.model.values.items() for v in all_)),
        )
        for sort, things in sorts:
            yield from ((f"{sort}:{id_}", self.anchor(sort, id_)) for id_, t in things if own(t))

    def text(self, text: object) -> str:
        """Return a text in the language."""
        return in_language(text, self.lang, self.manifest.default_language)

    # --- about --------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What the game or expansion is called."""
        return title_of(self.manifest, self.lang)

    @property
    def summary(self) -> str:
        """What it is about."""
        return self.text(self.manifest.summary)

    def notes(self) -> Iterator[tuple[str, list[str]]]:
        """Yield its makers, its source, its published and its reconstructed parts."""
        found: dict[str, list[str]] = {}
        for name, text in self._notes():
            found.setdefault(name, []).append(text)
        yield from found.items()

    def _notes(self) -> Iterator[tuple[str, str]]:
        if self.manifest.authors:
            yield say(self.lang, "authors"), self.names.row(self.manifest.authors)
        for key, title in self.manifest.source.items():
            yield self.source(key), title
        for key in ("published", "reconstructed"):
            for text in getattr(self.manifest, key):
                yield say(self.lang, key), self.text(text)

    def source(self, key: str) -> str:
        """Return what a source is called."""
        return say(self.lang, key) if key in (*_KNOWN_SOURCES, "rules") else key

    def places(self) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
        """Yield each zone: what it is called, whose it is, what it holds, how much and who sees."""
        for key, zone in self.model.zones.items():
            if not self.part.is_own(zone):
                continue
            name = self.names.zone(key).replace("{owner}", "…")
            player = phrase(self.lang, "player")
            owner = player if key.owner == "player" else key.owner and self.names.kind(key.owner)
            whose = say(self.lang, "of-each", owner=owner) if owner else ""
            yield name, whose, self.names.kind(zone.of), tuple(self._about(zone))

    def _about(self, zone: Zone) -> Iterator[str]:
        """Yield how many places a zone has, and who sees what lies in it."""
        for key, number in (("place-slots", zone.slots), ("place-most", zone.max)):
            if number is not None:
                yield say(self.lang, key, number=worth_text(number, self.names))
        yield say(self.lang, _SEEN_BY[zone.audiences[0][1].cards])

    # --- the course ---------------------------------------------------------------------------

    def setup(self) -> tuple[course.Stage, ...]:
        """Return how the game is set up."""
        return self._stages(self.model.setup)

    def phases(self) -> tuple[course.Stage, ...]:
        """Return how a round goes."""
        return self._stages(self.model.phases)

    def _stages(self, phases: Any) -> tuple[course.Stage, ...]:
        if not self.part.whose:
            return course.stages(phases, self.names)
        return course.stages(
            [p for each in phases for p in each.whole() if self.part.is_own(p)], self.names
        )

    def actions(self) -> list[ActionText]:
        """Return the actions, those of no card first."""
        found = [self._action(each) for each in self.model.actions if self.part.is_own(each)]
        return sorted(found, key=lambda each: each.card is not None)

    def _action(self, action: Action) -> ActionText:
        return ActionText(
            anchor=self.anchor("action", action.id),
            title=self.begun(course.action_title(action, self.names)),
            phases=tuple(self._offering.get(action.id, ())),
            lines=sentences_of(rule_text(self.model, action, self._kind(action), self.lang)),
            card=action.card,
            is_of_card=action.card is not None or action.kind is not None,
        )

    @cached_property
    def _offering(self) -> dict[str, list[str]]:
        """What the phases are called that offer each action."""
        found: dict[str, list[str]] = {}
        for phase in self.model.every_phase:
            for action in phase.offer or ():
                found.setdefault(action, []).append(stage_name(phase, self.names))
        return found

    @cached_property
    def _kinds(self) -> dict[str, str]:
        """The kind of each card."""
        return {each.id: each.kind for each in self.model.definitions}

    def _kind(self, rule: Action) -> str:
        return rule.kind or self._kinds.get(rule.card or "", "")

    def action_names(self, ids: Iterable[str]) -> list[tuple[str, str, str | None]]:
        """Return what actions are called, where they stand in the rulebook, and on which card."""
        known = {each.id: each for each in self.model.actions}
        return [
            (
                course.action_title(known[id_], self.names),
                self.anchor("action", id_),
                known[id_].card,
            )
            for id_ in ids
            if id_ in known
        ]

    def general(self) -> list[str]:
        """Return the rules that stand on no card."""
        found = chain(self.model.rules, lasting(self.model))
        rules = (each for each in found if each.card is None and self.part.is_own(each))
        texts = (rule_text(self.model, each, each.kind or "", self.lang) for each in rules)
        return [*course.decider_texts(self.model.players, self.names), *dict.fromkeys(texts)]

    def end(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return when the game ends and who wins; what players are compared by."""
        end = self.model.end
        return course.end_texts(end, self.names), course.rank_texts(end, self.names)

    def begun(self, text: str) -> str:
        """Return a text as a sentence begins."""
        return capital(text) if self.lang == "en" else text

    # --- settings -----------------------------------------------------------------------------

    def options(self) -> Iterator[tuple[str, str, list[str], str]]:
        """Yield each option: its id, what it decides, its choices, the usual one."""
        for option in Options(self.model):
            if self.part.is_own(option) and option.id != self.part.whose:
                text = self.names.text(option.text, option.id)
                yield option.id, text, [*self._choices(option)], self._value(option, option.default)

    def _choices(self, option: Option) -> Iterator[str]:
        numbers = [each for each in option.choices if type(each) is int]
        if len(numbers) > _MOST_NUMBERS:
            yield f"{numbers[0]}–{numbers[-1]}"
        elif option.choices:
            yield from (self._value(option, each) for each in option.choices)
        elif option.low is not None and option.high is not None:
            yield f"{option.low}–{option.high}"

    def _value(self, option: Option, value: object) -> str:
        return literal(value, option.type, self.names)

    def scenarios(self) -> Iterator[tuple[str, str, tuple[int, int], list[tuple[str, str]]]]:
        """Yield each scenario: its id, its name, for how many, its options."""
        players = self.model.players
        for each in self.model.scenarios.values():
            if self.part.is_own(each):
                low, high = each.players or (players.low, players.high)
                chosen = [
                    (self.names.option(id_), self._value(self.model.options[id_], value))
                    for id_, value in each.options.items()
                    if id_ in self.model.options
                ]
                yield each.id, self.names.text(each.text, each.id), (low, high), chosen

    # --- words --------------------------------------------------------------------------------

    def events(self) -> list[Term]:
        """Return what can happen, by what it is called."""
        meanings = (
            (id_, course.meaning_of_event(event, self.names))
            for id_, events in self.model.events.items()
            for event in events
            if not event.native and self.part.is_own(event)
        )
        return self._terms("event", meanings)

    def values(self) -> list[Term]:
        """Return the computed values, by name."""
        meanings = (
            (id_, course.meaning_of_value(value, self.names))
            for id_, values in self.model.values.items()
            for value in values
            if self.part.is_own(value)
        )
        return self._terms("value", meanings)

    def _terms(
        self, sort: str, meanings: Iterable[tuple[str, tuple[str, tuple[str, ...]]]]
    ) -> list[Term]:
        """Return terms, those of one id as one."""
        found: dict[str, Term] = {}
        for id_, (title, lines) in meanings:
            before = found[id_].lines if id_ in found else ()
            shown = self.begun(title)
            found[id_] = Term(
                id=id_, anchor=self.anchor(sort, id_), title=shown, lines=(*before, *lines)
            )
        return sorted(found.values(), key=lambda term: (term.title.casefold(), term.anchor))

    def enums(self) -> Iterator[tuple[str, str]]:
        """Yield each list of names with its members."""
        for enum in self.model.enums.values():
            if self.part.is_own(enum):
                members = (self.names.member(enum.name, i) for i in range(len(enum.members)))
                name = self.names.text(enum.text, enum.name)
                yield self.begun(name), self.names.row(members)

    def rulings(self) -> list[Mapping[str, Any]]:
        """Return how open sentences are read."""
        return [self.ruling(each) for each in self.part.rulings]

    def ruling(self, ruling: Ruling) -> Mapping[str, Any]:
        """Return a ruling in words."""
        option = ruling.option and self.names.option(ruling.option)
        by = self.names.row(map(self.source, ruling.settled_by))
        return {
            "id": ruling.id,
            "anchor": self.anchor("ruling", ruling.id),
            "sentence": self.text(ruling.sentence),
            "decision": self.text(ruling.decision),
            "source": self.names.row(map(self.source, ruling.source)),
            "by": say(self.lang, "decided-by", source=by) if by else say(self.lang, "decided-here"),
            "option": option and say(self.lang, "ruling-option", option=option),
        }


def sentences_of(text: str) -> tuple[str, ...]:
    """Return the sentences of a text made from rules."""
    return tuple(_SENTENCE.split(text))


def title_of(manifest: Manifest, lang: str) -> str:
    """Return what a game or expansion is called."""
    return in_language(manifest.title, lang, manifest.default_language) or manifest.id


def lasting(game: Game) -> Iterator[r.Trigger]:
    """Yield a trigger for each state with a name that an event or an action brings to an end."""
    for field in game.state.values():
        is_position = field.looks_at.endswith(".1")  # its facts are forgotten together
        if (field.text or is_position) and field.until is not None and field.key.owner is None:
            for id_, slots in _events(field.until, game):
                yield _reset(field, id_, slots)


def _events(until: str, game: Game) -> Iterator[tuple[str, tuple[SlotInfo, ...]]]:
    """Yield the event, or the taking of an action, that an id names, with its slots."""
    for event in game.events.get(until, ())[:1]:
        yield until, tuple(SlotInfo(slot.name, slot.type) for slot in event.slots)
    for action in game.actions:
        if action.id == until:
            yield f"act:{until}", action.slots[: len(action.parameters)]


def _reset(field: StateField, event: str, slots: tuple[SlotInfo, ...]) -> r.Trigger:
    start = Constant(field.default, field.type)
    body = Body(slots, len(slots), (Change("set", field.key, None, start, field.span),))
    return r.Trigger(
        id=f"until:{field.key.name}", card=None, kind=None, active_in=None, text={}, only_if=None,
        span=field.span, optional=False, limit=None, cost=None, body=body, timing="after", lets=(),
        pattern=r.Pattern(event=event, equals=(), actor=None, condition=None, slots=slots),
    )  # fmt: skip
