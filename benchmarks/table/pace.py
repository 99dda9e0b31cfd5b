"""How long what machines do can be looked at: one person, machines on all other seats.

From each answer of the person to the next question the states that the page shows are timed, as far
as they differ in the faces that are in sight, and lines of the story are counted. See README.md.
"""

from __future__ import annotations

import time
from itertools import pairwise
from statistics import median
from typing import Any

from benchmarks.table.robot import PAGE, SETTLED, SIZES, arguments, each_game, set_up, share

LONG_ENOUGH = 500
PATIENCE = 60_000


def states(shots: list[dict[str, Any]]) -> list[float]:
    """Return how long each state stood that another one followed, in milliseconds."""
    begins = [shots[0]["at"]]
    for before, shot in pairwise(shots):
        if shot["areas"] != before["areas"]:
            begins.append(shot["at"])
    return [after - at for at, after in pairwise(begins[1:])]


def measure(browser: Any, url: str, told: Any) -> dict[str, Any]:
    """Measure one game at the first size."""
    width, height = SIZES[told.sizes[0]]
    context = browser.new_context(viewport={"width": width, "height": height})
    context.add_init_script(PAGE)
    page = context.new_page()
    link = set_up(page, url, told, machine=told.machine)[0]
    page.goto(link)
    stood, waits, lines, shown, moves = list[float](), list[float](), 0, 0, 0
    begun = time.monotonic()
    try:
        for _ in range(told.moves):
            page.wait_for_function("() => measure.isAsked() || measure.isOver()", timeout=PATIENCE)
            if page.evaluate("measure.isOver()") or time.monotonic() - begun > told.seconds:
                break
            page.evaluate("measure.calm(300)")
            mark, before = page.evaluate("measure.mark()"), page.evaluate("measure.story()")
            page.evaluate("measure.watch()")
            page.evaluate("measure.choose(0.3)")
            at = time.monotonic()
            page.evaluate("measure.take()")
            page.wait_for_function(SETTLED, arg=mark, timeout=PATIENCE)
            page.wait_for_function("() => measure.isAsked() || measure.isOver()", timeout=PATIENCE)
            waits.append(time.monotonic() - at)
            page.evaluate("measure.calm(300)")
            told_since = page.evaluate("before => measure.story() - before", before)
            found = states(page.evaluate("measure.watched()")["frames"])
            if told_since > 1:
                moves += 1
                lines += told_since
                shown += len(found) + 1
            stood += found
    finally:
        context.close()
    return {
        "machine": told.machine,
        "answers": len(waits),
        "answers_with_others": moves,
        "wait_s": round(median(waits), 2) if waits else None,
        "states": len(stood),
        "shortest_ms": round(min(stood, default=0)),
        "median_ms": round(median(stood)) if stood else None,
        "long_enough": share(sum(each >= LONG_ENOUGH for each in stood), len(stood)),
        "story_lines_a_state": round(lines / shown, 1) if shown else None,
    }


if __name__ == "__main__":
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("--machine", default="quick", help="who plays the other seats")
    parser.add_argument("--seconds", type=float, default=90, help="a game is measured for, at most")
    raise SystemExit(each_game(parser.parse_args(), measure))
