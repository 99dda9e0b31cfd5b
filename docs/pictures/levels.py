"""Draw the levels of the code, from its own imports: `make pictures` writes `levels.svg`.

A box is a room, with its lines of Python; a row is a level, the lowest at the bottom. An arrow
leads to a room that is imported; arrows that follow from others are left out. Needs Graphviz.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import networkx

from tests.architecture.test_imports import LEVELS, edges, modules, room_of

FILE: Final = Path(__file__).with_name("levels.svg")
COLOURS: Final = {
    "dsl": "#e6d9b8",
    "interpreter": "#bcd3e0",
    "cardwright.api": "#c9ddc0",
    "cardwright.version": "#c9ddc0",
    "cardwright.apps": "#ecc9bd",
}
"""The colour of each part."""
HEAD: Final = """\
digraph levels {
  rankdir=TB; bgcolor="white"; nodesep=0.18; ranksep=0.28; splines=true;
  node [shape=box, style="filled,rounded", color="#555555", fontname="Helvetica", fontsize=11,
        margin="0.12,0.05"];
  edge [color="#888888", arrowsize=0.5];
"""


def main() -> None:
    """Write the picture."""
    dot = "\n".join(lines())
    done = subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, text=True, check=True)
    FILE.write_text(done.stdout, encoding="utf-8")
    print(f"{FILE.name}: {len(done.stdout):,} bytes")


def lines() -> Iterator[str]:
    """Yield the drawing in the language of Graphviz."""
    graph, sizes = rooms(), sizes_of_rooms()
    yield HEAD
    for level in LEVELS:
        shown = [room for room in level if room in graph]
        yield f"  {{ rank=same; {' '.join(map(quoted, shown))} }}"
        for room in shown:
            part = next(part for part in COLOURS if f"{room}.".startswith(f"{part}."))
            name = room.removeprefix("cardwright.apps.")
            label = f"{name}\\n{sizes[room]:,} lines"
            yield f'  {quoted(room)} [label="{label}", fillcolor="{COLOURS[part]}"];'
    for own, other in networkx.transitive_reduction(graph).edges:
        yield f"  {quoted(own)} -> {quoted(other)};"
    yield "}"


def quoted(room: str) -> str:
    """Return the name of a room as Graphviz reads it."""
    return f'"{room}"'


def rooms() -> networkx.DiGraph[str]:
    """Return which room imports which."""
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for module, _, target in edges(with_texts=False):
        own, other = room_of(module), room_of(target)
        if own is not None and other is not None and own != other:
            graph.add_edge(own, other)
    while circle := next(networkx.simple_cycles(graph), None):  # the one import upwards
        graph.remove_edge(*min(zip(circle, [*circle[1:], circle[0]], strict=True)))
    return graph


def sizes_of_rooms() -> Counter[str]:
    """Return the lines of each room."""
    sizes = Counter[str]()
    for module, path in modules().items():
        room = room_of(module)
        if room is not None:
            sizes[room] += path.read_text("utf-8").count("\n")
    return sizes


if __name__ == "__main__":
    main()
