"""Make classes of frozen data: what `dataclasses` makes, but quickly.

`dataclasses` looks through a class and compiles six functions when it is imported, which took half
of a start. Most classes have no object in a run, and equality, hashes and texts need no code of
their own: only `__init__` is compiled, when the first object is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import (  # type: ignore[attr-defined]
    _FIELD,
    MISSING,
    Field,
    FrozenInstanceError,
    field,
    fields,
)
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")


@overload
def record(cls: type[T], /) -> type[T]: ...


@overload
def record(*, kw_only: bool = False, eq: bool = True) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: Any = None, /, *, kw_only: bool = False, eq: bool = True) -> Any:
    """Make a class a frozen dataclass with slots.

    Args:
        kw_only: Whether all fields are given by name.
        eq: Whether objects with equal fields are equal; else each is only itself.
    """

    def make(plain: Any) -> type[Any]:
        given, inherited = vars(plain), getattr(plain, "__dataclass_fields__", {})
        written = given.get("__annotations__", {}).items()
        own = {name: _field(name, type_, given, kw_only) for name, type_ in written}
        found = inherited | own
        body = {name: each for name, each in given.items() if name not in (*own, *_UNSLOTTED)}
        body |= _METHODS | (_EQUALITY if eq else {})
        body["__repr__"] = given.get("__repr__", _text)
        body["__qualname__"] = plain.__qualname__
        body["__slots__"] = tuple(name for name in own if name not in inherited)
        body["__match_args__"] = tuple(name for name, each in found.items() if not each.kw_only)
        body["__dataclass_fields__"] = found
        body["_values"] = _reader(tuple(found))
        bare: Any = type(plain)(plain.__name__, plain.__bases__, body)
        bare._setters = tuple(getattr(bare, name).__set__ for name in found)
        return bare

    return make if cls is None else make(cls)


def is_record(thing: object) -> bool:
    """Return whether something is a class made here."""
    return isinstance(thing, type) and "_setters" in vars(thing)


_UNSLOTTED = ("__dict__", "__weakref__")


def _field(name: str, type_: str, given: Mapping[str, Any], kw_only: bool) -> Any:
    """Return a field of a class in which it is written with its default or what makes that."""
    default = given.get(name, MISSING)
    found: Any = default if isinstance(default, Field) else field(default=default)
    found.name, found.type, found._field_type = name, type_, _FIELD  # no class variable
    found.kw_only = found.kw_only is True or kw_only
    return found


def _reader(names: tuple[str, ...]) -> Callable[[Any], Any]:
    """Return what reads all fields of an object; one field by itself, several as a tuple."""
    return attrgetter(*names) if names else staticmethod(_nothing)


def _nothing(made: Any) -> tuple[()]:
    return ()


# --- methods of all records -------------------------------------------------------------------


def _first_init(self: Any, *given: Any, **named: Any) -> None:
    """Compile what sets the fields, in the place of this, and call it."""
    owner = next(each for each in type(self).__mro__ if "_setters" in vars(each))
    owner.__init__ = _init_of(owner)  # type: ignore[misc]
    type(self).__init__(self, *given, **named)


def _equals(self: Any, other: Any) -> bool:
    if type(self) is not type(other):
        return NotImplemented
    return bool(self._values(self) == self._values(other))


def _hash(self: Any) -> int:
    return hash(self._values(self))


def _text(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(self: Any, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"the field {name!r} cannot be changed")


def _state(self: Any) -> tuple[Any, ...]:
    found = self._values(self)
    return (found,) if len(self._setters) == 1 else tuple(found)


def _take_state(self: Any, state: tuple[Any, ...]) -> None:
    for number, put in enumerate(self._setters):
        put(self, state[number])


_METHODS = {
    "__init__": _first_init,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _state,
    "__setstate__": _take_state,
}
_EQUALITY = {"__eq__": _equals, "__hash__": _hash}


# --- the one that is compiled -----------------------------------------------------------------


def _init_of(cls: type[Any]) -> Any:
    """Return the compiled `__init__` of a record."""
    known: dict[str, Any] = {"MISSING": MISSING}
    plain = [each for each in fields(cls) if each.init and not each.kw_only]
    named = [each for each in fields(cls) if each.init and each.kw_only]
    given = ["self", *map(_parameter, plain), *(("*",) if named else ()), *map(_parameter, named)]
    lines = [line for each in fields(cls) for line in _settings(each)]
    for each in fields(cls):
        known[f"put_{each.name}"] = getattr(cls, each.name).__set__
        known[f"default_{each.name}"] = each.default
        known[f"make_{each.name}"] = each.default_factory
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(given)}):\n {body}", known)
    made = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _parameter(each: Field[Any]) -> str:
    """Return a field as a parameter."""
    if each.default is not MISSING:
        return f"{each.name}=default_{each.name}"
    return each.name if each.default_factory is MISSING else f"{each.name}=MISSING"


def _settings(each: Field[Any]) -> Iterator[str]:
    """Yield the lines that set a field."""
    name = each.name
    if each.default_factory is not MISSING:
        if each.init:
            yield f"if {name} is MISSING: {name} = make_{name}()"
        yield f"put_{name}(self, {name if each.init else f'make_{name}()'})"
    elif each.init:
        yield f"put_{name}(self, {name})"
    elif each.default is not MISSING:
        yield f"put_{name}(self, default_{name})"
