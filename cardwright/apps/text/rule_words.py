"""Hold the words around the effects of a rule, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cardwright.apps.text.scope import Scope
from dsl.languages import worded

RULE_WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "only-if": ("Only if {condition}.", "{condition}場合のみ。"),
        "actions-only-if": (
            "Actions can be taken only if {condition}.",
            "アクションは{condition}場合のみ行える。",
        ),
        "works-while": (
            "Its rules work only while {condition}.",
            "この規則は{condition}間だけ働く。",
        ),
        "choose": ("choose {what}", "{what}を選ぶ"),
        "cost": ("{cost}: {rest}", "{cost}：{rest}"),
        "labelled": ("{label}: {rest}", "{label}：{rest}"),
        "before": ("Before {event}, {rest}", "{event}の前、{rest}"),
        "before-verb": ("Before {event}, {rest}", "{event}前に、{rest}"),
        "after": ("After {event}, {rest}", "{event}の後、{rest}"),
        "after-verb": ("After {event}, {rest}", "{event}たび、{rest}"),
        "at-once": ("Right after {event}, {rest}", "{event}の直後、{rest}"),
        "at-once-verb": ("Right after {event}, {rest}", "{event}とすぐに、{rest}"),
        "where": ("if {condition}, {rest}", "{condition}なら、{rest}"),
        "you-may": ("you may {what}", "{what}ことができる"),
        "may-ignore": ("you may ignore it", "何も起こさないことができる"),
        "pay-to": ("you may {cost}. If you do, {rest}", "{cost}ことができる。そうしたら、{rest}"),
        "instead": ("When {event}, {rest}", "{event}の代わりに、{rest}"),
        "instead-verb": ("When {event}, {rest}", "{event}代わりに、{rest}"),
        "rather": ("instead {rest}", "{rest}"),
        "pay-away": ("you may {cost} instead.", "{cost}ことができる。"),
        "pay-away-by": ("{who} may {cost} instead.", "{who}は{cost}ことができる。"),
        "pay-for": (
            "you may {cost} instead. If you do, {rest}",
            "{cost}ことができる。そうしたら、{rest}",
        ),
        "pay-for-by": (
            "{who} may {cost} instead. If so, {rest}",
            "{who}は{cost}ことができる。そうしたら、{rest}",
        ),
        "nothing": ("nothing happens.", "何も起きない。"),
        "forbid": ("{event}.", "「{event}」はできない。"),
        "forbid-verb": ("{event}.", "{event}ことはできない。"),
        "forbid-if": ("{event} if {condition}.", "{condition}なら、「{event}」はできない。"),
        "forbid-if-verb": ("{event} if {condition}.", "{condition}なら、{event}ことはできない。"),
        "cannot": ("{who} cannot {what}", "{who}{what}"),
        "would": ("{who} would {what}", "{who}{what}"),
        "modify": ("{value} becomes {to}.", "{value}は{to}になる。"),
        "modify-many": ("{value} become {to}.", "{value}は{to}になる。"),
        "raise": ("{value} {be} {by} higher.", "{value}は{by}増える。"),
        "lower": ("{value} {be} {by} lower.", "{value}は{by}減る。"),
        "raise-by": ("{value} {be} higher by {by}.", "{value}は{by}だけ増える。"),
        "lower-by": ("{value} {be} lower by {by}.", "{value}は{by}だけ減る。"),
        "increase": ("{value} {be} increased by {by}.", "{value}は{by}だけ多くなる。"),
        "reduce": ("{value} {be} reduced by {by}.", "{value}は{by}だけ少なくなる。"),
        "list-increase": ("{value} also includes {by}.", "{value}には{by}も含まれる。"),
        "list-increase-many": ("{value} also include {by}.", "{value}には{by}も含まれる。"),
        "list-reduce": ("{value} does not include {by}.", "{value}に{by}は含まれない。"),
        "list-reduce-many": ("{value} do not include {by}.", "{value}に{by}は含まれない。"),
        "sets": ("{value} {be} {to}.", "{value}は{to}である。"),
        "silences": ("The rules of {value} do nothing.", "{value}のルールは働かない。"),
        "sets-never": ("It is never so that {value}.", "{value}ことはない。"),
        "sets-always": ("It is always so that {value}.", "いつでも{value}。"),
        "sets-yes": (
            "{value} if {condition}, and only then.",
            "{value}になるのは、{condition}ときだけである。",
        ),
        "if": ("If {condition}, {rest}", "{condition}なら、{rest}"),
        "always": ("As soon as {condition}, {rest}", "{condition}ときはすぐに、{rest}"),
        "always-each": ("As soon as there is {each}, {rest}", "{each}があればすぐに、{rest}"),
        "becomes": (
            "When this becomes true: {condition}, {rest}",
            "「{condition}」になったとき、{rest}",
        ),
        "becomes-each": (
            "When this becomes true of {each}: {condition}, {rest}",
            "{each}が「{condition}」になったとき、{rest}",
        ),
        "limit": ("{times} per {scope}", "{scope}に{times}"),
        "once": ("once", "1回"),
        "times": ("{number} times", "{number}回"),
        "turn": ("turn", "手番"),
        "round": ("round", "ラウンド"),
        "game": ("game", "ゲーム"),
        "action": ("action", "アクション"),
        "in": ("While in {zones}: {rest}", "{zones}にある間：{rest}"),
        "players": ("players", "プレイヤーが"),
        "another-player": ("another player", "他のプレイヤー"),
        "result": ("its usual value", "本来の値"),
    }
)
"""A phrase by key: (English, Japanese)."""


def word(key: str, scope: Scope, /, **slots: str) -> str:
    """Return a phrase in the language of a scope."""
    return worded(RULE_WORDS[key], scope.lang).format(**slots)
