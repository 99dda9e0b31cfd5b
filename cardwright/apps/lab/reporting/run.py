"""Collect the material of a report, and write its findings in a few sentences.

The material is tables, names of the things in them, and further matches. The clearest findings come
first, then what nobody used.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from msgspec.structs import replace

from cardwright import Options
from cardwright.apps.face.session import total
from cardwright.apps.lab.reporting.facts import Facts, Share
from cardwright.apps.lab.simulate.paired import play_all
from cardwright.apps.lab.simulate.run import Plan
from cardwright.apps.policies.budget import Executor
from cardwright.apps.policies.policies import GREEDY, RANDOM, THINKING
from cardwright.apps.text.names import Names, in_words
from dsl import Catalogue, Language, Phrase, Record
from dsl.model.game import Game
from dsl.model.nouns import Text
from dsl.model.steps import Asks
from dsl.model.walk import walk
from interpreter import Owner

WORDS: Final = Catalogue(__file__)
say = WORDS.say

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
        gap = Language(self._lang).gap
        told = Phrase(Phrase(self._names.text(text, id_)).without_actor).with_gaps(gap)
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
            for owner in Owner.all_in(self._game)
            if (called := self._owner(owner))
            for _, body in owner.bodies
            for step in walk(body.steps)
            if isinstance(step, Asks)
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


MOST_NAMED: Final = 5
"""As many are named in a row."""


def unused(
    facts: Facts, called: Called, game: Game, absent: Collection[str]
) -> dict[str, list[str]]:
    """Return what was never done, by the word for it.

    Args:
        absent: Ids of cards that are not in the game, of which nothing is said.
    """
    uses, names = facts.uses(), called.cards
    seen = {card for card, each in uses.items() if each.held or each.offered or each.claimed}
    actions = [each for each in game.actions if each.card not in absent]
    taken, happened = facts.actions(), facts.events()
    return {
        "unused-cards": [names[c] for c, each in uses.items() if each.offered and not each.chosen],
        "unseen-cards": [
            name for card, name in names.items() if card not in seen and card not in absent
        ],
        "unused-actions": [called.action(each.id) for each in actions if each.id not in taken],
        "unused-answers": _left(facts, called),
        "unused-events": [called.event(each) for each in game.events if not happened.get(each)],
    }


def _left(facts: Facts, called: Called) -> list[str]:
    """Return what was never taken, question by question."""
    found: dict[str, list[str]] = {}
    for kind, question, answer, _, taken in facts.answers():
        if kind != "action" and not taken:
            found.setdefault(question, []).append(called.answer(answer))
    return [
        f"{called.question(question)}: {', '.join(each[:MOST_NAMED])}"
        + (f" … ({len(each)})" if len(each) > MOST_NAMED else "")
        for question, each in found.items()
    ]


def summary(run: Run) -> Iterator[str]:
    """Yield the findings: who wins, how long it takes, what decides, what nobody uses, faults."""
    yield _first(run)
    (least, median, p95, most), numbers = run.facts.lengths("decisions")
    ordered = sorted(numbers)
    p5 = ordered[len(ordered) // 20]
    (first, rounds, _, last), _ = run.facts.lengths("rounds")
    key = "sum-rounds-all" if first == last else "sum-rounds"
    told = run.say(key, n=f"{rounds:.0f}") if last else ""
    key = "sum-length-all" if least == most else "sum-length"
    yield run.say(key, median=f"{median:,.0f}", low=f"{p5:,}", high=f"{p95:,.0f}", rounds=told)
    if run.facts.together() is None:
        ways = ("at_start", "seen is not null", "played > 0")
        clear = [each for way in ways for each in run.facts.standings(way) if each.is_clear]
        best = max(clear, key=lambda each: abs(each.by), default=None)
        if best is not None:
            yield run.say("sum-card", card=run.names[best.card], by=f"{best.by * 100:+.0f}",
                          **_ends(best.had))  # fmt: skip
    if len(run.ladder) > 1:
        (_, base), (policy, top) = run.ladder[0], run.ladder[-1]
        is_clear = top.interval[0] > base.interval[1]
        key = "sum-thinking" if is_clear else "sum-luck"
        yield run.say(key, policy=policy, base=f"{base.share:.0%}", **_ends(top))
    found = run.facts.lead()
    if found is not None:
        yield run.say("sum-lead", decided=f"{found[1]:.0%}", changes=f"{found[0]:.1f}")
    yield _unused(run)
    faults = run.facts.faults()
    if faults:
        yield run.say("sum-faults", n=len(faults))


def _ends(share: Share) -> dict[str, str]:
    low, high = share.interval
    return {"share": f"{share.share:.0%}", "low": f"{low:.0%}", "high": f"{high:.0%}"}


def _first(run: Run) -> str:
    """Return what the first player has of it; of a game won together, how often that happens."""
    facts, together = run.facts, run.facts.together()
    seats = facts.wins_by_seat()
    if together is not None or len(seats) == 1:
        return run.say("sum-together", **_ends(together or seats[0][1]))
    began = [share for _, share in facts.wins_by_beginning()]
    shares = began or [share for _, share in seats]
    fair = total(share.count for share in shares) / max(1, total(each.number for each in shares))
    low, high = shares[0].sure
    verdict = "sum-helps" if low > fair else "sum-hurts" if high < fair else "sum-even"
    return run.say(verdict, fair=f"{fair:.0%}", **_ends(shares[0]))


def _unused(run: Run) -> str:
    """Return which cards nobody chose; a card chosen in 3 of n matches would hardly be missed."""
    named = unused(run.facts, run.called, run.game, run.absent)
    cards = sorted({*named["unused-cards"], *named["unseen-cards"]})
    matches = run.facts.matches
    bound = f"{min(1.0, 3 / matches):.1%}"
    if not cards:
        return run.say("sum-all-used", n=f"{matches:,}")
    shown = Language(run.lang).row(cards[:MOST_NAMED]) + (" …" if len(cards) > MOST_NAMED else "")
    key = "sum-one-unused" if len(cards) == 1 else "sum-unused"
    return run.say(key, n=len(cards), cards=shown, bound=bound)
