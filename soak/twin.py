"""Play the same match beside another one: blocks without a log beside the walker with one."""

from __future__ import annotations

from random import Random

from cardwright.match import Match
from interpreter.state.canonical import FIELDS
from soak.course import Choose
from soak.measure import hold
from soak.settings import Setting

SAME = tuple(name for name in FIELDS if name != "frames")
"""Frames hold numbers of events, which only a log has; the digest leaves those out."""

DIGEST_EVERY = 16


class Twin:
    """The same match run by compiled blocks; takes what the watched one takes."""

    def __init__(self, setting: Setting, seed: int) -> None:
        self.match = setting.start(seed)
        self.compared = 0

    def choosing(self, choose: Choose) -> Choose:
        """Return a policy whose choices are taken here too."""

        def both(match: Match, chance: Random) -> int:
            index = choose(match, chance)
            self.match.apply(index)
            return index

        return both

    def at_decision(self, match: Match) -> None:
        """Compare both positions and what is asked; now and then digests and labels.

        Raises:
            Broken: They differ.
        """
        self.compared += 1
        walked, ours = match.state, self.match.state
        differ = [name for name in SAME if getattr(walked, name) != getattr(ours, name)]
        hold(not differ, f"blocks and walker differ in {differ}")
        hold(_asked(match) == _asked(self.match), "blocks and walker ask differently")
        if self.compared % DIGEST_EVERY == 0 or match.over:
            hold(match.digest() == self.match.digest(), "blocks and walker differ in frames")
            hold(_labels(match) == _labels(self.match), "blocks and walker label differently")

    def at_end(self, match: Match) -> None:
        """Compare the ends."""
        self.at_decision(match)
        hold(match.outcome == self.match.outcome, "blocks and walker end differently")


def _asked(match: Match) -> object:
    ask = match.state.ask
    return None if ask is None else (ask.decider, ask.kind, ask.site, ask.options)


def _labels(match: Match) -> object:
    return None if match.decision is None else match.decision.labels
