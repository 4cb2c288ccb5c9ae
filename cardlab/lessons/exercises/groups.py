"""Exercises on cards that go together: melds in a hand, captures from a pond, what can be laid
off, deadwood.

Knows groups as the game's own melding or its moves show them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from cardlab.engine.cards import BACK, Card
from cardlab.engine.game import Game
from cardlab.engine.moves import Move
from cardlab.engine.rulings import Rule, Verdict
from cardlab.families.fishing import FishState
from cardlab.families.melding import MeldGame, OpenMeldGame
from cardlab.lessons.asking import Question, pegs, together
from cardlab.lessons.exercises.base import Kind, Params, between, dice, several, traits
from cardlab.lessons.exercises.search import Spot, played, spots

OF_MELDS = {"meld", "set", "run", "flush", "declared-meld", "identical-cards"}
OF_CAPTURES = {"capture", "fishing", "sum-capture", "sweep", "run", "set", "flush"}
TOGETHER = {"capture", "sum-capture", "meld", "set", "run", "flush"}
"""What a note is about that says what belongs together, and not how the table is laid."""


def _own(spot: Spot) -> bool:
    return spot.seat is not None and spot.seat == spot.state.to_move == spot.state.actor()


@cache
def turning(game: Game) -> frozenset[str]:
    """The rules that groups turn on in this game: those by which a capture or a shown group
    scores at once, and those that refuse one."""
    found: set[str] = set()
    for plies, spot in enumerate(played(game, 3)):
        if plies > 1500:
            break
        if not _own(spot) or spot.seat is None or plies % 3:
            continue
        groups = {**_shown(game, spot), **_takes(game, spot)}
        for m, v in groups.items() if any(v.legal for v in groups.values()) else ():
            found |= set(pegs(game, spot.state, spot.seat, m)) if v.legal else {str(v.rule)}
    return frozenset(found)


def _of_groups(game: Game, rule: Rule) -> bool:
    """Whether a question about groups can turn on a rule: a note about them is quoted, the others
    have to be at work."""
    if rule.kind == "note":
        return bool(TOGETHER & set(rule.concepts))
    return str(rule) in turning(game)


class FindMelds(Kind):
    """Find a meld in the hand, or among the moves that lay several cards together.  melds: so
    many; hand: of so many cards."""

    id = "find-melds"
    params = ("melds", "hand")

    def fits(self, game: Game, rule: Rule) -> bool:
        if not OF_MELDS & set(rule.concepts):
            return False
        return isinstance(game, MeldGame) or (traits(game).groups and _of_groups(game, rule))

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        about = str(rule) if rule else None
        few, many = between(params.get("melds", ""), (1, 99))
        low, high = between(params.get("hand", ""), (3, 13))
        rng = dice(game, self.id, seed)
        for spot in spots(game, seed):
            state = spot.state
            if (
                not _own(spot)
                or rng.random() < 0.5
                or not low <= len(state.hands[state.to_move]) <= high
            ):
                continue
            if isinstance(game, MeldGame):
                hand = state.hands[spot.seat]
                if len(hand) >= 4 and few <= len(game.melding.melds(hand)) <= many:
                    yield Question(
                        game, state, state.to_move, "find-meld", counts="any", about=about
                    )
                continue
            q = _about(game, spot, rule, _shown(game, spot))
            if q is not None and few <= len(q.answer) <= many:
                yield q

    def step(self, q: Question) -> int:
        """One meld; two apart; a card with two homes; many."""
        melds = [set(a.split()) for a in q.answer]
        shared = any(
            a & b and not a <= b and not b <= a for i, a in enumerate(melds) for b in melds[i + 1 :]
        )
        return 4 if len(melds) > 4 else 3 if shared else 2 if len(melds) > 1 else 1


def _shown(game: Game, spot: Spot) -> dict[Move, Verdict]:
    """What is on show that puts cards of the hand together."""
    hand = spot.state.hands[spot.seat or 0]
    return {
        m: v
        for m, v in game.verdicts(spot.state, spot.seat).items()
        if m.named
        and m.verb not in ("capture", "lay off", "bet")
        and m.card is not None
        and all(c in hand for c in together(m))
    }


def _takes(game: Game, spot: Spot) -> dict[Move, Verdict]:
    """The captures that are open."""
    return {
        m: v
        for m, v in game.verdicts(spot.state, spot.seat).items()
        if v.legal and m.verb == "capture"
    }


def _about(
    game: Game, spot: Spot, rule: Rule | None, shown: Mapping[Move, Verdict]
) -> Question | None:
    """A question about these groups that turns on a rule: one that scores asks for a group that
    scores by it, one of play refuses one of the groups on show."""
    if not any(v.legal for v in shown.values()) or len(shown) > 40:
        return None
    if (
        rule is not None
        and rule.kind == "play"
        and all(v.legal or v.rule != rule for v in shown.values())
    ):
        return None
    scoring = str(rule) if rule is not None and rule.kind == "score" else None
    q = Question(
        game,
        spot.state,
        spot.seat or 0,
        "find-group",
        candidates=tuple(map(str, shown)),
        counts="any",
        line=scoring,
        about=str(rule) if rule else None,
    )
    if rule is None and (q.rule is None or not TOGETHER & set(q.rule.concepts)):
        # nothing on this table names one: the first rule of the sheet that says what belongs
        # together
        able = [
            r
            for r in game.all_rules()
            if (OF_MELDS | OF_CAPTURES) & set(r.concepts) and _of_groups(game, r)
        ]
        q = replace(q, about=str(able[0]) if able else None)
    return q if q.answer else None


class FindCaptures(Kind):
    """A pond on the table: find a capture.  kinds: only sums, runs or sets can be taken; pond:
    so many cards lie in it."""

    id = "find-captures"
    params = ("kinds", "pond")

    def fits(self, game: Game, rule: Rule) -> bool:
        captures = any("capture" in verbs for verbs in traits(game).verbs.values())
        return bool(OF_CAPTURES & set(rule.concepts)) and captures and _of_groups(game, rule)

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        kinds = several(params.get("kinds", ""))
        low, high = between(params.get("pond", ""), (1, 99))
        for spot in spots(game, seed):
            if not _own(spot) or rng.random() < 0.3 or not low <= len(_pond(spot.state)) <= high:
                continue
            takes: dict[Any, Verdict] = _takes(game, spot)
            if kinds and any(k not in kinds for m in takes for k, _ in m.groups):
                continue  # whoever is asked about sums need not know a run
            q = _about(game, spot, rule, takes)
            if q is not None:
                yield q

    def step(self, q: Question) -> int:
        """One group; two kinds; three cards and more; many ways."""
        kinds = {m.kind for m in q.verdicts}
        longest = max((len(m.named) for m in q.verdicts), default=1)
        return 4 if len(q.verdicts) > 6 else 3 if longest > 2 else 2 if len(kinds) > 1 else 1


def _pond(state: Any) -> tuple[Card, ...]:
    """The cards that lie on the table to be captured."""
    return state.pond if isinstance(state, FishState) else ()


class FindLayoffs(Kind):
    """The knocker's melds lie on the table: what is laid off?"""

    id = "find-layoffs"

    def fits(self, game: Game, rule: Rule) -> bool:
        if isinstance(game, OpenMeldGame) and rule.kind != "play":
            return False  # laid off move by move: only a rule that narrows the moves can be asked about
        return bool({"lay-off", "lay-down"} & set(rule.concepts)) and isinstance(game, MeldGame)

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        if isinstance(game, OpenMeldGame):
            for spot in spots(game, seed, [p.id for p in game.phases if "lay-off" in p.id]):
                if _own(spot) and any(m.verb == "lay off" for m in game.legal_moves(spot.state)):
                    q = Question(
                        game,
                        spot.state,
                        spot.state.to_move,
                        "pick-moves",
                        about=str(rule) if rule else None,
                    )
                    if q.rule is not None:
                        yield q
            return
        about = str(rule) if rule else None
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
    """Every choice of cards to lay off that leaves the least deadwood with the fewest cards, by
    trying all of them.

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
                found[frozenset(map(str, some))] = (
                    melding.deadwood([c for c in hand if c not in some]),
                    n,
                )
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
        return isinstance(game, MeldGame) and bool(
            {"deadwood", "card-values", "pip-face"} & set(rule.concepts)
        )

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        for spot in spots(game, seed):
            hand = spot.state.hands[spot.seat] if _own(spot) and spot.seat is not None else ()
            if 4 <= len(hand) <= 13 and game.melding.melds(hand) and rng.random() < 0.5:
                yield Question(
                    game, spot.state, spot.seat or 0, self.id, about=str(rule) if rule else None
                )

    def step(self, q: Question) -> int:
        melds = q.game.melding.melds(q.state.hands[q.viewer])
        used = [c for m in melds for c in m]
        return 4 if len(melds) > 4 else 3 if len(set(used)) < len(used) else min(2, len(melds))


GROUPS = (FindCaptures(), FindMelds(), FindLayoffs(), Deadwood())
