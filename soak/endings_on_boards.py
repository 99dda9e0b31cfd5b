"""Say how the matches of Cerebria can end, and that every card must be seen to matter."""

from __future__ import annotations

from functools import cache

from soak.ending import Ending
from soak.settings import Setting

GAME = "cerebria"
CAPPED = "any(identity, it.rank == capping)"
TURNED = "any(every team, wheel >= 20)"

BOARD_ENDINGS = (
    Ending(
        game=GAME,
        label="ended with the last common Aspiration",
        is_so=f"commons is empty and not {CAPPED}",
    ),
    Ending(
        game=GAME,
        label="ended by a Capping Fragment",
        is_so=CAPPED,
    ),
    Ending(
        game=GAME,
        label="ended by the wheel alone",
        is_so=f"{TURNED} and commons is not empty and not {CAPPED}",
    ),
    Ending(
        game=GAME,
        label="Bliss has more points",
        is_so="points(bliss) > points(gloom)",
    ),
    Ending(
        game=GAME,
        label="Gloom has more points",
        is_so="points(gloom) > points(bliss)",
    ),
    Ending(
        game=GAME,
        label="equal points, nobody capped: all win",
        is_so=f"points(bliss) == points(gloom) and not {CAPPED}",
    ),
    Ending(
        game=GAME,
        label="round: Fragments of both teams in the Identity",
        is_so="count(identity) > 1 and count(distinct(each(identity, it.team))) == 2",
        at="round",
    ),
)

SEEN = {
    "emotion": "any(slot.emotion, it.definition == {id})",
    "mild-emotion": "any(slot.emotion, it.definition == {id})",
    "strong-emotion": "any(slot.emotion, it.definition == {id})",
    "intention": "any(intentions, it.definition == {id} and it.fulfilled)",
}
GIVEN = {"intention": "any(intentions, it.fulfilled)"}
"""For each kind of card where it must be seen: an Emotion in play, an Intention fulfilled."""


def cards_seen(setting: Setting) -> tuple[Ending, ...]:
    """Return that each Emotion was in play when a round began, and each Intention fulfilled."""
    return _cards_seen(setting) if setting.game == GAME else ()


@cache
def _cards_seen(setting: Setting) -> tuple[Ending, ...]:
    return tuple(
        Ending(
            game=GAME,
            label=f"{definition.kind}: {definition.id}",
            is_so=SEEN[definition.kind].format(id=definition.id),
            given=GIVEN.get(definition.kind, ""),
            at="decision" if definition.kind == "intention" else "round",
        )
        for definition in setting.play.model.definitions
        if definition.kind in SEEN
    )
