"""The short text of a position: one line for any table of any game, and back.

Knows which parts a position has.  Knows no rule and no game by name: which fields a state has and
how each is written say their types (`cardlab.engine.codec`), so a game that remembers more can write
more.

A position is the game's id and then parts with semicolons (or line ends) between them, in any
order.  A part is a word and what it says:

    kaiser; phase play; dealer East; South QH 8C 3S; West AH 9H 7D; trick North KH; trump S; contract 7 by North

    position := game {option=value} {";" part}
    part     := word value
    cards    := card {card} | "-"              QH 10S T♠ JK; ?? face down, 5*?? five of them; - none
    piles    := cards {"|" cards}              a pile each for seats, sides or ranks; "+" between the melds of one seat
    trick    := leader cards                   in the order of play; (9C) lies face down; "west+east QH" where not all play
    tricks   := trick {"/" trick}
    calls    := seat call {"," seat call}
    contract := bid "by" seat ["doubled" | "redoubled"]
    lines    := side points rule ["at" account] ["with" cards] {"," ...}

The words are: ``phase``, ``to-move``, the seats (their hands), ``stock``, ``trick``, ``taken``,
``trump`` (S H C D, none, or open: not made yet), ``contract``, ``calls``, ``made`` (points made in
this deal), and every further field of the game's state and standing under its own name: ``totals 12
40``, ``pond 5H 9C``, ``discards KD``.  What is left out is as at the start of a match; a hand that
is left out lies face down, and so does what is left of the pack where there is a stock.

>>> here = read("kaiser; trick west 9H KH; trump S; east QH 8C 3S")
>>> here.game.names[here.to_move], [len(hand) for hand in here.hands]
('East', [3, 2, 2, 3])
>>> write(read(write(here))) == write(here)
True
>>> print(write(here))
kaiser; phase play; dealer South; to-move East; South 3*??; West 2*??; North 2*??; East QH 8C 3S; trick West 9H KH; trump S
>>> read("kaiser; souht QH")
Traceback (most recent call last):
    ...
cardlab.engine.codec.NotationError: “souht” does not belong in a position of Kaiser; did you mean south?
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

from cardlab.engine.codec import CardsText, NotationError, PositionPart, codecs_of, word_of
from cardlab.engine.fields import values_of
from cardlab.engine.game import Game, State
from cardlab.engine.scoring import ScoreLine
from cardlab.families.tricks import NO_TRICK, Tricks, TrickState
from cardlab.labs.reading import LONGEST, OPENED, head, parted, read

__all__ = [
    "LONGEST",
    "NotationError",
    "head",
    "packed",
    "parted",
    "parts",
    "read",
    "unpacked",
    "write",
]

SHORT = 600
"""Signs of a text that an address holds as it stands."""
PACKED = "z."


def write(state: State) -> str:
    """The position as one line."""
    return "; ".join(parts(state))


def parts(state: State) -> list[str]:
    """The parts of the line."""
    game: Game = state.game
    texts = [
        head(game),
        f"phase {state.phase.id}",
        f"dealer {game.names[state.dealer]}",
    ]
    texts.append("to-move " + (game.names[state.to_move] if state.to_move is not None else "none"))
    for name, hand in zip(game.names, state.hands, strict=True):
        texts.append(f"{name} {CardsText().write(hand, PositionPart(game, name))}")
    blank = game.state()
    if isinstance(state, TrickState):  # a trick that is left out is one that nobody has begun
        texts += _changed(state, blank.but(trick=NO_TRICK), state)
        texts += _trumps(state)
    else:
        texts += _changed(state, blank, state, always=("stock",))
    texts += _changed(state.standing, blank.standing, state)
    if state.pegged:
        texts.append("made " + ", ".join(_line(entry, state) for entry in state.pegged))
    return texts


def _changed(holder: Any, blank: Any, state: State, always: tuple[str, ...] = ()) -> list[str]:
    """The fields of a state or a standing that are not as at the start of a match; always: those
    that a reader fills in where they are left out."""
    usual = values_of(blank)
    texts = []
    for name, codec in codecs_of(type(holder)).items():
        value, word = getattr(holder, name), word_of(name)
        if name in ("to_move", "dealer") or (value == usual[name] and name not in always):
            continue
        texts.append(f"{word} {codec.write(value, PositionPart(state.game, word, state))}")
    return texts


def packed(text: str) -> str:
    """The text as the value of an address: itself with fewer spaces, or squeezed where it is long.

    >>> packed("kaiser; south QH")
    'kaiser;south QH'
    >>> long = "; ".join(["kaiser", "stock " + "QH 9C " * 200])
    >>> len(packed(long)) < 100, unpacked(packed(long)).count("QH")
    (True, 200)
    """
    short = text.replace("; ", ";")
    if len(short) <= SHORT:
        return short
    return PACKED + base64.urlsafe_b64encode(zlib.compress(short.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> str:
    """What `packed` was given.  NotationError for a squeezed text that is damaged, or that grows
    too long."""
    if not text.startswith(PACKED):
        return text
    try:
        raw = base64.b64decode(text[len(PACKED) :] + "===", "-_", validate=False)
        squeezed = zlib.decompressobj()
        position = squeezed.decompress(raw, LONGEST + 1).decode()
        if not squeezed.eof and len(position) <= LONGEST:
            raise ValueError("it breaks off")
    except (ValueError, zlib.error):
        raise NotationError(
            "The position in this address is damaged; copy the whole address."
        ) from None
    if len(position) > LONGEST:
        raise NotationError(
            f"The position in this address has more than {LONGEST} signs; no table needs as many."
        )
    return position


def _trumps(state: TrickState) -> list[str]:
    texts = []
    if state.has_order:
        texts.append(f"trump {state.order.trump or 'none'}")
    elif isinstance(state.phase, Tricks):
        texts.append(f"trump {OPENED}")
    if state.contract is not None:
        doubled = ("", " doubled", " redoubled")[state.contract.doubled]
        texts.append(
            f"contract {state.contract.bid} by {state.game.names[state.contract.declarer]}{doubled}"
        )
    if state.declarer is not None and (
        state.contract is None or state.contract.declarer != state.declarer
    ):
        texts.append(f"declarer {state.game.names[state.declarer]}")
    return texts


def _line(entry: ScoreLine, state: State) -> str:
    text = f"{entry.side} {entry.points:+d} {entry.rule!s}"
    text += f" at {entry.account}" if entry.account else ""
    if entry.cards:
        text += f" with {CardsText().write(entry.cards, PositionPart(state.game, 'made'))}"
    return text
