"""Turn trees of expressions and types back into text, with brackets only where they are needed."""

from __future__ import annotations

from typing import Final, assert_never

from dsl.syntax import trees

# How tightly each form binds, as in the grammar: an operand that binds less gets brackets.
IF_ELSE: Final = 0
WHERE: Final = 1
OR: Final = 2
AND: Final = 3
NOT: Final = 4
COMPARISON: Final = 5
RANGE: Final = 6
SUM: Final = 7
PRODUCT: Final = 8
MINUS: Final = 9
AMOUNT: Final = 10
POST: Final = 11
ATOM: Final = 12

_LEVEL_BY_OPERATOR: Final = {
    "or": OR,
    "and": AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in"), COMPARISON),
    **dict.fromkeys(("+", "-"), SUM),
    **dict.fromkeys(("*", "//", "%"), PRODUCT),
}


def print_expression(expression: trees.Expression, level: int = IF_ELSE) -> str:
    """Return the text of an expression.

    Args:
        level: How tightly the place binds; a looser expression stands in brackets there.
    """
    own, text = _level_and_text(expression)
    return text if own >= level else f"({text})"


def _level_and_text(expression: trees.Expression) -> tuple[int, str]:
    """Return how tightly an expression binds, and its text."""
    match expression:
        case trees.Binary():
            return _binary(expression)
        case trees.Unary():
            return _unary(expression)
        case trees.Range(low, high):
            return RANGE, f"{print_expression(low, SUM)}..{print_expression(high, SUM)}"
        case trees.IfElse():
            return IF_ELSE, _if_else(expression)
        case trees.Where(source, condition):
            parts = print_expression(source, OR), print_expression(condition, OR)
            return WHERE, " where ".join(parts)
        case trees.NamedWhere(name, source, condition):
            parts = print_expression(source, OR), print_expression(condition, OR)
            return WHERE, f"each {name.text} in {' where '.join(parts)}"
        case trees.Is(operand, what, negated):
            verb = "is not" if negated else "is"
            return COMPARISON, f"{print_expression(operand, RANGE)} {verb} {what.text}"
        case trees.Unit():
            return AMOUNT, _unit(expression)
        case _:
            return _tight(expression)


def _tight(
    expression: trees.Name
    | trees.Number
    | trees.NoneLiteral
    | trees.Dot
    | trees.Call
    | trees.Can
    | trees.Would
    | trees.Index
    | trees.Every
    | trees.ListLiteral,
) -> tuple[int, str]:
    """Return the level and text of a form without operators."""
    match expression:
        case trees.Name(text):
            return ATOM, text
        case trees.Number(value):
            return ATOM, str(value)
        case trees.NoneLiteral():
            return ATOM, "none"
        case trees.ListLiteral(items):
            return ATOM, f"[{_joined(items)}]"
        case trees.Every(name):
            return POST, f"every {name.text}"
        case trees.Dot(operand, name):
            return POST, f"{print_expression(operand, POST)}.{name.text}"
        case trees.Index(operand, key):
            return POST, f"{print_expression(operand, POST)}[{print_expression(key)}]"
        case trees.Call():
            return POST, _call(expression)
        case trees.Can(event):
            return ATOM, f"can({print_event(event)})"
        case trees.Would(events, condition):
            done = "; ".join(map(print_event, events))
            return ATOM, f"would({done}, {print_expression(condition)})"
        case _:
            assert_never(expression)


def _joined(items: tuple[trees.Expression, ...]) -> str:
    """Return expressions between commas."""
    return ", ".join(print_expression(item) for item in items)


def _call(call: trees.Call) -> str:
    """Return a call, with what stands before its dot."""
    owner = "" if call.operand is None else f"{print_expression(call.operand, POST)}."
    return f"{owner}{call.function.text}({_joined(call.arguments)})"


def _binary(node: trees.Binary) -> tuple[int, str]:
    """Return two operands; equal operators lean to the left, comparisons to neither side."""
    level = _LEVEL_BY_OPERATOR[node.operator]
    left = level + 1 if level == COMPARISON else level
    parts = print_expression(node.left, left), print_expression(node.right, level + 1)
    return level, f" {node.operator} ".join(parts)


def _unary(node: trees.Unary) -> tuple[int, str]:
    """Return a negation or a negative number."""
    if node.operator == "not":
        return NOT, f"not {print_expression(node.operand, NOT)}"
    return MINUS, f"-{print_expression(node.operand, MINUS)}"


def _if_else(node: trees.IfElse) -> str:
    """Return a choice between two values."""
    then, condition = print_expression(node.then, WHERE), print_expression(node.condition, WHERE)
    return f"{then} if {condition} else {print_expression(node.otherwise)}"


def _unit(node: trees.Unit) -> str:
    """Return a quantity of units."""
    members = "/".join(word.text for word in node.members) or "any"
    excluded = "/".join(word.text for word in node.excluded)
    behind = f" except {excluded}" if excluded else ""
    return f"{print_expression(node.quantity, POST)} {members}{behind}"


# --- events -----------------------------------------------------------------------------------


def print_event(step: trees.Phrase | trees.Move | trees.Retire) -> str:
    """Return an event with its slots, done or asked about."""
    match step:
        case trees.Move():
            return _move(step)
        case trees.Retire(cards):
            return f"retire {print_expression(cards)}"
        case trees.Phrase():
            return _phrase(step)


def print_by(decider: trees.Expression | None) -> str:
    """Return who decides, if it is said."""
    return "" if decider is None else f" by {print_expression(decider, POST)}"


def print_result(result: trees.Word | None) -> str:
    """Return the name that a result gets, if it gets one."""
    return "" if result is None else f" -> {result.text}"


def _move(step: trees.Move) -> str:
    """Return a move with its target."""
    end = "" if step.end is None else f"{step.end} of "
    target = f"{end}{print_expression(step.target)}"
    behind = f"{print_by(step.by)}{print_result(step.result)}"
    return f"move {print_expression(step.cards)} to {target}{behind}"


def _phrase(step: trees.Phrase) -> str:
    """Return an event with its slots."""
    argument = "" if step.argument is None else f" {print_expression(step.argument)}"
    slots = "".join(f" {each.word} {print_expression(each.value)}" for each in step.prepositions)
    return f"{step.name.text}{argument}{slots}{print_result(step.result)}"


def print_type(kind: trees.TypeTree) -> str:
    """Return the text of a type."""
    if kind.low is not None and kind.high is not None:
        return f"{kind.low}..{kind.high}"
    if kind.of is None:
        return kind.head.text
    joint = " " if kind.head.text == "maybe" else " of "
    return f"{kind.head.text}{joint}{print_type(kind.of)}"
