"""Text that any file and any terminal can take: signs that an encoding lacks, in characters that all
of them have.

Knows encodings.  Knows no cards: their signs are characters like others.

>>> "10♠ beats 9♠ – “trumps” (§ Heading)".encode("ascii", PLAIN).decode()
'10S beats 9S - "trumps" (rule: Heading)'
"""

from __future__ import annotations

import codecs
import sys
import unicodedata
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation

PLAIN = "cardlab-plain"
"""How what is printed is written where the encoding of a file or a terminal lacks a character."""
IN_PLAIN = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "−": "-", "–": "-", "×": "x", "…": "...", "“": '"'}
    | {"”": '"', "’": "'", "‘": "'", "≤": "<=", "≥": ">=", "·": "-", "→": "->", "⁄": "/"}
    | {"§": "rule:", "▒": "#"}
)


def signs_in_plain(error: UnicodeError) -> tuple[str | bytes, int]:
    """Characters that an encoding lacks, in others that all of them have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = unicodedata.normalize("NFKD", error.object[error.start : error.end])
    text = missing.translate(IN_PLAIN)
    letters = (sign for sign in text if not unicodedata.combining(sign))  # é becomes e
    return "".join(sign if sign.isascii() else "?" for sign in letters), error.end


codecs.register_error(PLAIN, signs_in_plain)


def print_in_plain() -> None:
    """Let this process print to any encoding, and read what was typed in another as "?"."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=PLAIN)
    if isinstance(sys.stdin, TextIOWrapper):
        # once something was read, by a command before this one, it stays as it is
        with suppress(UnsupportedOperation):
            sys.stdin.reconfigure(errors="replace")
