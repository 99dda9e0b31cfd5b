"""List the sentences of a report in both languages: one for every figure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dsl import languages

WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "title": ("{game} in numbers", "数字で見る {game}"),
        "lead": (
            "{matches} {match|matches} of {players} {player|players}, all played by the policy "
            "“{policy}”. The "
            "numbers behind a share are its 95 % interval.",
            "方策「{policy}」による {players}人の対戦 {matches} 回。割合の後ろの2つの数は95 "
            "%区間です。",
        ),
        "lead-random": (
            "The players choose at random. This shows what the rules and cards do alone, not "
            "how good players would do.",
            "プレイヤーはでたらめに選びます。ルールとカードだけで何が起きるかは分かりますが、上"
            "手な人がどうなるかは分かりません。",
        ),
        "made": (
            "{game} {version}, digest {digest}; options {options}; seeds from {seed}; "
            "Cardwright {cardwright}",
            "{game} {version}、ダイジェスト {digest}、オプション {options}、シード {seed} から、"
            "Cardwright {cardwright}",
        ),
        "sort-hint": ("Click a heading to sort.", "見出しを押すと並べ替えられます。"),
        "seat": ("seat {n}", "席{n}"),
        "place": ("place {n} in the order", "{n}番手"),
        "share-of-matches": ("share of matches", "対戦の割合"),
        "wins": ("wins", "勝ち"),
        "between": ("between", "範囲"),
        "matches": ("matches", "対戦数"),
        # in short
        "h-summary": ("In short", "まとめ"),
        "sum-helps": (
            "Playing first helps: the first player wins {share} of the matches ({low} to "
            "{high}); an even share is {fair}.",
            "先手が有利です。先手の勝率は{share}（{low}〜{high}）、公平なら{fair}です。",
        ),
        "sum-hurts": (
            "Playing first hurts: the first player wins {share} of the matches ({low} to "
            "{high}); an even share is {fair}.",
            "先手が不利です。先手の勝率は{share}（{low}〜{high}）、公平なら{fair}です。",
        ),
        "sum-even": (
            "Playing first has no clear effect: the first player wins {share} of the matches "
            "({low} to {high}); an even share is {fair}.",
            "先手の有利不利ははっきりしません。先手の勝率は{share}（{low}〜{high}）、公平なら{fa"
            "ir}です。",
        ),
        "sum-together": (
            "The players win {share} of the matches ({low} to {high}).",
            "プレイヤーが勝つのは{share}（{low}〜{high}）です。",
        ),
        "sum-length": (
            "A match takes {median} {decision|decisions}; nine of ten take between {low} and "
            "{high}{rounds}.",
            "1戦は{median}回の決定です。十中九は{low}〜{high}回です{rounds}。",
        ),
        "sum-length-all": (
            "Every match takes {median} {decision|decisions}{rounds}.",
            "どの対戦も{median}回の決定です{rounds}。",
        ),
        "sum-rounds-all": ("; all of them end in round {n}", "。すべて第{n}ラウンドで終わります"),
        "sum-rounds": ("; half of them end by round {n}", "。半分は第{n}ラウンドまでに終わります"),
        "sum-card": (
            "{card} decides most: its holders win {share} of the matches ({low} to {high}), "
            "{by} {point|points} compared with the others.",
            "最も勝敗に関わるのは{card}です。持つ人の勝率は{share}（{low}〜{high}）、ほかとの差"
            "は{by}ポイントです。",
        ),
        "sum-thinking": (
            "Skill counts: against random players, “{policy}” wins {share} of its matches "
            "({low} to {high}), a random player {base}.",
            "腕前がものを言います。でたらめな相手に「{policy}」は{share}（{low}〜{high}）勝ち、で"
            "たらめなら{base}です。",
        ),
        "sum-luck": (
            "Skill is not clear: against random players, “{policy}” wins {share} of its matches "
            "({low} to {high}), a random player {base}.",
            "腕前の差ははっきりしません。でたらめな相手に「{policy}」は{share}（{low}〜{high}）勝"
            "ち、でたらめなら{base}です。",
        ),
        "sum-lead": (
            "In half of the matches the winner leads for good after {decided} of the decisions; "
            "the lead changes {changes} {time|times}.",
            "半分の対戦では、決定の{decided}が済むと勝者が決まります。首位は{changes}回入れ替わ"
            "ります。",
        ),
        "sum-all-used": (
            "Every card was chosen at least once in {n} {match|matches}.",
            "{n}回の対戦で、どのカードも一度は選ばれました。",
        ),
        "sum-one-unused": (
            "Nobody ever chose {cards}; in truth it is used in at most {bound} of the matches.",
            "{cards}は一度も選ばれませんでした。使われるのは多くても対戦の{bound}です。",
        ),
        "sum-unused": (
            "Nobody ever chose {n} {card|cards}: {cards}. Each is used in at most {bound} of the "
            "matches.",
            "{n}枚は一度も選ばれませんでした: "
            "{cards}。それぞれ使われるのは多くても対戦の{bound}です。",
        ),
        "sum-faults": (
            "The rules stopped with a fault in {n} of the matches or more; see the end of this "
            "page.",
            "{n}回以上の対戦でルールが止まりました。このページの終わりを見てください。",
        ),
        "lead-greedy": (
            "This policy looks one decision ahead. It is a fair player, not an expert.",
            "この方策は1手先を読みます。まずまずの腕前で、達人ではありません。",
        ),
        # scores
        "h-scores": ("Scores", "得点"),
        "scores-say": (
            "Half of the players end with {median} or less; nine of ten have between {low} and "
            "{high}.",
            "半分のプレイヤーは{median}以下で終わります。十中九は{low}〜{high}です。",
        ),
        "score": ("score (points)", "得点(点)"),
        "players-axis": ("players (number)", "人数(人)"),
        "wins-axis": ("matches won (%)", "勝った割合(%)"),
        "matches-axis": ("matches (number)", "対戦数(回)"),
        "unused-say": (
            "In {n} {match|matches} these never came up.",
            "{n}回の対戦で一度も起きなかったことです。",
        ),
        # who wins
        "h-wins": ("Who wins", "誰が勝つか"),
        "wins-even": (
            "No seat clearly wins more often than another.",
            "どの席も、ほかより多く勝つとは言えません。",
        ),
        "wins-uneven": (
            "{best} wins most often, {share} of the matches ({low} to {high}); {worst} wins "
            "{other}. Chance alone makes such a difference in fewer than one run of a thousand.",
            "{best}が最も多く、{share} 勝ちます（{low}〜{high}）。{worst}は {other} "
            "です。偶然にここまで離れるのは、千回に一度もありません。",
        ),
        "wins-together": (
            "All players win or lose together. They won {share} of the matches ({low} to {high}).",
            "全員で勝つか負けるかです。勝ったのは {share}（{low}〜{high}）でした。",
        ),
        "wins-alone": (
            "One player, who won {share} of the matches ({low} to {high}).",
            "1人用で、勝ったのは {share}（{low}〜{high}）でした。",
        ),
        "h-began": (
            "Does it help to play first?",
            "先手は有利か",
        ),
        "began-helps": (
            "The start player at the first action wins {share} of the matches ({low} to "
            "{high}); an even share is {fair}. Playing first {verdict}.",
            "最初のアクションの時に先手だった人の勝率は {share}（{low}〜{high}）、公平なら "
            "{fair} です。先手は{verdict}。",
        ),
        "helps": ("helps", "有利です"),
        "hurts": ("hurts", "不利です"),
        "no-matter": (
            "has no clear effect",
            "有利とも不利とも言えません",
        ),
        "h-settings": ("Win rate by setting", "設定ごとの勝率"),
        "settings-say": (
            "The same game with one option changed, {n} {match|matches} each.",
            "オプションを1つだけ変えた対戦、それぞれ {n} 回です。",
        ),
        "as-is": ("as it is", "そのまま"),
        # length
        "h-length": ("How long it takes", "長さ"),
        "length-say": (
            "Half of the matches take at most {median} {decision|decisions}, and one in twenty "
            "takes more "
            "than {p95}. The shortest took {least}, the longest {most}.",
            "まん中の対戦は {median} 回の決定で終わり、20回に1回は {p95} を超えます。最短 "
            "{least}、最長 {most} です。",
        ),
        "length-by": (
            "Half of the matches take at most {median} {decision|decisions}, and all at most "
            "{most}. The shortest took {least}.",
            "まん中の対戦は {median} 回の決定で終わり、{most} を超えるものはありません。最短 "
            "{least} です。",
        ),
        "length-all": (
            "Every match takes {most} {decision|decisions}.",
            "どの対戦も {most} 回の決定で終わります。",
        ),
        "rounds-by": (
            "Half of the matches end by round {median}, and all by round {most}.",
            "半分は第 {median} ラウンドまでに、すべてが第 {most} ラウンドまでに終わります。",
        ),
        "rounds-all": (
            "Every match ends in round {most}.",
            "どの対戦も第 {most} ラウンドで終わります。",
        ),
        "rounds-say": (
            "Half of the matches end by round {median}, and one in twenty ends after round {p95}.",
            "終わるのは第 {median} ラウンド、20回に1回は第 {p95} ラウンドより後です。",
        ),
        "decisions": (
            "decisions in a match (number)",
            "1戦の決定数(回)",
        ),
        # decisions
        "h-decisions": (
            "What players decide",
            "何を決めるか",
        ),
        "decisions-say": (
            "A match has {asked} {decision|decisions} with {options} {option|options} each on "
            "average{round}.",
            "1戦に {asked} 回たずねられ、選択肢は平均 {options} 個です{round}。",
        ),
        "a-round": (
            "; a player makes {n} {decision|decisions} a round",
            "。1人が1ラウンドに {n} 回決めます",
        ),
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
        "h-lead": (
            "When the match is decided",
            "いつまで分からないか",
        ),
        "lead-say": (
            "The lead changes {changes} {time|times} in a match. In half of the matches, the "
            "winner "
            "leads for good after {decided} of the decisions. In {never} of the matches, the "
            "winner never leads alone before the end.",
            "首位は1戦に {changes} 回入れ替わります。半分の対戦では、決定の {decided} "
            "が済むと勝者の首位が動きません。{never} "
            "の対戦では、勝者は終わるまで単独首位にいませんでした。",
        ),
        "decided-axis": (
            "share of the decisions after which the winner leads (%)",
            "勝者が首位を守り始める時点(決定の%)",
        ),
        # ends
        "h-ends": ("How it ends", "終わり方"),
        "ends-say": (
            "Most often: {kind}, in {share} of the matches.",
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
            "Claimed most often: {most}. A card is claimed when its state names a player, as "
            "its owner, by a flag or a stone.",
            "最も多いのは "
            "{most}。持ち主、旗、石のように、その状態がプレイヤーを指すようになった回数です。",
        ),
        "claimed": ("claimed", "自分の物にした回数"),
        "cards-clear": (
            "Holders win clearly more often than the others of the match: {good}. Clearly less "
            "often: {bad}. The test allows for looking at all {n} {card|cards} together.",
            "持たない人より明らかによく勝つ: {good}。明らかに勝たない: "
            "{bad}。{n}枚をまとめて見ても明らかなものだけを挙げています。",
        ),
        "cards-unclear": (
            "None of the {n} {card|cards} clearly goes with more or fewer wins.",
            "{n}枚のうち、勝率が違うと言えるカードはありません。",
        ),
        "cards-cause": (
            "A card that winners hold need not be the reason. “cardwright compare GAME "
            "--without CARD” tests that.",
            "勝者が持つカードが勝因とは限りません。それは “cardwright compare ゲーム --without "
            "カード” で分かります。",
        ),
        "card": ("card", "カード"),
        "who-had": ("players who did, others not", "該当者（ほかが違う対戦）"),
        "more": ("more than others", "ほかとの差"),
        "clear": ("clear", "明らか"),
        # use
        "h-use": ("How cards are used", "カードの使われ方"),
        "use-say": (
            "Chosen least often when it could be chosen: {cards}.",
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
            "A card counts as played if an action stands on it, an action is done with it, or "
            "it goes where its rules work. It counts as thrown away if an effect asks for it "
            "and it goes elsewhere.",
            "使ったとは、アクションを持つカード、アクションの対象にしたカード、ルールが働く場所"
            "へ移ったカードのことです。捨てたとは、効果で選ばれ、ほかの場所へ移ったカードです。",
        ),
        "h-unused": (
            "What nobody did",
            "誰もしないこと",
        ),
        "unused-cards": (
            "Cards that nobody chose ({n}):",
            "一度も選ばれなかったカード（{n}）:",
        ),
        "unseen-cards": (
            "Cards that nobody held or could choose ({n}):",
            "誰も持たず、選べもしなかったカード（{n}）:",
        ),
        "unused-actions": (
            "Actions that nobody took ({n}):",
            "一度も行われなかったアクション（{n}）:",
        ),
        "unused-answers": (
            "Options that nobody took ({n}):",
            "選べるのに一度も選ばれなかった選択肢（{n}）:",
        ),
        "unused-events": ("Events that never happened ({n}):", "一度も起きなかった出来事（{n}）:"),
        "h-actions": ("Actions", "アクション"),
        "actions-say": (
            "Taken most often when there was a choice: {most}; least often: {least}. An action "
            "that is the only option is not asked for; it counts in the first column alone.",
            "選べたときに最もよく行われる: {most}、最も行われない: "
            "{least}。ほかにできることがないときは尋ねられず、「行った回数」だけに入ります。",
        ),
        "action": ("action", "アクション"),
        # ladder
        "h-ladder": (
            "How much thinking wins",
            "戦略のはしご",
        ),
        "ladder-say": (
            "One seat thinks and the others choose at random; every seat has its turn. Matches: "
            "{n}. {verdict}",
            "1席だけが考え、ほかはでたらめに選びます。席を順に替えます。対戦数: {n}。{verdict}",
        ),
        "ladder-wins": ("Thinking clearly wins.", "考えると明らかに勝ちます。"),
        "ladder-open": (
            "In so few matches, thinking does not clearly win.",
            "この回数では、考えると勝つとは言えません。",
        ),
        "policy": ("policy", "方策"),
        "h-faults": ("Faults", "障害"),
        "faults-some": (
            "The rules stopped with a fault in these matches. Play one again by its seed to "
            "find the cause.",
            "次の対戦でルールが止まりました。シードで再現できます。",
        ),
        "seed": ("seed", "シード"),
    }
)


def say(lang: str, key: str, **slots: object) -> str:
    """Return a text in a language, its slots filled."""
    return languages.filled(languages.worded(WORDS[key], lang), slots)
