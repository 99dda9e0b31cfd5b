"""Say how the matches of each game can end, and what else must be seen to happen in them.

Endings are expressions of the language, evaluated in the position at the end of a match, at the
first decision of each round but the first, or at every decision.
"""

from __future__ import annotations

from soak.ending import Ending
from soak.endings_on_boards import BOARD_ENDINGS, cards_seen
from soak.settings import Setting

KINDS = {
    "cerebria": ("win",),
    "equilibrion": ("win", "loss"),
    "dream-tricks": ("win",),
    "res-arcana": ("win",),
    "worldmonger": ("win",),
}
"""The kinds of outcome that matches have."""


AT_ZERO = (("session-end", "any-player-at-zero"),)
SURVIVOR = (("session-end", "last-survivor"),)
FIXED = (("session-end", "fixed-deals"),)
PENALISED = (("promise-breaking", "penalised"), *AT_ZERO)
LIMIT = "70"
TOP = "leader(players, fragments)"
BOTTOM = "leader(players, -fragments)"
TOPS = "bests(players, score)"
CALLED = "any(p in players, any(p.field, it.definition in [{}] and tapped{}))"
TENEBRAE = (("lux-et-tenebrae", True),)


def _called(*checkers: str, more: str = "") -> str:
    """Return that one of some places of power is turned, and more."""
    return CALLED.format(", ".join(checkers), more)


