"""Write the frames in which the course of a game waits."""

from __future__ import annotations

from interpreter.lower.course import Course
from interpreter.writing.writer import joined, local


class CourseFrames:
    """Writes the slots and frames of the course.

    Attributes:
        elements: The slots of `for` elements.
    """

    def __init__(self, course: Course, *, can_pass: bool) -> None:
        self.course, self.can_pass = course, can_pass
        self.elements = {s.element for s in self.course.stretches if s.element is not None}

    def slot(self, slot: int) -> str:
        """Return the variable of a slot: hidden ones have names that no expression uses."""
        return local(slot) if slot in self.elements else f"c{slot}"

    def frame(self, number: int) -> str:
        """Return the frame in which the course waits at an operation: of the slots those that are
        alive there."""
        alive: set[int | None] = set()
        for stretch in self.course.path(number):
            alive |= {stretch.items, stretch.index, stretch.outer}
            alive |= {stretch.left} if self.can_pass else set()
            alive |= {stretch.element} if number > stretch.head else set()
        slots = [self.slot(n) if n in alive else "None" for n in range(self.course.code.size)]
        return f"body_frame(({number}, ({joined(['me', 'None', 'None', *slots])})))"

    def wait(self, number: int) -> str:
        """Return the statement that writes that frame."""
        return f"st.frames[-1] = {self.frame(number)}"
