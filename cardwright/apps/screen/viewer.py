"""Compute what one seat sees of a match: with its question as a sentence and its whole offer.

Everything comes through what the seat observes: nothing else of the match is looked at but the
open decision, if it is the seat's, and the log as the seat may know it.

A question for an action has an answer that a card can begin: the card is what the action asks for
next. So each thing has its offers, one or two answers in a row, and all other answers stand beside
the table. Nothing has happened between the two: the second question comes before anything does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from cardwright import Game, Match
from cardwright.apps.face.words import say
from cardwright.apps.screen.areas import PLAYER, Reader, boards, on_boards
from cardwright.apps.screen.asking import barred, closed, question
from cardwright.apps.screen.data import Json, changes, to_json
from cardwright.apps.screen.ending import end_of
from cardwright.apps.screen.model import (
    Area,
    Card,
    Changes,
    Closed,
    Entry,
    Offer,
    Option,
    Player,
    Question,
    View,
)
from cardwright.apps.screen.moves import UNFOLLOWED, Tracker, last_tricks
from cardwright.apps.screen.sentences import whole
from cardwright.apps.screen.story import story
from cardwright.apps.screen.wording import Wording
from dsl.model.game import Phase
from dsl.model.types import EnumType
from interpreter import Machine, SeatView


def with_offer(match: Match, asked: Question, wording: Wording, known: SeatView) -> Question:
    """Return a question with all that a seat can do by touching things."""
    of: dict[str, list[Offer]] = {}
    why: dict[str, str] = {}
    beside = list[int]()
    # what is to be done, and a member of an enum, is more than where it leads
    has_no_look = asked.kind == "alternative" or isinstance(match.state.ask.of, EnumType)
    for option in asked.options:
        offers = [(key, Offer(path=(option.index,), text=option.text, price=option.price))
                  for key in option.touches]  # fmt: skip
        begun = known.begun(match, option.index)
        if begun is not None:
            offers += _followed(begun, option, wording, known)
            shut = ((key, each.reason) for each in barred(begun, wording, known)
                    for key in each.touches)  # fmt: skip
            why |= dict(shut)
        for key, offer in offers:
            of.setdefault(key, []).append(offer)
        if not offers or has_no_look:
            beside.append(option.index)
    found = {key: tuple(offers) for key, offers in of.items()}
    return replace(asked, offers=found, beside=tuple(beside), why=why)


def with_reasons(asked: Question, closed: Sequence[Closed]) -> Question:
    """Return a question with why things cannot be chosen now that nothing stands for."""
    told = ((key, each.reason) for each in closed for key in each.touches)
    why = {**asked.why, **dict(told)}
    return replace(asked, why={key: why[key] for key in why if key not in asked.offers})


def _followed(
    begun: Match, option: Option, wording: Wording, known: SeatView
) -> Iterator[tuple[str, Offer]]:
    """Yield what the things of the next question can be."""
    said, ask = known.completed(begun, wording.lang), begun.state.ask
    if said is not None:
        action = begun.machine.program.actions[ask.site[1]].action
        said = [whole(action, text, wording, ask.site[2] + 1) for text in said]
    for at, keys in enumerate(known.keys.touched_in(ask)):
        for key in keys:
            text = option.text if said is None else said[at]
            yield key, Offer(path=(option.index, at), text=text, price=option.price)


def touched(asked: Question | None) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Return by key the options of the things that a question touches, and the answers of those
    that can mean one thing alone.

    Where cards of a zone begin several actions, nobody sees which card begins which: only the first
    action is taken at once, any other is named before it is.
    """
    options: dict[str, list[int]] = {}
    answers: dict[str, str] = {}
    if asked is None:
        return options, answers
    for option in asked.options:
        for key in option.touches:
            options.setdefault(key, []).append(option.index)
    first: dict[str, int] = {}
    for key, offers in asked.offers.items():
        for begun in (each.path[0] for each in offers if len(each.path) > 1):
            first[_zone(key)] = min(begun, first.get(_zone(key), begun))
    for key, offers in asked.offers.items():
        options[key] = [*dict.fromkeys(offer.path[0] for offer in offers)]
        path = offers[0].path
        if len(offers) == 1 and (len(path) == 1 or path[0] == first[_zone(key)]):
            answers[key] = offers[0].answer
    return options, answers


def _zone(key: str) -> str:
    """Return where a thing lies, by its key."""
    return key.rpartition(".")[0]


__all__ = ["WATCHER", "Viewer"]

WATCHER: Final = SeatView.WATCHER
"""In the place of a seat: who sees what every player sees, and nothing else."""


