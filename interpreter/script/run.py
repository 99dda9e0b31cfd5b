"""Run a script from its beginning to its end, in each of its worlds.

A script also serves as a test of copies and saves: `difference` plays a copy beside the match.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from dsl.model import scripts as s
from dsl.model.game import Game
from dsl.model.types import EnumType
from dsl.records import Record
from interpreter.script.placing import PositionProblem, grown, sizes
from interpreter.script.positions import opening
from interpreter.script.session import (
    Dice,
    Failure,
    Machines,
    ScriptResult,
    Services,
    Session,
    options_of,
)
from interpreter.script.steps import ENDING, run_step, unnamed_fault, unsaid
from interpreter.state.chance import key_of
from interpreter.state.record import LOGGED, State
from interpreter.walk.match import Match
from interpreter.walk.questions import question

AHEAD = 20
"""How many decisions a match and its copy are followed."""
EVERY = 10
"""They are followed from every such decision on; at the others they are only compared."""
NEAR = 20
FAR = 100
"""A saved match is played again from its beginning, so it is taken up at each of the first NEAR
decisions, at every tenth up to FAR, and then at each that FAR divides."""

Copier = Callable[[Match], Match]


def copiers(services: Services, checks: tuple[str, ...]) -> dict[str, Copier]:
    """Return what makes the copies that a script's `check:` asks for."""
    found: dict[str, Copier] = {}
    if "clone" in checks:
        found["clone"] = Match.clone
    if "save" in checks and services.save is not None and services.restore is not None:
        found["save"] = _by_saving(services)
    return found


def _by_saving(services: Services) -> Copier:
    save, restore = services.save, services.restore
    assert save is not None and restore is not None
    return lambda match: restore(match.machine, save(match))


def is_due(check: str, match: Match) -> bool:
    """Return whether a match is copied at the decision where it stands."""
    made = len(match.choices)
    return check != "save" or made <= NEAR or made % (EVERY if made <= FAR else FAR) == 0


def difference(match: Match, copier: Copier) -> str | None:
    """Return how a copy differs, now or in the next decisions; None where it never does.

    The match itself is not changed: another copy is played beside.
    """
    copy = copier(match)
    if (found := _differs(match, copy)) is not None:
        return found
    if len(match.choices) % EVERY:
        return None
    before = match.digest()
    original = match.clone()
    dice = Dice(len(match.choices))
    for _ in range(AHEAD):
        if original.decision is None:
            break
        index = dice.below(len(original.decision.options))
        original.apply(index)
        copy.apply(index)
        if (found := _differs(original, copy)) is not None:
            return found
    return None if match.digest() == before else "the match changed with its copy"


def _differs(match: Match, copy: Match) -> str | None:
    if match.digest() != copy.digest():
        return "the copy has another digest"
    labels = [m.decision.labels if m.decision else () for m in (match, copy)]
    if labels[0] != labels[1]:
        return f"other options: {labels[1]}"
    return None if match.outcome == copy.outcome else "another outcome"


class _World(Record):
    """One way through a script."""

    session: Session | None
    failures: tuple[Failure, ...]
    trail: tuple[str, ...]


def run_script(
    game: Game,
    script: s.Script,
    *,
    machines: Machines | None = None,
    services: Services | None = None,
    keep_trail: bool = False,
) -> ScriptResult:
    """Run a script and return what came of it.

    Args:
        machines: Where machines are kept between scripts.
        services: What rooms beside this one do for scripts.
        keep_trail: Whether to digest the position at every decision.
    """
    machines = machines or Machines()
    services = services or Services()
    keep_trail = keep_trail or "log" in script.checks
    runner = _Runner(game, script, machines, services, keep_trail)
    result = runner.result()
    # a match that ended in a fault tells by the log what led there
    outcome = None if result.match is None else result.match.outcome
    is_faulty = outcome is not None and outcome.kind == "fault"
    if "log" in script.checks and not is_faulty:
        again = _Runner(game, script, machines, services, keep_trail, logs=False).result()
        if again.trail != result.trail:
            other = Failure(script.span, "the same course without a log", "another course")
            result = replace(result, failures=(*result.failures, other))
    return result


def position_after(
    game: Game, script: s.Script, seed: int, *, machines: Machines | None = None,
    services: Services | None = None,
) -> Match:  # fmt: skip
    """Return the match a script leads to, with chance going on by a seed of its own.

    Raises:
        ValueError: The script does not come out.
    """
    result = run_script(game, script, machines=machines, services=services)
    if result.failures:
        raise ValueError(str(result.failures[0]))
    match: Match = result.match
    match.state.key = key_of(seed)
    match.began = match.origin and match.origin._replace(seed=None)
    return match


def steps_that_fit(
    game: Game, script: s.Script, *, machines: Machines | None = None,
    services: Services | None = None,
) -> tuple[int, ...]:  # fmt: skip
    """Return the numbers of a script's steps without answers that nobody could give then."""
    runner = _Runner(game, script, machines or Machines(), services or Services(), False)
    return runner.fitting()


