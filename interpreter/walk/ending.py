"""Say how the players rank, and who has won."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dsl.model.game import Game
from dsl.model.types import Maybe
from dsl.words.arithmetic import Fault
from interpreter.program.closures import Closure
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import Value, Values
from interpreter.writing.writer import Namespace

_NO_RANK = -(10**13)

Ranks: TypeAlias = tuple[Values, ...]
"""Each seat's rank: one int or none an entry of `end.rank`, the first counts first."""


class Ending:
    """The words of a game on its end.

    Attributes:
        when: When it is over, if it says so.
        ranks: From a state to each seat's rank.
        winners: From a state that is the last, and the ranks in it, to who wins.
    """

    def __init__(self, game: Game, seats: int, evaluator: Evaluator, functions: Namespace) -> None:
        end = game.end
        self._seats, self._span = range(seats), end.span
        self.when: Closure | None = evaluator.roomy(end.when) if end.when else None
        self._rank = tuple(evaluator.roomy(rank) for rank in end.rank)
        self._by_formula = evaluator.roomy(end.winners) if end.winners else None
        self._options = game.options
        self._keeps = {id_: evaluator.roomy(formula) for id_, formula in end.keeps.items()}
        self._ending = [id_ for id_ in end.keeps if not isinstance(game.options[id_].type, Maybe)]
        """Options of which none says that no match follows."""
        self.ranks: Callable[[State], Ranks] = functions.get("ranks") or self._ranks
        self.winners: Callable[[State, Ranks], tuple[int, ...]] = (
            functions.get("winners") or self._winners_of
        )

    def rank(self, st: State, seat: int) -> Values:
        """Return the rank of a seat."""
        return tuple(rank(st, [None, None, None, seat]) for rank in self._rank)

    def settled(self, st: State, *, is_end: bool) -> tuple[Ranks, tuple[int, ...]]:
        """Return the ranks in a state that is the last, and who has won if that is for them to say.

        Raises:
            Fault: The words of the end cannot be worked out.
        """
        try:
            ranks = self.ranks(st)
            winners = self.winners(st, ranks) if is_end else ()
            if is_end and self._keeps:
                self.kept(st)
            return ranks, winners
        except Fault as fault:
            raise fault.within("end", self._span) from None

    def kept(self, st: State) -> dict[str, object] | None:
        """Return what the game's `keeps` makes of options for the next match, in run-time form.

        None where it says that no match follows.

        Raises:
            Fault: An option cannot be that, or it cannot be worked out.
        """
        found = {id_: _of_option(keep(st, [None, None, None])) for id_, keep in self._keeps.items()}
        if any(found[id_] is None for id_ in self._ending):
            return None
        for id_, value in found.items():
            if not self._options[id_].allows(value):
                raise Fault("option-out-of-range", f"the next match cannot have {id_} {value}")
        return found

    def _ranks(self, st: State) -> Ranks:
        return tuple(self.rank(st, seat) for seat in self._seats)

    def _winners_of(self, st: State, ranks: Ranks) -> tuple[int, ...]:
        if self._by_formula:
            found = self._by_formula(st, [None, None, None])
            chosen = (found,) if isinstance(found, int) else tuple(found or ())
            return tuple(sorted(chosen))
        if not self._rank:
            return ()
        keys = ranks
        if [rank for rank in ranks if None in rank]:
            keys = tuple([tuple([_NO_RANK if n is None else n for n in rank]) for rank in ranks])
        best = max(keys)
        if keys.count(best) == 1:
            return (keys.index(best),)
        return tuple([seat for seat, rank in enumerate(keys) if rank == best])


def _of_option(value: Value) -> object:
    """Return a value as options have it."""
    return tuple(value) if isinstance(value, list | tuple) else value
