"""Basic Rummy and Block Rummy beside a second way of following them: hands, stock, discards and
melds kept as plain lists, and every meld found by trying all subsets of a hand."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.labs import positions
from cardlab.players import RandomBot, RuleOfThumbBot
from cardlab.players.tournament import compare

LOW, BOTH = "A23456789TJQK", "A23456789TJQKA"


def is_meld(cards: list[str], order: str) -> bool:
    """A set or a run, tried place by place in the order."""
    if len(cards) < 3:
        return False
    if len({card[0] for card in cards}) == 1:
        return True
    ranks = sorted(card[0] for card in cards)
    windows = [order[i : i + len(cards)] for i in range(len(order) - len(cards) + 1)]
    fits = any(sorted(window) == ranks and len(set(window)) == len(window) for window in windows)
    return len({card[1] for card in cards}) == 1 and fits


def value(hand: list[str]) -> int:
    return sum(min(LOW.index(card[0]) + 1, 10) for card in hand)


class Table:
    """One deal, as somebody follows it who sees everything."""

    def __init__(self, match: Any) -> None:
        self.game = match.game
        self.order = BOTH if self.game.ace == "both" else LOW
        deal = [e.move for e in match.entries if e.move.verb == "deal"][-1]
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        stock = [str(card) for card in deal.stock]
        self.discards, self.stock = [stock[0]], stock[1:]
        self.melds: list[tuple[int, list[str]]] = []
        self.turn = (match.state.dealer + 1) % len(self.hands)
        self.drawing, self.again, self.taken = True, False, ""
        self.laid, self.earlier = 0, set[int]()
        self.end = ""

    def legal(self) -> set[str]:
        if self.drawing:
            pile = {"take"} if self.discards else set()
            return pile | ({"draw"} if self.stock else {"decline"})
        hand = self.hands[self.turn]
        subsets = [[*part] for n in range(3, len(hand) + 1) for part in combinations(hand, n)]
        own = any(seat == self.turn for seat, _ in self.melds)
        room = len(hand) - (1 if self.game.discard_to_go_out else 0)
        moves = set()
        if not (self.laid and self.game.melds == "one"):
            moves = {
                "meld " + " ".join(sorted(part))
                for part in subsets
                if len(part) <= room and is_meld(part, self.order)
            }
            if room and (own or not self.game.after_own):
                moves |= {
                    f"lay off {card} on {' '.join(sorted(meld))}"
                    for card in hand
                    for _, meld in self.melds
                    if is_meld([*meld, card], self.order)
                }
        others = [card for card in hand if card != self.taken] or hand
        return moves | {f"discard {card}" for card in others}

    def play(self, move: str) -> None:
        hand = self.hands[self.turn]
        if move == "decline":
            self.end = "blocked"
        elif move in ("draw", "take"):
            self.taken = self.discards[-1] if move == "take" else ""
            hand.append(self.stock.pop(0) if move == "draw" else self.discards.pop())
            self.drawing, self.laid = False, 0
        elif move.startswith("discard "):
            hand.remove(move[8:])
            self.discards.append(move[8:])
            self.passed()
        else:
            self.lay(move, hand)
            self.laid += 1
            if not hand:
                self.passed()

    def lay(self, move: str, hand: list[str]) -> None:
        if move.startswith("meld "):
            cards = move[5:].split()
            self.melds.append((self.turn, cards))
        else:
            card, _, on = move[8:].partition(" on ")
            cards = [card]
            next(meld for _, meld in self.melds if sorted(meld) == on.split()).append(card)
        for card in cards:
            hand.remove(card)

    def passed(self) -> None:
        if not self.hands[self.turn]:
            self.end = "rummy" if self.turn not in self.earlier else "out"
            return
        if self.laid:
            self.earlier.add(self.turn)
        self.turn, self.drawing = (self.turn + 1) % len(self.hands), True
        if self.stock or self.game.stock == "blocks":
            return
        if self.again:
            self.end = "void"
        else:
            self.again = True
            self.stock, self.discards = self.discards[:-1], self.discards[-1:]

    def scores(self) -> list[int]:
        held = [value(hand) for hand in self.hands]
        if self.end == "void":
            return [0] * len(held)
        if self.end == "blocked":
            if self.game.form == "penalty":
                return held
            least = min(held)
            alone = held.count(least) == 1
            return [(sum(held) - len(held) * least) * (n == least and alone) for n in held]
        factor = 2 if self.end == "rummy" and self.game.rummy else 1
        if self.game.form == "penalty":
            return [factor * n for n in held]
        return [factor * sum(held) * (not n) for n in held]


def written(move: Any) -> str:
    """A move with the cards of its meld in order."""
    if move.verb == "meld":
        return "meld " + " ".join(sorted(map(str, move.cards)))
    if move.verb == "lay off":
        return f"lay off {move.card} on {' '.join(sorted(map(str, move.named)))}"
    return str(move)


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("basic-rummy", {"players": 3}),
        ("basic-rummy", {"players": 2, "melds": "one", "form": "penalty"}),
        ("basic-rummy", {"players": 4, "after_own": True, "discard_to_go_out": True}),
        ("basic-rummy", {"players": 5, "ace": "both", "rummy": False}),
        ("block-rummy", {"players": 3}),
        ("block-rummy", {"players": 6, "form": "penalty"}),
    ],
)
def test_deals_followed_with_open_hands(id: str, options: dict[str, Any]) -> None:
    """Legal moves, hands and the score; whoever can meld does so more often than not."""
    game = cardlab.game(id, **options)
    for seed in range(2):
        match, rng = game.match(seed=seed), random.Random(seed)
        table = Table(match)
        while not table.end:
            assert match.to_move == table.turn
            legal = {written(move): move for move in match.legal_moves()}
            assert set(legal) == table.legal()
            laying = sorted(move for move in legal if move.startswith(("meld", "lay")))
            chosen = rng.choice(laying if laying and rng.random() < 0.7 else sorted(legal))
            match.play(legal[chosen])
            table.play(chosen)
        lines = [entry for entry in match.lines if entry.deal == 1]
        sums = cardlab.totals(lines, (side.id for side in game.sides))
        assert list(sums.values()) == table.scores()


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("basic-rummy", **given.pop("options", {}))
    hands = {0: "4S 5S 6S KH KC 9D 7S", 1: "2C", 2: "3C", 3: "8D"}
    base = {"phase": "discard", "hands": hands, "melds": {1: ["JC JD JH"]}, "discards": "2H"}
    return game, game.state(**base | {"stock": "3D 4D", "source": "stock"} | given)


@pytest.mark.parametrize(
    ("typed", "options", "rule", "reason"),
    [
        ("meld 4S 5S 6S", {}, None, ""),
        ("meld 4S 5S 7S", {}, "legal-meld", "4♠, 5♠ and 7♠ are neither a set nor a run"),
        ("meld KH KC KD", {}, "must-hold-card", "you do not hold K♦"),
        ("lay off KH", {}, "does-not-extend-meld", "K♥ fits no meld on the table"),
        ("draw", {}, "discard-one", "you have drawn already"),
    ],
)
def test_what_may_be_laid(typed: str, options: Any, rule: str | None, reason: str) -> None:
    game, state = table(options=options)
    verdict = game.verdict(state, typed)
    assert (verdict.legal, verdict.rule if rule else None) == (rule is None, rule)
    if rule:
        assert verdict.say(reader=0) == reason


def test_the_card_just_taken_stays_unless_it_is_the_last() -> None:
    game, state = table(source="pile", picked_up=cardlab.Card("7S"))
    assert (
        game.verdict(state, "discard 7S").say(reader=0) == "7♠ came from the discard pile this turn"
    )
    game, state = table(source="pile", picked_up=cardlab.Card("7S"), hands={0: "7S", 1: "2C"})
    after = game.after(state, "discard 7S")
    assert after.phase.id == "over" and after.out == 0


def test_a_whole_hand_laid_in_one_turn_counts_twice() -> None:
    game, state = table(hands={0: "4S 5S 6S KH KC KD 9D", 1: "2C", 2: "3C QD", 3: "JH JC"})
    for move in ("meld 4S 5S 6S", "meld KH KC KD", "discard 9D"):
        state = game.after(state, move)
    assert [entry.points for entry in game.deal_lines(state)] == [70]
    assert [entry.points for entry in game.deal_lines(state.but(had=(0,)))] == [35]


def test_an_empty_stock_is_made_of_the_discards_once() -> None:
    for stock in ("turned", "shuffled"):
        game, state = table(options={"stock": stock}, stock="", discards="2H 5C 9C")
        after = game.after(state, "discard 9D")
        if stock == "shuffled":
            assert after.to_move is None
            after = after.phase.apply(after, None, after.phase.chance(after, random.Random(1)))
        assert sorted(after.stock) == ["2H", "5C", "9C"] and after.discards == ("9D",)
        assert (after.to_move, after.phase.id) == (1, "draw")
        again = game.after(state.but(turned=True), "discard 9D")
        assert again.void and again.phase.id == "over"


def test_a_blocked_deal_is_ended_by_whoever_declines() -> None:
    game = cardlab.game("block-rummy", players=3)
    state = game.state(
        phase="draw", hands={0: "KH 2C", 1: "TC TD", 2: "9H"}, discards="5D", to_move=0
    )
    assert set(game.legal_moves(state)) == {"take", "decline"}
    after = game.after(state, "decline")
    assert [(x.side, x.points) for x in game.deal_lines(after)] == [("east", 14)]


def test_rules_of_thumb_beat_chance() -> None:
    comparison = compare(cardlab.game("block-rummy"), RuleOfThumbBot, RandomBot, deals=12)
    assert comparison.mean > comparison.margin()


# --- a lay-off names its meld

TWO_MELDS = (
    "basic-rummy; phase discard; to-move south; south 9D 7H JS; melds AD AH AS | 9C 9H 9S | - | -"
)
MADE_RUN = (
    "basic-rummy; phase discard; dealer South; to-move South; South 6D QD AH 5S 9S; West 8D 8H TD;"
    " North 5D 7H; East TC AC 3D 7S; stock 6S JH; discards 3H QH; source stock;"
    " melds 2S 2H 2C 2D | 9H 9C 9D | TS JS QS KS | -; had 2 0 1 3"
)


@pytest.mark.parametrize(
    ("line", "typed", "legal", "reason"),
    [
        (
            TWO_MELDS,
            "lay off 9D on AD AH AS",
            None,
            "9♦ does not fit A♦, A♥ and A♠; only 9♦ on the nines can be laid off",
        ),
        (
            TWO_MELDS,
            "lay off JS on 9C 9H 9S",
            None,
            "J♠ does not fit 9♣, 9♥ and 9♠; only 9♦ on the nines can be laid off",
        ),
        (TWO_MELDS, "lay off 9D on 9S 9C 9H", "lay off 9D on 9C 9H 9S", ""),
        (TWO_MELDS, "lay off 9D", "lay off 9D on 9C 9H 9S", ""),
        (TWO_MELDS, "lay off 9D on 9S 9C", None, "9♠ and 9♣ are only part of the meld"),
        (MADE_RUN, "lay off 9S on TS JS QS KS", "lay off 9S on TS JS QS KS", ""),
        (MADE_RUN, "lay off 9S on KS QS JS TS", "lay off 9S on TS JS QS KS", ""),
        (MADE_RUN, "lay off 9S", None, "say on which meld 9♠ goes: the nines or 10♠–K♠"),
        (TWO_MELDS, "lay off JS", None, "J♠ fits no meld on the table"),
        (MADE_RUN, "lay off 9S on TS", None, "10♠ is only part of the meld 10♠, J♠, Q♠ and K♠"),
        (MADE_RUN, "lay off 9S on 2C 3C 4C", None, "no meld 2♣, 3♣ and 4♣ lies on the table"),
    ],
)
def test_a_lay_off_goes_on_the_meld_that_it_names(
    line: str, typed: str, legal: str | None, reason: str
) -> None:
    """In whatever order its cards are typed; a part of a meld, or none, is refused."""
    state = positions.read(line).state
    verdict = state.game.verdict(state, typed)
    assert verdict.legal is (legal is not None), verdict
    if legal is None:
        assert verdict.rule == "does-not-extend-meld" and verdict.reason.startswith(reason)
    else:
        assert str(verdict.move) == legal
