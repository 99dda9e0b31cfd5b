"""Look up what pure functions read of the state once."""

from __future__ import annotations

import re
import sys

from interpreter.writing.lines import alike

SHORT = (
    ("st.entity_definitions", "D"),
    ("st.entity_bases", "E"),
    ("st.values", "V"),
    ("st.zones", "Z"),
)


LISTS = (
    ("st.values", "V"),
    ("st.zones", "Z"),
    ("st.places", "P"),
    ("st.knows", "K"),
)
"""A match has the same lists from its start to its end."""


WORD = re.compile(r"\w+")
FIELD = re.compile(r"V\[(\d+)\]")
"""What a pure function reads in a loop is looked up before it."""


TABLE = re.compile(r"tables_\d+\[(?:V\[\d+\]|\(.*?\))\]")
"""The table of a value's results is looked up before a loop."""


_OFTEN = 3
_LOOP = re.compile(r"\s*(?:for|while) ")
_COMPREHENSION = re.compile(r"\S.* for \w+ in ")


def shortened(lines: list[str], indent: str) -> list[str]:
    """Return the lines of a pure function with what they read of the state looked up once."""
    before, text = lines, "\n".join(lines)
    head = []
    for long, short in SHORT:
        if long in text and _pays(lines, long):
            text = text.replace(long, short)
            head.append(f"{indent}{short} = {long}")
    lines = text.split("\n")
    loops = [line for line in lines if " for " in line]
    if any(line.lstrip().startswith("for ") for line in loops):
        loops = lines
    for number, table in enumerate(sorted({t for line in loops for t in TABLE.findall(line)})):
        head.append(f"{indent}row{number} = {table}")
        lines = [line.replace(table, f"row{number}") for line in lines]
        loops = [line.replace(table, f"row{number}") for line in loops]
    for place in sorted({found for line in loops for found in FIELD.findall(line)}):
        head.append(f"{indent}v{place} = V[{place}]")
        lines = [line.replace(f"V[{place}]", f"v{place}") for line in lines]
    return [*head, *alike(before, "\n".join(lines))]


def _pays(lines: list[str], long: str) -> bool:
    """Return whether something is read so often that looking it up once costs less: that takes
    three opcodes, and saves one each time."""
    uses, outer = 0, sys.maxsize
    for line in lines:
        depth = len(line) - len(line.lstrip())
        is_inside = depth > outer or bool(_COMPREHENSION.search(line))
        uses += line.count(long) * (_OFTEN + 1 if is_inside else 1)
        if depth <= outer:
            outer = depth if _LOOP.match(line) else sys.maxsize
    return uses > _OFTEN


def brief(lines: list[str], indent: str) -> list[str]:
    """Return the lines of a function with the lists of the state that they use more than once
    looked up once."""
    text, head = "\n".join(lines), []
    for long, short in LISTS:
        if long in text and _pays(lines, long):
            text = text.replace(long, short)
            head.append(f"{indent}{short} = {long}")
    return [*head, *alike(lines, text)]


def without_card(lines: list[str]) -> list[str]:
    """Return the lines of a function of a player, with the roles that no card plays there bound as
    far as they are named."""
    words = set(WORD.findall("\n".join(lines)))
    bound = (("card", "card = None"), ("actor", "actor = me"))
    return [*(line for word, line in bound if word in words), *lines]
