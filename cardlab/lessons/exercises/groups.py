"""Exercises on cards that go together: melds in a hand, captures from a pond, what can be laid off, deadwood.

Knows groups as the game's own melding or its moves show them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...cards import BACK
from ...game import Game
from ...rulings import Rule
from ..asking import Question
from .base import Kind, Params, dice, traits
from .search import Spot, spots

OF_MELDS = {"meld", "set", "run", "flush", "declared-meld", "identical-cards"}
OF_CAPTURES = {"capture", "fishing", "sum-capture", "sweep", "run", "set", "flush"}


def _own(spot: Spot) -> bool:
    return spot.seat is not None and spot.seat == spot.state.to_move == spot.state.actor()


class FindMelds(Kind):
    """Find a meld in the hand, or among the moves that lay several cards together."""

    id = "find-melds"
    params = ("melds", "hand")

    def fits(self, game: Game, rule: Rule) -> bool:
        if not OF_MELDS & set(rule.concepts):
            return False
        return hasattr(game, "melding") or traits(game).groups

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        about = str(rule) if rule else None
        rng = dice(game, self.id, seed)
        for spot in spots(game, seed):
            state = spot.state
            if not _own(spot) or rng.random() < 0.5:
                continue
            if hasattr(game, "melding"):
                hand = state.hands[spot.seat]
                if 4 <= len(hand) <= 13 and game.melding.melds(hand):
                    yield Question(game, state, state.to_move, "find-meld", counts="any", about=about)
                continue
            groups = _groups(game, spot)
            if groups and 3 <= len(state.hands[state.to_move]) <= 13:
                yield Question(game, state, state.to_move, "find-group", candidates=groups, counts="any", about=about)

    def step(self, q: Question) -> int:
        """One meld; two apart; a card with two homes; many."""
        melds = [set(a.split()) for a in q.answer]
        shared = any(a & b and not a <= b and not b <= a for i, a in enumerate(melds) for b in melds[i + 1 :])
        return 4 if len(melds) > 4 else 3 if shared else 2 if len(melds) > 1 else 1


def _groups(game: Game, spot: Spot) -> tuple[str, ...]:
    """What is on show that puts cards together, where something of it is open."""
    found = {
        m: v for m, v in game.verdicts(spot.state, spot.seat).items() if m.named and m.verb not in ("capture", "lay off", "bet")
    }
    hand = spot.state.hands[spot.seat or 0]
    found = {m: v for m, v in found.items() if m.card is not None and all(c in hand for c in (m.card, *m.named))}
    return tuple(map(str, found)) if any(v.legal for v in found.values()) else ()


class FindCaptures(Kind):
    """A pond on the table: find a capture."""

    id = "find-captures"
    params = ("kinds", "pond")

    def fits(self, game: Game, rule: Rule) -> bool:
        return bool(OF_CAPTURES & set(rule.concepts)) and any("capture" in verbs for verbs in traits(game).verbs.values())

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        kind = {"sum-capture": "sum", "run": "run", "set": "set"}
        wanted = next((kind[c] for c in rule.concepts if c in kind), None) if rule is not None and rule.kind == "score" else None
        for spot in spots(game, seed):
            if not _own(spot) or rng.random() < 0.3:
                continue
            verdicts = game.verdicts(spot.state, spot.seat)
            takes: list[Any] = [m for m, v in verdicts.items() if v.legal and m.verb == "capture"]
            if not takes or len(takes) > 40 or (wanted and not any(k == wanted for m in takes for k, _ in m.groups)):
                continue
            yield Question(
                game, spot.state, spot.seat or 0, "find-group", candidates=tuple(map(str, takes)), counts="any",
                about=str(rule) if rule else None,
            )  # fmt: skip

    def step(self, q: Question) -> int:
        """One group; two kinds; three cards and more; many ways."""
        kinds = {getattr(m, "kind", "") for m in q.verdicts}
        longest = max((len(m.named) for m in q.verdicts), default=1)
        return 4 if len(q.verdicts) > 6 else 3 if longest > 2 else 2 if len(kinds) > 1 else 1


class FindLayoffs(Kind):
    """The knocker's melds lie on the table: what is laid off?"""

    id = "find-layoffs"

    def fits(self, game: Game, rule: Rule) -> bool:
        return bool({"lay-off", "lay-down"} & set(rule.concepts)) and hasattr(game, "melding")

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        about = str(rule) if rule else None
        if hasattr(game, "open_to"):
            for spot in spots(game, seed, [p.id for p in game.phases if "lay-off" in p.id]):
                if _own(spot) and any(m.verb == "lay off" for m in game.legal_moves(spot.state)):
                    yield Question(game, spot.state, spot.state.to_move, "pick-moves", about=about)
            return
        for spot in spots(game, seed, over=True):
            state = spot.state
            if state.void or state.knocker is None or BACK in state.hands[0]:
                continue
            q = Question(game, state, state.after_seat(state.knocker), "laid-off", about=about)
            if q.answer and len(best_layoffs(game, state)) == 1:
                yield q

    def step(self, q: Question) -> int:
        return min(4, max(1, len(q.answer)))


def best_layoffs(game: Any, state: Any) -> list[frozenset[str]]:
    """Every choice of cards to lay off that leaves the least deadwood with the fewest cards, by trying all of them.

    Only cards that fit a meld at all, alone or after another, are tried.
    """
    from itertools import combinations

    melding = game.melding
    table = [tuple(m) for m in melding.arrange(state.hands[state.knocker]).melds]
    hand = state.hands[state.after_seat(state.knocker)]
    able = [c for c in hand if any(c.rank == m[0].rank or c.suit == m[0].suit for m in table)]
    found: dict[frozenset[str], tuple[int, int]] = {}
    for n in range(min(len(able), 6) + 1):
        for some in combinations(able, n):
            if fits_all(melding, table, some):
                found[frozenset(map(str, some))] = (melding.deadwood([c for c in hand if c not in some]), n)
    best = min(found.values())
    return [cards for cards, worth in found.items() if worth == best]


def fits_all(melding: Any, table: list[tuple[Any, ...]], some: tuple[Any, ...]) -> bool:
    """Whether cards can be laid on melds, one after the other in some order."""
    if not some:
        return True
    for i, card in enumerate(some):
        for j, meld in enumerate(table):
            if melding.extends(meld, card):
                grown = [*table[:j], (*meld, card), *table[j + 1 :]]
                if fits_all(melding, grown, (*some[:i], *some[i + 1 :])):
                    return True
    return False


class Deadwood(Kind):
    """How much deadwood does a hand hold?"""

    id = "deadwood"

    def fits(self, game: Game, rule: Rule) -> bool:
        return hasattr(game, "melding") and bool({"deadwood", "card-values", "pip-face"} & set(rule.concepts))

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        for spot in spots(game, seed):
            hand = spot.state.hands[spot.seat] if _own(spot) and spot.seat is not None else ()
            if 4 <= len(hand) <= 13 and game.melding.melds(hand) and rng.random() < 0.5:
                yield Question(game, spot.state, spot.seat or 0, self.id, about=str(rule) if rule else None)

    def step(self, q: Question) -> int:
        melds = q.game.melding.melds(q.state.hands[q.viewer])
        used = [c for m in melds for c in m]
        return 4 if len(melds) > 4 else 3 if len(set(used)) < len(used) else min(2, len(melds))


GROUPS = (FindCaptures(), FindMelds(), FindLayoffs(), Deadwood())
