"""Klaverjassen, from its specification: Amsterdam and Rotterdam, roem, wet and pit."""

from __future__ import annotations

import itertools

from .protocol import Reference

TRUMPS = "78QKTA9J"
"""Trumps, low to high."""
PLAIN = "789JQKTA"
NATURAL = "789TJQKA"
"""The order in which cards follow each other in a run."""
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def beats(card, other, trump):
    """Does a card that is played later win over the card that wins so far?"""
    if card[1] == other[1]:
        order = TRUMPS if card[1] == trump else PLAIN
        return order.index(card[0]) > order.index(other[0])
    return card[1] == trump


def winning(trick, trump):
    """The entry of a trick that wins so far."""
    best = trick[0]
    for entry in trick[1:]:
        if beats(entry[1], best[1], trump):
            best = entry
    return best


def card_points(card, trump):
    return (TRUMP_POINTS if card[1] == trump else PLAIN_POINTS).get(card[0], 0)


def roem(cards, trump, tens=True):
    """The honours of the four cards of one trick."""
    total = 0
    for suit in "CDHS":
        places = sorted(NATURAL.index(card[0]) for card in cards if card[1] == suit)
        longest = run = 1
        for low, high in itertools.pairwise(places):
            run = run + 1 if high == low + 1 else 1
            longest = max(longest, run)
        total += {3: 20, 4: 50}.get(longest, 0)
    if {"K" + trump, "Q" + trump} <= set(cards):
        total += 20
    ranks = {card[0] for card in cards}
    if len(ranks) == 1 and len(cards) == 4:
        rank = ranks.pop()
        if rank == "J":
            total += 200
        elif rank in "AKQ" or (rank == "T" and tens):
            total += 100
    return total


def legal_cards(hand, trick, me, trump, system):
    """The legal cards of a hand; trick: (seat, card) in order."""
    hand = set(hand)
    if not trick:
        return hand
    led = trick[0][1][1]
    best_seat, _ = winning(trick, trump)
    mine = {card for card in hand if card[1] == trump}
    played = [TRUMPS.index(card[0]) for _, card in trick if card[1] == trump]
    top = max(played, default=-1)
    higher = {card for card in mine if TRUMPS.index(card[0]) > top}
    if led == trump:
        return higher or mine or hand
    same = {card for card in hand if card[1] == led}
    if same:
        return same
    if system == "rotterdam":
        return higher or mine or hand
    if best_seat % 2 != me % 2 and higher:
        return higher
    return hand - (mine - higher) or hand


class Klaverjassen(Reference):
    OPTIONS = {
        "choice": ("eldest", "round", "turned"),
        "system": ("amsterdam", "rotterdam"),
        "counter_pit": (100, 0, 200),
        "tens": (True, False),
        "claim_roem": ("auto", "called"),
        "target": (0, 1500, 500),
        "deals": (16, 1, 2),
    }

    def sides(self):
        return [(0, 2), (1, 3)]

    def begin(self, rest):
        assert not rest
        assert set.union(*self.hands) == {rank + suit for rank in NATURAL for suit in "CDHS"}
        assert [len(hand) for hand in self.hands] == [8] * 4
        self.trump = None
        self.declarer = None
        self.calls = 0
        self.drawn = []
        self.turn = self.next(self.dealer)
        self.trick = []
        self.cards = [0, 0]
        self.roem = [0, 0]
        self.tricks = [0, 0]
        self.uncalled = 0

    def chance(self, text):
        """A suit is drawn."""
        assert self.options["choice"] == "turned"
        suit = text.removeprefix("draw ")
        assert suit in set("CDHS") - set(self.drawn)
        assert self.calls == 4 * len(self.drawn)
        self.drawn.append(suit)

    def movers(self):
        if not self.in_deal:
            return set()
        if self.options["choice"] == "turned" and self.trump is None:
            if self.calls == 4 * len(self.drawn) and len(self.drawn) < 2:
                return set()
        return {self.turn}

    def legal(self, seat):
        if self.trump is not None:
            call = {"roem"} if self.uncalled and not self.trick else set()
            if not self.hands[seat]:
                return {"pass"} | call
            return call | legal_cards(
                self.hands[seat], self.trick, seat, self.trump, self.options["system"]
            )
        named = {f"trumps {suit}" for suit in "CDHS"}
        if self.options["choice"] == "eldest":
            return named
        if self.options["choice"] == "round":
            return named if self.calls == 4 else named | {"pass"}
        return {"play"} if self.calls == 8 else {"play", "pass"}

    def play(self, seat, text):
        assert text in self.legal(seat)
        if text == "roem":
            self.roem[seat % 2] += self.uncalled
            self.uncalled = 0
            if not self.hands[seat]:
                self.finish()
        elif self.trump is not None and text == "pass":
            self.finish()
        elif self.trump is not None:
            self.card(seat, text)
        elif text == "pass":
            self.calls += 1
            self.turn = self.next(seat)
        else:
            self.trump = self.drawn[-1] if text == "play" else text.split()[1]
            self.declarer = seat
            self.turn = self.next(self.dealer)

    def card(self, seat, card):
        self.uncalled = 0
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < 4:
            self.turn = self.next(seat)
            return
        winner = winning(self.trick, self.trump)[0]
        cards = [card for _, card in self.trick]
        self.tricks[winner % 2] += 1
        self.cards[winner % 2] += sum(card_points(card, self.trump) for card in cards)
        self.uncalled = roem(cards, self.trump, self.options["tens"])
        called = self.options["claim_roem"] == "called"
        if not called:
            self.roem[winner % 2] += self.uncalled
            self.uncalled = 0
        self.trick = []
        self.turn = winner
        if sum(self.tricks) == 8:
            self.cards[winner % 2] += 10
            # after the last trick its winner is asked only where there is some roem to call
            if not self.uncalled:
                self.finish()

    def result(self, declarers, cards, honours, tricks):
        """The scores of both sides, from card points, roem and tricks by side."""
        defenders = 1 - declarers
        if cards[declarers] + honours[declarers] > cards[defenders] + honours[defenders]:
            score = [points + extra for points, extra in zip(cards, honours)]
        else:
            score = [0, 0]
            score[defenders] = 162 + sum(honours)
        if tricks[declarers] == 8:
            score[declarers] += 100
        if tricks[defenders] == 8:
            score[defenders] += self.options["counter_pit"]
        return score

    def finish(self):
        self.in_deal = False
        assert sum(self.cards) == 162
        for side, points in enumerate(
            self.result(self.declarer % 2, self.cards, self.roem, self.tricks)
        ):
            self.score[side] += points
        target = self.options["target"]
        if target:
            if max(self.score) >= target and self.score[0] != self.score[1]:
                self.over = True
        elif self.deals == self.options["deals"]:
            self.over = True
        if self.over:
            self.winners = {side for side in (0, 1) if self.score[side] == max(self.score)}

    def likely(self, seat):
        if self.trump is not None:
            return {"roem": 4.0}
        return {"pass": 6.0}
