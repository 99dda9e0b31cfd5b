"""Answer what a type in words means."""

from __future__ import annotations

from collections.abc import Callable

from dsl.check.scopes.world import World
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.spelling import nearest
from dsl.model import types as t
from dsl.syntax.signature_trees import TypeTree
from dsl.words import first

_PLAIN: dict[str, t.Type] = {
    "int": t.INT,
    "bool": t.BOOL,
    "player": t.PLAYER,
    "kind": t.KIND,
    "range": t.INT,
    "effect": t.EFFECT,
    "cost": t.COST,
}
_WRAPPERS: dict[str, Callable[[t.Type], t.Type]] = {
    "maybe": t.maybe,
    "list": t.ListOf,
    "set": t.SetOf,
    "bag": t.BagOf,
    "amount": t.AmountOf,
}
_OTHER_WORDS = {"integer": "int", "number": "int", "num": "int", "boolean": "bool",
                "flag": "bool", "players": "player"}  # fmt: skip
_STEPS = ("effect", "cost")
_ANY: dict[str, t.Type] = {
    "card": t.EntityType(""),
    "zone": t.ZoneType(""),
    "def": t.DefinitionType(""),
}
TYPE_WORDS = frozenset((*_PLAIN, "amount"))
"""What no kind or enum can be called."""


def check_type(
    tree: TypeTree, world: World, *, allow_any: bool = False, allow_steps: bool = False
) -> t.Type:
    """Return the type that words mean; UNKNOWN after a diagnostic.

    `card`, and `zone` and `def` alone, are those of any kind; `allow_any` admits the word `any`
    for that too, as the prelude writes it. `allow_steps` admits `effect` and `cost`, and a `maybe`
    of them.
    """
    word = tree.head.text
    if word in _STEPS and not allow_steps:
        message = f"only an attribute can be {'an' if word == 'effect' else 'a'} {word}"
        help_text = f"declare it in a kind: `NAME: maybe {word}`"
        world.report.add("unknown-type", message, tree.head.span, help_text)
        return t.UNKNOWN
    if tree.of is None:
        return _plain_type(tree, world, allow_any)
    if word in ("def", "zone"):
        return _kind_type(tree, tree.of, world, allow_any)
    if word in _WRAPPERS:
        steps = allow_steps and word == "maybe"
        inner = check_type(tree.of, world, allow_any=allow_any, allow_steps=steps)
        if inner == t.UNKNOWN or not _can_hold(word, inner, tree, world):
            return t.UNKNOWN
        return _WRAPPERS[word](inner)
    world.report.add(
        "unknown-type", f"`{word}` takes no `of`", tree.head.span,
        "write one of `maybe`, `list of`, `set of`, `bag of`, `amount of`, `def of` and `zone of`",
    )  # fmt: skip
    return t.UNKNOWN


def _can_hold(word: str, inner: t.Type, tree: TypeTree, world: World) -> bool:
    """Return whether a wrapper can be around a type; report it where not."""
    if word != "amount" or isinstance(inner, t.EnumType | t.DefinitionType):
        return True
    message = f"an amount cannot be of {inner}"
    help_text = "count the members of an enum, or definitions: `amount of def of …`"
    world.report.add("unknown-type", message, tree.span, help_text)
    return False


def _plain_type(tree: TypeTree, world: World, allow_any: bool) -> t.Type:
    """Return the type of a single word."""
    word = tree.head.text
    if word in _PLAIN and not _is_own(word, tree, world):
        return _PLAIN[word]
    if word in world.enums:
        world.used.add(("enum", word))
        return t.EnumType(word)
    if word in world.kinds:
        world.used.add(("kind", word))
        return t.EntityType(word)
    if word == "any" and allow_any:
        return t.EntityType("")
    return _ANY[word] if word in _ANY else _unknown_type(tree, world)


def _is_own(word: str, tree: TypeTree, world: World) -> bool:
    """Return whether a later word for a type is a kind or enum of the packages at a place."""
    own = world.enums.get(word) or world.kinds.get(word)
    if own is None or word in first.FIRST_TYPES:
        return False
    return world.sees(tree.span.source.package, {own.span.source.package})


def _kind_type(tree: TypeTree, inner: TypeTree, world: World, allow_any: bool) -> t.Type:
    """Return `def of K` or `zone of K`."""
    kind = inner.head.text
    make = t.DefinitionType if tree.head.text == "def" else t.ZoneType
    if inner.of is None and kind in world.kinds:
        world.used.add(("kind", kind))
        return make(kind)
    if inner.of is None and (kind == "card" or (kind == "any" and allow_any)):
        return make("")
    guess = nearest(kind, world.kinds)
    helps = () if guess is None else (Instead.of(guess, kind),)
    world.report.add("unknown-kind", f"no kind named `{kind}`", inner.span, *helps)
    return t.UNKNOWN


def _unknown_type(tree: TypeTree, world: World) -> t.Type:
    """Report a word that is no type."""
    word = tree.head.text
    if word in (*_WRAPPERS, "any"):
        world.report.add(
            "unknown-type", f"`{word}` alone is no type", tree.head.span,
            f"say of what: `{word} of …`" if word != "any" else "name a kind, or `card` for all",
        )  # fmt: skip
        return t.UNKNOWN
    guess = _OTHER_WORDS.get(word) or nearest(word, [*_PLAIN, *world.enums, *world.kinds])
    helps: tuple[str, ...] = () if guess is None else (Instead.of(guess, word),)
    if word in ("string", "str", "text"):
        helps = ("list the words there are under `enums:`; texts for people are keys of their own",)
    world.report.add("unknown-type", f"no type named `{word}`", tree.head.span, *helps)
    return t.UNKNOWN
