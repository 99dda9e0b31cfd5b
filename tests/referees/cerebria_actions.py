"""The Spirit Actions of Cerebria for its referee: all complete legal ways, costs, effects.

A way is a complete declaration: the upgrades used (`boosts`), the cell on which a Vibe token is
placed with it (`fresh`), the hand card given for the token (`token`), and what the Action does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from tests.referees.cerebria import (
    CARDS,
    MAJOR,
    MINOR,
    STARTING,
    Emotion,
    Fortress,
    Spirit,
    realms_at,
    rival,
    slots_of,
    triad,
)
from tests.referees.cerebria_game import Course, Game, Way
from tests.referees.cerebria_lasting import (
    after_empower,
    fortify_extra,
    invoke_extra,
    is_immune,
    move_toll,
    quell_extra,
    quell_reach,
)
from tests.referees.cerebria_powers import (
    add_essence,
    downgrade,
    entering,
    leave,
    reactions,
    remove_essence,
)
from tests.referees.cerebria_vibes import BASE, UNLOCK, Price, free_cells, place_token, row_of


def _declared(game: Game, p: Spirit, skill: str) -> Iterator[tuple[Way, set[str], list[str]]]:
    """Yield (token part of a way, usable upgrades, hand after) of declaring an Action."""
    known = {name for row, name in p.cells if row == skill and name != UNLOCK}
    if (skill, UNLOCK) in p.cells:
        yield {"fresh": None, "token": None}, known, p.hand
    for token in sorted(set(p.hand)):
        if (skill, CARDS[token].vibe) in p.vibes:
            continue
        hand = list(p.hand)
        hand.remove(token)
        for cell in free_cells(game, p, skill):
            yield {"fresh": cell, "token": token}, known | {cell} - {UNLOCK}, hand


def _with_boosts(
    game: Game, p: Spirit, skill: str
) -> Iterator[tuple[Way, frozenset[str], Price, list[str]]]:
    """Yield (way so far, upgrades used, price so far, hand) for every set of upgrades."""
    row = row_of(game, p, skill)
    for way, usable, hand in _declared(game, p, skill):
        for count in range(len(usable) + 1):
            for some in combinations(sorted(usable), count):
                boosts = frozenset(some)
                if not {"exalt", "raze"} <= boosts:
                    parts = [row[name] for name in boosts]
                    price = Price(*map(sum, zip(BASE[skill], *parts, strict=True)))
                    yield {**way, "boosts": boosts}, boosts, price, hand


def can_pay(game: Game, p: Spirit, price: Price) -> bool:
    ambition = game.teams[p.team].ambition
    return p.wp >= max(0, price.wp) and ambition >= price.ambition and p.essence >= price.essence


def _pay(game: Game, p: Spirit, price: Price) -> None:
    p.wp -= max(0, price.wp)
    game.teams[p.team].ambition -= price.ambition
    p.essence -= price.essence


# --- the ways of each Action ----------------------------------------------------------------------


def opposing_at(game: Game, p: Spirit, place: int) -> bool:
    return any(other.place == place for other in game.members(rival(p.team)))


def move_ways(game: Game, p: Spirit) -> Iterator[Way]:
    for way, boosts, price, _ in _with_boosts(game, p, "move"):
        if not can_pay(game, p, price):
            continue
        for goal in _goals(game, p, boosts):
            yield {**way, **goal}


def _goals(game: Game, p: Spirit, boosts: frozenset[str]) -> Iterator[Way]:
    """Yield where a Move may end; with Haste it is exactly two steps, rivals may be passed."""
    if "switcheroo" in boosts:
        yield from _swaps(game, p, boosts)
        return
    steps = {-2, 0, 2} if "haste" in boosts else {-1, 1}
    for goal in sorted((p.place + step) % 10 for step in steps):
        if "surmount" in boosts or not opposing_at(game, p, goal):
            yield {"goal": goal}


def _swaps(game: Game, p: Spirit, boosts: frozenset[str]) -> Iterator[Way]:
    """Yield whom Empathy may swap places with, instead of stepping.

    To swap takes two places: a Spirit on the same space is none to swap with (reading).
    """
    for other in game.players:
        if other.place == p.place:
            continue
        rivals = [r for r in game.members(rival(p.team)) if r is not other]
        meets = any(r.place == other.place for r in rivals)
        if "surmount" in boosts or not meets:
            yield {"goal": other.place, "with": other.seat}


def invoke_ways(game: Game, p: Spirit) -> Iterator[Way]:
    places = [slot for slot in slots_of(p.place) if game.board.slots[slot] is None]
    for way, _, price, hand in _with_boosts(game, p, "invoke"):
        cards = sorted(set(hand))
        if p.name == "anxiety" and game.teams[p.team].supply:
            cards.append(STARTING[p.team])
        for slot in places:
            if can_pay(game, p, _invoke_price(game, p, price, slot)):
                yield from ({**way, "card": card, "place": slot} for card in cards)


def _invoke_price(game: Game, p: Spirit, price: Price, slot: int) -> Price:
    wp = invoke_extra(game, p.team, slot, "invoke-cost-add")
    essence = invoke_extra(game, p.team, slot, "invoke-penalty-essence")
    return Price(price.wp + wp, price.ambition, price.essence + essence)


def quell_ways(game: Game, p: Spirit) -> Iterator[Way]:
    board = game.board
    foes = [k for k in quell_reach(p) if board.team_at(k) == rival(p.team)]
    foes = [k for k in foes if not is_immune(game, k)]
    extra = {foe: quell_extra(game, p.team, foe) for foe in foes}
    for way, boosts, price, hand in _with_boosts(game, p, "quell"):
        for foe in foes:
            if not can_pay(game, p, price._replace(wp=price.wp + extra[foe])):
                continue
            if "extinguish" in boosts:
                yield {**way, "foe": foe, "shown": None}
                continue
            vibe = board.slots[foe].card.vibe
            shown = {card for card in hand if vibe in (None, CARDS[card].vibe)}
            yield from ({**way, "foe": foe, "shown": card} for card in sorted(shown))


def fortify_ways(game: Game, p: Spirit) -> Iterator[Way]:
    for way, boosts, price, _ in _with_boosts(game, p, "fortify"):
        for realm in realms_at(p.place):
            extra = fortify_extra(game, p.team, realm)
            is_open = _may_fortify(game, p.team, realm, boosts)
            if is_open and can_pay(game, p, price._replace(wp=price.wp + extra)):
                yield {**way, "realm": realm}


def _may_fortify(game: Game, team: str, realm: int, boosts: frozenset[str]) -> bool:
    fort = game.board.forts[realm]
    if "raze" in boosts:
        return fort is not None and fort.team != team
    holder = game.board.realm_holder(realm)
    if game.profile == "community" and holder != team:
        return False
    if holder == rival(team):
        return False
    unused = game.teams[team].fragments
    if "exalt" in boosts:
        return fort is not None and (fort.team, fort.rank) == (team, MINOR) and unused[MAJOR] > 0
    return fort is None and unused[MINOR] > 0


def empower_ways(game: Game, p: Spirit) -> Iterator[Way]:
    pool = game.teams[p.team].pool
    for way, boosts, price, _ in _with_boosts(game, p, "empower"):
        if not can_pay(game, p, price):
            continue
        for slot, it in game.board.emotions(p.team):
            essence = it.essence + ("channeled-power" in boosts and it.essence < it.spaces)
            is_near = "emotional-outburst" in boosts or slot in slots_of(p.place)
            if is_near and it.card.strong and pool[it.card.strong] and essence >= it.card.threshold:
                yield {**way, "mild": slot}


WAYS: dict[str, Callable[[Game, Spirit], Iterator[Way]]] = {
    "move": move_ways,
    "invoke": invoke_ways,
    "quell": quell_ways,
    "fortify": fortify_ways,
    "empower": empower_ways,
}


# --- carrying out ---------------------------------------------------------------------------------


def carry_out(game: Game, skill: str, way: Way) -> Course:
    """Place the token, pay the whole price, let upgrades be noticed, and act."""
    p = game.active
    if way["fresh"]:
        place_token(p, {"skill": skill, "cell": way["fresh"], "vibe": CARDS[way["token"]].vibe})
        p.put_under(way["token"])
    row = row_of(game, p, skill)
    price = Price(*map(sum, zip(BASE[skill], *(row[b] for b in way["boosts"]), strict=True)))
    if skill == "invoke":
        price = _invoke_price(game, p, price, way["place"])
    elif skill == "quell":
        price = price._replace(wp=price.wp + quell_extra(game, p.team, way["foe"]))
    elif skill == "fortify":
        price = price._replace(wp=price.wp + fortify_extra(game, p.team, way["realm"]))
    _pay(game, p, price)
    yield from _ACTS[skill](game, p, way)
    if way["boosts"]:  # the upgrades have been used when the Action is done
        events = {"upgrade", "upgrade-on-move"} if skill == "move" else {"upgrade"}
        yield from reactions(game, events)
    _afterwards(game, p, skill, way["boosts"])


def _afterwards(game: Game, p: Spirit, skill: str, boosts: frozenset[str]) -> None:
    """Give what upgrades, Spirits and Faith give after an Action."""
    p.essence += "feeling-safe" in boosts
    if "motivation" in boosts:
        game.team.gain_ambition(1)
    if p.name == "love" and "invoked near own" in game.happened:
        p.wp += 1
    if skill == "empower":
        p.actions += after_empower(game, p.team)


def _move(game: Game, p: Spirit, way: Way) -> Course:
    if "with" in way:
        other = game.players[way["with"]]
        p.place, other.place = other.place, p.place
    else:
        p.place = way["goal"]
    p.wp -= min(p.wp, move_toll(game, p.team, p.place))
    yield from ()


def _invoke(game: Game, p: Spirit, way: Way) -> Course:
    board, slot, boosts = game.board, way["place"], way["boosts"]
    if CARDS[way["card"]].tier == "starting":
        game.teams[p.team].supply -= 1
        board.slots[slot] = Emotion(way["card"])
    else:
        p.hand.remove(way["card"])
        board.slots[slot] = Emotion(way["card"], p.seat)
    if boosts & {"bolster", "sharing-is-caring"}:
        add_essence(game, slot)
    if board.near(slot, p.team):
        game.happened.add("invoked near own")
    if any(board.team_at(k) == rival(p.team) for k in triad(slot // 3)):
        game.happened.add("invoked near rivals")
    yield from entering(game, slot)


def _quell(game: Game, p: Spirit, way: Way) -> Course:
    yield from remove_essence(game, way["foe"], 2 if "subdue" in way["boosts"] else 1)
    if game.board.slots[way["foe"]] is None:
        p.wp += 2 * (p.name == "hatred")
        p.essence += "conversion" in way["boosts"]


def _fortify(game: Game, p: Spirit, way: Way) -> Course:
    realm, unused = way["realm"], game.team.fragments
    if "raze" in way["boosts"]:
        downgrade(game, realm)
        game.happened.add("razed")
    else:
        rank = MAJOR if "exalt" in way["boosts"] else MINOR
        if rank == MAJOR:
            unused[MINOR] += 1
        unused[rank] -= 1
        game.board.forts[realm] = Fortress(p.team, rank, fresh=True)
        game.happened.add("exalted" if rank == MAJOR else "built")
    yield from ()


def _empower(game: Game, p: Spirit, way: Way) -> Course:
    board, slot = game.board, way["mild"]
    if "channeled-power" in way["boosts"]:
        add_essence(game, slot)
    mild = board.slots[slot]
    yield from leave(game, slot)
    game.team.pool[mild.card.strong] -= 1
    board.slots[slot] = Emotion(mild.card.strong, essence=mild.essence)
    game.happened.add("empowered")
    yield from entering(game, slot)


_ACTS = {
    "move": _move,
    "invoke": _invoke,
    "quell": _quell,
    "fortify": _fortify,
    "empower": _empower,
}
