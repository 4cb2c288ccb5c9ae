"""What the solver cannot do, as errors."""

from __future__ import annotations


class CannotCompile(ValueError):
    """Something about the position or the game has no place in the kernel's tables; the message
    says what."""


class SolverWarning(RuntimeWarning):
    """The solver is slower than it could be; the text says why, and what helps."""
