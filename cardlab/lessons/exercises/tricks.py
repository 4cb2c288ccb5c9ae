"""Exercises on tricks: who takes one, with which card, by which rule; and the order of cards.

Knows tricks and orders.  Knows no obligations.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.engine.cards import BACK
from cardlab.engine.game import Game
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Rule
from cardlab.families.tricks import Tricks, tricks_taken
from cardlab.lessons.asking import Question
from cardlab.lessons.exercises.base import Kind, Params, between, dice, traits
from cardlab.lessons.exercises.search import spots


class OfTricks(Kind):
    """A finished trick of a seeded deal, laid out again before it was taken."""

    params = ("trumps_played", "discards", "promoted")
    ask = "who-wins"

    def fits(self, game: Game, rule: Rule) -> bool:
        return rule in traits(game).deciders

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        if not traits(game).deciders:
            return
        for spot in spots(game, seed, over=True):
            state = spot.state
            tricks = [i for i, t in enumerate(tricks_taken(state)) if len(t.cards) > 1]
            rng.shuffle(tricks)
            for i in tricks[:6]:
                trick = state.taken[i]
                if rule is not None and game.told_trick(state, trick)[1] != rule:
                    continue
                if not self.narrow(state.order, trick, params):
                    continue
                viewer = rng.choice(trick.seats)
                # the table as it was when the last card fell: this trick lies there, the later ones
                # are not played yet
                shown = state.but(
                    taken=state.taken[:i],
                    trick=trick,
                    phase=game.phases[-1],
                    to_move=None,
                    hands=_hands(state, i),
                )
                q = Question(game, shown, viewer, self.ask)
                if q.answer and len(q.options) > 1:
                    yield q

    @staticmethod
    def narrow(order: Ordering, trick: object, params: Params) -> bool:
        cards = [c for c in trick.up if c is not BACK]  # type: ignore[attr-defined]
        trumps = sum(map(order.is_trump, cards))
        led = order.suit_of.get(trick.cards[0])  # type: ignore[attr-defined]
        away = sum(order.suit_of.get(c) is not led and not order.is_trump(c) for c in cards)
        for name, count in (("trumps_played", trumps), ("discards", away)):
            if name in params:
                low, high = between(params[name], (0, 9))
                if not low <= count <= high:
                    return False
        return not (
            "promoted" in params
            and (params["promoted"] == "true") == all(order.suit_of[c] == c.suit for c in cards)
        )

    def step(self, q: Question) -> int:
        """All of one suit; discards; one ruff, then two, or promoted cards and equal ones."""
        order, trick = q.state.order, q.seen_trick
        cards = [c for c in trick.up if c is not BACK]
        suits = [order.suit_of[c] for c in cards]
        ruffs = sum(s == order.trump for s in suits) if suits[0] != order.trump else 0
        if (
            len(cards) < len(trick.cards)
            or len(set(cards)) < len(cards)
            or any(order.suit_of[c] != c.suit for c in cards)
        ):
            return 4
        return 3 if ruffs else 2 if len(set(suits)) > 1 else 1


def _hands(state: object, i: int) -> tuple[tuple[object, ...], ...]:
    """What the seats still held when trick i lay on the table."""
    held: list[tuple[object, ...]] = [tuple(h) for h in state.hands]  # type: ignore[attr-defined]
    for trick in state.taken[i + 1 :]:  # type: ignore[attr-defined]
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            held[seat] = (*held[seat], card)
    return tuple(held)


class WinnerOfTrick(OfTricks):
    """Who takes it?"""

    id, ask = "winner-of-trick", "who-wins"


class CardOfTrick(OfTricks):
    """Which card takes it?"""

    id, ask = "card-of-trick", "which-card-wins"

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        for q in super().found(game, rule, params, seed):
            cards = q.seen_trick.cards
            if len(set(cards)) == len(cards):  # of two equal cards a click could mean either
                yield q


class WhyWon(OfTricks):
    """Which rule decided?"""

    id, ask = "why-won", "which-rule"


class OrderCards(Kind):
    """Five cards into order, highest first, for a trick in which a suit is led."""

    id = "order-cards"
    params = ("cards", "trumps", "led")

    def fits(self, game: Game, rule: Rule) -> bool:
        about = {"altered-order", "bower", "suit-order", "colour"}
        return (
            bool(traits(game).deciders)
            and rule.kind == "note"
            and (bool(about & set(rule.concepts)) or rule in traits(game).deciders)
        )

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        low, high = between(params.get("cards", ""), (5, 5))
        for spot in spots(
            game, seed, [game.phases[-1].id] if isinstance(game.phases[-1], Tricks) else None
        ):
            state = spot.state
            order = game.order(state)
            if order is None or state.to_move is None:
                continue
            pack = list(dict.fromkeys(game.pack))
            suits = [s for s in dict.fromkeys(order.suit_of[c] for c in pack) if s]
            wants_trump = params.get("led") == "trump" or (
                rng.random() < 0.25 and params.get("led") != "plain"
            )
            led = order.trump if wants_trump and order.trump in suits else rng.choice(suits)
            if led is None or led not in "SHCD":
                continue
            of_led = [c for c in pack if order.suit_of[c] is led]
            trumps = [c for c in pack if order.is_trump(c) and order.suit_of[c] is not led]
            other = [c for c in pack if c not in of_led and c not in trumps]
            size = rng.randint(max(2, min(low, 13)), max(2, min(high, 13)))
            few, many = between(params.get("trumps", ""), (1, 2))
            ruffs = (
                rng.sample(trumps, min(len(trumps), rng.randint(few, max(few, many)), size - 2))
                if trumps
                else []
            )
            lost = (
                rng.sample(other, min(len(other), rng.randint(0, 2), size - len(ruffs) - 2))
                if other and size > 4
                else []
            )
            chosen = (
                ruffs + lost + rng.sample(of_led, min(len(of_led), size - len(ruffs) - len(lost)))
            )
            if len(chosen) < 3:
                continue
            rng.shuffle(chosen)
            yield Question(
                game,
                state,
                state.to_move,
                self.id,
                cards=tuple(map(str, chosen)),
                of=str(led),
                about=str(rule) if rule else None,
            )

    def step(self, q: Question) -> int:
        """One suit; trumps among it; cards that cannot win; an altered order."""
        from cardlab.engine.cards import Card

        order = q.state.order
        cards = [Card(c) for c in q.cards]
        kinds = {order.suit_of[c] for c in cards}
        if any(order.suit_of[c] != c.suit for c in cards):
            return 4
        cannot = any(order.strength(c, q.of) == 0 for c in cards)
        return 3 if cannot else 2 if len(kinds) > 1 else 1


TRICKS = (WinnerOfTrick(), CardOfTrick(), WhyWon(), OrderCards())
