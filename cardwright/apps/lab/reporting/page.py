"""Print a report as one page that needs nothing else, and the page of coverage.

Coverage is the event graph coloured by what examples and scripts come to, with the beginning of a
script for each place that they never come to.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from cardwright import Coverage
from cardwright.apps.face.words import in_language, templates
from cardwright.apps.lab.reporting import facts
from cardwright.apps.lab.reporting.run import Run
from cardwright.apps.lab.reporting.sections import head, sections
from cardwright.apps.lab.simulate.tables import library
from cardwright.apps.pictures.drawing import as_dot
from cardwright.apps.pictures.parts import laid_out, outline
from dsl import Record, Span
from dsl.model.game import Game
from dsl.model.nouns import lineage
from dsl.model.rules import Event, EventSlot, Value
from dsl.model.types import BOOL, INT, PLAYER, Type
from interpreter import Graph, Owner

ALL, SOME, NONE = "#cfe8cf", "#fbe7b2", "#f4c4c4"
"""Of nodes that were reached with all in them, in part, not at all."""
_HERE = Path(__file__).parent
_NAMES = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal", "ivy", "jo", "kit", "lou")
_WRITTEN: Mapping[Type, str] = {INT: "1", BOOL: "true", PLAYER: "me"}

Whole: TypeAlias = Any
"""What `build_graph` returns."""
At: TypeAlias = tuple[str, int, int]
"""Path, line and column."""


class Missing(Record):
    """A place that is never come to, with the beginning of a script that may come there."""

    place: str
    sort: str
    words: str
    script: str


def coverage_page(found: Coverage, game: Game, say: Any, lang: str) -> str:
    """Return the page of one game.

    Raises:
        ImportError: jinja2 is not installed.
        NoGraphviz: The program `dot` is not there.
    """
    template = templates(_HERE).get_template("coverage.html")
    return str(
        template.render(
            lang=lang,
            say=say,
            found=found,
            share=f"{int(found.share * 1000) / 10:g} %",
            picture=picture(found, game),
            missing=[*missing(found, game)],
            colours={"reached": ALL, "reached-part": SOME, "reached-not": NONE},
        )
    )


def picture(found: Coverage, game: Game) -> str:
    """Return the outline of the event graph as SVG, each node in the colour of what was reached."""
    graph = Graph(game).graph
    fills = {
        node: ALL if reached == of else SOME if reached else NONE
        for node, (reached, of) in _counts(found, graph).items()
    }
    svg = laid_out(as_dot(outline(graph), fills=fills))
    return svg[svg.index("<svg") :]


def _counts(found: Coverage, graph: Whole) -> dict[str, tuple[int, int]]:
    """Return how many nodes in each owner were reached, and how many there are."""
    known = {_at(node.span): node.key in found.reached for node in found.nodes}
    counts: dict[str, tuple[int, int]] = {}
    for _, data in graph.nodes(data=True):
        is_reached = known.get((data["path"], data["line"], data["column"]))
        if is_reached is not None:
            reached, of = counts.get(data["owner"], (0, 0))
            counts[data["owner"]] = reached + is_reached, of + 1
    return counts


def _at(span: Span) -> At:
    return span.source.path, *span.source.position(span.start)


# --- beginnings of scripts ----------------------------------------------------------------------


def missing(found: Coverage, game: Game) -> Iterator[Missing]:
    """Yield the places that are never come to, in the order of the texts."""
    graph = Graph(game).graph
    owner_at = {
        (data["path"], data["line"], data["column"]): str(data["owner"])
        for _, data in graph.nodes(data=True)
    }
    by_node = {owner.node: owner for owner in Owner.all_in(game)}
    for node in found.unreached:
        owner = by_node.get(owner_at.get(_at(node.span), ""))
        place, words = node.span.place, node.line
        yield Missing(place, node.sort, words, skeleton(game, graph, owner, f"{place}: {words}"))


def skeleton(game: Game, graph: Whole, owner: Owner | None, title: str) -> str:
    """Return the beginning of a script for a node of an owner; it checks as it stands."""
    given, steps = _beginning(game, graph, owner)
    head = [
        f"# {title}",
        f"script: {json.dumps(title.partition(': ')[2], ensure_ascii=False)}",
        f"game: {game.manifest.id}",
        f"players: [{', '.join(_NAMES[: game.players.low])}]",
    ]
    if given:
        said = ", ".join(f"{key}: {value}" for key, value in given.items())
        head.append(f"given: {{{said}}}")
    return "\n".join([*head, "steps:", *(f"- {step}" for step in steps)]) + "\n"


def _beginning(game: Game, graph: Whole, owner: Owner | None) -> tuple[dict[str, str], list[str]]:
    """Return what is given, and the steps."""
    if owner is None:
        return {}, ["random: until the game ends"]
    given = {} if owner.card is None else _played(game, owner.card)
    if owner.sort == "action":
        leading = Graph.entering(graph, owner.node)
        phase = next((one for one, _, kind in leading if kind == "offers"), None)
        given |= {"phase": str(graph.nodes[phase]["name"])} if phase is not None else {}
        return given, [f"{_NAMES[0]}: [{owner.name}]"]
    if owner.sort == "phase":
        return {"phase": owner.name}, ["random: 1"]
    if isinstance(owner.entry, Event) and (called := _call(owner.entry.slots)) is not None:
        return given, [f"do: {owner.name} {called}".rstrip()]
    if isinstance(owner.entry, Value) and not owner.entry.parameters:
        return given, [f"expect: {owner.name} == {owner.name}"]
    return given, ["random: until the game ends"]


def _played(game: Game, card: str) -> dict[str, str]:
    """Return a card where its rules work, with the first player."""
    kind = next(each.kind for each in game.definitions if each.id == card)
    keys = [key for base in lineage(game.kinds, kind) for key in game.kinds[base].active_in]
    for key in keys:
        if key.owner in (None, "player"):
            zone = key.name if key.owner is None else f"{_NAMES[0]}.{key.name}"
            return {zone: f"[{card}]"}
    return {}


def _call(slots: tuple[EventSlot, ...]) -> str | None:
    """Return what stands behind the name of an event; None where a script must find it."""
    words = []
    for slot in slots:
        written = _WRITTEN.get(slot.type)
        if written is None:
            return None
        words.append(written if slot.preposition is None else f"{slot.preposition} {written}")
    return " ".join(words)


def page(run: Run) -> str:
    """Return the page.

    Raises:
        NoNumbers: A library of the extra `numbers` is not installed.
    """
    library("jinja2")
    manifest = run.game.manifest
    title = in_language(manifest.title, run.lang, manifest.default_language) or manifest.id
    options = ", ".join(
        f"{name}={(str(value).lower() if isinstance(value, bool | None) else str(value))}"
        for name, value in run.told["options"].items()
    )
    made: dict[str, Any] = {**run.told, "options": options or "–"}
    return str(
        templates(_HERE)
        .get_template("report.html")
        .render(
            lang=run.lang,
            say=run.say,
            title=run.say("title", game=title),
            said=head(run),
            sections=[*sections(run)],
            made=made,
            colours={"ink": facts.INK, "accent": facts.ACCENT, "soft": facts.SOFT},
            sort_key=_sort_key,
        )
    )


def _sort_key(cell: object) -> str:
    """Return what a cell is sorted by."""
    if cell is None:
        return ""
    text = str(cell).replace(",", "")
    number = text.split(" – ")[0].removesuffix("%")
    try:
        return str(float(number))
    except ValueError:
        return text
