"""Answer whether a script still fails in the way that is looked for.

There is one interface, `StillFails`: from a script to what of it is needed, or to None where it
does not fail so. `OfScripts` runs the script, which covers faults, refused answers, conditions that
do not hold, courses that differ (`check`) and what a player can tell (`same-view`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from cardwright.api.game import Game
from cardwright.api.scripting import match_after, run_script, steps_that_fit
from cardwright.apps.lab.shrinking.positions import position_of
from cardwright.apps.lab.shrinking.written import Written
from dsl.load import check_script_text, has_errors
from dsl.model.scripts import Script, Take
from interpreter.script.result import Failure

StillFails: TypeAlias = Callable[[Written], Written | None]

PLACE = re.compile(r" \([^()]*:\d+:\d+\)$")
"""Where a fault was, at the end of its reason."""
CHECKED = 64


class OfScripts:
    """Runs scripts of a game.

    Attributes:
        wanted: How the script must fail: see `way_of`. Else nothing counts.
    """

    def __init__(self, game: Game, wanted: str = "") -> None:
        self.game, self.wanted = game, wanted
        self._checked = lru_cache(maxsize=CHECKED)(self._check)

    def __call__(self, written: Written) -> Written | None:
        """Return a script if it fails as it must, without answers that nobody could give."""
        script = self.script(written)
        if script is None:
            return None
        if self.wanted in self.ways(script):
            return written
        fits = self._fitting(script)
        if len(fits) == len(script.steps) or len(script.steps) != len(written.steps):
            return None
        script = replace(script, steps=tuple(script.steps[number] for number in fits))
        if self.wanted not in self.ways(script):
            return None
        return replace(written, steps=tuple(written.steps[number] for number in fits))

    def _fitting(self, script: Script) -> Sequence[int]:
        """Return the numbers of the steps that somebody could take; none where the machine breaks
        in between, as it may without the step that kept it whole."""
        try:
            return steps_that_fit(script, self.game)
        except Exception:
            return ()

    def script(self, written: Written) -> Script | None:
        """Return a checked script; None where it says what is wrong."""
        answers = [written.answer_of(step) for step in written.steps]
        if not all(answers):
            return self._checked(written.text())
        script = self._checked(replace(written, steps=()).text())
        if script is None:
            return None
        takes = [
            Take(who=each[0], answers=(each[1],), span=script.span) for each in answers if each
        ]
        return replace(script, steps=tuple(takes))

    def _check(self, text: str) -> Script | None:
        scripts, findings = check_script_text(text, "shrunk.yaml", self.game.model)
        return scripts[0] if len(scripts) == 1 and not has_errors(findings) else None

    def ways(self, script: Script) -> list[str]:
        """Return in which ways a script fails, the first failure first."""
        try:
            return [way_of(failure) for failure in run_script(script, self.game).failures]
        except Exception as error:  # the machine itself is what is broken
            return [broken(error)]

    def position_after(self, written: Written, steps: int) -> dict[str, object] | None:
        """Return the position behind the first steps of a script; None where that cannot be said.

        Both worlds of a script with several would need one, so of these there is none.
        """
        script = self.script(replace(written, steps=written.steps[:steps]))
        if script is None or len(script.positions) > 1:
            return None
        try:
            return position_of(match_after(replace(script, checks=()), self.game, script.seed))
        except Exception:  # it fails before that, or breaks the machine
            return None


def way_of(failure: Failure) -> str:
    """Return what stays the same of a failure when a script gets shorter."""
    if failure.expected != "no fault":
        return failure.expected
    place = PLACE.search(failure.found)
    return failure.found.partition(":")[0] + (place[0] if place else "")


def broken(error: Exception) -> str:
    """Return what broke the machine, and where."""
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    where = "" if at is None else f" in {at.tb_frame.f_code.co_name}"
    return f"{type(error).__name__}{where}"
