"""Render an example as a short story: the position, the deeds, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from cardwright import Options
from cardwright.apps.press.site import say
from cardwright.apps.text.course import action_title, condition_text, steps_text, worth_text
from cardwright.apps.text.happenings import happening, phase_name, template_of
from cardwright.apps.text.inflection import capital
from cardwright.apps.text.lists import conjuncts
from cardwright.apps.text.names import OWNER, Names
from dsl import Phrase, Record
from dsl.model import scripts as s
from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.game import Game
from dsl.model.nouns import Definition
from dsl.model.rules import Action, Group
from interpreter import Decision

GIVEN, WHEN, THEN = "given", "when", "then"
"""What a line of a story is."""


class Part(Record):
    """Lines of a story of one sort in a row."""

    sort: str
    lines: tuple[str, ...]


def story(game: Game, script: s.Script, lang: str) -> tuple[Part, ...]:
    """Return an example as parts of a story, in order."""
    teller = _Story(game, script, lang)
    lines = [(GIVEN, line) for each in script.positions[:1] for line in teller.position(each)]
    lines += [(sort, line) for step in script.steps for sort, line in teller.step(step)]
    runs = groupby(lines, key=lambda each: each[0])
    return tuple(Part(sort, tuple(teller.begun(line) for _, line in run)) for sort, run in runs)


class _Story:
    """Renders one example in one language."""

    def __init__(self, game: Game, script: s.Script, lang: str) -> None:
        self.game, self.script, self.lang = game, script, lang
        self.names = Names(game, lang, [capital(each) for each in script.players])
        self.cards: dict[str, Definition] = {each.id: each for each in game.definitions}
        listed: tuple[Action | Group, ...] = (*game.actions, *game.groups)
        self.actions = {each.id: each for each in listed}

    def begun(self, line: str) -> str:
        """Return a line as a sentence begins."""
        return capital(line) if self.lang == "en" else line

    def say(self, key: str, **slots: object) -> str:
        """Return a text of the site."""
        return say(self.lang, key, **slots)

    # --- the position -------------------------------------------------------------------------

    def position(self, position: s.Position) -> Iterator[str]:
        """Yield what lies where, and what holds."""
        for (owner, name), pieces in position.zones.items():
            yield self.say("there", what=self.zone(owner, name), found=self.pieces(pieces))
        for (owner, name), formula in position.state.items():
            value = worth_text(formula.expression, self.names)
            yield self.say("there", what=self.field(owner, name), found=value)
        for value_id, _, result in position.given_values:
            found = self.game.values.get(value_id, ())
            name = self.names.text(found[0].text if found else {}, value_id)
            value = worth_text(result.expression, self.names)
            yield self.say("there", what=name, found=value)
        if position.phase is not None:
            yield self.say("in-phase", phase=phase_name(position.phase, self.names))
        if position.turn is not None:
            is_mine = position.turn == self.me
            key = "your-turn" if is_mine else "on-turn"
            yield self.say(key, player=self.player(position.turn))

    @property
    def me(self) -> str:
        """The player who reads the story."""
        return self.script.players[0] if self.script.players else ""

    def player(self, name: str | None) -> str:
        """Return who somebody is."""
        if name is None:
            return self.say("whoever")
        return self.say("you") if name in (self.me, "me") else capital(name)

    def zone(self, owner: str, name: str) -> str:
        """Return what a zone is called: `your hand`, `play area of Rome`."""
        return self._owned(owner, name, ZoneKey, self.game.zones, self.names.zone)

    def field(self, owner: str, name: str) -> str:
        """Return what a field of state is called."""
        return self._owned(owner, name, StateKey, self.game.state, self.names.state)

    def _owned(
        self,
        owner: str,
        name: str,
        key: Callable[[str | None, str], Any],
        known: Mapping[Any, object],
        called: Callable[[Any], str],
    ) -> str:
        if not owner:
            return called(key(None, name))
        if owner in self.script.players or owner == "me":
            words, is_mine = called(key("player", name)), owner in (self.me, "me")
            one = "your-zone" if is_mine else "zone-of"
            return self.say(one, zone=words, owner=self.player(owner))
        kinds = [None, *self._kinds(owner)]
        found = next((key(kind, name) for kind in kinds if key(kind, name) in known), key("", name))
        words = called(found)
        if OWNER in words:
            return words.replace(OWNER, self.card(owner))
        return self.say("zone-of", zone=words, owner=self.card(owner))

    def _kinds(self, card: str) -> Iterator[str]:
        current = self.cards[card].kind if card in self.cards else None
        while current is not None and current in self.game.kinds:
            yield current
            current = self.game.kinds[current].extends

    def pieces(self, pieces: Sequence[s.Piece] | int) -> str:
        """Return cards in a row, like neighbours once with their number."""
        if isinstance(pieces, int):
            return self.say("one-card" if pieces == 1 else "some-cards", number=pieces)
        runs = ((name, len([*run])) for name, run in groupby(map(self.piece, pieces)))
        shown = [name if number == 1 else f"{number}× {name}" for name, number in runs]
        return self.names.row(shown) or self.say("empty")

    def piece(self, piece: s.Piece) -> str:
        """Return one card with its state and the cards on it."""
        if piece.is_self:
            name = self.say("self")
        else:
            name = self.say("vacant") if piece.definition is None else self.card(piece.definition)
        notes = [self._note(piece, key, formula) for key, formula in piece.state.items()]
        notes += [
            self.say("on-it", cards=self.pieces(inner)) for inner in piece.zones.values() if inner
        ]
        if not notes:
            return name
        return self.say("with-notes", name=name, notes=self.names.row(notes))

    def _note(self, piece: s.Piece, name: str, formula: Any) -> str:
        """Return what is noted on a card; what is simply so, by its name alone."""
        card = self.script.card if piece.is_self else piece.definition
        field = next(
            (StateKey(kind, name) for kind in self._kinds(card or "")
             if StateKey(kind, name) in self.game.state),
            StateKey(None, name),
        )  # fmt: skip
        value = worth_text(formula.expression, self.names)
        called = self.names.state(field).replace(OWNER, self.say("it"))
        return called if value == self.say("yes") else f"{called} {value}"

    def card(self, id_: str) -> str:
        """Return what a card is called."""
        found = self.cards.get(id_)
        return self.names.text(found.name, id_) if found else self.names.text({}, id_)

    # --- the deeds and the outcome ------------------------------------------------------------

    def step(self, step: s.ScriptStep) -> Iterator[tuple[str, str]]:
        """Yield the lines of a step, each with its sort."""
        match step:
            case s.Take(who=who, answers=answers):
                key = "chosen" if who is None else "takes"
                yield WHEN, self.say(key, player=self.player(who), answers=self.row(answers))
            case s.DoSteps(body=body):
                yield from ((WHEN, text) for text in steps_text(body, self.names))
            case s.Chance(answers=answers):
                yield WHEN, self.say("chance", answers=self.row(answers))
            case s.Random():
                yield WHEN, self.say("at-random")
            case s.Undo(decisions=number):
                yield WHEN, self.say("undone", number=number)
            case s.SaveAndLoad():
                yield WHEN, self.say("kept")
            case s.Rearrange(position=position):
                yield from ((GIVEN, line) for line in self.position(position))
            case s.Expect(condition=condition):
                for part in conjuncts(condition.expression):
                    yield THEN, condition_text(part, self.names)
            case _:
                yield THEN, self._outcome(step)

    def _outcome(self, step: s.ScriptStep) -> str:
        """Return what a step says of decisions, events and the end."""
        match step:
            case s.OptionsAre(who=who, after=after, labels=labels):
                shown = " / ".join(map(self.label, labels))
                before = [self.row(after)] if after else []
                return self.say(
                    "can-choose", player=self.player(who), answers=self.arrow.join([*before, shown])
                )
            case s.Illegal(who=who, answers=answers):
                shown = self.row(answers)
                return self.say("cannot-choose", player=self.player(who), answers=shown)
            case s.Happened():
                return self._happened(step)
            case s.Ended():
                return self.say("semicolon").join([self._over(step), *self._kept(step)])
            case s.Asked(who=who):
                if who is None:
                    return self.say("asked-nobody")
                return self.say("asked", player=self.player(who))
            case s.FaultIs(fault=fault):
                return self.say("fault", fault=fault)
        assert isinstance(step, s.SameView)
        return self.say("same-view", player=self.player(step.who))

    def _over(self, step: s.Ended) -> str:
        """Return that the match is over, and who has won where that is said."""
        if step.winners is None:
            return self.say("over")
        players = self.names.row(map(self.player, step.winners)) or self.say("nobody")
        return self.say("winners", players=players)

    def _kept(self, step: s.Ended) -> Iterator[str]:
        """Yield what options are in the next match."""
        for id_, value in step.keeps.items():
            text = Options(self.game).text(self.game.options[id_], value) or self.say("nobody")
            yield self.say("keeps", option=self.names.option(id_), value=text)

    def _happened(self, step: s.Happened) -> str:
        """Return an event that has happened, or has not."""
        template = template_of(step.event, self.names)
        told = {
            template.slots[number]: worth_text(formula.expression, self.names)
            for number, formula in step.arguments.items()
            if number < len(template.slots)
        }
        actor = worth_text(step.actor.expression, self.names) if step.actor else ""
        event = happening(template, self.names, lambda slot: told.get(slot, "…"), actor=actor)
        key = "never" if step.never else "happened" if step.times is None else "happened-times"
        return self.say(key, event=event.text(), times=step.times)

    @property
    def arrow(self) -> str:
        """What stands between two answers."""
        return self.say("arrow")

    def row(self, answers: Sequence[str]) -> str:
        """Return answers, one after another."""
        return self.arrow.join(self.say("quoted", text=self.label(each)) for each in answers)

    def label(self, label: str) -> str:
        """Return what an option is called that scripts call by its label."""
        plain, _, number = label.partition("#")
        behind = f" ({number})" if number else ""
        if said := Decision.word(plain, self.lang):
            return said
        if plain in self.script.players:
            return self.player(plain)
        if plain in self.cards:
            return self.card(plain) + behind
        if plain in self.actions:
            return action_title(self.actions[plain], self.names) + behind
        if plain in self.game.events:
            words = self.game.events[plain][0].text
            open_ = {tag: Phrase(each).with_gaps(Phrase.UNKNOWN).strip()
                     for tag, each in words.items()}  # fmt: skip
            return self.names.text(open_, plain) + behind
        return self._member(plain) + behind

    def _member(self, label: str) -> str:
        """Return what a member of an enum is called; other labels are shown as they are."""
        for name, enum in self.game.enums.items():
            if label in enum.members:
                return self.names.member(name, enum.members.index(label))
        return label
