"""Name the nodes of the event graph in the words of a game, in one language.

The words of the pictures themselves stand at the top, in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from cardwright.apps.pictures.drawing import EDGES, NODES
from cardwright.apps.text.names import Names, in_words
from dsl import VOCABULARY, languages
from dsl.model import rules as r
from dsl.model.game import Game
from interpreter import Effects, Owner, owners

# Key: (English, Japanese). The slots in braces are the same in both.
WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "legend": ("Legend", "凡例"),
        "setup": ("set-up", "準備"),
        "end": ("the end", "終了"),
        "start-player": ("start player", "スタートプレイヤー"),
        "each-turns": ("for each player", "プレイヤーごと"),
        "each-for": ("for each", "1つずつ"),
        "each-while": ("again and again", "くり返し"),
        # rules by what they wait for or change
        "rule-before": ("before: {names}", "前: {names}"),
        "rule-after": ("after: {names}", "後: {names}"),
        "rule-instead": ("instead of: {names}", "代わり: {names}"),
        "rule-forbids": ("forbids: {names}", "禁止: {names}"),
        "rule-becomes": ("as soon as: {names}", "成り立ったとき: {names}"),
        "rule-modifies": ("changes: {names}", "変更: {names}"),
        "rule-sets": ("sets: {names}", "決定: {names}"),
        # piles of like things on cards
        "pile": ("{kind}: {what}", "{kind}: {what}"),
        "many-phase": ("{number} {phase|phases}", "フェイズ{number}"),
        "many-action": ("{number} {action|actions}", "アクション{number}"),
        "many-effect": ("{number} {effect|effects}", "効果{number}"),
        "many-trigger": ("{number} {trigger|triggers}", "誘発{number}"),
        "many-replacement": ("{number} {replacement|replacements}", "置換{number}"),
        "many-forbid": ("{number} {rule that forbids|rules that forbid}", "禁じるルール{number}"),
        "many-modifier": ("{number} {modifier|modifiers}", "修正{number}"),
        "many-always": (
            "{number} {rule that always holds|rules that always hold}",
            "常時のルール{number}",
        ),
        "many-event": ("{number} {event|events}", "イベント{number}"),
        "many-value": ("{number} {value|values}", "値{number}"),
        "many-kind": ("{number} {kind of card|kinds of card}", "カードの種類{number}"),
        "course": ("the round", "ラウンドの流れ"),
        "rules-there": ("rules that act there: {names}", "ここで働くルール: {names}"),
        # the page
        "page-search": ("Search: a name or an id", "検索: 名前かid"),
        "page-start": ("Start view", "最初の表示"),
        "page-fit": ("Show all", "全体を表示"),
        "page-closer": ("Closer", "拡大"),
        "page-farther": ("Farther", "縮小"),
        "page-theme": ("Dark or light", "明るさ"),
        "page-hint": (
            "Click a box to see its neighbours. Search finds everything, also in the other "
            "language. The wheel zooms.",
            "箱をクリックすると隣が見えます。検索ではもう一方の言語の名前も見つかります。ホイールで拡大・縮小します。",
        ),
        "say-all": ("Show all neighbours ({number} more)", "隣をすべて表示 (あと{number})"),
        "say-members": ("Members", "含まれるもの"),
        "say-steps": ("Steps, with their lines", "手順と行"),
        "say-none": ("Nothing is called so.", "見つかりません。"),
        # sorts of nodes
        "sort-phase": ("phase", "フェイズ"),
        "sort-action": ("action", "アクション"),
        "sort-event": ("event", "イベント"),
        "sort-effect": ("effect", "効果"),
        "sort-decision": ("decision", "決定"),
        "sort-step": ("step", "手順"),
        "sort-trigger": ("trigger", "誘発"),
        "sort-replacement": ("replacement", "置換"),
        "sort-forbid": ("rule that forbids", "禁じるルール"),
        "sort-modifier": ("modifier", "修正"),
        "sort-always": ("rule that always holds", "常時のルール"),
        "sort-value": ("value", "値"),
        "sort-attribute": ("attribute", "属性"),
        "sort-state": ("state", "状態"),
        "sort-zone": ("zone", "領域"),
        "sort-card": ("card", "カード"),
        "sort-kind": ("kind of card", "カードの種類"),
        "sort-end": ("end of the game", "ゲームの終了"),
        # kinds of edges
        "edge-next": ("comes next", "次に来る"),
        "edge-branch": ("comes next, under a condition", "条件付きで次に来る"),
        "edge-loop": ("begins again", "くり返す"),
        "edge-offers": ("offers as a choice", "選べるようにする"),
        "edge-does": ("makes happen", "起こす"),
        "edge-before": ("a rule acts before it", "その前に働くルール"),
        "edge-after": ("a rule acts after it", "その後に働くルール"),
        "edge-instead": ("a rule replaces it", "置き換えるルール"),
        "edge-forbids": ("a rule forbids it", "禁じるルール"),
        "edge-modifies": ("changes the value of", "値を変える"),
        "edge-reads": ("looks at", "見る"),
        "edge-writes": ("changes", "変える"),
        "edge-bears": ("has the rule", "ルールを持つ"),
        # on lines
        "on-loop": ("again", "くり返し"),
        "on-before": ("before", "前"),
        "on-after": ("after", "後"),
        "on-instead": ("instead", "代わり"),
        "on-forbids": ("forbidden by", "禁止"),
        "on-modifies": ("changes", "変更"),
        "on-reads": ("looks at", "見る"),
        "on-writes": ("changes", "変える"),
    }
)


def word(lang: str, key: str, **slots: object) -> str:
    """Return a text in a language, its slots filled."""
    return languages.filled(languages.worded(WORDS[key], lang), slots)


def legend_words(lang: str) -> dict[str, str]:
    """Return the words of a legend: its title, sorts, kinds of edges, and words on lines."""
    found = {"legend": word(lang, "legend")}
    found.update((sort, word(lang, f"sort-{sort}")) for sort in NODES)
    found.update((kind, word(lang, f"edge-{kind}")) for kind in EDGES)
    found.update((key, word(lang, key)) for key in WORDS if key.startswith("on-"))
    return found


ACTOR: Final = re.compile(r"^\{me\}(?:[がはの]|'s | )?")
GAP: Final = "…"
LISTENING: Final = {r.Replacement: "rule-instead", r.Forbid: "rule-forbids"}


def node_names(game: Game, lang: str) -> dict[str, str]:
    """Return what the nodes of a game's event graph are called, by id; steps keep their text."""
    return _Naming(game, lang).all()