class _Runner:
    def __init__(
        self, game: Game, script: s.Script, machines: Machines, services: Services,
        keep_trail: bool, *, logs: bool = True,
    ) -> None:  # fmt: skip
        self.game, self.script, self.services, self.logs = game, script, services, logs
        self.prepared = machines.machine_of(game, script)
        self.keep_trail = keep_trail
        options = options_of(game, script.options, len(script.players))
        settings = [f"{id_}={_setting(game, id_, options[id_])}" for id_ in sorted(game.options)]
        self.header = (
            ("script", script.title),
            ("game", f"{game.manifest.id} {game.manifest.version}"),
            ("seed", str(script.seed)),
            ("players", ", ".join(script.players)),
            ("options", ", ".join(settings) or "-"),
        )

    def result(self) -> ScriptResult:
        """Run all worlds."""
        worlds = [self._world(p) for p in self.script.positions or (None,)]
        failures = [failure for world in worlds for failure in world.failures]
        failures += self._unlike_views([w.session for w in worlds if w.session is not None])
        first = worlds[0].session
        return ScriptResult(
            title=self.script.title,
            span=self.script.span,
            failures=tuple(failures),
            match=None if first is None else first.match,
            pending="" if first is None else pending(first),
            trail=tuple(world.trail for world in worlds),
            chosen=() if first is None else tuple(first.chosen),
            alone=() if first is None else first.told_alone(),
            acted_alone=frozenset() if first is None else frozenset(first.acted_alone),
            header=self.header,
            services=self.services,
        )

    def fitting(self) -> tuple[int, ...]:
        """Go through the first world, past answers that cannot be given."""
        try:
            session = self._begun(next(iter(self.script.positions), None))
        except PositionProblem:
            return tuple(range(len(self.script.steps)))
        session.run()
        found = []
        for number, step in enumerate(self.script.steps):
            if run_step(session, step, number) is None or not isinstance(step, s.Take):
                found.append(number)
        return tuple(found)

    def _begun(self, position: s.Position | None) -> Session:
        """Return the match at its beginning.

        Raises:
            PositionProblem: It cannot be built.
        """
        script = self.script
        if position is not None and position.seed is not None:
            script = replace(script, seed=position.seed)
        dice = Dice(script.seed)
        match, own = opening(self.prepared.machine, script, position, dice, self._phase())
        if not self.logs:
            match.state.listening &= ~LOGGED
        session = Session(self.prepared, script, match, dice, self.services, own)
        if self.script.chance:
            session.leave_course()
            match.state.forced = self.script.chance
        return session

    def _world(self, position: s.Position | None) -> _World:
        try:
            session = self._begun(position)
        except PositionProblem as problem:
            return _World(None, (Failure(problem.span, problem.expected, problem.found),), ())
        trail: list[str] = []
        failures: list[Failure] = []
        self._watch(session, trail, failures)
        arranged = sizes(session, position)
        try:
            session.run()
            came = grown(session, arranged)
            failures += self._steps(session)
        except TypeError:
            missing = unsaid(session, position)
            if missing is None:
                raise
            return _World(session, (*failures, missing), tuple(trail))
        if failures:
            failures[0] = replace(failures[0], found=failures[0].found + came)
        failures += unnamed_fault(session, failures)
        failures += self._left_over(session)
        if self.keep_trail:
            trail.append(session.match.digest())
        return _World(session, tuple(failures), tuple(trail))

    def _watch(self, session: Session, trail: list[str], failures: list[Failure]) -> None:
        """Check the match before every answer, as `check:` of the script asks."""
        copies = copiers(self.services, self.script.checks)

        def watch(match: Match) -> None:
            if self.keep_trail:
                trail.append(match.digest())
            for name, copier in copies.items():
                if not is_due(name, match):
                    continue
                found = difference(match, copier)
                if found is not None:
                    failures.append(Failure(self.script.span, f"check {name}", found))

        if copies or self.keep_trail:
            session.watch = watch

    def _steps(self, session: Session) -> list[Failure]:
        failures = []
        for number, step in enumerate(self.script.steps):
            failure = run_step(session, step, number)
            session.note_fault(step.span)
            if failure is not None:
                failures.append(failure)
                if isinstance(step, ENDING):
                    break
        return failures

    def _left_over(self, session: Session) -> list[Failure]:
        left = session.st.forced
        if not left:
            return []
        expected = f"chance decides {', '.join(left)}"
        return [Failure(self.script.span, expected, "it did not come to that")]

    def _phase(self) -> str | None:
        """Return the phase that offers the first taken action, for positions that name none."""
        first = next((x for x in self.script.steps if isinstance(x, s.Take | s.OptionsAre)), None)
        if first is None or any(isinstance(x, s.DoSteps) for x in self.script.steps):
            return None
        labels = first.answers if isinstance(first, s.Take) else (*first.after, *first.labels)
        plans = [plan for plan in self.prepared.machine.program.phases if plan.offer]
        actions = self.prepared.machine.program.actions
        for plan in plans:
            if any(actions[number].action.id in labels[:1] for number in plan.offer):
                return plan.phase.id
        return plans[0].phase.id if plans else None

    def _unlike_views(self, sittings: list[Session]) -> list[Failure]:
        """Return where a player can tell the worlds apart."""
        found = []
        for number, step in enumerate(self.script.steps):
            views = dict.fromkeys(each.views.get(number) for each in sittings)
            if isinstance(step, s.SameView) and len(views) > 1:
                expected = f"{step.who} gets the same in all worlds"
                one, other, *_ = views
                tells = self.services.parting
                by = f": {tells(one, other)}" if tells and one and other else ""
                found.append(Failure(step.span, expected, f"the worlds can be told apart{by}"))
        return found


def pending(session: Session) -> str:
    """Return the open decision or waiting work, in words; "" for none."""
    st: State = session.st
    if st.outcome is not None:
        return ""
    if st.ask is not None:
        who = session.name(st.ask.decider)
        return f"{who}: {question(session.machine.program, st, st.ask, 'en')}"
    waiting = len(st.pending) + len(st.queue)
    return f"{waiting} triggers" if waiting else ""


def _setting(game: Game, id_: str, value: object) -> str:
    """Return the value of an option as it is written."""
    type_ = game.options[id_].type
    if isinstance(type_, EnumType) and isinstance(value, int):
        return game.enums[type_.name].members[value]
    return str(value).lower() if isinstance(value, bool) else str(value)
