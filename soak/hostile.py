"""Show that no rules take more than a second and 300 MB: each rule set in a process of its own."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import cardwright
from cardwright.api.match import Match
from cardwright.apps.face.session import with_room
from soak.hostile_rules import game_text, hostile_rules
from soak.measure import Part, hold

SECONDS, MEGABYTES = 1.0, 300
PATIENCE: Final = 120
"""Seconds after which a process is given up that the system has not stopped either."""

MOST_SECONDS, MOST_MEMORY = 20, 3 << 30
"""Where the system itself stops a process that nothing else has stopped."""

DECISIONS, LONG = 6, 60
"""So many answers are given; more where something grows from one to the next."""

PLACED: Final = re.compile(r"game\.yaml:\d+:\d+")


def check(chance: Random, number: int, part: Part) -> None:
    """Play one rule set; it is stopped by a named fault with its place, or goes its way."""
    name = list(hostile_rules())[number % len(hostile_rules())]
    found = played(name)
    part.tally[found.get("kind", "goes on")] += 1
    part.note_most("seconds", found["seconds"])
    part.note_most("megabytes", found["memory"])
    hold(found["seconds"] <= SECONDS, f"{name} took {found['seconds']} s: {found}")
    hold(found["memory"] <= MEGABYTES, f"{name} took {found['memory']} MB: {found}")
    hold("refused" not in found, f"{name} is no sound package: {found}")
    if found.get("kind") == "fault":
        hold(found["placed"], f"{name} does not say where: {found}")
        hold(found["rolled back"], f"{name} leaves another position: {found}")


def played(name: str) -> dict[str, Any]:
    """Return what came of a rule set in a process of its own."""
    command = [sys.executable, "-m", "soak.hostile", name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    hold(done.returncode == 0, f"{name} ended with {done.returncode}: {done.stderr[-600:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


# --- in the process -------------------------------------------------------------------------------


def main() -> None:
    """Play the rule set that is named and print what happened as one line of JSON."""
    [name] = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    before = _memory()
    _play(game_text("game"), 1)  # all modules are in
    began = time.process_time()
    decisions = LONG if name.startswith("grows-") else DECISIONS
    found = _play(hostile_rules()[name], decisions)
    found["whole"] = round(time.process_time() - began, 2)
    found["memory"], found["before"] = _memory(), before
    print(json.dumps(found))


def _memory() -> float:
    """Return the most memory that was used so far, in megabytes.

    Not `ru_maxrss`, which a process has from the one that started it.
    """
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def _play(text: str, decisions: int) -> dict[str, Any]:
    """Play a package and return what came of it.

    `seconds` is the longest of what it took to read and start, to ask one thing, and to answer.
    """
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.yaml").write_text(text, encoding="utf-8")
        began = time.process_time()
        try:
            game = cardwright.load(folder, cache=False)
        except cardwright.PackageError as error:
            return {"refused": [each.name for each in error.diagnostics], "seconds": 0.0}
        match = game.start(players=2, seed=1)
    found: dict[str, Any] = {"decisions": 0, "seconds": _since(began), "rolled back": True}
    while not match.over and found["decisions"] < decisions:
        if found["decisions"] < DECISIONS:
            found["seconds"] = max(found["seconds"], _asked(match))
        before, labels = match.digest(), match.decision.labels
        began = time.process_time()
        match.apply(0 if "go" not in labels else labels.index("go"))
        found["seconds"] = max(found["seconds"], _since(began))
        found["decisions"] += 1
        if match.outcome is not None and match.outcome.kind == "fault":
            position = match.clone()
            position.state.outcome = None
            found["rolled back"] = position.digest() == before
    found["seconds"] = max(found["seconds"], _asked(match))
    if match.outcome is not None:
        found["kind"], found["reason"] = match.outcome.kind, match.outcome.reason[:300]
        found["placed"] = bool(PLACED.search(match.outcome.reason))
    return found


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


if __name__ == "__main__":
    with_room(main)
