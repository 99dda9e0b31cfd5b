"""List the scripts and examples of a package, and compare what comes of them.

Transcripts are compared with recorded ones; coverage counts the nodes of the event graph that were
reached.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import asdict

from cardwright.api.checks import Checks
from cardwright.api.loading import load
from cardwright.api.package import Package
from dsl.files import read_plain
from dsl.model.game import Game
from dsl.model.scripts import Script
from dsl.records import Record

if TYPE_CHECKING:
    from cardwright.api.game import Game as Rules
    from dsl.diagnostics.diagnostic import Diagnostic
    from interpreter.graph.steps import Node
    from interpreter.script.session import ScriptResult


LONGEST = 16 * 1024 * 1024
"""Bytes of a recorded transcript that are read."""


class Difference(Record):
    """The first line in which a transcript differs from the recorded one."""

    path: str
    line: int
    expected: str
    found: str

    def slots(self) -> dict[str, object]:
        """Return what stands in a message."""
        return asdict(self)


class Case(Record):
    """A script or example with the package it belongs to.

    Attributes:
        number: Its place among the package's examples and scripts, in that order.
        is_example: It stands on a card, event, value or action.
    """

    package: Package
    number: int
    script: Script
    is_example: bool

    @classmethod
    def all_in(
        cls, package: Package, model: Game, path: Path | None = None, line: int | None = None
    ) -> list[Case]:
        """Return the examples, then the scripts of a package.

        Args:
            path: Only scripts in this file or below this folder, and no examples.
            line: Only the script that begins on this line, from 1.
        """
        examples = [(script, True) for script in model.examples]
        scripts = [(script, False) for script in model.scripts]
        pairs = enumerate(examples + scripts)
        cases = [cls(package, i, script, is_example) for i, (script, is_example) in pairs]
        if path is None:
            return cases
        chosen = [case for case in cases if not case.is_example and case.is_in(path)]
        return [case for case in chosen if line is None or case.is_at(line)]

    @staticmethod
    def unknown_answers(model: Game) -> tuple[Diagnostic, ...]:
        """Return the warnings about answers that nothing is called: with one of them `illegal`
        always holds."""
        from dsl.lint.facts import Facts
        from dsl.lint.files import unknown_answer

        return tuple(unknown_answer(Facts(model, frozenset())))

    @property
    def title(self) -> str:
        """Return what it shows; an example without a title is named after its card."""
        return self.script.title or self.script.card or self.place

    @property
    def place(self) -> str:
        """Return `path:line:column`."""
        return self.script.span.place

    @property
    def file(self) -> Path:
        """Return the file it stands in.

        The path in the span is the one shown when the package was checked, which may have been
        elsewhere; so only what lies below the package's folder, or that of an expansion in it,
        counts: first where such a folder is shown as it was, or has the same name.
        """
        shown = Path(self.script.span.source.path)
        packages = (*self.package.parts, self.package)
        folders = [each.folder for each in packages]
        ends = [shown.parts[i:] for i in range(len(shown.parts))]
        same = [each.folder / shown.relative_to(each.shown) for each in packages
                if shown.is_relative_to(each.shown)]  # fmt: skip
        named = [f.joinpath(*end[1:]) for end in ends for f in folders if end[0] == f.name]
        others = [self.package.folder.joinpath(*end) for end in ends]
        return next((path for path in (*same, *named, *others) if path.is_file()), shown)

    def is_in(self, path: Path) -> bool:
        """Return whether it stands in a file or below a folder."""
        return self.file.resolve().is_relative_to(path.resolve())

    def is_at(self, line: int) -> bool:
        """Return whether it begins on a line, from 1."""
        return self.script.span.source.position(self.script.span.start)[0] == line

    def has_words(self, words: tuple[str, ...]) -> bool:
        """Return whether its title, card or place have all words; case does not count."""
        text = f"{self.title} {self.script.card or ''} {self.place}".casefold()
        return all(word.casefold() in text for word in words)

    def run(self, cache: bool = True) -> ScriptResult:
        """Run it under the options that it asks for."""
        return load(self.package, cache=cache, whole=True).run(self.script)

    def watch(self, cache: bool = True) -> tuple[ScriptResult, frozenset[Key]]:
        """Run it by the walker; return what came of it and where in the texts it has been."""
        from cardwright.api.scripting import run_script_watched

        model = load(self.package, cache=cache, whole=True).model_of(self.script)
        return run_script_watched(model, self.script)

    @staticmethod
    def steps_that_fit(script: Script, game: Rules) -> tuple[int, ...]:
        """Return the numbers of a script's steps without answers that nobody could give then."""
        from cardwright.api.scripting import steps_that_fit

        return steps_that_fit(game.model_of(script), script)

    @property
    def recorded_file(self) -> Path | None:
        """Where its transcript is recorded; None for examples."""
        if self.script.recorded is None:
            return None
        return self.file.parent / Path(self.script.recorded).name

    def first_difference(self, transcript: str) -> Difference | None:
        """Return the first line that differs from the recorded transcript; None if nothing differs.

        Nothing differs where nothing is recorded.
        """
        file = self.recorded_file
        before = None if file is None else _recorded_lines(file)
        if before is None:
            return None
        pairs = zip_longest(before, transcript.splitlines())
        for number, (expected, found) in enumerate(pairs, start=1):
            if expected != found:
                return Difference(str(file), number, expected or "", found or "")
        return None


