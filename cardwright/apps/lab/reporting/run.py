"""Collect the material of a report: tables, names of the things in them, and further matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from cardwright import Options
from cardwright.apps.face.process import total
from cardwright.apps.lab.reporting.facts import Facts, Share
from cardwright.apps.lab.simulate.paired import play_all
from cardwright.apps.lab.simulate.run import Plan
from cardwright.apps.policies.budget import Executor
from cardwright.apps.policies.policies import GREEDY, RANDOM, THINKING
from cardwright.apps.text.names import Names, in_words
from dsl import Catalogue, Record, languages
from dsl.model.game import Game
from dsl.model.nouns import Text
from dsl.model.steps import Choose, ChooseOne, May, Order
from dsl.model.walk import walk
from interpreter import Owner, owners

WORDS: Final = Catalogue(__file__)
say = WORDS.say

ASKING: Final = (Choose, ChooseOne, May, Order)
_ANSWERS: Final = ("none", "enough", "yes", "no")


class Called:
    """The names of one game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self._game, self._lang, self._names = game, lang, Names(game, lang)

    @cached_property
    def cards(self) -> dict[str, str]:
        """What the cards are called, by id."""
        return {
            each.id: self._names.definition(number)
            for number, each in enumerate(self._game.definitions)
        }

    def action(self, id_: str) -> str:
        """Return what an action is called, and the card whose it is."""
        return self._actions.get(id_, id_)

    @cached_property
    def _actions(self) -> dict[str, str]:
        told = self._told({each.id: each.text for each in self._game.actions})
        bearers = {id_: self.cards.get(id_.partition(".")[0]) for id_ in told}
        return {
            "-": say(self._lang, "no-action"),
            **{
                id_: f"{bearers[id_]}: {text}" if bearers[id_] else text
                for id_, text in told.items()
            },
        }

    def event(self, id_: str) -> str:
        """Return what happens in an event."""
        return self._events.get(id_, id_)

    @cached_property
    def _events(self) -> dict[str, str]:
        return self._told({id_: variants[0].text for id_, variants in self._game.events.items()})

    @cached_property
    def _phases(self) -> dict[str, str]:
        phases = self._game.every_phase
        return {each.id: self._names.text(each.text, each.id) for each in phases}

    def _told(self, texts: Mapping[str, Text]) -> dict[str, str]:
        """Return texts with a gap for each slot, by id; it is said too where some are the same."""
        found = {id_: self._with_gaps(text, id_) for id_, text in texts.items()}
        said = [*found.values()]
        return {
            id_: text if said.count(text) == 1 else f"{text} ({in_words(id_)})"
            for id_, text in found.items()
        }

    def _with_gaps(self, text: Text, id_: str) -> str:
        gap = languages.JOINTS.text(self._lang, "gap")
        told = languages.with_gaps(languages.ACTOR.sub("", self._names.text(text, id_)), gap)
        return " ".join(told.split()).strip("、, ")

    def kind(self, kind: str) -> str:
        """Return what a kind of decision is."""
        return say(self._lang, f"asks-{kind}") if f"asks-{kind}" in WORDS else kind

    def question(self, question: str) -> str:
        """Return which question `ACTION.PARAMETER` or `FILE:LINE:COLUMN` is."""
        if ":" in question:
            asking = self._asking.get(question)
            return f"{asking} ({question})" if asking else question
        action, _, name = question.partition(".")
        found = next((each for each in self._game.actions if each.id == action), None)
        parameter = next((e for e in found.parameters if e.name == name), None) if found else None
        if parameter is None:
            return question
        text = parameter.text and self._with_gaps(parameter.text, name)
        return f"{self.action(action)} – {text or self._names.noun(parameter.type)}"

    @cached_property
    def _asking(self) -> dict[str, str]:
        """What is done where steps ask, by the places of these."""
        return {
            step.span.file_place: called
            for owner in owners(self._game)
            if (called := self._owner(owner))
            for _, body in owner.bodies
            for step in walk(body.steps)
            if isinstance(step, ASKING)
        }

    def _owner(self, owner: Owner) -> str:
        """Return what is called so that has steps: a card, an event, an action, a phase."""
        if owner.card is not None:
            return self.cards[owner.card]
        known = {"event": self._events, "action": self._actions, "phase": self._phases}
        return known.get(owner.sort, {}).get(owner.name, "")

    def answer(self, answer: str) -> str:
        """Return what an answer is called: cards, members, phases and zones by their names."""
        if answer in _ANSWERS:
            return say(self._lang, f"answer-{answer}")
        for known in (self._members, self.cards, self._zones, self._phases):
            if answer in known:
                return known[answer]
        return answer

    @cached_property
    def _members(self) -> dict[str, str]:
        return {
            word: self._names.member(name, number)
            for name, enum in self._game.enums.items()
            for number, word in enumerate(enum.members)
        }

    @cached_property
    def _zones(self) -> dict[str, str]:
        return {key.name: self._names.zone(key) for key in self._game.zones}

    def setting(self, words: str) -> str:
        """Return an option with its value, as `-o` says them: `books=true`."""
        option, _, value = words.partition("=")
        value = {"true": "yes", "false": "no"}.get(value, value)
        return f"{self._names.option(option)}: {self.answer(value)}"