class Viewer:
    """Looks at the matches of one game, in one language."""

    def __init__(
        self, game: Game, lang: str, *, log: int | None = None, is_touched: bool = False
    ) -> None:
        """Begin.

        Args:
            log: So many entries of the log at most are in a view, the newest; None for all.
            is_touched: Whether things are touched: then a question holds the whole offer.
        """
        self.game, self._log, self._is_touched = game, log, is_touched
        self.wording = Wording(game.model, lang, game.options)
        model = game.model
        self._told: dict[int, list[Entry]] = {}
        self._phases = {each.id: each for each in _phases((*model.setup, *model.phases))}

    def view(
        self, match: Match, seat: int, before: View | None = None, tracker: Tracker | None = None
    ) -> View:
        """Return what a seat sees, or a `WATCHER`.

        Args:
            before: The seat's last view, for `View.changes`.
            tracker: Follows the cards of the match for the seat, for `View.moves` and tracks.
        """
        known = SeatView(match, seat)
        asked = question(match, seat, self.wording, known)
        if self._is_touched and asked is not None:
            asked = with_offer(match, asked, self.wording, known)
        options, answers = touched(asked)
        seen = known.observation(with_log=False, with_values=True)
        followed = tracker.follow(known, seen) if tracker else UNFOLLOWED
        reader = Reader(
            self.wording, options, known.keys.owners(), followed.tracks, answers, match.names,
            known.forgotten_keys,
        )  # fmt: skip
        areas, players = self._areas(reader, seen), self._players(reader, seen)
        things = tuple(self._things(reader, seen["entities"]))
        shown = (*reader.state(seen["state"], None), *reader.values(seen["values"]),
                 *reader.facts(seen.get("facts") or {}))  # fmt: skip
        laid = boards(self.wording, areas, things, shown, match.names)
        areas = tuple(
            replace(a, is_on_board=True) if a.key in on_boards(laid) else a for a in areas
        )
        shut = closed(match, seat, self.wording, known, areas)
        asked = None if asked is None else with_reasons(asked, shut)
        swept = last_tricks(followed.swept, areas, self.wording)
        moved = (move.face for move in followed.moves if move.face)
        laid_down = (card.id for area in swept for card in area.cards if card.id)
        named = {*reader.used, *moved, *laid_down}
        view = View(
            game=self.game.id,
            title=self.game.title(self.wording.lang),
            language=self.wording.lang,
            seat=None if seat == WATCHER else seat,
            headline=tuple(self._headline(seen)),
            status=self._status(match, seen),
            players=players,
            shown=shown,
            areas=areas,
            things=things,
            boards=laid,
            faces={id_: self.wording.face(id_) for id_ in sorted(named)},
            question=asked,
            closed=shut,
            log=story(match, seat, self.wording, self._log, self._told.setdefault(seat, [])),
            changes=Changes(),
            end=end_of(match, self.wording, players, things, known),
            moves=followed.moves,
            swept=swept,
        )
        return replace(view, changes=changes(before, view))

    def _areas(self, reader: Reader, seen: Mapping[str, Any]) -> tuple[Area, ...]:
        """Return the areas of the table, then of the players."""
        own = (
            reader.areas(p["zones"], SeatView.player_key(p["seat"]), PLAYER)
            for p in seen["players"]
        )
        return (*reader.areas(seen["zones"], "", None), *(area for areas in own for area in areas))

    @staticmethod
    def _things(reader: Reader, entities: Sequence[Mapping[str, Any]]) -> Iterator[Card]:
        for data in entities:
            yield reader.card(SeatView.thing_key(data["card"]), data)

    def _players(self, reader: Reader, seen: Mapping[str, Any]) -> tuple[Player, ...]:
        return tuple(self._player(reader, seen, each) for each in seen["players"])

    def _player(self, reader: Reader, seen: Mapping[str, Any], data: Mapping[str, Any]) -> Player:
        seat, key = data["seat"], SeatView.player_key(data["seat"])
        team = self.game.model.players.team
        label = data["state"].get(team) if team else None
        state = {name: value for name, value in data["state"].items() if name != team}
        return Player(
            key=key,
            seat=seat,
            name=data["name"],
            is_you=seat == seen["seat"],
            is_active=seat == seen["active"],
            is_asked=seat == seen["waiting_for"],
            is_start=seat == seen["start_player"],
            is_out=data["eliminated"],
            team=self.wording.card(label) if label else "",
            shown=(*reader.state(state, PLAYER), *reader.values(data["values"])),
            options=tuple(reader.options.get(key, ())),
            answer=reader.answers.get(key, ""),
        )

    # --- words ----------------------------------------------------------------------------------

    def _headline(self, seen: Mapping[str, Any]) -> Iterator[str]:
        """Yield the round, then the phases that have a text, each with what it is at."""
        if seen["round"]:
            yield say(self.wording.lang, "round", number=seen["round"])
        players = {each["name"] for each in seen["players"]}
        for part in seen["phase"]:
            if part in self._phases:
                text = self.wording.text(self._phases[part].text)
            else:
                text = "" if part in players else self._element(part)
            if text:
                yield text

    def _element(self, label: str) -> str:
        """Return what a loop is at, in words."""
        if self.wording.knows(label):
            return self.wording.card(label)
        for enum, found in self.game.model.enums.items():
            if label in found.members:
                return self.wording.names.member(enum, found.members.index(label))
        return label

    def _status(self, match: Match, seen: Mapping[str, Any]) -> str:
        """Return whom the match waits for."""
        if match.over:
            return ""
        lang, waited = self.wording.lang, seen["waiting_for"]
        if waited is None:
            return say(lang, "waits-in-secret")
        if waited == seen["seat"]:
            return say(lang, "waits-for-you")
        return say(lang, "waits-for", name=match.names[waited])


def _phases(phases: Sequence[Phase]) -> Iterator[Phase]:
    """Yield phases and those inside them."""
    for phase in phases:
        yield phase
        yield from _phases(phase.phases or ())


@lru_cache(maxsize=32)
def _viewer(machine: Machine) -> Viewer:
    return Viewer(Game(machine.program.game, machine.program.options), "en")


def seen(match: Match, seat: int) -> dict[str, Json]:
    """Return the table as a seat sees it, as plain data: `Match.told` compares it."""
    return to_json(_viewer(match.machine).view(match, seat))
