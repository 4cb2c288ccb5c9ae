"""Questions on moves: which are legal, is this one, how many are, which rule refuses it, which bid
is the lowest.

Knows verdicts, which are the answers, the feedback and the hints. Knows no rule by name.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import ClassVar

from cardlab.engine.game import Game
from cardlab.engine.moves import PASS, Bid, Move
from cardlab.engine.rulings import Force, Rule, Verdict
from cardlab.families.tricks import Tricks, trick_on
from cardlab.lessons import beliefs
from cardlab.lessons.conditions import read_names
from cardlab.lessons.deals import find_spots, phases_of
from cardlab.lessons.questions.base import (
    MANY,
    NUMBER,
    AnswerChoice,
    Explanation,
    Question,
)
from cardlab.lessons.questions.sheets import rule_choices
from cardlab.lessons.questions.verdicts import (
    NARROWING,
    LegalityQuestion,
    RuleAtWork,
    VerdictQuestion,
    decided_by,
    deciding,
    move_choice,
    reason_of,
    refusing_alone,
)

MOST_NUMBERS = 10
"""More numbers than this are typed, not tapped."""


@dataclass(frozen=True)
class LegalMoves(LegalityQuestion):
    """Choose every move that is legal."""

    ask: ClassVar[str] = "pick-moves"
    kind: ClassVar[str] = "decided-by"
    selects: ClassVar[str] = MANY

    @property
    def prompt(self) -> str:
        return f"Choose every {self.thing} that is legal for {self.voice}."

    @property
    def not_yet(self) -> str:
        return f"Not yet: choose every {self.thing} that is legal, then check."

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return tuple(str(move) for move, verdict in self.verdicts.items() if verdict.legal)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """The refusal that most of the chosen moves met, else why one that was left out is legal:
        the rule that was waived, or met, or that did not apply."""
        if any(move in chosen and not v.legal for move, v in self.verdicts.items()):
            return super().explain(chosen)
        more = "What you chose stands. There is more: {reason}."
        rule, reason = self._why_legal(chosen)
        return Explanation(rule, f"missed:{rule}", more, reason)

    def _why_legal(self, chosen: Sequence[str]) -> tuple[Rule | None, str]:
        left_out = (v for move, v in self.verdicts.items() if v.legal and move not in chosen)
        verdict = next(left_out, None)
        if verdict is None:
            return self.rule, self.reason
        for force in (Force.WAIVED, Force.BINDING, Force.SILENT):
            for step in verdict.steps:
                speaks = force is Force.SILENT or step.ruling.speaks_of(verdict.move)
                if step.ruling.force is force and speaks:
                    return step.rule, verdict.say_step(step, self.viewer)
        return self.rule, verdict.say(self.viewer)

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        believed: dict[str, tuple[str, ...]] = {}
        if hand := hand_in_trick(self):
            for belief, cards in hand.believed().items():
                believed[belief] = tuple(map(str, cards))
        passes = any(move == PASS for move in self.verdicts)
        if passes and self.state.phase.id == "play":
            believed["void-means-pass"] = (str(PASS),)
        others = [str(m) for m, v in self.verdicts.items() if v.legal and not isinstance(m, Bid)]
        for belief, bids in believed_bids(self).items():
            believed[belief] = (*others, *map(str, bids))
        calls = self.game.calls(self.state) if self.state.phase.bids else ()
        last_to_speak = calls and len(calls) >= self.game.players - 1
        if passes and last_to_speak and not any(isinstance(call, Bid) for _, call in calls):
            believed["all-pass-is-a-misdeal"] = tuple(
                str(move) for move, v in self.verdicts.items() if v.legal or move == PASS
            )
        return believed


@dataclass(frozen=True)
class OneLegalMove(LegalityQuestion):
    """Choose one move that is legal: only lessons ask so."""

    ask: ClassVar[str] = "pick-one"

    @property
    def prompt(self) -> str:
        return f"Choose one {self.thing} that is legal for {self.voice}."

    @property
    def not_yet(self) -> str:
        return f"Not yet: choose a {self.thing} that is legal, then check."

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return tuple(str(move) for move, verdict in self.verdicts.items() if verdict.legal)


@dataclass(frozen=True)
class HowManyLegal(LegalityQuestion):
    """How many moves are legal?"""

    ask: ClassVar[str] = "how-many-open"
    kind: ClassVar[str] = "how-many-open"
    selects: ClassVar[str] = NUMBER
    to_do: ClassVar[str] = "give a number"

    @property
    def prompt(self) -> str:
        whose = "your" if self.voice == "you" else f"{self.voice}’s"
        return f"How many of {whose} {self.thing}s are legal?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return ()

    @property
    def numbers(self) -> tuple[str, ...]:
        counts = tuple(map(str, range(1, len(self.verdicts) + 1)))
        return counts if len(counts) <= MOST_NUMBERS and self.answer[0] in counts else ()

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (str(sum(verdict.legal for verdict in self.verdicts.values())),)

    @property
    def wrong(self) -> str:
        return "{reason}. Count again."

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        hand = hand_in_trick(self)
        if hand is None:
            return {}
        believed: dict[str, tuple[str, ...]] = {
            belief: (str(len(cards)),) for belief, cards in hand.believed().items()
        }
        if hand.void:
            believed["void-means-pass"] = ("0",)
        return believed


@dataclass(frozen=True)
class IsLegal(LegalityQuestion):
    """Is this move legal?"""

    move: str = field(kw_only=True)

    ask: ClassVar[str] = "is-open"
    kind: ClassVar[str] = "is-open"
    forces: ClassVar[tuple[Force, ...]] = (Force.BINDING,)

    @cached_property
    def verdict(self) -> Verdict:
        return verdict_on(self, self.move)

    @property
    def prompt(self) -> str:
        return f"Is {self.verdict.move.label} legal for {self.voice}?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return (AnswerChoice("yes", "Yes"), AnswerChoice("no", "No"))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return ("yes" if self.verdict.legal else "no",)

    @property
    def deciding_rule(self) -> Rule | None:
        return self.verdict.rule or super().deciding_rule

    @property
    def reason(self) -> str:
        return self.verdict.say(self.viewer)

    @classmethod
    def of_spot(cls, at_work: RuleAtWork) -> Iterator[Question]:
        rule, rng = at_work.rule, at_work.rng
        # a legal move of a position in which the rule was at work, or one that it refused
        legal = [
            move
            for move, verdict in at_work.verdicts.items()
            if verdict.legal and verdict.rule in (rule, None) and was_at_work(verdict, rule)
        ]
        refused = at_work.refused
        for some in (refused, legal) if rng.random() < 0.5 else (legal, refused):
            if some:
                yield cls(*at_work.asked_of, about=str(rule), move=str(rng.choice(some)))

    @classmethod
    def of_unoffered(cls, at_work: RuleAtWork, move: str) -> Iterator[Question]:
        yield cls(*at_work.asked_of, about=str(at_work.rule), move=move)


@dataclass(frozen=True)
class WhyIllegal(VerdictQuestion):
    """Which rule refuses this move?  As an exercise only where one rule alone does.

    offer: further sentences: ``mis:`` a belief, a rule's id, or ``game/rule``.
    """

    move: str = field(kw_only=True)
    offer: tuple[str, ...] = field(default=(), kw_only=True)

    ask: ClassVar[str] = "which-rule"
    kind: ClassVar[str] = "why-not"
    to_do: ClassVar[str] = "choose a sentence"
    forces: ClassVar[tuple[Force, ...]] = (Force.BINDING,)

    @cached_property
    def verdict(self) -> Verdict:
        return verdict_on(self, self.move)

    @property
    def prompt(self) -> str:
        label = self.verdict.move.label
        if self.verdict.legal:
            return f"Which rule allows {label}?"
        return f"Which rule refuses {label}?"

    @property
    def needs(self) -> Collection[Rule]:
        """The rule that is asked for."""
        return {self.verdict.rule} if self.verdict.rule is not None else ()

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        """The rules of play in force here; where they are few, others of the sheet too: those of
        play first, then what is dealt."""
        steps = next(iter(self.verdicts.values())).steps if self.verdicts else ()
        own = [self.verdict.rule] if self.verdict.rule else []
        in_force = (*self.state.phase.rules, *(step.rule for step in steps))
        rules = [*own, *(rule for rule in in_force if rule.kind == "play")]
        by_text = {rule.text(self.game): rule for rule in rules}
        if len(by_text) + len(self.offer) < 3:
            others = [rule for rule in self.game.all_rules() if rule.kind != "score"]
            for rule in sorted(others, key=lambda rule: rule.kind != "play"):
                if len(by_text) < 3:
                    by_text.setdefault(rule.text(self.game), rule)
        return rule_choices(self.game, by_text.values(), self.offer)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if self.verdict.rule is None:
            raise ValueError(f"no rule restricts {self.move} here")
        return (str(self.verdict.rule),)

    @property
    def deciding_rule(self) -> Rule | None:
        return self.verdict.rule

    @property
    def reason(self) -> str:
        return self.verdict.say(self.viewer)

    @property
    def wrong(self) -> str:
        return "{reason}. Which sentence says that?"

    @property
    def where_to_look(self) -> str:
        return "Look at what the table says when this is tried."

    @property
    def step(self) -> int:
        return min(4, max(1, len(self.choices) - 2))

    @classmethod
    def of_spot(cls, at_work: RuleAtWork) -> Iterator[Question]:
        refused = at_work.refused
        at_work.rng.shuffle(refused)
        for move in refused[:6]:
            if refusing_alone(at_work.game, at_work.spot, move) == [at_work.rule]:
                offer = read_names(at_work.conditions.get("offer", ""))
                yield cls.with_three_choices(at_work, str(move), offer)
                return

    @classmethod
    def of_unoffered(cls, at_work: RuleAtWork, move: str) -> Iterator[Question]:
        yield cls.with_three_choices(at_work, move)

    @classmethod
    def with_three_choices(
        cls, at_work: RuleAtWork, move: str, offer: tuple[str, ...] = ()
    ) -> Question:
        """A question with at least three sentences: those on offer, else the beliefs that the rule
        contradicts; rules of other moments fill up."""
        game, rng = at_work.game, at_work.rng
        offer = offer or contradicted(at_work.rule, rng)
        question = cls(*at_work.asked_of, move=move, offer=offer)
        texts = {choice.label for choice in question.choices}
        if len(texts) >= 3:
            return question
        more: list[str] = []
        for rule in rng.sample(game.all_rules(), len(game.all_rules())):
            text = rule.text(game)
            if text not in texts and len(more) + len(texts) < 4:
                more.append(str(rule))
                texts.add(text)
        return cls(*at_work.asked_of, move=move, offer=(*offer, *more))


@dataclass(frozen=True)
class LowestBid(LegalityQuestion):
    """Which is the lowest bid that is legal?"""

    ask: ClassVar[str] = "lowest-bid"
    kind: ClassVar[str] = "next-bid"

    @property
    def prompt(self) -> str:
        return f"Which is the lowest bid that {self.voice} could make?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return tuple(move_choice(move) for move in self.verdicts if isinstance(move, Bid))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        legal = [m for m, v in self.verdicts.items() if v.legal and isinstance(m, Bid)]
        if not legal:
            raise ValueError("no bid is legal on this table")
        return (str(min(legal, key=lambda bid: bid.height)),)

    @property
    def needs(self) -> Collection[Rule]:
        """Every rule that decides a bid."""
        return {rule for verdict in self._bids.values() for rule in decided_by(verdict)}

    @property
    def _bids(self) -> dict[Move, Verdict]:
        """The bids with their verdicts, the refused ones first: their rules set the lowest rung."""
        bids = [(move, v) for move, v in self.verdicts.items() if isinstance(move, Bid)]
        return dict(sorted(bids, key=lambda pair: pair[1].legal))

    @property
    def deciding_rule(self) -> Rule | None:
        decision = deciding(self._bids, self.about)
        return decision[0].rule if decision else None

    @property
    def reason(self) -> str:
        decision = deciding(self._bids, self.about)
        return reason_of(decision, self.viewer) if decision else "there is no bid to top yet"

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        return {belief: (str(bids[0]),) for belief, bids in believed_bids(self).items() if bids}

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return (
            super().fits(game, rule)
            and any(rule in phase.rules and phase.bids for phase in game.phases)
            and game.quiet_of(rule) is None
            and refuses_bids(game, rule)
        )

    @classmethod
    def of_spot(cls, at_work: RuleAtWork) -> Iterator[Question]:
        if any(v.legal and isinstance(move, Bid) for move, v in at_work.verdicts.items()):
            question = cls(*at_work.asked_of, about=str(at_work.rule))
            if at_work.force is not Force.BINDING or question.rule == at_work.rule:
                yield question

    @property
    def step(self) -> int:
        """Numbers; no trump or suits between; a standing bid to equal; doubles and second
        rounds."""
        if len(self.game.calls(self.state)) >= self.game.players:
            return 4
        if self.state.to_move == self.state.dealer:
            return 3
        return 2 if len({m.strain for m in self.verdicts if isinstance(m, Bid)}) > 1 else 1


# --- what these share


def verdict_on(question: VerdictQuestion, move: str) -> Verdict:
    """The verdict on a move, whether it is on show or not."""
    shown = question.verdicts.get(move)  # type: ignore[call-overload]
    return shown or question.game.verdict(question.state, move, question.seat)


def was_at_work(verdict: Verdict, rule: Rule) -> bool:
    """Whether a rule narrowed or waived anything at this table, perhaps for other moves than
    this one."""
    return any(step.rule == rule and step.ruling.force in NARROWING for step in verdict.steps)


def contradicted(rule: Rule, rng: random.Random) -> tuple[str, ...]:
    """At most two beliefs that a rule contradicts, as choices."""
    able = [f"mis:{belief}" for belief in beliefs.against(rule)]
    return tuple(rng.sample(able, min(2, len(able))))


@cache
def refuses_bids(game: Game, rule: Rule) -> bool:
    """Whether a rule ever refuses a bid while another is legal, and so moves the lowest rung."""
    for spot in find_spots(game, 2, phases_of(game, rule), most=800):
        verdicts = game.verdicts(spot.state, spot.seat)
        bids = [verdict for move, verdict in verdicts.items() if isinstance(move, Bid)]
        refused = any(not verdict.legal and verdict.rule == rule for verdict in bids)
        if refused and any(verdict.legal for verdict in bids):
            return True
    return False


def hand_in_trick(question: VerdictQuestion) -> beliefs.HandInTrick | None:
    """The hand beside a trick that has begun; None where other moves than cards are on show."""
    state = question.state
    trick, order = trick_on(state), question.game.order(state)
    if not trick.cards or order is None or not isinstance(state.phase, Tricks):
        return None
    cards = [m.card for m in question.verdicts if m.verb == "play" and m.card is not None]
    if len(cards) < len(question.verdicts):
        return None
    winning, mover = state.winning(), state.to_move
    partner = winning is not None and mover is not None and state.same_side(winning[0], mover)
    return beliefs.HandInTrick(cards, trick.cards, order, partner)


def believed_bids(question: VerdictQuestion) -> dict[str, list[Bid]]:
    """The bids that each belief would call legal; nothing before the first bid."""
    calls = question.game.calls(question.state) if question.state.phase.bids else ()
    standing = next((call for _, call in reversed(calls) if isinstance(call, Bid)), None)
    if standing is None:
        return {}
    return beliefs.legal_bids([m for m in question.verdicts if isinstance(m, Bid)], standing)
