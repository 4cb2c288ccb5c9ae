"""Exercises on the rules of play: which moves are open, is this one, how many, which rule
refuses it, what is the lowest bid.

Knows forces and verdicts.  Knows no rule by name.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from cardlab.engine.game import Game, MoveError
from cardlab.engine.moves import Bid, Move
from cardlab.engine.quiet import Typed
from cardlab.engine.rulings import Force, Rule, Verdict, narrowed
from cardlab.lessons import beliefs
from cardlab.lessons.asking import Question
from cardlab.lessons.exercises.base import Kind, Params, between, dice, several
from cardlab.lessons.exercises.search import PLIES, Spot, bites, homes, played, seldom, spots

FORCES = {force.value: force for force in Force}
SELDOM = 2500
"""So many moves are looked through for what the game itself says is not on offer."""
NUMERALS = tuple(map(str, range(41)))


@cache
def vocabulary(game: Game) -> tuple[str, ...]:
    """What somebody might say in this game though nobody offers it: moves of other moments,
    numbers, bids off the ladder."""
    words: dict[str, None] = {}
    for plies, spot in enumerate(played(game, 1)):
        if spot.seat is not None:
            words |= dict.fromkeys(map(str, game.candidates(spot.state, spot.seat)))
        if plies > 1500 or len(words) > 500:
            break
    known = [str(bid) for phase in game.phases for bid in phase.known]
    boards = dict.fromkeys(
        w.split(" on ")[1] for w in words if w.startswith("bet ") and " on " in w
    )
    stakes = [f"bet {n}" for n in (0, 1, 7, 99, 1000)] + [f"bet 1000 on {card}" for card in boards][
        :10
    ]
    single = sorted({w.split(" ", 1)[0] for w in words if " " in w})
    return tuple(
        dict.fromkeys(
            [*known, *NUMERALS, *stakes, "take", "draw", "hold", "exchange", *single, *words]
        )
    )


def _dealt_anew(game: Game, spot: Spot, rng: random.Random) -> list[str]:
    """Groups of cards that nobody offers: what the table's own moves would look like with other
    cards in them."""
    table = game.view(spot.state, spot.seat)
    hand = [c for c in table.hand if c.rank]
    around = (
        [c for zone in game.zones(table) for face in zone.faces if (c := face.card)] if hand else []
    )
    made = []
    for _ in range(6):
        some = rng.sample(hand, min(len(hand), rng.randint(2, 5)))
        cards = " ".join(some)
        made += [f"{word} {cards}" for word in _words(game)] + [cards]
        if around and some:
            lying = " ".join(rng.sample(around, min(len(around), rng.randint(1, 3))))
            made += [
                f"{some[0]} takes {lying}",
                *(f"{some[0]} takes {lying} {kind}" for kind in ("sum", "run", "set")),
            ]
    return made


@cache
def _words(game: Game) -> tuple[str, ...]:
    found = {w.split(" ", 1)[0] for w in vocabulary(game) if " " in w}
    return tuple(sorted(w for w in found if not any(c.isdigit() for c in w) and len(w) > 2))


def typed(game: Game, spot: Spot, rule: Rule, rng: random.Random) -> str | None:
    """A text that a rule refuses here although it is never on offer."""
    shapes: dict[tuple[str, int], list[str]] = {}
    for text in rng.sample(vocabulary(game), len(vocabulary(game))):
        words = text.split()
        shape = shapes.setdefault(
            (words[0] if len(words) > 1 and len(words[0]) > 2 else "", len(words)), []
        )
        if len(shape) < 4:
            shape.append(text)
    bids = rng.sample(NUMERALS, 6) if any(p.bids for p in game.phases) else []
    stakes = [
        w for w in vocabulary(game) if w.startswith("bet ") and w.endswith((" 0", " 1000", " 99"))
    ]
    known = [str(bid) for phase in game.phases for bid in phase.known]
    for text in [
        *known,
        *bids,
        *stakes,
        *(t for shape in shapes.values() for t in shape),
        *_dealt_anew(game, spot, rng),
    ]:
        try:
            verdict = game.verdict(spot.state, text, spot.seat)
        except MoveError:
            continue
        if not verdict.legal and verdict.rule == rule:
            return str(verdict.move)
    return None


def without(game: Game, state: Any, seat: int, rule: Rule) -> tuple[Move, ...]:
    """What would be open if this one rule were not there."""
    table = game.view(state, seat)
    rules = tuple(r for r in table.phase.rules if r != rule)
    return narrowed(table, rules, table.phase.candidates(table))


def refusing_alone(game: Game, state: Any, seat: int, move: str) -> list[Rule]:
    """The rules that refuse a move, each judged by itself on everything on show."""
    table = game.view(state, seat)
    shown = table.phase.candidates(table)
    chosen = next((m for m in shown if m == move), None)
    if chosen is None:
        found = game.verdict(state, move, seat).move
        shown, chosen = (*shown, found), found
    return [r for r in table.phase.rules if chosen not in r.test(table, shown).kept]


def was_at_work(verdict: Verdict, rule: Rule) -> bool:
    """Whether a rule narrowed or waived anything at this table, perhaps for other moves than
    this one."""
    return any(
        r == rule and ruling.force in (Force.BINDING, Force.WAIVED) for r, ruling in verdict.steps
    )


def speaking(q: Question) -> list[tuple[Rule, Force]]:
    """The rules that were asked, in order, with what they did."""
    longest = max((v.steps for v in q.verdicts.values()), key=len, default=())
    return [(rule, ruling.force) for rule, ruling in longest]


def strained(q: Question) -> int:
    """How hard a choice among moves is: more rules at work, rules waived, rules that look beyond
    the suit led."""
    busy = [(r, f) for r, f in speaking(q) if f in (Force.BINDING, Force.WAIVED)]
    memory = any(
        r.look == "" and "follow-suit" not in r.concepts and f is Force.BINDING for r, f in busy
    )
    if sum(f is Force.BINDING for _, f in busy) > 1 and memory:
        return 4
    if len(busy) > 1:
        return 3
    if any(f is Force.WAIVED for _, f in busy) or len(q.verdicts) > 5:
        return 2
    return 1


class OfMoves(Kind):
    """A moment of play at which a rule speaks."""

    params = ("force", "void", "holding", "cards", "known_only", "tells_apart", "offer")
    ask = "pick-moves"

    def fits(self, game: Game, rule: Rule) -> bool:
        return rule.kind == "play" and bool(homes(game, rule))

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, self.id, seed)
        if rule is None:
            able = [r for r in game.all_rules() if self.fits(game, r) and game.quiet_of(r) is None]
            if not able:
                return
            rule = able[seed % len(able)]
        wanted = params.get("force", "")
        force = FORCES[wanted] if wanted else self.usual(rng)
        most = PLIES
        if wanted in ("", "binding") and isinstance(game.quiet_of(rule), Typed):
            yield from self.asked_in_words(game, rule, rng, seed)
            most = SELDOM
        # the rarer answers of a rule are looked for a while; then any position that it decides will
        # do
        tries = (
            [(force, most)]
            if wanted or force is Force.BINDING
            else [(force, 1500), (Force.BINDING, most)]
        )
        for force, most in tries:
            for spot in spots(game, seed, homes(game, rule), most=most, rare=seldom(game, rule)):
                if spot.seat is None:
                    continue
                if bites(game, spot.state, spot.seat, rule) is force and self.narrow(
                    game, spot, rule, params, force
                ):
                    yield from self.asked(game, spot, rule, force, rng, params)

    def usual(self, rng: random.Random) -> Force:
        """Two bindings to one of the others, or "the rule always bites" becomes the lesson."""
        return rng.choice(
            (Force.BINDING, Force.BINDING, Force.BINDING, Force.BINDING, Force.WAIVED, Force.SILENT)
        )

    @staticmethod
    def viewer(spot: Spot) -> int:
        actor = spot.state.actor() if spot.seat == spot.state.to_move else spot.seat
        return int(actor or 0)

    def narrow(self, game: Game, spot: Spot, rule: Rule, params: Params, force: Force) -> bool:
        """Whether a position keeps to the parameters and tells something apart."""
        table = game.view(spot.state, spot.seat)
        shown = table.phase.candidates(table)
        low, high = between(params.get("cards", ""), (2, 13))
        of_cards = all(m.card is not None for m in shown)
        if of_cards and not low <= len(table.hand) <= high:
            return False
        if (
            len(shown) < 2 or sum(m.at is None for m in shown) > 60
        ):  # what stands on a ladder is found there, however long
            return False
        order = game.order(table)
        if (void := params.get("void", "")) and order is not None and table.trick.cards:
            led = order.suit_of[table.trick.cards[0]]
            if any(order.suit_of[c] is led for c in table.hand) == (void == "true"):
                return False
        if params.get("holding") == "trump" and (
            order is None or not any(map(order.is_trump, table.hand))
        ):
            return False
        if known := several(params.get("known_only", "")):
            strange = [
                r for r in table.phase.rules if r != rule and not set(r.concepts) <= {*known}
            ]
            if any(
                bites(game, spot.state, spot.seat, r) in (Force.BINDING, Force.WAIVED)
                for r in strange
            ):
                return False
        if force is Force.BINDING:
            return set(without(game, spot.state, spot.seat or 0, rule)) != set(
                game.legal_moves(spot.state, spot.seat)
            )
        return True

    def asked_in_words(
        self, game: Game, rule: Rule, rng: random.Random, seed: int
    ) -> Iterator[Question]:
        """A move that is never on offer, as somebody might say it."""
        tried = 0
        for spot in spots(game, seed, homes(game, rule), most=2500):
            if spot.seat is None or rng.random() < 0.5:
                continue
            tried += 1
            if tried > 60:
                return
            text = typed(game, spot, rule, rng)
            if text is not None:
                legal = list(map(str, game.legal_moves(spot.state, spot.seat)))
                yield from self.with_move(game, spot, rule, text, tuple(legal[:4]), rng)

    def with_move(
        self,
        game: Game,
        spot: Spot,
        rule: Rule,
        move: str,
        others: tuple[str, ...],
        rng: random.Random,
    ) -> Iterator[Question]:
        """A question in which a move that is not among the candidates stands among some that are
        open."""
        shown = [*others, move]
        rng.shuffle(shown)
        yield Question(
            game, spot.state, self.viewer(spot), self.ask, candidates=tuple(shown), about=str(rule)
        )

    def asked(
        self, game: Game, spot: Spot, rule: Rule, force: Force, rng: random.Random, params: Params
    ) -> Iterator[Question]:
        q = Question(game, spot.state, self.viewer(spot), self.ask, about=str(rule))
        if q.answer and self.apart(
            q, params, force
        ):  # where nothing is open there is nothing to choose
            yield q

    @staticmethod
    def apart(q: Question, params: Params, force: Force) -> bool:
        """A belief answers otherwise; one of those named, if any are."""
        named = several(params.get("tells_apart", ""))
        if not named and force is Force.BINDING:
            return True
        told = [id for id, answer in beliefs.answers(q).items() if set(answer) != set(q.answer)]
        if named:
            return bool(set(named) & set(told))
        return bool(told) or force is Force.WAIVED

    def step(self, q: Question) -> int:
        return strained(q)


class DecidedBy(OfMoves):
    """Choose every card, call or move that is open."""

    id = "decided-by"


class HowManyOpen(OfMoves):
    """How many moves are open?"""

    id, ask = "how-many-open", "how-many-open"


class OfOneMove(OfMoves):
    """Asks about one move."""

    def usual(self, rng: random.Random) -> Force:
        return Force.BINDING


class IsOpen(OfOneMove):
    """Is this one open?"""

    id, ask = "is-open", "is-open"

    def asked(
        self, game: Game, spot: Spot, rule: Rule, force: Force, rng: random.Random, params: Params
    ) -> Iterator[Question]:
        verdicts = game.verdicts(spot.state, spot.seat)
        fallen = [m for m, v in verdicts.items() if not v.legal and v.rule == rule]
        # an open move of a position in which the rule was at work, or one that it refused
        opened = [
            m
            for m, v in verdicts.items()
            if v.legal and v.rule in (rule, None) and was_at_work(v, rule)
        ]
        for some in (fallen, opened) if rng.random() < 0.5 else (opened, fallen):
            if some:
                yield Question(
                    game,
                    spot.state,
                    self.viewer(spot),
                    self.ask,
                    move=str(rng.choice(some)),
                    about=str(rule),
                )

    def with_move(
        self,
        game: Game,
        spot: Spot,
        rule: Rule,
        move: str,
        others: tuple[str, ...],
        rng: random.Random,
    ) -> Iterator[Question]:
        yield Question(game, spot.state, self.viewer(spot), self.ask, move=move, about=str(rule))


class WhyNot(OfOneMove):
    """Which rule refuses this move?  Only where one rule alone does."""

    id, ask = "why-not", "which-rule"

    def asked(
        self, game: Game, spot: Spot, rule: Rule, force: Force, rng: random.Random, params: Params
    ) -> Iterator[Question]:
        fallen = [
            m
            for m, v in game.verdicts(spot.state, spot.seat).items()
            if not v.legal and v.rule == rule
        ]
        rng.shuffle(fallen)
        for move in fallen[:6]:
            if refusing_alone(game, spot.state, spot.seat or 0, move) == [rule]:
                offer = several(params.get("offer", "")) or self.wrong(rule, rng)
                q = Question(
                    game, spot.state, self.viewer(spot), self.ask, move=str(move), offer=offer
                )
                yield self.with_choice(q, rng)
                return

    def with_move(
        self,
        game: Game,
        spot: Spot,
        rule: Rule,
        move: str,
        others: tuple[str, ...],
        rng: random.Random,
    ) -> Iterator[Question]:
        q = Question(
            game, spot.state, self.viewer(spot), self.ask, move=move, offer=self.wrong(rule, rng)
        )
        yield self.with_choice(q, rng)

    @staticmethod
    def wrong(rule: Rule, rng: random.Random) -> tuple[str, ...]:
        """Beliefs that this rule answers."""
        able = [f"mis:{id}" for id, entry in beliefs.beliefs().items() if rule in entry["against"]]
        return tuple(rng.sample(able, min(2, len(able))))

    @staticmethod
    def with_choice(q: Question, rng: random.Random) -> Question:
        """At least three sentences to choose from: rules of the game's other moments fill up."""
        texts = {o.label for o in q.options}
        if len(texts) >= 3:
            return q
        more: list[str] = []
        for r in rng.sample(q.game.all_rules(), len(q.game.all_rules())):
            sentence = r.text(q.game)
            if sentence not in texts and len(more) + len(texts) < 4:
                more.append(str(r))
                texts.add(sentence)
        return Question(q.game, q.state, q.viewer, q.ask, move=q.move, offer=(*q.offer, *more))

    def step(self, q: Question) -> int:
        return min(4, max(1, len(q.options) - 2))


