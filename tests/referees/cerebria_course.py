"""The course of a match of Cerebria, for its referee: set-up, turns, Abilities, clean-up, ends.

`Cerebria.play` yields questions and requests to chance, and is sent what was answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from itertools import count
from typing import Any

from tests.referees.cerebria import (
    DECKS,
    PLACES,
    SPHERE_WP,
    SPIRITS,
    STARTING,
    Emotion,
    Spirit,
    beside,
    realms_at,
    slots_of,
)
from tests.referees.cerebria_actions import WAYS, carry_out, opposing_at
from tests.referees.cerebria_game import Course, Game, Way
from tests.referees.cerebria_goals import (
    WHEEL_END,
    Standing,
    is_capped,
    revelation,
    score,
    score_intentions,
    winner,
)
from tests.referees.cerebria_lasting import absorb_bonus, at_cleanup, discount
from tests.referees.cerebria_powers import add_essence
from tests.referees.cerebria_vibes import place_token, token_ways, wild_ways
from tests.referees.harness import Ask, Chance, Difference, Play, Referee, Result

WILD_TOKENS, START_WP, START_ESSENCE, START_CARDS = 4, 4, 2, 2
ORDERS = {2: (0, 1), 3: (0, 1, 2, 1), 4: (0, 1, 2, 3)}  # a lone Shaper has every second turn
REALM_ACTIONS = {"valley": 1, "cradle": 1, "network": 2, "land": 1, "willow": 1}
REALM_NUMBER = {name: i for i, name in enumerate(REALM_ACTIONS)}
ABILITIES = {"insight": 1, "turn-origin": 1, "extra-action": 2}
MUCH = 4  # of Willpower absorbed at once


class Over(Exception):
    """The match ends at once."""


class Cerebria(Referee):
    """A match on a table that chance has laid out; its decks are dealt when they are asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def play(self) -> Play:
        """Play to the end, however that comes."""
        game, order = self.game, ORDERS[len(self.game.players)]
        yield from set_up(game)
        try:
            for number in count():
                game.active = game.players[order[number % len(order)]]
                yield from turn(game, may_absorb=number > 0)
                if game.is_last_turn or game.team.wheel >= WHEEL_END:
                    break
        except Over:
            pass
        won = winner(game)
        scores = {p.seat: score(game, p.team) for p in game.players}
        return Result(frozenset(p.seat for p in game.players if p.team == won), scores)


# --- set-up ---------------------------------------------------------------------------------------


def set_up(game: Game) -> Course:
    """Choose Spirits, deal, place Spirits and Starting Emotions, draw, place wild tokens."""
    seats = range(len(game.players))
    for seat in seats:
        p = game.players[seat]
        if not p.name:  # in player order a free Spirit of the own team
            taken = {other.name for other in game.players}
            free = [name for name, team in SPIRITS.items() if team == p.team and name not in taken]
            p.name = (yield Ask(seat, "spirit", [{"spirit": name} for name in free]))["spirit"]
        p.deck = _fair((yield Chance("deck", seat)), DECKS[f"{p.team}-{game.decks}"])
        p.wp, p.essence = START_WP, START_ESSENCE
    for seat in seats:
        yield from _place_spirit(game, seat)
    for seat in seats:
        game.players[seat].draw(START_CARDS)
    for seat in seats:
        p = game.players[seat]
        for _ in range(WILD_TOKENS):
            place_token(p, (yield Ask(seat, "wild token", wild_ways(game, p))))


def _fair(deck: list[str], kinds: list[str]) -> list[str]:
    """Return a dealt deck: eight kinds, two cards of each."""
    if Counter(deck) != Counter(kinds * 2):
        raise Difference(f"a deck of {sorted(deck)}")
    return list(deck)


def _place_spirit(game: Game, seat: int) -> Course:
    p, board = game.players[seat], game.board
    taken = {other.place for other in game.players}
    empty = [place for place in PLACES if place % 2 and place not in taken]
    p.place = (yield Ask(seat, "start", [{"frontier": place} for place in empty]))["frontier"]
    (inner,) = slots_of(p.place)
    free = [k for k in beside(inner) if board.slots[k] is None]
    free = free or [k for k, it in enumerate(board.slots) if k % 3 != 1 and it is None]
    slot = (yield Ask(seat, "start", [{"slot": k} for k in free]))["slot"]
    game.teams[p.team].supply -= 1
    board.slots[slot] = Emotion(STARTING[p.team])


