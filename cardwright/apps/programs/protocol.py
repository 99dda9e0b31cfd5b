"""Exchange lines of JSON with bots over pipes and sockets: version 1 of the protocol.

No line is longer than allowed, and nothing waits without end. What a bot writes stays in the pipe
until an answer is waited for, so a bot that floods fills its own pipe and none of our memory; what
a bot does not read is given up at the deadline. `schemas/agent.schema.json` has the form of every
message, `docs/agents.md` explains them.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from cardwright import Match
from interpreter import EventRecord

LINE_BYTES: Final = 64 * 1024
"""Longest line that a bot may write."""
STALE_LINES: Final = 100
"""So many lines a bot may write that answer nothing, while one answer is waited for."""
CONNECT_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 1.0
_CHUNK: Final = 64 * 1024


class Misconduct(Exception):
    """A bot did not do its part.

    Attributes:
        kind: `late`, `deaf` (it does not read), `crashed`, `garbage`, `illegal`, `flood`, `absent`.
        detail: What was seen of it, in words.
    """

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind, self.detail = kind, detail


class Line:
    """A connection to a bot: a process with pipes, or a socket."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing
        self._rest = b""
        for each in {reading, writing}:
            os.set_blocking(each, False)

    def send(self, data: bytes, deadline: float) -> None:
        """Write a line before a deadline.

        Raises:
            Misconduct: The bot does not read (`deaf`), or is gone (`crashed`).
        """
        view = memoryview(data + b"\n")
        while view:
            try:
                view = view[os.write(self._writing, view) :]
            except BlockingIOError:
                if not _ready(self._writing, selectors.EVENT_WRITE, deadline):
                    raise Misconduct("deaf", "it does not read what it is sent") from None
            except OSError:
                raise Misconduct("crashed", "it has gone") from None

    def lines(self, deadline: float) -> Iterator[bytes]:
        """Yield what the bot writes, line by line, until the deadline.

        Raises:
            Misconduct: It is `late`, has gone, or writes too much.
        """
        for _ in range(STALE_LINES):
            while b"\n" not in self._rest:
                self._more(deadline)
            line, _, self._rest = self._rest.partition(b"\n")
            yield line
        raise Misconduct("flood", f"over {STALE_LINES} lines that answer nothing")

    def _more(self, deadline: float) -> None:
        if len(self._rest) > LINE_BYTES:
            raise Misconduct("flood", f"a line of over {LINE_BYTES:,} bytes")
        if not _ready(self._reading, selectors.EVENT_READ, deadline):
            raise Misconduct("late", "no answer in time")
        try:
            data = os.read(self._reading, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise Misconduct("crashed", "it has gone")
        self._rest += data

    def close(self) -> None:
        """Hang up."""
        for each in {self._reading, self._writing}:
            with suppress(OSError):
                os.close(each)


def _ready(place: int, event: int, deadline: float) -> bool:
    """Wait until something can be read or written; return whether it can before the deadline."""
    with selectors.DefaultSelector() as selector:
        selector.register(place, event)
        return bool(selector.select(max(0.0, deadline - monotonic())))


class ProcessLine(Line):
    """A connection to a bot that is started for it.

    Args:
        is_heard: Whether what the bot writes to its standard error goes to ours.
    """

    def __init__(self, command: str, *, is_heard: bool = False) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if is_heard else subprocess.DEVNULL,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Misconduct("absent", f"it cannot be started: {_said(error)}") from None
        assert self._process.stdin is not None and self._process.stdout is not None
        super().__init__(
            os.dup(self._process.stdout.fileno()), os.dup(self._process.stdin.fileno())
        )
        self._process.stdin.close()
        self._process.stdout.close()

    def close(self) -> None:
        """Hang up and end the process, at once where it does not end by itself."""
        super().close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSE_SECONDS)
            return
        self._process.kill()
        self._process.wait()


class SocketLine(Line):
    """A connection to a bot that listens: `tcp:HOST:PORT` or `unix:PATH`."""

    def __init__(self, address: str) -> None:
        kind, _, place = address.partition(":")
        try:
            if kind == "unix":
                found = socket.socket(socket.AF_UNIX)
                found.settimeout(CONNECT_SECONDS)
                found.connect(place)
            else:
                host, _, port = place.rpartition(":")
                found = socket.create_connection((host, int(port)), CONNECT_SECONDS)
        except OSError as error:
            raise Misconduct("absent", f"nobody listens there: {_said(error)}") from None
        except (ValueError, OverflowError):
            raise Misconduct("absent", "an address is `tcp:HOST:PORT` or `unix:PATH`") from None
        number = found.detach()
        super().__init__(number, number)


def _said(error: Exception) -> str:
    """Return what the system says of an error, in words alone."""
    return (error.strerror if isinstance(error, OSError) else "") or str(error)


def connected(address: str, *, is_heard: bool = False) -> Line:
    """Return a connection to a bot: a command to start, `tcp:HOST:PORT` or `unix:PATH`.

    Args:
        is_heard: Whether what a command writes to its standard error goes to ours.

    Raises:
        Misconduct: It cannot be reached (`absent`).
    """
    is_socket = address.startswith(("tcp:", "unix:"))
    return SocketLine(address) if is_socket else ProcessLine(address, is_heard=is_heard)


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
        "options": {
            id_: (value if isinstance(value, bool | int | str) or value is None else str(value))
            for id_, value in match.machine.program.options.items()
        },
        "players": list(match.names),
        "seat": seat,
        "seconds": seconds,
    }


def ask(
    match: Match, seat: int, number: int, seconds: float, news: Sequence[EventRecord]
) -> dict[str, Any]:
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
        "events": [{"name": e.name, "actor": e.actor, "arguments": e.arguments} for e in news],
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
