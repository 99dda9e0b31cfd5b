"""Show how much of a game its examples and scripts come to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from cardwright.api.scripts import Coverage, as_plain, one_line
from cardwright.apps.face.console import line_width, show_table

if TYPE_CHECKING:
    from cardwright.apps.face.session import Session
    from interpreter.graph.nodes import Node

_SHORTEST, _LONGEST = 24, 72


def show_plainly(session: Session, found: Coverage) -> None:
    """Print coverage as a line of JSON."""
    click.echo(json.dumps(as_plain(found), ensure_ascii=False))


def show_coverage(session: Session, found: Coverage) -> None:
    """Print a line a card, the rest, the whole, then what was not reached."""
    keys = ("card", "nodes", "reached", "share")
    rows = [_row(card.title, card) for card in found.cards]
    if rows:
        rows.append(_row(session.say("no-cards-nodes"), found.of_card(None)))
    rows.append(_row(session.say("whole-game"), found))
    show_table([session.say(key) for key in keys], rows, right=(1, 2, 3), title=found.title)
    if found.unreached:
        click.echo()
        session.tell("not-reached")
    for node in found.unreached:
        click.echo(_line(node))
    click.echo()


def _row(name: str, part: Coverage) -> list[str]:
    return [name, str(len(part.nodes)), str(part.count), percent(part.share)]


def percent(share: float) -> str:
    """Return a share in percent, cut off so that only all is 100 %."""
    return f"{int(share * 1000) / 10:g} %"


def _line(node: Node) -> str:
    """Return the place and the words of a node, the words cut to the width of the terminal."""
    head = f"  {node.span.place}: "
    words = one_line(node.words)
    room = min(max(line_width() - len(head), _SHORTEST), _LONGEST)
    return head + (words if len(words) <= room else words[: room - 1].rstrip() + "…")
