"""The short text of a position: one line for any table of any game, and back.

Knows how the fields of a state are written.  Knows no rule and no game by name: which fields there
are and what they hold is read from the state's own dataclass, so a game that remembers more can
write more.

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
cardlab.labs.reading.NotationError: “souht” does not belong in a position of Kaiser; did you mean south?
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable
from typing import Any

from cardlab.engine.cards import BACK, Card
from cardlab.engine.fields import is_seat, types_of, unplaced, without_none
from cardlab.engine.game import Game
from cardlab.engine.moves import Move
from cardlab.engine.places import Known
from cardlab.engine.scoring import ScoreLine
from cardlab.families.tricks import NO_TRICK, Trick, TrickGame, Tricks, TrickState
from cardlab.labs.fields import (
    OPENED,
    depth,
    inside,
    is_record,
    seats_of,
    unwritten,
    values,
    word_of,
)
from cardlab.labs.reading import LONGEST, NotationError, head, parted, read

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


def write(state: Any) -> str:
    """The position as one line."""
    return "; ".join(parts(state))


def parts(state: Any) -> list[str]:
    """The parts of the line."""
    game: Game = state.game
    texts = [
        head(game),
        f"phase {state.phase.id}",
        f"dealer {game.names[state.dealer]}",
    ]
    texts.append("to-move " + (game.names[state.to_move] if state.to_move is not None else "none"))
    texts += [f"{name} {_cards(hand)}" for name, hand in zip(game.names, state.hands, strict=True)]
    plain, blank = not isinstance(game, TrickGame), game.state()
    for holder, usual in ((state, values(blank)), (state.standing, values(blank.standing))):
        for name, kind in types_of(type(holder)).items():
            if name not in usual or name in (*unwritten(type(holder)), "to_move", "dealer"):
                continue
            value = getattr(holder, name)
            if name == "trick":
                texts += (
                    [f"trick {_trick(state, value)}"]
                    if value is not NO_TRICK and value != NO_TRICK
                    else []
                )
            elif name == "taken":
                texts += (
                    ["taken " + " / ".join(_trick(state, t, len(t.cards)) for t in value)]
                    if value
                    else []
                )
            elif value != usual[name] or (name == "stock" and plain and name in state.places):
                texts.append(f"{word_of(name)} {_written(game, name, kind, value)}")
        if holder is state and isinstance(state, TrickState):
            texts += _trumps(state)
    if state.pegged:
        texts.append("made " + ", ".join(map(_line, state.pegged)))
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


def _cards(cards: Iterable[Card]) -> str:
    out: list[str] = []
    hidden = 0
    for card in (*cards, None):
        if card is BACK:
            hidden += 1
            continue
        if hidden:
            out.append(str(BACK) if hidden == 1 else f"{hidden}*{BACK}")
            hidden = 0
        if card is not None:
            out.append(str(card))
    return " ".join(out) or "-"


def _trick(state: Any, trick: Trick, most: int | None = None) -> str:
    names = state.game.names
    usual = seats_of(state, trick.seats[0])[:most] == trick.seats
    who = (
        names[trick.seats[0]]
        if usual or len(trick.seats) == 1 == most
        else "+".join(names[s] for s in trick.seats)
    )
    cards = [f"({c})" if i in trick.down else str(c) for i, c in enumerate(trick.cards)]
    return " ".join([who, *cards])


def _line(entry: ScoreLine) -> str:
    text = f"{entry.side} {entry.points:+d} {entry.rule!s}"
    text += f" at {entry.account}" if entry.account else ""
    return text + (f" with {_cards(entry.cards)}" if entry.cards else "")


def _written(game: Game, name: str, kind: Any, value: Any) -> str:
    kind, _ = without_none(unplaced(kind))
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, int):
        return str(game.names[value]) if is_seat(kind) else str(value)
    if isinstance(value, str):
        return value or "-"
    if depth(kind) == 1:
        return _cards(value)
    if not value:
        return "none" if depth(kind) > 1 or not _is_plain(inside(kind)) else "-"
    if name in ("calls", "chosen"):
        return ", ".join(f"{game.names[seat]} {call}" for seat, call in value)
    if depth(kind) == 2:
        return " | ".join(map(_cards, value))
    inner, _ = without_none(inside(kind) or int)
    if _is_plain(inner):
        return " ".join("." if v is None else _written(game, name, inner, v) for v in value)
    if inner is Known:
        return ", ".join(f"{game.names[k.seat]} {k.card} {game.names[k.holder]}" for k in value)
    if is_record(inner):
        return ", ".join(_record(game, entry) for entry in value)
    groups = [[g.named if isinstance(g, Move) else g for g in groups] for groups in value]
    return " | ".join(" + ".join(map(_cards, g)) or "-" for g in groups)


def _record(game: Game, entry: Any) -> str:
    """A named tuple, such as a wager of seat, card and chips."""
    parts = zip(types_of(type(entry)).values(), entry, strict=True)
    return " ".join(str(game.names[part] if is_seat(kind) else part) for kind, part in parts)


def _is_plain(kind: Any) -> bool:
    """Whether values of this type are single words: numbers, seats, ranks and the like."""
    return kind in (int, str) or is_seat(kind)
