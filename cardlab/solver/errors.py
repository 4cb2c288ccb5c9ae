"""What the solver cannot do, as errors."""

from __future__ import annotations


class CannotCompile(ValueError):
    """Something about the position or the game has no place in the kernel's tables; the message
    says what."""
