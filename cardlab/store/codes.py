"""Codes that people write down: how they are made, typed, and kept as a hash.

Knows letters and hashes; knows neither names nor classes.

>>> code = made_code(); len(code), typed_code(code.lower()) == code.replace("-", "")
(9, True)
"""

from __future__ import annotations

import hashlib
import secrets
import time

__all__ = ["LETTERS", "code_hash", "grouped", "made_code", "typed_code", "wrong_lately"]

LETTERS = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""What a code is made of: nothing that looks like something else, and no vowels, so that no words
come up."""
LENGTH = 8


def made_code(length: int = LENGTH) -> str:
    """A new code, in two groups."""
    return grouped("".join(secrets.choice(LETTERS) for _ in range(length)))


def grouped(code: str) -> str:
    """A code as it is shown.

    >>> grouped("K7MQ2BXR")
    'K7MQ-2BXR'
    """
    return f"{code[: len(code) // 2]}-{code[len(code) // 2 :]}"


def typed_code(text: str) -> str:
    """The letters of a code that somebody typed, whatever stands between them.

    >>> typed_code(" k7mq 2bxr ")
    'K7MQ2BXR'
    """
    return "".join(letter for letter in text.upper() if letter in LETTERS)


def code_hash(code: str, salt: str) -> str:
    """A hash that takes some 50 milliseconds, so that a stolen database gives no codes away."""
    made = hashlib.scrypt(code.encode(), salt=salt.encode(), n=2**14, r=8, p=1, dklen=32)
    return made.hex()


def wrong_lately(wrong: int, since: float, pause: float) -> tuple[int, float]:
    """How many of these wrong codes count now, and since when: none, from now on, once the pause is
    over, and where the clock was put back, which must not make the pause longer."""
    now = time.time()
    return (wrong, since) if 0 <= now - since < pause else (0, now)
