"""Join steps into sentences, with the words around the effects of a rule in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from cardwright.apps.text.clauses import called_by_noun, unmarked
from cardwright.apps.text.happenings import Happening
from cardwright.apps.text.inflection import (
    as_clause,
    capital,
    continuing,
    ends_in_past,
    ends_in_verb,
    in_turn,
    one_article,
    which_that,
    your_own,
)
from cardwright.apps.text.scope import Scope
from dsl import languages

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
    return languages.worded(RULE_WORDS[key], scope.lang).format(**slots)


_DEEPEST: Final = 12
_ENDS: Final = ("!", "?", "!”", "?”")
"""What ends a sentence by itself."""

STEP_WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "at-first": ("{name} is {value} at first", "{name}は初め{value}とする"),
        "becomes": ("change {name} to {value}", "{name}を{value}に改める"),
        "note": ("note {value}", "{value}を覚えておく"),
        "note-as": ("note as {name} {value}", "{value}を{name}として覚えておく"),
        "note-whether": ("note whether {condition}", "{condition}かどうかを覚えておく"),
        "note-whether-as": (
            "note as {name} whether {condition}",
            "{condition}かどうかを{name}として覚えておく",
        ),
        "set": ("set {field} to {value}", "{field}を{value}にする"),
        "add": ("add {value} to {field}", "{field}に{value}を加える"),
        "subtract": ("subtract {value} from {field}", "{field}から{value}を引く"),
        "multiply": ("multiply {field} by {value}", "{field}に{value}を掛ける"),
        "become": ("{owner} becomes a copy of {value}", "{owner}が{value}の写しになる"),
        "switch-on": ("{owner} becomes {what}", "{owner}を{what}にする"),
        "switch-on-many": ("{owner} become {what}", "{owner}を{what}にする"),
        "switch-on-state": ("{owner} becomes {what}", "{owner}が{what}状態になる"),
        "switch-off-state": ("{owner} is no longer {what}", "{owner}が{what}状態でなくなる"),
        "switch-off": ("{owner} is no longer {what}", "{owner}を{what}でなくする"),
        "switch-off-many": ("{owner} are no longer {what}", "{owner}を{what}でなくする"),
        "tell-whether": (
            "tell {who} whether {condition}",
            "{who}に、{condition}かどうかを知らせる",
        ),
        "tell-what": ("tell {who} {what}", "{who}に{what}を知らせる"),
        "learn-whether": ("learn whether {condition}", "{condition}かどうかを知る"),
        "learn-what": ("learn {what}", "{what}を知る"),
        "choose": ("choose {what}", "{what}を選ぶ"),
        "chance": ("choose at random {what}", "無作為に{what}を選ぶ"),
        "order": ("put {what} in any order", "{what}を好きな順に並べる"),
        "one-of": ("do one of these: {what}", "次のうち1つを行う：{what}"),
        "one-of-by": ("choose one of these: {what}", "次のうち1つを選ぶ：{what}"),
        "for-each": ("for {each}: {what}", "{each}について：{what}"),
        "repeat": ("{times} times: {what}", "{times}回：{what}"),
        "while": ("as long as {condition}: {what}", "{condition}限り繰り返す：{what}"),
        "while-open": ("again and again: {what}", "繰り返す：{what}"),
        "at-same-time": ("at the same time: {what}", "同時に：{what}"),
        "secretly": (
            "{each} secretly does this: {what}; then all show it, and for each: {then}",
            "{each}が伏せて行う：{what}。全員が公開し、順に行う：{then}",
        ),
        "if-set": ("{what} (if {condition})", "({condition}なら){what}"),
        "require": ("only if {condition}", "{condition}場合のみ"),
        "return": ("the answer is {value}", "答えは{value}"),
        "so-if": ("this is so if {condition}", "{condition}とき、そうである"),
        "do": ("do {what}", "{what}を行う"),
        "pay": ("pay {what}", "{what}を支払う"),
        "choose-number": (
            "choose {what} from {low} to {high}",
            "{low}から{high}までの{what}を選ぶ",
        ),
        "leave": ("“{phase}” is over", "「{phase}」を終える"),
        "stop": ("stop here", "ここで終える"),
        "end-game": ("the game ends", "ゲームが終わる"),
    }
)
"""A step by key: (English, Japanese)."""

_OPEN: Final = frozenset(
    (
        "for-each",
        "for-each-as",
        "repeat",
        "while",
        "while-open",
        "at-same-time",
        "secretly",
        "one-of",
        "one-of-by",
    )
)
"""The steps that hold others, whose end is not to be seen."""

JOINTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "in-order": ("{list} in any order", "好きな順に並べた{list}"),
        "so-that": ("{what} so that {condition}", "{condition}ように{what}"),
        "only-if": ("if {condition}, {what}", "{condition}なら{what}"),
        "if": ("if {condition}, {what}", "{condition}なら、{what}"),
        "else-if": ("; or else if {condition}, {what}", "。そうでなく{condition}なら、{what}"),
        "else": ("; otherwise {what}", "。そうでなければ{what}"),
        "if-you-do": ("{first}. If you do, {rest}", "{first}。そうしたら、{rest}"),
        "if-you-do-not": ("{first}. If you do not, {rest}", "{first}。そうしなければ、{rest}"),
        "if-they-do": ("{first}. If they do, {rest}", "{first}。そうしたら、{rest}"),
        "if-they-do-not": ("{first}. If they do not, {rest}", "{first}。そうしなければ、{rest}"),
    }
)
"""What holds several phrases together, by key."""


def step_words(key: str, scope: Scope, /, **slots: str) -> Happening:
    """Return a step in words."""
    text = languages.worded(STEP_WORDS[key], scope.lang).format(**slots)
    return Happening(scope.lang, "", text, is_open=key in _OPEN)


def then_words(key: str, scope: Scope, /, **slots: str) -> str:
    """Return several phrases as one."""
    return languages.worded(JOINTS[key], scope.lang).format(**slots)


def from_now_on(what: str, lang: str, *, is_so: bool) -> str:
    """Return that something becomes so, or no longer is, whose text says all by itself; "" of any
    other."""
    if lang == "ja":
        is_said = ends_in_verb(what) or ends_in_past(what)
        return f"{what}ものと{'する' if is_so else 'しない'}" if is_said else ""
    said = as_clause(what, negated=not is_so, no="no longer")
    return f"from now on {said}" if said and is_so else said


def joined(done: Iterable[Happening], lang: str, *, goes_on: bool = False) -> str:
    """Return deeds one after another as one phrase; `goes_on` if more stands behind it."""
    found = [*done]
    if len(found) > 1 and found[0].condition:
        rest = joined(found[1:], lang, goes_on=goes_on)
        around = "{condition}場合のみ、{rest}" if lang == "ja" else "{rest} (only if {condition})"
        return around.format(condition=found[0].condition, rest=rest)
    texts = [each.closed() for each in found]
    if found and not goes_on:
        texts[-1] = found[-1].text()
    if lang == "en":
        return "; then ".join(texts)
    return "、その後".join([*map(continuing, texts[:-1]), *texts[-1:]])


def paid(done: Iterable[Happening], lang: str) -> str:
    """Return a cost as one phrase."""
    texts = [each.text() for each in done]
    return in_turn(texts) if lang == "ja" else ", ".join(texts)


def paid_at_will(done: Iterable[Happening], lang: str) -> str:
    """Return a cost as one phrase behind `you may`."""
    texts = [each.plain() for each in done]
    return in_turn(texts) if lang == "ja" else languages.together(texts, lang)


def full_stop(lang: str) -> str:
    """Return what ends a sentence."""
    return "。" if lang == "ja" else "."


def sentences(done: Iterable[Happening], lang: str) -> str:
    """Return deeds one after another as sentences."""
    texts = [each.text() for each in done]
    if lang == "ja":
        return "".join(f"{text}。" for text in texts)
    return " ".join(f"{capital(text)}{'' if text.endswith(_ENDS) else '.'}" for text in texts)


def may(done: Happening | None, who: str, lang: str, *, again: bool) -> str:
    """Return that something may be done, once or again and again."""
    if lang == "ja":
        is_own = done is None or not who or done.subject in ("", who, f"{who}が")
        text = done.text() if done else "決め"
        if done and who and is_own:
            text = done.rest.lstrip("はが") if done.subject == who else done.rest
        often = "何度でも" if again else ""
        by = f"{who}は" if who else ""
        can = "ことができる" if is_own else "ことを選べる"
        return f"{by}{often}{text}{can if ends_in_verb(text) else f'を行う{can}'}"
    often = ", as often as you like" if again else ""
    if done is None:
        return f"{who or 'you'} may agree{often}"
    if done.subject and done.subject != (who or "you"):
        return f"{who or 'you'} may have {done.plain()}{often}"
    return f"{who or 'you'} may {done.plain().removeprefix(done.subject).strip()}{often}"


def finished(text: str, lang: str) -> str:
    """Return a text with words for all marks, and tidy."""
    for depth in range(_DEEPEST):
        text = unmarked(called_by_noun(text, depth, "one"), lang, depth)
    return which_that(your_own(one_article(" ".join(text.split())))) if lang == "en" else text
