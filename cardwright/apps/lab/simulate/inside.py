"""Play random matches inside the native engine, with records as columns of tables.

A match of which the module cannot say all (a fault, an answer that nobody has put into words yet)
is played again by the walker. The rows come out in the order of the seeds.

No Python object is made of an event, a card or an answer: the numbers stay columns, and a name is
looked up once for all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from cardwright import Match, Options
from cardwright.apps.face.session import going_round
from cardwright.apps.lab.simulate.play_out import Tally, play_out
from cardwright.apps.lab.simulate.recording import Recorder
from cardwright.apps.lab.simulate.tables import Batches, batch_of, batches, joined, library
from interpreter import Records

Cells: TypeAlias = Any
"""Numbers of 64 bits: a column, or a table (numpy)."""
Answer: TypeAlias = tuple[str, str, str]
"""The kind of a decision, its question, and what an answer is called."""

NONE: Final = -(1 << 60)
FAR: Final = 1 << 41
"""A number larger than any in rules."""


class Part(NamedTuple):
    """A table of several matches.

    Attributes:
        places: Of each row the place of its match, in order.
    """

    places: Cells
    batch: Any


class Segment:
    """The tables of matches in a row."""

    def __init__(self, parts: dict[str, Part]) -> None:
        self._parts = parts

    def between(self, first: int, last: int) -> Batches:
        """Return the rows of the matches from a place to before another."""
        found: Batches = {}
        for name, (places, batch) in self._parts.items():
            start, end = places.searchsorted((first, last)).tolist()
            found[name] = batch.slice(start, end - start)
        return found


class Columns:
    """Makes tables of the records of one machine.

    Attributes:
        is_told: Whether names tell cards and answers apart: else only the walker can count them.
    """

    def __init__(self, records: Records, recorder: Recorder) -> None:
        self._records, self._words = records, recorder.words
        self._reader = recorder.reader(records.machine)
        self._numpy, self._arrow = library("numpy"), library("pyarrow")
        self._numbers = dict[int, int]()
        """By a question and an option in one number the number of the answer."""
        self._answers = dict[Answer, int]()
        self._met = set[tuple[int, int]]()
        ids = records.machine.definition_ids
        self.is_told = len({*ids}) == len(ids)
        self._cards = self._sorted(ids)

    def _sorted(self, names: Sequence[Any]) -> tuple[Cells, list[Any]]:
        """Return for each name its place among all, sorted, and all."""
        found = sorted(range(len(names)), key=names.__getitem__)
        places = self._numpy.empty(len(names), dtype="<i8")
        places[found] = range(len(names))
        return places, [names[place] for place in found]

    def of(self, found: Records.Rows, seed: int, walk: Callable[[int], None]) -> Segment:
        """Return the rows of matches played inside, without those that were walked.

        Args:
            seed: Of the first of them.
            walk: Lets the walker play one of them, by its place.
        """
        numpy = self._numpy
        answers = numpy.frombuffer(found.answers, "<i8").reshape(-1, found.answer_cells)
        keys, firsts, which = numpy.unique(
            answers[:, 2] * (4 * FAR) + answers[:, 3].clip(-FAR, FAR),
            return_index=True,
            return_inverse=True,
        )
        examples = answers[firsts, 2:4].tolist()
        untold = numpy.array([outcome is None for outcome in found.outcomes], dtype=bool)
        walked = numpy.zeros(len(untold), dtype=bool)
        while True:
            pairs = zip(keys.tolist(), examples, strict=True)
            numbers = numpy.array([self._number(key, *each) for key, each in pairs], dtype="<i8")
            told = numbers[which]
            waits = untold | (not self.is_told)
            waits[answers[told < 0, 0]] = True
            (left,) = (waits & ~walked).nonzero()
            if not len(left):
                break
            walked[left[0]] = True
            walk(int(left[0]))
        tables = _Tables(self._arrow, numpy, found, seed, (~walked).nonzero()[0])
        kept = ~walked[answers[:, 0]]
        return Segment(
            tables.of_matches(self._words)
            | tables.of_counts(self._records.kinds, self._records.events)
            | {"cards": tables.cards(*self._cards)}
            | {"choices": self._choices(tables, answers[kept], told[kept])}
        )

    def _number(self, key: int, question: int, cell: int) -> int:
        """Return the number of an answer; -1 where the walker has not yet put it into words."""
        number = self._numbers.get(key)
        if number is not None:
            return number
        ask = self._records.questions[question]
        if ask.kind == "action":
            called: str | None = self._records.actions[cell]
        else:
            called = self._reader.known.get((ask.site, self._records.option(question, cell)))
        if called is None:
            return -1
        answer = ask.kind, self._reader.question(ask), called
        number = self._numbers[key] = self._answers.setdefault(answer, len(self._answers))
        self.is_told &= (question, number) not in self._met
        self._met.add((question, number))
        return number

    def _choices(self, tables: _Tables, rows: Cells, numbers: Cells) -> Part:
        """Return what was answered; an answer to several questions of one name is one row."""
        numpy = self._numpy
        places, answers = self._sorted([*self._answers])
        seats = tables.seats
        code = (rows[:, 0] * seats + rows[:, 1]) * len(answers) + places[numbers]
        found, which = numpy.unique(code, return_inverse=True)
        counts = numpy.zeros((len(found), 2), dtype="<i8")
        numpy.add.at(counts, which, rows[:, 4:6])
        rest, number = numpy.divmod(found, max(len(answers), 1))
        match, seat = numpy.divmod(rest, seats)
        words = [tables.word(number, each) for each in zip(*answers, strict=True)] or [[]] * 3
        return tables.part("choices", match, seat + 1, *words, *counts.T)


class _Tables:
    """Makes the tables of some matches, of those whose places are given.

    Attributes:
        seats: How many players there are.
    """

    def __init__(
        self, arrow: Any, numpy: Any, found: Records.Rows, seed: int, places: Cells
    ) -> None:
        self._arrow, self._numpy, self._found, self._places = arrow, numpy, found, places
        self.seats = found.seats
        self._seeds = numpy.array(
            [(seed + place) & Options.MOST_SEED for place in range(len(found.outcomes))],
            dtype="<u8",
        )
        self._rows = numpy.frombuffer(found.matches, "<i8").reshape(-1, found.width)

    def part(self, name: str, places: Cells, *columns: Any) -> Part:
        """Return a table; a column of numbers has none where NONE stands."""
        return Part(places, batch_of(name, [self._seeds[places], *map(self._column, columns)]))

    def _column(self, cells: Any) -> Any:
        is_number = isinstance(cells, self._numpy.ndarray) and cells.dtype == "<i8"
        if not is_number or not (missing := cells == NONE).any():
            return cells
        return self._arrow.array(cells, mask=missing)

    def word(self, numbers: Cells, words: Sequence[str]) -> Any:
        """Return a column of words by their numbers."""
        return self._arrow.array(words, "string").take(self._arrow.array(numbers))

    # --- whole matches ----------------------------------------------------------------------------

    def of_matches(self, words: Sequence[str]) -> dict[str, Part]:
        """Return the tables with a row, or a row a seat, for each match."""
        numpy, places, rows = self._numpy, self._places, self._rows[self._places]
        ends = [self._found.outcomes[place] for place in places.tolist()]
        seats = range(self.seats)
        decisions = numpy.array(self._found.decisions, dtype="<i8")[places]
        won = numpy.array([[seat in end[1] for seat in seats] for end in ends], dtype=bool)
        won = won.reshape(len(ends), self.seats)
        round_, first, changes, since, leader = rows[:, :5].T
        is_leader = (won.sum(axis=1) == 1) & (won.argmax(axis=1) == leader)
        has_rank = any(end[2] and end[2][0] for end in ends)
        first = numpy.where(first == NONE, NONE, first + 1)
        every = numpy.tile(numpy.arange(self.seats), len(ends))
        return {
            "matches": self.part(
                "matches", places, decisions, round_,
                [Match.kind_of_end(end[0], end[1]) for end in ends], [end[3] for end in ends],
                first, changes if has_rank else [None] * len(ends),
                numpy.where(is_leader, since, NONE),
            ),
            "seats": self.part(
                "seats", places.repeat(self.seats), every + 1, self.word(every, words),
                won.reshape(-1),
            ),
            "scores": self._scores(ends),
        }  # fmt: skip

    def _scores(self, ends: Sequence[Any]) -> Part:
        numpy, ranks = self._numpy, [end[2] for end in ends]
        width = len(ranks[0][0]) if ranks and ranks[0] else 0
        scores = [NONE if n is None else n for rank in ranks for own in rank for n in own]
        seats, parts = numpy.divmod(numpy.arange(len(scores)), max(width, 1))
        places = self._places.repeat(self.seats * width)
        cells = numpy.array(scores, dtype="<i8")
        return self.part("scores", places, seats % self.seats + 1, parts + 1, cells)

    # --- counts -----------------------------------------------------------------------------------

    def of_counts(self, kinds: Sequence[str], events: Sequence[str]) -> dict[str, Part]:
        """Return the tables of decisions and of events; what has not happened has no row."""
        numpy, rows = self._numpy, self._rows[self._places]
        first = rows.shape[1] - len(events)
        asked = rows[:, first - 2 * self.seats * len(kinds) : first]
        asked = asked.reshape(len(rows), self.seats, len(kinds), 2)
        match, seat, kind = asked[..., 0].nonzero()
        counts = asked[match, seat, kind].T
        order = numpy.array(sorted(range(len(events)), key=events.__getitem__), dtype="<i8")
        times = rows[:, first:][:, order]
        place, event = times.nonzero()
        return {
            "decisions": self.part(
                "decisions", self._places[match], seat + 1, self.word(kind, kinds), *counts
            ),
            "events": self.part(
                "events", self._places[place], self.word(order[event], events), times[place, event]
            ),
        }

    def cards(self, places: Cells, ids: Sequence[str]) -> Part:
        """Return the table of cards.

        Args:
            places: By definition the place of its id among `ids`, which are sorted.
        """
        numpy = self._numpy
        rows = numpy.frombuffer(self._found.cards, "<i8").reshape(-1, self._found.card_cells)
        card = places[rows[:, 2]]
        order = ((rows[:, 0] * self.seats + rows[:, 1]) * len(ids) + card).argsort(kind="stable")
        rows, card = rows[order], card[order]
        at_start, *numbers = rows[:, 3:12].T
        return self.part(
            "cards", rows[:, 0], rows[:, 1] + 1, self.word(card, ids), at_start != 0, *numbers
        )


Walk: TypeAlias = Callable[[range], tuple[Tally, Batches]]
"""Plays the matches of some seeds by the walker."""

POLICY_KEY: Final = "policy {}"
"""By what the policies of the match of a seed draw."""


def walking(recorder: Recorder, start: Callable[[int], Match]) -> Walk:
    """Return what plays matches by the walker and keeps their rows."""
    begin = recorder.starting(start)

    def walk(seeds: range) -> tuple[Tally, Batches]:
        tally = Tally()
        for seed in going_round(seeds):
            play_out(begin, seed, recorder.play, tally)
        return tally, batches(recorder.take())

    return walk


class Inside:
    """Plays the random matches of a game with a number of players.

    Args:
        records: What plays them inside.
        recorder: What notes the matches that `walk` plays.
        longest: Decisions after which a match is given up.
    """

    def __init__(self, records: Records, recorder: Recorder, walk: Walk, longest: int) -> None:
        self._records, self._walk, self._longest = records, walk, longest
        self._columns = Columns(records, recorder)

    def play(self, seeds: range) -> tuple[Tally, Batches]:
        """Play the matches of some seeds; return what came of them, and their rows."""
        tally, parts = Tally(), list[Batches]()
        while seeds:
            if self._records.is_made():
                found = self._records.play(seeds, POLICY_KEY.format, self._longest)
                many = len(found.outcomes)
                self._take(seeds[:many], found, tally, parts)
            else:
                many = len(seeds) if self._records.refused else 1
                self._records.left -= self._by_walker(seeds[:many], tally, parts)
            seeds = seeds[many:]
        return tally, joined(parts)

    def _by_walker(self, seeds: range, tally: Tally, parts: list[Batches]) -> int:
        """Let the walker play matches; return how many decisions they took."""
        more, rows = self._walk(seeds)
        tally.add(more)
        parts.append(rows)
        return more.decisions

    def _take(self, seeds: range, found: Records.Rows, tally: Tally, parts: list[Batches]) -> None:
        """Take in matches that were played inside."""
        walked = dict[int, Batches]()

        def walk(place: int) -> None:
            own = list[Batches]()
            self._by_walker(seeds[place : place + 1], tally, own)
            (walked[place],) = own

        rows, first = self._columns.of(found, seeds[0], walk), 0
        for place in (*walked, len(seeds)):
            parts.append(rows.between(first, place))
            parts += [walked[place]] if place in walked else []
            first = place + 1
        for place, outcome in enumerate(found.outcomes):
            if place not in walked:
                kind, winners, _, reason = outcome
                tally.lengths[found.decisions[place]] += 1
                tally.outcomes[Match.kind_of_end(kind, winners), tuple(winners), reason] += 1
