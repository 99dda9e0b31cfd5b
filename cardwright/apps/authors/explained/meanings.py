"""Return the meaning of a word of the language, and everything in a game that has a name.

The words themselves stand where the language has them: in its keywords, its functions and native
events, its roles, properties and types, and in the schemas. A test holds that each is explained.
The sentences for the keys of examples and scripts stand at the top.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from cardwright.apps.authors.explained.rule_keys import RULE_KEYS
from cardwright.apps.authors.explained.step_words import STEP_WORDS
from dsl import VOCABULARY, Record, Span, languages
from dsl.model.game import Game
from dsl.model.nouns import Text
from dsl.model.rules import Phase

SCRIPT_KEYS: Final = """
examples
  Small proofs on cards, kinds, events, values and actions, or alone.
  小さな証明。
script
  A scripted match in a file of its own: its title.
  台本の題。
scenario
  The named way to begin that an example or script takes.
  使う始め方。
seed
  The number from which all chance follows.
  運の種。
given
  A whole position, all that it leaves out empty; of a kind: what its cards' examples begin with.
  局面の全体。書かない置き場は空。種類では、そのカードの例の局面に共通の初め。
arrange
  Parts of a position on top of set-up.
  準備の後に変える局面の一部。
worlds
  Several positions, all of which are run; each can have a `seed` of its own.
  いくつかの局面。それぞれに `seed` を書ける。
steps
  Steps and conditions, one after another.
  順に行い確かめること。
play
  The answers to the questions, one after another.
  順に与える答え。
expect
  Conditions that hold now.
  いま成り立つこと。
happened
  An event since the last such look, or the start.
  起こったイベント。
never
  An event that did not happen since.
  起こらなかったイベント。
chance
  What chance shall decide next; `by chance` draws at random.
  運が次に決めること。
illegal
  Answers that cannot be given.
  できない答え。
asked
  Who must decide now, or `nobody`.
  いま決める人。
ended
  The match is over, and how.
  対戦が終わったこと。
win
  Of `ended`: somebody has won.
  だれかが勝った。
fault
  Of `ended`: the rules did what cannot be done, and the match was stopped.
  規則の誤りで止まった。
outcome
  Of `ended`: `win` or `draw`.
  勝ちか引き分けか。
check
  Properties to be proved on the way: clone, save, walker, log, hash-seed.
  途中で確かめる性質。
clone
  Of `check`: a copy of the match goes the same way.
  複製が同じに進むこと。
save
  Go on from a saved and loaded match; of `check`: it goes the same way.
  保存して読み直しても同じに進むこと。
walker
  Of `check`: the plain walker of the graph goes the same way.
  単純な実行でも同じに進むこと。
log
  Of `check`: while nobody keeps a log the match goes the same way.
  記録をつけなくても同じに進むこと。
hash-seed
  Of `check`: another process with other hashes goes the same way.
  別のプロセスでも同じに進むこと。
random
  Go on at random: some decisions, or until a turn, round or the game ends.
  無作為に進める。
undo
  Take back a decision, or so many.
  決定を取り消す。
decisions
  Of `undo`: how many.
  取り消す数。
refused
  Of `undo`: this must be refused.
  断られるべきこと。
error
  The match has ended with this fault.
  この誤りで終わったこと。
same-view
  With `worlds`: this player gets the same to see in all of them.
  どの局面でも同じに見える人。
phase
  In a position: the phase that the match stands at the beginning of.
  局面のフェイズ。
"""


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """Return by word and language what the word means."""
    found = {}
    for table in (STEP_WORDS, RULE_KEYS, SCRIPT_KEYS):
        lines = table.strip().splitlines()
        for word, *told in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
            found[word] = dict(zip(languages.OWN, map(str.strip, told), strict=True))
    return MappingProxyType(found)


def summaries() -> Mapping[str, Mapping[str, str]]:
    """Return by name and language what a function or native event does."""
    rows = (*VOCABULARY.written.values(), *VOCABULARY.natives.values())
    return {row.name: dict(zip(languages.OWN, row.summary, strict=True)) for row in rows}


class Named(Record):
    """One thing of a game.

    Attributes:
        sort: What it is, by the name of the words that say so: `thing-phase`.
        name: As its package writes it, an owner before the dot: `player.hand`.
        of: What it belongs to, of a member, attribute or state of a kind; empty for all else.
    """

    sort: str
    name: str
    text: Text
    span: Span
    of: str = ""

    def is_called(self, word: str) -> bool:
        """Return whether a word means it: its name, with or without its owner, or its text."""
        known = {self.name, self.name.partition(".")[2] or self.name, f"{self.of}.{self.name}"}
        return word in known or spoken(word) in {spoken(str(t)) for t in self.text.values()}


def spoken(text: str) -> str:
    """Return a text or a name as one says it: `place-of-power` is `Place of Power`."""
    return " ".join(text.casefold().replace("-", " ").split())


def says(text: Text, word: str) -> bool:
    """Return whether a text has some words in it, in any language: whole words where these are
    written apart."""
    wanted = spoken(word)
    inside = rf"(?<![a-z]){re.escape(wanted)}"
    return bool(wanted) and any(re.search(inside, spoken(str(each))) for each in text.values())


def named(model: Game) -> Iterator[Named]:
    """Yield everything with a name but cards and events, in the order of a package's sections."""
    yield from _nouns(model)
    for name, field in model.state.items():
        if field.span is not None and "." not in name.name:
            yield Named("thing-state", name.dotted, field.text, field.span)
    for key, zone in model.zones.items():
        yield Named("thing-zone", key.dotted, zone.text, zone.span)
    for values in model.values.values():
        yield from (Named("thing-value", each.id, each.text, each.span) for each in values)
    for action in model.actions:
        if action.card is None and action.kind is None:
            yield Named("thing-action", action.id, action.text, action.span)
    yield from (Named("thing-group", each.id, each.text, each.span) for each in model.groups)
    for phase in (*model.setup, *model.phases):
        yield from _phases(phase)
    for scenario in model.scenarios.values():
        yield Named("thing-scenario", scenario.id, scenario.text, scenario.span)
    for ruling in model.rulings:
        yield Named("thing-ruling", ruling.id, ruling.decision, ruling.span)


def _nouns(model: Game) -> Iterator[Named]:
    """Yield the options, the enums with their members, and the kinds with their attributes."""
    for option in model.options.values():
        if option.id != "player-count":
            yield Named("thing-option", option.id, option.text, option.span)
    for enum in model.enums.values():
        yield Named("thing-enum", enum.name, enum.text, enum.span)
        spans = enum.member_spans()
        for member, text in zip(enum.members, enum.texts, strict=True):
            yield Named("thing-member", member, text, spans[member], enum.name)
    for kind in model.kinds.values():
        yield Named("thing-kind", kind.name, kind.text, kind.span)
        for attribute in kind.attributes:
            text, span = attribute.text, attribute.span
            yield Named("thing-attribute", attribute.name, text, span, kind.name)


def _phases(phase: Phase) -> Iterator[Named]:
    """Yield a phase and those inside it."""
    yield Named("thing-phase", phase.id, phase.text, phase.span)
    for inner in phase.phases or ():
        yield from _phases(inner)
