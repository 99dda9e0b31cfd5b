"""Check what is done while all choose in secret: nothing that others would see or hear of.

One may change what is one's own state, and do events that do no more than that, such as paying:
the machine keeps it to itself until all have chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from dsl.check.expressions.expressions import quote
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.scope import Scope
from dsl.diagnostics.wording import Said
from dsl.model import expressions as e
from dsl.model import rules
from dsl.model import steps as s
from dsl.model.walk import walk
from dsl.records import Span
from dsl.words.vocabulary import NATIVES


def report_what_shows(body: tuple[s.Step, ...], element: int, scope: Scope) -> None:
    """Report what others would see of secret choices before all are made.

    Args:
        element: The slot of who chooses.
    """
    pays = any(isinstance(step, s.Change | s.DoEvent) for step in walk(body))
    secrets = _Secrets(element, pays)
    for step in secrets.showing(body, is_payer=False):
        scope.world.report.add("not-in-at-once.seen-by-others", step.span, words=quote(step.span))
    scope.world.secret_events += secrets.events


class _Secrets:
    """Goes through the secret choices of one `at once`.

    Attributes:
        pays: Whether state changes among them: then nobody else may be asked, who would see it.
        events: Those that are done, with the words that do them.
    """

    def __init__(self, element: int, pays: bool) -> None:
        self.element, self.pays = element, pays
        self.events: list[tuple[str, Span]] = []

    def showing(self, body: Iterable[s.Step], *, is_payer: bool) -> Iterator[s.Step]:
        """Yield the steps that show; `is_payer`: `me` is who chooses."""
        for step in body:
            match step:
                case s.May() | s.ChooseOne():
                    yield from self._optional(step, is_payer=is_payer)
                case s.Change():
                    if step.state.owner != "player" or not self._is_own(step.of, is_payer):
                        yield step
                case s.DoEvent():
                    if step.event in NATIVES or not self._is_own(step.by, is_payer):
                        yield step
                    self.events.append((step.event, step.span))
                case s.Let(slot=slot) if slot <= self.element:
                    yield step
                case s.Choose(by_chance=False) | s.Order() if self.pays:
                    if not self._is_own(step.by, is_payer):
                        yield step
                case _ if not isinstance(step, s.Quiet):
                    yield step
                case _:
                    yield from self.showing(chain(*s.ways(step)), is_payer=is_payer)

    def _optional(self, step: s.May | s.ChooseOne, *, is_payer: bool) -> Iterator[s.Step]:
        """Yield what shows of steps that one may take, and pays for."""
        is_own = self._is_own(step.by, is_payer)
        if self.pays and not is_own:
            yield step
            return
        if isinstance(step, s.May):
            parts = [(step.cost, (*step.body, *step.otherwise))]
        else:
            parts = [(each.cost, each.body) for each in step.alternatives]
        for cost, body in parts:
            yield from self.showing(cost, is_payer=is_own)
            yield from self.showing(body, is_payer=is_payer)

    def _is_own(self, who: e.Expression | None, is_payer: bool) -> bool:
        if isinstance(who, e.Local):
            return who.slot == self.element
        return is_payer and (who is None or _is_me(who))


def _is_me(who: e.Expression | None) -> bool:
    return isinstance(who, e.Role) and who.name == "me"


def check_secret_events(draft: Draft) -> None:
    """Report each event of secret choices that does more than change what is its actor's own, or
    that a rule waits for."""
    for event, span in draft.world.secret_events:
        why = _heard_by(event, draft) or _shown_by(event, draft, set())
        if why is not None:
            draft.report.add("not-in-at-once.event-seen-by-others", span, event=event, why=why)


def _heard_by(event: str, draft: Draft) -> str | None:
    waiting: list[rules.Trigger | rules.Replacement] = [*draft.triggers, *draft.replacements]
    if any(rule.pattern.event == event for rule in waiting):
        return Said("why.rule-waits")
    is_watched = draft.policy.watch == "event"
    return Said("why.looked-at-after") if is_watched else None


def _shown_by(event: str, draft: Draft, done: set[str]) -> str | None:
    """Return what an event does that is not its actor's own, in words."""
    done.add(event)
    for variant in draft.events.get(event, ()):
        for step in variant.body.steps:
            found = _step_shown(step, draft, done)
            if found is not None:
                return found
    return None


def _step_shown(step: s.Step, draft: Draft, done: set[str]) -> str | None:
    if isinstance(step, s.DoEvent) and step.event not in NATIVES and step.by is None:
        if step.event in done:
            return None
        return _heard_by(step.event, draft) or _shown_by(step.event, draft, done)
    if isinstance(step, s.Change):
        is_quiet = step.state.owner == "player" and _is_me(step.of)
    elif isinstance(step, s.Choose | s.Order):
        is_quiet = step.by is None
    else:
        is_quiet = isinstance(step, s.Quiet)
    if not is_quiet:
        return Said("why.does", words=quote(step.span))
    inside = chain(*s.ways(step))
    return next(filter(None, (_step_shown(each, draft, done) for each in inside)), None)
