"""Render the label of a node in pictures: short, in the author's own words."""

from __future__ import annotations

from dsl.model import rules
from dsl.model.types import Type
from dsl.source import Span
from interpreter.lower.owners import Owner

LONGEST = 46


def label_of(owner: Owner) -> str:
    """Return the words for an owner."""
    entry = owner.entry
    if isinstance(entry, rules.Event):
        parts = [entry.id]
        for slot in entry.slots:
            parts += [slot.preposition or "", f"({_kind(slot.type)} {slot.name})"]
        return " ".join(filter(None, parts))
    if isinstance(entry, rules.Value):
        slots = ", ".join(f"{_kind(slot.type)} {slot.name}" for slot in entry.parameters)
        return f"{entry.id}({slots})" if slots else entry.id
    if isinstance(entry, rules.Action):
        return f"{entry.id}: {', '.join(each.name for each in entry.parameters)}".rstrip(": ")
    if isinstance(entry, rules.Phase):
        words = {"turns": "turns", "for": "for each", "while": "while"}
        loop = words.get(entry.loop or "", "while" if entry.while_condition is not None else "")
        loop = "asks" if entry.asks else loop
        return f"{entry.id} ({loop})" if loop else entry.id
    return _rule(owner)


def _kind(type_: Type) -> str:
    return str(type_)


def _rule(owner: Owner) -> str:
    """Return a rule by what it listens to or changes."""
    entry = owner.entry
    if isinstance(entry, rules.Trigger):
        return f"{entry.timing} {event_words(entry.pattern.event)}"
    if isinstance(entry, rules.Becomes):
        return shortened(f"becomes {entry.span.text}")
    if isinstance(entry, rules.Replacement):
        return f"instead of {event_words(entry.pattern.event)}"
    if isinstance(entry, rules.Forbid):
        return f"no {event_words(entry.pattern.event)}"
    if isinstance(entry, rules.Modifier):
        changed = entry.value or ".".join(entry.attribute or ())
        return f"{'sets' if entry.sets else 'changes'} {changed}"
    return owner.name


def event_words(event: str) -> str:
    """Return an event's id as authors write it."""
    return event.partition(":")[2] or event


def step_label(span: Span) -> str:
    """Return the first line of a step, cut to a length."""
    return shortened(span.text.split("\n", 1)[0].strip(" ,:"))


def shortened(text: str) -> str:
    """Return a text cut to a length, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
