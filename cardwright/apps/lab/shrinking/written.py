"""Represent a script as plain data whose parts can be left out, and write failures as such scripts.

A failure is a match of a seed, a recorded course, or a script in a file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random
from typing import Any, TypeAlias

from msgspec.structs import replace

from cardwright import Case, Game, Options, SavedFile
from cardwright.apps.lab.simulate.run import Plan
from dsl import Record, read_yaml
from dsl.model.documents import Document, Node, Scalar
from dsl.model.documents import Mapping as MappingNode

Plain: TypeAlias = Any
"""A text, a list or a mapping, as YAML says it."""
DataPath: TypeAlias = tuple[str | int, ...]
"""From the root of a tree to a part of it, by keys and places."""
Step: TypeAlias = str | Mapping[str, Plain]

SAFE = re.compile(r"-?[0-9]+|[a-zA-Z][\w-]*(\.[a-zA-Z][\w-]*)?")
BEGINNINGS = ("given", "arrange")
WIDTH = 100


class Written(Record, kw_only=True):
    """A script whose parts can be left out.

    Attributes:
        head: All that stands above the position.
        worlds: Each what it begins with: `{"given": …}`, `{"arrange": …}` or nothing; of several
            each may have its `seed`.
        gone: Paths of what is left out, of all worlds and of `options` alike.
        steps: Answers one by one: `{"ada": ["draw"]}`.
    """

    head: Mapping[str, Plain]
    worlds: tuple[Mapping[str, Plain], ...] = ({},)
    gone: frozenset[DataPath] = frozenset()
    steps: tuple[Step, ...] = ()

    @property
    def size(self) -> int:
        """How long it is: its steps, answers one by one, and the entries of all else."""
        return len(self.steps) + len(self.entries())

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays."""
        return tuple(self.head.get("players", ()))

    def entries(self) -> tuple[DataPath, ...]:
        """Return the path of every part that could be left out and is there."""
        options = self.head.get("options", {})
        found = (_paths(self.worlds[0], (), self.gone), _paths(options, ("options",), self.gone))
        return tuple(path for paths in found for path in paths)

    def without(self, paths: Iterable[DataPath]) -> Written:
        """Return it without some more parts."""
        return replace(self, gone=self.gone | frozenset(paths))

    def lists(self) -> tuple[tuple[DataPath, int], ...]:
        """Return each zone of a lone world in which several cards are named, and how many."""
        if len(self.worlds) > 1:
            return ()
        kept = _kept(self.worlds[0], (), self.gone)
        return tuple(
            ((beginning, key), len(cards))
            for beginning, position in kept.items()
            if beginning in BEGINNINGS
            for key, cards in position.items()
            if isinstance(cards, list) and len(cards) > 1
        )

    def with_number(self, path: DataPath, number: int) -> Written:
        """Return it with a number of any cards in a zone."""
        beginning, key = path
        [world] = self.worlds
        position = {**world[str(beginning)], key: str(number)}
        gone = frozenset(each for each in self.gone if each[:2] != path)
        return replace(self, worlds=({**world, str(beginning): position},), gone=gone)

    def answer_of(self, step: Step) -> tuple[str, str] | None:
        """Return who answers what, if a step is one answer."""
        if isinstance(step, str) or len(step) != 1:
            return None
        [(who, answers)] = step.items()
        if who not in self.players or not isinstance(answers, list) or len(answers) != 1:
            return None
        return who, str(answers[0])

    def document(self) -> dict[str, Plain]:
        """Return it as one plain mapping."""
        head = {
            key: kept
            for key, value in self.head.items()
            if (kept := _kept(value, (key,), self.gone)) not in ({}, [])
        }
        worlds = [_kept(world, (), self.gone) for world in self.worlds]
        beginning = worlds[0] if len(worlds) == 1 else {"worlds": worlds}
        return {**head, **beginning, "steps": list(self._steps())}

    def _steps(self) -> Iterator[Step]:
        """Yield the steps, answers of one player in a row together."""

        def decider(step: Step) -> str | None:
            found = self.answer_of(step)
            return None if found is None else found[0]

        for who, group in groupby(self.steps, decider):
            steps = [*group]
            answers = [found[1] for step in steps if (found := self.answer_of(step))]
            yield from steps if who is None else [{who: answers}]

    def text(self) -> str:
        """Return it as a file says it."""
        return "".join(f"{line}\n" for line in _lines(self.document()))


def written_of(document: Document, players: tuple[str, ...]) -> Written:
    """Return what a file says as a script; it names its players."""
    plain = plain_of(document.root)
    plain.setdefault("players", list(players))
    steps = plain.pop("steps", [])
    begins = {key: plain.pop(key) for key in BEGINNINGS if key in plain}
    worlds = tuple(plain.pop("worlds", [begins]))
    found = Written(head=plain, worlds=worlds)
    split: list[Step] = []
    for step in steps:
        if isinstance(step, str) or len(step) != 1 or next(iter(step)) not in found.players:
            split.append(step)
            continue
        [(who, answers)] = step.items()  # a step for each answer
        split += ({who: [a]} for a in (answers if isinstance(answers, list) else [answers]))
    return replace(found, steps=tuple(split))


