"""North American euchre, from its specification: a turned card, bowers, playing alone."""

from __future__ import annotations

from .protocol import Reference

SAME_COLOUR = {"H": "D", "D": "H", "S": "C", "C": "S"}
JOKER = "JK"


def suit_of(card, trump):
    """The suit that a card belongs to for every purpose."""
    if card == JOKER or card == "J" + SAME_COLOUR[trump]:
        return trump
    return card[1]


def height(card, trump):
    """Of two cards of one effective suit the higher number wins."""
    if card == JOKER:
        return 20
    if card == "J" + trump:
        return 19
    if card == "J" + SAME_COLOUR[trump]:
        return 18
    return "789TJQKA".index(card[0])


def winner_of(trick, trump):
    trumps = [(height(card, trump), seat) for seat, card in trick if suit_of(card, trump) == trump]
    led = suit_of(trick[0][1], trump)
    same = [(height(card, trump), seat) for seat, card in trick if suit_of(card, trump) == led]
    return max(trumps or same)[1]


class Euchre(Reference):
    OPTIONS = {
        "stick_dealer": (False, True),
        "assist_alone": (False, True),
        "lead": ("eldest", "left-of-loner"),
        "defend_alone": (False, True),
        "pack": (24, 28, 32),
        "benny": (False, True),
        "target": (10, 5, 7, 11, 15),
    }

    def sides(self):
        return [(0, 2), (1, 3)]

    def begin(self, rest):
        ranks = {24: "9TJQKA", 28: "89TJQKA", 32: "789TJQKA"}[self.options["pack"]]
        pack = {rank + suit for rank in ranks for suit in "CDHS"}
        if self.options["benny"]:
            pack.add(JOKER)
        assert [len(hand) for hand in self.hands] == [5] * 4
        assert set.union(*self.hands) | set(rest) == pack
        assert len(rest) == len(pack) - 20
        self.upcard = rest[0]
        self.turned_suit = None if self.upcard == JOKER else self.upcard[1]
        self.trump = None
        self.maker = None
        self.alone = False
        self.lone_defender = None
        self.out = set()
        self.trick = []
        self.won = [0, 0]
        self.calls = 0
        self.turn = self.next(self.dealer)
        self.phase = "first round"
        if self.turned_suit is None:
            self.phase = "name the joker"
            self.turn = self.dealer

    def movers(self):
        return {self.turn} if self.in_deal else set()

    def legal(self, seat):
        if self.phase == "name the joker":
            return {f"suit {suit}" for suit in "CDHS"}
        if self.phase == "first round":
            if self.options["assist_alone"] and seat == (self.dealer + 2) % 4:
                return {"pass", "order up alone"}
            return {"pass", "order up", "order up alone"}
        if self.phase == "second round":
            moves = {
                f"trumps {suit}{alone}"
                for suit in "CDHS"
                for alone in ("", " alone")
                if suit != self.turned_suit
            }
            if seat != self.dealer or not self.options["stick_dealer"]:
                moves.add("pass")
            return moves
        if self.phase == "discard":
            return {f"discard {card}" for card in self.hands[seat]}
        if self.phase == "defenders":
            return {"pass", "defend alone"}
        hand = self.hands[seat]
        if not self.trick:
            return set(hand)
        led = suit_of(self.trick[0][1], self.trump)
        return {card for card in hand if suit_of(card, self.trump) == led} or set(hand)

    def play(self, seat, text):
        assert text in self.legal(seat)
        if self.phase == "name the joker":
            self.turned_suit = text.split()[1]
            self.phase = "first round"
            self.turn = self.next(self.dealer)
        elif self.phase == "discard":
            self.hands[seat].remove(text.split()[1])
            self.trumps_made()
        elif self.phase == "defenders":
            self.waiting.pop(0)
            if text != "pass":
                self.lone_defender = seat
                self.out.add((seat + 2) % 4)
                self.waiting = []
            self.ask_defenders()
        elif self.phase == "play":
            self.card(seat, text)
        elif text == "pass":
            self.calls += 1
            self.turn = self.next(seat)
            if self.calls == 4:
                self.phase = "second round"
            elif self.calls == 8:
                self.in_deal = False
        else:
            self.maker = seat
            self.alone = text.endswith("alone")
            if self.phase == "first round":
                self.trump = self.turned_suit
                self.hands[self.dealer].add(self.upcard)
                self.phase = "discard"
                self.turn = self.dealer
            else:
                self.trump = text.split()[1]
                self.trumps_made()

    def trumps_made(self):
        self.waiting = []
        if self.alone:
            self.out = {(self.maker + 2) % 4}
            if self.options["defend_alone"]:
                order = [(self.dealer + step) % 4 for step in (1, 2, 3, 4)]
                self.waiting = [seat for seat in order if seat % 2 != self.maker % 2]
        self.ask_defenders()

    def ask_defenders(self):
        if self.waiting:
            self.phase = "defenders"
            self.turn = self.waiting[0]
            return
        self.phase = "play"
        if self.alone and self.options["lead"] == "left-of-loner":
            self.turn = self.active_after(self.maker)
        else:
            self.turn = self.active_after(self.dealer)

    def active_after(self, seat):
        while True:
            seat = self.next(seat)
            if seat not in self.out:
                return seat

    def card(self, seat, card):
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < 4 - len(self.out):
            self.turn = self.active_after(seat)
            return
        winner = winner_of(self.trick, self.trump)
        self.won[winner % 2] += 1
        self.trick = []
        self.turn = winner
        if sum(self.won) == 5:
            self.finish()

    def points(self, tricks, alone, alone_against=False):
        """What the makers and the defenders score, from the tricks of the makers."""
        if tricks < 3:
            return 0, 4 if alone and alone_against else 2
        if tricks < 5:
            return 1, 0
        return (4, 0) if alone else (2, 0)

    def finish(self):
        self.in_deal = False
        makers = self.maker % 2
        made, lost = self.points(self.won[makers], self.alone, self.lone_defender is not None)
        self.score[makers] += made
        self.score[1 - makers] += lost
        for side in (0, 1):
            if self.score[side] >= self.options["target"]:
                self.over = True
                self.winners = {side}

    def likely(self, seat):
        if self.phase == "first round":
            return {"pass": 8.0}
        if self.phase == "second round":
            return {"pass": 12.0}
        return {}
