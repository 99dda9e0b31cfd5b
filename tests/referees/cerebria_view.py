"""What the referee of Cerebria has before it, in the engine's names of Realms and Frontiers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.referees.cerebria import PLACES, REALMS
from tests.referees.cerebria_course import Cerebria, absorb_amount, absorb_reach
from tests.referees.cerebria_game import Game
from tests.referees.cerebria_goals import MEASURES, score

REALM_NAMES = ("valley", "cradle", "network", "land", "willow")
PLACE_NAMES = (
    *("valley", "valley-cradle", "cradle", "cradle-network", "network"),
    *("network-land", "land", "land-willow", "willow", "willow-valley"),
)
SKILLS = {
    "move": "moving",
    "invoke": "invoking",
    "quell": "quelling",
    "fortify": "fortifying",
    "empower": "empowering",
}


def view_of(game: Game) -> dict[str, Any]:
    """Return all that is on the referee's table and what follows from it."""
    board, found = game.board, {}
    for p in game.players:
        place = None if p.place is None else PLACE_NAMES[p.place]
        found[f"player {p.seat}"] = p.wp, p.essence, place
        found[f"deck {p.seat}"] = p.deck
        found[f"hand {p.seat}"] = sorted(p.hand)
        found[f"cells {p.seat}"] = sorted(p.cells)
        found[f"vibes {p.seat}"] = sorted(f"{SKILLS[row]}-{vibe}" for row, vibe in p.vibes)
    for slot, it in enumerate(board.slots):
        found[f"slot {slot}"] = it and (it.name, it.essence, it.token, it.intensity)
    for i in REALMS:
        fort, sphere = board.forts[i], board.spheres[i]
        found[f"fortress {i}"] = fort and (f"{fort.team}-{fort.rank}", fort.fresh)
        found[f"sphere {i}"] = sphere.name, sphere.wp
    for team, own in game.teams.items():
        found[f"team {team}"] = own.ambition, own.wheel, own.supply, score(game, team)
        unused = {f"{team}-{rank}": count for rank, count in own.fragments.items()}
        found[f"fragments {team}"] = +Counter(unused)
        found[f"pool {team}"] = +own.pool
        found[f"hidden {team}"] = own.hidden
        found[f"measures {team}"] = {name: it(board, team) for name, it in MEASURES.items()}
    found["held"] = [board.holder(place) for place in PLACES]
    found["fulfilled"] = sorted(game.fulfilled)
    found["identity"] = sorted(f"{team}-{rank}" for team, rank in board.identity)
    found["commons"] = game.commons
    if game.active:
        p = game.active
        found["actions"] = p.actions
        found["absorb"] = {REALM_NAMES[i]: absorb_amount(game, p, i) for i in absorb_reach(p)}
    return found


class Seen(Cerebria):
    """The referee, with what is compared."""

    def view(self) -> Mapping[str, Any]:
        return view_of(self.game)