class _Naming:
    """Names the nodes of one game."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self.words = Names(game, lang)
        self.cards = {
            each.id: self.words.definition(n) for n, each in enumerate(game.definitions)
        }  # fmt: skip
        self.found: dict[str, str] = {}

    def all(self) -> dict[str, str]:
        """Return the name of every node, what others are named after first."""
        self.found.update(self._nouns())
        entries = owners(self.game)
        for named_first in (True, False):
            for owner in entries:
                if (owner.sort in ("event", "value", "phase")) is named_first:
                    self.found[owner.node] = self._owner(owner)
        return self.found

    def _nouns(self) -> Iterator[tuple[str, str]]:
        """Yield what is no rule: events of the machine, cards, kinds, zones, state, attributes."""
        for event, row in VOCABULARY.natives.items():
            yield f"event:{event}", languages.worded(row.label, self.lang)
        yield "setup", word(self.lang, "setup")
        yield Effects.START_PLAYER, self._start_player()
        for card, name in self.cards.items():
            yield f"card:{card}", name
        for kind in self.game.kinds.values():
            yield f"kind:{kind.name}", self.words.kind(kind.name)
            for each in kind.attributes:
                name = f"{self.words.kind(kind.name)}: {self.words.attribute(kind.name, each.name)}"
                yield f"attribute:{kind.name}.{each.name}", name
        for key in self.game.zones:
            yield Effects.node(key), self.words.zone(key)
        for state in self.game.state:
            yield Effects.node(state), self.words.state(state)

    def _start_player(self) -> str:
        return word(self.lang, "start-player")

    def _owner(self, owner: Owner) -> str:
        """Return what an owner is called."""
        entry = owner.entry
        if isinstance(entry, r.Phase):
            name = self._text(owner, owner.name)
            loop = entry.loop or ("while" if entry.while_condition is not None else "")
            return f"{name} ({word(self.lang, f'each-{loop}')})" if loop else name
        if isinstance(entry, r.End):
            return word(self.lang, "end")
        if isinstance(entry, r.Effect):
            return self._effect(owner)
        said = "" if owner.text else self._rule(entry)
        if not said:
            return self._text(owner, self._of_card(owner))
        return f"{self.cards[owner.card]}: {said}" if owner.card else said

    def _text(self, owner: Owner, fallback: str) -> str:
        """Return the text of an owner with gaps for what it is told, or words for its id."""
        text = self.words.as_written(owner.text, "") if owner.text else ""
        said = languages.with_gaps(languages.whole(ACTOR.sub("", text)), GAP)
        return said if said.replace(GAP, "").strip() else in_words(fallback)

    def _of_card(self, owner: Owner) -> str:
        """Return an id with the name of the card in the place of the card's id."""
        if owner.card is None or not owner.name.startswith(owner.card):
            return owner.name
        rest = owner.name.removeprefix(owner.card).strip(".")
        return f"{self.cards[owner.card]}: {rest}" if rest else self.cards[owner.card]

    def _effect(self, owner: Owner) -> str:
        """Return an effect by its card and attribute."""
        bearer, _, attribute = owner.name.rpartition(".")
        kind = owner.kind or next(
            (each.kind for each in self.game.definitions if each.id == owner.card), ""
        )
        called = self.words.attribute(kind, attribute)
        return f"{self.cards.get(owner.card or '') or self.words.kind(kind) or bearer}: {called}"

    def _rule(self, entry: object) -> str:
        """Return a rule by what it waits for or changes; "" where it does neither."""
        if isinstance(entry, r.Becomes):
            return word(self.lang, "rule-becomes", names=" ".join(entry.span.text.split()))
        if isinstance(entry, r.Trigger | r.Replacement | r.Forbid):
            key = LISTENING.get(type(entry)) or f"rule-{entry.timing}"  # type: ignore[union-attr]
            return word(self.lang, key, names=self._event(entry.pattern.event))
        if isinstance(entry, r.Modifier):
            if entry.value is not None:
                changed = self.found.get(f"value:{entry.value}", in_words(entry.value))
            else:
                changed = self.words.attribute(*entry.attribute) if entry.attribute else ""
            return word(self.lang, "rule-sets" if entry.sets else "rule-modifies", names=changed)
        return ""

    def _event(self, event: str) -> str:
        """Return what an event is called that a rule waits for."""
        bare = event.partition(":")[2] or event
        return self.found.get(f"event:{bare}") or in_words(bare)


def searched_names(names: Mapping[str, str], others: Mapping[str, str], node: str) -> str:
    """Return all by which a node is found: its names in both languages and its id."""
    return "\n".join((names.get(node, ""), others.get(node, ""), node)).casefold()