class Run(Record, kw_only=True):
    """What a report is made of.

    Attributes:
        told: What the tables tell of the run.
        called: What people call cards, actions and all else.
        ladder: How often a policy won in one seat against random ones, by name.
        settings: How often all won together with one option changed, by its words.
        absent: Ids of the cards that are not in the game with these options and players.
    """

    facts: Facts
    game: Game
    told: Mapping[str, Any]
    lang: str
    called: Called
    ladder: Sequence[tuple[str, Share]] = ()
    settings: Sequence[tuple[str, Share]] = ()
    absent: frozenset[str] = frozenset()

    def say(self, key: str, **slots: object) -> str:
        """Return a text in the report's language."""
        return say(self.lang, key, **slots)

    @property
    def names(self) -> dict[str, str]:
        """What the cards are called, by id."""
        return self.called.cards


RUNGS = ((RANDOM, 1.0), (GREEDY, 0.25), (THINKING, 0.01))
"""Policies, and which part of the report's matches each plays: thinking takes long."""
FEWEST, MOST = 20, 1_000
MOST_VARIANTS = 8


def ladder(plan: Plan, executor: Executor) -> list[tuple[str, Share]]:
    """Return how often a policy wins in one seat against random ones, by policy; the seat changes
    from match to match. Thinking takes long: it is tried where the plan has a budget."""
    found = []
    for word, part in RUNGS if plan.budget is not None else RUNGS[:-1]:
        matches = min(MOST, max(FEWEST, int((plan.number or 0) * part)))
        each = max(1, matches // plan.players)
        plans = [
            replace(
                plan,
                policies=tuple(word if at == seat else RANDOM for at in range(plan.players)),
                number=each,
            )
            for seat in range(plan.players)
        ]
        wins = total(
            result.wins[seat]
            for seat, results in enumerate(play_all(plans, executor, lambda done: None))
            for result in results
        )
        found.append((word, Share(wins, each * plan.players)))
    return found


def settings(plan: Plan, executor: Executor) -> list[tuple[str, Share]]:
    """Return how often somebody wins with one option changed, by the words that change it."""
    plan = replace(plan, number=min(MOST, max(FEWEST, (plan.number or 0) // 4)))
    varied = [("", plan), *_variants(plan)][: 1 + MOST_VARIANTS]
    results = play_all([each for _, each in varied], executor, lambda done: None)
    return [
        (word, Share(total(any(result.wins) for result in played), len(played)))
        for (word, _), played in zip(varied, results, strict=True)
    ]


def _variants(plan: Plan) -> Iterator[tuple[str, Plan]]:
    """Yield the same game with one option changed, as `-o` says it."""
    game = plan.game()
    for option in Options(game.model):
        id_ = option.id
        for value in option.choices[:5]:
            if value != game.options.get(id_):
                words = f"{id_}={Options(game.model).text(option, value)}"
                yield words, replace(plan, options={**plan.options, id_: value})
