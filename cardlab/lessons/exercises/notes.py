"""Exercises on what the engine carries out itself: whose turn it is, what the pack is made of,
how many cards lie where.

Knows notes by the concepts they carry.  Knows none of them by name.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.engine.cards import JOKER, Card
from cardlab.engine.cards import pack as full_pack
from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.families.tricks import Tricks, TrickState, tricks_taken
from cardlab.lessons.asking import Question
from cardlab.lessons.exercises.base import Kind, Params, dice
from cardlab.lessons.exercises.search import Spot, spots

OF_PACKS = {"stripped-pack", "standard-deck", "multi-deck", "joker", "special-card", "wild-card"}
OF_COPIES = {"multi-deck", "identical-cards", "standard-deck", "joker"}
OF_NUMBERS = {
    "deal",
    "hand",
    "stock",
    "widow",
    "stripped-pack",
    "standard-deck",
    "multi-deck",
    "fishing",
    "open-blind-hole",
}
OF_TURNS = {"turn", "eldest"}


class OfNotes(Kind):
    """Fits notes that carry one of some concepts."""

    about: frozenset[str] = frozenset()

    def fits(self, game: Game, rule: Rule) -> bool:
        return rule.kind == "note" and bool(self.about & set(rule.concepts))


class WhoseTurn(OfNotes):
    """Whose turn is it?"""

    id, about = "whose-turn", frozenset(OF_TURNS)

    def fits(self, game: Game, rule: Rule) -> bool:
        return super().fits(game, rule) and game.players > 1 and bool(_phases(game, rule))

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        phases = _phases(game, rule) if rule is not None else None
        for spot in spots(game, seed, phases):
            state = spot.state
            if (
                state.to_move is None
                or spot.seat != state.to_move
                or not _turns(game, rule, spot)
                or rng.random() < 0.6
            ):
                continue
            viewer = rng.randrange(game.players)
            yield Question(game, state, viewer, self.id, about=str(rule) if rule else None)

    def step(self, q: Question) -> int:
        """A first call or lead; the next round the table; after a trick; with somebody out."""
        if tricks_taken(q.state) and not q.state.trick.cards:
            return 3
        return 2 if q.state.to_move != q.state.after_seat(q.state.dealer) else 1


def _phases(game: Game, rule: Rule | None) -> tuple[str, ...]:
    """The phases that carry a note out; those of play where it stands at the head of the sheet."""
    own = tuple(p.id for p in game.phases if rule in p.notes and p.id != "deal")
    return own or tuple(p.id for p in game.phases if p.id != "deal")


def _turns(game: Game, rule: Rule | None, spot: Spot) -> bool:
    """Whether this moment shows what the note says: eldest at a beginning, the winner after a
    trick, the others in between."""
    state = spot.state
    if rule is None or not isinstance(state, TrickState) or not isinstance(state.phase, Tricks):
        return True
    trick, taken = state.trick, state.taken
    leading = not trick.cards
    if "eldest" in rule.concepts and "trick" in rule.concepts:
        return leading and not taken
    if "trick" in rule.concepts:
        return leading and bool(taken)
    return True


class InPack(OfNotes):
    """Which of these cards belong to the pack?"""

    id, about = "in-pack", frozenset(OF_PACKS)

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        inside = list(dict.fromkeys(game.pack))
        outside = [c for c in (*full_pack(), JOKER) if c not in inside]
        state = game.begin(game.opening())
        for _ in range(40):
            away = rng.sample(outside, min(len(outside), rng.randint(1, 4)))
            # beside each card that is out, one of its rank's neighbours that is in
            chosen = [*away, *rng.sample(inside, 6 - len(away))]
            if JOKER in inside and JOKER not in chosen and rng.random() < 0.7:
                chosen[-1] = JOKER
            rng.shuffle(chosen)
            yield Question(
                game,
                state,
                0,
                self.id,
                cards=tuple(map(str, chosen)),
                about=str(rule) if rule else None,
            )

    def step(self, q: Question) -> int:
        return min(4, max(1, len(set(q.cards) - set(q.answer))))


class Copies(OfNotes):
    """How often is a card in the pack?"""

    id, about = "copies", frozenset(OF_COPIES)

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        state = game.begin(game.opening())
        pool = [*dict.fromkeys(game.pack), JOKER, Card("2C"), Card("6D")]
        for _ in range(40):
            yield Question(
                game,
                state,
                0,
                "how-many-copies",
                cards=(str(rng.choice(pool)),),
                about=str(rule) if rule else None,
            )

    def step(self, q: Question) -> int:
        return 1 if q.answer == ("1",) else 2


class CountCards(OfNotes):
    """How many cards does a seat hold, or lie in the stock, after the deal; how many are in the
    pack?"""

    id, about = "count-cards", frozenset(OF_NUMBERS)

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        about = str(rule) if rule else None
        packs = rule is not None and not {"deal", "hand", "stock", "widow", "fishing"} & set(
            rule.concepts
        )
        before = None
        for spot in spots(game, seed):
            state = spot.state
            fresh = before is None or state.standing.deal != before.standing.deal
            before = state
            if not fresh or state.to_move is None:
                continue
            seat = rng.randrange(game.players)
            able = ["pack"] if packs else [game.names[seat].lower()] if any(state.hands) else []
            if state.stock and not packs:
                able += ["stock"] * (
                    2 if rule is not None and {"stock", "widow"} & set(rule.concepts) else 1
                )
            for of in rng.sample(able, len(able)) or ["pack"]:
                yield Question(game, state, 0, "how-many-cards", of=of, about=about)

    def step(self, q: Question) -> int:
        return {"pack": 1, "stock": 3}.get(q.of or "", 2)


NOTES = (WhoseTurn(), InPack(), Copies(), CountCards())