# --- a turn ---------------------------------------------------------------------------------------


def turn(game: Game, may_absorb: bool) -> Course:
    """Take Actions and Abilities until the player stops, then clean up."""
    p = game.active
    p.actions = 3
    game.fulfilled = []
    game.used = set() if may_absorb else {"absorb"}
    for fort in game.board.forts:
        if fort:
            fort.fresh = False
    while True:
        open_now = [{"what": what} for what in possible(game, p)]
        way = yield Ask(p.seat, "turn", [*open_now, {"what": "stop"}])
        if way["what"] == "stop":
            break
        yield from one(game, p, way["what"])
    yield from clean_up(game, p)


def one(game: Game, p: Spirit, what: str) -> Course:
    """Carry out one Action or Ability and score what it has fulfilled."""
    before = Standing.of(game.board)
    game.happened = set()
    for _, it in game.board.emotions():
        it.lost = 0
    try:
        yield from _do(game, p, what)
    finally:  # what ends the match is scored as well: the marker moves, then the match is over
        score_intentions(game, before)


def _do(game: Game, p: Spirit, what: str) -> Course:
    if what in WAYS:
        way = yield Ask(p.seat, what, list(WAYS[what](game, p)))
        p.actions -= 1
        yield from carry_out(game, what, way)
    elif what in REALM_ACTIONS:
        way = yield Ask(p.seat, what, list(realm_ways(game, p, what)))
        p.actions -= 1
        p.wp -= realm_cost(game, p, what)
        yield from _realm_act(game, p, what, way)
    elif what == "absorb":
        yield from absorb(game, p)
    else:
        game.used.add(what)
        yield from _ability(game, p, what)


def possible(game: Game, p: Spirit) -> Iterator[str]:
    """Yield every Action and Ability that has a legal way now."""
    if p.actions > 0:
        for what, ways in WAYS.items():
            if next(ways(game, p), None) is not None:
                yield what
        for what in REALM_ACTIONS:
            if next(realm_ways(game, p, what), None) is not None:
                yield what
    for what, cost in ABILITIES.items():
        if what not in game.used and game.team.ambition >= cost:
            yield what
    if "absorb" not in game.used:
        yield "absorb"


# --- Realm Actions and Abilities ------------------------------------------------------------------


def realm_cost(game: Game, p: Spirit, what: str) -> int:
    """Return what the first step costs: control and Emotions lower it, never below 0."""
    is_own = game.board.realm_holder(REALM_NUMBER[what]) == p.team
    return max(0, REALM_ACTIONS[what] - is_own - discount(game, p.team, what))


def realm_ways(game: Game, p: Spirit, what: str) -> Iterator[Way]:
    """Yield the legal ways of a Realm Action, usable from anywhere."""
    if p.wp < realm_cost(game, p, what):
        return
    board = game.board
    if what == "network":
        near = {
            place for place in PLACES if any(board.team_at(k) == p.team for k in slots_of(place))
        }
        yield from ({"goal": goal} for goal in sorted(near) if not opposing_at(game, p, goal))
    elif what == "land":
        own = [k for k in slots_of(p.place) if board.team_at(k) == p.team and p.essence]
        roomy = [k for k in own if board.slots[k].essence < board.slots[k].spaces]
        yield from ({"slot": slot} for slot in roomy)
    else:
        yield {}


def _realm_act(game: Game, p: Spirit, what: str, way: Way) -> Course:
    if what == "valley":
        p.wp += 4
    elif what == "cradle":
        p.draw(1)
        while p.wp >= 2 and p.deck and (yield from _yes(p, "draw more")):
            p.wp -= 2
            p.draw(1)
    elif what == "network":
        p.place = way["goal"]
    elif what == "willow":
        way = yield Ask(p.seat, "harvest", [{"count": n} for n in range(p.wp + 1)])
        p.wp -= way["count"]
        p.essence += way["count"]
    else:
        yield from _intensify(game, p, way["slot"])


