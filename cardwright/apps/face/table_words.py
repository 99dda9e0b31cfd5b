"""Say what people read at the table, in each language."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

TABLE_WORDS: Final = MappingProxyType(
    {
        "waits-for": ("{name} decides", "{name}が決めています"),
        "waits-for-you": ("You decide", "あなたの番です"),
        "waits-in-secret": ("others choose in secret", "ほかの人が秘密に選んでいます"),
        "board-of": ("{board} of {name}", "{name}の{board}"),
        "boards-empty": ("{boards}: nothing there", "{boards}：何もない"),
        "start-mark": ("(start)", "(先手)"),
        "told-yes": ("yes", "はい"),
        "told-no": ("no", "いいえ"),
        "only-if-now": ("only if {condition}", "{condition}ときだけ"),
        "all-chosen": ("all that is chosen", "選んだもの全部"),
        "not-among": ("not among the {what}", "{what}ではない"),
        "card-to": ("{number} card goes to {place}", "{place}へ{number}枚"),
        "cards-to": ("{number} cards go to {place}", "{place}へ{number}枚"),
        "of-players": ("players’ {place}", "{place}"),
        "named-to": ("{cards} go to {place}", "{cards}が{place}へ移る"),
        "all-see": ("all see {cards}", "全員が{cards}を見る"),
        "some-see": ("{names} see {cards}", "{names}が{cards}を見る"),
        "one-sees": ("{names} sees {cards}", "{names}が{cards}を見る"),
        "from-price": ("{price} or more", "{price}（以上）"),
        "elsewhere": ("elsewhere", "ほかの場所"),
        "more-news": ("  … {number} {line|lines} more (l)", "  …ほかに{number}行 (l)"),
        "more-happened": ("  … and before that, {number} {line|lines}", "  …その前にも{number}行"),
        "nothing-closed": (
            "nothing is closed: the list has all that you may do",
            "選べないものはありません",
        ),
        "rules-setup": ("Set-up", "準備"),
        "rules-round": ("A round", "1ラウンド"),
        "rules-actions": ("Actions", "アクション"),
        "rules-zones": ("Places", "場所"),
        "rules-place": ("{name}: {what}", "{name}：{what}"),
        "rules-place-of": ("{name} {whose}: {what}", "{whose}の{name}：{what}"),
        "rules-things": ("On the table", "場にあるもの"),
        "rules-happens": ("What happens", "起こること"),
        "rules-always": ("What always holds", "いつも働くルール"),
        "rules-options": ("Options", "オプション"),
        "rules-option": ("{text} (usually {usual})", "{text}（通常：{usual}）"),
        "rules-cards": ("Cards", "カード"),
        "rules-cards-of": ("{kind}: {names}", "{kind}：{names}"),
        "rules-cards-many": ("{kind}: {number} different", "{kind}：{number}種"),
        "rules-cards-more": (
            "What each of them does: cardwright cards {game}",
            "それぞれの働き：cardwright cards {game}",
        ),
        "rules-end": ("The end", "終わり"),
        "rules-scores": ("Words and counts", "言葉と数え方"),
        "rules-offers": ("Actions: {what}.", "できること：{what}。"),
        "rules-of-cards": ("what cards say", "カードのアクション"),
        "rules-compared": ("Players are compared by: {what}.", "比べるもの：{what}。"),
        "play-help": (
            "  a number or a name chooses; Enter shows the screen again\n"
            "  ?        what the options do, and what is not open now, and why\n"
            "  c NAME   a card in full; c 3: the card of option 3\n"
            "  t        the whole table\n"
            "  l        all that has happened\n"
            "  u        back to your last decision\n"
            "  s FILE   save\n"
            "  rules    the rules of the game\n"
            "  q        leave",
            "  番号か名前で選ぶ。Enter で画面をもう一度\n"
            "  ?        選べるものの働きと、今は選べないもの、その理由\n"
            "  c 名前   カードの全文。c 3 なら選択肢3のカード\n"
            "  t        場のすべて\n"
            "  l        これまでの記録\n"
            "  u        前の決定に戻る\n"
            "  s ファイル 保存\n"
            "  rules    ルール\n"
            "  q        終わる",
        ),
        "end-win": ("{names} won", "{names}の勝ち"),
        "end-all": ("everybody won", "全員の勝ち"),
        "end-loss": ("nobody won", "勝者なし"),
        "end-solo": ("the match is lost", "負け"),
        "end-draw": ("a draw", "引き分け"),
        "end-fault": ("stopped by a fault", "障害で止まりました"),
    }
)
