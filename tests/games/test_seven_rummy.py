"""Seven Rummy beside a second way of following it: hands and melds as plain lists, and every meld
found by trying all subsets of a hand."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.players import RandomBot, RuleOfThumbBot
from cardlab.players.tournament import compare

ORDER = "A23456789TJQK"


def is_set(cards: tuple[str, ...] | list[str]) -> bool:
    return len({card[0] for card in cards}) == 1 and (len(cards) > 2 or cards[0][0] == "7")


def is_run(cards: tuple[str, ...] | list[str]) -> bool:
    places = sorted(ORDER.index(card[0]) for card in cards)
    follows = places == [*range(places[0], places[0] + len(places))]
    enough = len(cards) > 2 or "7" in {card[0] for card in cards}
    return follows and enough and len({card[1] for card in cards}) == 1


def is_meld(cards: tuple[str, ...] | list[str]) -> bool:
    return is_set(cards) or is_run(cards)


def subsets(hand: list[str], fewest: int) -> list[tuple[str, ...]]:
    sizes = range(fewest, len(hand) + 1)
    return [part for size in sizes for part in combinations(sorted(hand), size)]


class Table:
    """One deal, as somebody follows it who sees everything."""

    def __init__(self, match: Any) -> None:
        self.game = match.game
        self.hands = [[str(card) for card in hand] for hand in match.state.hands]
        self.stock = [str(card) for card in match.state.stock]
        self.discards = [str(card) for card in match.state.discards]
        self.melds: list[tuple[int, list[str]]] = []
        self.next = self.turn = (match.state.dealer + 1) % len(self.hands)
        self.step, self.ended = "draw", 0
        self.laid, self.earlier, self.out = False, set[int](), None

    def claims(self) -> set[str]:
        up, hand = self.discards[-1], self.hands[self.turn]
        parts = [part for part in subsets(hand, 1) if is_meld([*part, up])]
        sets = [p for p in parts if len(p) > 1 and is_set([*p, up])]
        runs = [p for p in parts if is_run([*p, up])] if self.step == "draw" else []
        return {f"claim {up} with {' '.join(part)}" for part in (*sets, *runs)}

    def legal(self) -> set[str]:
        hand = self.hands[self.turn]
        if self.step == "window":
            return {"let go"} | self.claims()
        if self.step == "draw":
            open_now = self.game.claims and self.ended >= len(self.hands)
            return {"draw"} | (self.claims() if open_now else set())
        moves = {f"discard {card}" for card in hand}
        room = len(hand) - self.game.must_discard
        moves |= {f"meld {' '.join(p)}" for p in subsets(hand, 1) if len(p) <= room and is_meld(p)}
        if room and any(seat == self.turn for seat, _ in self.melds):
            moves |= {
                f"lay off {card} on {' '.join(sorted(meld))}"
                for card in hand
                for _, meld in self.melds
                if is_meld([*meld, card])
            }
        return moves

    def play(self, move: str) -> None:
        hand, words = self.hands[self.turn], move.split()
        if move == "let go":
            self.asking(self.turn)
        elif move == "draw":
            hand.append(self.stock.pop(0))
            self.step, self.laid = "discard", False
        elif words[0] == "discard":
            hand.remove(words[1])
            self.discards.append(words[1])
            self.ending()
        else:
            self.lay(words, hand)

    def lay(self, words: list[str], hand: list[str]) -> None:
        if words[0] == "lay":
            cards, on = [words[2]], sorted(words[4:])
            next(meld for _, meld in self.melds if sorted(meld) == on).append(words[2])
        else:
            cards = [word for word in words[1:] if word != "with"]
            self.melds.append((self.turn, list(cards)))
        if words[0] == "claim":
            hand.append(self.discards.pop())
        for card in cards:
            hand.remove(card)
        self.step, self.laid = "discard", True
        if not hand:
            self.ending()

    def ending(self) -> None:
        if not self.hands[self.turn]:
            self.out, self.step = self.turn, "over"
            return
        if self.laid:
            self.earlier.add(self.turn)
        self.ended += 1
        self.next = (self.turn + 1) % len(self.hands)
        if self.game.claims and self.ended >= len(self.hands):
            self.asking(self.next)
        else:
            self.turn, self.step = self.next, "draw"

    def asking(self, seat: int) -> None:
        """Ask the seat after this one, down to the one before the discarder; then the next draws."""
        players, seat = len(self.hands), (seat + 1) % len(self.hands)
        while (seat + 1) % players != self.next:
            if len(self.hands[seat]) > 1:
                self.turn, self.step = seat, "window"
                return
            seat = (seat + 1) % players
        self.turn, self.step = self.next, "draw"

    def score(self) -> int:
        total = 0
        for hand in self.hands:
            value = sum(min(ORDER.index(card[0]) + 1, 10) for card in hand)
            total += value * 2 ** sum(card[0] == "7" for card in hand)
        return total * (1 if self.out in self.earlier else 2)


def written(move: Any) -> str:
    """A move with its cards in order."""
    if move.verb == "meld":
        return "meld " + " ".join(sorted(map(str, move.cards)))
    if move.verb == "claim":
        return f"claim {move.open_card} with {' '.join(sorted(map(str, move.held)))}"
    if move.verb == "lay off":
        return f"lay off {move.card} on {' '.join(sorted(map(str, move.named)))}"
    return str(move)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 3},
        {"players": 4, "must_discard": True},
        {"players": 5},
        {"players": 3, "claims": False},
    ],
)
def test_deals_followed_with_open_hands(options: dict[str, Any]) -> None:
    """Legal moves, whose turn it is and the score, until the stock is used up."""
    game, scored = cardlab.game("seven-rummy", **options), 0
    for seed in range(8):
        match, rng = game.match(seed=seed), random.Random(seed)
        table = Table(match)
        while table.step != "over" and (table.stock or table.step != "draw"):
            assert match.to_move == table.turn
            legal = {written(move): move for move in match.legal_moves()}
            assert set(legal) == table.legal()
            good = sorted(m for m in legal if m.startswith(("meld", "lay", "claim")))
            chosen = rng.choice(good if good and rng.random() < 0.9 else sorted(legal))
            last = chosen.startswith("discard") and not table.stock
            match.play(legal[chosen])
            table.play(chosen)
            if last:
                break
        if table.step == "over":
            lines = [entry for entry in match.lines if entry.deal == 1]
            assert {entry.side for entry in lines} == {game.sides[table.out].id}
            assert sum(entry.points for entry in lines) == table.score()
            scored += 1
    assert scored


def position(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("seven-rummy", **given.pop("options", {}))
    base = {"stock": "2C 3C", "discards": "9C", "turns": 3}
    return game, game.state(**base | given)


@pytest.mark.parametrize(
    ("typed", "given", "rule"),
    [
        ("claim 9C with 9D 9H", {"phase": "draw"}, None),
        ("claim 9C with TC JC", {"phase": "draw"}, None),
        ("claim 9C with TC JC", {"phase": "window", "following": 2}, "pon-before-chi"),
        ("claim 9C with 9D 9H", {"phase": "window", "following": 2}, None),
        ("claim 9C with 9D 9H", {"phase": "draw", "turns": 2}, "first-round"),
        ("claim 9C with 9D", {"phase": "draw"}, "claim-melds-at-once"),
        ("take", {"phase": "draw"}, "claim-melds-at-once"),
        ("discard TC", {"phase": "draw"}, "draw-first"),
    ],
)
def test_what_may_be_claimed(typed: str, given: dict[str, Any], rule: str | None) -> None:
    game, state = position(hands={0: "9D 9H TC JC KS"}, to_move=0, **given)
    verdict = game.verdict(state, typed)
    assert (verdict.legal, str(verdict.rule) if verdict.rule else None) == (rule is None, rule)


@pytest.mark.parametrize(
    ("cards", "legal"),
    [("7D", True), ("7D 8D", True), ("7D 7S", True), ("6D 8D", False), ("8D 9D", False)],
)
def test_a_seven_makes_a_meld_of_fewer(cards: str, legal: bool) -> None:
    game, state = position(hands={0: "7D 7S 8D 6D 9D 2S"}, to_move=0, phase="discard")
    assert game.verdict(state, f"meld {cards}").legal is legal


def test_play_goes_on_to_the_left_of_a_claim() -> None:
    hands = {0: "9D 9H TS KS", 1: "2S 3S", 2: "4S 5S"}
    game, state = position(hands=hands, phase="window", to_move=0, following=2)
    state = game.after(state, "claim 9C with 9D 9H")
    assert (state.to_move, state.phase.id, state.melds[0]) == (0, "discard", (("9H", "9C", "9D"),))
    state = game.after(state, "discard TS")
    assert (state.phase.id, state.following, state.to_move) == ("window", 1, 2)


def test_sevens_double_what_is_left() -> None:
    game = cardlab.game("seven-rummy")
    result = game.Result(0, (0, 20, 24), (0, 1, 2), 0)
    assert [entry.points for entry in game.score(result)] == [40, 96]
    assert [entry.points for entry in game.score(game.Result(0, (0, 20, 24), (0, 1, 2), 1))] == [
        80,
        192,
    ]
    plain = cardlab.game("seven-rummy", values="seven-20")
    assert [e.points for e in plain.score(plain.Result(0, (0, 33, 8), (0, 1, 0), 0))] == [33, 8]


def test_rules_of_thumb_beat_chance() -> None:
    comparison = compare(cardlab.game("seven-rummy"), RuleOfThumbBot, RandomBot, deals=12)
    assert comparison.mean > comparison.margin()
