"""Turn trees of effects back into text that parses to the same trees.

A body of one simple step stands behind a comma, any other in a block.
"""

from __future__ import annotations

from dsl.syntax import trees
from dsl.syntax.print_expressions import POST, print_expression, print_type

__all__ = ["print_expression", "print_steps", "print_type"]

_INDENT = "  "
_COMPOUND = (
    trees.If,
    trees.ForEach,
    trees.Together,
    trees.AtOnce,
    trees.Repeat,
    trees.While,
    trees.May,
    trees.ChooseOne,
)


def print_steps(steps: tuple[trees.Step, ...]) -> str:
    """Return the text of an effect, without a line end after its last line."""
    return "\n".join(_step_lines(steps))


def _step_lines(steps: tuple[trees.Step, ...]) -> list[str]:
    """Return the lines of steps that follow each other."""
    return [line for step in steps for line in _lines(step)]


def _lines(step: trees.Step) -> list[str]:
    """Return the lines of one step."""
    match step:
        case trees.If():
            return _if_lines(step)
        case trees.ForEach(name, source, body):
            return _with_body(f"for each {name.text} in {print_expression(source)}", body)
        case trees.Together():
            return _with_body(_together_head(step), step.body)
        case trees.AtOnce(name, source, body, then):
            head = f"at once for each {name.text} in {print_expression(source)}"
            return [*_with_block(head, body), *_with_block("then", then)]
        case trees.Repeat(times, body):
            return _with_body(f"repeat {print_expression(times)} times", body)
        case trees.While(condition, body):
            return _with_body(f"while {print_expression(condition)}", body)
        case trees.May():
            return [*_with_body(_may_head(step), step.body), *_else_lines(step.otherwise)]
        case trees.ChooseOne():
            return _choose_one_lines(step)
        case _:
            return [print_simple(step)]


def _with_body(head: str, body: tuple[trees.Step, ...]) -> list[str]:
    """Return a head with its steps, on one line where there is one simple step."""
    if len(body) == 1 and not isinstance(body[0], _COMPOUND):
        return [f"{head}, {print_simple(body[0])}"]
    return _with_block(head, body)


def _with_block(head: str, body: tuple[trees.Step, ...]) -> list[str]:
    """Return a head with its steps below it."""
    return [f"{head}:", *(_INDENT + line for line in _step_lines(body))]


def _if_lines(step: trees.If) -> list[str]:
    """Return all branches of an `if`."""
    lines: list[str] = []
    for word, branch in zip(["if", *["elif"] * len(step.branches)], step.branches, strict=False):
        lines += _with_body(f"{word} {print_expression(branch.condition)}", branch.body)
    return [*lines, *_else_lines(step.otherwise)]


def _else_lines(otherwise: tuple[trees.Step, ...]) -> list[str]:
    """Return the `else` of a step, if it has one."""
    return _with_body("else", otherwise) if otherwise else []


def _together_head(step: trees.Together) -> str:
    """Return the words before the body of a batch."""
    if step.name is None or step.source is None:
        return "together"
    return f"together for each {step.name.text} in {print_expression(step.source)}"


def _may_head(step: trees.May) -> str:
    """Return the words before the body of a `may`."""
    again = " again" if step.again else ""
    cost = f" {_in_a_row(step.cost)}" if step.cost else ""
    return f"may{again}{_by(step.by)}{cost}"


def _in_a_row(steps: tuple[trees.Step, ...]) -> str:
    """Return simple steps on one line."""
    return "; ".join(print_simple(step) for step in steps)


def _by(decider: trees.Expression | None) -> str:
    """Return who decides, if it is said."""
    return "" if decider is None else f" by {print_expression(decider, POST)}"


def _choose_one_lines(step: trees.ChooseOne) -> list[str]:
    """Return the options of a `choose one`."""
    lines = [f"choose one{_by(step.by)}:"]
    for option in step.alternatives:
        when = "" if option.condition is None else f" when {print_expression(option.condition)}"
        head = f"{_in_a_row(option.steps)}{when}"
        found = _with_body(head, option.body) if option.body else [head]
        lines += [_INDENT + line for line in found]
    return lines


def print_simple(step: trees.Step) -> str:
    """Return the text of a step without a body."""
    match step:
        case trees.Let(name, value):
            return f"let {name.text} = {print_expression(value)}"
        case trees.Set(target, value):
            return f"set {print_expression(target, POST)} to {print_expression(value)}"
        case trees.Add(value, target):
            return f"add {print_expression(value)} to {print_expression(target, POST)}"
        case trees.Subtract(value, target):
            return f"subtract {print_expression(value)} from {print_expression(target, POST)}"
        case trees.Choose():
            return _choose(step)
        case trees.Order(name, source, by):
            return f"order {name.text} from {print_expression(source)}{_by(by)}"
        case trees.Move():
            return _move(step)
        case trees.Do(effect, result):
            return f"do {print_expression(effect, POST)}{_result(result)}"
        case trees.Phrase():
            return _phrase(step)
        case _:
            return _one_word(step)


def _one_word(step: trees.Step) -> str:
    """Return a step of a keyword with at most one value."""
    match step:
        case trees.Retire(cards):
            return f"retire {print_expression(cards)}"
        case trees.Require(condition):
            return f"require {print_expression(condition)}"
        case trees.Return(value):
            return f"return {print_expression(value)}"
        case trees.Stop():
            return "stop"
        case trees.EndGame():
            return "end game"
        case _:
            raise AssertionError(f"{type(step).__name__} has a body")


def _result(result: trees.Word | None) -> str:
    """Return the name that a result gets, if it gets one."""
    return "" if result is None else f" -> {result.text}"


def _choose(step: trees.Choose) -> str:
    """Return a choice with its bounds."""
    quantity = "" if step.quantity is None else f"{print_quantity(step.quantity)} "
    source = print_expression(step.source)
    condition = step.condition
    such = "" if condition is None else f" so that {print_expression(condition)}"
    return f"choose {quantity}{step.name.text} from {source}{_by(step.by)}{such}"


def print_quantity(quantity: trees.Quantity) -> str:
    """Return how many a choice takes."""
    if quantity.number is None:
        return "any number of"
    is_bare = isinstance(quantity.number, trees.Number | trees.Name)
    text = print_expression(quantity.number)
    number = text if is_bare else f"({text})"
    return f"up to {number}" if quantity.mode == "up to" else number


def _move(step: trees.Move) -> str:
    """Return a move with its target."""
    end = "" if step.end is None else f"{step.end} of "
    target = f"{end}{print_expression(step.target)}"
    return f"move {print_expression(step.cards)} to {target}{_by(step.by)}{_result(step.result)}"


def _phrase(step: trees.Phrase) -> str:
    """Return an event with its slots."""
    argument = "" if step.argument is None else f" {print_expression(step.argument)}"
    slots = "".join(f" {each.word} {print_expression(each.value)}" for each in step.prepositions)
    return f"{step.name.text}{argument}{slots}{_result(step.result)}"
