"""Turn trees of effects back into text that parses to the same trees.

A body of one simple step stands behind a comma, any other in a block.
"""

from __future__ import annotations

from dsl.syntax import statements, trees
from tests.dsl.syntax.printing import (
    POST,
    print_by,
    print_event,
    print_expression,
    print_result,
)

_INDENT = "  "
_COMPOUND = (
    statements.If,
    statements.ForEach,
    statements.Together,
    statements.AtOnce,
    statements.Repeat,
    statements.While,
    statements.May,
    statements.ChooseOne,
)


def print_steps(steps: tuple[statements.Step, ...]) -> str:
    """Return the text of an effect, without a line end after its last line."""
    return "\n".join(_step_lines(steps))


def _step_lines(steps: tuple[statements.Step, ...]) -> list[str]:
    """Return the lines of steps that follow each other."""
    return [line for step in steps for line in _lines(step)]


def _lines(step: statements.Step) -> list[str]:
    """Return the lines of one step."""
    match step:
        case statements.If():
            return _if_lines(step)
        case statements.ForEach(name, source, body):
            return _with_body(f"for each {name.text} in {print_expression(source)}", body)
        case statements.Together():
            return _with_body(_together_head(step), step.body)
        case statements.AtOnce(name, source, body, then):
            head = f"at once for each {name.text} in {print_expression(source)}"
            return [*_with_block(head, body), *_with_block("then", then)]
        case statements.Repeat(times, body):
            return _with_body(f"repeat {print_expression(times)} times", body)
        case statements.While(condition, body):
            return _with_body(f"while {print_expression(condition)}", body)
        case statements.May():
            head = _may_head(step)
            done = _with_body(head, step.body) if step.body else [head]
            return [*done, *_else_lines(step.otherwise)]
        case statements.ChooseOne():
            return _choose_one_lines(step)
        case _:
            return [print_simple(step)]


def _with_body(head: str, body: tuple[statements.Step, ...]) -> list[str]:
    """Return a head with its steps, on one line where there is one simple step."""
    if len(body) == 1 and not isinstance(body[0], _COMPOUND):
        return [f"{head}, {print_simple(body[0])}"]
    return _with_block(head, body)


def _with_block(head: str, body: tuple[statements.Step, ...]) -> list[str]:
    """Return a head with its steps below it."""
    return [f"{head}:", *(_INDENT + line for line in _step_lines(body))]


def _if_lines(step: statements.If) -> list[str]:
    """Return all branches of an `if`."""
    lines: list[str] = []
    for word, branch in zip(["if", *["elif"] * len(step.branches)], step.branches, strict=False):
        lines += _with_body(f"{word} {print_expression(branch.condition)}", branch.body)
    return [*lines, *_else_lines(step.otherwise)]


def _else_lines(otherwise: tuple[statements.Step, ...]) -> list[str]:
    """Return the `else` of a step, if it has one."""
    return _with_body("else", otherwise) if otherwise else []


def _together_head(step: statements.Together) -> str:
    """Return the words before the body of a batch."""
    if step.name is None or step.source is None:
        return "together"
    return f"together for each {step.name.text} in {print_expression(step.source)}"


def _may_head(step: statements.May) -> str:
    """Return the words before the body of a `may`."""
    again = " again" if step.again else ""
    cost = f" {_in_a_row(step.cost)}" if step.cost else ""
    return f"may{again}{print_by(step.by)}{cost}"


def _in_a_row(steps: tuple[statements.Step, ...]) -> str:
    """Return simple steps on one line."""
    return "; ".join(print_simple(step) for step in steps)


def _choose_one_lines(step: statements.ChooseOne) -> list[str]:
    """Return the options of a `choose one`."""
    lines = [f"choose one{print_by(step.by)}:"]
    for option in step.alternatives:
        when = "" if option.condition is None else f" when {print_expression(option.condition)}"
        head = f"{_in_a_row(option.steps)}{when}"
        found = _with_body(head, option.body) if option.body else [head]
        lines += [_INDENT + line for line in found]
    return lines


def print_simple(step: statements.Step) -> str:
    """Return the text of a step without a body."""
    match step:
        case statements.Let(name, value):
            return f"let {name.text} = {print_expression(value)}"
        case statements.Set(target, value):
            return f"set {print_expression(target, POST)} to {print_expression(value)}"
        case statements.Add(value, target):
            return f"add {print_expression(value)} to {print_expression(target, POST)}"
        case statements.Subtract(value, target):
            return f"subtract {print_expression(value)} from {print_expression(target, POST)}"
        case statements.Choose():
            return _choose(step)
        case statements.Order(name, source, by):
            return f"order {name.text} from {print_expression(source)}{print_by(by)}"
        case statements.Do(effect, result):
            return f"do {print_expression(effect, POST)}{print_result(result)}"
        case trees.Phrase() | trees.Move() | trees.Retire():
            return print_event(step)
        case _:
            return _one_word(step)


def _one_word(step: statements.Step) -> str:
    """Return a step of a keyword with at most one value."""
    match step:
        case statements.Require(condition):
            return f"require {print_expression(condition)}"
        case statements.Return(value):
            return f"return {print_expression(value)}"
        case statements.Stop():
            return "stop"
        case statements.EndGame():
            return "end game"
        case _:
            raise AssertionError(f"{type(step).__name__} has a body")


def _choose(step: statements.Choose) -> str:
    """Return a choice with its bounds."""
    quantity = "" if step.quantity is None else f"{print_quantity(step.quantity)} "
    source = print_expression(step.source)
    asked = (("so that", step.condition), ("so far", step.so_far))
    such = "".join(
        f" {words} {print_expression(condition)}" for words, condition in asked if condition
    )
    weight = "" if step.weight is None else f" with {print_expression(step.weight)}"
    return f"choose {quantity}{step.name.text} from {source}{print_by(step.by)}{weight}{such}"


def print_quantity(quantity: statements.Quantity) -> str:
    """Return how many a choice takes."""
    if quantity.number is None:
        return "any number of"
    is_bare = isinstance(quantity.number, trees.Number | trees.Name)
    text = print_expression(quantity.number)
    number = text if is_bare else f"({text})"
    return f"up to {number}" if quantity.mode == "up to" else number
