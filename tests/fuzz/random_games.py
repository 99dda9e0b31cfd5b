"""Write small games by chance, from the grammar in `random_games.yaml`.

Some are about bodies and rules that wait, some about the course of a match: phases of all shapes in
one another that are left and passed in, groups of actions, state that lasts until something is
over. What is written need not be right: a game is lines with what stands below them, so that lines
can be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import yaml

HEAD = 'id: random\nversion: "1"\nlanguage: 1\ntitle: Random\n'
GRAMMAR = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
TOKEN = re.compile(
    r"<(?P<low>\d)\.\.(?P<high>\d)( (?P<many>[\w-]+)(@(?P<ways>[\w=,-]+))?)?>"
    r"|<(?P<naming>[+*~=])(?P<type>\w+)>"
    r"|<(?P<name>[a-z][\w-]*)(:(?P<depth>\d))?(@(?P<how>[\w=,-]+))?>"
    r"|<(?P<words>[^<>]*\|[^<>]*)>"
)
EXPRESSIONS = frozenset(
    {"int", "bool", "fits", "wares", "ware", "player", "color", "bag", "amount", "zone", "players"}
)
SLOTS = ("int", "ware", "player", "color", "amount", "bool")
TYPES = {"wares": "list of ware", "amount": "amount of color"}
NATIVES = (
    *((name, True) for name in ("move", "discard", "tap", "retire")),
    *((name, False) for name in ("shuffle", "reveal", "draw-card", "create", "exchange", "fill")),
)
"""Events that rules wait for, and whether a card is in their first slot."""

SECTIONS = ("triggers:", "replacements:", "modifiers:", "forbids:", "always:")
DEEPEST_WORDS, DEEPEST_BODY, PHASES = 2, 3, 7
Names = list[tuple[str, str]]


@dataclass(slots=True)
class Scope:
    """What may be named where something is written.

    Attributes:
        names: The type and the name of each.
        kept: Those of them that what follows in the same body knows too.
        me: Who acts; an expression that is a player.
        ways: `seen` where only what `me` sees may be read, `cost` where it is paid, `batch` where
            it happens together with others, `pass` where one may pass.
        level: Events with a lower number may be done.
        bodies: How many of them stand around.
    """

    names: Names = field(default_factory=list)
    kept: Names = field(default_factory=list)
    me: str = "me"
    ways: frozenset[str] = frozenset()
    level: int = 0
    bodies: int = 0

    def within(self, how: str = "", bodies: int = 0) -> Scope:
        """Return the one of what stands inside, in other circumstances and so many more bodies."""
        names, me, ways, level = [*self.names], self.me, {*self.ways}, self.level
        for word in filter(None, how.split(",")):
            if word in ("self", "w", "p"):
                names.append(("player" if word == "p" else "ware", word))
                me = "p" if word == "p" else me
            elif word == "act":
                level, ways = 99, ways - {"seen", "cost"}
            elif word.startswith("me="):
                me = word.removeprefix("me=")
            else:
                ways.add(word)
        return Scope(names, [], me, frozenset(ways), level, self.bodies + bodies)


class Writer:
    """Writes one game.

    Attributes:
        values: Of each value its name, the type of its slot, or "", and what it comes to.
        events: Of each event its name, the types of its slots, what it returns; those behind may do
            those before.
        made: The newest name of each type.
    """

    def __init__(self, chance: Random, sort: str) -> None:
        self.chance = chance
        self.grammar = {**GRAMMAR, **GRAMMAR.get(sort, {})}
        self.values: list[tuple[str, str, str]] = []
        self.events: list[tuple[str, tuple[str, ...], str]] = [
            ("pay", ("int",), "bool"), ("hand-over", ("amount",), "bag"),
        ]  # fmt: skip
        self.actions = [f"act-{n}" for n in range(1, chance.randint(3, 5))]
        self.phases = [f"phase-{n}" for n in range(1, PHASES + 1)]
        self.made: dict[str, str] = {}
        self.count = self.cards = 0

    # --- the grammar ----------------------------------------------------------------------------

    def text(self, name: str, scope: Scope, depth: int = -1) -> str:
        """Return one of the alternatives of a name, written out."""
        special = getattr(self, f"_{name.replace('-', '_')}", None)
        if special is not None:
            return str(special(scope))
        is_words = name in EXPRESSIONS
        depth += is_words
        fits = {
            "deep": depth < DEEPEST_WORDS if is_words else scope.bodies < DEEPEST_BODY,
            "unseen": "seen" not in scope.ways,
            "free": "cost" not in scope.ways,
            "alone": "batch" not in scope.ways,
            "turn": scope.me == "me",
            "own": ("ware", "self") in scope.names,
            "more": bool(self.phases),
        }
        found = [*self.grammar[name]]
        for guard, is_so in fits.items():
            found += self.grammar.get(f"{name}/{guard}", ()) if is_so else ()
        found += [word for type_, word in scope.names if type_ == name for _ in "ab"]
        found += [f"{value}({'<' + slot + ':9>'})" if slot else value
                  for value, slot, result in self.values if result == name]  # fmt: skip
        return self.filled(self.chance.choice(found), scope, depth)

    def filled(self, template: str, scope: Scope, depth: int) -> str:
        """Return a template written out; a line of which nothing is left is none."""
        own = scope.within()
        lines = []
        for line in template.splitlines():
            new: Names = []
            found = TOKEN.sub(lambda token: self._token(token, own, depth, new), line)  # noqa: B023
            own.names += new
            indent = " " * (len(line) - len(line.lstrip()))
            lines += [indent * (n > 0) + each for n, each in enumerate(found.splitlines())]
        scope.names += own.kept
        scope.kept += own.kept
        return "\n".join(line for line in lines if line.strip() or "\n" not in template)

    def _token(self, token: re.Match[str], own: Scope, depth: int, new: Names) -> str:
        if token["words"] is not None:
            return self.chance.choice(token["words"].split("|"))
        if token["low"] is not None:
            number = self.chance.randint(int(token["low"]), int(token["high"]))
            if token["many"] is None:
                return str(number)
            scope = own.within(token["ways"] or "")
            return "\n".join(self.text(token["many"], scope, depth) for _ in range(number))
        if token["type"] is not None:
            return self._name(token["naming"], token["type"], own, new)
        scope, name = own, token["name"]
        if token["how"] is not None:
            scope = own.within(token["how"])
        if name == "body":
            return self._body(scope, int(token["depth"] or 3))
        given = int(token["depth"]) - 1 if token["depth"] is not None else depth
        return self.text(name, scope, given)

    def _name(self, naming: str, type_: str, own: Scope, new: Names) -> str:
        if naming != "=":
            self.count += 1
            self.made[type_] = f"{type_[0]}{self.count}"
            made = [(type_, self.made[type_])]
            new += made if naming != "~" else ()
            own.kept += made if naming != "*" else ()
        return self.made[type_]

    # --- what a grammar cannot say --------------------------------------------------------------

    def _body(self, scope: Scope, most: int = 3) -> str:
        """Return some steps, each of which knows what those before it have named."""
        own, steps = scope.within(bodies=1), []
        kind = "cost-step" if "cost" in scope.ways else "step"
        for _ in range(self.chance.randint(1, most)):
            steps.append(self.text(kind, own))
            if steps[-1] in ("stop", "end game"):
                break
        return "\n".join(steps)

    def _me(self, scope: Scope) -> str:
        return scope.me

    def _by(self, scope: Scope) -> str:
        if "cost" in scope.ways or (scope.me == "me" and self.chance.random() < 0.7):
            return ""
        return f" by {scope.me if scope.me != 'me' else self.text('player', scope)}"

    def _event(self, scope: Scope) -> str:
        """Return an event that is done, whose result is sometimes taken."""
        known = [event for n, event in enumerate(self.events) if n < scope.level or n < 2]
        name, slots, result = self.chance.choice(known)
        given = zip(("", " to", " with"), slots, strict=False)
        text = name + "".join(f"{word} {self.text(slot, scope, 0)}" for word, slot in given)
        text += self._by(scope)
        if "batch" in scope.ways or self.chance.random() < 0.7:
            return text
        new: Names = []
        taken = self._name("+", result, scope, new)
        scope.names += new
        scope.kept += new
        return f"{text} -> {taken}"

    def _pattern(self, scope: Scope) -> str:
        """Return a pattern of an event; what it names is known in the rule."""
        own = self.chance.choice((" self", "")) if ("ware", "self") in scope.names else ""
        name, slots, _ = self.chance.choice(self.events)
        new: Names = [(type_, f"s{n}") for n, type_ in enumerate(slots)]
        kind = self.chance.random()
        if kind < 0.5:
            name, has_card = self.chance.choice(NATIVES)
            new, name = ([("ware", "c")], name + own) if has_card else ([], name)
        elif kind < 0.65:
            name, new = self.chance.choice((*self.actions, "act")), []
        elif name in ("pay", "hand-over"):
            new = [("int", "n")] if name == "pay" else [("amount", "a")]
        words = (f"{word}{letter}" for word, (_, letter) in zip(("", "to "), new, strict=False))
        is_bare = (name, False) in NATIVES
        self.heard = "" if is_bare else " ".join((name.removesuffix(own), *words))
        if own and self.chance.random() < 0.3:
            name += f" by {self.chance.choice(('me', 'active'))}"
        scope.names += new
        has_where = self.chance.random() < 0.4
        self.joint = " and" if has_where else " where"
        return f"{name} where {self.text('bool', scope, 0)}" if has_where else name

    def _joint(self, scope: Scope) -> str:
        """Return what joins one more condition to the pattern."""
        return self.joint

    def _again_it(self, scope: Scope) -> str:
        return self.heard

    def _declared_value(self, scope: Scope) -> str:
        result = self.chance.choice(("int", "int", "bool", "wares", "amount"))
        slot, name = self.chance.choice(("", "ware", "player")), f"value-{len(self.values) + 1}"
        own = Scope([(slot, "x")] if slot else [])
        own.ways = frozenset({"seen"}) if self.chance.random() < 0.7 else frozenset()
        head = f"{name}{f' ({slot} x)' if slot else ''} -> {TYPES.get(result, result)}"
        if result == "int" and self.chance.random() < 0.5:
            text = f"{head}: |\n{_indented(self.text('counting', own), 2)}"
        else:
            text = f'{head}:\n  is: "{self.text(result, own)}"'
        self.values.append((name, slot, result))
        return text

    def _int_value(self, scope: Scope) -> str:
        known = [name for name, slot, result in self.values if result == "int" and not slot]
        return self.chance.choice(known or ["rank"])

    def _declared_event(self, scope: Scope) -> str:
        slots = tuple(self.chance.sample(SLOTS, self.chance.choice((0, 1, 1, 2))))
        result = self.chance.choice(("bool", "bool", "bool", "ware", "int", "color"))
        own = Scope([(type_, f"s{n}") for n, type_ in enumerate(slots)], level=len(self.events))
        head = f"event-{len(self.events) - 1}"
        for word, (type_, name) in zip(("", "to ", "with "), own.names, strict=False):
            default = " = 1" if type_ == "int" and word else ""
            head += f" {word}({TYPES.get(type_, type_)} {name}{default})"
        lines = [self.text("event-rules", own), "do: |", _indented(self._body(own), 2)]
        if result != "bool":
            head += f" -> {'' if result == 'int' else 'maybe '}{result}"
            lines.append(f"  return {self.text(result, own)}")
        self.events.append((head.split()[0], slots, result))
        return "\n".join([f"{head}:", *(_indented(line, 2) for line in lines if line)])

    def _every_action(self, scope: Scope) -> str:
        found = []
        for name in self.actions:
            self.called = name
            found.append(self.text("action", scope.within("act")))
        return "\n".join(found)

    def _called(self, scope: Scope) -> str:
        return self.called

    def _actions(self, scope: Scope) -> str:
        return ", ".join(
            self.chance.sample(self.actions, self.chance.randint(1, len(self.actions)))
        )

    def _all_actions(self, scope: Scope) -> str:
        return ", ".join(self.actions)

    def _passing(self, scope: Scope) -> str:
        return ", pass" if "pass" in scope.ways else ""

    def _card_name(self, scope: Scope) -> str:
        self.cards += 1
        return f"card-{self.cards}"

    def _phase_name(self, scope: Scope) -> str:
        self.count += 1
        return self.phases.pop(0) if self.phases else f"last-{self.count}"


def _indented(text: str, columns: int) -> str:
    return "\n".join(" " * columns + line for line in text.splitlines())


# --- lines ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Line:
    """A line of a text, with the lines that are indented below it."""

    text: str
    below: list[Line] = field(default_factory=list)


Lines = list[Line]


def game_lines(chance: Random, sort: str = "bodies") -> Lines:
    """Return the lines of a game: about `bodies`, or about `courses`."""
    return plain(Writer(chance, sort).text("game", Scope(level=99)))


def plain(text: str) -> Lines:
    """Return lines that are written out; those below which something must stand have it.

    Sections of rules that stand beside one another are one.
    """
    found: Lines = []
    levels = [found]
    for line in filter(str.strip, text.splitlines()):
        depth = (len(line) - len(line.lstrip())) // 2
        made = Line(line.strip())
        same = [each for each in levels[depth] if each.text == made.text in SECTIONS]
        levels[depth] += [] if same else [made]
        levels[depth + 1 :] = [(same or [made])[0].below]
    return without(found, set())


def text_of(lines: Iterable[Line]) -> tuple[str, Lines]:
    """Return a text and, for each of its lines, what stands there."""
    texts, known = HEAD.splitlines(), [Line("")] * len(HEAD.splitlines())

    def write(line: Line, depth: int) -> None:
        texts.append("  " * depth + line.text)
        known.append(line)
        for each in line.below:
            write(each, depth + 1)

    for line in lines:
        write(line, 0)
    return "\n".join(texts) + "\n", known


def without(lines: Lines, wrong: set[int]) -> Lines:
    """Return lines without some, by their identity, and what they leave empty."""
    kept = [line for line in lines if id(line) not in wrong]
    for line in kept:
        line.below = without(line.below, wrong)
    return [line for line in kept if line.below or not line.text.endswith((":", ": |"))]
