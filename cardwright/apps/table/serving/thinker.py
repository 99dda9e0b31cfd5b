"""Choose for the seats of policies, in a process of its own: no table waits for another's thoughts.

Reads a line of JSON a task, writes a line of JSON an answer, and ends with its input, so that none
outlives the server.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from cardwright.api.match import Match
from cardwright.api.process import with_room
from cardwright.apps.policies.budget import Budget
from cardwright.apps.policies.parallel import processor_count
from cardwright.apps.policies.policies import THINKING, policy_with
from cardwright.apps.table.serving.matches import caught_up
from cardwright.apps.table.serving.rules import Shelf

MOST_KEPT: Final = 32
_ENDLESS: Final = 1 << 40


class Thinker:
    """Keeps the last matches that it was asked about, so that only news has to be played."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._shelf = Shelf(self._rules)
        self._matches: OrderedDict[int, Match] = OrderedDict()
        self._random = Random()

    def _rules(self, digest: str) -> bytes | None:
        connection = sqlite3.connect(f"{self._file.resolve().as_uri()}?mode=ro", uri=True)
        try:
            query = "SELECT texts FROM rules WHERE digest = ?"
            found = connection.execute(query, (digest,)).fetchone()
        finally:
            connection.close()
        return found[0] if found else None

    def choose(self, task: Mapping[str, Any]) -> int:
        """Return the index of an option of a match's open decision."""
        game = self._shelf.game(task["digest"], task["options"])
        match = caught_up(self._matches.pop(task["match"], None), game, task)
        self._matches[task["match"]] = match
        if len(self._matches) > MOST_KEPT:
            self._matches.popitem(last=False)
        name = task["policy"]
        budget = Budget(iterations=_ENDLESS, seconds=task["seconds"], processes=processor_count())
        return policy_with(name, budget if name == THINKING else None)(match, self._random)


def main() -> None:
    """Process tasks until there are no more."""
    thinker = Thinker(Path(sys.argv[1]))
    for line in sys.stdin:
        try:
            told: dict[str, Any] = {"option": thinker.choose(json.loads(line))}
        except Exception as error:  # whatever rules lead a policy to, the next task is another's
            told = {"error": type(error).__name__}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    with_room(main)
