"""What every question on moves shares: the verdicts on the moves on show, and the search for a
position in which a rule speaks.

Knows forces and verdicts. Knows no rule by name.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.game import OVER, Game, understood
from cardlab.engine.moves import Bid, Move, SeveralCards
from cardlab.engine.quiet import Typed
from cardlab.engine.rulings import Force, Rule, Step, Verdict, narrowed
from cardlab.engine.words import listed, sentence
from cardlab.families.narrowing import looks_back
from cardlab.families.tricks import trick_on, tricks_taken
from cardlab.lessons.conditions import read_names, read_range
from cardlab.lessons.deals import (
    PLIES,
    Spot,
    dice,
    find_spots,
    force_of,
    is_rare,
    phases_of,
)
from cardlab.lessons.questions.base import (
    USUAL,
    AnswerChoice,
    Conditions,
    Explanation,
    Question,
    Shows,
)
from cardlab.lessons.questions.saying import be
from cardlab.lessons.questions.unoffered import refused_text

_SIGN_AFTER_NAME = re.compile(r"(?<=[a-z]) [♠♥♦♣](?= |$)")
NARROWING = (Force.BINDING, Force.WAIVED)
UNOFFERED_PLIES = 2500
"""How many moves are looked through for a rule that refuses only what is not offered."""
LONGEST_LIST = 60
"""The most moves that a page can put side by side."""


@dataclass(frozen=True)
class RuleAtWork:
    """A position in which a rule does something: what a question on verdicts is made from.

    force: what the rule does; conditions: what the question has to keep to; rng: for what is left
    to chance, the order of the choices or which of two moves.
    """

    game: Game
    spot: Spot
    rule: Rule
    force: Force
    conditions: Conditions
    rng: random.Random

    @property
    def asked_of(self) -> tuple[Game, Any, int]:
        """The game, the state and who looks at it: what every question begins with."""
        return self.game, self.spot.state, viewer_of(self.spot)

    @property
    def verdicts(self) -> Mapping[Move, Verdict]:
        """The candidates of the seat to move with their verdicts."""
        return self.game.verdicts(self.spot.state, self.spot.seat)

    @property
    def refused(self) -> list[Move]:
        """The moves that the rule refuses."""
        verdicts = self.verdicts.items()
        return [move for move, v in verdicts if not v.legal and v.rule == self.rule]


@dataclass(frozen=True)
class VerdictQuestion(Question):
    """A question whose answer comes from the verdicts on moves.

    candidates: the only moves on show; all of them if empty.
    """

    candidates: tuple[str, ...] = field(default=(), kw_only=True)

    conditions: ClassVar[tuple[str, ...]] = (
        "force",
        "void",
        "holding",
        "cards",
        "known_only",
        "tells_apart",
        "offer",
    )
    forces: ClassVar[tuple[Force, ...]] = (
        Force.BINDING,
        Force.BINDING,
        Force.BINDING,
        Force.BINDING,
        Force.WAIVED,
        Force.SILENT,
    )
    """How often each force is looked for: mostly binding, but "the rule always binds" is not to
    be the lesson."""

    # --- the table

    @property
    def seat(self) -> int:
        """Whose moves these are: the viewer's, where it may move out of turn, else those of the
        seat to move.  Whoever sees every hand is asked about the seat to move."""
        mover: int | None = self.state.to_move
        if mover is None:
            return self.viewer
        if not self.faced and self.viewer in self.state.phase.movers(self.state):
            return self.viewer
        return mover

    @property
    def voice(self) -> str:
        """How a sentence speaks of that seat: "you" or its name."""
        return "you" if self.seat == self.viewer else self.game.names[self.seat]

    def to_choose(self, what: str) -> str:
        """The question as it is put to this seat: "every", or "one"."""
        if self.voice == "you":
            return f"Choose {what} {self.thing} that is legal for you."
        turn = f"{self.voice} is to {self.state.phase.doing}."
        return f"{turn} Choose {what} legal {self.thing} of {self.voice}'s."

    @property
    def thing(self) -> str:
        """What the moves are: cards, calls, or just moves."""
        if self.verdicts and all(m.card is not None and not m.named for m in self.verdicts):
            return "card"
        return "call" if self.state.phase.bids else "move"

    @cached_property
    def verdicts(self) -> dict[Move, Verdict]:
        """The verdict on everything on show."""
        if self.state.phase is OVER:
            return {}
        verdicts: dict[Move, Verdict] = self.game.verdicts(self.state, self.seat)
        if not self.candidates:
            return verdicts
        by_text = {str(move): verdict for move, verdict in verdicts.items()}
        judged = (by_text.get(text) or self._judge(text) for text in self.candidates)
        return {verdict.move: verdict for verdict in judged}

    def _judge(self, text: str) -> Verdict:
        return understood(self.game.verdict(self.state, text, self.seat))

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return tuple(map(move_choice, self.verdicts))

    @property
    def needs(self) -> Collection[Rule]:
        """Every rule that decides one of the moves on show."""
        return {rule for verdict in self.verdicts.values() for rule in decided_by(verdict)}

    @property
    def shows(self) -> Shows:
        """Where a rule looks back at earlier tricks, they lie there; where cards are to be put
        together, the hand is not put together."""
        of_groups = any(isinstance(m, SeveralCards) and m.named for m in self.verdicts)
        shows = USUAL & ~Shows.GROUPS if of_groups else USUAL
        leading = not trick_on(self.state).cards
        rules = self.state.phase.rules if tricks_taken(self.state) else ()
        if any(looks_back(rule, self.game, leading=leading) for rule in rules):
            return shows | Shows.EARLIER_TRICKS
        return shows

    # --- where it can be asked

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return bool(cls.kind) and rule.kind == "play" and bool(phases_of(game, rule))

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, cls.kind, seed)
        if rule is None:
            able = [r for r in game.all_rules() if cls.fits(game, r) and game.quiet_of(r) is None]
            if not able:
                return
            rule = able[seed % len(able)]
        wanted = conditions.get("force", "")
        usual = rng.choice(cls.forces) if len(cls.forces) > 1 else cls.forces[0]
        force = Force(wanted) if wanted else usual
        most = PLIES
        if wanted in ("", "binding") and isinstance(game.quiet_of(rule), Typed):
            yield from cls._find_unoffered(game, rule, rng, seed)
            most = UNOFFERED_PLIES
        # the rarer answers of a rule are looked for a while; then any position that it decides
        # will do
        tries = [(force, most)]
        if not wanted and force is not Force.BINDING:
            tries = [(force, 1500), (Force.BINDING, most)]
        for force, most in tries:
            rare = is_rare(game, rule)
            for spot in find_spots(game, seed, phases_of(game, rule), most=most, rare=rare):
                if spot.seat is None or force_of(game, spot.state, spot.seat, rule) is not force:
                    continue
                if keeps_to(conditions, game, spot, rule, force):
                    at_work = RuleAtWork(game, spot, rule, force, conditions, rng)
                    yield from cls.of_spot(at_work)

    @classmethod
    def _find_unoffered(
        cls, game: Game, rule: Rule, rng: random.Random, seed: int
    ) -> Iterator[Question]:
        """Questions with a move that is never offered, as somebody might say it."""
        tried = 0
        for spot in find_spots(game, seed, phases_of(game, rule), most=UNOFFERED_PLIES):
            if spot.seat is None or rng.random() < 0.5:
                continue
            tried += 1
            if tried > 60:
                return
            text = refused_text(game, spot, rule, rng)
            if text is not None:
                at_work = RuleAtWork(game, spot, rule, Force.BINDING, {}, rng)
                yield from cls.of_unoffered(at_work, text)

    @classmethod
    def of_spot(cls, at_work: RuleAtWork) -> Iterator[Question]:
        """The questions of one position in which the rule does this."""
        raise NotImplementedError

    @classmethod
    def of_unoffered(cls, at_work: RuleAtWork, move: str) -> Iterator[Question]:
        """The questions about a move that is not among the candidates."""
        raise NotImplementedError

    @property
    def step(self) -> int:
        """Harder with more rules at work, rules waived, rules that look beyond the suit led."""
        longest = max((v.steps for v in self.verdicts.values()), key=len, default=())
        busy = [(s.rule, s.ruling.force) for s in longest if s.ruling.force in NARROWING]
        binding = [rule for rule, force in busy if force is Force.BINDING]
        if len(binding) > 1 and any(
            rule.look == "" and "follow-suit" not in rule.concepts for rule in binding
        ):
            return 4
        if len(busy) > 1:
            return 3
        return 2 if len(binding) < len(busy) or len(self.verdicts) > 5 else 1


@dataclass(frozen=True)
class LegalityQuestion(VerdictQuestion):
    """A question on which moves are legal, so that a refused move can be told so."""

    @cached_property
    def rule(self) -> Rule | None:
        return self.deciding_rule

    @property
    def deciding_rule(self) -> Rule | None:
        decision = deciding(self.verdicts, self.about)
        return decision[0].rule if decision else None

    @property
    def reason(self) -> str:
        decision = deciding(self.verdicts, self.about)
        return reason_of(decision, self.viewer) if decision else "nothing narrows the choice"

    def judged(self, values: Iterable[str], *, legal: bool) -> list[Verdict]:
        """The verdicts on those of some moves that are legal, or that are not."""
        chosen = set(values)
        return [v for move, v in self.verdicts.items() if move in chosen and v.legal is legal]

    def why_refused(self, refused: Sequence[Verdict]) -> tuple[Rule | None, str]:
        """The rule that refused most of these moves, and what it says of the first of them."""
        rules = [verdict.rule for verdict in refused]
        most = max(dict.fromkeys(rules), key=rules.count)
        first = next(verdict for verdict in refused if verdict.rule == most)
        return most, first.say(self.viewer)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """The refusal that the chosen move met."""
        refused = self.judged(chosen, legal=False)
        if not refused:
            return super().explain(chosen)
        rule, reason = self.why_refused(refused)
        labels = [plain_label(verdict.move) for verdict in refused]
        first = f"{listed(labels)} {be(labels)} not legal."
        return Explanation(first, sentence(reason), rule, f"refused:{rule}", reason)

    def why_legal(self, verdict: Verdict) -> tuple[Rule | None, str]:
        """What keeps a legal move legal: the rule that narrowed the choice to it or was waived;
        else the rule that the question is about, where it tells what it saw; else nothing."""
        if verdict.chain:
            return verdict.rule, verdict.say(self.viewer)
        for step in verdict.steps:
            force, ruling = step.ruling.force, step.ruling
            obeyed = force is Force.MET and ruling.about is None
            tells = obeyed or (force is Force.SILENT and "{" in ruling.because)
            if step.rule == self.rule and tells:
                return step.rule, verdict.say_step(step, self.viewer)
        return self.rule, ""

    @classmethod
    def of_spot(cls, at_work: RuleAtWork) -> Iterator[Question]:
        question = cls(*at_work.asked_of, about=str(at_work.rule))
        # where nothing is legal there is nothing to choose
        if question.answer and tells_apart(question, at_work.conditions, at_work.force):
            yield question

    @classmethod
    def of_unoffered(cls, at_work: RuleAtWork, move: str) -> Iterator[Question]:
        spot = at_work.spot
        legal = list(map(str, at_work.game.legal_moves(spot.state, spot.seat)))
        moves = [*legal[:4], move]
        at_work.rng.shuffle(moves)
        yield cls(*at_work.asked_of, about=str(at_work.rule), candidates=tuple(moves))


def move_choice(move: Move) -> AnswerChoice:
    is_card = move.card is not None and str(move) == str(move.card)
    return AnswerChoice(str(move), move.label, str(move.card) if is_card else None)


def plain_label(move: Move) -> str:
    """A move in the middle of a sentence: cards, and bids that are written with a sign, stand by
    themselves; words are quoted, and a suit that is named needs no sign behind it.

    >>> from cardlab.engine.moves import Say
    >>> plain_label(Say("draw", "Draw from the stock")), plain_label(Say("x", "Say “one ace”"))
    ('“Draw from the stock”', '“one ace”')
    >>> from cardlab.families.order_up import name_trumps
    >>> from cardlab.engine.cards import Suit
    >>> plain_label(name_trumps(Suit("C"), alone=True))
    '“Clubs alone”'
    """
    label = move.label.rstrip("!")
    if label.endswith("”"):
        return label[label.index("“") :]
    if move.card is not None and str(move) == str(move.card):
        return label
    label = _SIGN_AFTER_NAME.sub("", label)
    written = isinstance(move, Bid) and re.search(r"[\d♠♥♦♣]", label)
    return label if written else f"“{label}”"


def deciding(
    verdicts: Mapping[Move, Verdict], about: str | None = None
) -> tuple[Step, Verdict] | None:
    """The rule that matters on a table, with the verdict on a move that it decides: the rule asked
    about, else one that narrows the choice, else one that was waived.

    A rule that every move obeys, or that does not apply, has nothing to say.
    """
    steps = [(step, verdict) for verdict in verdicts.values() for step in verdict.steps]
    speaking: tuple[Force, ...] = NARROWING
    if about is not None:
        steps = [pair for pair in steps if pair[0].rule == about] or steps
        speaking = (*NARROWING, Force.SILENT)
    for force in speaking:
        forceful = [pair for pair in steps if pair[0].ruling.force is force]
        if forceful:
            rule = forceful[0][0].rule
            # a sentence that names the card is true of the moves that the rule itself decides
            decided = (
                (step, v) for step, v in forceful if step.rule == rule and v.chain[:1] == (step,)
            )
            return next(decided, forceful[0])
    return None


def reason_of(decision: tuple[Step, Verdict], reader: int) -> str:
    """What the rule that matters says: with those that narrowed further, where it comes first."""
    step, verdict = decision
    if verdict.chain[:1] == (step,):
        return verdict.say(reader)
    return verdict.say_step(step, reader)


def decided_by(verdict: Verdict) -> set[Rule]:
    """The rules by which a move is refused, or kept while others are not."""
    if not verdict.legal:
        return {step.rule for step in verdict.chain[:1]}
    return {step.rule for step in verdict.chain}


# --- positions


def viewer_of(spot: Spot) -> int:
    """The seat that looks at a position: the one that acts."""
    actor = spot.state.actor() if spot.seat == spot.state.to_move else spot.seat
    return int(actor or 0)


def keeps_to(conditions: Conditions, game: Game, spot: Spot, rule: Rule, force: Force) -> bool:
    """Whether a position keeps to the conditions, and the rule changes something in it."""
    table = game.view(spot.state, spot.seat)
    moves = table.phase.candidates(table)
    low, high = read_range(conditions.get("cards", ""), (2, 13))
    if all(move.card is not None for move in moves) and not low <= len(table.hand) <= high:
        return False
    # what stands on a ladder is found there, however long it is
    if len(moves) < 2 or sum(move.at is None for move in moves) > LONGEST_LIST:
        return False
    order = game.order(table)
    if (void := conditions.get("void", "")) and order is not None and table.trick.cards:
        led = order.suit_of[table.trick.cards[0]]
        if any(order.suit_of[card] is led for card in table.hand) == (void == "true"):
            return False
    if conditions.get("holding") == "trump" and (
        order is None or not any(map(order.is_trump, table.hand))
    ):
        return False
    if known := set(read_names(conditions.get("known_only", ""))):
        strange = (r for r in table.phase.rules if r != rule and not set(r.concepts) <= known)
        if any(force_of(game, spot.state, spot.seat, r) in NARROWING for r in strange):
            return False
    if force is not Force.BINDING:
        return True
    others = tuple(r for r in table.phase.rules if r != rule)
    legal = game.legal_moves(spot.state, spot.seat)
    return set(narrowed(table, others, moves)) != set(legal)


def tells_apart(question: Question, conditions: Conditions, force: Force) -> bool:
    """Whether a belief would answer otherwise: one of those named, if any are."""
    named = read_names(conditions.get("tells_apart", ""))
    if not named and force in NARROWING:
        return True
    otherwise = {
        id for id, answer in question.believed.items() if set(answer) != set(question.answer)
    }
    return bool(set(named) & otherwise) if named else bool(otherwise)
