"""Write a small game by chance, as lines with what stands below them: nouns, bodies, rules that
wait, and a plain course of turns."""

from __future__ import annotations

from random import Random

from soak.random_lines import Line, Lines, block, plain, quoted
from soak.random_nouns import CARDS, kinds_of, zones_of
from soak.random_steps import Steps
from soak.random_words import COLORS, Scope, Words

SLOTS = ("int", "ware", "player", "color", "amount", "bool")
TYPES = {"wares": "list of ware", "amount": "amount of color"}
RESULTS = {"ware": "maybe ware", "color": "maybe color"}
NATIVES = (
    *((name, True) for name in ("move", "discard", "tap", "retire")),
    *((name, False) for name in ("shuffle", "reveal", "draw-card", "create", "exchange", "fill")),
)
"""Events that rules wait for, and whether a card is in their first slot."""

CHECKS = (
    "move w to discard", "move w to bottom of deck", "move w to row", "discard w", "untap w",
    "set w.marked to false", "set w.level to 0",
)  # fmt: skip
POLICY = {
    "triggers": ("queue", "queue", "immediate"),
    "replacements": ("choose", "choose", "last"),
    "loops": ("draw", "stop"),
    "watch": ("action", "event"),
    "leavers": ("stop", "act"),
}
FIXED = (("pay", ("int",), "bool"), ("hand-over", ("amount",), "bag"))


def game_lines(chance: Random) -> Lines:
    """Return the lines of a game."""
    return Rules(chance).lines()


class Rules:
    """Writes the sections of a game."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.words = Words(chance)
        self.steps = Steps(self.words, list(FIXED))
        self.actions = [f"act-{n}" for n in range(1, chance.randint(3, 5))]
        self.phases = ["act"]

    def lines(self) -> Lines:
        """Return all of them; values and events first, since others use them."""
        values = self.values()
        events = self.events()
        return [
            *self.nouns(),
            Line("values:", values),
            Line("events:", events),
            Line("actions:", [self.action(name) for name in self.actions]),
            *self.waiting("", 3),
            *self.course(),
        ]

    def nouns(self) -> Lines:
        """Return kinds and cards with their rules, players, state and zones."""
        kinds, cards, others = kinds_of(self.words), plain(CARDS), zones_of(self.words)
        kinds[1].below[0].below += self.waiting("self", 1)
        cards[0].below += [self.card(n) for n in range(1, self.chance.randint(3, 5))]
        return [*kinds, *cards, *others]

    def card(self, number: int) -> Line:
        """Return a card with rules."""
        words = self.words
        me = Scope((("ware", "self"),), level=len(self.steps.events))
        below = [
            Line(f"id: card-{number}"),
            Line(f"color: {self.chance.choice(COLORS)}"),
            Line(
                "rank: "
                + words.pick("1", "4", lambda: f'"1 + count({words.pick("row", "player.field")})"')
            ),
            Line(f"copies: {self.chance.randint(1, 2)}"),
        ]
        if words.odds(0.5):
            below.append(block("boon", self.steps.body(me, 2)))
        if words.odds(0.3):
            below.append(quoted("toll", words.amount(me)))
        if words.odds(0.4):
            below.append(Line("actions:", [self.own_action()]))
        return Line("- kind: ware", below + self.waiting("self", 2))

    def own_action(self) -> Line:
        """Return an action of a card."""
        scope = Scope((("ware", "self"),), level=99, is_seen=True)
        found = self._action(scope)
        return Line("- in: act", found)

    def values(self) -> Lines:
        """Return values, each of which may read those before."""
        words, lines = self.words, []
        for number in range(1, self.chance.randint(2, 4)):
            result = self.chance.choice(("int", "int", "bool", "wares", "amount"))
            slot = self.chance.choice(("", "ware", "player"))
            scope = Scope(((slot, "x"),) if slot else (), is_seen=words.odds(0.7))
            name, slots = f"value-{number}", f" ({slot} x)" if slot else ""
            head = f"{name}{slots} -> {TYPES.get(result, result)}"
            if result == "int" and words.odds(0.5):
                below = plain("let n = 0")
                loop = Line(
                    f"for each w in {words.wares(scope)}:",
                    [Line(f"if {words.condition(scope.having(('ware', 'w')))}, add 1 to n")],
                )
                below += [
                    loop,
                    Line(f"while n < 3 and {words.condition(scope, 1)}, add 1 to n"),
                    Line("return n"),
                ]
                lines.append(Line(f"{head}: |", below))
            else:
                lines.append(Line(f"{head}:", [quoted("is", words.of(scope, result))]))
            words.values.append((name, slot, result))
        return lines

    def events(self) -> Lines:
        """Return events, each of which may do those before, and itself seldom."""
        words = self.words
        lines = plain(
            """\
