"""Seat the referee of Sixty-six beside the engine."""

from __future__ import annotations

from typing import ClassVar

from cardwright.api.match import Match
from soak.settings import Setting
from tests.classics.referees import sixty_six
from tests.classics.referees.trick import TrickTable

MIX = (
    ("strict", (True, False)),
    ("late-marriages", (True, False)),
    ("last-trick", (10, 0)),
    ("goal", (3, 7)),
)
SETTINGS = (Setting("sixty-six", 2, mix=MIX),)
PLANTED = (sixty_six, "ROYAL", 20)
"""An error that has to show: a marriage of trumps is worth as much as any other."""


class SixtySixTable(TrickTable):
    """Words the choices of Sixty-six as the engine asks for them: stocks are closed seldom, so that
    they are used up."""

    weights: ClassVar = {"close": 0.1}
    zones, each_of, values = ("turned",), ("extra",), ("closer", "carried")


def seated(setting: Setting, match: Match) -> tuple[sixty_six.SixtySix, SixtySixTable]:
    """Return the referee of a match and its table."""
    options = dict(setting.options)
    goal, last = (int(str(options[id_])) for id_ in ("goal", "last-trick"))
    strict, late = (bool(options[id_]) for id_ in ("strict", "late-marriages"))
    return sixty_six.SixtySix(goal, strict, late, last), SixtySixTable(match)
