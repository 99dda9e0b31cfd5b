"""Explain each key of examples and scripts in a sentence: the key, English, then Japanese."""

from __future__ import annotations

from typing import Final

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