pay (int n):
  when: n <= me.coins
  do: subtract n from me.coins
hand-over (amount of color a) -> bag of color:
  when: payable(me.jewels, a)
  do: |
    choose b from a where it <= me.jewels
    if b is none, return []
    subtract b from me.jewels
    return b
"""
        )
        for number in range(1, self.chance.randint(3, 6)):
            slots = tuple(self.chance.sample(SLOTS, self.chance.choice((0, 1, 1, 2))))
            letters = tuple((type_, f"s{n}") for n, type_ in enumerate(slots))
            result = self.chance.choice(("bool", "bool", "bool", "ware", "int", "color"))
            scope = Scope(letters, level=len(self.steps.events))
            name = f"event-{number}"
            words_of = zip(("", "to ", "with "), letters, strict=False)
            head = " ".join(self.slot(word, *letter) for word, letter in words_of)
            returns = "" if result == "bool" else f" -> {RESULTS.get(result, result)}"
            below: Lines = []
            if words.odds(0.3):
                below.append(quoted("when", words.condition(scope, 1)))
            if words.odds(0.2) and slots:
                below.append(quoted("affects", words.player(scope)))
            body = self.steps.body(scope)
            if returns:
                body.append(Line(f"return {words.of(scope, result)}"))
            below.append(block("do", body))
            lines.append(Line(f"{name} {head}".strip() + f"{returns}:", below))
            self.steps.events.append((name, slots, result))
        return lines

    def slot(self, word: str, type_: str, letter: str) -> str:
        """Return a slot of a signature; a number behind a preposition need not be given."""
        default = " = 1" if type_ == "int" and word else ""
        return f"{word}({TYPES.get(type_, type_)} {letter}{default})"

    def action(self, name: str) -> Line:
        """Return an action."""
        return Line(f"{name}:", self._action(Scope(level=99, is_seen=True)))

    def _action(self, scope: Scope) -> Lines:
        words, below = self.words, []
        chosen = []
        for _ in range(self.chance.choice((0, 0, 1, 1, 2))):
            name, type_, text = self.steps.choice(scope)
            quantity, _, source = text.partition(" from ")
            how = quantity.removesuffix(name)
            source, _, fitting = source.partition(" so that ")
            exactly = how.strip().removeprefix("(").removesuffix(")")
            is_exact = how.startswith(("(", "2"))
            lines = [quoted("from", source if is_exact else f"{how}{source}")]
            lines += [quoted("exactly", exactly)] if is_exact else []
            lines += [quoted("so-that", fitting)] if fitting else []
            chosen.append(Line(f"{name}:", lines))
            scope = scope.having((type_, name))
        if chosen:
            below.append(Line("choose:", chosen))
        if words.odds(0.3):
            below.append(quoted("when", words.condition(scope, 1)))
        if words.odds(0.3):
            below.append(Line(f"limit: {self.limit()}"))
        if words.odds(0.5):
            below.append(
                block("cost", self.steps.body(Scope(scope.names, is_seen=True, is_cost=True), 2))
            )
        below.append(block("do", self.steps.body(Scope(scope.names, level=99))))
        return below

    def limit(self) -> str:
        """Return a limit."""
        return f"{self.chance.randint(1, 2)} per " + self.words.pick(
            "turn", "round", "action", "game", *self.phases
        )

    def pattern(self, scope: Scope) -> tuple[str, Scope]:
        """Return a pattern of an event, and what may be named then."""
        words = self.words
        name, slots, _ = self.chance.choice(self.steps.events)
        own = words.pick("self", "") if ("ware", "self") in scope.names else ""
        letters = tuple((type_, f"s{n}") for n, type_ in enumerate(slots))
        if words.odds(0.5):
            name, types = words.chance.choice(NATIVES)
            letters = (("ware", "c"),) if types else ()
            name = f"{name} {own}".strip() if types else name
        elif words.odds(0.3):
            name, letters = words.pick(*self.actions, *self.phases), ()
        elif name == "pay":
            letters = (("int", "n"),)
        elif name == "hand-over":
            letters = (("amount", "a"),)
        who = f" by {words.pick('me', 'active')}" if words.odds(0.3) and own else ""
        inner = scope.having(*letters)
        where = f" where {words.condition(inner, 1)}" if words.odds(0.35) else ""
        return f"{name}{who}{where}", inner

    def waiting(self, own: str, most: int) -> Lines:
        """Return rules that wait: of the game, or of a card."""
        chance = self.chance
        scope = Scope((("ware", "self"),) if own else (), level=99)
        sections: dict[str, Lines] = {}
        for _ in range(chance.randint(0, most)):
            section, rule = self.rule(scope, bool(own))
            sections.setdefault(section, []).append(rule)
        return [Line(f"{section}:", rules) for section, rules in sections.items()]

    def rule(self, scope: Scope, is_own: bool) -> tuple[str, Line]:
        """Return a rule and its section."""
        words = self.words
        kind = words.pick(
            "after",
            "after",
            "after",
            "before",
            "instead",
            "instead",
            "becomes",
            "value",
            "forbid",
            "always",
        )
        where = f"active-in: {words.pick('player.field', 'player.hand', '[player.field, discard]')}"
        common = [Line(where)] if is_own and words.odds(0.25) else []
        if kind in ("after", "before", "instead"):
            return self.hearing(kind, scope, common, is_own)
        if kind == "becomes":
            free = Scope(scope.names, scope.me if is_own else "p")
            head = Line(
                "- for: p in players", [quoted("becomes", words.condition(free, 1)), *common]
            )
            if is_own and words.odds(0.5):
                head = Line(f'- becomes: "{words.condition(free, 1)}"', common)
            else:
                free = free.having(("player", "p"))
            head.below += [quoted("when", words.condition(free, 1))] if words.odds(0.2) else []
            head.below += [Line(f"limit: {self.limit()}")] if words.odds(0.6) else []
            head.below.append(block("do", self.steps.body(Scope(free.names, free.me, level=99), 2)))
            return "triggers", head
        if kind == "value":
            return "modifiers", self.modifier(scope, common)
        if kind == "forbid":
            return "forbids", Line(f'- event: "{self.pattern(scope)[0]}"', common)
        free = Scope(
            (*scope.names, ("ware", "w")), scope.me if is_own else "start-player", level=99
        )
        head = Line(f'- for: "w in {words.wares(Scope(scope.names, free.me), 1)}"', common)
        head.below.append(quoted("when", words.condition(free, 1)))
        if words.odds(0.7):
            head.below.append(Line(f"do: {words.pick(*CHECKS)}"))
        else:
            head.below.append(block("do", self.steps.body(free, 1)))
        return "always", head

    def hearing(self, kind: str, scope: Scope, common: Lines, is_own: bool) -> tuple[str, Line]:
        """Return a trigger or replacement."""
        words = self.words
        pattern, inner = self.pattern(scope)
        below = [*common]
        if words.odds(0.2):
            below.append(Line("let:", [quoted("before", words.number(inner, 1))]))
            inner = inner.having(("int", "before"))
        if words.odds(0.2):
            pattern += f"{_joint(pattern)} {words.condition(inner, 1)}"
        if kind == "after" and words.odds(0.3):
            pattern += f"{_joint(pattern)} was({words.condition(inner, 1)})"
        if kind == "after" and words.odds(0.25):
            below.append(Line("at-once: true"))
        if words.odds(0.3):
            below.append(Line("optional: true"))
        if words.odds(0.2):
            below.append(
                block("cost", self.steps.body(Scope(inner.names, is_seen=True, is_cost=True), 1))
            )
        if words.odds(0.5 if kind == "instead" else 0.7):
            below.append(Line(f"limit: {self.limit()}"))
        if kind == "instead" and words.odds(0.2):
            below.append(
                Line(f"by: {words.pick('active', 'start-player', 'actor' if is_own else 'active')}")
            )
        if kind != "instead" or words.odds(0.8):
            body = self.steps.body(inner, 2)
            if kind == "after" and words.odds(0.2):
                body.append(Line(f"add was({words.number(inner, 1)}) to me.coins"))
            native = pattern.split()[0] in ("reveal", "create", "exchange", "fill", "shuffle")
            if kind == "instead" and not native and words.odds(0.5):
                names = [name for _, name in inner.names if name not in ("self", "before")]
                body.append(
                    Line(
                        " ".join(
                            [
                                pattern.split()[0],
                                *(f"{p}{n}" for p, n in zip(("", "to "), names, strict=False)),
                            ]
                        )
                    )
                )
            below.append(block("do", body))
        section = "replacements" if kind == "instead" else "triggers"
        return section, Line(f'- {kind}: "{pattern}"', below)

    def modifier(self, scope: Scope, common: Lines) -> Line:
        """Return a modifier."""
        words = self.words
        values = [(name, slot) for name, slot, result in words.values if result == "int"]
        if values and words.odds(0.4):
            name, slot = words.chance.choice(values)
            inner = scope.having((slot, "x")) if slot else scope
            where = f" where {words.condition(inner, 1)}" if words.odds(0.5) else ""
            below = []
        else:
            name, inner = "rank", scope
            where = f" where {words.fits(scope, 1)}" if words.odds(0.7) else ""
            below = [Line("of: ware")]
        to = words.pick(
            "result + 1", "2 * result", "result - 1", "3", lambda: words.number(inner, 9)
        )
        return Line(f'- value: "{name}{where}"', [*below, quoted("to", to), *common])

    def course(self) -> Lines:
        """Return set-up, phases, end and policy."""
        words, pick = self.words, self.words.pick
        free = Scope((("player", "p"),), "p", level=99)
        turn = words.pick("", "while: true", "repeat: true")
        head = plain(
            f"""\
setup: |
  {pick("", "shuffle deck")}
  fill row from deck
  deal {self.chance.randint(1, 3)}
  for each p in players:
    move top(deck, 2) to p.field
    add 2 red + 1 blue to p.jewels
phases:
  - id: act
    turns: players
    {turn}
    offer: [{", ".join([*self.actions, *(["pass"] if turn else [])])}]
  - id: evening
    do: |
      untap player.field
"""
        )
        evening = head[1].below[1].below[0].below
        evening += [Line("for each p in players:", self.steps.body(free, 2))]
        evening += [Line("if round >= 3, end game")]
        end = Line("end:", [Line("rank: [coins, count(hand)]")])
        if words.odds(0.25):
            end.below.append(quoted("when", words.condition(Scope(me="start-player"), 1)))
        chosen = [Line(f"{key}: {self.chance.choice(words_)}") for key, words_ in POLICY.items()]
        return [*head, end, Line("policy:", chosen)]


def _joint(pattern: str) -> str:
    """Return what joins one more condition to a pattern."""
    return " and" if " where " in pattern else " where"
