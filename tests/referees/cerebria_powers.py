"""What the Emotions of Cerebria do, for its referee: the 66 cards by the words of their powers.

`entering` carries out a power on entering play, `reactions` what others then gain; the sums of
lasting powers are plain functions. Whoever has to choose is asked by `yield Ask(...)`, which
gives the way taken.
"""

from __future__ import annotations

from itertools import combinations

from tests.referees.cerebria import (
    MAJOR,
    MINOR,
    SLOTS,
    Emotion,
    Fortress,
    Spirit,
    beside,
    realms_of,
    rival,
)
from tests.referees.cerebria_game import Course, Game, Way
from tests.referees.cerebria_vibes import place_token, token_ways
from tests.referees.harness import Ask

# --- Essence and leaving play ---------------------------------------------------------------------


def add_essence(game: Game, slot: int, count: int = 1) -> None:
    """Put Essence on an Emotion as far as its spaces allow."""
    it = game.board.slots[slot]
    added = min(count, it.spaces - it.essence)
    it.essence += added
    if added and it.essence == it.spaces and it.team == game.active.team:
        game.happened.add("filled")


def remove_essence(game: Game, slot: int, count: int = 1) -> Course:
    """Take Essence off an Emotion; without any it leaves play."""
    it = game.board.slots[slot]
    removed = min(count, it.essence)
    it.essence -= removed
    it.lost += removed
    if it.lost >= 2 and it.team != game.active.team:
        game.happened.add("tormented")
    if it.essence == 0:
        yield from leave(game, slot)


def leave(game: Game, slot: int) -> Course:
    """Discard an Emotion to where its kind belongs, and let others react."""
    it = game.board.slots[slot]
    game.board.slots[slot] = None
    if it.card.tier == "mild":
        game.players[it.owner].deck.append(it.name)
    elif it.card.tier == "strong":
        game.teams[it.team].pool[it.name] += 1
    elif it.name == "bleakness":  # Brightness leaves the game, Bleakness returns (R-CE-10)
        game.teams[it.team].supply += 1
    if it.team != game.active.team:
        game.happened.add("removed")
    yield from reactions(game, {"other-left", "adjacent-left"}, slot)


def reactions(game: Game, events: set[str], left: int | None = None) -> Course:
    """Let the Emotions that react to an event do so, by slot number.

    Their texts give the gain to a chosen Spirit, without a "may": it is not refused.
    """
    for slot, it in list(game.board.emotions()):
        power = it.card.power
        if power[0] != "react" or power[1] not in events:
            continue
        if power[1] == "adjacent-left" and left not in beside(slot):
            continue
        if left is None and it.team == game.active.team:
            continue  # upgrades: only those of opponents
        ways = [{"who": p.seat, "gain": gain} for p in game.members(it.team) for gain in power[2]]
        way = yield Ask(game.speaker(it.team), "react", ways)
        give(game.players[way["who"]], way["gain"], power[2][way["gain"]])


def give(p: Spirit, kind: str, count: int) -> None:
    """Give a Spirit Willpower, Essence or cards."""
    if kind == "wp":
        p.wp += count
    elif kind == "essence":
        p.essence += count
    else:
        p.draw(count)


def downgrade(game: Game, realm: int) -> None:
    """Reduce a Fortress: a Minor is removed, a Major becomes a Minor (R-CE-21)."""
    fort = game.board.forts[realm]
    pile = game.teams[fort.team].fragments
    pile[fort.rank] += 1
    is_kept = fort.rank == MAJOR and pile[MINOR] > 0
    if is_kept:
        pile[MINOR] -= 1
    game.board.forts[realm] = Fortress(fort.team, MINOR) if is_kept else None


# --- entering play --------------------------------------------------------------------------------


def entering(game: Game, slot: int) -> Course:
    """Carry out what an Emotion does on entering play; the active player brought it in."""
    it = game.board.slots[slot]
    what, *words = it.card.power
    act = ENTERING.get(what)
    if act:
        yield from act(game, slot, it, *words) or ()


def _gain_wp(game: Game, slot: int, it: Emotion, count: int) -> None:
    game.active.wp += count


def _gain_essence(game: Game, slot: int, it: Emotion, count: int) -> None:
    game.active.essence += count


def _gain_ambition(game: Game, slot: int, it: Emotion, count: int) -> None:
    game.team.gain_ambition(count)


def _draw(game: Game, slot: int, it: Emotion, count: int) -> None:
    game.active.draw(count)


def _team_gain(game: Game, slot: int, it: Emotion, count: int, kind: str) -> None:
    for p in game.members(it.team):
        give(p, kind, count)


def _token(game: Game, slot: int, it: Emotion, count: int, when: str) -> None:
    if _is_so(game, slot, it, when):
        it.token = count


