"""Hold one thing that must be seen to happen in the matches of a game."""

from __future__ import annotations

from dataclasses import dataclass

from soak.settings import Setting

DEFAULTS = {"session-end": "any-player-at-zero", "overdream-limit": "none"}
"""Of options that settings leave out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Something that must be seen to happen.

    Attributes:
        label: What the table says.
        is_so: Must hold at the end of a match, or at the beginning of a round.
        before: Must have held at the last action before; "" for nothing.
        given: Must hold too; asked once for all endings that share it; "" for nothing.
        at: `end`, `round`, or `decision` for what lasts no longer than a turn.
        players: Numbers of players with which it can happen; empty for all.
        options: Options with which it can happen.
    """

    game: str
    label: str
    is_so: str
    before: str = ""
    given: str = ""
    at: str = "end"
    players: tuple[int, ...] = ()
    options: tuple[tuple[str, object], ...] = ()

    def fits(self, setting: Setting) -> bool:
        """Return whether it can happen in a setting."""
        chosen = dict(setting.options)
        is_chosen = all(chosen.get(id_, DEFAULTS.get(id_)) == value for id_, value in self.options)
        counts = not self.players or setting.players in self.players
        return self.game == setting.game and counts and is_chosen
