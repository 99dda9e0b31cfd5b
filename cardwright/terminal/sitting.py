"""Hold one sitting at a terminal: the match, who is a person, what has been shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cardwright.commands.session import Session
from cardwright.packages import Package
from cardwright.policies import policy_with
from cardwright.protocols import Decision, Game, Match
from cardwright.search.budget import Budget
from cardwright.view.progress import progress_bar
from cardwright.view.table import Artist


@dataclass(slots=True, kw_only=True)
class Sitting:
    """A match being played by people and policies.

    Attributes:
        people: The seats of people; policies play the others.
        budget: Of a policy that thinks.
        save_file: Where `s` saves unless told otherwise.
        random: What policies choose by; it has no influence on the match itself.
        seat: The seat whose view is on the screen; None before the first.
        shown: How many events have been told, by seat (None: to those who only watch).
    """

    session: Session
    package: Package
    game: Game
    match: Match
    people: frozenset[int]
    policy: str
    budget: Budget | None = None
    save_file: Path
    random: Random
    artist: Artist
    seat: int | None = None
    shown: dict[int | None, int] = field(default_factory=dict)

    @property
    def decision(self) -> Decision:
        """Return what is to be decided; only while the match goes on."""
        decision = self.match.decision
        if decision is None:
            raise RuntimeError("the match waits for nothing")
        return decision

    @property
    def is_hot_seat(self) -> bool:
        """Return whether several people share the screen."""
        return len(self.people) > 1

    def let_policy_choose(self) -> None:
        """Make the present decision by the policy."""
        if self.budget is None:
            self.match.apply(policy_with(self.policy, None)(self.match, self.random))
            return
        words = self.session.say("thinking", name=self.match.names[self.decision.player])
        with progress_bar(words, 100) as advance:
            policy = policy_with(self.policy, self.budget, advance)
            self.match.apply(policy(self.match, self.random))

    def new_texts(self) -> list[str]:
        """Return the events since the last call, as the present seat may know them."""
        events = self.match.log(self.seat)
        first = self.shown.get(self.seat, 0)
        texts = [event.text(self.session.lang) for event in events[first:]]
        self.shown[self.seat] = len(events)
        return [text for text in texts if text]

    def forget_undone(self) -> None:
        """Count the events that an undo has taken away as not told."""
        self.shown = {
            seat: min(told, len(self.match.log(seat))) for seat, told in self.shown.items()
        }

    def all_texts(self) -> list[str]:
        """Return all events, as the present seat may know them."""
        texts = (event.text(self.session.lang) for event in self.match.log(self.seat))
        return [text for text in texts if text]
