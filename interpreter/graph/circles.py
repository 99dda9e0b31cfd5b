"""Find the nodes of a graph that lead back to themselves.

Lint asks this of every game. It needs nothing else of a library that takes a tenth of a second to
load.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set

Leads = Mapping[str, Collection[str]]
"""By node, the nodes that it leads to, all of which are keys too."""


def circles(leads: Leads) -> Iterator[Set[str]]:
    """Yield the groups of nodes that all lead to each other, a node that leads to itself included.

    It is Tarjan's algorithm, with a list in the place of recursion.
    """
    number, lowest = dict[str, int](), dict[str, int]()
    left: dict[str, Iterator[str]] = {node: iter(after) for node, after in leads.items()}
    open_, is_open = list[str](), set[str]()
    for first in leads:
        road = [] if first in number else [first]
        while road:
            node = road[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                open_.append(node)
                is_open.add(node)
            new = next((each for each in left[node] if each not in number), None)
            if new is not None:
                road.append(new)
                continue
            road.pop()
            lowest[node] = min([lowest[node], *(lowest[each] for each in leads[node]
                                                if each in is_open)])  # fmt: skip
            if lowest[node] == number[node]:
                group = {open_.pop()}
                while node not in group:
                    group.add(open_.pop())
                is_open -= group
                if len(group) > 1 or node in leads[node]:
                    yield group