class NextBid(OfMoves):
    """The lowest bid that tops."""

    id, ask = "next-bid", "lowest-bid"

    def fits(self, game: Game, rule: Rule) -> bool:
        return (
            super().fits(game, rule)
            and any(rule in p.rules and p.bids for p in game.phases)
            and game.quiet_of(rule) is None
            and self._bids_fall(game, rule)
        )

    @staticmethod
    @cache
    def _bids_fall(game: Game, rule: Rule) -> bool:
        """Whether the rule ever refuses a bid, and so moves the lowest rung."""
        for spot in spots(game, 2, homes(game, rule), most=800):
            found = game.verdicts(spot.state, spot.seat).items()
            if any(isinstance(m, Bid) and not v.legal and v.rule == rule for m, v in found) and any(
                isinstance(m, Bid) and v.legal for m, v in found
            ):
                return True
        return False

    def asked(
        self, game: Game, spot: Spot, rule: Rule, force: Force, rng: random.Random, params: Params
    ) -> Iterator[Question]:
        found = game.verdicts(spot.state, spot.seat)
        if any(v.legal and isinstance(m, Bid) for m, v in found.items()):
            q = Question(game, spot.state, self.viewer(spot), self.ask, about=str(rule))
            if force is not Force.BINDING or q.rule == rule:
                yield q

    def step(self, q: Question) -> int:
        """Numbers; no trump or suits between; a standing bid to equal; doubles and second
        rounds."""
        calls = q.game.calls(q.state)
        strains = {m.strain for m in q.verdicts if isinstance(m, Bid)}
        if len(calls) >= q.game.players:
            return 4
        if q.state.to_move == q.state.dealer:
            return 3
        return 2 if len(strains) > 1 else 1


MOVES = (DecidedBy(), WhyNot(), IsOpen(), HowManyOpen(), NextBid())
