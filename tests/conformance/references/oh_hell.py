"""Oh Hell, from its dossier: a bid for each hand, made exactly or not."""

from __future__ import annotations

from .protocol import Reference

ORDER = "23456789TJQKA"


class OhHell(Reference):
    OPTIONS = {
        "sequence": ("both", "down", "up"),
        "hook": (True, False),
        "scoring": ("standard", "tricks", "squares", "hoerr"),
        "no_trump_deal": (False, True),
    }
    SEATS = (4, 3, 5, 6, 7)

    def sizes(self):
        """The number of cards of each deal of the match."""
        most = min(7, 51 // self.seats)
        down = list(range(most, 0, -1))
        return {"down": down, "up": down[::-1], "both": down + list(range(2, most + 1))}[
            self.options["sequence"]
        ]

    def begin(self, rest):
        self.cards = self.sizes()[self.deals - 1]
        assert [len(hand) for hand in self.hands] == [self.cards] * self.seats
        dealt = set.union(*self.hands)
        assert len(dealt | set(rest)) == 52 and len(dealt) + len(rest) == 52
        self.trump = rest[0][1] if rest else None
        if self.options["no_trump_deal"] and self.deals == len(self.sizes()):
            self.trump = None
        self.bids = {}
        self.tricks = [0] * self.seats
        self.trick = []
        self.turn = self.next(self.dealer)

    def movers(self):
        return {self.turn} if self.in_deal else set()

    def legal(self, seat):
        if len(self.bids) < self.seats:
            bids = set(range(self.cards + 1))
            if self.options["hook"] and seat == self.dealer:
                bids.discard(self.cards - sum(self.bids.values()))
            return {str(bid) for bid in bids}
        hand = self.hands[seat]
        if not self.trick:
            return set(hand)
        suit = self.trick[0][1][1]
        return {card for card in hand if card[1] == suit} or set(hand)

    def play(self, seat, text):
        assert text in self.legal(seat)
        if len(self.bids) < self.seats:
            self.bids[seat] = int(text)
            self.turn = self.next(seat)
            return
        self.hands[seat].remove(text)
        self.trick.append((seat, text))
        if len(self.trick) < self.seats:
            self.turn = self.next(seat)
            return
        led = self.trick[0][1][1]
        trumps = [(ORDER.index(c[0]), s) for s, c in self.trick if c[1] == self.trump]
        same = [(ORDER.index(c[0]), s) for s, c in self.trick if c[1] == led]
        winner = max(trumps or same)[1]
        self.tricks[winner] += 1
        self.trick = []
        self.turn = winner
        if not any(self.hands):
            self.finish()

    def points(self, bid, tricks):
        made = bid == tricks
        scoring = self.options["scoring"]
        if scoring == "squares":
            return 10 + bid**2 if made else -((bid - tricks) ** 2)
        if scoring == "hoerr":
            return 10 + bid if made else -(10 + abs(bid - tricks))
        if made:
            return 10 + tricks
        return tricks if scoring == "tricks" else 0

    def finish(self):
        self.in_deal = False
        for seat in range(self.seats):
            self.score[seat] += self.points(self.bids[seat], self.tricks[seat])
        if self.deals == len(self.sizes()):
            self.over = True
            best = max(self.score)
            self.winners = {seat for seat, total in enumerate(self.score) if total == best}
