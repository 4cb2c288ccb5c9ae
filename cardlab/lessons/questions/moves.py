"""Questions on moves: which are legal, is this one, how many are, which rule refuses it, which bid
is the lowest.

Knows verdicts, which are the answers, the feedback and the hints. Knows no rule by name.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import ClassVar

from cardlab.engine.game import Game, understood
from cardlab.engine.moves import PASS, Bid, Move
from cardlab.engine.rulings import Force, Rule, Verdict
from cardlab.engine.words import capital, listed, number, sentence, some
from cardlab.families.auctions import Hold, last_bid
from cardlab.families.tricks import Tricks, trick_on
from cardlab.lessons import beliefs
from cardlab.lessons.conditions import read_names
from cardlab.lessons.deals import find_spots, phases_of, refusing_alone
from cardlab.lessons.questions.base import (
    MANY,
    NUMBER,
    AnswerChoice,
    Explanation,
    Question,
)
from cardlab.lessons.questions.believed_plays import believed_plays
from cardlab.lessons.questions.replies import reply_to_belief
from cardlab.lessons.questions.saying import be, count_word, far_off, more_are, too_many
from cardlab.lessons.questions.sheets import rule_choices, stated_rule
from cardlab.lessons.questions.verdicts import (
    NARROWING,
    LegalityQuestion,
    RuleAtWork,
    VerdictQuestion,
    decided_by,
    move_choice,
    plain_label,
    tells_apart,
)

LONG_LIST = 18
"""A list of more words is left to the marks on the page."""
MOST_NAMED = 4
"""So many legal moves are named at a second miss; of more the page marks each."""
MOST_NUMBERS = 10
"""More numbers than this are typed, not tapped."""
MOST_BUTTONS = 10
"""Of more moves that are neither a card of the hand nor a rung of a ladder, an exercise shows some:
their buttons, the hand and what is said of an answer stand on one screen."""
MOST_LEGAL = 5
"""So many of them are legal, where there are as many that are not."""


@dataclass(frozen=True)
class LegalMoves(LegalityQuestion):
    """Choose every move that is legal."""

    ask: ClassVar[str] = "pick-moves"
    kind: ClassVar[str] = "decided-by"
    selects: ClassVar[str] = MANY

    @property
    def prompt(self) -> str:
        return self.to_choose("every")

    @property
    def not_yet(self) -> str:
        thing = self.thing
        return f"No {thing} is picked yet. Choose every legal {thing}, then check."

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return tuple(str(move) for move, verdict in self.verdicts.items() if verdict.legal)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """Of moves that are too many, why the rules refuse them; of moves that were left out, how
        many there are and why one of them is legal."""
        refused = self.judged(chosen, legal=False)
        legal = self.judged(chosen, legal=True)
        left_out = self.judged(set(self.answer) - set(chosen), legal=True)
        missing = len(left_out)
        if refused:
            rule, reason = self.why_refused(refused)
            names = [plain_label(verdict.move) for verdict in refused]
            first = too_many(names)
            if len(first.split()) > LONG_LIST:
                first = too_many(names, most=1)
            more = ""
            if missing:
                most = 4 if len(listed(names).split()) < LONG_LIST else 1
                first = f"{listed(names, most=most)} {be(names)} not legal."
                more = f"{capital(some(missing, f'legal {self.thing}'))} {be(left_out)} missing."
            return Explanation(first, sentence(reason), rule, f"refused:{rule}", reason, more)
        names = [plain_label(verdict.move) for verdict in legal]
        most = 4 if len(listed(names).split()) < LONG_LIST else 1
        first = more_are(names, "legal", missing, most)
        rule, reason = self.why_legal(left_out[0])
        why = sentence(reason) or (rule.look if rule is not None else "")
        return Explanation(first, why, rule, f"missed:{rule}", reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        if len(chosen) == len(self.verdicts) and len(chosen) > 2:
            first = f"Yes: every {self.thing} is legal."
        else:
            names = [plain_label(verdict.move) for verdict in self.judged(chosen, legal=True)]
            first = f"Yes: {listed(names, most=8)}."
            if len(first.split()) > LONG_LIST:
                first = f"Yes: these {number(len(names))} are legal."
        return super().praise(chosen)._replace(first=first)

    def reveal(self) -> Explanation:
        names = [plain_label(verdict.move) for verdict in self.judged(self.answer, legal=True)]
        things = self.thing if len(names) == 1 else f"{self.thing}s"
        first = f"{listed(names)} {be(names)} the legal {things}."
        if len(names) > MOST_NAMED or len(first.split()) > LONG_LIST:
            first = f"The {number(len(names))} legal {things} are marked."
        return super().reveal()._replace(first=first)

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        believed: dict[str, tuple[str, ...]] = {}
        if hand := hand_in_trick(self):
            for belief, cards in hand.believed().items():
                believed[belief] = tuple(map(str, cards))
        for belief, moves in believed_plays(self.state, self.verdicts).items():
            believed[belief] = tuple(map(str, moves))
        passes = any(move == PASS for move in self.verdicts)
        if passes and self.state.phase.id == "play":
            believed["void-means-pass"] = (str(PASS),)
        others = [str(m) for m, v in self.verdicts.items() if v.legal and not isinstance(m, Bid)]
        for belief, bids in believed_bids(self).items():
            believed[belief] = (*others, *map(str, bids))
        for belief, calls_believed in believed_holds(self).items():
            believed[belief] = tuple(map(str, calls_believed))
        calls = self.game.calls(self.state) if self.state.phase.bids else ()
        last_to_speak = calls and len(calls) >= self.game.players - 1
        if passes and last_to_speak and not any(isinstance(call, Bid) for _, call in calls):
            believed["all-pass-is-a-misdeal"] = tuple(
                str(move) for move, v in self.verdicts.items() if v.legal or move == PASS
            )
        return believed

    @classmethod
    def of_spot(cls, at_work: RuleAtWork) -> Iterator[Question]:
        """A long list of moves is cut to a few: the rule still refuses or allows one of them."""
        shown = a_few(at_work)
        candidates = () if shown is None else tuple(map(str, shown))
        question = cls(*at_work.asked_of, about=str(at_work.rule), candidates=candidates)
        if question.answer and tells_apart(question, at_work.conditions, at_work.force):
            yield question


@dataclass(frozen=True)
class OneLegalMove(LegalityQuestion):
    """Choose one move that is legal: only lessons ask so."""

    ask: ClassVar[str] = "pick-one"

    @property
    def prompt(self) -> str:
        return self.to_choose("one")

    @property
    def not_yet(self) -> str:
        return f"No {self.thing} is picked yet. Choose one that is legal, then check."

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return tuple(str(move) for move, verdict in self.verdicts.items() if verdict.legal)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """The refusal that the chosen move met; a lesson with words of its own asks for what one
        can do."""
        told = super().explain(chosen)
        if not self.worded or not told.reason or self.gives_away(told.reason, chosen):
            return told
        name = plain_label(self.judged(chosen, legal=False)[0].move)
        return told._replace(first=f"Not {name}: {told.reason}.", why="")

    def praise(self, chosen: Sequence[str]) -> Explanation:
        """The reason for this move, and what else was legal; else why another one is not."""
        verdict = self.judged(chosen, legal=True)[0]
        rule, reason = self.why_legal(verdict)
        others = [plain_label(v.move) for v in self.judged(self.answer, legal=True) if v != verdict]
        was = "was" if len(others) == 1 else "were"
        too = f"{listed(others)} {was} legal too." if others else ""
        if not too and len(self.verdicts) == 2:
            shut = next(v for v in self.verdicts.values() if not v.legal)
            too = f"Not {plain_label(shut.move)}: {shut.say(self.viewer)}."
        is_legal = "" if self.worded else " is legal"
        first = f"Yes: {plain_label(verdict.move)}{is_legal}."
        return Explanation(first, sentence(reason) or too, rule, "right", reason)

    def reveal(self) -> Explanation:
        names = [plain_label(verdict.move) for verdict in self.judged(self.answer, legal=True)]
        first = f"{listed(names)} {be(names)} legal."
        return super().reveal()._replace(first=first)


@dataclass(frozen=True)
class HowManyLegal(LegalityQuestion):
    """How many moves are legal?"""

    ask: ClassVar[str] = "how-many-open"
    kind: ClassVar[str] = "how-many-open"
    selects: ClassVar[str] = NUMBER
    to_do: ClassVar[str] = "give a number"

    @property
    def prompt(self) -> str:
        whose = "your" if self.voice == "you" else f"{self.voice}'s"
        return f"How many of {whose} {self.thing}s are legal?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return ()

    @property
    def legality(self) -> Mapping[str, bool]:
        return {str(move): verdict.legal for move, verdict in self.verdicts.items()}

    @property
    def numbers(self) -> tuple[str, ...]:
        counts = tuple(map(str, range(1, len(self.verdicts) + 1)))
        return counts if len(counts) <= MOST_NUMBERS and self.answer[0] in counts else ()

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (str(sum(verdict.legal for verdict in self.verdicts.values())),)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """By how many it is wrong, and where to look: the reason would hold the number."""
        first = far_off(int(chosen[0]), int(self.answer[0]))
        look = self.hints[0] if self.rule is not None else ""
        return Explanation(first, look, self.rule, "", self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        return super().praise(chosen)._replace(first=f"Yes: {self._counted}.")

    def reveal(self) -> Explanation:
        return super().reveal()._replace(first=f"{capital(self._counted)}.")

    @property
    def _counted(self) -> str:
        """The number, and what was counted where that is a short list."""
        legal = [plain_label(move) for move, verdict in self.verdicts.items() if verdict.legal]
        if not 0 < len(legal) <= MOST_NAMED:
            return count_word(len(legal))
        most = MOST_NAMED if len(listed(legal).split()) < LONG_LIST else 1
        return f"{count_word(len(legal))}: {listed(legal, most=most)}"

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        believed: dict[str, tuple[str, ...]] = {
            belief: (str(len(moves)),)
            for belief, moves in believed_plays(self.state, self.verdicts).items()
        }
        hand = hand_in_trick(self)
        if hand is None:
            return believed
        believed |= {belief: (str(len(cards)),) for belief, cards in hand.believed().items()}
        if hand.void:
            believed["void-means-pass"] = ("0",)
        return believed


@dataclass(frozen=True)
class IsLegal(LegalityQuestion):
    """Is this move legal?"""

    move: str = field(kw_only=True)

    ask: ClassVar[str] = "is-open"
    kind: ClassVar[str] = "is-open"
    conditions: ClassVar[tuple[str, ...]] = (*VerdictQuestion.conditions, "move")
    forces: ClassVar[tuple[Force, ...]] = (Force.BINDING,)

    @cached_property
    def verdict(self) -> Verdict:
        return verdict_on(self, self.move)

    @property
    def prompt(self) -> str:
        return f"Is {plain_label(self.verdict.move)} legal for {self.voice}?"

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
        seen = self.why_legal(self.verdict)[1] if self.verdict.legal else ""
        return seen or self.verdict.say(self.viewer)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """Whether the move is legal, and why, as far as a rule speaks.

        With two choices there is nothing left to look for after the first miss.
        """
        name, legal = plain_label(self.verdict.move), self.verdict.legal
        if legal:
            rule, reason = self.why_legal(self.verdict)
        else:
            rule, reason = self.rule, self.verdict.say(self.viewer)
        hook = f"{'missed' if legal else 'refused'}:{rule}"
        if self.worded and reason:
            # a lesson with words of its own asks about what the rule looks at, not for a verdict
            return Explanation(sentence(reason), "", rule, hook, reason)
        first = f"{name} is {'' if legal else 'not '}legal."
        return Explanation(first, sentence(reason), rule, hook, reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        told = self.explain(chosen)
        first = told.first if told.why or not told.reason else f"{told.reason}."
        return told._replace(first=f"Right: {first}", hook="right")

    def reveal(self) -> Explanation:
        return self.explain(())

    @classmethod
    def of_spot(cls, at_work: RuleAtWork) -> Iterator[Question]:
        rule, rng, wanted = at_work.rule, at_work.rng, at_work.conditions.get("move")
        # a legal move of a position in which the rule was at work, or one that it refused
        legal = [
            move
            for move, verdict in at_work.verdicts.items()
            if verdict.legal
            and verdict.rule in (rule, None)
            and (move == wanted if wanted else was_at_work(verdict, rule))
        ]
        refused = [move for move in at_work.refused if wanted in (None, move)]
        for moves in (refused, legal) if rng.random() < 0.5 else (legal, refused):
            if moves:
                yield cls(*at_work.asked_of, about=str(rule), move=str(rng.choice(moves)))

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
        name = plain_label(self.verdict.move)
        return f"Which rule {'allows' if self.verdict.legal else 'refuses'} {name}?"

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

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """A belief is answered with a fact of this table; of a rule, that it did not refuse."""
        value = chosen[0]
        name = plain_label(self.verdict.move)
        told = f"refused:{self.rule}"
        if value.startswith("mis:"):
            first, why = reply_to_belief(self, value[4:], name)
            return Explanation(first, why, self.rule, f"mis:{value[4:]}", self.reason)
        stated = stated_rule(self.game, value)
        title = stated[0].title if stated else self.label(value)
        first = f"The rule “{title}” does not forbid {name}."
        return Explanation(first, sentence(self.reason), self.rule, told, self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        return Explanation(f"Yes: {self.reason}.", "", self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        name = plain_label(self.verdict.move)
        title = self.rule.title if self.rule else ""
        first = f"The rule “{title}” forbids {name}."
        return Explanation(first, sentence(self.reason), self.rule, "", self.reason)

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
    def _bids(self) -> dict[Bid, Verdict]:
        """The bids with their verdicts, the lowest first."""
        bids = [(move, v) for move, v in self.verdicts.items() if isinstance(move, Bid)]
        return dict(sorted(bids, key=lambda pair: pair[0].height))

    @cached_property
    def _decisive(self) -> Verdict | None:
        """The verdict that sets the lowest rung: on the refused bid next below it; where none is
        refused, on the lowest bid itself."""
        lowest = next((v for v in self._bids.values() if v.legal), None)
        if lowest is None:
            return None
        height = lowest.move.height
        below = [v for bid, v in self._bids.items() if bid.height < height]
        return below[-1] if below else lowest

    @property
    def deciding_rule(self) -> Rule | None:
        return self._decisive.rule if self._decisive is not None else None

    @property
    def reason(self) -> str:
        decisive = self._decisive
        if decisive is None or not decisive.chain:
            return "there is no bid to top yet"
        return decisive.say(self.viewer)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """Why this bid is too high, or why it is refused; never the lowest one itself."""
        bid, verdict = next((b, v) for b, v in self._bids.items() if b in chosen)
        standing, label = self._standing, bid.label[:1].upper() + bid.label[1:]
        hook = f"refused:{self.rule}"
        if verdict.legal:
            tops = standing is not None and bid.height > standing.height
            first = (
                f"{label} tops {standing.label}. A lower bid does, too."
                if tops and standing is not None
                else f"{label} is legal. A lower bid is, too."
            )
            return Explanation(first, "Look lower on the ladder.", self.rule, hook, self.reason)
        if standing is not None and bid.height < standing.height:
            first = f"{label} is below {standing.label}, the bid that stands."
            return Explanation(first, "", verdict.rule, "", self.reason)
        if standing is not None and bid.height == standing.height:
            first = f"{label} is the bid that stands. A higher one is needed."
            return Explanation(first, "", verdict.rule, "", self.reason)
        reason = verdict.say(self.viewer)
        first = f"{label} is not legal."
        return Explanation(first, sentence(reason), verdict.rule, hook, reason)

    def reveal(self) -> Explanation:
        first = f"{self.label(self.answer[0])} is the lowest bid."
        return super().reveal()._replace(first=first)

    @property
    def _standing(self) -> Bid | None:
        calls = self.game.calls(self.state)
        return next((call for _, call in reversed(calls) if isinstance(call, Bid)), None)

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
    """The verdict on a move, whether it is on show or not. Raises MoveError for what is none."""
    shown = question.verdicts.get(move)  # type: ignore[call-overload]
    return shown or understood(question.game.verdict(question.state, move, question.seat))


def was_at_work(verdict: Verdict, rule: Rule) -> bool:
    """Whether a rule narrowed or waived anything at this table, perhaps for other moves than
    this one."""
    return any(step.rule == rule and step.ruling.force in NARROWING for step in verdict.steps)


def contradicted(rule: Rule, rng: random.Random) -> tuple[str, ...]:
    """At most two beliefs that a rule contradicts, as choices."""
    able = [f"mis:{belief}" for belief in beliefs.against(rule)]
    return tuple(rng.sample(able, min(2, len(able))))


def a_few(at_work: RuleAtWork) -> list[Move] | None:
    """Some of the moves of a position, in their order, where a page has no room for all; None
    where it has: of the moves that the rule refuses, of those that are legal, and of the others."""
    verdicts = at_work.verdicts
    buttons = [m for m in verdicts if m.at is None and move_choice(m).card is None]
    if len(buttons) <= MOST_BUTTONS:
        return None
    at_random = at_work.rng.sample(buttons, len(buttons))
    legal = [m for m in at_random if verdicts[m].legal]
    refused = [m for m in at_random if not verdicts[m].legal and verdicts[m].rule == at_work.rule]
    others = [m for m in at_random if not verdicts[m].legal and verdicts[m].rule != at_work.rule]
    illegal = [*refused[:1], *others[:1], *refused[1:], *others[1:]]
    few_legal = legal[: max(MOST_LEGAL, MOST_BUTTONS - len(illegal))]
    shown = {*few_legal, *illegal[: MOST_BUTTONS - len(few_legal)]}
    return [m for m in verdicts if m in shown or m not in buttons]


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
    if not trick.cards or trick.each > 1 or order is None or not isinstance(state.phase, Tricks):
        return None
    cards = [m.card for m in question.verdicts if m.verb == "play" and m.card is not None]
    if len(cards) < len(question.verdicts):
        return None
    winning, mover = state.winning(), state.to_move
    partner = winning is not None and mover is not None and state.same_side(winning[0], mover)
    return beliefs.HandInTrick(cards, trick.cards, order, partner)


def standing_bid(question: VerdictQuestion) -> Bid | None:
    """The bid that the next one is held against; None before the first."""
    last = last_bid(question.game.calls(question.state)) if question.state.phase.bids else None
    return last[1] if last else None


def believed_holds(question: VerdictQuestion) -> dict[str, list[Move]]:
    """The calls that each belief about holding would call legal, where holding is the question."""
    standing = standing_bid(question)
    if standing is None or question.rule is None or "hold-bid" not in question.rule.concepts:
        return {}
    legal = [move for move, verdict in question.verdicts.items() if verdict.legal]
    called: list[Move] = [move for move in question.verdicts if isinstance(move, Hold)]
    repeated: list[Move] = [
        move
        for move in question.verdicts
        if isinstance(move, Bid) and move.height == standing.height
    ]
    return beliefs.holding_bids(legal, called or repeated)


def believed_bids(question: VerdictQuestion) -> dict[str, list[Bid]]:
    """The bids that each belief would call legal; nothing before the first bid."""
    standing = standing_bid(question)
    if standing is None:
        return {}
    return beliefs.legal_bids([m for m in question.verdicts if isinstance(m, Bid)], standing)
