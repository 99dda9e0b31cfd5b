"""List the pages' own words of tables, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from dsl import languages

CALLED: Final[Mapping[str, str]] = MappingProxyType({"en": "English", "ja": "日本語"})
"""What a language calls itself."""

WORDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "skip": ("Skip to the question", "質問へ"),
        "language": ("Language", "言語"),
        # lobby
        "lobby": ("Games", "ゲーム"),
        "lobby-lead": (
            "Choose a game, say who plays, and send each player their link.",
            "ゲームを選び、席を決めて、それぞれの人にリンクを送ってください。",
        ),
        "players": ("{low}–{high} players", "{low}〜{high}人"),
        "players-one": ("{low} {player|players}", "{low}人"),
        "set-table": ("Set a table", "テーブルを用意"),
        "number-of-players": ("Players", "人数"),
        "change": ("Change", "変更"),
        "seat": ("Seat {number}", "席{number}"),
        "name-of": ("Name of seat {number}", "席{number}の名前"),
        "played-by": ("Played by", "担当"),
        "player-person": ("a person with their own link", "人（自分のリンク）"),
        "player-shared": ("a person at the shared screen", "人（共有の画面）"),
        "player-random": ("the machine, at random", "コンピューター（無作為）"),
        "player-greedy": ("the machine, one step ahead", "コンピューター（1手先を読む）"),
        "player-mcts": ("the machine, thinking ahead", "コンピューター（先を読む）"),
        "player-quick": ("the machine, quick", "コンピューター（速い）"),
        "player-strong": ("the machine, strong", "コンピューター（強い）"),
        "options": ("Options", "オプション"),
        "scenario": ("Scenario", "シナリオ"),
        "no-scenario": ("none", "なし"),
        "as-usual": ("as usual", "標準"),
        "seed": ("Seed (else a new one)", "シード（空なら新しい値）"),
        "begin": ("Set the table", "テーブルを用意する"),
        # host
        "links": ("Links of the table", "テーブルのリンク"),
        "links-lead": (
            "Send each player their link and nothing else; whoever has it sits there. Keep this "
            "page's address: it shows all links again.",
            "それぞれの人に自分のリンクだけを送ってください。リンクを持つ人がその席に着きます。"
            "このページのアドレスを控えておくと、リンクをまた見られます。",
        ),
        "link-watch": ("To watch", "観戦"),
        "link-taken": (
            "has made a new link, which only they know",
            "は自分だけのリンクを作りました",
        ),
        "play-here": ("Sit down", "席に着く"),
        # table
        "question": ("Your decision", "あなたの選択"),
        "options-of": ("What you can choose", "選べるもの"),
        "nothing-to-decide": ("Nothing to decide now.", "今は選ぶことがありません。"),
        "all-options": ("Show all", "すべて表示"),
        "touches": ("{number} {choice|choices}", "{number}通り"),
        "closed": ("Not open now", "今はできないこと"),
        "log": ("What has happened", "これまでの流れ"),
        "log-none": ("Nothing yet.", "まだありません。"),
        "table": ("The table", "テーブル"),
        "players-list": ("Players", "プレイヤー"),
        "you": ("you", "自分"),
        "turn": ("turn", "手番"),
        "start": ("first", "先手"),
        "decides": ("decides", "選択中"),
        "out": ("out", "脱落"),
        "hidden-card": ("a card that you cannot see", "見えないカード"),
        "hidden-cards": ("{number} hidden {card|cards}", "見えないカード{number}枚"),
        "vacant": ("free place", "空き"),
        "empty": ("empty", "なし"),
        "count": ("{number} {card|cards}", "{number}枚"),
        "unknown-count": ("how many, you do not know", "枚数不明"),
        "contents": ("holds", "内訳"),
        "top": ("on top", "一番上"),
        "of-player": ("of {name}", "{name}"),
        "undo": ("Take back", "一手戻す"),
        "plea": (
            "{name} would like to take back the last step.",
            "{name}さんが一手戻したいと言っています。",
        ),
        "plea-own": (
            "Waiting whether the others agree to take back.",
            "一手戻す許可を待っています。",
        ),
        "agree": ("Agree", "認める"),
        "refuse": ("Rather not", "認めない"),
        "history": ("Look back", "振り返る"),
        "history-of": (
            "Step {number} of {all}, as you knew it then",
            "{all}手中{number}手目（その時に見えていたもの）",
        ),
        "earlier": ("Earlier", "前へ"),
        "later": ("Later", "次へ"),
        "now": ("Back to the table", "今のテーブルへ"),
        "renew": ("A new link for me", "自分のリンクを作り直す"),
        "renew-note": (
            "The old link of this seat stops working, for whoever has it.",
            "この席の古いリンクは、誰が持っていても使えなくなります。",
        ),
        "hand-over": ("Hand the screen to {name}", "{name}さんに画面を渡してください"),
        "i-am": ("I am {name}", "{name}です"),
        "watching": ("You are watching.", "観戦中です。"),
        "end": ("The end", "終了"),
        "place-th": ("Place", "順位"),
        "player-th": ("Player", "プレイヤー"),
        "winner": ("winner", "勝者"),
        "again-same": ("Again, the same deal", "同じ配りでもう一度"),
        "again-new": ("Again, a new deal", "新しい配りでもう一度"),
        "record": ("Download the record", "記録をダウンロード"),
        "connection-lost": (
            "The connection is lost; trying again…",
            "接続が切れました。つなぎ直しています…",
        ),
        "more": ("More", "その他"),
        "close": ("Close", "閉じる"),
        "keys": (
            "Keys: 1–9 choose, Tab moves on, Enter takes.",
            "キー：1〜9で選ぶ、Tabで移動、Enterで決定。",
        ),
        # the designer's panel
        "designer": ("The designer’s panel", "デザイナー用パネル"),
        "steps": ("{number} {answer|answers}, seed {seed}.", "回答{number}、シード{seed}。"),
        "asks": ("{name} decides.", "{name}の選択。"),
        "step-back": ("Step back", "一手戻る"),
        "step-forth": ("Step forth", "一手進む"),
        "findings": ("What lint says", "lintの指摘"),
        "findings-none": ("Nothing.", "ありません。"),
        "deeds": ("What the last decision led to", "直前の選択で起きたこと"),
        "begin-elsewhere": ("Begin elsewhere", "別の局面から始める"),
        "seed-same": ("Seed (else the same)", "シード（空なら同じ値）"),
        "position-key": (
            "A whole position, or parts on top of set-up",
            "局面全体か、準備の上に置く一部か",
        ),
        "position-new": (
            "Position, by the keys of scripts, as JSON",
            "局面（スクリプトのキー、JSON）",
        ),
        "begin-so": ("Begin so", "始める"),
        "position-now": ("Where everything is", "今の局面のすべて"),
        "rules-broken": (
            "The files have errors; the match goes on by the rules before.",
            "ファイルに誤りがあります。対局は前のルールのまま続きます。",
        ),
        "rules-same": (
            "The files have changed, the rules have not.",
            "ファイルは変わりましたが、ルールは同じです。",
        ),
        "rules-go-on": (
            "The match goes on under the new rules; it stands where it stood after {number} "
            "{answer|answers}.",
            "新しいルールで続きます。{number}の回答はすべて同じ結果でした。",
        ),
        "rules-differ": (
            "Under the new rules the match goes on after {number} {answer|answers}; there they "
            "differ: "
            "{difference}",
            "新しいルールでは{number}の回答の後から続きます。違い：{difference}",
        ),
        "rules-cannot-go-on": (
            "This match cannot be played again under the new rules; begin another.",
            "この対局は新しいルールではやり直せません。新しく始めてください。",
        ),
        "nothing-ahead": ("There is no answer ahead.", "先に進む回答がありません。"),
        "bad-position": ("There is no such position: {reason}", "その局面にはできません：{reason}"),
        # what cannot be done
        "error": ("That did not work", "できませんでした"),
        "to-lobby": ("To the games", "ゲーム一覧へ"),
        "to-table": ("Back to the table", "テーブルへ戻る"),
        "no-such-link": (
            "This link opens nothing. It may have been replaced by a new one; ask whoever sent it.",
            ""
            ""
            ""
            "このリンクは使えません。新しいリンクに変わったかもしれません。送った人に聞いてくだ"
            "さい。",
        ),
        "no-such-page": ("There is no such page.", "そのページはありません。"),
        "no-such-game": ("There is no such game here.", "そのゲームはここにありません。"),
        "wrong-method": ("This page is not used that way.", "このページはそのようには使えません。"),
        "not-your-turn": ("It is not your decision now.", "今はあなたの番ではありません。"),
        "out-of-date": (
            "Something has happened since; look again.",
            "その後に動きがありました。もう一度見てください。",
        ),
        "no-such-option": ("This cannot be chosen now.", "今はそれを選べません。"),
        "nothing-to-undo": ("There is no step of yours to take back.", "戻せる手がありません。"),
        "nothing-to-agree": ("Nobody asks you for that now.", "今は求められていません。"),
        "not-over": ("The match is not over yet.", "対局はまだ終わっていません。"),
        "no-record": (
            "The record of this match cannot be written.",
            "この対局の記録は書き出せません。",
        ),
        "too-many-tables": (
            "There are {most} {table|tables} already; no more can be set here.",
            "すでにテーブルが{most}あり、これ以上は用意できません。",
        ),
        "bad-setting": ("The table cannot be set so: {reason}", "この設定ではできません：{reason}"),
        "bad-number-of-players": ("So many cannot play this game.", "この人数では遊べません。"),
        "name-too-long": (
            "A name has at most {most} {character|characters}; this one has {length}.",
            "名前は{most}文字までです（{length}文字あります）。",
        ),
        "name-not-shown": (
            "A name is one line of characters that can be shown.",
            "名前は表示できる文字の一行にしてください。",
        ),
        "name-twice": (
            "Seat {seat} has this name too; give each its own.",
            "席{seat}と同じ名前です。別の名前にしてください。",
        ),
        "bad-seed": (
            "A seed is a whole number from 0 to {most}.",
            "シードは0から{most}までの整数です。",
        ),
        "form-wrong": (
            "The table cannot be set so; see what is marked.",
            "この設定ではできません。印のついた所を直してください。",
        ),
        "as-told": ("{reason}", "{reason}"),
        "bad-form": (
            "The form says something that this page does not ask.",
            "入力が正しくありません。",
        ),
        "too-large": ("That is too much to send.", "送る量が多すぎます。"),
        "too-often": ("That is too often; wait a moment.", "多すぎます。少し待ってください。"),
        "wrong-origin": ("This came from another site.", "別のサイトからの送信です。"),
        "broken": (
            "The server could not do this. What was decided before is kept.",
            "サーバーの問題でできませんでした。それまでの選択は保存されています。",
        ),
        "rules-not-kept": (
            "This match cannot be opened: the rules it began with are not in this file.",
            "この対局は開けません。始めた時のルールがこのファイルにありません。",
        ),
        "rules-of-another-version": (
            "This match cannot be opened: this version of Cardwright plays the rules it began "
            "with in another way. Open it with the version it was begun with.",
            "この対局は開けません。始めた時のルールを、この版のCardwrightは別の仕方で動かします。"
            "始めた時の版で開いてください。",
        ),
        "package-broken": ("The game has errors: {reason}", "ゲームに誤りがあります：{reason}"),
    }
)
"""A text by key: (English, Japanese)."""


def say(lang: str, key: str, **slots: object) -> str:
    """Return a text in a language, its slots filled."""
    return languages.filled(languages.worded(WORDS[key], lang), slots)
