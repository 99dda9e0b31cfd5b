"""Write what players do who take actions as Python source: a function for each, which goes on where
its frame waits. What can be chosen is listed in place where nothing more has to be asked."""

from __future__ import annotations

from dsl.model import expressions as e
from interpreter.compile.homes import ME, home_of
from interpreter.compile.plans import ActionPlan
from interpreter.compile.simple import is_of_entities
from interpreter.compile.touches import Checks
from interpreter.graph import ops
from interpreter.graph.ops import Code
from interpreter.writing.bodies import BodyWriter
from interpreter.writing.calls import Lines, plain_name
from interpreter.writing.changes import change_lines
from interpreter.writing.in_place import in_place
from interpreter.writing.lines import placed
from interpreter.writing.shortened import brief
from interpreter.writing.writer import INDENT, indented, joined, local


class TakeWriter:
    """Writes functions (st, frame) of actions that are taken."""

    def __init__(self, bodies: BodyWriter, checks: Checks) -> None:
        self.bodies, self.w, self.program = bodies, bodies.w, bodies.w.program
        self.checks = checks
        self.are_all_single = all(d.copies == 1 for d in self.program.game.definitions)

    # --- what actions are ---------------------------------------------------------------------

    def body(self, plan: ActionPlan) -> Code:
        """Return what an action does."""
        code = self.program.events[plan.event].code
        assert code is not None
        return code

    def mask(self, plan: ActionPlan) -> int:
        """Return the bits of the rules that could match what an action does."""
        suspension = self.bodies.suspension
        return suspension.mask(self.body(plan)) | suspension.event_mask(plan.event)

    def is_plain(self, plan: ActionPlan) -> bool:
        """Return whether what an action does is one function."""
        return self.bodies.plain[self.body(plan).first]

    def is_at_once(self, plan: ActionPlan) -> bool:
        """Return whether an action is over with one function, and nothing is checked after it."""
        code, action = self.body(plan), plan.action
        scopes = {"action", action.id, *action.groups}
        is_bare = plan.cost is None and not action.limits and self.is_plain(plan)
        is_unwatched = self.checks.misses(self.bodies.suspension, code)
        return is_bare and is_unwatched and not self.program.resets.keys() & scopes

    def passes(self, code: Code) -> bool:
        """Return whether somebody may leave a phase in a body."""
        return "pass" in self.bodies.suspension.reach[code.first]

    # --- choices ------------------------------------------------------------------------------

    def listed(self, plan: ActionPlan) -> Lines:
        """Yield statements that find what a player can choose for the only parameter of an action
        of which nothing else has to hold."""
        source = plan.action.parameters[0].source
        with self.w.unheard():
            written, frozen = self.w.write(source), self.w.frozen(source)
        if not is_of_entities(source.type):
            yield f"options = tuple(dict.fromkeys({written}))"
            return
        yield f"options = {frozen} or ()"
        if not self.are_all_single:
            yield "if options: options = card_options(st, me, options)"
        elif not self.is_seen(source):
            yield "if not shown[me].issuperset(map(st.places.__getitem__, options)):"
            yield f"{INDENT}options = card_options(st, me, options)"

    def is_seen(self, source: e.Expression) -> bool:
        """Return whether a player sees all that they choose from, while no log is kept."""
        home = home_of(self.program, source)
        if home is None:
            return False
        family = self.program.families[self.program.family_numbers[home.zone]]
        return family.audience.cards == "everyone" or (
            home.owner == ME and family.audience.cards == "owner"
        )

    def told(self, plan: ActionPlan, place: int) -> list[str]:
        """Return the statements that take a card in the place of one that the player cannot
        tell."""
        source = plan.action.parameters[place].source
        if not is_of_entities(source.type) or self.is_seen(source):
            return []
        type_, stream = self.w.name(source.type, "type"), plan.take.name
        with self.w.unheard():
            pool = self.w.list_of(source)
        slot = local(place)
        alike = f"choose_alike(st, me, {pool}, {slot}, {type_}, {stream!r})"
        is_unseen = f"st.places[{slot}] not in shown[me] and not identifies(st, {slot}) >> me & 1"
        return [f"if {is_unseen}: {slot} = {alike}"]

    # --- the function -------------------------------------------------------------------------

    def function(self, plan: ActionPlan) -> Lines:
        """Yield the function of taking an action."""
        with self.w.unheard():
            lines = list(self._function(plan))
        yield from lines

    def _function(self, plan: ActionPlan) -> Lines:
        code = plan.take
        names = joined(["me", "card", "actor", *map(local, range(code.size))])
        lines = ["if st.listening & 1: return walk(st, frame)", f"pc, ({names}) = frame"]
        place = code.first
        while place < code.last:
            operation = self.program.operations[place]
            assert operation is not None
            found, place = self._written(plan, place, operation)
            lines += placed(found, operation.span)
        yield f"def block_{code.first}(st, frame):"
        yield from brief(indented(lines), INDENT)
        yield ""

    def _written(self, plan: ActionPlan, place: int, op: object) -> tuple[list[str], int]:
        """Return the statements of an operation, and the number of the next."""
        if isinstance(op, ops.Demand):
            return [], place + 1
        if isinstance(op, ops.Branch):
            choice = self.program.operations[place + 1]
            assert isinstance(choice, ops.Choose)
            nothing = None if choice.mode == "one" else ()
            lines = [
                f"if pc < {place + 1} and not {self.w.truth(op.condition)}:",
                f"{INDENT}{local(choice.slot)} = {nothing!r}",
                f"elif pc < {place + 2}:",
                *indented(self._choice(plan, place + 1, choice)),
            ]
            return lines, op.otherwise + 1
        if isinstance(op, ops.Choose):
            choice_ = self._choice(plan, place, op)
            return [f"if pc < {place + 1}:", *indented(choice_)], place + 1
        if isinstance(op, ops.Change):
            change = list(change_lines(self.w, op, plan.take))
            return [f"if pc < {place + 1}:", *indented(change)], place + 1
        if isinstance(op, ops.CostBegin):
            return self._cost(plan, place + 2), place + 3
        if isinstance(op, ops.Happen):
            return self._happens(plan, place + 1, op), place + 2
        if isinstance(op, ops.ResetScope):
            return [f"reset(st, {op.scope!r})"], place + 1
        assert isinstance(op, ops.Return)
        course = f"block_{self.program.course.code.first}"
        return ["st.frames.pop()", f"return {course}(st, st.frames[-1])"], place + 1

    def frame(self, plan: ActionPlan, number: int) -> str:
        """Return the frame in which an action waits at an operation."""
        slots = range(plan.take.size)
        own = ("None" if slot in plan.take.passing else local(slot) for slot in slots)
        return f"body_frame(({number}, ({joined(['me', 'card', 'me', *own])})))"

    def _choice(self, plan: ActionPlan, place: int, op: ops.Choose) -> list[str]:
        """Return the statements of a choice."""
        assert op.action is not None
        slots = range(plan.take.size)
        if op.mode != "one":
            own = joined(["me", "card", "me", *map(local, slots)])
            back = joined(["me", "card", "actor", *map(local, slots)])
            return [
                f"L = [{own}]",
                f"if steps[{place}](st, L) < 0: return",
                f"{back} = L",
            ]
        type_, site = self.w.name(op.source.type, "type"), ("action", *op.action)
        is_free = plan.cost is None and plan.action.when is None
        is_last = op.slot + 1 == len(plan.action.parameters)
        if is_free and is_last and len(plan.action.parameters) == 1:
            options = list(self.listed(plan))
        else:
            own = joined(["me", "card", "me", *map(local, slots)])
            options = [f"options = elements(st, {op.action[0]}, {op.action[1]}, [{own}])"]
        asked = f"(me, 'parameter', options, {type_}, {site})"
        return [
            "if st.answer is None:",
            *indented(options),
            f"{INDENT}if len(options) != 1:",
            f"{INDENT * 2}st.frames[-1] = {self.frame(plan, place)}",
            f"{INDENT * 2}st.ask = ask_of({asked})",
            f"{INDENT * 2}st.result = None",
            f"{INDENT * 2}return",
            f"{INDENT}{local(op.slot)} = options[0]",
            "else:",
            f"{INDENT}({local(op.slot)},), st.answer = st.answer, None",
            *self.told(plan, op.slot),
        ]

    def _cost(self, plan: ActionPlan, paid: int) -> list[str]:
        """Return the statements that have the cost paid."""
        assert plan.cost is not None
        given = "".join(f"{local(slot)}, " for slot in range(plan.cost.given))
        cost = self.w.name(plan.cost, "cost")
        return [
            f"if pc < {paid}:",
            f"{INDENT}st.result, st.payer = None, me",
            f"{INDENT}st.frames[-1] = {self.frame(plan, paid)}",
            f"{INDENT}push_body(st, {cost}, me, card, me, ({given}))",
            f"{INDENT}return",
            f"if pc == {paid}:",
            f"{INDENT}if st.is_trial: raise Paid",
            f"{INDENT}st.payer = None",
        ]

    def _happens(self, plan: ActionPlan, settle: int, op: ops.Happen) -> list[str]:
        """Return the statements that let it happen, and settle what comes of it."""
        code, mask = self.body(plan), self.mask(plan)
        given = [local(slot) for slot in range(op.parameters)]
        slots = range(op.parameters, code.given if op.is_paid else op.parameters)
        bound = [f"st.result[{slot}]" for slot in slots]
        wait = f"st.frames[-1] = {self.frame(plan, settle)}"
        framed = [
            f"given = (card, ({''.join(f'{each}, ' for each in bound)}))",
            wait,
            f"begin_event(st, {op.event!r}, me, ({''.join(f'{g}, ' for g in given)}), given=given)",
            "return",
        ]
        done = framed
        if self.is_plain(plan):
            if self.is_at_once(plan):
                done = in_place(self.bodies, code, given, has_roles=True)
            else:
                run = joined(["st", "me", "card", "me", *given, *bound])
                done = [f"{plain_name(code)}({run})"]
            if not self.checks.misses(self.bodies.suspension, code):
                done += [wait, "if has_work(st): return"]
            if mask > 1:
                done = [f"if st.listening & {mask}:", *indented(framed), "else:", *indented(done)]
        again = [f"elif pc == {settle}:", f"{INDENT}if has_work(st): return"]
        return [f"if pc < {settle}:", *indented(done), *again]
