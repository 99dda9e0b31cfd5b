"""Answer what the expansions of a game build on, and in which order they are put together."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.check.expressions.names_declared import unknown
from dsl.check.texts.package import Package
from dsl.check.texts.required import required
from dsl.check.texts.shapes import scalar_at
from dsl.diagnostics.diagnostic import Report
from dsl.source import Span


def ordered(parts: Sequence[Package]) -> tuple[Package, ...]:
    """Return expansions each after what it requires, else by id, whoever found them how."""
    waiting = sorted(parts, key=lambda part: part.expansion)
    found: list[Package] = []
    while waiting:
        ids = {part.expansion for part in waiting}
        free = [part for part in waiting if ids.isdisjoint(_ids(part) - {part.expansion})]
        found.append(free[0] if free else waiting[0])
        waiting.remove(found[-1])
    return tuple(found)


def _ids(part: Package) -> set[str]:
    """Return the ids that an expansion requires."""
    return {scalar.text for scalar in required(part.manifest)}


def closures_of(parts: Sequence[Package]) -> dict[str, frozenset[str]]:
    """Return what each expansion may name, all that it requires by way of others included."""
    direct = {part.expansion: _ids(part) for part in parts}
    found: dict[str, frozenset[str]] = {}
    for id_ in direct:
        seen, waiting = {""}, [id_]
        while waiting:
            current = waiting.pop()
            if current not in seen:
                seen.add(current)
                waiting.extend(direct[current] & direct.keys())
        found[id_] = frozenset(seen)
    return found


def check_requirements(parts: Sequence[Package], game: str, nowhere: Span, report: Report) -> None:
    """Report what is required and not there, circles, and ids that folders do not bear."""
    known = {part.expansion for part in parts}
    closures = closures_of(parts)
    for part in parts:
        if part.manifest is None:
            message = f"the expansion `{part.expansion}` has no `expansion.yaml`"
            report.add("missing-section", message, nowhere)
            continue
        id_ = scalar_at(part.manifest, "id")
        if id_ is not None and id_.text != part.expansion:
            message = f"the expansion is called `{id_.text}` and its folder `{part.expansion}`"
            report.add("bad-id", message, id_.span, f"write `id: {part.expansion}`")
        for scalar in required(part.manifest):
            if scalar.text == part.expansion or part.expansion in closures.get(
                scalar.text, frozenset()
            ):
                message = f"`{part.expansion}` and `{scalar.text}` require each other"
                report.add("requires-cycle", message, scalar.span, "take one of the two out")
            elif scalar.text not in (known | {game}):
                unknown(
                    report, "unknown-game", "package here", scalar.text, scalar.span,
                    [game, *known],
                )  # fmt: skip
