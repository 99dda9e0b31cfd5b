"""Write bodies of steps by chance, as lines with what stands below them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from soak.random_lines import Line, Lines
from soak.random_words import Scope, Words

DEEPEST = 3


@dataclass(slots=True)
class Steps:
    """Writes steps.

    Attributes:
        events: Of each event how it is called: its name, the types of its slots, what it returns;
            those behind may do those before.
        kept: Attributes of cards that hold steps.
    """

    words: Words
    events: list[tuple[str, tuple[str, ...], str]] = field(default_factory=list)

    def body(self, scope: Scope, most: int = 3) -> Lines:
        """Return some steps, each of which knows what those before it have named."""
        lines: Lines = []
        for _ in range(self.words.chance.randint(1, most)):
            found, scope = self.step(scope)
            lines += found
            if found[-1].text in ("stop", "end game"):
                break
        return lines

    def step(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a step, and the scope behind it."""
        plain: list[Callable[[Scope], tuple[Lines, Scope]]] = [
            self.change, self.change, self.move, self.move, self.native, self.event, self.event,
        ]  # fmt: skip
        deep = [
            self.choose, self.choose, self.choose, self.choose_one, self.may, self.loop, self.loop,
            self.branch, self.together, self.at_once, self.order, self.rare,
        ]  # fmt: skip
        if scope.is_cost:
            return self.words.chance.choice([self.pay, self.pay, self.choose, self.move])(scope)
        return self.words.chance.choice(plain + (deep if scope.turns < DEEPEST else []))(scope)

    def pay(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a step of a cost."""
        words, me = self.words, scope.me
        text = words.pick(
            lambda: f"pay {words.number(scope, 9)}", "pay 1", f"subtract 1 from {me}.coins",
            lambda: f"tap {words.ware(scope)}",
            lambda: f"hand-over {words.amount(scope)}",
            lambda: f"require {words.condition(scope, 1)}",
            lambda: f"discard first({me}.hand)",
            lambda: f"discard {words.ware(scope)}",
            lambda: f"set {words.ware(scope, 9)}.marked to true",
            lambda: f"add 1 to {words.ware(scope, 9)}.level",
        )  # fmt: skip
        return [Line(text)], scope

    def change(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a silent change."""
        words, me = self.words, scope.me
        if words.odds(0.2):
            type_ = words.pick("int", "ware", "wares", "bag", "bool", "player")
            name = words.name("l")
            return [Line(f"let {name} = {words.of(scope, type_)}")], scope.having((type_, name))
        sign = words.pick("add {} to", "subtract {} from")
        text = words.pick(
            lambda: f"{sign.format(words.number(scope))} {words.player(scope)}.coins",
            lambda: f"set {words.player(scope)}.coins to {words.number(scope)}",
            lambda: f"add 1 to {words.ware(scope)}.level",
            lambda: f"set {words.ware(scope)}.marked to {words.pick('true', 'false')}",
            lambda: f"set {words.ware(scope)}.tapped to {words.condition(scope, 1)}",
            lambda: f"{sign.format(words.bag(scope))} {me}.jewels",
            lambda: f"set weather to {words.pick('none', lambda: words.color(scope))}",
            lambda: f"add {words.number(scope)} to total",
            lambda: f"set total to {words.number(scope)}",
            lambda: f"set {me}.ready to {words.condition(scope, 1)}",
            lambda: f"add {words.number(scope)} to {me}.seen",
            lambda: f"add {words.color(scope)} to {me}.liked",
            lambda: f"for each {words.name('w')} in {words.wares(scope)}, "
            f"set w{words.made}.definition to {words.pick('token', 'coin', 'red-3', 'card-1')}",
            lambda: f"set start-player to {words.player(scope)}",
            lambda: f"add 1 to {words.pick('north', 'south')}.charge",
            lambda: f"set {me}.secret to {words.color(scope)}",
        )  # fmt: skip
        return [Line(text)], scope

    def move(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a move of a card or a list."""
        words = self.words
        end = words.pick("", "", "top of ", "bottom of ")
        what = words.pick(lambda: words.ware(scope), lambda: words.wares(scope))
        where = words.zone(scope)
        end = end if where == "deck" else ""
        by = f" by {words.player(scope)}" if words.odds(0.15) and not scope.is_cost else ""
        text = f"move {what} to {end}{where}{by}"
        return self.taken(text, "bool", scope, 0.1)

    def taken(self, text: str, type_: str, scope: Scope, share: float) -> tuple[Lines, Scope]:
        """Return an event, whose result is sometimes taken."""
        if scope.is_batch or not self.words.odds(share):
            return [Line(text)], scope
        name = self.words.name("r")
        return [Line(f"{text} -> {name}")], scope.having((type_, name))

    def native(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a native event, or a word of the prelude."""
        words, me = self.words, scope.me
        small = words.chance.randint(1, 3)

        def some() -> str:
            return words.pick(lambda: words.ware(scope), lambda: words.wares(scope, 1))

        text = words.pick(
            lambda: f"shuffle {words.pick('deck', 'discard', f'{me}.store')}",
            lambda: f"reveal {words.pick(lambda: words.ware(scope), lambda: words.wares(scope))}",
            lambda: f"reveal {words.ware(scope)} to {words.pick(me, f'opponents({me})')}",
            lambda: f"reveal any({me}.hand, {words.fits(scope, 9)}) to opponents({me})",
            lambda: f"create 1 {words.pick('token', 'coin')} into {words.zone(scope)}",
            lambda: f"retire {some()}",
            lambda: f"exchange {words.ware(scope)} with {words.ware(scope)}",
            lambda: f"fill row from {words.pick('deck', 'discard')}",
            lambda: f"draw {small} by {words.player(scope)}",
            f"draw {small}", "deal 1", "draw-card",
            lambda: f"discard {some()}",
            lambda: f"{words.pick('tap', 'untap')} "
            f"{words.pick(lambda: words.ware(scope), lambda: words.wares(scope))}",
            lambda: f"do {words.ware(scope)}.boon", "recycle",
        )  # fmt: skip
        return [Line(text)], scope

    def call(self, scope: Scope) -> tuple[str, str]:
        """Return the call of an event, and what it returns."""
        words = self.words
        name, slots, result = words.chance.choice(
            [event for n, event in enumerate(self.events) if n < scope.level or n < 2]
        )
        prepositions = ("", "to ", "with ")
        given = " ".join(
            f"{word}{words.of(scope, type_, 1)}"
            for word, type_ in zip(prepositions, slots, strict=False)
        )
        return f"{name} {given}".strip(), result

    def event(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return an event that is done."""
        words = self.words
        text, result = self.call(scope)
        by = scope.me if scope.me != "me" else words.player(scope) if words.odds(0.3) else ""
        text += f" by {by}" if by else ""
        return self.taken(text, result, scope, 0.3)

    def choice(self, scope: Scope) -> tuple[str, str, str]:
        """Return the name, the type and the words of a choice."""
        words = self.words
        name = words.name("c")
        if words.odds(0.25):
            low = words.pick("0..2", "1..3", lambda: f"0..{words.number(scope, 9)}")
            return name, "int", f"{name} from {low}"
        if words.odds(0.15):
            return name, "color", f"{name} from every color"
        if words.odds(0.15):
            return name, "player", f"{name} from {words.players(scope)}"
        source = words.wares(scope)
        if words.odds(0.5):
            return name, "ware", f"{name} from {source}"
        how = words.pick("2", "up to 2", "any number of", f"({words.number(scope, 9)})", "up to 3")
        fitting = words.pick(
            f" so that sum({name}, rank) < 7",
            f" so that count(distinct(each({name}, color))) == count({name})",
            f" so that count({name}) != 1", "", "", "",
        )  # fmt: skip
        if how == "any number of":
            source = f"top(deck, 3) + {scope.me}.field" if scope.is_seen else f"{scope.me}.hand"
        return name, "wares", f"{how} {name} from {source}{fitting}"

    def choose(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a choice."""
        words = self.words
        if words.odds(0.15):
            name = words.name("g")
            text = f"choose {name} from {words.open_amount()} where it <= {scope.me}.jewels"
            return [Line(text)], scope.having(("bag", name))
        name, type_, text = self.choice(scope)
        by = ""
        if not scope.is_cost and words.odds(0.35):
            is_drawn = words.odds(0.5) and "any number" not in text and "so that" not in text
            by = " by chance" if is_drawn else f" by {words.player(scope)}"
        elif scope.me != "me":
            by = f" by {scope.me}"
        source, *fitting = text.partition(" so that ")
        return [Line(f"choose {source}{by}{''.join(fitting)}")], scope.having((type_, name))

    def order(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return an order."""
        name = self.words.name("o")
        source = self.words.pick(f"{scope.me}.hand", "row", "top(deck, 3)", f"{scope.me}.field")
        by = f" by {self.words.player(scope)}" if scope.me != "me" or self.words.odds(0.2) else ""
        return [Line(f"order {name} from {source}{by}")], scope.having(("wares", name))

    def costs(self, scope: Scope) -> str:
        """Return a small cost on one line."""
        inner = replace(scope, is_cost=True)
        lines = [self.pay(inner)[0][0] for _ in range(self.words.chance.randint(1, 2))]
        return "; ".join(line.text for line in lines)

    def choose_one(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a choice of bodies."""
        words, lines = self.words, []
        by = f" by {words.player(scope)}" if words.odds(0.3) or scope.me != "me" else ""
        for _ in range(words.chance.randint(2, 3)):
            when = f" when {words.condition(scope, 1)}" if words.odds(0.3) else ""
            if words.odds(0.4):
                lines.append(Line(f"{self.costs(scope)}:", self.body(scope.within(), 2)))
            else:
                step, _ = words.chance.choice([self.event, self.move, self.native, self.change])(
                    scope
                )
                lines.append(Line(f"{step[0].text}{when}"))
        return [Line(f"choose one{by}:", lines)], scope

    def may(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a step that may be done."""
        words = self.words
        by = f" by {words.player(scope)}" if words.odds(0.3) or scope.me != "me" else ""
        kind = words.chance.randrange(4)
        if kind == 0:
            name, type_, text = self.choice(scope)
            head, inner = f"may{by} choose {text}:", scope.within().having((type_, name))
        elif kind == 1:
            again = "again" if words.odds(0.5) else ""
            head, inner = f"may {again}{by} pay 1:".replace("  ", " "), scope.within()
        elif kind == 2:
            head, inner = f"may{by}:", scope.within()
        else:
            head, inner = f"may{by} {self.costs(scope)}:", scope.within()
        lines = [Line(head, self.body(inner, 2))]
        if words.odds(0.3) and "again" not in head:
            lines.append(Line("else:", self.body(scope.within(), 2)))
        return lines, scope

    def loop(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a loop."""
        words = self.words
        kind = words.chance.randrange(6)
        if kind < 2:
            name = words.name("w")
            head, inner = f"for each {name} in {words.wares(scope)}:", [("ware", name)]
        elif kind == 2:
            name = words.name("p")
            head, inner = f"for each {name} in {words.players(scope)}:", [("player", name)]
        elif kind == 3:
            head, inner = f"repeat {words.pick('2', words.number(scope, 9))} times:", []
        elif kind == 4:
            head, inner = f"while {words.pick('total < 4', words.condition(scope, 1))}:", []
            return [Line(head, [*self.body(scope.within()), Line("add 1 to total")])], scope
        else:
            name = words.name("k")
            head, inner = f"for each {name} in every color:", [("color", name)]
        return [Line(head, self.body(scope.within().having(*inner)))], scope

    def branch(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a branch."""
        words = self.words
        lines = [Line(f"if {words.condition(scope)}:", self.body(scope.within()))]
        if words.odds(0.3):
            lines.append(Line(f"elif {words.condition(scope)}:", self.body(scope.within())))
        if words.odds(0.4):
            lines.append(Line("else:", self.body(scope.within())))
        return lines, scope

    def together(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return a batch."""
        words, outer, scope = self.words, scope, replace(scope, is_batch=True)
        if words.odds(0.4):
            name = words.name("w")
            step, _ = self.move(scope.having(("ware", name)))
            step = self.event(scope.having(("ware", name)))[0] if words.odds(0.5) else step
            return [Line(f"together for each {name} in {words.wares(scope)}:", step)], outer
        lines = []
        for _ in range(words.chance.randint(1, 3)):
            step, _ = words.chance.choice([self.event, self.move, self.native])(scope)
            lines += step
        if words.odds(0.2):
            lines = [*lines[:-1], Line(f"if {words.condition(scope, 1)}:", lines[-1:])]
        return [Line("together:", lines)], outer

    def at_once(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return secret choices."""
        words, who, name = self.words, self.words.name("p"), self.words.name("c")
        inner = scope.within().having(("player", who))
        kind = words.chance.randrange(5)
        source = words.pick(f"{who}.hand", "row", "deck", f"{who}.hand + {who}.field")
        if kind == 0:
            below = [Line(f"choose {name} from {source} by {who}")]
            inner = inner.having(("ware", name))
        elif kind == 1:
            below = [Line(f"choose {words.pick('2', 'up to 2')} {name} from {source} by {who}")]
            inner = inner.having(("wares", name))
        elif kind == 2:
            below = [Line(f"let {name} = 0"), Line(f"may again by {who} pay 1, add 1 to {name}")]
            inner = inner.having(("int", name))
        elif kind == 3:
            below = [Line(f"let {name} = 0"),
                     Line(f"may by {who}, set {name} to {words.number(scope, 9)}"),
                     Line(f"if {name} > 0, choose {name}x from 1..3 by {who}")]  # fmt: skip
            inner = inner.having(("int", name))
        else:
            below = [Line(f"order {name} from {who}.hand by {who}")]
            inner = inner.having(("wares", name))
        head = Line(f"at once for each {who} in {words.players(scope)}:", below)
        return [head, Line("then:", self.body(inner))], scope

    def rare(self, scope: Scope) -> tuple[Lines, Scope]:
        """Return what is seldom done."""
        words = self.words
        text = words.pick(
            "stop", "stop", "pass", "end game", "leave act",
            lambda: f"eliminate {words.player(scope)}",
            lambda: f"if {words.condition(scope)}, stop",
            lambda: f"add {words.number(scope)} to {scope.me}.seen",
        )  # fmt: skip
        return [Line(text)], scope
