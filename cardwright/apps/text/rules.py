"""Return the rules of a card, of a part of a game, and the purpose of a question as sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from cardwright.apps.text import (
    attributes,
    branches,
    conditions,
    effects,
    folds,
    lists,
    values,
)
from cardwright.apps.text.actions import action, modifier, rules_by_card
from cardwright.apps.text.attributes import attribute_lines, per_words
from cardwright.apps.text.inflection import capital, phrase
from cardwright.apps.text.keywords import besides_keyword, keyword_line, keyword_title
from cardwright.apps.text.listening import becomes, forbid, name_slots, replacement
from cardwright.apps.text.names import Names
from cardwright.apps.text.scope import Bound, QuestionPurposes, Registry, Scope, clause, say
from cardwright.apps.text.sentences import Described, all_of, finished, full_stop, sentences, word
from dsl import Language, Phrase, Span
from dsl.model import expressions as e
from dsl.model import rules as r
from dsl.model.game import Game, Rule
from dsl.model.nouns import Definition, Keyword
from dsl.model.steps import Body, Formula, SlotInfo
from dsl.model.types import BOOL, plain_type
from dsl.model.walk import WORKS, besides_works
from interpreter import Owner

RULES: Final[Registry[str]] = Registry()
RULES.by_type.update(
    {
        r.Action: action,
        r.Trigger: branches.trigger,
        r.Replacement: replacement,
        r.Forbid: forbid,
        r.Modifier: modifier,
        r.Always: branches.always,
        r.Becomes: becomes,
    }
)
NODES: Final = (values, folds, conditions, attributes, lists, branches)
"""The modules that say nodes and steps; to import them is to enter what they say."""


def rules_text(game: Game, definition: Definition, lang: str) -> tuple[str, ...]:
    """Return the rules of a card as sentences.

    Its keywords come first in a line, then attributes that hold an effect or a cost, a line each;
    then a text a rule, in the order of the model. Two rules that read alike are said once.
    """
    names = Names(game, Language(lang).own)
    own = rules_of(game, definition.id)
    if definition.waits:  # when it is over its other rule says
        own = tuple(rule for rule in own if not isinstance(rule, r.Always) or rule.delay)
    rules = (_one(rule, definition.kind, names) for rule in own)
    said = definition.attributes.get(WORKS)
    declared = (each for kind in game.kinds.values() for each in kind.attributes)
    of_kinds = [each.default for each in declared if each.name == WORKS]
    works = () if said in of_kinds else _works(said, definition.kind, names)
    words = filter(None, (keyword_line(definition, names),))
    return tuple(dict.fromkeys((*words, *works, *attribute_lines(definition, names), *rules)))


def kind_rules_text(game: Game, kind: str, lang: str) -> tuple[str, ...]:
    """Return what the actions of all cards of a kind ask, then the rules that each of them has."""
    names = Names(game, Language(lang).own)
    rules = (_one(rule, kind, names) for rule in rules_of_kind(game, kind))
    said = (each.default for each in game.kinds[kind].attributes if each.name == WORKS)
    found = [*_works(next(said, None), kind, names)]
    condition = all_of(rules_by_card(game).asked_of_all(kind))
    if condition is not None:  # it is not repeated on each card
        scope = Scope(names, self_kind=kind)
        asked = clause(condition, scope).verbal()
        found.append(finished(word("actions-only-if", scope, condition=asked), scope.lang))
    return (*found, *rules)


def _works(said: Formula | None, kind: str, names: Names) -> Iterator[str]:
    """Yield when the rules of a card work, if not always."""
    if said is None or isinstance(said.expression, e.Constant):
        return
    scope = Scope(names, self_kind=kind)
    scope.locals[0] = Bound(e.Role("self", said.slots[0].type), scope)
    asked = clause(said.expression, scope).verbal()
    yield finished(word("works-while", scope, condition=asked), scope.lang)


def rules_of(game: Game, card: str) -> tuple[r.Action | Rule, ...]:
    """Return the rules that stand on a card itself."""
    return rules_by_card(game).of(card)


def rules_by(game: Game, card: str) -> tuple[r.Action | Rule, ...]:
    """Return the rules that stand on a card itself, and those that it grants to others."""
    return (*rules_of(game, card), *rules_by_card(game).given.get(card, ()))


def rules_of_kind(game: Game, kind: str) -> Iterator[r.Action | Rule]:
    """Yield the rules that stand on a kind itself, without those that cards grant to its cards."""
    every = (*game.actions, *game.rules)
    yield from (rule for rule in every if rule.kind == kind and not _is_granted(rule, game))


def rule_text(game: Game, rule: r.Action | Rule, kind: str, lang: str) -> str:
    """Return what one rule says, where it stands on a card of a kind; "" for no card."""
    return _one(rule, kind, Names(game, lang))


def _is_granted(rule: r.Action | Rule, game: Game) -> bool:
    """Return whether a rule is one that a card grants to others, with which it is said."""
    return rule.keyword is not None and game.keywords[rule.keyword].grant != ""


def _granted(names: Names, keyword: Keyword) -> str:
    """Return in quotes what rules say that a card grants to others."""
    rules = rules_by_card(names.game).granted(keyword.name)
    said = "".join(
        _one(rule, keyword.kind, names) + (" " if names.lang == "en" else "") for rule in rules
    ).strip()
    inner = said.removesuffix(full_stop(names.lang)).translate(INNER_QUOTES)
    return phrase(names.lang, "granted", rules=inner)


Names.granted = _granted
INNER_QUOTES: Final = str.maketrans("“”「」", "‘’『』")


def _one(rule: r.Action | Rule, kind: str, names: Names) -> str:
    scope = Scope(names, self_kind=kind, keyword=rule.keyword)
    text = RULES.of(rule)(_as_written(rule, names.game), scope)
    if rule.keyword is not None and not _is_granted(rule, names.game):
        rest = capital(text) if scope.lang == "en" else text
        text = word("of-keyword", scope, keyword=keyword_title(rule.keyword, names), rest=rest)
    if rule.active_in and not (isinstance(rule, r.Trigger | r.Always) and rule.delay is not None):
        zones = names.row(names.zone(key) for key in rule.active_in)
        text = word("in", scope, zones=zones, rest=text)
    return finished(capital(text) if scope.lang == "en" else text, scope.lang)


def _as_written(rule: r.Action | Rule, game: Game) -> r.Action | Rule:
    """Return a rule without what `works-while` of its card, and its keyword, add to its
    condition."""

    def own(condition: e.Expression | None) -> e.Expression | None:
        return besides_keyword(besides_works(condition), rule.keyword, game)

    if isinstance(rule, r.Action):
        return replace(rule, when=own(rule.when))
    if isinstance(rule, r.Modifier):
        return replace(rule, condition=own(rule.condition))
    if isinstance(rule, r.Always | r.Becomes) and rule.condition is not None:
        asked = own(rule.condition.expression)
        left = None if asked is None else replace(rule.condition, expression=asked)
        return replace(rule, condition=left)
    return rule


def expression_text(game: Game, formula: Formula, lang: str) -> str:
    """Return the words for an expression of a card, as an attribute that depends on the match."""
    scope = Scope(Names(game, Language(lang).own))
    if formula.slots:
        scope.locals[0] = Bound(e.Role("self", formula.slots[0].type), scope)
        name_slots(formula.slots[: formula.given], Described(), scope)
    shown = per_words(formula.expression, scope) or say(formula.expression, scope)
    return finished(shown, scope.lang)


def body_text(game: Game, body: Body, lang: str) -> str:
    """Return what steps do, in sentences."""
    scope = _scope(game, body.slots[: body.given], lang)
    return finished(sentences(effects.effects(body.steps, scope), lang), lang)


def expression_words(
    game: Game, node: Formula | e.Expression, lang: str, slots: tuple[SlotInfo, ...] = ()
) -> str:
    """Return what an expression is worth, or what a condition says."""
    given = node.slots[: node.given] if isinstance(node, Formula) else slots
    found = node.expression if isinstance(node, Formula) else node
    scope = _scope(game, given, lang)
    if plain_type(found.type) == BOOL and not isinstance(found, e.Constant | e.OptionValue):
        return finished(clause(found, scope).plain(), lang)
    return finished(say(found, scope), lang)


def _scope(game: Game, given: tuple[SlotInfo, ...], lang: str) -> Scope:
    """Return the scope in which locals from outside are called by their nouns."""
    scope = Scope(Names(game, lang))
    if given and given[0].name == "self":
        scope.locals[0] = Bound(e.Role("self", given[0].type), scope)
    name_slots(given, Described(), scope)
    return scope


MOST_COLUMNS = 100
"""A longer purpose is no help to somebody who is asked; it stands in the rules."""


class Purposes:
    """What the questions of one game are for, in one language; made as they are asked for."""

    def __init__(self, game: Game, lang: str) -> None:
        self.names = Names(game, Language(lang).own)
        self._purposes: dict[str, QuestionPurposes] = {}

    @cached_property
    def _owners(self) -> Mapping[str, list[Owner]]:
        found: dict[str, list[Owner]] = defaultdict(list)
        for owner in Owner.all_in(self.names.game):
            if owner.bodies:
                found[owner.name].append(owner)
        return found

    def of(self, code: str, span: Span, *, is_priced: bool = False) -> str:
        """Return the purpose of a question as a sentence, "" where nothing tells.

        Args:
            code: The body that asks, as the program names it: `event draw`.
            span: Where the step that asks stands.
            is_priced: Whether the payment is said already.
        """
        said = self.deed_of(code, span, is_priced=is_priced)
        if sum(1 + Phrase.is_wide(char) for char in said) > MOST_COLUMNS:
            return ""
        return capital(said) if self.names.lang == "en" else said

    def deed_of(self, code: str, span: Span, *, is_priced: bool = False) -> str:
        """Return the same as a part of a sentence, however long."""
        if code not in self._purposes:
            self._purposes[code] = self._collect(self._owners.get(code.partition(" ")[2], ()))
        purposes = self._purposes[code]
        said = purposes.words.get(span, "")
        if is_priced:
            said = purposes.unpaid.get(span, said)
        return finished(said, self.names.lang)

    def _collect(self, found: Iterable[Owner]) -> QuestionPurposes:
        """Render the bodies of all variants of a name; return the purposes of their questions."""
        purposes = QuestionPurposes()
        for owner in found:
            scope = self._scope(owner, purposes)
            if type(owner.entry) in RULES.by_type:
                RULES.of(owner.entry)(owner.entry, scope)
                continue
            for _, body in owner.bodies:
                name_slots(body.slots[: body.given], Described(), scope)
                effects.effects(body.steps, scope)
        return purposes

    def _scope(self, owner: Owner, purposes: QuestionPurposes) -> Scope:
        kinds = {each.id: each.kind for each in self.names.game.definitions}
        kind = owner.kind or kinds.get(owner.card or "", "")
        return Scope(self.names, self_kind=kind, purposes=purposes)