def _token_scaled(game: Game, slot: int, it: Emotion, most: int, what: str) -> None:
    board = game.board
    if what == "opponent-essence-lead":
        worth = board.essence_of(rival(it.team)) - board.essence_of(it.team)
    elif what == "adjacent-empty-slots":
        worth = sum(board.slots[other] is None for other in beside(slot))
    else:
        whose = it.team if what == "adjacent-own-emotions" else rival(it.team)
        worth = len(board.near(slot, whose))
    it.token = max(0, min(most, worth))


def _is_so(game: Game, slot: int, it: Emotion, when: str) -> bool:
    """Return whether the condition of an Intensity token holds now."""
    board, foe = game.board, rival(it.team)
    foes = board.near(slot, foe)
    if when == "adjacent-opposing-emotion":
        return bool(foes)
    if when == "adjacent-own-emotion":
        return bool(board.near(slot, it.team))
    if when == "no-adjacent-own-emotion":
        return not board.near(slot, it.team)
    if when == "adjacent-opposing-more-essence":
        return any(board.slots[other].essence > it.essence for other in foes)
    if when == "opponent-more-essence-on-board":
        return board.essence_of(foe) > board.essence_of(it.team)
    if when == "fewer-realms-than-opponent":
        return len(board.realms_held(it.team)) < len(board.realms_held(foe))
    if when == "opposing-fortress-in-slot-realm":
        forts = [board.forts[i] for i in realms_of(slot)]
        return any(fort and fort.team == foe for fort in forts)
    assert when == "own-control-of-slot-area"
    return any(board.holder(place) == it.team for place in areas_of(slot))


def areas_of(slot: int) -> list[int]:
    """Return the places for whose control a slot counts: its Triad's Frontier and its Realms."""
    return [2 * (slot // 3) + 1, *(2 * i for i in realms_of(slot))]


def _remove(game: Game, slot: int, it: Emotion, count: int, which: str) -> Course:
    """Take Essence off opposing neighbours; this ignores the costs and bans of Quell."""
    foes = sorted(game.board.near(slot, rival(it.team)))
    if which == "one-adjacent-opposing" and foes:
        way = yield Ask(game.active.seat, "remove", [{"slot": foe} for foe in foes])
        foes = [way["slot"]]
    for foe in foes:
        yield from remove_essence(game, foe, count)


def _add(game: Game, slot: int, it: Emotion, source: str, which: str) -> Course:
    """Put an Essence on own Emotions that have room for it."""
    near = beside(slot) if "adjacent" in which else SLOTS
    roomy = [k for k, own in game.board.emotions(it.team) if k in near and own.essence < own.spaces]
    if which == "each-adjacent-own":
        for own in roomy:
            add_essence(game, own)
        return
    ways: list[Way] = [{"slot": None}, *({"slot": own} for own in roomy)]
    if source == "board" and game.active.essence == 0:
        ways = ways[:1]
    way = yield Ask(game.active.seat, f"add from {source}", ways)
    if way["slot"] is not None:
        game.active.essence -= source == "board"
        add_essence(game, way["slot"])


def _lose_wp(game: Game, slot: int, it: Emotion, count: int, who: str) -> Course:
    hit = game.members(rival(it.team))
    if who == "one":
        way = yield Ask(game.active.seat, "lose wp", [{"who": p.seat} for p in hit])
        hit = [game.players[way["who"]]]
    for p in hit:
        p.wp -= min(count, p.wp)


def _discard(game: Game, slot: int, it: Emotion, count: int, who: str) -> Course:
    hit = game.members(rival(it.team))
    if who == "one":
        way = yield Ask(game.active.seat, "who discards", [{"who": p.seat} for p in hit])
        hit = [game.players[way["who"]]]
    for p in hit:
        sets = {tuple(sorted(some)) for some in combinations(p.hand, min(count, len(p.hand)))}
        way = yield Ask(p.seat, "discard", [{"cards": some} for some in sorted(sets)])
        for card in way["cards"]:
            p.put_under(card)


def _fortress_downgrade(game: Game, slot: int, it: Emotion, where: str) -> None:
    if slot % 3 == 1:
        return  # only on a Realm slot
    (realm,) = realms_of(slot)
    fort = game.board.forts[realm]
    if fort and fort.team != it.team:
        downgrade(game, realm)


def _place_vibe(game: Game, slot: int, it: Emotion, count: int) -> Course:
    ways = [
        {"yes": False},
        *({"yes": True, **way} for way in token_ways(game, game.active) or [{}]),
    ]
    way = yield Ask(game.active.seat, "vibe power", ways)
    if "cell" in way:
        place_token(game.active, way)


ENTERING = {
    "gain-wp": _gain_wp,
    "gain-essence": _gain_essence,
    "gain-ambition": _gain_ambition,
    "draw-emotion": _draw,
    "team-gain": _team_gain,
    "intensity-token": _token,
    "intensity-token-scaled": _token_scaled,
    "remove-essence": _remove,
    "add-essence": _add,
    "opponent-lose-wp": _lose_wp,
    "opponent-discard": _discard,
    "fortress-downgrade": _fortress_downgrade,
    "place-vibe-free": _place_vibe,
}
