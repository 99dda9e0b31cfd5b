"""Write down as scripts what fails: a match of a seed, a recorded course, a script in a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from cardwright.api.game import Game
from cardwright.api.scripts import Case
from cardwright.api.storage import read_saved
from cardwright.apps.lab.shrinking.written import Written, written_of
from cardwright.apps.lab.simulate.run import Plan
from dsl.diagnostics.diagnostic import Report
from dsl.syntax.yaml_reader import read_documents
from interpreter.trajectory.identity import saved_options
from interpreter.trajectory.trajectory import course_of_bytes

LONGEST = 20_000
"""Decisions of a match that are written down."""


def of_course(
    game: Game, names: Sequence[str], seed: int, answers: Iterable[tuple[str, str]],
    checks: Sequence[str] = (),
) -> Written:  # fmt: skip
    """Return the course of a match as a script: who gave which answers, one after the other."""
    defaults = saved_options(game.model, {k: o.default for k, o in game.model.options.items()})
    chosen = saved_options(game.model, game.options)
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


def of_trajectory(game: Game, file: Path, checks: Sequence[str] = ()) -> Written:
    """Return the match that was recorded in a file.

    Raises:
        SaveError: The bytes are damaged.
    """
    names, seed, choices = course_of_bytes(read_saved(file))
    answers = ((names[player], label) for player, label in choices)
    return of_course(game, names, seed, answers, checks)


def of_case(case: Case, checks: Sequence[str] = ()) -> Written:
    """Return a script as its file says it."""
    source = case.script.span.source
    for document in read_documents(source, Report()):
        if document.root.span.start <= case.script.span.start < document.root.span.end:
            found = written_of(document, case.script.players)
            return found if not checks else replace(found, head={**found.head, "check": [*checks]})
    raise LookupError(case.place)
