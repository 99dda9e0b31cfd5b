"""Write a small game by chance about the course of a match: phases of all shapes, in one another,
that are left and passed in, groups of actions, state that lasts until something is over."""

from __future__ import annotations

from random import Random
from typing import Final

from soak.random_lines import Line, Lines, plain, quoted
from soak.random_rules import POLICY, Rules
from soak.random_words import Scope

DEEPEST: Final = 3
"""How many phases stand in one another at the most."""

PHASES: Final = [f"phase-{n}" for n in range(1, 8)]
SCOPES: Final = ("turn", "round", "action", "act", "phase-1")


def course_lines(chance: Random) -> Lines:
    """Return the lines of a game."""
    return Courses(chance).lines()


class Courses(Rules):
    """Writes the sections of a game whose course is written by chance too."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.phases = ["act", *PHASES[:3]]
        self.left = list(PHASES)
        """Names of phases that none has yet."""

    # --- state and actions ----------------------------------------------------------------------

    def nouns(self) -> Lines:
        """Return those of any game, and counters that begin again when something is over."""
        found = super().nouns()
        state = next(line for line in found if line.text.startswith("state:"))
        until = ", ".join(f"count-{n}: int = 0 until {self.chance.choice(SCOPES)}" for n in (1, 2))
        state.text = state.text.replace("{", f"{{{until}, ", 1)
        return found

    def action(self, name: str) -> Line:
        """Return an action, which may count, leave a phase, or be one of a group."""
        line = super().action(name)
        do = next(each for each in line.below if each.text.startswith("do:"))
        asks = any(each.text.startswith("when:") for each in line.below)
        if self.words.odds(0.5) and not asks:
            counter = f"count-{self.chance.randint(1, 2)}"
            line.below.insert(0, quoted("when", f"{counter} < {self.chance.randint(1, 3)}"))
            do.below.insert(0, Line(f"add 1 to {counter}"))
        if self.words.odds(0.3):
            do.below.append(Line(self._leave()))
        if self.words.odds(0.3):
            line.below.insert(0, Line("in: errand"))
        return line

    def _leave(self) -> str:
        """Return a step that leaves a phase, or the match."""
        step = self.words.pick(*(f"leave {name}" for name in PHASES), "eliminate me", "pass")
        return f"if {self.words.condition(Scope(level=99), 1)}, {step}"

    def group(self) -> Line:
        """Return a group of actions."""
        below = [Line("actions: {}")]
        if self.words.odds(0.5):
            below.append(Line(f"limit: {self.limit()}"))
        if self.words.odds(0.4):
            below.append(quoted("when", self.words.condition(Scope(is_seen=True), 1)))
        if self.words.odds(0.3):
            below.append(Line("cost: pay 1"))
        return Line("errand:", below)

    def lines(self) -> Lines:
        """Return all sections, with the group among the actions."""
        found = super().lines()
        actions = next(line for line in found if line.text == "actions:")
        actions.below.append(self.group())
        return found

    # --- the course -----------------------------------------------------------------------------

    def course(self) -> Lines:
        """Return set-up, phases, end and policy."""
        setup = plain(
            """\
- id: deal-out
  do: |
    shuffle deck
    fill row from deck
    deal 2
    for each p in players:
      move top(deck, 2) to p.field
      add 2 red + 1 blue to p.jewels
"""
        )
        setup += [self.phase(1, has_me=False)] if self.words.odds(0.3) else []
        phases = [self.phase(1, has_me=False) for _ in range(self.chance.randint(1, 3))]
        again = self.words.pick("", "repeat: true", "while: true")
        act = [Line("turns: players"), *plain(again), self._offer(bool(again))]
        phases.insert(self.chance.randrange(len(phases) + 1), Line("- id: act", act))
        phases += plain(
            "- id: evening\n  do: |\n    untap player.field\n    if round >= 3, end game"
        )
        end = Line("end:", [Line("rank: [coins, count(hand)]")])
        if self.words.odds(0.25):
            end.below.append(quoted("when", self.words.condition(Scope(me="start-player"), 1)))
        chosen = [Line(f"{key}: {self.chance.choice(words)}") for key, words in POLICY.items()]
        return [Line("setup:", setup), Line("phases:", phases), end, Line("policy:", chosen)]

    def phase(self, depth: int, *, has_me: bool, is_asking: bool = False) -> Line:
        """Return a phase with those inside it.

        Args:
            has_me: Whether it stands in somebody's turn.
            is_asking: Whether it is to ask others.
        """
        name = self.left.pop(0) if self.left else f"last-{self.chance.randrange(10**6)}"
        below, scope, passes = self._loop(has_me, is_asking)
        has_me = has_me or is_asking or any(line.text.startswith("turns:") for line in below)
        kinds = ["do", *(["offer", "offer"] if has_me else [])]
        kinds += ["phases", "phases"] if depth < DEEPEST and self.left and not is_asking else []
        kind = "offer" if is_asking else self.chance.choice(kinds)
        if kind == "do":
            below.append(Line("do: |", self._steps(scope, has_me)))
        elif kind == "offer":
            below.append(self._offer(passes))
        else:
            below.append(Line("phases:", self._inner(depth + 1, has_me)))
        return Line(f"- id: {name}", below)

    def _loop(self, has_me: bool, is_asking: bool) -> tuple[Lines, Scope, bool]:
        """Return how often a phase goes on, what may be named in it, and whether one may pass."""
        words = self.words
        if is_asking:
            again = [Line("repeat: true")] if words.odds(0.5) else []
            return (
                [Line(f"asks: {words.pick('opponents', 'players', 'opponents(me)')}"), *again],
                Scope(),
                True,
            )
        kind = words.pick("turns", "turns", "for", "while", "")
        if kind == "turns":
            free = Scope(me="me" if has_me else "start-player")
            again = words.pick(
                "", "repeat: true", "while: true", lambda: f'while: "{self._while()}"'
            )
            return [quoted("turns", words.players(free)), *plain(again)], Scope(), bool(again)
        if kind == "for":
            return (
                [Line("for: p in players")],
                Scope((("player", "p"),), "me" if has_me else "p"),
                False,
            )
        if kind == "while":
            return (
                [quoted("while", self._while())],
                Scope(me="me" if has_me else "start-player"),
                has_me,
            )
        return [], Scope(me="me" if has_me else "start-player"), False

    def _while(self) -> str:
        """Return a condition that steps of actions make false, or any."""
        free = Scope(me="start-player")
        return self.words.pick("count-1 < 3", "total < 4", lambda: self.words.condition(free, 1))

    def _steps(self, scope: Scope, has_me: bool) -> Lines:
        """Return the steps of a phase."""
        me = "me" if has_me else scope.me if scope.me != "me" else "start-player"
        found = self.steps.body(Scope(scope.names, me, level=99), 2)
        counted = [Line(f"add 1 to {self.words.pick('count-1', 'count-2', 'total')}")]
        return [*counted, *found] if self.words.odds(0.6) else found

    def _offer(self, passes: bool) -> Line:
        """Return what is offered."""
        some = self.chance.sample(self.actions, self.chance.randint(1, len(self.actions)))
        some += ["errand"] if self.words.odds(0.3) else []
        return Line(f"offer: [{', '.join([*some, *(['pass'] if passes else [])])}]")

    def _inner(self, depth: int, has_me: bool) -> Lines:
        """Return the phases inside one."""
        found = [self.phase(depth, has_me=has_me) for _ in range(self.chance.randint(1, 2))]
        asks = has_me and self.words.odds(0.4)
        return [*found, self.phase(depth, has_me=True, is_asking=True)] if asks else found
