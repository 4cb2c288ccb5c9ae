"""Skat, from its specification: bidding by numbers, the skat, suit games, grand and null."""

from __future__ import annotations

from .protocol import Reference

LADDER = (
    "18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 "
    "99 100 108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 "
    "176 180 187 192 198 204 216 240 264"
)
VALUES = [int(value) for value in LADDER.split()]
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}
JACKS = ["JC", "JS", "JH", "JD"]
SUIT_ORDER = "789QKTA"
NULL_ORDER = "789TJQKA"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""The values of null by hand and ouvert."""


def is_trump(card, game):
    return game != "N" and (card[0] == "J" or card[1] == game)


def group(card, game):
    """What a card follows: trumps, or its suit."""
    return "trumps" if is_trump(card, game) else card[1]


def winner_of(trick, game):
    """The seat that wins a trick of (seat, card)."""
    if game == "N":
        led = [(NULL_ORDER.index(c[0]), s) for s, c in trick if c[1] == trick[0][1][1]]
        return max(led)[1]

    def height(card):
        return 10 - JACKS.index(card) if card[0] == "J" else SUIT_ORDER.index(card[0])

    trumps = [(height(card), seat) for seat, card in trick if is_trump(card, game)]
    led = [
        (height(card), seat)
        for seat, card in trick
        if group(card, game) == group(trick[0][1], game)
    ]
    return max(trumps or led)[1]


def matadors(cards, game):
    """How many trumps from the jack of clubs down are held, or are missing, without a gap."""
    row = list(JACKS)
    if game != "G":
        row += [rank + game for rank in reversed(SUIT_ORDER)]
    held = [card in cards for card in row]
    count = 0
    while count < len(held) and held[count] == held[0]:
        count += 1
    return count


def value_of(
    game, cards, points, tricks, bid, hand=False, schneider=False, schwarz=False, ouvert=False
):
    """Value, won and score of a deal for its declarer.

    cards: the twelve cards of hand and skat; points, tricks: of the declarer; schneider, schwarz,
    ouvert: announced.
    """
    if game == "N":
        value = NULL_VALUES[hand, ouvert]
        won = tricks == 0 and value >= bid
        return value, won, value if won else -2 * value
    if ouvert:
        schneider = schwarz = True
    if schwarz:
        schneider = True
    # Steps reached by either party; the skat belongs to the declarer, also without a trick.
    is_schneider = points >= 90 or points <= 30
    is_schwarz = tricks in (0, 10)
    level = matadors(cards, game) + 1
    level += hand
    level += is_schneider or schneider
    level += schneider
    level += is_schwarz or schwarz
    level += schwarz
    level += ouvert
    value = BASE[game] * level
    reached = points >= 61
    if schneider:
        reached = reached and points >= 90
    if schwarz:
        reached = reached and tricks == 10
    if value < bid:
        value = -(-bid // BASE[game]) * BASE[game]
        reached = False
    return value, reached, value if reached else -2 * value


class Skat(Reference):
    OPTIONS = {
        "scoring": ("classic", "seeger"),
        "deals": (12, 36, 2),
    }
    SEATS = (3, 4)

    def begin(self, rest):
        assert len(rest) == 2
        players = [seat for seat in range(self.seats) if self.hands[seat]]
        assert len(players) == 3
        assert [len(self.hands[seat]) for seat in players] == [10] * 3
        pack = {rank + suit for rank in NULL_ORDER for suit in "CDHS"}
        assert set.union(*self.hands) | set(rest) == pack
        first = [(self.dealer + step) % self.seats for step in (1, 2, 3)]
        assert set(players) == set(first)
        self.order = first
        self.skat = set(rest)
        self.bid = 0
        self.passed = set()
        self.bidder, self.holder = first[1], first[0]
        self.turn = self.bidder
        self.phase = "bid"
        self.declarer = None
        self.hand_game = False
        self.game = None
        self.announced = set()
        self.away = []
        self.trick = []
        self.tricks = [0] * self.seats
        self.points = [0] * self.seats

    def movers(self):
        return {self.turn} if self.in_deal else set()

    def legal(self, seat):
        if self.phase == "bid":
            return {"pass"} | {str(value) for value in VALUES if value > self.bid}
        if self.phase == "hold":
            return {"yes", "pass"}
        if self.phase == "last":
            return {"18", "pass"}
        if self.phase == "skat":
            return {"take", "hand"}
        if self.phase == "away":
            return {f"discard {card}" for card in self.hands[seat]}
        if self.phase == "name":
            return self.namings()
        hand = self.hands[seat]
        if not self.trick:
            return set(hand)
        led = group(self.trick[0][1], self.game)
        return {card for card in hand if group(card, self.game) == led} or set(hand)

    def namings(self):
        """The games that may be named, with their announcements: (game, announcements)."""
        moves = set()
        for game in "CSHDG":
            moves.add(game)
            if self.hand_game:
                moves |= {f"{game} schneider", f"{game} schwarz", f"{game} ouvert"}
        for ouvert in (False, True):
            if NULL_VALUES[self.hand_game, ouvert] >= self.bid:
                moves.add("N ouvert" if ouvert else "N")
        return moves

    def play(self, seat, text):
        assert text in self.legal(seat)
        if self.phase in ("bid", "hold", "last"):
            self.call(seat, text)
        elif self.phase == "skat":
            self.hand_game = text == "hand"
            if self.hand_game:
                self.phase = "name"
            else:
                self.hands[seat] |= self.skat
                self.skat = set()
                self.phase = "away"
        elif self.phase == "away":
            card = text.split()[1]
            self.hands[seat].remove(card)
            self.away.append(card)
            if len(self.away) == 2:
                self.skat = set(self.away)
                self.phase = "name"
        elif self.phase == "name":
            words = text.split()
            self.game = words[0]
            self.announced = set(words[1:])
            self.twelve = self.hands[seat] | self.skat
            self.phase = "play"
            self.turn = self.order[0]
        else:
            self.card(seat, text)

    def call(self, seat, text):
        if self.phase == "last":
            if text == "18":
                self.bid = 18
                self.declare(seat)
            else:
                self.in_deal = False
                self.end_of_match()
        elif text == "pass":
            self.passed.add(seat)
            stayed = self.holder if seat == self.bidder else self.bidder
            rear = self.order[2]
            if rear not in self.passed and rear != stayed:
                self.bidder, self.holder = rear, stayed
                self.phase, self.turn = "bid", rear
            elif self.bid:
                self.declare(stayed)
            else:
                self.phase, self.turn = "last", stayed
        elif self.phase == "bid":
            self.bid = int(text)
            self.phase, self.turn = "hold", self.holder
        else:
            self.phase, self.turn = "bid", self.bidder

    def declare(self, seat):
        self.declarer = seat
        self.phase = "skat"
        self.turn = seat

    def card(self, seat, card):
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < 3:
            self.turn = self.order[(self.order.index(seat) + 1) % 3]
            return
        winner = winner_of(self.trick, self.game)
        self.tricks[winner] += 1
        self.points[winner] += sum(POINTS.get(card[0], 0) for _, card in self.trick)
        self.trick = []
        self.turn = winner
        if sum(self.tricks) == 10 or (self.game == "N" and winner == self.declarer):
            self.finish()

    def finish(self):
        self.in_deal = False
        points = self.points[self.declarer] + sum(POINTS.get(card[0], 0) for card in self.skat)
        _, won, score = value_of(
            self.game,
            self.twelve,
            points,
            self.tricks[self.declarer],
            self.bid,
            self.hand_game,
            "schneider" in self.announced,
            "schwarz" in self.announced,
            "ouvert" in self.announced,
        )
        self.score[self.declarer] += score
        if self.options["scoring"] == "seeger":
            self.score[self.declarer] += 50 if won else -50
            if not won:
                for seat in range(self.seats):
                    if seat != self.declarer:
                        self.score[seat] += 40 if self.seats == 3 else 30
        self.end_of_match()

    def end_of_match(self):
        if self.deals == self.options["deals"]:
            self.over = True
            best = max(self.score)
            self.winners = {seat for seat, total in enumerate(self.score) if total == best}

    def likely(self, seat):
        if self.phase == "bid":
            low = [value for value in VALUES if value > self.bid]
            return {"pass": 1.5} | {
                str(value): 2.0 / (place + 1) ** 2 for place, value in enumerate(low)
            }
        return {}
