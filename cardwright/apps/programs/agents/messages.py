"""Say what table and bot write to each other: version 1 of the protocol.

`schemas/agent.schema.json` has the form of every message, `docs/agents.md` says what they mean.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from cardwright.api.feed import Follower
from cardwright.api.match import Match
from cardwright.apps.programs.agents.lines import Misconduct

PROTOCOL = 1
SHOWN = 80
"""So much of what a bot wrote is told."""


def hello(match: Match, seat: int, seconds: float) -> dict[str, Any]:
    """Return what begins a match."""
    manifest = match.machine.program.game.manifest
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": manifest.id,
        "version": manifest.version,
        "options": {id_: _plain(value) for id_, value in match.machine.program.options.items()},
        "players": list(match.names),
        "seat": seat,
        "seconds": seconds,
    }


def ask(match: Match, seat: int, number: int, seconds: float, news: Follower) -> dict[str, Any]:
    """Return what asks a seat for its decision: nothing but what the seat may know."""
    decision = match.decision
    assert decision is not None
    observation = match.observe(seat)
    del observation["log"]
    return {
        "type": "ask",
        "id": number,
        "seconds": seconds,
        "kind": decision.kind,
        "question": decision.question("en"),
        "options": [
            {"label": option.label, "text": option.text("en")} for option in decision.options
        ],
        "observation": observation,
        "events": [
            {"name": e.name, "actor": e.actor, "arguments": e.arguments} for e in news.new()
        ],
    }


def over(match: Match, seat: int) -> dict[str, Any]:
    """Return what ends a match."""
    return {
        "type": "over",
        "outcome": match.observe(seat)["outcome"],
        "scores": list(match.scores),
    }


def told(misconduct: Misconduct, is_replaced: bool) -> dict[str, Any]:
    """Return what says that an answer did not count."""
    kind, detail = misconduct.kind, misconduct.detail
    return {"type": "error", "kind": kind, "detail": detail, "replaced": is_replaced}


def written(message: dict[str, Any]) -> bytes:
    """Return a message as a line, without its end."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def answered(line: bytes, number: int, labels: Sequence[str]) -> int | None:
    """Return the index that a bot answers; None where the line answers another question.

    Raises:
        Misconduct: It is no answer (`garbage`), or there is no such option (`illegal`).
    """
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise Misconduct("garbage", f"no JSON: {_shown(line)}") from None
    if not isinstance(message, dict) or message.get("type") != "answer":
        raise Misconduct("garbage", f"no answer: {_shown(line)}")
    if message.get("id") != number:
        return None
    option = message.get("option")
    if isinstance(option, str) and option in labels:
        return labels.index(option)
    if isinstance(option, int) and not isinstance(option, bool) and 0 <= option < len(labels):
        return option
    raise Misconduct("illegal", f"no option: {_shown(line)}")


def _shown(line: bytes) -> str:
    text = "".join(c if c.isprintable() else "?" for c in line.decode("utf-8", "replace"))
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _plain(value: object) -> object:
    """Return a value of an option as JSON data."""
    return value if isinstance(value, bool | int | str) or value is None else str(value)
