"""Hearts, from its specification: three cards passed, no points wanted, the moon."""

from __future__ import annotations

from .protocol import Reference

ORDER = "23456789TJQKA"
REMOVED = {3: {"2D"}, 4: set(), 5: {"2D", "2S"}, 6: {"2D", "2S", "3D", "3S"}}


class Hearts(Reference):
    OPTIONS = {
        "passing": ("cycle", "left", "none"),
        "moon": ("others", "self"),
        "jack": (0, 10),
        "queen_breaks": (False, True),
        "tie": ("again", "shared"),
        "target": (100, 50, 150),
        "deals": (0, 1, 2, 3, 5),
    }
    SEATS = (4, 3, 5, 6)

    def begin(self, rest):
        pack = {rank + suit for rank in ORDER for suit in "CDHS"} - REMOVED[self.seats]
        assert not rest
        assert sum(len(hand) for hand in self.hands) == len(pack)
        assert set.union(*self.hands) == pack
        assert len({len(hand) for hand in self.hands}) == 1
        self.given = [[] for _ in range(self.seats)]
        self.step = self.pass_step()
        self.taken = [[] for _ in range(self.seats)]
        self.tricks = 0
        self.trick = []
        self.broken = False
        self.turn = None
        if not self.step:
            self.start()

    def pass_step(self):
        """How many seats to the left the cards go; 0: they stay."""
        if self.options["passing"] == "none":
            return 0
        if self.options["passing"] == "left":
            return 1
        if self.seats == 4:
            return (1, 3, 2, 0)[(self.deals - 1) % 4]
        return (1, self.seats - 1, 0)[(self.deals - 1) % 3]

    def start(self):
        self.turn = next(seat for seat, hand in enumerate(self.hands) if "2C" in hand)

    def movers(self):
        if not self.in_deal:
            return set()
        if self.turn is None:
            return {seat for seat in range(self.seats) if len(self.given[seat]) < 3}
        return {self.turn}

    def legal(self, seat):
        hand = self.hands[seat]
        if self.turn is None:
            return {f"give {card}" for card in hand - set(self.given[seat])}
        if not self.trick:
            if self.tricks == 0:
                return {"2C"}
            plain = {card for card in hand if card[1] != "H"}
            return set(hand) if self.broken or not plain else plain
        suit = self.trick[0][1][1]
        same = {card for card in hand if card[1] == suit}
        if same:
            return same
        if self.tricks == 0:
            free = {card for card in hand if card[1] != "H" and card != "QS"}
            if free:
                return free
        return set(hand)

    def play(self, seat, text):
        assert text in self.legal(seat)
        if self.turn is None:
            self.given[seat].append(text.split()[1])
            if all(len(cards) == 3 for cards in self.given):
                for giver, cards in enumerate(self.given):
                    self.hands[giver] -= set(cards)
                for giver, cards in enumerate(self.given):
                    self.hands[(giver + self.step) % self.seats] |= set(cards)
                self.start()
            return
        self.hands[seat].remove(text)
        self.trick.append((seat, text))
        if text[1] == "H" or (text == "QS" and self.options["queen_breaks"]):
            self.broken = True
        if len(self.trick) < self.seats:
            self.turn = self.next(seat)
            return
        suit = self.trick[0][1][1]
        following = [(ORDER.index(card[0]), who) for who, card in self.trick if card[1] == suit]
        winner = max(following)[1]
        self.taken[winner] += [card for _, card in self.trick]
        self.trick = []
        self.tricks += 1
        self.turn = winner
        if not any(self.hands):
            self.finish()

    def points(self, taken):
        """What a deal adds to each score, from the cards that each player took."""
        penalties = [
            sum(card[1] == "H" for card in cards) + 13 * ("QS" in cards) for cards in taken
        ]
        points = list(penalties)
        if 26 in penalties:
            shooter = penalties.index(26)
            points = [26] * self.seats if self.options["moon"] == "others" else [0] * self.seats
            points[shooter] = 0 if self.options["moon"] == "others" else -26
        for seat, cards in enumerate(taken):
            if "JD" in cards:
                points[seat] -= self.options["jack"]
        return points

    def finish(self):
        self.in_deal = False
        for seat, points in enumerate(self.points(self.taken)):
            self.score[seat] += points
        self.settle()

    def settle(self):
        lowest = min(self.score)
        best = {seat for seat, total in enumerate(self.score) if total == lowest}
        reached = max(self.score) >= self.options["target"]
        last = bool(self.options["deals"]) and self.deals >= self.options["deals"]
        if last or (reached and (len(best) == 1 or self.options["tie"] == "shared")):
            self.over = True
            self.winners = best
