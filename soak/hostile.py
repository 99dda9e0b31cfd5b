"""Show that no rules take more than a second and 300 MB: each rule set in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from soak.hostile_rules import hostile_rules
from soak.measure import Measure, Part, each, hold

SECONDS: Final = 1.0
MEGABYTES: Final = 300
PATIENCE: Final = 120
"""Seconds after which a process is given up that the system has not stopped either."""


def measures() -> Iterator[Measure]:
    """Yield the measure of hostile rule sets."""
    count = len(hostile_rules())
    yield Measure(
        name="hostile-rules", game="", count=count, cost=0.7, run=each("hostile-rules", check)
    )


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


def played(name: str, road: str = "blocks") -> dict[str, Any]:
    """Return what came of a rule set in a process of its own."""
    command = [sys.executable, "-m", "soak.hostile_case", name, road]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    hold(done.returncode == 0, f"{name} ended with {done.returncode}: {done.stderr[-600:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found
