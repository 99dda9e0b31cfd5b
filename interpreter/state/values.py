"""Name what a match holds: the values of a game, and the places of a body.

A value is none, a bool, an int (a number, a player, a card, a zone, a member of an enum or a
definition by its number), a text where the machine offers one, or a tuple of values: a list, a set,
a bag of (key, count), an amount of three bags. Which of them stands where is what the checked model
knows: its expressions, slots and fields have types, and the machine does not ask again.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Value: TypeAlias = Any
"""What an expression of a game comes to, and what a field, a slot and an option hold."""

Values: TypeAlias = tuple[Value, ...]
"""Several of them, for good: arguments, elements, the locals that a frame keeps."""

Locals: TypeAlias = list[Value]
"""The locals of a body that goes on: `[me, card, actor, slots…]`."""

Spot: TypeAlias = Value
"""What lies at a place of a zone: a card, or none where a slot is vacant."""