ENDINGS = (
    Ending(
        game="equilibrion",
        label="won by claiming the last cities in the rows",
        is_so="count(claimed) >= goal",
        before="count(claimed) >= goal - 4",
    ),
    Ending(
        game="equilibrion",
        label="won by the bonus for four cities at once",
        is_so="count(claimed) >= goal",
        before="count(claimed) < goal - 4",
    ),
    Ending(
        game="equilibrion",
        label="lost because the dreams ran out",
        is_so="count(claimed) < goal and dreams is empty",
    ),
    Ending(
        game="dream-tricks",
        label="one player has the most lives",
        is_so="count(players where lives == max(players, lives)) == 1",
    ),
    Ending(
        game="dream-tricks",
        label="two share the most lives",
        is_so="count(players where lives == max(players, lives)) == 2",
        players=(3, 4),
    ),
    Ending(
        game="dream-tricks",
        label="three share the most lives",
        is_so="count(players where lives == max(players, lives)) == 3",
        players=(4,),
    ),
    Ending(
        game="dream-tricks",
        label="ended by a broken promise",
        is_so="trick is not empty",
        options=PENALISED,
    ),
    Ending(
        game="dream-tricks",
        label="ended by counting the dream fragments",
        is_so="trick is empty",
    ),
    Ending(
        game="dream-tricks",
        label="deal: alone at the top and at the bottom",
        is_so=f"{TOP} is not none and {BOTTOM} is not none",
        at="round",
    ),
    Ending(
        game="dream-tricks",
        label="deal: a tie at the top",
        is_so=f"{TOP} is none and {BOTTOM} is not none",
        at="round",
        players=(3, 4),
    ),
    Ending(
        game="dream-tricks",
        label="deal: a tie at the bottom",
        is_so=f"{TOP} is not none and {BOTTOM} is none",
        at="round",
        players=(3, 4),
    ),
    Ending(
        game="dream-tricks",
        label="deal: nobody alone, nobody loses",
        is_so=f"{TOP} is none and {BOTTOM} is none and losers is empty",
        at="round",
    ),
    Ending(
        game="dream-tricks",
        label="ended with one player left",
        is_so="count(players where lives > 0) == 1",
        options=SURVIVOR,
    ),
    Ending(
        game="dream-tricks",
        label="ended with nobody left",
        is_so="count(players where lives > 0) == 0",
        options=SURVIVOR,
    ),
    Ending(
        game="dream-tricks",
        label="round: somebody has left the table",
        is_so="count(players) < player-count",
        at="round",
        players=(3, 4),
        options=SURVIVOR,
    ),
    Ending(
        game="dream-tricks",
        label="ended after the fixed number of deals",
        is_so="round == deals",
        options=FIXED,
    ),
    Ending(
        game="dream-tricks",
        label="equal lives after the fixed deals: all fragments decide",
        is_so="count(players where lives == max(players, lives)) > 1",
        options=FIXED,
    ),
    Ending(
        game="dream-tricks",
        label="deal: too many fragments",
        is_so="any(players, fragments >= overdream-limit)",
        at="round",
        options=(("overdream-limit", LIMIT),),
    ),
    Ending(
        game="dream-tricks",
        label="deal: nobody has too many fragments",
        is_so="all(players, fragments < overdream-limit)",
        at="round",
        players=(3, 4),
        options=(("overdream-limit", LIMIT),),
    ),
    Ending(
        game="dream-tricks",
        label="deal: the lowest lose",
        is_so="any(losers, fragments < max(players, fragments))",
        at="round",
        options=(("life-loss", "lowest"), ("overdream-limit", "none")),
    ),
    Ending(
        game="dream-tricks",
        label="deal: the highest lose",
        is_so="any(losers, fragments > min(players, fragments))",
        at="round",
        options=(("life-loss", "highest"), ("overdream-limit", "none")),
    ),
    Ending(
        game="res-arcana",
        label="one player has the most points",
        is_so=f"count({TOPS}) == 1",
    ),
    Ending(
        game="res-arcana",
        label="equal points, essences decide",
        is_so=f"count({TOPS}) > 1 and count(bests({TOPS}, wealth)) == 1",
    ),
    Ending(
        game="res-arcana",
        label="equal points and essences: a shared win",
        is_so=f"count(bests({TOPS}, wealth)) > 1",
    ),
    Ending(
        game="res-arcana",
        label="ended at a round's end",
        is_so="not any(players, passed)",
        before="count(players where not passed) == 1",
    ),
    Ending(
        game="res-arcana",
        label="ended in mid-round, by whoever asked",
        is_so=_called("coral-castle", "sorcerers-bestiary", more=f" and p in {TOPS}"),
        before=f"not {_called('coral-castle', 'sorcerers-bestiary')}",
    ),
    Ending(
        game="res-arcana",
        label="ended in mid-round, and somebody else won",
        is_so=_called("coral-castle", "sorcerers-bestiary", more=f" and p not in {TOPS}"),
        before=f"not {_called('coral-castle', 'sorcerers-bestiary')}",
    ),
    Ending(
        game="res-arcana",
        label="ended in mid-round by the Crystal Keep",
        is_so=_called("crystal-keep"),
        before=f"not {_called('crystal-keep')}",
        options=TENEBRAE,
    ),
    Ending(
        game="res-arcana",
        label="the Golden Statue answered the last check",
        is_so="any(players, check-points >= 3)",
    ),
    Ending(
        game="res-arcana",
        label="the Dark Cathedral answered the last check",
        is_so="any(players, check-points in [1, 4])",
        options=TENEBRAE,
    ),
    Ending(
        game="worldmonger",
        label="one player has the most coins",
        is_so="leader(players, wealth) is not none",
    ),
    Ending(
        game="worldmonger",
        label="two share the most coins",
        is_so="count(bests(players, wealth)) == 2",
    ),
    Ending(
        game="worldmonger",
        label="ended with the Villagers gone",
        is_so="left(villager) == 0",
        players=(5, 6),
    ),
    Ending(
        game="worldmonger",
        label="ended with two piles of other cultures gone",
        is_so="left(villager) > 0 and empty-piles >= 2",
    ),
    Ending(
        game="worldmonger",
        label="ended with three piles gone",
        is_so="empty-piles >= 3",
    ),
    Ending(
        game="worldmonger",
        label="round: nobody controls some civilization",
        is_so="any(civs, controller(it) is none)",
        at="round",
    ),
    Ending(
        game="worldmonger",
        label="round: the start player wins a tie for control",
        is_so="any(c in civs, controller(c) == first(players) and "
        "count(bests(players, shares(it, c))) > 1)",
        at="round",
    ),
)


def endings_of(setting: Setting) -> tuple[Ending, ...]:
    """Return what can happen in a setting."""
    every = (*ENDINGS, *BOARD_ENDINGS, *cards_seen(setting))
    return tuple(ending for ending in every if ending.fits(setting))
