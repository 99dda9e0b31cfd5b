"""Say where machine code does better by other words than plain Python: modules of the machine, what
stands in them, and what their copies say instead."""

from __future__ import annotations

_PARTS = "parts = cast(tuple[Any, ...], route)"

TUNED: dict[str, tuple[tuple[str, str], ...]] = {
    "run/decision": (
        ("class Ask(NamedTuple):", "class Ask:"),
        (
            "    decider: int\n    kind: str\n    options: Values\n"
            "    type: Type | None\n    site: Site\n    asked: int\n",
            """    def __init__(
        self, decider: int, kind: str, options: tuple[Any, ...], type: Any, site: Any, asked: int
    ) -> None:
        self.decider = decider
        self.kind = kind
        self.options = options
        self.type = type
        self.site = site
        self.asked = asked
""",
        ),
        (
            "ask_of = partial(tuple.__new__, Ask)",
            """def ask_of(parts: tuple[int, str, tuple[Any, ...], Any, Any, int]) -> Ask:
    return Ask(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5])
""",
        ),
    ),
    "run/knowledge": (
        (
            "            if card is not None:\n                st.knows[card] = 0\n",
            """            if card is not None and st.knows[cast(int, card)]:
                st.knows[cast(int, card)] = 0
""",
        ),
    ),
    "run/routes": (
        (
            "\n        _, _, blind, known, is_news = route\n",
            f"""
        {_PARTS}
        blind: int = parts[2]
        known: int = parts[3]
        is_news: bool = parts[4]
""",
        ),
        (
            "    before, after, blind, *_ = route\n",
            f"""    {_PARTS}
    before: int = parts[0]
    after: int = parts[1]
    blind: int = parts[2]
""",
        ),
        ("any(map(knows.__getitem__, cards))", "any_at(knows, cards)"),
        ("any(map(st.knows.__getitem__, cards))", "any_at(st.knows, cards)"),
        (
            """            for entity in cards:
                knows[entity] = known
                places[entity] = zone
""",
            """            if known:
                for entity in cast(list[int], cards):
                    knows[entity] = known
            there: Any = zone
            for entity in cast(list[int], cards):
                cast(list[Any], places)[entity] = there
""",
        ),
        (
            "            zones[zone] = sorted(target + cards)\n",
            """            merged = cast(list[int], target) + cards
            merged.sort()
            zones[zone] = cast(Any, merged)
""",
        ),
        (
            "            zones[zone] = cards[::-1] + target\n",
            """            turned = cast(list[int], cards).copy()
            turned.reverse()
            zones[zone] = cast(Any, turned + target)
""",
        ),
        (
            "            for card in came:\n                places[card] = zone\n",
            """            there: Any = zone
            for card in cast(list[int], came):
                cast(list[Any], places)[card] = there
""",
        ),
        ("sorted((*zones[zone], *came))", "sorted(zones[zone] + came)"),
        (
            "def keep_in_mind(",
            """def any_at(numbers: list[int], places: list[int]) -> bool:
    for place in places:
        if numbers[place]:
            return True
    return False


def keep_in_mind(""",
        ),
    ),
}
