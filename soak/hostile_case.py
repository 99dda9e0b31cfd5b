"""Play one hostile rule set in a process of its own, and say what it took: for `soak.hostile`."""

from __future__ import annotations

import json
import re
import resource
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

import cardwright
from cardwright.match import Match
from cardwright.stack import with_room
from soak.hostile_rules import game_text, hostile_rules

DECISIONS, LONG = 6, 60
"""So many answers are given; more where something grows from one to the next."""
SECONDS, MEMORY = 20, 3 << 30
"""Where the system itself stops a process that nothing else has stopped."""

PLACED = re.compile(r"game\.yaml:\d+:\d+")


def main() -> None:
    """Play the rule set that is named and print what happened as one line of JSON."""
    name, road = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    before = _memory()
    with tempfile.TemporaryDirectory() as folder:
        _played(
            _written(Path(folder), "sound", game_text({})), 1, walker=False
        )  # all modules are in
        package = _written(Path(folder), "hostile", hostile_rules()[name])
        began = time.process_time()
        decisions = LONG if name.startswith("grows-") else DECISIONS
        found = _played(package, decisions, walker=road == "walker")
    found["whole"] = round(time.process_time() - began, 2)
    found["memory"], found["before"] = _memory(), before
    print(json.dumps(found))


def _written(folder: Path, name: str, text: str) -> Path:
    """Return the folder of a new package."""
    package = folder / name
    package.mkdir()
    (package / "game.yaml").write_text(text, encoding="utf-8")
    return package


def _memory() -> float:
    """Return the most memory that was used so far, in megabytes.

    Not `ru_maxrss`, which a process has from the one that started it.
    """
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _played(folder: Path, decisions: int, *, walker: bool) -> dict[str, Any]:
    """Play a package and return what came of it.

    `seconds` is the longest of what it took to read and start, to ask one thing, and to answer.
    """
    began = time.process_time()
    try:
        game = cardwright.load(folder, cache=False)
    except cardwright.PackageError as error:
        return {"refused": [each.name for each in error.diagnostics], "seconds": 0.0}
    match = game.start(players=2, seed=1, walker=walker)
    loaded: dict[str, Any] = {"decisions": 0, "seconds": _since(began), "rolled back": True}
    while not match.over and loaded["decisions"] < decisions:
        if loaded["decisions"] < DECISIONS:
            loaded["seconds"] = max(loaded["seconds"], _asked(match))
        before, labels = match.digest(), match.decision.labels
        began = time.process_time()
        match.apply(0 if "go" not in labels else labels.index("go"))
        loaded["seconds"] = max(loaded["seconds"], _since(began))
        loaded["decisions"] += 1
        if match.outcome is not None and match.outcome.kind == "fault":
            loaded["rolled back"] = _position(match) == before
    loaded["seconds"] = max(loaded["seconds"], _asked(match))
    if match.outcome is not None:
        loaded["kind"], loaded["reason"] = match.outcome.kind, match.outcome.reason[:300]
        loaded["placed"] = bool(PLACED.search(match.outcome.reason))
    return loaded


def _asked(match: Match) -> float:
    """Ask everything that can be asked of a match; return the seconds of what took longest."""
    longest = 0.0
    seats = [partial(match.observe, seat) for seat in match.seats]
    for ask in (*seats, partial(match.log, 0), lambda: match.refusals):
        began = time.process_time()
        ask()
        longest = max(longest, _since(began))
    return longest


def _since(began: float) -> float:
    return round(time.process_time() - began, 2)


def _position(match: Match) -> str:
    """Return the digest of a position as if its end were not there."""
    copy = match.clone()
    copy.state.outcome = None
    return copy.digest()


if __name__ == "__main__":
    with_room(main)
