"""Turn trees of effects back into text that parses to the same trees.

A body of one simple step stands behind a comma, any other in a block.
"""

from __future__ import annotations

from dsl.syntax import step_trees, trees
from tests.dsl.syntax.printing import (
    POST,
    print_by,
    print_event,
    print_expression,
    print_result,
)

_INDENT = "  "
_COMPOUND = (
    step_trees.If,
    step_trees.ForEach,
    step_trees.Together,
    step_trees.AtOnce,
    step_trees.Repeat,
    step_trees.While,
    step_trees.May,
    step_trees.ChooseOne,
)


def print_steps(steps: tuple[step_trees.Step, ...]) -> str:
    """Return the text of an effect, without a line end after its last line."""
    return "\n".join(_step_lines(steps))


def _step_lines(steps: tuple[step_trees.Step, ...]) -> list[str]:
    """Return the lines of steps that follow each other."""
    return [line for step in steps for line in _lines(step)]


def _lines(step: step_trees.Step) -> list[str]:
    """Return the lines of one step."""
    match step:
        case step_trees.If():
            return _if_lines(step)
        case step_trees.ForEach(name, source, body):
            return _with_body(f"for each {name.text} in {print_expression(source)}", body)
        case step_trees.Together():
            return _with_body(_together_head(step), step.body)
        case step_trees.AtOnce(name, source, body, then):
            head = f"at once for each {name.text} in {print_expression(source)}"
            return [*_with_block(head, body), *_with_block("then", then)]
        case step_trees.Repeat(times, body):
            return _with_body(f"repeat {print_expression(times)} times", body)
        case step_trees.While(condition, body):
            return _with_body(f"while {print_expression(condition)}", body)
        case step_trees.May():
            head = _may_head(step)
            done = _with_body(head, step.body) if step.body else [head]
            return [*done, *_else_lines(step.otherwise)]
        case step_trees.ChooseOne():
            return _choose_one_lines(step)
        case _:
            return [print_simple(step)]


def _with_body(head: str, body: tuple[step_trees.Step, ...]) -> list[str]:
    """Return a head with its steps, on one line where there is one simple step."""
    if len(body) == 1 and not isinstance(body[0], _COMPOUND):
        return [f"{head}, {print_simple(body[0])}"]
    return _with_block(head, body)


def _with_block(head: str, body: tuple[step_trees.Step, ...]) -> list[str]:
    """Return a head with its steps below it."""
    return [f"{head}:", *(_INDENT + line for line in _step_lines(body))]


def _if_lines(step: step_trees.If) -> list[str]:
    """Return all branches of an `if`."""
    lines: list[str] = []
    for word, branch in zip(["if", *["elif"] * len(step.branches)], step.branches, strict=False):
        lines += _with_body(f"{word} {print_expression(branch.condition)}", branch.body)
    return [*lines, *_else_lines(step.otherwise)]


def _else_lines(otherwise: tuple[step_trees.Step, ...]) -> list[str]:
    """Return the `else` of a step, if it has one."""
    return _with_body("else", otherwise) if otherwise else []


def _together_head(step: step_trees.Together) -> str:
    """Return the words before the body of a batch."""
    if step.name is None or step.source is None:
        return "together"
    return f"together for each {step.name.text} in {print_expression(step.source)}"


def _may_head(step: step_trees.May) -> str:
    """Return the words before the body of a `may`."""
    again = " again" if step.again else ""
    cost = f" {_in_a_row(step.cost)}" if step.cost else ""
    return f"may{again}{print_by(step.by)}{cost}"


def _in_a_row(steps: tuple[step_trees.Step, ...]) -> str:
    """Return simple steps on one line."""
    return "; ".join(print_simple(step) for step in steps)


def _choose_one_lines(step: step_trees.ChooseOne) -> list[str]:
    """Return the options of a `choose one`."""
    lines = [f"choose one{print_by(step.by)}:"]
    for option in step.alternatives:
        when = "" if option.condition is None else f" when {print_expression(option.condition)}"
        head = f"{_in_a_row(option.steps)}{when}"
        found = _with_body(head, option.body) if option.body else [head]
        lines += [_INDENT + line for line in found]
    return lines


def print_simple(step: step_trees.Step) -> str:
    """Return the text of a step without a body."""
    match step:
        case step_trees.Let(name, value):
            return f"let {name.text} = {print_expression(value)}"
        case step_trees.Set(target, value):
            return f"set {print_expression(target, POST)} to {print_expression(value)}"
        case step_trees.Add(value, target):
            return f"add {print_expression(value)} to {print_expression(target, POST)}"
        case step_trees.Subtract(value, target):
            return f"subtract {print_expression(value)} from {print_expression(target, POST)}"
        case step_trees.Choose():
            return _choose(step)
        case step_trees.Order(name, source, by):
            return f"order {name.text} from {print_expression(source)}{print_by(by)}"
        case step_trees.Do(effect, result):
            return f"do {print_expression(effect, POST)}{print_result(result)}"
        case trees.Phrase() | trees.Move() | trees.Retire():
            return print_event(step)
        case _:
            return _one_word(step)


def _one_word(step: step_trees.Step) -> str:
    """Return a step of a keyword with at most one value."""
    match step:
        case step_trees.Require(condition):
            return f"require {print_expression(condition)}"
        case step_trees.Return(value):
            return f"return {print_expression(value)}"
        case step_trees.Stop():
            return "stop"
        case step_trees.EndGame():
            return "end game"
        case _:
            raise AssertionError(f"{type(step).__name__} has a body")


def _choose(step: step_trees.Choose) -> str:
    """Return a choice with its bounds."""
    quantity = "" if step.quantity is None else f"{print_quantity(step.quantity)} "
    source = print_expression(step.source)
    asked = (("so that", step.condition), ("so far", step.so_far))
    such = "".join(
        f" {words} {print_expression(condition)}" for words, condition in asked if condition
    )
    weight = "" if step.weight is None else f" with {print_expression(step.weight)}"
    return f"choose {quantity}{step.name.text} from {source}{print_by(step.by)}{weight}{such}"


def print_quantity(quantity: step_trees.Quantity) -> str:
    """Return how many a choice takes."""
    if quantity.number is None:
        return "any number of"
    is_bare = isinstance(quantity.number, trees.Number | trees.Name)
    text = print_expression(quantity.number)
    number = text if is_bare else f"({text})"
    return f"up to {number}" if quantity.mode == "up to" else number
