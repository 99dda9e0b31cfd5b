"""Which share of decisions is answered by clicking what lies on the table, rather than a list.

A decision with one option is none. `whole`: each of its options can be reached by a card, place,
pile or player on the table, or by its own button or stepper; `part`: some can; `none`: only the
list answers. Amounts, numbers and yes or no touch nothing and are answered whole. See README.md.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from benchmarks.table.robot import Table, arguments, each_game, share


def sort_of(decision: dict[str, Any]) -> str:
    """Return how far a decision can be answered on the table."""
    ways = [each["way"] for each in decision["options"]]
    if all(ways):
        return "whole"
    return "part" if any(ways) else "none"


def measure(browser: Any, url: str, told: Any) -> dict[str, Any]:
    """Measure one game, at the first size."""
    table = Table(browser, url, told, told.sizes[0])
    sorts, ways = Counter[str](), Counter[str]()
    options = in_sight = list_first = list_then_thing = lone = 0
    longest, examples = 0, dict[str, str]()
    before: tuple[Any, bool] | None = None
    try:
        for _ in range(told.moves):
            asked = table.asked()
            if not asked:
                break
            page = asked[0]
            decision = page.evaluate("measure.decision()")
            touches = any(each["touches"] for each in decision["options"])
            if before is not None and before[1] and before[0] is page:
                list_then_thing += touches
            many = len(decision["options"]) > 1
            before = (page, many and not touches)
            if many:
                sort = sort_of(decision)
                sorts[sort] += 1
                list_first += not touches and sort != "whole"
                longest = max(longest, len(decision["options"]))
                if sort == "none":
                    shown = " | ".join(each["text"] for each in decision["options"][:4])
                    examples.setdefault(decision["question"], shown)
                for each in decision["options"]:
                    options += 1
                    ways[each["way"] or "list"] += 1
                    in_sight += bool(each["way"]) and each["inSight"]
            else:
                lone += 1
            if table.answer(page) is None:
                break
            table.calm()
        measured: dict[str, Any] = {
            "decisions": sorts.total(),
            **{sort: share(sorts[sort], sorts.total()) for sort in ("whole", "part", "none")},
            "options": options,
            "options_by": {way: share(ways[way], options) for way in ("alone", "first", "list")},
            "options_in_sight": share(in_sight, options),
            "list_first": list_first,
            "list_then_thing": list_then_thing,
            "lone_options": lone,
            "longest_list": longest,
        }
        if told.details:
            measured["only_by_list"] = examples
        return measured
    finally:
        table.close()


if __name__ == "__main__":
    raise SystemExit(each_game(arguments(__doc__.splitlines()[0]).parse_args(), measure))