def _intensify(game: Game, p: Spirit, slot: int) -> Course:
    """Put Essence from the own board on one Emotion, any number of times (R-CE-13)."""
    it = game.board.slots[slot]
    p.essence -= 1
    add_essence(game, slot)
    while p.wp and p.essence and it.essence < it.spaces and (yield from _yes(p, "intensify")):
        p.wp -= 1
        p.essence -= 1
        add_essence(game, slot)


def _yes(p: Spirit, about: str) -> Generator[Any, Any, bool]:
    way = yield Ask(p.seat, about, [{"yes": True}, {"yes": False}])
    return way["yes"]


def _ability(game: Game, p: Spirit, what: str) -> Course:
    game.team.ambition -= ABILITIES[what]
    if what == "insight":
        # A full Vibe table takes nothing; paying for that is pointless, and nothing forbids it.
        ways = token_ways(game, p)
        if ways:
            place_token(p, (yield Ask(p.seat, what, ways)))
    elif what == "turn-origin":
        game.board.spheres.insert(0, game.board.spheres.pop())
    else:
        p.actions += 1


# --- Absorb ---------------------------------------------------------------------------------------


def absorb(game: Game, p: Spirit) -> Course:
    """Absorb from a sphere, perhaps with a Revelation, and turn the Origin."""
    board = game.board
    reach = absorb_reach(p)
    realm = (yield Ask(p.seat, "absorb", [{"realm": i} for i in reach]))["realm"]
    game.used.add("absorb")
    sphere = board.spheres[realm]
    taken = min(absorb_amount(game, p, realm), sphere.wp)
    sphere.wp -= taken
    p.wp += taken
    if taken >= MUCH:
        game.happened.add("absorbed much")
    yield from _bonus(game, p, sphere.name)
    if p.name == "delight" and taken >= MUCH:
        p.draw(1)
    if sphere.wp == 0:
        yield from revelation(game, realm, is_distant=realm not in realms_at(p.place))
        if not game.commons or is_capped(game):
            if game.profile == "community":
                raise Over
            game.is_last_turn = True
        sphere.wp = SPHERE_WP
    board.spheres.insert(0, board.spheres.pop())


def absorb_reach(p: Spirit) -> list[int]:
    """Return the Realms whose spheres a Spirit may absorb from; Misery reaches one further."""
    near = set(realms_at(p.place))
    return sorted(near | {(i + d) % 5 for i in near for d in (1, -1) if p.name == "misery"})


def absorb_amount(game: Game, p: Spirit, realm: int) -> int:
    """Return 2, one for each Frontier that counts, and what Emotions add."""
    frontiers = {realm, (realm - 1) % 5}
    if game.profile == "published":
        near = {p.place} if p.place % 2 else {(p.place + 1) % 10, (p.place - 1) % 10}
        frontiers &= {place // 2 for place in near}
    held = sum(game.board.frontier_holder(i) == p.team for i in frontiers)
    return 2 + held + absorb_bonus(game, p.team, realm)


def _bonus(game: Game, p: Spirit, sphere: str) -> Course:
    """Offer the bonus of a sphere, which may be left (R-CE-14)."""
    ways: list[Way] = [{"yes": False}]
    if sphere == "knowledge":
        ways += [{"yes": True, **way} for way in token_ways(game, p) or [{}]]
    elif sphere != "commitment" or p.wp >= 1:
        ways.append({"yes": True})
    way = yield Ask(p.seat, "bonus", ways)
    if not way["yes"]:
        return
    if sphere == "commitment":
        p.wp -= 1
        game.team.gain_ambition(1)
    elif sphere == "creativity":
        p.draw(1)
    elif sphere == "humility":
        p.essence += 1
    elif sphere == "diligence":
        p.wp += 2
    elif "cell" in way:
        place_token(p, way)


# --- clean-up -------------------------------------------------------------------------------------


def clean_up(game: Game, p: Spirit) -> Course:
    """Take Ambition or cards, be saved from 0 Willpower, gain what clean-up gives."""
    way = yield Ask(p.seat, "clean-up", [{"gain": "ambition"}, {"gain": "draw"}])
    if way["gain"] == "ambition":
        game.team.gain_ambition(1)
    else:
        p.draw(2)
    if p.wp == 0:
        p.wp = 1
    p.wp += at_cleanup(game, p.team)
    if p.name == "harmony" and game.board.holder(p.place) == p.team:
        p.wp += 1
