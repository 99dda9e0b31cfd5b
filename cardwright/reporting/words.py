"""Hold what a report says, in both languages: a sentence for every figure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dsl.languages import worded

WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "title": ("{game} in numbers", "数字で見る {game}"),
        "lead": (
            "{matches} matches of {players} players, played by the policy “{policy}”. Behind a "
            "share "
            "stands between what the true one most likely lies: of a hundred such pairs of "
            "numbers, "
            "95 hold it.",
            "方策「{policy}」による {players}人の対戦 {matches} "
            "回。割合の後ろの2つの数は、真の割合が"
            "おそらくその間にあるという範囲です。このような範囲100個のうち95個が真の値を含みます。",
        ),
        "lead-random": (
            "The players choose at random. That tells what the rules and cards do by themselves, "
            "not how good players would fare.",
            "プレイヤーはでたらめに選びます。ルールとカードだけで何が起きるかは分かりますが、"
            "上手な人がどうなるかは分かりません。",
        ),
        "lead-ladder": (
            "“How much thinking wins” says how much more there is to it.",
            "考えることの価値は「戦略のはしご」にあります。",
        ),
        "made": (
            "{game} {version}, digest {digest}; options {options}; seeds from {seed}; "
            "Cardwright {cardwright}",
            "{game} {version}、ダイジェスト {digest}、オプション {options}、シード {seed} から、"
            "Cardwright {cardwright}",
        ),
        "sort-hint": ("Click a heading to sort.", "見出しを押すと並べ替えられます。"),
        "none": ("None.", "ありません。"),
        "seat": ("seat {n}", "席{n}"),
        "place": ("place {n} in the order", "{n}番手"),
        "share-of-matches": ("share of matches", "対戦の割合"),
        "wins": ("wins", "勝ち"),
        "between": ("between", "範囲"),
        "matches": ("matches", "対戦数"),
        # who wins
        "h-wins": ("Who wins", "誰が勝つか"),
        "wins-even": (
            "No seat can be told to win more often than another.",
            "どの席も、ほかより多く勝つとは言えません。",
        ),
        "wins-uneven": (
            "{best} wins most often, {share} of the matches ({low} to {high}); {worst} wins "
            "{other}. "
            "Luck leads so far in less than one run of a thousand.",
            "{best}が最も多く、{share} 勝ちます（{low}〜{high}）。{worst}は {other} です。"
            "偶然にここまで離れるのは、千回に一度もありません。",
        ),
        "wins-together": (
            "All win or nobody does: the players won {share} of the matches ({low} to {high}).",
            "全員で勝つか負けるかです。勝ったのは {share}（{low}〜{high}）でした。",
        ),
        "wins-alone": (
            "One player, who won {share} of the matches ({low} to {high}).",
            "1人用で、勝ったのは {share}（{low}〜{high}）でした。",
        ),
        "h-began": ("Does it help to begin?", "先手は有利か"),
        "began-helps": (
            "Who is start player at the first action wins {share} ({low} to {high}), an even share "
            "would be {fair}: beginning {verdict}.",
            "最初のアクションの時に先手だった人の勝率は {share}（{low}〜{high}）、公平なら {fair} "
            "です。先手は{verdict}。",
        ),
        "helps": ("helps", "有利です"),
        "hurts": ("hurts", "不利です"),
        "no-matter": ("cannot be told to matter", "有利とも不利とも言えません"),
        "h-settings": ("Win rate by setting", "設定ごとの勝率"),
        "settings-say": (
            "The same game with one option changed, {n} matches each.",
            "オプションを1つだけ変えた対戦、それぞれ {n} 回です。",
        ),
        "as-is": ("as it is", "そのまま"),
        # length
        "h-length": ("How long it takes", "長さ"),
        "length-say": (
            "The middle match takes {median} decisions, one in twenty more than {p95}; the "
            "shortest "
            "took {least}, the longest {most}.",
            "まん中の対戦は {median} 回の決定で終わり、20回に1回は {p95} を超えます。最短 {least}、"
            "最長 {most} です。",
        ),
        "rounds-say": (
            "It ends in round {median}, one in twenty after round {p95}.",
            "終わるのは第 {median} ラウンド、20回に1回は第 {p95} ラウンドより後です。",
        ),
        "decisions": ("decisions in a match", "1戦の決定数"),
        # decisions
        "h-decisions": ("What there is to decide", "何を決めるか"),
        "decisions-say": (
            "A match asks {asked} questions, with {options} options each on average{round}.",
            "1戦に {asked} 回たずねられ、選択肢は平均 {options} 個です{round}。",
        ),
        "a-round": ("; a player decides {n} times a round", "。1人が1ラウンドに {n} 回決めます"),
        "kind": ("kind", "種類"),
        "asks-action": ("an action", "アクション"),
        "asks-parameter": ("what an action is done with", "アクションの対象"),
        "asks-choose": ("a choice in an effect", "効果の中の選択"),
        "asks-piece": ("one piece after another", "1つずつ選ぶもの"),
        "asks-unit": ("what to pay or take, one by one", "支払うもの、受け取るもの"),
        "asks-order": ("an order", "順番"),
        "asks-yes-no": ("yes or no", "はい、いいえ"),
        "asks-alternative": ("one of several effects", "いくつかの効果の1つ"),
        "asks-replacement": ("what happens instead", "代わりに起きること"),
        "asks-trigger": ("which rule comes first", "どの効果が先か"),
        "quoted": ("“{text}”", "「{text}」"),
        "no-action": ("nothing more", "何もしない"),
        "answer-none": ("none", "なし"),
        "answer-enough": ("no more", "ここまで"),
        "answer-yes": ("yes", "はい"),
        "answer-no": ("no", "いいえ"),
        "in-a-match": ("in a match", "1戦に"),
        "options": ("options", "選択肢"),
        # lead
        "h-lead": ("How open it stays", "いつまで分からないか"),
        "lead-say": (
            "The lead changes {changes} times in a match. In half of the matches the winner leads "
            "for "
            "good once {decided} of the decisions are made; in {never} nobody leads alone before "
            "the "
            "end, or somebody else does.",
            "首位は1戦に {changes} 回入れ替わります。半分の対戦では、決定の {decided} "
            "が済むと勝者の首位"
            "が動きません。{never} の対戦では、勝者は終わるまで単独首位にいませんでした。",
        ),
        "decided-axis": (
            "share of the match after which the winner leads",
            "勝者が首位を守り始める時点",
        ),
        # ends
        "h-ends": ("How it ends", "終わり方"),
        "ends-say": (
            "Most often: {kind}, {share} of the matches.",
            "最も多いのは {kind}、{share} です。",
        ),
        "reason": ("reason", "理由"),
        "win": ("somebody wins", "勝ち"),
        "loss": ("nobody wins", "全員の負け"),
        "draw": ("a draw", "引き分け"),
        "fault": ("a fault", "障害"),
        # cards
        "h-start": ("What one begins with", "最初に持つもの"),
        "h-held": ("Cards held", "持ったカード"),
        "h-played": ("Cards played", "使ったカード"),
        "h-claimed": ("Cards claimed", "自分の物にしたカード"),
        "h-claims": ("Who claims what", "誰が何を自分の物にするか"),
        "claims-say": (
            "Claimed most often: {most}. Claimed is what comes to name a player in its state, as "
            "its owner, by a flag or a stone.",
            "最も多いのは {most}。持ち主、旗、石のように、その状態がプレイヤーを指すように"
            "なった回数です。",
        ),
        "claimed": ("claimed", "自分の物にした回数"),
        "cards-clear": (
            "Clearly more wins than the others of the match: {good}. Clearly fewer: {bad}. What "
            "is clear here is "
            "clear "
            "with all {n} cards looked at together.",
            "持たない人より明らかによく勝つ: {good}。明らかに勝たない: {bad}。"
            "{n}枚をまとめて見ても明らかなものだけを挙げています。",
        ),
        "cards-unclear": (
            "Of {n} cards none can be told to go with more or fewer wins.",
            "{n}枚のうち、勝率が違うと言えるカードはありません。",
        ),
        "cards-cause": (
            "A card that winners have need not be why they win; “cardwright compare GAME --without "
            "CARD” tells that.",
            "勝者が持つカードが勝因とは限りません。それは “cardwright compare ゲーム --without "
            "カード” "
            "で分かります。",
        ),
        "card": ("card", "カード"),
        "who-had": ("players who did, others not", "該当者（ほかが違う対戦）"),
        "more": ("more than others", "ほかとの差"),
        "clear": ("clear", "明らか"),
        # use
        "h-use": ("How cards are used", "カードの使われ方"),
        "use-say": (
            "Left lying most: {cards}. Of the times they could be chosen they were taken least.",
            "最も選ばれなかったのは {cards}。選べるのに選ばれない割合が最大です。",
        ),
        "held": ("matches in which it was held", "持たれた対戦"),
        "happened": ("taken in all", "行った回数"),
        "offered": ("could be chosen", "選べた回数"),
        "taken": ("chosen", "選んだ回数"),
        "taken-share": ("share", "割合"),
        "played": ("played", "使った回数"),
        "discarded": ("thrown away", "捨てた回数"),
        "first": ("round first played", "最初に使ったラウンド"),
        "played-means": (
            "Played is a card that bears the action, is what an action is done with, or goes to "
            "where its rules work; thrown away is one that an effect asks for and that goes "
            "elsewhere.",
            "使ったとは、アクションを持つカード、アクションの対象にしたカード、ルールが働く場所へ"
            "移ったカードのことです。捨てたとは、効果で選ばれ、ほかの場所へ移ったカードです。",
        ),
        "h-unused": ("What nobody does", "誰もしないこと"),
        "unused-cards": (
            "Cards that were never chosen ({n}):",
            "一度も選ばれなかったカード（{n}）:",
        ),
        "unseen-cards": (
            "Cards that nobody held or could choose ({n}):",
            "誰も持たず、選べもしなかったカード（{n}）:",
        ),
        "unused-actions": (
            "Actions that were never taken ({n}):",
            "一度も行われなかったアクション（{n}）:",
        ),
        "unused-answers": (
            "Options that were offered and never taken ({n}):",
            "選べるのに一度も選ばれなかった選択肢（{n}）:",
        ),
        "unused-events": ("Events that never happened ({n}):", "一度も起きなかった出来事（{n}）:"),
        "h-actions": ("Actions", "アクション"),
        "actions-say": (
            "Where there was a choice taken most often: {most}; least: {least}. What was the only "
            "thing to do is not asked for, and counts among all that was taken alone.",
            "選べたときに最もよく行われる: {most}、最も行われない: {least}。"
            "ほかにできることがないときは尋ねられず、「行った回数」だけに入ります。",
        ),
        "action": ("action", "アクション"),
        # ladder
        "h-ladder": ("How much thinking wins", "戦略のはしご"),
        "ladder-say": (
            "One seat thinks, the others choose at random; each seat in turn, {n} matches of each "
            "kind. {verdict}",
            "1席だけが考え、ほかはでたらめに選びます。席を順に替えて、それぞれ {n} 回。{verdict}",
        ),
        "ladder-wins": ("Thinking clearly wins.", "考えると明らかに勝ちます。"),
        "ladder-open": (
            "With so few matches it cannot be told that thinking wins.",
            "この回数では、考えると勝つとは言えません。",
        ),
        "policy": ("policy", "方策"),
        "h-faults": ("Faults", "障害"),
        "faults-none": (
            "In no match did the rules come to a stop.",
            "ルールが止まった対戦はありません。",
        ),
        "faults-some": (
            "The rules came to a stop in these matches; each can be played again by its seed.",
            "次の対戦でルールが止まりました。シードで再現できます。",
        ),
        "seed": ("seed", "シード"),
    }
)


def say(lang: str, key: str, **slots: object) -> str:
    """Return a text in a language, its slots filled."""
    text = worded(WORDS[key], lang)
    return text.format(**slots) if slots else text