def plain_of(node: Node) -> Plain:
    """Return a part of a YAML document as plain data; scalars keep their text."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, MappingNode):
        return {entry.key.text: plain_of(entry.value) for entry in node.entries}
    return [plain_of(item) for item in node.items]


# --- what can go --------------------------------------------------------------------------------


def _children(tree: Plain) -> Iterable[tuple[str | int, Plain]]:
    if isinstance(tree, Mapping):
        return tree.items()
    return enumerate(tree) if isinstance(tree, list) else ()


def _paths(tree: Plain, above: DataPath, gone: frozenset[DataPath]) -> Iterator[DataPath]:
    """Yield the path of every part of a tree that is there, what holds others first."""
    for key, part in _children(tree):
        path = (*above, key)
        if path not in gone:
            yield path
            yield from _paths(part, path, gone)


def _kept(tree: Plain, above: DataPath, gone: frozenset[DataPath]) -> Plain:
    """Return a tree without what is gone; a card of which nothing more is said is its id alone."""
    kept = [
        (key, _kept(part, (*above, key), gone))
        for key, part in _children(tree)
        if (*above, key) not in gone
    ]
    if isinstance(tree, Mapping):
        return dict(kept)
    if not isinstance(tree, list):
        return tree
    return [_alone(part) for _, part in kept]


def _alone(item: Plain) -> Plain:
    """Return `blue-5` for `{blue-5: {}}`."""
    if isinstance(item, Mapping) and len(item) == 1 and next(iter(item.values())) == {}:
        return next(iter(item))
    return item


# --- YAML ---------------------------------------------------------------------------------------


def _lines(document: Mapping[str, Plain]) -> Iterator[str]:
    """Yield the lines of a document; what fits into a line stands in one."""
    for key, value in document.items():
        flow = f"{_scalar(key)}: {_flow(value)}"
        if isinstance(value, list) and key in ("steps", "worlds"):
            yield f"{key}:" if value else f"{key}: []"
            for item in value:
                lines = [_flow(item)]
                if isinstance(item, Mapping) and item:
                    lines = [f"{_scalar(inner)}: {_flow(part)}" for inner, part in item.items()]
                yield "- " + "\n  ".join(lines)
        elif isinstance(value, Mapping) and len(flow) > WIDTH:
            yield f"{_scalar(key)}:"
            yield from (f"  {line}" for line in _lines(value))
        else:
            yield flow


def _flow(value: Plain) -> str:
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_scalar(key)}: {_flow(part)}" for key, part in value.items())
        return "{" + inside + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value)


def _scalar(value: Plain) -> str:
    """Return a scalar, in quotes where plain it could be read as something else."""
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    return text if SAFE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


LONGEST = 20_000
"""Decisions of a match that are written down."""


def of_course(
    game: Game, names: Sequence[str], seed: int, answers: Iterable[tuple[str, str]],
    checks: Sequence[str] = (),
) -> Written:  # fmt: skip
    """Return the course of a match as a script: who gave which answers, one after the other."""
    defaults = Options(game.model).plain({k: o.default for k, o in game.model.options.items()})
    chosen = Options(game.model).plain(game.options)
    options = {key: value for key, value in chosen.items() if value != defaults.get(key)}
    head = {
        "script": f"seed {seed}",
        "game": game.id,
        "players": list(names),
        **({"options": options} if options else {}),
        "seed": seed,
        **({"check": list(checks)} if checks else {}),
    }
    return Written(head=head, steps=tuple({who: [answer]} for who, answer in answers))


def of_plan(plan: Plan, checks: Sequence[str] = ()) -> Written:
    """Return the match that a simulation plays with its first seed, as far as it can be played."""
    match = plan.starter()(plan.seed)
    answers: list[tuple[str, str]] = []
    policies, random = plan.deciders(), Random(f"policy {plan.seed}")
    try:
        while (decision := match.decision) is not None and len(answers) < LONGEST:
            index = policies[decision.player](match, random)
            answers.append((match.names[decision.player], decision.options[index].label))
            match.apply(index)
    except Exception:  # what is broken there is found again by the script
        pass
    return of_course(plan.game(), match.names, plan.seed, answers, checks)


def of_trajectory(game: Game, saved: SavedFile, checks: Sequence[str] = ()) -> Written:
    """Return the match that was recorded in a file.

    Raises:
        DamagedFileError: The bytes are damaged.
    """
    names, seed, choices = saved.course()
    answers = ((names[player], label) for player, label in choices)
    return of_course(game, names, seed, answers, checks)


def of_case(case: Case, checks: Sequence[str] = ()) -> Written:
    """Return a script as its file says it."""
    source = case.script.span.source
    for document in read_yaml(source).documents:
        if document.root.span.start <= case.script.span.start < document.root.span.end:
            found = written_of(document, case.script.players)
            return found if not checks else replace(found, head={**found.head, "check": [*checks]})
    raise LookupError(case.place)
