"""Lower rules that act by themselves: who is asked, what is counted and paid, what is done."""

from __future__ import annotations

from dsl.model import rules
from dsl.model.steps import Body
from dsl.records import record
from dsl.source import Span
from interpreter.lower import ops
from interpreter.lower.bodies import NOWHERE, PERHAPS_ME, Assembler, Work
from interpreter.lower.limits import counted


@record
class Acting:
    """The body of a rule that acts.

    Attributes:
        pays: The operation at which its cost begins, or None.
        acts: The operation at which it acts, having been asked about and paid for.
    """

    code: ops.Code
    pays: int | None
    acts: int


def lower_reaction(
    assembler: Assembler, rule: rules.Reaction, asked: tuple[int, str], cost: ops.Code | None,
    needing: frozenset[str],
) -> Acting:  # fmt: skip
    """Append the body of a rule and return where it stands.

    Args:
        asked: Its place in `Program.rules` and its sort. Replacements are asked about among others
            before they begin.
        cost: The body of its cost, or None.
        needing: As `actor_needed_by` of `Assembler.lower`.
    """
    number, sort = asked
    body = rule.body
    work = Work(assembler, body, _span(body), needing)
    first, pays, ask = work.here, None, None
    given = body.given if cost is None else cost.given
    if sort != "replacement" and (rule.optional or cost is not None):
        ask = work.emit(ops.Ask(None, None, None, None, -1, -1, NOWHERE, number))
    if rule.limit is not None:
        work.emit(counted(rule.limit, PERHAPS_ME))
    if cost is not None:
        pays = _cost(work, rule, cost)
    acts = work.here
    work.steps(body.steps)
    end = work.emit(ops.Return(None, False, None, _span(body)))
    if ask is not None:
        work.patch(ask, cost=pays, body=acts, otherwise=end)
    return Acting(work.finish(f"{sort} {rule.id}", first, given), pays, acts)


def _cost(work: Work, rule: rules.Reaction, cost: ops.Code) -> int:
    """Lower what is paid first, perhaps while another cost is being paid; return where it begins.
    Whoever decides pays, while the rule goes on to be done by who it is done by."""
    by = rule.by if isinstance(rule, rules.Replacement) else None
    kept = None if by is None else work.hidden()
    payer = work.hidden()
    bound = tuple(range(cost.given, rule.body.given))
    pays = work.emit(ops.CostBegin(by, kept, NOWHERE, payer))
    work.emit(ops.Do(cost, False, NOWHERE))
    work.emit(ops.CostEnd(kept, NOWHERE, payer, bound))
    return pays


def _span(body: Body) -> Span:
    return body.steps[0].span if body.steps else NOWHERE
