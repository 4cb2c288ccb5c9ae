"""Questions on formats: what is next in a league or in a match of several games, and who leads.

Knows people, rounds and points, which stand in the words of the question: no table shows them. Knows
no cards.

>>> from cardlab.engine.catalogue import game
>>> whist = game("partnership-whist")
>>> names = ("you", "Ann", "Ben", "Cleo")
>>> question = NextInLeague(
...     whist, whist.begin(whist.opening()), 0, league="hotfoot", people=names, played=((4, 2), (1, 3))
... )
>>> print(question.prompt)
Round 1: you and Ann 4, Ben and Cleo 2. Round 2: you and Ben 1, Ann and Cleo 3. Who is your partner in round 3?
>>> question.answer
('cleo',)
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.aims import Points
from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.engine.words import capital, in_order, listed, number, sentence
from cardlab.families.formats import format_rules
from cardlab.families.leagues import LeagueError
from cardlab.families.mixed import LISTS, MATCH_POINTS, MOST, ONE_DEAL_EACH, MixedMatch
from cardlab.families.schedules import (
    ALL_PLAYED,
    CLOCKWISE,
    HOTFOOT,
    OUTSIDER,
    POINTS_GO_ALONG,
    Round,
    ScheduledLeague,
)
from cardlab.lessons.deals import dice, the_game
from cardlab.lessons.questions.base import (
    NUMBER,
    AnswerChoice,
    Conditions,
    Explanation,
    Question,
    Shows,
)
from cardlab.lessons.questions.saying import far_off
from cardlab.lessons.questions.sheets import SentenceOfTitle, stated_rule

YOU = "you"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
LEAGUES: Mapping[str, Callable[..., ScheduledLeague]] = {
    "hotfoot": ScheduledLeague.hotfoot,
    "clockwise": ScheduledLeague.clockwise,
    "outsider": ScheduledLeague.outsider,
}
LEAGUE_OF_RULE: Mapping[Rule, str] = {
    HOTFOOT: "hotfoot",
    CLOCKWISE: "clockwise",
    OUTSIDER: "outsider",
}
"""The league that a rule is about."""
SIZES: Mapping[str, int] = {"hotfoot": 4, "clockwise": 4, "outsider": 3}
"""How many people the league of a found question has."""
NOBODY, OVER = "nobody", "over"
TIES = 40
"""So many results are drawn for one without a tie."""

Result = tuple[int, int]
"""What the two sides of a pitch, or of a deal, scored."""


def does(name: str, yours: str, theirs: str) -> str:
    """A person with a verb: "you have", "Ann has"."""
    return f"{name} {yours if name == YOU else theirs}"


def person_choices(names: Sequence[str]) -> tuple[AnswerChoice, ...]:
    return tuple(AnswerChoice(name.lower(), capital(name)) for name in names)


@dataclass(frozen=True)
class FormatQuestion(Question):
    """people: by name, ``you`` among them; played: what both sides scored, one result after the
    other."""

    people: tuple[str, ...] = field(kw_only=True)
    played: tuple[Result, ...] = field(kw_only=True)

    rules_asked: ClassVar[tuple[Rule, ...]] = ()
    quotes_rule: ClassVar[bool] = True

    @property
    def shows(self) -> Shows:
        """A table would only be of one of the games, and hold nothing of the answer."""
        return Shows(0)

    @property
    def needs(self) -> Collection[Rule]:
        return () if self.rule is None else (self.rule,)

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return rule in cls.rules_asked and rule in format_rules(game)

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, f"{cls.kind}:{rule}", seed)
        able = [asked for asked in cls.rules_asked if asked in format_rules(game)]
        state = game.begin(game.opening())
        for _ in range(TIES):
            question = cls.drawn(game, state, rule or rng.choice(able), rng)
            if question is not None:
                yield question

    @classmethod
    @abstractmethod
    def drawn(cls, game: Game, state: Any, rule: Rule, rng: random.Random) -> Question | None:
        """A question with results by chance; None where they leave the answer open."""


# --- leagues


@dataclass(frozen=True)
class LeagueQuestion(FormatQuestion):
    """league: the kind of its schedule, of `LEAGUES`; people in the order in which they are named
    to it."""

    league: str = field(kw_only=True)

    @cached_property
    def standing(self) -> ScheduledLeague:
        """The league after what was played."""
        if self.league not in LEAGUES:
            raise ValueError(
                f"there is no league {self.league!r} to ask about; there are {', '.join(LEAGUES)}"
            )
        if YOU not in self.people:
            raise ValueError(f"one of the people of a league is {YOU!r}")
        try:
            league = LEAGUES[self.league](*self.people)
            for ours, theirs in self.played:
                league = after_pitch(league, ours, theirs)
        except LeagueError as trouble:
            raise ValueError(str(trouble)) from None
        return league

    @cached_property
    def rounds_over(self) -> int:
        """How many whole rounds were played.  Raises ValueError in the middle of one."""
        pitches = 0
        for number_of, each in enumerate(self.standing.rounds):
            if pitches == len(self.played):
                return number_of
            pitches += len(each.pitches)
        if pitches != len(self.played):
            raise ValueError("a round of the league is not played to its end")
        return len(self.standing.rounds)

    @property
    def told(self) -> str:
        """What was played, round by round."""
        results = iter(self.played)
        rounds = self.standing.rounds[: self.rounds_over]
        return " ".join(
            f"Round {place}: {round_told(each, results)}." for place, each in enumerate(rounds, 1)
        )

    @property
    def deciding_rule(self) -> Rule | None:
        return self.standing.rule


def after_pitch(league: ScheduledLeague, ours: int, theirs: int) -> ScheduledLeague:
    """The league after its next pitch."""
    pitch = league.pitch
    if pitch is None:
        return league.after((), {})  # refused, with the reason
    scores = dict.fromkeys(pitch.sides[0], ours) | dict.fromkeys(pitch.sides[1], theirs)
    won = () if ours == theirs else pitch.sides[ours < theirs]
    return league.after(won, scores)


def round_told(one: Round, results: Iterator[Result]) -> str:
    """A round in words: who plays together, and what they scored."""
    parts = []
    for pitch in one.pitches:
        scored = zip(pitch.sides, next(results), strict=True)
        parts.append(", ".join(f"{listed(side)} {points}" for side, points in scored))
    parts += [does(name, "sit out", "sits out") for name in one.out]
    return "; ".join(parts)


def drawn_people(rng: random.Random, league: str) -> tuple[str, ...]:
    """You and as many others as a league has, in any order."""
    names = [YOU, *rng.sample(NAMES, SIZES[league] - 1)]
    rng.shuffle(names)
    return tuple(names)


def pitches_before_the_last_round(league: str, people: Sequence[str]) -> int:
    """How many pitches a league has before its last round."""
    return sum(len(each.pitches) for each in LEAGUES[league](*people).rounds[:-1])


def drawn_results(rng: random.Random, many: int) -> tuple[Result, ...]:
    """Results of so many pitches, none of them level."""
    return tuple((a, b) for a, b in (rng.sample(range(13), 2) for _ in range(many)))


@dataclass(frozen=True)
class NextInLeague(LeagueQuestion):
    """Who is your partner, or your opponent, or who sits out, in the next round?

    It is asked where the rounds before leave one person only.
    """

    ask: ClassVar[str] = "league-next"
    kind: ClassVar[str] = "league-next"
    to_do: ClassVar[str] = "choose a person"
    rules_asked: ClassVar[tuple[Rule, ...]] = (HOTFOOT, CLOCKWISE, OUTSIDER)

    @property
    def asked_about(self) -> str:
        return {
            "hotfoot": "Who is your partner",
            "clockwise": "Whom do you meet",
            "outsider": "Who sits out",
        }[self.league]

    @property
    def prompt(self) -> str:
        return f"{self.told} {self.asked_about} in round {self.rounds_over + 1}?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        able = self.people if self.league == "outsider" else [p for p in self.people if p != YOU]
        return person_choices(able)

    def beside_you(self, one: Round) -> tuple[str, ...]:
        """Who it is in a round: your partner, your opponent, or whoever sits out."""
        if self.league == "outsider":
            return one.out
        pitch = next(pitch for pitch in one.pitches if YOU in pitch.seats)
        own, other = sorted(pitch.sides, key=lambda side: YOU not in side)
        return other if self.league == "clockwise" else tuple(n for n in own if n != YOU)

    @cached_property
    def earlier(self) -> dict[str, int]:
        """The round in which each person was it."""
        rounds = self.standing.rounds[: self.rounds_over]
        return {n.lower(): place for place, r in enumerate(rounds, 1) for n in self.beside_you(r)}

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if self.rounds_over == len(self.standing.rounds):
            raise ValueError("all rounds of the league are played")
        left = [c.value for c in self.choices if c.value not in self.earlier]
        if len(left) != 1:
            raise ValueError(f"{listed(left, 'or')} could be next: ask one round before the last")
        return tuple(n.lower() for n in self.beside_you(self.standing.rounds[self.rounds_over]))

    @property
    def reason(self) -> str:
        was = {
            "hotfoot": "has been your partner before",
            "clockwise": "has played you before",
            "outsider": "has sat out before",
        }[self.league]
        return f"everybody else {was}"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """In which round the chosen person was it."""
        name, place = self.label(chosen[0]), self.earlier[chosen[0]]
        first = {
            "hotfoot": f"{name} was your partner in round {place}.",
            "clockwise": f"You have met {name}, in round {place}.",
            "outsider": f"{name} sat out in round {place}.",
        }[self.league]
        return Explanation(first, "", self.rule, f"refused:{self.rule}", first.rstrip("."))

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        able = [name for name in self.people if name != YOU]
        best = max(able, key=lambda name: self.standing.scores[name])
        return {} if self.league == "outsider" else {"best-meet-next": (best.lower(),)}

    @property
    def where_to_look(self) -> str:
        return "Go through the rounds that were played."

    @classmethod
    def drawn(cls, game: Game, state: Any, rule: Rule, rng: random.Random) -> Question | None:
        league = LEAGUE_OF_RULE[rule]
        people = drawn_people(rng, league)
        played = drawn_results(rng, pitches_before_the_last_round(league, people))
        return cls(game, state, 0, league=league, people=people, played=played)


@dataclass(frozen=True)
class LeagueTotal(LeagueQuestion):
    """How many points does a person have in the league?  of: whose."""

    of: str = field(kw_only=True)

    ask: ClassVar[str] = "league-total"
    kind: ClassVar[str] = "league-total"
    selects: ClassVar[str] = NUMBER
    to_do: ClassVar[str] = "give a number"
    rules_asked: ClassVar[tuple[Rule, ...]] = (POINTS_GO_ALONG,)

    @cached_property
    def person(self) -> str:
        named = next((name for name in self.people if name.lower() == self.of.lower()), None)
        if named is None:
            raise ValueError(f"{self.of} is not in this league")
        return named

    @property
    def prompt(self) -> str:
        return f"{self.told} How many points {self._has}?"

    @property
    def _has(self) -> str:
        return "do you have now" if self.person == YOU else f"does {self.person} have now"

    @property
    def shares(self) -> tuple[int, ...]:
        """What the person scored, round by round."""
        pitches = zip(self.standing.pitches, self.played, strict=False)
        return tuple(
            points
            for pitch, result in pitches
            for side, points in zip(pitch.sides, result, strict=True)
            if self.person in side
        )

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (str(self.standing.scores[self.person]),)

    @property
    def deciding_rule(self) -> Rule | None:
        return POINTS_GO_ALONG

    @property
    def reason(self) -> str:
        brought = listed([str(points) for points in self.shares])
        return f"{does(self.person, 'bring', 'brings')} {brought} from the rounds before"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        first = far_off(int(chosen[0]), int(self.answer[0]))
        why = "Look for the person in each round, and add only these points."
        return Explanation(first, why, self.rule, f"refused:{self.rule}", self.reason)

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        pitch = self.standing.pitches[len(self.played) - 1]
        side = next((side for side in pitch.sides if self.person in side), ())
        mate = next((name for name in side if name != self.person), None)
        if mate is None:
            return {}
        return {"partners-share-a-total": (str(self.standing.scores[mate]),)}

    @property
    def where_to_look(self) -> str:
        return "Find the person in each round."

    @classmethod
    def drawn(cls, game: Game, state: Any, rule: Rule, rng: random.Random) -> Question | None:
        league = (
            "hotfoot" if HOTFOOT in format_rules(game) else rng.choice(["clockwise", "outsider"])
        )
        people = drawn_people(rng, league)
        played = drawn_results(rng, pitches_before_the_last_round(league, people))
        of = rng.choice(people)
        return cls(game, state, 0, league=league, people=people, played=played, of=of)


@dataclass(frozen=True)
class LeagueWinner(LeagueQuestion):
    """Who wins the league?  Asked after its last round, where one person does."""

    ask: ClassVar[str] = "league-winner"
    kind: ClassVar[str] = "league-winner"
    to_do: ClassVar[str] = "choose a person"
    rules_asked: ClassVar[tuple[Rule, ...]] = (ALL_PLAYED,)

    @property
    def prompt(self) -> str:
        return f"{self.told} Who wins the league?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return person_choices(self.people)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        champions = self.standing.champions
        if len(champions) != 1:
            raise ValueError("the league has no single winner yet")
        return (champions[0].lower(),)

    @property
    def deciding_rule(self) -> Rule | None:
        return ALL_PLAYED

    def _points(self, name: str) -> str:
        return f"{does(name, 'have', 'has')} {self.standing.scores[name]}"

    def _named(self, value: str) -> str:
        return next(name for name in self.people if name.lower() == value)

    @property
    def reason(self) -> str:
        return self._points(self._named(self.answer[0]))

    def explain(self, chosen: Sequence[str]) -> Explanation:
        first = f"{capital(self._points(self._named(chosen[0])))}, and somebody has more."
        if self._level(chosen[0]):
            first = f"{capital(self._points(self._named(chosen[0])))}. Count the pitches won, too."
        return Explanation(first, "", self.rule, f"refused:{self.rule}", first.rstrip("."))

    def _level(self, value: str) -> bool:
        scores = self.standing.scores
        return scores[self._named(value)] == scores[self._named(self.answer[0])]

    @property
    def where_to_look(self) -> str:
        return "Add up each person's points."

    @classmethod
    def drawn(cls, game: Game, state: Any, rule: Rule, rng: random.Random) -> Question | None:
        league = "hotfoot" if HOTFOOT in format_rules(game) else "outsider"
        people = drawn_people(rng, league)
        played = drawn_results(rng, len(LEAGUES[league](*people).pitches))
        question = cls(game, state, 0, league=league, people=people, played=played)
        return question if len(question.standing.champions) == 1 else None


# --- matches of several games


@dataclass(frozen=True)
class MixedQuestion(FormatQuestion):
    """people: you and somebody else; mixed: the ids of the games, in their order; played: of each
    deal so far by how much you are ahead in it, and by how much the other is."""

    mixed: tuple[str, ...] = field(kw_only=True)

    @cached_property
    def standing(self) -> MixedMatch:
        if YOU not in self.people[:1] or len(self.people) != 2:
            raise ValueError("a mixed match is asked about for you and somebody else")
        try:
            match = MixedMatch.of(*self.people, games=self.mixed)
            for yours, theirs in self.played:
                match = after_deal(match, yours, theirs)
        except LeagueError as trouble:
            raise ValueError(str(trouble)) from None
        return match

    @property
    def other(self) -> str:
        return self.people[1]

    @property
    def told(self) -> str:
        """The deals so far, each with its game and who is ahead."""
        order = [*self.mixed, self.mixed[-1]]
        deals = zip(order, self.played, strict=False)
        return " ".join(f"{the_game(id).title}: {self._told(*leads)}." for id, leads in deals)

    def _told(self, yours: int, theirs: int) -> str:
        if yours == theirs:
            return "level"
        if yours > theirs:
            return f"you are {yours - theirs} ahead"
        return f"{self.other} is {theirs - yours} ahead"

    @property
    def points_told(self) -> str:
        yours, theirs = self.standing.match_points
        return f"match points are {yours} for you and {theirs} for {self.other}"


def after_deal(match: MixedMatch, yours: int, theirs: int) -> MixedMatch:
    """The match after its next deal, in which one of two is ahead by so much."""
    if match.game is not None and the_game(match.game).points is Points.BAD:
        return match.after(theirs, yours)
    return match.after(yours, theirs)


def drawn_list(game: Game, rng: random.Random, many: int) -> tuple[str, ...]:
    """A list of games with this one in it."""
    ids = [game.id, *rng.sample([id for id in LISTS[2] if id != game.id], many - 1)]
    rng.shuffle(ids)
    return tuple(ids)


def drawn_deals(rng: random.Random, many: int) -> tuple[Result, ...]:
    """Deals of which some are close, some are not, and a few are level."""
    deals = []
    for _ in range(many):
        lead = rng.choice([0, 1, 2, 5, 28])
        deals.append((lead, 0) if rng.random() < 0.5 else (0, lead))
    return tuple(deals)


@dataclass(frozen=True)
class DealMatchPoints(MixedQuestion):
    """How many match points does the last deal bring you?"""

    ask: ClassVar[str] = "deal-match-points"
    kind: ClassVar[str] = "deal-match-points"
    selects: ClassVar[str] = NUMBER
    to_do: ClassVar[str] = "give a number"
    rules_asked: ClassVar[tuple[Rule, ...]] = (MATCH_POINTS,)

    @property
    def prompt(self) -> str:
        return f"{self.told} How many match points does the last deal bring you?"

    @property
    def numbers(self) -> tuple[str, ...]:
        return ("0", "1", "2", "3")

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if not self.played:
            raise ValueError("no deal was played")
        return (str(self.standing.deals[-1][0]),)

    @property
    def deciding_rule(self) -> Rule | None:
        return MATCH_POINTS

    @property
    def reason(self) -> str:
        yours, theirs = self.played[-1]
        if yours == theirs:
            return "the last deal is level"
        return f"{does(YOU if yours > theirs else self.other, 'are', 'is')} ahead in the last deal"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        first = far_off(int(chosen[0]), int(self.answer[0]))
        return Explanation(
            first, sentence(self.reason), self.rule, f"refused:{self.rule}", self.reason
        )

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        return {"big-wins-bring-more": ("3",)}

    @property
    def where_to_look(self) -> str:
        return "Who is ahead in the last deal?"

    @classmethod
    def drawn(cls, game: Game, state: Any, rule: Rule, rng: random.Random) -> Question | None:
        ids = drawn_list(game, rng, 3)
        place = ids.index(game.id) + 1
        people, played = (YOU, rng.choice(NAMES)), drawn_deals(rng, place)
        return cls(game, state, 0, people=people, played=played, mixed=ids)


@dataclass(frozen=True)
class MixedLeader(MixedQuestion):
    """Who leads in match points?"""

    ask: ClassVar[str] = "mixed-leader"
    kind: ClassVar[str] = "mixed-leader"
    rules_asked: ClassVar[tuple[Rule, ...]] = (MOST,)

    @property
    def prompt(self) -> str:
        return f"{self.told} Who leads in match points?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return (*person_choices(self.people), AnswerChoice(NOBODY, "Nobody"))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (self._ahead(*self.standing.match_points),)

    def _ahead(self, ours: int, theirs: int) -> str:
        if ours == theirs:
            return NOBODY
        return self.people[ours < theirs].lower()

    @property
    def deciding_rule(self) -> Rule | None:
        return MOST

    @property
    def reason(self) -> str:
        return self.points_told

    def explain(self, chosen: Sequence[str]) -> Explanation:
        first = f"{self.label(chosen[0])} {'are' if chosen[0] == YOU else 'is'} not the leader."
        if chosen[0] == NOBODY:
            first = "“Nobody” is not right: the match points are not equal."
        why = "Count match points, two for each deal that was won and one for a level deal."
        return Explanation(first, why, self.rule, f"refused:{self.rule}", self.reason)

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        sums = (sum(ours for ours, _ in self.played), sum(theirs for _, theirs in self.played))
        return {"points-are-added": (self._ahead(*sums),)}

    @property
    def where_to_look(self) -> str:
        return "Count deals won, not points."

    @classmethod
    def drawn(cls, game: Game, state: Any, rule: Rule, rng: random.Random) -> Question | None:
        ids = drawn_list(game, rng, 4)
        people, played = (YOU, rng.choice(NAMES)), drawn_deals(rng, rng.choice([2, 3]))
        return cls(game, state, 0, people=people, played=played, mixed=ids)


@dataclass(frozen=True)
class NextGame(MixedQuestion):
    """Which game is next, or is the match over?"""

    ask: ClassVar[str] = "mixed-next"
    kind: ClassVar[str] = "mixed-next"
    rules_asked: ClassVar[tuple[Rule, ...]] = (ONE_DEAL_EACH,)

    @property
    def prompt(self) -> str:
        order = in_order([the_game(id).title for id in self.mixed])
        told = f" {self.told}" if self.played else ""
        return f"The list: {order}.{told} What comes next?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        titles = sorted((the_game(id).title, id) for id in self.mixed)
        return (
            *(AnswerChoice(id, title) for title, id in titles),
            AnswerChoice(OVER, "The match is over"),
        )

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (self.standing.game or OVER,)

    @property
    def deciding_rule(self) -> Rule | None:
        return ONE_DEAL_EACH

    @property
    def reason(self) -> str:
        left = len(self.mixed) - len(self.played)
        if left > 0:
            return f"{number(left)} of the list {'is' if left == 1 else 'are'} left"
        return self.points_told

    def explain(self, chosen: Sequence[str]) -> Explanation:
        if chosen[0] == OVER:
            first = "“The match is over” is not right: it goes on."
        elif chosen[0] in self.mixed[: len(self.played)]:
            first = f"A deal of {self.label(chosen[0])} has been played."
        else:
            first = f"{self.label(chosen[0])} comes later."
        return Explanation(first, "", self.rule, f"refused:{self.rule}", self.reason)

    @property
    def where_to_look(self) -> str:
        return "Which deals of the list were played?"

    @classmethod
    def drawn(cls, game: Game, state: Any, rule: Rule, rng: random.Random) -> Question | None:
        ids = drawn_list(game, rng, 3)
        people = (YOU, rng.choice(NAMES))
        played = drawn_deals(rng, rng.choice([1, 2, 3]))
        return cls(game, state, 0, people=people, played=played, mixed=ids)


@dataclass(frozen=True)
class RuleOfFormat(SentenceOfTitle):
    """Which rule of a league, or of a match of several games, says so?  line: the rule; offer:
    other rules of formats, and beliefs.  Only lessons ask it, in words of their own."""

    ask: ClassVar[str] = "format-rule"
    kind: ClassVar[str] = ""
    to_do: ClassVar[str] = "choose a rule"

    @property
    def prompt(self) -> str:
        return "Which rule says so?"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """What the chosen sentence is about."""
        stated = stated_rule(self.game, chosen[0])
        if stated is None:
            first, hook = "It is not played like that.", f"mis:{chosen[0][4:]}"
        else:
            first, hook = f"That one belongs to “{stated[0].title}”.", f"refused:{self.rule}"
        return Explanation(first, "", self.rule, hook, self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        return Explanation(f"Yes: {self.title}.", "", self.rule, "right", self.reason)

    @property
    def hints(self) -> tuple[str, str, str]:
        """What the rule is about; a sentence of it would be the answer."""
        title = f"It is about: {self.title}."
        return "Read what each sentence is about.", title, title
