"""An auction as everybody at the table hears it: who has bid what, what each seat has shown, what
forces.

Knows calls as words and their meanings.  Knows no hand.  Seats are counted from the one that calls
first, and partners sit opposite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from cardlab.players.bidding.handvalues import SUIT_LETTERS
from cardlab.players.bidding.patterns import DOUBLES, PASSES, REDOUBLES, Binding, Heard
from cardlab.players.bidding.showing import Shown

STRAINS = (*SUIT_LETTERS, "N")
GAME_LEVELS = {"C": 5, "D": 5, "H": 4, "S": 4, "N": 3}
SEATS, HIGHEST = 4, 7


@dataclass(frozen=True)
class Candidate:
    """A call that a row may make, with the suits of its letters."""

    word: str
    bound: Binding

    @property
    def level(self) -> int:
        return int(self.word[0]) if self.word[0].isdecimal() else 0

    @property
    def strain(self) -> str:
        return self.word[1:] if self.level else ""


@dataclass(frozen=True)
class ToldByCall:
    """What the table keeps of one call: what it forces, whether it is natural, whether it asks
    for aces."""

    force: str = "pass"
    artificial: bool = False
    asks: str = ""


def height(word: str) -> int:
    """The place of a bid on the ladder; -1 for any other call."""
    if not word[0].isdecimal():
        return -1
    return (int(word[0]) - 1) * len(STRAINS) + STRAINS.index(word[1])


@dataclass(frozen=True, eq=False)
class Hearing:
    """The calls so far, the first of the deal first, with what was told and shown by them."""

    words: tuple[str, ...] = ()
    told: tuple[ToldByCall, ...] = ()
    shown: tuple[Shown, ...] = (Shown(),) * SEATS

    @property
    def seat(self) -> int:
        """Who calls next."""
        return len(self.words) % SEATS

    @property
    def partner(self) -> Shown:
        """What the partner of the seat that calls next has shown."""
        return self.shown[(self.seat + 2) % SEATS]

    @cached_property
    def opened(self) -> int:
        """How many have passed before the first bid."""
        return next((i for i, w in enumerate(self.words) if w != PASSES), len(self.words))

    @cached_property
    def heard(self) -> tuple[Heard, ...]:
        """The calls as patterns see them."""
        calls = []
        for i in range(self.opened, len(self.words)):
            theirs = (i - self.seat) % 2 == 1
            if not (theirs and self.words[i] == PASSES):
                calls.append(Heard(self.words[i], theirs))
        return tuple(calls)

    @cached_property
    def _last(self) -> int | None:
        bids = [i for i, word in enumerate(self.words) if height(word) >= 0]
        return bids[-1] if bids else None

    @property
    def last_bid(self) -> str:
        """The bid that stands; "" where there is none."""
        return "" if self._last is None else self.words[self._last]

    @property
    def last_is_theirs(self) -> bool:
        return self._last is not None and (self._last - self.seat) % 2 == 1

    @property
    def last_is_ours(self) -> bool:
        return self._last is not None and not self.last_is_theirs

    @cached_property
    def doubled(self) -> int:
        """0 undoubled, 1 doubled, 2 redoubled."""
        since = self.words[self._last + 1 :] if self._last is not None else ()
        return 2 if REDOUBLES in since else int(DOUBLES in since)

    @cached_property
    def open(self) -> frozenset[str]:
        """The calls that can be made."""
        calls = {PASSES}
        if self.last_is_theirs and not self.doubled:
            calls.add(DOUBLES)
        if self.last_is_ours and self.doubled == 1:
            calls.add(REDOUBLES)
        top = height(self.last_bid) if self.last_bid else -1
        calls |= {
            f"{n}{s}" for n in range(1, HIGHEST + 1) for s in STRAINS if height(f"{n}{s}") > top
        }
        return frozenset(calls)

    def cheapest(self, strain: str) -> str:
        """The lowest bid in a strain that can be made; "" if none can."""
        if not self.last_bid:
            return f"1{strain}"
        level, top = int(self.last_bid[0]), self.last_bid[1]
        level += STRAINS.index(strain) <= STRAINS.index(top)
        return f"{level}{strain}" if level <= HIGHEST else ""

    def suits(self, *seats: int) -> tuple[str, ...]:
        """The suits that these seats have bid, and meant, in the order in which they did."""
        bid = [
            word[1]
            for i, word in enumerate(self.words)
            if i % SEATS in seats and height(word) >= 0 and not self.told[i].artificial
        ]
        return tuple(dict.fromkeys(suit for suit in bid if suit in SUIT_LETTERS))

    @cached_property
    def ours(self) -> tuple[str, ...]:
        return self.suits(self.seat, (self.seat + 2) % SEATS)

    @cached_property
    def theirs(self) -> tuple[str, ...]:
        return self.suits((self.seat + 1) % SEATS, (self.seat + 3) % SEATS)

    @cached_property
    def partners(self) -> tuple[str, ...]:
        return self.suits((self.seat + 2) % SEATS)

    @property
    def their_first(self) -> str:
        """The suit that the other side bid first."""
        return self.theirs[0] if self.theirs else ""

    @cached_property
    def partner_stops_all(self) -> bool:
        """Whether the partner has bid no trump and meant it."""
        return any(
            word[1:] == "N" and (i - self.seat) % SEATS == 2 and not self.told[i].artificial
            for i, word in enumerate(self.words)
        )

    def back(self, calls: int) -> tuple[str, ToldByCall]:
        """The call made so many calls ago: 2 is the partner's last, 4 the own."""
        if calls > len(self.words):
            return "", ToldByCall()
        return self.words[-calls], self.told[-calls]

    def _our_calls(self) -> Iterator[ToldByCall]:
        return (told for i, told in enumerate(self.told) if (i - self.seat) % 2 == 0)

    @cached_property
    def forced_to_game(self) -> bool:
        """Whether the side has to go on to a game that is not reached yet."""
        if not any(told.force == "game" for told in self._our_calls()):
            return False
        last = self.last_bid
        return not last or int(last[0]) < GAME_LEVELS[last[1]]

    @cached_property
    def forced_once(self) -> bool:
        """Whether the partner's last call forces, and the next hand passed."""
        return self.back(2)[1].force == "one-round" and self.back(1)[0] == PASSES

    @property
    def forced(self) -> bool:
        return self.forced_to_game or self.forced_once

    @cached_property
    def asked_aces(self) -> bool:
        """Whether somebody of the side has asked for aces."""
        return any(told.asks for told in self._our_calls())

    @property
    def answered(self) -> bool:
        """Whether the partner has answered the own question; whoever may have none or all has."""
        return bool(self.back(4)[1].asks) and self.back(2)[1].artificial

    @property
    def placed(self) -> bool:
        """Whether the partner has signed off and the other side is silent."""
        return self.back(2)[1].force == "sign-off" and self.last_is_ours
