"""Write what was paid into the log: the bags that choices over amounts have come to."""

from __future__ import annotations

from dsl.model.amounts import Pairs
from dsl.records import Record
from interpreter.program.payments import Payment
from interpreter.state.record import State
from interpreter.walk.machine import Machine
from interpreter.walk.recording import LogRecord, amend


class PaymentLog(Record):
    """Writes bags into the records of the events that asked for them."""

    machine: Machine

    def __call__(self, st: State, number: int, bag: Pairs, decider: int | None) -> None:
        """Write the bag that a choice has come to into the record of the event that it is part of;
        its rules, which it causes too, have choices of their own.

        Args:
            number: Of the choice's operation.
        """
        operation = self.machine.program.operations[number]
        settling = self.machine.program.payments.get(operation.span) if operation else None
        if settling is None or not st.cause:
            return

        def amended(record: LogRecord) -> LogRecord:
            if record.event != settling.event:
                return record
            told = (settling.slot, bag, self._readers(settling, record, decider))
            return record._replace(settled=(*record.settled, told))

        amend(st, st.cause, amended)

    def _readers(self, settling: Payment, record: LogRecord, decider: int | None) -> int:
        """Return a mask of the players who may read it."""
        if settling.is_open:
            return self.machine.knowledge.everyone
        mask = 0 if decider is None else 1 << decider
        for slot in settling.cards:
            seen = record.seen[slot]
            mask |= seen if isinstance(seen, int) and seen >= 0 else 0
        return mask