def _recorded_lines(file: Path) -> list[str] | None:
    """Return the lines of a recorded transcript; None where there is none.

    A link is none: what it leads to would be shown where it differs.
    """
    try:
        return read_plain(file, LONGEST, follows=False).decode("utf-8", "replace").splitlines()
    except OSError:
        return None


Key: TypeAlias = tuple[str, int, int]


class Coverage(Record):
    """The nodes of one game, all its variants together, and which of them were reached.

    Attributes:
        title: The game and, where some were asked for, its expansions.
        nodes: In the order of the texts.
    """

    title: str
    nodes: tuple[Node, ...]
    reached: frozenset[Key]

    @classmethod
    def of(cls, package: Package, reached: Iterable[Key], cache: bool = True) -> Coverage:
        """Return which nodes of a game, all its variants together, are among places reached.

        Of a package with expansions in it only the one that requires all others counts.
        """
        from interpreter.graph.steps import executable_nodes

        models = [
            load(each, cache=cache, whole=True).model for each in Checks(cache).variants(package)
        ]
        nodes = [node for model in models for node in executable_nodes(model)]
        if package.parts:
            whose = package.topmost()
            nodes = [node for node in nodes if node.span.source.package == whose]
        title = " + ".join([package.id, *(part.id for part in package.parts)])
        return cls.of_nodes(title, nodes, reached)

    @classmethod
    def of_nodes(cls, title: str, nodes: Iterable[Node], reached: Iterable[Key]) -> Coverage:
        """Return the coverage of nodes, each place once, in the order of the texts."""
        by_key = {node.key: node for node in nodes}
        return cls(title, tuple(by_key[key] for key in sorted(by_key)), frozenset(reached))

    @property
    def unreached(self) -> tuple[Node, ...]:
        """Return the nodes that were not reached."""
        return tuple(node for node in self.nodes if node.key not in self.reached)

    @property
    def count(self) -> int:
        """Return how many nodes were reached."""
        return len(self.nodes) - len(self.unreached)

    @property
    def share(self) -> float:
        """Return the part that was reached, from 0 to 1; 1 where there is nothing to reach."""
        return self.count / len(self.nodes) if self.nodes else 1.0

    def is_at_least(self, percent: float) -> bool:
        """Return whether at least this percentage of the nodes was reached."""
        return self.count * 100 >= percent * len(self.nodes)

    def of_card(self, card: str | None) -> Coverage:
        """Return the part that stands on a card, or on none."""
        nodes = tuple(node for node in self.nodes if node.card == card)
        return Coverage(card or "", nodes, self.reached)

    @property
    def cards(self) -> tuple[Coverage, ...]:
        """Return the part of each card that has nodes, by id."""
        ids = sorted({node.card for node in self.nodes if node.card is not None})
        return tuple(self.of_card(id_) for id_ in ids)

    def as_plain(self) -> dict[str, Any]:
        """Return it as one plain object."""
        return {
            "game": self.title,
            **self._counts(),
            "cards": [{"card": card.title, **card._counts()} for card in self.cards],
        }

    def _counts(self) -> dict[str, Any]:
        return {
            "nodes": len(self.nodes),
            "reached": self.count,
            "share": round(self.share, 4),
            "unreached": [node.as_plain() for node in self.unreached],
        }
