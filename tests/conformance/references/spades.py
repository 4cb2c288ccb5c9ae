"""Partnership spades, from its specification: bids that add up, nil, bags."""

from __future__ import annotations

from .protocol import Reference

ORDER = "23456789TJQKA"


class Spades(Reference):
    OPTIONS = {
        "target": (500, 250, 300),
        "lose_at": (-200, 0),
        "bags": (True, False),
        "failed_nil": ("bags", "counts"),
        "minimum": (0, 4),
        "first_trick": ("free", "low_club"),
        "blind_nil": (False, True),
    }

    def sides(self):
        return [(0, 2), (1, 3)]

    def __init__(self, options, seats):
        super().__init__(options, seats)
        self.bags = [0, 0]

    def begin(self, rest):
        assert not rest
        assert set.union(*self.hands) == {rank + suit for rank in ORDER for suit in "CDHS"}
        assert [len(hand) for hand in self.hands] == [13] * 4
        self.bids = {}
        self.blind = set()
        self.looked = set()
        self.gifts = []
        self.tricks = [0] * 4
        self.trick = []
        self.played = 0
        self.broken = False
        self.turn = self.next(self.dealer)
        self.phase = "bids"
        if self.options["blind_nil"]:
            self.phase = "blind"
            self.waiting = [
                seat
                for seat in ((self.dealer + step) % 4 for step in (1, 2, 3, 4))
                if self.behind(seat) >= 100
            ]
            self.after_blind()

    def behind(self, seat):
        return self.score[1 - seat % 2] - self.score[seat % 2]

    def after_blind(self):
        if self.waiting:
            self.turn = self.waiting[0]
            return
        self.phase = "bids"
        self.after_bid(self.dealer)

    def after_bid(self, seat):
        """The next in turn who has not bid; then the exchange, then the play."""
        for step in (1, 2, 3, 4):
            turn = (seat + step) % 4
            if turn not in self.bids:
                self.turn = turn
                return
        self.gifts = []
        for step in (1, 2, 3, 4):
            giver = (self.dealer + step) % 4
            partner = (giver + 2) % 4
            if giver in self.blind and (giver, partner) not in self.gifts:
                self.gifts += [(giver, partner)] * 2 + [(partner, giver)] * 2
        self.next_gift()

    def next_gift(self):
        if self.gifts:
            self.phase = "exchange"
            self.turn = self.gifts[0][0]
            return
        self.phase = "play"
        self.turn = self.next(self.dealer)
        if self.options["first_trick"] == "low_club":
            # everybody plays the lowest club and the highest wins: whoever has none cannot lead
            while not any(card[1] == "C" for card in self.hands[self.turn]):
                self.turn = self.next(self.turn)

    def movers(self):
        return {self.turn} if self.in_deal else set()

    def legal(self, seat):
        hand = self.hands[seat]
        if self.phase == "blind":
            return {"blind nil", "look"}
        if self.phase == "bids":
            partner = self.bids.get((seat + 2) % 4)
            low = 0
            if self.options["minimum"] and partner is not None:
                low = max(0, self.options["minimum"] - partner)
            return {str(bid) if bid else "nil" for bid in range(low, 14)}
        if self.phase == "exchange":
            return {f"give {card}" for card in hand}
        if self.options["first_trick"] == "low_club" and self.played == 0:
            clubs = [card for card in hand if card[1] == "C"]
            if clubs:
                return {min(clubs, key=lambda card: ORDER.index(card[0]))}
            return {card for card in hand if card[1] != "S"} or set(hand)
        if not self.trick:
            plain = {card for card in hand if card[1] != "S"}
            return set(hand) if self.broken or not plain else plain
        suit = self.trick[0][1][1]
        return {card for card in hand if card[1] == suit} or set(hand)

    def play(self, seat, text):
        assert text in self.legal(seat)
        if self.phase == "blind":
            self.waiting.pop(0)
            if text == "blind nil":
                self.blind.add(seat)
                self.bids[seat] = 0
            self.after_blind()
        elif self.phase == "bids":
            self.bids[seat] = 0 if text == "nil" else int(text)
            self.after_bid(seat)
        elif self.phase == "exchange":
            giver, taker = self.gifts.pop(0)
            card = text.split()[1]
            self.hands[giver].remove(card)
            self.hands[taker].add(card)
            self.next_gift()
        else:
            self.card(seat, text)

    def card(self, seat, card):
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if card[1] == "S":
            self.broken = True
        if len(self.trick) < 4:
            self.turn = self.next(seat)
            return
        winner = self.winner(self.trick)
        self.tricks[winner] += 1
        self.played += 1
        self.trick = []
        self.turn = winner
        if self.played == 13:
            self.finish()

    @staticmethod
    def winner(trick):
        spades = [(ORDER.index(card[0]), seat) for seat, card in trick if card[1] == "S"]
        led = [(ORDER.index(card[0]), seat) for seat, card in trick if card[1] == trick[0][1][1]]
        return max(spades or led)[1]

    def lines(self, bids, blind, tricks, before):
        """The lines of a side: its two bids, who of them bid blind, their tricks, bags before."""
        lines = []
        contract = sum(bids)
        counting = 0
        bags = 0
        for bid, is_blind, won in zip(bids, blind, tricks):
            if bid == 0:
                worth = 200 if is_blind else 100
                if won == 0:
                    lines.append(("Nil made", worth))
                else:
                    lines.append(("Nil failed", -worth))
                if contract and self.options["failed_nil"] == "bags":
                    bags += won
                else:
                    counting += won
            else:
                counting += won
        if contract == 0:
            bags = sum(tricks)
        elif counting >= contract:
            lines.append(("Contract made", 10 * contract))
            bags += counting - contract
        else:
            lines.append(("Contract failed", -10 * contract))
        if bags:
            lines.append(("Bags", bags))
        if self.options["bags"]:
            full = (before + bags) // 10 - before // 10
            if full:
                lines.append(("Ten bags", -100 * full))
        return lines, before + bags

    def finish(self):
        self.in_deal = False
        for number, seats in enumerate(self.sides()):
            lines, self.bags[number] = self.lines(
                [self.bids[seat] for seat in seats],
                [seat in self.blind for seat in seats],
                [self.tricks[seat] for seat in seats],
                self.bags[number],
            )
            self.score[number] += sum(points for _, points in lines)
        self.settle()

    def settle(self):
        floor = self.options["lose_at"]
        if floor:
            sunk = [side for side in (0, 1) if self.score[side] <= floor]
            if len(sunk) == 1:
                self.over = True
                self.winners = {1 - sunk[0]}
                return
        if max(self.score) >= self.options["target"] and self.score[0] != self.score[1]:
            self.over = True
            self.winners = {self.score.index(max(self.score))}

    def likely(self, seat):
        if self.phase == "bids":
            often = {1: 3.0, 2: 4.0, 3: 3.0, 4: 1.0}
            return {str(bid): often.get(bid, 0.03) for bid in range(1, 14)} | {"nil": 0.5}
        return {}
