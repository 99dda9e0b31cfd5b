"""Which share of what a move changes is in sight: in the window, unscrolled, unhidden, readable.

People sit on all seats, each at a page of their own; the first one's page is watched. After each
answer of anybody, what is not as it was on that page is counted, and what of it a person sees:
cards at new places, values, numbers of cards, whose turn it is, the question. See `README.md`.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from typing import Any

from benchmarks.table.robot import Table, arguments, each_game, share

LONG_ENOUGH = 500
"""So many milliseconds a card that was played must be in sight to have been seen."""


def seen_for(told: dict[str, Any], face: str, area: str) -> float:
    """Return for how long a face was in sight elsewhere than in an area, in milliseconds."""
    shots, total = told["frames"], 0.0
    for number, shot in enumerate(shots):
        end = shots[number + 1]["at"] if number + 1 < len(shots) else told["now"]
        if any(face in shown for where, shown in shot["areas"].items() if where != area):
            total += end - shot["at"]
    return total


def most_together(told: dict[str, Any], places: set[str]) -> int:
    """Return how many cards lay in sight in one of some places, for long enough."""
    found, shots = 0, told["frames"]
    for number, shot in enumerate(shots):
        end = shots[number + 1]["at"] if number + 1 < len(shots) else told["now"]
        if end - shot["at"] >= LONG_ENOUGH:
            found = max([found, *(len(s) for where, s in shot["areas"].items() if where in places)])
    return found


def is_told(card: dict[str, Any], before: str, after: str) -> bool:
    """Return whether a log that another person reads has named a card meanwhile."""
    name = re.compile(rf"(?<!\w){re.escape(card['name'])}(?!\w)")
    return len(name.findall(after)) > len(name.findall(before))


class Sight:
    """Counts what changes on the watched page of a table, and what of it is seen."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tally, self.changed, self.seen = Counter[str](), Counter[str](), Counter[str]()
        self.missed, self.jumped = Counter[str](), Counter[str]()
        self.places = set[str]()
        self.together, self.highest = 0, 0.0
        table.calm()
        table.me.evaluate("measure.learnFaces()")
        table.me.evaluate("measure.remember()")

    def follow(self) -> bool:
        """Let somebody answer and count what that changes; return whether anybody was asked."""
        table, chosen = self.table, None
        while chosen is None:  # a page may get other news between two looks at it
            asked = table.asked()
            if not asked:
                return False
            other = next((page for page in table.pages if page is not asked[0]), table.me)
            table.me.evaluate("measure.watch()")
            before = other.evaluate("measure.log()")
            chosen = table.answer(asked[0])
        table.calm()
        time.sleep(0.3)
        looked = table.me.evaluate("measure.changed()")
        chosen["cards"] = [card for card in chosen["cards"] if not self._stays(asked[0], card)]
        self._look_at_cards(chosen, before, other.evaluate("measure.log()"))
        if looked["changed"]:
            self._count(looked, is_other=asked[0] is not table.me)
        return True

    @staticmethod
    def _stays(page: Any, card: dict[str, Any]) -> bool:
        """Return whether a card that was touched lies where it lay: it was used, not played."""
        return bool(page.evaluate("([key, area]) => measure.liesIn(key, area)",
                                  [card.get("key"), card["area"]]))  # fmt: skip

    def _look_at_cards(self, chosen: dict[str, Any], before: str, after: str) -> None:
        """Count whether a card that was played was in sight, and how many lay together."""
        shots = self.table.me.evaluate("measure.watched()")
        for card in chosen["cards"][:1]:
            if card["area"].startswith("~") and is_told(card, before, after):
                self.tally["played"] += 1
                seen = seen_for(shots, card["face"], card["area"])
                self.tally["played seen"] += seen >= LONG_ENOUGH
                self.places |= {
                    where
                    for shot in shots["frames"]
                    for where, shown in shot["areas"].items()
                    if card["face"] in shown and where != "-" and not where.startswith("~")
                }
        self.together = max(self.together, most_together(shots, self.places))

    def _count(self, looked: dict[str, Any], is_other: bool) -> None:
        found, tally = looked["changed"], self.tally
        tally["moves"] += 1
        tally["still"] += looked["jumps"]["still"]
        tally["gone"] += len(looked["jumps"]["gone"])
        self.jumped.update(looked["jumps"]["gone"])
        tally["whole"] += all(each["seen"] for each in found)
        for each in found:
            self.changed[each["sort"]] += 1
            self.seen[each["sort"]] += each["seen"]
            tally["small"] += each["inSight"] and not each["seen"]
            if not each["seen"]:
                self.missed[each["id"]] += 1
        if is_other:
            tally["others"] += 1
            tally["told of"] += self.table.me.evaluate("measure.isNewsInSight()")
            tally["others changed"] += len(found)
            tally["others seen"] += sum(each["seen"] for each in found)
        high = self.table.me.evaluate("document.documentElement.scrollHeight / innerHeight")
        self.highest = max(self.highest, high)

    def measured(self) -> dict[str, Any]:
        """Return what was counted, as shares."""
        tally, changed, seen = self.tally, self.changed, self.seen
        return {
            "moves": tally["moves"],
            "changes": changed.total(),
            "seen": share(seen.total(), changed.total()),
            "seen_of_others": share(tally["others seen"], tally["others changed"]),
            "whole_moves": share(tally["whole"], tally["moves"]),
            "story_in_sight": share(tally["told of"], tally["others"]),
            "by_sort": {sort: share(seen[sort], number) for sort, number in changed.most_common()},
            "in_sight_but_small": tally["small"],
            "played": tally["played"],
            "played_seen": share(tally["played seen"], tally["played"]),
            "most_together": self.together,
            "players": len(self.table.pages),
            "jumping": share(tally["gone"], tally["still"]),
            "windows_high": round(self.highest, 1),
        }


def at_size(browser: Any, url: str, told: Any, size: str) -> dict[str, Any]:
    """Measure one table at one size of window."""
    table = Table(browser, url, told, size)
    try:
        sight = Sight(table)
        while sight.tally["moves"] < told.moves and sight.follow():
            pass
        measured = sight.measured()
        if told.details:
            measured["missed"] = sight.missed.most_common(15)
            measured["jumped"] = sight.jumped.most_common(15)
        return measured
    finally:
        table.close()


def measure(browser: Any, url: str, told: Any) -> dict[str, Any]:
    """Measure one game at each size."""
    return {size: at_size(browser, url, told, size) for size in told.sizes}


if __name__ == "__main__":
    raise SystemExit(each_game(arguments(__doc__.splitlines()[0]).parse_args(), measure))
