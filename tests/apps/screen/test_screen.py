"""The view of one seat: what it holds, and that it tells nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import jsonschema
import pytest

import cardwright
from cardwright.api.match import Match
from cardwright.apps.screen import WATCHER, View, Viewer, from_json, to_json
from cardwright.apps.screen.areas import Reader
from cardwright.apps.screen.data import schema
from cardwright.apps.screen.model import Shown
from cardwright.apps.screen.wording import Wording
from cardwright.apps.table.terminal.drawing import Drawing

SCHEMA = Path(__file__).parents[3] / "schemas" / "view.schema.json"
GAMES = [
    ("dream-tricks", 3), ("worldmonger", 4), ("equilibrion", 2), ("cerebria", 4), ("res-arcana", 3),
]  # fmt: skip


def position(game: cardwright.Game, players: int, decisions: int, seed: int) -> Match:
    """Return a match after so many random decisions, or just before its end."""
    match, random = game.start(players=players, seed=seed), Random(seed)
    for _ in range(decisions):
        copy = match.clone()
        assert match.decision is not None
        match.apply(random.randrange(len(match.decision.options)))
        if match.over:
            return copy
    return match


def all_cards(view: View):
    """Yield every card of a view."""
    stack = [*view.things, *(card for area in view.areas for card in area.cards)]
    while stack:
        card = stack.pop()
        yield card
        stack += [inner for area in card.areas for inner in area.cards]


def all_areas(view: View):
    yield from view.areas
    yield from (area for card in all_cards(view) for area in card.areas)


def asked(match: Match) -> int:
    assert match.decision is not None
    return match.decision.player


# --- what a seat may know -------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [*GAMES, ("go-fish", 3), ("cheat", 3)])
def test_two_worlds_alike_for_a_seat_look_alike(name: str, players: int) -> None:
    """Of worlds that a seat cannot tell apart it sees one and the same view, to the byte."""
    game = cardwright.load(name)
    viewer = Viewer(game, "en")
    for seed in range(2):
        match = position(game, players, 4 + 17 * seed, seed)
        for seat in match.seats:
            seen, watched = told(viewer, match, seat), told(viewer, match, WATCHER)
            for number in range(2):
                other = match.determinize(seat, number)
                assert told(viewer, other, seat) == seen
                assert told(viewer, other, WATCHER) == watched


def told(viewer: Viewer, match: Match, seat: int) -> str:
    """Return a view as text, but for its log: an imagined match remembers which cards were shown,
    but not which hidden ones they had been, and the story names these too."""
    view = to_json(viewer.view(match, seat))
    return json.dumps({key: each for key, each in view.items() if key not in ("log", "changes")})


def test_a_watcher_sees_no_hand() -> None:
    game = cardwright.load("dream-tricks")
    view = Viewer(game, "en").view(game.start(players=3, seed=1), WATCHER)

    assert view.seat is None
    assert view.question is None
    hands = [area for area in view.areas if area.name == "hand"]
    assert [(hand.count, hand.cards, hand.hidden) for hand in hands] == [(12, (), 12)] * 3


# --- the format -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_view_goes_through_json_and_back(name: str, players: int, lang: str) -> None:
    game = cardwright.load(name)
    match = position(game, players, 25, 5)
    view = Viewer(game, lang).view(match, asked(match))
    data = json.loads(json.dumps(to_json(view)))

    assert from_json(data) == view
    jsonschema.validate(data, schema())


def test_the_schema_in_the_package_is_that_of_the_records() -> None:
    assert json.loads(SCHEMA.read_text("utf-8")) == schema()


# --- keys -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_options_touch_what_is_in_the_view(name: str, players: int) -> None:
    """An option that is a card touches a card of that definition, each another one."""
    game = cardwright.load(name)
    viewer = Viewer(game, "en")
    touched = 0
    for seed in range(4):
        match = position(game, players, 10 * seed + 3, seed)
        view = viewer.view(match, asked(match))
        cards = {card.key: card for card in all_cards(view)}
        known = {*cards, *(a.key for a in all_areas(view)), *(p.key for p in view.players)}
        assert view.question is not None
        named = [key for option in view.question.options for key in option.touches]
        assert {*named} <= known
        assert len(set(named)) == len(named)
        for option in view.question.options:
            for key in option.touches:
                touched += 1
                if key in cards:
                    assert option.index in cards[key].options
                    assert (cards[key].id or "a-card") in option.label
    assert touched


def test_keys_are_there_once() -> None:
    game = cardwright.load("cerebria")
    match = position(game, 4, 30, 2)
    view = Viewer(game, "en").view(match, asked(match))
    keys = [each.key for each in (*all_cards(view), *all_areas(view), *view.players)]

    assert len(keys) == len(set(keys))
    board = {key for each in view.boards for row in each.rows for key in row if key}
    assert board <= set(keys)
    assert view.boards[0].form == "ring"


def test_the_trick_says_whose_cards_lie_in_it() -> None:
    game = cardwright.load("dream-tricks")
    match = game.start(players=3, seed=7)
    first = asked(match)
    match.apply(0)
    match.apply(0)
    second = (first + 1) % 3
    while asked(match) == second:
        match.apply(0)
    view = Viewer(game, "en").view(match, 0)
    trick = next(area for area in view.areas if area.key == "trick")

    assert [card.owner for card in trick.cards] == [first, second]


def test_a_hand_lies_in_the_order_of_the_game() -> None:
    """Members of enums come first, in their order, then numbers: 5 before 10."""
    game = cardwright.load("dream-tricks")
    match = game.start(players=2, seed=3)
    view = Viewer(game, "en").view(match, asked(match))
    hand = next(a for a in view.areas if a.name == "hand" and a.cards)
    suits, order = ["red", "blue", "yellow", "green"], []
    for card in hand.cards:
        color, _, rank = (card.id or "").partition("-")
        order.append((suits.index(color), int(rank)))

    assert order == sorted(order)


def test_the_log_of_the_view_before_says_what_is_new() -> None:
    game = cardwright.load("dream-tricks")
    match = game.start(players=3, seed=7)
    viewer = Viewer(game, "en")
    before = viewer.view(match, 0)
    match.apply(0)
    now = viewer.view(match, 0, before)

    assert now.changes.log == len(before.log) < len(now.log)
    assert now.log[: len(before.log)] == before.log
    assert "trick" in now.changes.keys
    assert "trick.0" in now.changes.keys


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_state_without_text_is_not_shown(name: str, players: int) -> None:
    game = cardwright.load(name)
    view = Viewer(game, "ja").view(position(game, players, 40, 1), 0)
    shown = [*view.shown, *(each for player in view.players for each in player.shown)]
    shown += [each for card in all_cards(view) for each in card.shown]

    assert all(each.label for each in shown)


def test_the_end_lists_players_in_the_order_of_the_game() -> None:
    game = cardwright.load("worldmonger")
    match, random = game.start(players=3, seed=7), Random(1)
    while not match.over:
        assert match.decision is not None
        match.apply(random.randrange(len(match.decision.options)))
    view = Viewer(game, "en").view(match, 0)

    assert view.end is not None
    points = [score.parts[0].value for score in view.end.scores]
    assert points == sorted(points, reverse=True)
    assert [score.seat for score in view.end.scores if score.has_won] == list(match.outcome.winners)
    assert view.status == ""


# --- the story ------------------------------------------------------------------------------------


def test_a_deal_is_one_line_and_a_trick_tells_who_played_what() -> None:
    """Cards played are named to all, for all have seen them by then; the actor is named."""
    game = cardwright.load("dream-tricks")
    match = game.start(players=3, seed=7)
    first = asked(match)
    watching = next(seat for seat in match.seats if seat != first)
    assert match.decision is not None
    name = match.decision.texts("en")[0]
    match.apply(0)
    view = Viewer(game, "en").view(match, watching)
    texts = [entry.text for entry in view.log]

    assert "36 cards go to players’ hands" in texts
    assert f"{match.names[first]}: play {name}" in texts
    assert not any("a card goes to" in text for text in texts)


def test_a_card_that_must_not_be_played_has_a_reason() -> None:
    game = cardwright.load("dream-tricks")
    viewer = Viewer(game, "en")
    for seed in range(30):
        match = game.start(players=3, seed=seed)
        for _ in range(2):
            match.apply(0)
        view = viewer.view(match, asked(match))
        if view.question is not None and view.question.kind == "parameter" and view.closed:
            break
    hand = next(area for area in view.areas if area.name == "hand" and area.cards)
    barred = {card.key for card in hand.cards if not card.options}

    assert {key for each in view.closed for key in each.touches} == barred
    assert {each.reason for each in view.closed} == {"not among the cards that keep your promise"}


def test_what_decides_worldmonger_is_shown() -> None:
    """Price and controller of a civilization: 2 and the values in play; who holds the most."""
    game = cardwright.load("worldmonger")
    match = position(game, 3, 30, 4)
    view = Viewer(game, "en").view(match, asked(match))
    civs = next(area for area in view.areas if area.key == "civs")
    for number, civ in enumerate(civs.cards):
        shown = {each.name: each for each in civ.shown}
        assert shown["price"].label == "price"
        assert shown["price"].value == match.value(f"price(civs[{number + 1}])")


@pytest.mark.parametrize(
    ("lang", "mine", "lying"),
    [
        ("en", "essences 2 life and 1 gold, passed",
         "tapped, essences 3 elan"),
        ("ja", "エッセンス 生命2と黄金1, パス済み",
         "横倒し, 上のエッセンス 活力3"),
    ],
)  # fmt: skip
def test_state_is_called_by_its_texts(lang: str, mine: str, lying: str) -> None:
    reader = Reader(Wording(cardwright.load("res-arcana").model, lang), {}, {})
    pool = {"pool": {"life": 2, "gold": 1}, "passed": True, "check-points": 0}
    stored = {"tapped": True, "stored": {"elan": 3}}
    card = reader.card("@1", {"card": "athanor", "state": stored})

    assert said(reader.state(pool, "player")) == mine
    assert said(card.shown) == lying


def said(shown: Iterable[Shown]) -> str:
    """Return values as they are listed."""
    return ", ".join(f"{each.label} {each.text}".strip() for each in shown)


def test_two_rules_of_one_card_are_two_choices_that_say_what_they_do() -> None:
    """A creature that is a dragon too is spared by an illusion in either of its ways."""
    game = cardwright.load("res-arcana", {"lux-et-tenebrae": True})
    given = {"ada.field": ["illusion", "sea-serpent"], "ada.pool": "3 gold", "bo.hand": ["prism"],
             "start-player": "ada", "phase": "act", "turn": "ada"}  # fmt: skip
    match = game.start(2, names=["ada", "bo"], given=given, seed=0)
    match.apply("sea-serpent")
    choices = Drawing(Viewer(game, "en").view(match, 0), 80, 24).choices()

    assert [number for _, number in choices] == [1, 1, 1]
    free, paid, _ = (option.does for option, _ in choices)
    assert "creature or demon" in free[0] and "pay 2 essences" in paid[0]


# --- prices, and what ways do ---------------------------------------------------------------------


def test_an_option_says_its_price() -> None:
    """A share costs the price of its civilization, the values in play and 2."""
    game = cardwright.load("worldmonger")
    viewer = Viewer(game, "en")
    match = game.start(players=3, seed=1)
    while "buy" not in match.decision.labels:
        match.apply(0)
    match.apply(match.decision.labels.index("buy"))
    view = viewer.view(match, asked(match))
    civs = next(area for area in view.areas if area.key == "civs").cards
    prices = {civ.name: value.value for civ in civs for value in civ.shown if value.name == "price"}

    assert view.question is not None
    assert view.question.within == "Buy a share of a civilization"
    assert view.question.text == "Of which civilization?"
    assert all(each.price == f"pay {prices[each.text]}" for each in view.question.options)
    match.apply(0)
    bought = Viewer(game, "en").view(match, 0).log[-1]
    assert bought.details[0].endswith(view.question.options[0].price.replace("pay", "pays"))
    match.apply("pass")
    passed = Viewer(game, "en").view(match, 0).log[-1]
    assert passed.text.endswith(": pass") and not passed.details


def test_a_price_that_grows_with_what_is_used_says_so() -> None:
    """A Move costs 1 Willpower, and more for each upgrade; what is 0 is not named."""
    game = cardwright.load("cerebria")
    match = position(game, 4, 46, 3)
    view = Viewer(game, "en").view(match, asked(match))
    prices = {option.label: option.price for option in view.question.options}

    assert prices["move-spirit"] == "pay 1 Willpower or more"
    assert "Willpower" in prices["gain-willpower"]
    assert not any(" 0 " in price for price in prices.values())


def test_ways_say_how_much() -> None:
    """A card is discarded for 1 gold or for 2 other essences."""
    game = cardwright.load("res-arcana")
    given = {"ada.hand": ["prism"], "start-player": "ada", "phase": "act", "turn": "ada"}
    match = game.start(2, names=["ada", "bo"], given=given, seed=0)
    match.apply(match.decision.labels.index("discard-card"))
    view = Viewer(game, "en").view(match, 0)

    assert [option.text for option in view.question.options] == [
        "gain 1 gold", "gain 2 of any kind except gold",
    ]  # fmt: skip


def test_a_revelation_says_whose_what_and_how_many() -> None:
    game = cardwright.load("cerebria")
    match, random = game.start(players=4, seed=3), Random(3)
    viewer = Viewer(game, "en")
    while not any(each.name == "revelation" for each in match.events):
        for _ in range(20):
            match.apply(random.randrange(match.decision.count))
    told = [line for entry in viewer.view(match, 0).log for line in entry.details]
    at = next(n for n, line in enumerate(told) if line.startswith("a Revelation at"))

    counts = r"\d+ against \d+"
    assert any(
        re.fullmatch(f"hidden Aspiration of Bliss: .+, {counts}", line) for line in told[at:]
    )
    assert any(re.match("common Aspiration: .+, Bliss", line) for line in told[at:])
    assert not any("ada, bo, cy, di see" in line for line in told)
