"""Questions on scores: what a side scores in a deal, what one rule gave it, and which rule gave
the points.

Knows score lines. Knows no game's values.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import islice
from typing import Any, ClassVar

from cardlab.engine.aims import Points
from cardlab.engine.game import OVER, Game
from cardlab.engine.rulings import Rule
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.words import capital, listed, points, sentence
from cardlab.families.melding import MeldState
from cardlab.families.tricks import TrickState
from cardlab.lessons.conditions import read_range
from cardlab.lessons.deals import PLIES, dice, find_spots, is_rare, with_other_totals
from cardlab.lessons.questions.base import (
    NUMBER,
    USUAL,
    AnswerChoice,
    Conditions,
    Explanation,
    MadeLine,
    Question,
    Shows,
    rule_named,
)
from cardlab.lessons.questions.saying import addressed, figure
from cardlab.lessons.questions.sheets import rule_choices, stated_rule

VAIN = 25
"""After so many deals that had the line and could not be asked about, a search ends."""
FEW = 10
MOST_REASONS = 1
"""Of so many lines a sentence gives the reasons; of more it names the lines."""
"""How many finished deals are looked at before others are set up from them."""


@dataclass(frozen=True)
class ScoreQuestion(Question):
    """A question on the score lines of a side.  As an exercise: the end of a deal in which a rule
    of scoring made a line.

    of: the id of the side; result: an imagined result to score instead of the table's.
    """

    of: str | None = field(default=None, kw_only=True)
    result: Any = field(default=None, compare=False, kw_only=True)

    conditions: ClassVar[tuple[str, ...]] = ("made", "lines")

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        """The score lines of the imagined result, of the finished deal, or those made so far."""
        if self.result is not None:
            return self.game.score(self.result)
        if self.state.phase is OVER:
            return self.game.deal_lines(self.state)
        return tuple(self.state.pegged)

    @property
    def asked_lines(self) -> tuple[ScoreLine, ...]:
        """Those that the question is about: of the side."""
        return tuple(line for line in self.lines if self.of is None or line.side == self.of)

    def to_reader(self, text: str) -> str:
        """A sentence of the score, in which the one who looks is "you"."""
        return addressed(text, self.game.names[self.viewer])

    @property
    def side(self) -> Any:
        return next((s for s in self.game.sides if s.id == self.of), self.game.sides[0])

    @property
    def shows(self) -> Shows:
        """To count a deal one has to see its tricks, and what scored in play."""
        return USUAL & ~Shows.SUMS | Shows.EARLIER_TRICKS | Shows.MADE

    @property
    def made(self) -> tuple[MadeLine, ...]:
        """What scored in play; and where no tricks lie there to count, what the deal is settled by:
        the cards that were captured, the bets that were won."""
        counted = isinstance(self.state, TrickState | MeldState) or self.result is not None
        lines = self.state.pegged if counted else self.lines
        names = {side.id: capital(self.to_reader(side.name)) for side in self.game.sides}
        return tuple(
            MadeLine(
                line.side,
                names[line.side],
                self.to_reader(self.titled(line)),
                capital(self.to_reader(line.because)),
            )
            for line in self.game.of_deal(self.state, lines)
        )

    def titled(self, line: ScoreLine) -> str:
        """The title of a line as the page may show it."""
        return line.title

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return rule.kind == "score"

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng, vain = dice(game, cls.kind, seed), 0
        low, high = read_range(conditions.get("lines", ""), (1, 99))
        for state, lines in finished_deals(game, rule, seed):
            mine = [line for line in lines if rule is None or line.rule == rule]
            if not mine:
                continue
            line = rng.choice(mine)
            if "made" in conditions and (line.points > 0) != (conditions["made"] == "true"):
                continue
            if not low <= sum(other.side == line.side for other in lines) <= high:
                continue
            viewer = rng.randrange(game.players)
            question = cls.of_line(game, state, viewer, line, lines)
            if question is not None:
                yield question
            elif (vain := vain + 1) >= VAIN:
                return  # the game scores in a way that this kind cannot ask about

    @classmethod
    @abstractmethod
    def of_line(
        cls, game: Game, state: Any, viewer: int, line: ScoreLine, lines: tuple[ScoreLine, ...]
    ) -> Question | None:
        """The question on a line of a finished deal; None where it cannot be asked."""


@dataclass(frozen=True)
class DealScore(ScoreQuestion):
    """How many points does a side score in this deal?"""

    ask: ClassVar[str] = "how-much"
    kind: ClassVar[str] = "score-deal"
    selects: ClassVar[str] = NUMBER
    to_do: ClassVar[str] = "give a number"
    quotes_rule: ClassVar[bool] = True

    @property
    def what(self) -> str:
        """What is counted, as the question says it."""
        return "in this deal"

    @property
    def prompt(self) -> str:
        who = "you" if self.side.seats == (self.viewer,) else self.side.name
        does = "do" if who == "you" or len(self.side.seats) > 1 else "does"
        return f"How many points {does} {who} {self.gain} {self.what}?"

    @property
    def gain(self) -> str:
        """The verb of what comes to a side: points that nobody wants are taken, not scored."""
        return "score" if self.game.points is Points.GOOD else "take"

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if self.of is None:
            sides = " or ".join(side.id for side in self.game.sides)
            raise ValueError(f"how-much needs a side: of = {sides}")
        return (str(sum(line.points for line in self.asked_lines)),)

    @property
    def deciding_rule(self) -> Rule | None:
        lines = self.asked_lines or self.lines
        if lines:
            return max(lines, key=lambda line: abs(line.points)).rule
        # a deal without a line of score has not met what the game gives points for first
        return next(iter(self.game.score_rules()), None)

    @property
    def reason(self) -> str:
        if not self.asked_lines:
            whose = "yours" if self.of == self.game.side_of[self.viewer] else "theirs"
            return f"no line of the score is {whose}"
        lines = self.asked_lines
        told = [told_line(line, why=len(lines) <= MOST_REASONS) for line in lines]
        return self.to_reader(listed(told, most=4))

    @property
    def whose(self) -> str:
        """Whose points they are, at the beginning of a sentence."""
        if self.side.seats == (self.viewer,):
            return "You"
        return capital(self.side.name)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """What the number is, where it is a part of the sum or another side's; else that it is
        not the score."""
        given, right = int(chosen[0]), int(self.answer[0])
        hook = f"refused:{self.rule}"
        first = self._is_a_part(given, right) or self._off(given, right)
        return Explanation(first, self._look, self.rule, hook, self.reason)

    def _off(self, given: int, right: int) -> str:
        """By how much a number is wrong, and which line that comes of: one that was left out or
        counted twice."""
        low, by = given < right, abs(given - right)
        side = "low" if low else "high"
        first = f"{figure(given)} is too {side} by {by}."
        for line in self.asked_lines if len(self.asked_lines) > 1 else ():
            if line.points and abs(line.points) == by:
                left_out = low == (line.points > 0)
                did = "left out" if left_out else "counted twice"
                return f"{first[:-1]}, as if “{self.to_reader(line.title)}” were {did}."
        return first

    @property
    def _look(self) -> str:
        """Where the count begins."""
        rule = self.rule
        return rule.look if rule is not None and rule.look else ""

    def _is_a_part(self, given: int, right: int) -> str:
        """What somebody may have counted who gives this number; "" where nothing is known."""
        contract = self.state.contract if isinstance(self.state, TrickState) else None
        if contract is not None and contract.level == given:
            bid = str(given) in contract.bid.label  # a bid with a name of its own stands for tricks
            told = "the bid" if bid else "the number of tricks that was bid"
            return f"{figure(given)} is {told}, not what it scores."
        if given == -right:
            gone = "lost" if right < 0 else "won"
            return f"{figure(given)} has the other sign: these points are {gone}."
        if len(self.asked_lines) > 1:
            for line in self.asked_lines:
                if line.points == given:
                    title = self.to_reader(line.title)
                    return f"{figure(given)} is only “{title}”. There is more."
        for line in self.asked_lines:
            for symbol, words in line.formula.legend() if line.formula else ():
                value = dict(line.values).get(symbol)
                if value == given and not words.startswith(("1 if", "2 if", "double")):
                    return f"{figure(given)} is one part of the sum: {words}."
        for side in self.game.sides:
            theirs = [line.points for line in self.lines if line.side == side.id]
            if side.id != self.of and theirs and sum(theirs) == given:
                mine = side.seats == (self.viewer,)
                whose = "your score" if mine else f"the score of {side.name}"
                return f"{figure(given)} is {whose}."
        return ""

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: {figure(int(self.answer[0]))}."
        return Explanation(first, sentence(self.reason), self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        plain = self.whose == "You" or len(self.side.seats) > 1
        first = (
            f"{self.whose} {self.gain if plain else self.gain + 's'} {figure(int(self.answer[0]))}."
        )
        return Explanation(first, sentence(self.reason), self.rule, "", self.reason)

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        contract = self.state.contract if isinstance(self.state, TrickState) else None
        if contract is None or contract.level is None:
            return {}
        theirs = self.of == self.game.side_of.get(contract.declarer)
        return {"bid-is-the-score": (str(contract.level),)} if theirs else {}

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return super().fits(game, rule) and not is_staked(game)

    @classmethod
    def of_line(
        cls, game: Game, state: Any, viewer: int, line: ScoreLine, lines: tuple[ScoreLine, ...]
    ) -> Question | None:
        if any(other.rule.kind == "note" for other in lines):
            return None  # points that everybody begins with are not points of the deal
        rule = str(line.rule)
        return cls(game, state, viewer, of=line.side, about=rule)

    @property
    def step(self) -> int:
        """One line; two; several sides or values; many lines, or a formula with a condition."""
        lines = self.asked_lines
        knotty = any(line.formula is not None and len(line.values) > 2 for line in lines)
        return min(4, max(1, len(lines)) + knotty)


@dataclass(frozen=True)
class LinePoints(DealScore):
    """How many points does one rule give a side?  line: the id of the rule."""

    line: str = field(kw_only=True)

    kind: ClassVar[str] = "line-points"

    @property
    def asked_lines(self) -> tuple[ScoreLine, ...]:
        return tuple(line for line in super().asked_lines if line.rule == self.line)

    @property
    def what(self) -> str:
        rule = rule_named(self.game, self.line)
        return f"by the rule “{rule.title}”" if rule else "in this deal"

    @property
    def deciding_rule(self) -> Rule | None:
        return rule_named(self.game, self.line)

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return rule.kind == "score"

    @classmethod
    def of_line(
        cls,
        game: Game,
        state: TrickState,
        viewer: int,
        line: ScoreLine,
        lines: tuple[ScoreLine, ...],
    ) -> Question | None:
        rule = str(line.rule)
        return cls(game, state, viewer, of=line.side, line=rule, about=rule)

    @property
    def step(self) -> int:
        """Harder with more quantities."""
        return min(4, max((len(line.values) for line in self.asked_lines), default=1) or 1)


@dataclass(frozen=True)
class RuleOfPoints(ScoreQuestion):
    """Which rule of scoring gave a side its points?

    line: the id of the rule; offer: further sentences to choose from.
    """

    line: str = field(kw_only=True)
    offer: tuple[str, ...] = field(default=(), kw_only=True)

    ask: ClassVar[str] = "which-line"
    kind: ClassVar[str] = "which-line"
    to_do: ClassVar[str] = "choose a sentence"

    @cached_property
    def entry(self) -> ScoreLine:
        """The line of the score: of several by this rule, the one with most points."""
        lines = [line for line in self.asked_lines if line.rule == self.line]
        if not lines:
            raise ValueError(f"no line of this score comes from {self.line}")
        return max(lines, key=lambda line: abs(line.points))

    @property
    def prompt(self) -> str:
        name = next(side.name for side in self.game.sides if side.id == self.entry.side)
        return f"{capital(name)}: {points(self.entry.points)}. Which rule gave these points?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        # points are written down during play too, some of them by rules that stand among the
        # notes: the line brings its own
        rules = dict.fromkeys([self.entry.rule, *self.game.score_rules()])
        return rule_choices(self.game, rules, self.offer)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (str(self.entry.rule),)

    @property
    def deciding_rule(self) -> Rule | None:
        return self.entry.rule

    @property
    def reason(self) -> str:
        entry = self.entry
        told = f"{entry.title}: {entry.because}" if entry.because else entry.text or entry.title
        return self.to_reader(told)

    def titled(self, line: ScoreLine) -> str:
        """A title would tell the rule that is asked for."""
        return ""

    @property
    def _name(self) -> str:
        return next(side.name for side in self.game.sides if side.id == self.entry.side)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """What the chosen rule did in this deal: nothing, or points for somebody else."""
        value, hook = chosen[0], f"refused:{self.rule}"
        stated = stated_rule(self.game, value)
        if value.startswith("mis:") or stated is None:
            first = f"{self.game.title} does not score like that."
            return Explanation(first, "", self.rule, hook, self.reason)
        title = stated[0].title
        lines = [line for line in self.lines if line.rule == stated[0]]
        mine = [line for line in lines if line.side == self.entry.side]
        if mine:
            gave = figure(sum(line.points for line in mine))
            first = f"“{title}” gave {self.to_reader(self._name)} {gave}."
        elif lines:
            first = f"“{title}” gave points to somebody else here."
        else:
            first = f"“{title}” gave no points here."
        return Explanation(first, self._because, self.rule, hook, self.reason)

    @property
    def _because(self) -> str:
        return sentence(self.to_reader(self.entry.because))

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: {self.to_reader(self.entry.because or self.entry.title)}."
        return Explanation(first, "", self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        first = f"“{self.entry.rule.title}” gave these points."
        return Explanation(first, self._because, self.rule, "", self.reason)

    @classmethod
    def of_line(
        cls,
        game: Game,
        state: TrickState,
        viewer: int,
        line: ScoreLine,
        lines: tuple[ScoreLine, ...],
    ) -> Question | None:
        of_side = [other for other in lines if other.side == line.side]
        if len({other.rule for other in of_side if other.points == line.points}) > 1:
            return None  # two rules gave this side the same points: either would be an answer
        of_rule = [other for other in of_side if other.rule == line.rule]
        if max(of_rule, key=lambda other: abs(other.points)).points != line.points:
            return None
        # a game with few rules of scoring lends some of its notes to choose from
        few = max(1, 4 - len(game.score_rules()))
        notes = [note for note in game.notes if note.kind != "score"]
        others = [str(note) for note in notes if note.text(game) != line.rule.text(game)]
        offer = tuple(others[:few])
        question = cls(game, state, viewer, of=line.side, line=str(line.rule), offer=offer)
        return question if len(question.choices) > 1 else None

    @property
    def step(self) -> int:
        return min(4, max(1, len(self.choices) - 2))


def told_line(line: ScoreLine, *, why: bool) -> str:
    """A line of the score in a few words, with its points.  why: with its reason."""
    because = f" ({line.because})" if line.because and why else ""
    return f"{line.title}{because} {points(line.points)}"


# --- deals


def finished_deals(
    game: Game, rule: Rule | None, seed: int
) -> Iterator[tuple[Any, tuple[ScoreLine, ...]]]:
    """Finished deals with their lines: of matches that begin and of late ones; then the same
    deals with other points on the board; then more and more of both."""
    rare = is_rare(game, rule)
    sources = [
        find_spots(game, seed, over=True, late=late, rare=rare, most=PLIES // 2)
        for late in (False, True)
    ]
    first: list[Any] = []
    for source in sources:
        for spot in islice(source, FEW):
            first.append(spot.state)
            yield spot.state, game.deal_lines(spot.state)
    rng = dice(game, f"restood/{rule}", seed)
    for state in first:
        for other in with_other_totals(game, state, rng, 60):
            lines = game.deal_lines(other)
            if any(line.rule == rule for line in lines):
                yield other, lines
                break
    for source in sources:
        for spot in source:
            yield spot.state, game.deal_lines(spot.state)


@cache
def is_staked(game: Game) -> bool:
    """Whether every deal has points by note, such as stakes that all pay: no deal's points are
    earned in it alone."""
    few = islice(finished_deals(game, None, 1), 3)
    return all(any(line.rule.kind == "note" for line in lines) for _, lines in few)
