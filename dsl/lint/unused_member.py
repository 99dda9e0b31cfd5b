"""A member of an enum that no text names.

What it finds: a member that no card, rule, script or example names, if they name other members of
its enum and nothing takes all of them by `every`.

Why it matters: a member without uses never occurs; often it is the misspelt one.

Bad:

    enums:
      flavour: [sweet, sour, bittre]

Good:

    enums:
      flavour: [sweet, sour]

Exceptions: members of an option's type (people choose them), and enums taken by `every`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.expressions import Constant, Members
from dsl.model.types import EnumType, Type
from dsl.model.walk import walk


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each member that nothing names."""
    # enums whose members are all taken together, or chosen by people
    whole = {node.enum for node in facts.nodes(Members)}
    whole.update(enum for each in facts.game.options.values() for enum in _enums_in(each.type))
    said = (tuple(card.attributes.values()) for card in facts.game.definitions)
    constants = (node for each in said for node in walk(each) if isinstance(node, Constant))
    on_cards = {
        (type_.name, node.value)
        for node in constants
        for type_ in (node.type, getattr(node.type, "of", None))
        if isinstance(type_, EnumType)
    }
    for enum in facts.game.enums.values():
        is_used = ("enum", enum.name) in facts.used
        if enum.name in whole or is_shared(enum.span) or not is_used:
            continue
        spans = enum.member_spans()
        for number, member in enumerate(enum.members):
            if ("member", f"{enum.name}.{member}") in facts.used:
                continue
            if (enum.name, number) not in on_cards:
                yield finding("unused-member", spans[member], member=member, enum=enum.name)


def _enums_in(type_: Type) -> Iterator[str]:
    """Yield the enum in a type."""
    if isinstance(type_, EnumType):
        yield type_.name
    inner = getattr(type_, "of", None)
    if inner is not None:
        yield from _enums_in(inner)
