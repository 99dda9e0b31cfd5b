"""Serve games to language models by the Model Context Protocol: tools and resources.

A model can check packages, look words and cards up, run scripts, let policies play, and play a seat
itself: of a match it gets what its seat may know, and nothing else.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

import click

import cardwright
from cardwright import (
    Match,
    Mistake,
    PackageError,
    __version__,
    data_folder,
    find_package,
    language_guide,
)
from cardwright.apps.policies.endless import play_others
from cardwright.apps.policies.policies import POLICIES
from cardwright.apps.press.rulebook_text import rulebook_text
from cardwright.apps.programs.environment.spaces import needed

with needed("mcp"):
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError

MOST_SEATS = 100
"""So many matches are kept; the oldest are given up."""
MOST_TEXT = 60_000
"""Characters of what a command says."""
MOST_MATCHES = 10_000
SCHEMAS = "schemas"

_SAYING = Lock()
"""One command speaks at a time."""

INSTRUCTIONS = """Card games written as data. Read cardwright://guide for the language, lint a
package after each change, run its scripts, and play: start_match, then answer until it is over."""


class Desk:
    """The matches in which a model has a seat."""

    def __init__(self, path: Sequence[Path] = ()) -> None:
        self.path = tuple(path)
        self._seats: dict[str, _Seat] = {}
        self._begun = 0

    def start(
        self, game: str, players: int | None, seat: int, opponents: str, seed: int | None,
        options: dict[str, Any] | None,
    ) -> dict[str, Any]:  # fmt: skip
        """Begin a match and return what the seat sees."""
        rules = cardwright.load(game, options, self.path)
        match = rules.start(players, seed)
        if seat not in match.seats:
            raise ValueError(f"the seat is 0 to {len(match.seats) - 1}")
        if opponents not in POLICIES:
            raise ValueError(f"opponents are one of {', '.join(POLICIES)}")
        self._begun += 1
        id_ = f"match-{self._begun}"
        self._seats[id_] = _Seat(match, seat, opponents)
        if len(self._seats) > MOST_SEATS:
            del self._seats[next(iter(self._seats))]
        return {"match": id_, **self._seats[id_].view()}

    def answer(self, match: str, option: str) -> dict[str, Any]:
        """Apply an answer and return what the seat sees next."""
        return self._seat(match).answer(option)

    def look(self, match: str) -> dict[str, Any]:
        """Return what the seat sees."""
        return self._seat(match).view()

    def _seat(self, match: str) -> _Seat:
        if match not in self._seats:
            raise ValueError(f"no match `{match}`; start one with start_match")
        return self._seats[match]


class _Seat:
    """A match in which a model has one seat and a policy the others."""

    def __init__(self, match: Match, seat: int, opponents: str) -> None:
        self.match, self.seat = match, seat
        self._policy, self._random = POLICIES[opponents], Random(f"opponents {match.seed}")
        self._news = match.follow(seat)
        self._others_play()

    def answer(self, option: str) -> dict[str, Any]:
        """Apply the answer of a label."""
        self.match.apply(option)
        self._others_play()
        return self.view()

    def view(self) -> dict[str, Any]:
        """Return the position, the question and what has happened since, as the seat knows them."""
        match, decision = self.match, self.match.decision
        seen = match.observe(self.seat)
        del seen["log"]
        options = [] if decision is None else decision.options
        return {
            "question": None if decision is None else decision.question("en"),
            "options": {each.label: each.text("en") for each in options},
            "over": match.over,
            "scores": list(match.scores) if match.over else None,
            "since": [text for event in self._news.new() if (text := event.text("en"))],
            "position": seen,
        }

    def _others_play(self) -> None:
        play_others(self.match, self.seat, self._policy, self._random)


def said(group: click.Group, path: Sequence[Path], *words: str) -> str:
    """Return what a command of the command line says, with its status."""
    out = io.StringIO()
    extra = [part for folder in path for part in ("--path", str(folder))]
    with _SAYING, redirect_stdout(out), redirect_stderr(out):
        try:
            group.main([words[0], *extra, *words[1:]], prog_name="cardwright")
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
    text = out.getvalue()
    cut = text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}\n… cut"
    return f"{cut.rstrip()}\n(status {status})"


def served(group: click.Group, path: Sequence[Path] = ()) -> MCPServer[Any]:
    """Return a server of all tools and resources.

    Args:
        group: The command line: some tools are commands of it.
        path: Extra folders in which packages are looked for.
    """
    server: MCPServer[Any] = MCPServer("cardwright", instructions=INSTRUCTIONS, version=__version__)
    _add_commands(server, group, path)
    _add_seats(server, Desk(path))
    _add_resources(server, path)
    return server


@contextmanager
def _mistakes_as(kind: type[Exception]) -> Iterator[None]:
    """Report to a model in words what it did wrong, and nothing of any other error."""
    try:
        yield
    except (PackageError, Mistake, ValueError) as error:
        raise kind(str(error)) from None


def _add_commands(server: MCPServer[Any], group: click.Group, path: Sequence[Path]) -> None:
    """Add the tools that do what the command line does."""

    @server.tool()
    def lint(package: str) -> str:
        """Check a game (its id or folder): all mistakes and doubts with file:line:column."""
        return said(group, path, "lint", "--", package)

    @server.tool()
    def explain(name: str, game: str = "") -> str:
        """Explain a diagnostic, a word of the language, or a name of a game."""
        return said(group, path, "explain", *(("--game", game) if game else ()), "--", name)

    @server.tool()
    def search_cards(game: str, query: str = "") -> str:
        """Find cards of a game by what they are and do, e.g. `does:draw cost<3`; a card's name
        alone shows it in full."""
        return said(group, path, "cards", "--", game, *([query] if query else ()))

    @server.tool()
    def run_script(script: str) -> str:
        """Run a scripted game, FILE or FILE:LINE or a folder; show its transcript and what did not
        come out."""
        return said(group, path, "run", "--", script)

    @server.tool()
    def simulate(game: str, matches: int = 100, players: int = 0, policy: str = "random") -> str:
        """Let policies (random, greedy, mcts) play matches; outcomes, lengths and faults."""
        number = str(min(matches, MOST_MATCHES))
        seats = ("--players", str(players)) if players else ()
        return said(
            group, path, "sim", "-n", number, "--policy", policy, *seats, "--json", "--", game
        )


def _add_seats(server: MCPServer[Any], desk: Desk) -> None:
    """Add the tools to play."""

    @server.tool()
    def start_match(
        game: str, players: int | None = None, seat: int = 0, opponents: str = "greedy",
        seed: int | None = None, options: dict[str, Any] | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Begin a match and take a seat; the others are played by a policy. Gives the match's id
        and what the seat may know."""
        with _mistakes_as(ToolError):
            return desk.start(game, players, seat, opponents, seed, options)

    @server.tool()
    def answer(match: str, option: str) -> dict[str, Any]:
        """Answer the open question of a match with the label of an option."""
        with _mistakes_as(ToolError):
            return desk.answer(match, option)

    @server.tool()
    def look(match: str) -> dict[str, Any]:
        """Look at a match again, as the seat may know it."""
        with _mistakes_as(ToolError):
            return desk.look(match)


def _add_resources(server: MCPServer[Any], path: Sequence[Path]) -> None:
    """Add what can be read."""

    @server.resource("cardwright://guide", mime_type="text/markdown")
    def guide() -> str:
        """The language for authors, in full."""
        return language_guide()

    @server.resource("cardwright://schemas/{name}", mime_type="application/json")
    def schema(name: str) -> str:
        """The JSON Schema of a kind of file, such as `game` or `script`."""
        files = {file.name.partition(".")[0]: file for file in data_folder(SCHEMAS).glob("*.json")}
        if name not in files:
            raise ResourceNotFoundError(
                f"no schema `{name}`; there are: {', '.join(sorted(files))}"
            )
        return files[name].read_text("utf-8")

    @server.resource("cardwright://rulebook/{game}", mime_type="text/markdown")
    def rulebook(game: str) -> str:
        """The rules of a game in words, made from its package."""
        with _mistakes_as(ResourceNotFoundError):
            return rulebook_text(cardwright.load(find_package(game, path), whole=True).model)
