"""Say where machine code does better by other words than plain Python: modules of the machine, what
stands in them, and what their copies say instead."""

from __future__ import annotations

_PARTS = "parts = cast(tuple[Any, ...], route)"

TUNED: dict[str, tuple[tuple[str, str], ...]] = {
    "run/decision": (
        ("class Ask(NamedTuple):", "class Ask:"),
        (
            "    decider: int\n    kind: str\n    options: tuple[Any, ...]\n"
            "    type: Any\n    site: Any\n",
            """    def __init__(
        self, decider: int, kind: str, options: tuple[Any, ...], type: Any, site: Any
    ) -> None:
        self.decider = decider
        self.kind = kind
        self.options = options
        self.type = type
        self.site = site
""",
        ),
        (
            "ask_of = partial(tuple.__new__, Ask)",
            """def ask_of(parts: tuple[int, str, tuple[Any, ...], Any, Any]) -> Ask:
    return Ask(parts[0], parts[1], parts[2], parts[3], parts[4])
""",
        ),
    ),
    "run/machine": (
        (
            "            quick = self.quick[frame[2]] if frame[0] == ACTION else None\n"
            "            if quick is None or st.listening & quick.mask:\n",
            """            number = cast(int, frame[2]) if cast(int, frame[0]) == ACTION else -1
            if number >= len(self.quick_masks):
                self.quick_masks = [-1 if q is None else q.mask for q in self.quick]
                self.quick_answers = [None if q is None else q.answer for q in self.quick]
            if number < 0 or st.listening & self.quick_masks[number]:
""",
        ),
        (
            "                quick.answer(st, frame, option)\n",
            "                self.quick_answers[number](st, frame, option)\n",
        ),
        (
            "        self.first_state: State | None = None\n",
            """        self.first_state: State | None = None
        self.quick_masks: list[int] = []
        self.quick_answers: list[Any] = []
""",
        ),
    ),
    "run/routes": (
        (
            "\n    _, _, blind, known, is_news = route\n",
            f"""
    {_PARTS}
    blind: int = parts[2]
    known: int = parts[3]
    is_news: bool = parts[4]
""",
        ),
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
        ("sorted((*target, *cards))", "sorted(target + cards)"),
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
