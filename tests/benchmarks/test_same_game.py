"""Check that the hand-written dream trick game and the game written as data are the same game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import cardwright
from benchmarks.reference.dream_tricks import NO_COLOUR, DreamTricks, card
from cardwright.api.match import Match

SUITE, SOAK = 20, 1_000


class Reader:
    """Reads what a match holds, in the numbers of the hand-written game."""

    def __init__(self, match: Match) -> None:
        self.match, self.program = match, match.machine.program
        self.layout = self.program.layout
        places = zip(match.state.zone_families, match.state.zone_owners, strict=True)
        families = [family.key.name for family in self.program.families]
        self.zones = {
            (families[family], owner): number for number, (family, owner) in enumerate(places)
        }
        self.fields = {
            name: next(place for key, place in where.items() if key.name == name)
            for name, where in (
                ("lives", self.layout.seat),
                ("fragments", self.layout.seat),
                ("nightmare", self.layout.table),
            )
        }

    def cards(self, zone: str, owner: int) -> list[int]:
        """Return the cards of a zone, the top first; the owner of the table's zones is -1."""
        st, definitions = self.match.state, self.program.game.definitions
        entities = st.zones[self.zones[zone, owner]]
        return [card_of(definitions[st.entity_definitions[each]].id) for each in entities]

    def of_seats(self, field: str) -> list[int]:
        """Return a field of every seat."""
        first = self.layout.seat_base + self.fields[field]
        return self.match.state.values[first :: self.layout.seat_size][: self.program.seats]

    @property
    def nightmare(self) -> int:
        found = self.match.state.values[self.fields["nightmare"]]
        return NO_COLOUR if found is None else found

    def dealt(self) -> list[int]:
        """Return the cards of the deal just made, in the order in which they were dealt."""
        players, first = self.program.seats, self.match.state.ask.decider
        hands = [self.cards("hand", (first + i) % players) for i in range(players)]
        return [c for row in zip(*hands, strict=True) for c in row] + self.cards("stock", -1)


def card_of(label: str) -> int:
    return card(label.replace("-", " "))


def pair(match: Match, forbidden: bool) -> tuple[Reader, DreamTricks]:
    """Return a match with a hand-written one that meets the same deals."""
    reader, players = Reader(match), len(match.seats)
    reference = DreamTricks.start(
        players,
        forbidden,
        lambda number: reader.dealt(),
        dealer=(match.state.ask.decider - 1) % players,
    )
    return reader, reference


def chosen(match: Match, reference: DreamTricks, rng: Random) -> Iterator[int]:
    """Take decisions in the match, and yield the card that each of them plays."""
    definitions = match.machine.program.game.definitions
    while not match.over:
        ask, offered = match.state.ask, reference.legal_actions()
        assert ask.decider == reference.turn
        if ask.kind == "action":
            breaks = rng.randrange(2)
            assert match.decision is not None
            assert match.decision.labels == ("play", "break-promise")
            kept = reference.legal_count
            offered = offered[kept:] if breaks else offered[:kept]
            match.apply(breaks)
            if len(offered) == 1:
                yield offered[0]
                continue
            ask = match.state.ask
        kinds = match.state.entity_definitions
        cards = [card_of(definitions[kinds[each]].id) for each in ask.options]
        assert sorted(cards) == sorted(offered)
        index = rng.randrange(len(cards))
        match.apply(index)
        yield cards[index]


def follow(match: Match, forbidden: bool, seed: int) -> None:
    """Play a session in both and compare after every decision, at its end too."""
    reader, reference = pair(match, forbidden)
    for played in chosen(match, reference, Random(seed)):
        reference.apply(played)
        assert reader.of_seats("lives") == reference.lives
        assert reader.of_seats("fragments") == reference.points
        assert reader.nightmare == reference.nightmare
        assert reference.is_over == match.over
    assert reference.is_over
    assert match.outcome is not None
    assert list(match.outcome.winners) == reference.winners


def both_go_the_same_way(players: int, breaking: str, events: bool, sessions: int) -> None:
    game = cardwright.load("dream-tricks", {"promise-breaking": breaking})
    for seed in range(sessions):
        match = game.start(players, seed, events=events)
        match.keeps_history = events
        follow(match, breaking == "forbidden", seed)


every_setting = pytest.mark.parametrize(
    ("players", "breaking"),
    [(players, breaking) for players in (2, 3, 4) for breaking in ("penalised", "forbidden")],
)


@every_setting
@pytest.mark.parametrize("events", [True, False], ids=["log", "no-log"])
def test_both_go_the_same_way(players: int, breaking: str, events: bool) -> None:
    both_go_the_same_way(players, breaking, events, SUITE)


@pytest.mark.soak
@every_setting
def test_both_go_the_same_way_for_long(players: int, breaking: str) -> None:
    both_go_the_same_way(players, breaking, False, SOAK)
