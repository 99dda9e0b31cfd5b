"""Define the texts of the table, in both languages: play, demonstration, server, programs."""

from __future__ import annotations

from collections.abc import Mapping
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


DEMO_WORDS: Final = MappingProxyType(
    {
        "demo-checking": ("checking", "検査中"),
        "demo-playing": ("playing", "対戦中"),
        "demo-checked": (
            "Checked {packages} game {package|packages} ({files} YAML {file|files}): no mistakes.",
            "{packages}個のゲーム({files}個のYAMLファイル)を検査しました。誤りはありません。",
        ),
        "demo-found": (
            "Checked {packages} game {package|packages} ({files} YAML {file|files}): {findings} "
            "{finding|findings}; "
            "`cardwright lint` shows them.",
            "{packages}個のゲーム({files}個のYAMLファイル)を検査しました。指摘{findings}件: "
            "`cardwright lint` で見られます。",
        ),
        "demo-match": (
            "A match of {title}: {names}, two programs (policy `{policy}`). One line a trick.",
            "{title}の対戦: {names}(プログラム同士、方策 `{policy}`)。1行が1トリックです。",
        ),
        "demo-end": ("{text}. {scores}", "{text}。{scores}"),
        "demo-mistake": (
            "A card with a mistake in its effect, {file}, and what lint says:",
            "効果に誤りのあるカード {file} と、lint の指摘:",
        ),
        "demo-next": ("\nNext:", "\n次に試すこと:"),
        "demo-play": ("play against the machine", "機械と対戦する"),
        "demo-rules": ("read the rules, made from the package", "パッケージから作ったルールを読む"),
        "demo-cards": ("search the cards of a game", "ゲームのカードを検索する"),
        "demo-sim": ("play 200 matches and count", "200回対戦させて数える"),
        "demo-new": ("begin a game of your own", "自分のゲームを作り始める"),
    }
)


SERVE_WORDS: Final[dict[str, tuple[str, str]]] = {
    "serve-ready": (
        "open http://{host}:{port}/ (the tables are kept in {path}; Ctrl-C ends)",
        "http://{host}:{port}/ を開いてください（テーブルは {path} に保存。Ctrl-C で終了）",
    ),
    "serve-host": (
        "warning: listening at {host}: whoever reaches this machine can set tables, and what is "
        "sent is not encrypted; for the open net put a server with TLS in front",
        "警告: {host} で待ち受けます。このマシンに届く人はだれでもテーブルを用意でき、"
        "通信は暗号化されません。"
        "インターネットに出すときは、TLS を備えたサーバーを前に置いてください",
    ),
    "serve-designer": (
        "the designer's panel shows every hand; it is only there at {local}, not at {host}",
        "デザイナー用パネルはすべての手札を見せるため、{host} ではなく {local} でだけ使えます",
    ),
    "serve-file": (
        "`{path}` is no file of tables, or one of a later version",
        "「{path}」はテーブルのファイルではないか、より新しい版のものです",
    ),
    "serve-in-use": (
        "another server has `{path}`; end that one, or keep these tables in a file of their own: "
        "`--file OTHER`",
        "「{path}」は別のサーバーが使っています。そちらを終えるか、`--file` で別のファイルを"
        "指定してください",
    ),
}
"""A text by key: (English, Japanese)."""


PROGRAM_WORDS: Mapping[str, tuple[str, str]] = {
    "ids-id": ("id", "番号"),
    "ids-name": ("what it means", "意味"),
    "ids-start": ("from", "始まり"),
    "ids-size": ("size", "長さ"),
    "agent-match": ("match of seed {seed}: {outcome}", "シード {seed} の対戦: {outcome}"),
    "agent-win": ("won", "勝敗がついた"),
    "agent-loss": ("nobody won", "勝者なし"),
    "agent-draw": ("drawn", "引き分け"),
    "agent-fault": ("a fault", "障害"),
    "agent-won": ("won", "勝ち"),
    "league-bot": ("bot", "ボット"),
    "league-wins": ("wins", "勝ち"),
    "league-rating": ("rating", "レーティング"),
    "league-interval": ("95 % interval", "95 % 区間"),
    "league-conduct": ("misconduct", "不始末"),
    "league-bots": (
        "a league needs two bots or more, each named once",
        "リーグには2つ以上の異なるボットが必要です",
    ),
    "bad-league": ("{reason}", "リーグの記録が読めません: {reason}"),
}
