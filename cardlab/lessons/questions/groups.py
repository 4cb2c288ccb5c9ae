"""Questions on cards that go together: melds in a hand, captures from a pond, what can be laid
off, deadwood.

Knows groups as the game's own melding or its moves show them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import combinations
from typing import Any, ClassVar

from cardlab.engine.cards import BACK, JOKER, Card, Suit
from cardlab.engine.game import Game
from cardlab.engine.moves import Move
from cardlab.engine.rulings import Rule, Verdict
from cardlab.engine.words import capital, listed, number, some
from cardlab.families.fishing import FishState
from cardlab.families.melding import MeldGame, OpenMeldGame
from cardlab.lessons import beliefs
from cardlab.lessons.conditions import read_names, read_range
from cardlab.lessons.deals import Spot, dice, find_spots, play_through, traits
from cardlab.lessons.questions.base import (
    MANY,
    NUMBER,
    USUAL,
    AnswerChoice,
    Conditions,
    Explanation,
    Question,
    Shows,
    card_choices,
    rule_about,
    rule_named,
)
from cardlab.lessons.questions.moves import LegalMoves
from cardlab.lessons.questions.saying import as_group, be, far_off, more_are, too_many
from cardlab.lessons.questions.verdicts import LegalityQuestion, decided_by

OF_MELDS = {"meld", "set", "run", "flush", "declared-meld", "identical-cards"}
OF_CAPTURES = {"capture", "fishing", "sum-capture", "sweep", "run", "set", "flush"}
TOGETHER = {"capture", "sum-capture", "meld", "set", "run", "flush"}
"""What a note is about that says what belongs together, and not how the table is laid."""
MOST_GROUPS = 40
SUIT_LETTERS = "SHCD"


@dataclass(frozen=True)
class GroupQuestion(Question):
    """Choose all the cards of a group, in any order; any one of the groups will do."""

    selects: ClassVar[str] = MANY

    @cached_property
    def groups(self) -> dict[str, frozenset[str]]:
        """Every right answer with the cards in it."""
        return {value: frozenset(value.split()) for value in self.answer}

    def agrees(self, chosen: Sequence[str]) -> bool:
        return frozenset(chosen) in self.groups.values()

    @property
    def right_answer(self) -> tuple[str, ...]:
        cards = {choice.value for choice in self.choices}
        first = next(iter(self.answer), "").split()
        return tuple(sorted(card for card in first if card in cards))

    def nearest(self, chosen: Sequence[str]) -> frozenset[str]:
        """The group that most of what was chosen belongs to."""
        cards = frozenset(chosen)
        return max(
            self.groups.values(),
            key=lambda group: (len(group & cards), -len(group)),
            default=frozenset[str](),
        )

    def marks(self, chosen: Sequence[str], told: bool = True) -> dict[str, str]:
        """A word for each card: held against the group that most of what was chosen belongs to."""
        nearest = self.nearest(chosen)
        marks = {card: "right" if card in nearest else "refused" for card in chosen}
        left_out = sorted(nearest - set(chosen)) if told else ()
        return marks | dict.fromkeys(left_out, "missed")

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """What of these cards is too many, what is too few, or what keeps them apart.

        Cards are chosen, not moves: none of them was refused.
        """
        cards, hook = frozenset(chosen), f"refused:{self.rule}"
        within = [group for group in self.groups.values() if cards < group]
        beyond = [group for group in self.groups.values() if group < cards]
        names = [Card(card).sign for card in chosen]
        why = ""
        if beyond:
            largest = max(beyond, key=len)
            first = too_many([Card(card).sign for card in chosen if card not in largest])
            why = "The others go together."
        elif within:
            missing = min(len(group) for group in within) - len(cards)
            more = (
                "one more card belongs" if missing == 1 else f"{number(missing)} more cards belong"
            )
            them = "it" if len(names) == 1 else "them"
            first = f"{listed(names, most=8)} {be(names)} not enough: {more} with {them}."
        else:
            first = f"{listed(names, most=8)} {'do' if len(names) > 1 else 'does'} not go together."
            first = f"{names[0]} belongs to no group here." if len(names) == 1 else first
            why = self.apart([Card(card) for card in chosen])
        return Explanation(first, why, self.rule, hook, self.reason)

    def apart(self, cards: Sequence[Card]) -> str:
        """What keeps some cards from being a group, where it is seen from the cards."""
        return keeps_apart(cards)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        """The group, and how many others there were."""
        names = [Card(card).sign for card in chosen]
        others = len(set(self.groups.values())) - 1
        would = f"{capital(some(others, 'other group'))} would do, too." if others else ""
        first = f"Yes: {as_group(names)}."
        return Explanation(first, would, self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        names = [Card(card).sign for card in self.right_answer]
        first = f"{as_group(names)}."
        return Explanation(first, "", self.rule, "", self.reason)

    def recognised(self, chosen: Sequence[str]) -> str | None:
        return None if self.agrees(chosen) else beliefs.behind_group(chosen)

    @property
    def instead(self) -> tuple[str, ...]:
        return tuple(" ".join(Card(card).sign for card in v.split()) for v in self.answer)

    @property
    def hints(self) -> tuple[str, str, str]:
        """The reason lists the groups, so the middle hint is the rule itself."""
        first, _, last = super().hints
        rule = self.rule
        return first, rule.text(self.game) if rule is not None else self.prompt, last

    @property
    def shows(self) -> Shows:
        return USUAL & ~Shows.GROUPS

    @property
    def step(self) -> int:
        """One group; two apart; a card with two homes; many."""
        groups = [set(value.split()) for value in self.answer]
        shared = any(a & b and not a <= b and not b <= a for a, b in combinations(groups, 2))
        return 4 if len(groups) > 4 else 3 if shared else 2 if len(groups) > 1 else 1


@dataclass(frozen=True)
class FindMeld(GroupQuestion):
    """Find a meld in a hand: one that the game itself sorts, or else among the moves that lay
    several cards together.

    Conditions: melds: how many there are; hand: of how many cards.
    """

    ask: ClassVar[str] = "find-meld"
    kind: ClassVar[str] = "find-melds"
    conditions: ClassVar[tuple[str, ...]] = ("melds", "hand")
    to_do: ClassVar[str] = "choose the cards of one meld"

    @property
    def prompt(self) -> str:
        return "Choose cards of your hand that make a meld."

    @property
    def hand(self) -> tuple[Card, ...]:
        return tuple(self.state.hands[self.viewer])

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return card_choices(self.hand)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return tuple(" ".join(meld) for meld in self.game.melding.melds(self.hand))

    @property
    def deciding_rule(self) -> Rule | None:
        return rule_about(self.game, "meld")

    @property
    def reason(self) -> str:
        return listed(self.instead, "or") + (
            " is a meld" if len(self.answer) == 1 else " are melds"
        )

    def recognised(self, chosen: Sequence[str]) -> str | None:
        melds = [*self.groups.values()]
        return None if self.agrees(chosen) else beliefs.behind_group(chosen, melds)

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        if not OF_MELDS & set(rule.concepts):
            return False
        if isinstance(game, MeldGame):
            return True
        return traits(game).groups and turns_on_groups(game, rule)

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        few, many = read_range(conditions.get("melds", ""), (1, 99))
        low, high = read_range(conditions.get("hand", ""), (3, 13))
        rng = dice(game, cls.kind, seed)
        for spot in find_spots(game, seed):
            state = spot.state
            if not is_own_turn(spot) or rng.random() < 0.5:
                continue
            hand = state.hands[state.to_move]
            if not low <= len(hand) <= high:
                continue
            if len(set(hand)) < len(hand):
                continue  # of two equal cards a click could mean either
            if not isinstance(game, MeldGame):
                question = FindGroup.of_moves(game, spot, rule, shown_groups(game, spot))
                if question is not None and few <= len(question.answer) <= many:
                    yield question
            elif len(hand) >= 4 and few <= len(game.melding.melds(hand)) <= many:
                yield cls(game, state, state.to_move, about=str(rule) if rule else None)


@dataclass(frozen=True)
class FindGroup(GroupQuestion, LegalityQuestion):
    """A group of cards that one legal move takes, lays or shows.

    line: only moves that score by this rule at once; start: cards that have to be among them.
    """

    line: str | None = field(default=None, kw_only=True)
    start: tuple[Card, ...] = field(default=(), kw_only=True)

    ask: ClassVar[str] = "find-group"
    kind: ClassVar[str] = ""
    conditions: ClassVar[tuple[str, ...]] = ()
    to_do: ClassVar[str] = "choose the cards of one group"

    @cached_property
    def groups(self) -> dict[str, frozenset[str]]:
        """Every legal move with the cards that it puts together, the card from the hand
        included."""
        return {
            str(move): frozenset(map(str, together(move)))
            for move, verdict in self.verdicts.items()
            if verdict.legal and move.named and self._scores(move)
        }

    @property
    def needs(self) -> Collection[Rule]:
        """Every rule that decides whether cards go together."""
        groups = (verdict for move, verdict in self.verdicts.items() if move.named)
        return {rule for verdict in groups for rule in decided_by(verdict)}

    def _scores(self, move: Move) -> bool:
        return self.line is None or self.line in rules_scored(
            self.game, self.state, self.seat, move
        )

    @property
    def prompt(self) -> str:
        rule = rule_named(self.game, self.line) if self.line else None
        if any(set(self.start) >= group for group in self.groups.values()):
            return f"Choose {number(len(self.start))} cards that belong together."
        if self.start:
            return f"Choose cards that belong together, {self._begun} among them."
        if rule is None:
            return "Choose cards that belong together."
        return f"Choose cards that score together by the rule “{rule.title}”."

    @property
    def _begun(self) -> str:
        return listed([card.sign for card in self.start])

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        """The hand and what it could be put together with: cards of no group are on show too."""
        seen = self.viewer == self.seat or self.faced or self.state.sees(self.viewer, self.seat)
        around = [card for card in self.state.hands[self.seat] if card.rank] if seen else []
        if any(move.verb == "capture" for move in self.verdicts):
            around += pond_of(self.state)
        grouped = [card for move in self.verdicts for card in together(move)]
        return card_choices(dict.fromkeys([*around, *grouped]))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return tuple(self.groups)

    @property
    def instead(self) -> tuple[str, ...]:
        return tuple(move.label for move in self.verdicts if str(move) in self.groups)

    @property
    def deciding_rule(self) -> Rule | None:
        """The rule asked about; else the one by which every group scores; else one that narrows
        the choice."""
        if named := rule_named(self.game, self.about or self.line or ""):
            return named
        moves = [move for move in self.verdicts if str(move) in self.groups]
        scored = [set(rules_scored(self.game, self.state, self.seat, move)) for move in moves]
        common = set.intersection(*scored) if scored else set()
        if scoring := next((r for r in self.game.all_rules() if r in common), None):
            return scoring
        refused = (v for move, v in self.verdicts.items() if move.named and not v.legal)
        verdict = next(refused, None)
        return verdict.rule if verdict else rule_about(self.game, *sorted(TOGETHER))

    @property
    def reason(self) -> str:
        moves = [move for move in self.verdicts if str(move) in self.groups]
        # a label may cut a long list of cards short; here each of them counts
        whole = [" ".join(card.sign for card in together(move)) for move in moves]
        labels = [m.label if len(m.named) < 5 else w for m, w in zip(moves, whole, strict=True)]
        return listed(labels, "or")

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """A capture without a card of the hand lacks the card that takes."""
        own = {str(card) for card in self.state.hands[self.seat]}
        captures = any(move.verb == "capture" for move in self.verdicts)
        names, hook = [Card(card).sign for card in chosen], f"refused:{self.rule}"
        if captures and not own & set(chosen):
            first = f"{listed(names, most=8)} {'lie' if len(names) > 1 else 'lies'} on the table."
            return Explanation(first, "Add the card that takes.", self.rule, hook, self.reason)
        if self._is_another_group(chosen):
            first = f"{as_group(names, 8)}, too."
            why = f"Choose a group with {self._begun}." if self.start else "Look for another group."
            return Explanation(first, why, self.rule, "", self.reason)
        return super().explain(chosen)

    def _is_another_group(self, chosen: Sequence[str]) -> bool:
        """Whether a legal move puts just these cards together, though it is not asked for."""
        verdicts = self.game.verdicts(self.state, self.seat).items()
        return any(
            sorted(map(str, together(move))) == sorted(chosen)
            for move, verdict in verdicts
            if verdict.legal and move.named and len(chosen) > 1
        )

    @classmethod
    def of_moves(
        cls, game: Game, spot: Spot, rule: Rule | None, moves: Mapping[Move, Verdict]
    ) -> Question | None:
        """A question about these groups that turns on a rule: one that scores asks for a group
        that scores by it, one of play refuses one of the groups on show."""
        if not any(verdict.legal for verdict in moves.values()) or len(moves) > MOST_GROUPS:
            return None
        if rule is not None and rule.kind == "play":
            if all(verdict.legal or verdict.rule != rule for verdict in moves.values()):
                return None
        question = cls(
            game,
            spot.state,
            spot.seat or 0,
            about=str(rule) if rule else None,
            candidates=tuple(map(str, moves)),
            line=str(rule) if rule is not None and rule.kind == "score" else None,
        )
        turns_on = question.rule
        if rule is None and (turns_on is None or not TOGETHER & set(turns_on.concepts)):
            # nothing on this table names one: the first rule of the sheet that says what belongs
            # together
            rules = [r for r in game.all_rules() if (OF_MELDS | OF_CAPTURES) & set(r.concepts)]
            first = next((r for r in rules if turns_on_groups(game, r)), None)
            question = replace(question, about=str(first) if first else None)
        # of two copies of a card a click could mean either, and both have to be chosen
        twice = any(len(set(value)) < len(value) for value in map(str.split, question.answer))
        return question if question.answer and not twice else None


@dataclass(frozen=True)
class FindCapture(FindGroup):
    """A pond on the table: find a capture.

    Conditions: kinds: only sums, runs or sets can be taken; pond: how many cards lie in it.
    """

    kind: ClassVar[str] = "find-captures"
    conditions: ClassVar[tuple[str, ...]] = ("kinds", "pond")

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        captures = any("capture" in verbs for verbs in traits(game).verbs.values())
        about = OF_CAPTURES & set(rule.concepts)
        return bool(about) and captures and turns_on_groups(game, rule)

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, cls.kind, seed)
        kinds = read_names(conditions.get("kinds", ""))
        low, high = read_range(conditions.get("pond", ""), (1, 99))
        for spot in find_spots(game, seed):
            if not is_own_turn(spot) or rng.random() < 0.3:
                continue
            if not low <= len(pond_of(spot.state)) <= high:
                continue
            captures: dict[Any, Verdict] = legal_captures(game, spot)
            if kinds and any(kind not in kinds for m in captures for kind, _ in m.groups):
                continue  # somebody who is asked about sums need not know a run
            question = cls.of_moves(game, spot, rule, captures)
            if question is not None:
                yield question

    @property
    def step(self) -> int:
        """One group; two kinds; three cards and more; many ways."""
        if len(self.verdicts) > 6:
            return 4
        if any(len(move.named) > 2 for move in self.verdicts):
            return 3
        return 2 if len({move.kind for move in self.verdicts}) > 1 else 1


@dataclass(frozen=True)
class LaidOffCards(Question):
    """Which cards does the defender lay off on the melds of the knocker?"""

    ask: ClassVar[str] = "laid-off"
    kind: ClassVar[str] = "find-layoffs"
    selects: ClassVar[str] = MANY
    to_do: ClassVar[str] = "choose the cards that are laid off"

    @property
    def defender(self) -> int:
        seat: int = self.state.after_seat(self.state.knocker)
        return seat

    @property
    def prompt(self) -> str:
        name = self.game.names[self.defender]
        who = "do you" if self.defender == self.viewer else f"does {name}"
        return f"Which cards {who} lay off, so that the least deadwood is left?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return card_choices(self.state.hands[self.defender])

    @property
    def shows(self) -> Shows:
        """The melds of the knocker; the hand sorted would have what is laid off beside it."""
        return USUAL & ~Shows.GROUPS

    @cached_property
    def laid(self) -> tuple[Card, ...]:
        return tuple(self.game.shown(self.state).laid)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return tuple(map(str, self.laid))

    @property
    def deciding_rule(self) -> Rule | None:
        return rule_about(self.game, "lay-off")

    @property
    def reason(self) -> str:
        return f"{listed([card.sign for card in self.laid])} can lie on the knocker's melds"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """Whether a wrong card fits no meld, or does better at home; else how many are left out."""
        hook = f"refused:{self.rule}"
        strange = [Card(card) for card in chosen if card not in self.answer]
        if not strange:
            names = [Card(card).sign for card in chosen]
            first = more_are(names, "right", len(self.answer) - len(chosen))
            return Explanation(first, "", self.rule, hook, self.reason)
        melding = self.game.melding
        melds = melding.arrange(self.state.hands[self.state.knocker]).melds
        card = strange[0]
        if not any(can_all_be_laid(melding, [tuple(meld)], (card,)) for meld in melds):
            first = f"{card.sign} fits no meld of the knocker."
        else:
            first = f"{card.sign} fits, but less deadwood stays without laying it off."
        return Explanation(first, "", self.rule, hook, self.reason)

    def reveal(self) -> Explanation:
        names = [card.sign for card in self.laid]
        first = f"{listed(names)} {be(names)} laid off."
        return Explanation(first, "", self.rule, "", self.reason)

    @property
    def step(self) -> int:
        return min(4, max(1, len(self.answer)))

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        if isinstance(game, OpenMeldGame) and (rule.kind != "play" or not phases_of_layoffs(game)):
            return False  # laid off move by move: only a rule that narrows these is asked about
        return isinstance(game, MeldGame) and bool({"lay-off", "lay-down"} & set(rule.concepts))

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        about = str(rule) if rule else None
        if isinstance(game, OpenMeldGame):
            yield from LegalLayOffs.of_game(game, about, seed)
            return
        for spot in find_spots(game, seed, over=True):
            state = spot.state
            if state.void or state.knocker is None or BACK in state.hands[0]:
                continue
            question = cls(game, state, state.after_seat(state.knocker), about=about)
            if question.answer and len(best_layoffs(game, state)) == 1:
                yield question


@dataclass(frozen=True)
class LegalLayOffs(LegalMoves):
    """Which lay-offs are legal?  In games in which cards are laid off move by move."""

    kind: ClassVar[str] = ""

    @classmethod
    def of_game(cls, game: Game, about: str | None, seed: int) -> Iterator[Question]:
        for spot in find_spots(game, seed, phases_of_layoffs(game)):
            state = spot.state
            if is_own_turn(spot) and any(m.verb == "lay off" for m in game.legal_moves(state)):
                question = cls(game, state, state.to_move, about=about)
                if question.rule is not None:
                    yield question

    @property
    def step(self) -> int:
        return min(4, max(1, len(self.answer)))


@dataclass(frozen=True)
class CountDeadwood(Question):
    """What does the hand count outside melds, at the least?"""

    ask: ClassVar[str] = "deadwood"
    kind: ClassVar[str] = "deadwood"
    selects: ClassVar[str] = NUMBER
    to_do: ClassVar[str] = "give a number"
    quotes_rule: ClassVar[bool] = True

    @property
    def prompt(self) -> str:
        return "How many points of deadwood does your hand hold, at the least?"

    @property
    def hand(self) -> tuple[Card, ...]:
        return tuple(self.state.hands[self.viewer])

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (str(self.game.melding.deadwood(self.hand)),)

    @property
    def deciding_rule(self) -> Rule | None:
        return rule_about(self.game, "deadwood")

    @property
    def reason(self) -> str:
        loose = self.game.melding.arrange(self.hand).loose
        cards = listed([card.sign for card in loose], most=8) or "no card"
        return f"outside the melds {'lie' if len(loose) > 1 else 'lies'} {cards}"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """By how much it is off; less than the least cannot be, more can be made less."""
        given, least = int(chosen[0]), int(self.answer[0])
        look = "There is a better way to meld." if given > least else "Add up what stays outside."
        return Explanation(far_off(given, least), look, self.rule, f"refused:{self.rule}")

    def praise(self, chosen: Sequence[str]) -> Explanation:
        return super().praise(chosen)._replace(first=f"Yes: {self.answer[0]}.")

    @property
    def shows(self) -> Shows:
        return USUAL & ~Shows.GROUPS

    @property
    def step(self) -> int:
        melds = self.game.melding.melds(self.hand)
        cards = [card for meld in melds for card in meld]
        if len(melds) > 4:
            return 4
        return 3 if len(set(cards)) < len(cards) else min(2, len(melds))

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        """Where a contract comes first, melds in the hand do not make it count less."""
        about = {"deadwood", "card-values", "pip-face"} & set(rule.concepts)
        return isinstance(game, MeldGame) and game.by_deadwood and bool(about)

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, cls.kind, seed)
        for spot in find_spots(game, seed):
            if not is_own_turn(spot):
                continue
            hand = spot.state.hands[spot.seat]
            if 4 <= len(hand) <= 13 and game.melding.melds(hand) and rng.random() < 0.5:
                yield cls(game, spot.state, spot.seat or 0, about=str(rule) if rule else None)


def keeps_apart(cards: Sequence[Card]) -> str:
    """What keeps cards from being a set or a run, where it is seen from the cards.

    >>> keeps_apart([Card("7C"), Card("8C"), Card("9D")])
    '9♦ is a diamond, the others are clubs.'
    """
    cards = [card for card in cards if card is not JOKER]  # which may stand for any card
    by_suit: dict[str, list[Card]] = {}
    for card in cards:
        by_suit.setdefault(str(card.suit), []).append(card)
    ranks = {card.rank for card in cards}
    odd = [group[0] for group in by_suit.values() if len(group) == 1]
    if len(by_suit) == 2 and len(odd) == 1 and len(cards) > 2 and len(ranks) == len(cards):
        other = next(group[0] for group in by_suit.values() if len(group) > 1)
        if all(str(card.suit) in tuple(SUIT_LETTERS) for card in (odd[0], other)):
            own, theirs = Suit(odd[0].suit).name, Suit(other.suit).name
            return f"{odd[0].sign} is a {own[:-1]}, the others are {theirs}."
    counted = Counter(card.rank for card in cards)
    rank, most = counted.most_common(1)[0] if cards else ("", 0)
    strange = [card for card in cards if card.rank != rank]
    if most > 1 and len(strange) == 1:
        return f"{strange[0].sign} is of another rank than the others."
    return ""


# --- groups as the game shows them


def together(move: Move) -> tuple[Card, ...]:
    """The cards that a move puts together."""
    return ((move.card,) if move.card is not None else ()) + tuple(move.named)


def rules_scored(game: Game, state: FishState, seat: int, move: Move) -> tuple[str, ...]:
    """The rules by which a move scores at once; none where hidden cards leave that open."""
    try:
        lines = state.phase.apply(state, seat, move).pegged[len(state.pegged) :]
    except (KeyError, ValueError, IndexError):  # the move asks for a card that lies face down
        return ()
    return tuple(dict.fromkeys(str(line.rule) for line in lines))


def is_own_turn(spot: Spot) -> bool:
    """Whether the seat that looks at a position is the one that acts."""
    return spot.seat is not None and spot.seat == spot.state.to_move == spot.state.actor()


def phases_of_layoffs(game: Game) -> list[str]:
    """The phases in which cards are laid off and nothing else is done; none in games in which one
    lays off before the discard."""
    return [phase.id for phase in game.phases if "lay-off" in phase.id]


def pond_of(state: FishState) -> tuple[Card, ...]:
    """The cards that lie on the table to be captured."""
    return state.pond if isinstance(state, FishState) else ()


def shown_groups(game: Game, spot: Spot) -> dict[Move, Verdict]:
    """The moves on show that put cards of the hand together."""
    hand = spot.state.hands[spot.seat or 0]
    return {
        move: verdict
        for move, verdict in game.verdicts(spot.state, spot.seat).items()
        if move.named
        and move.verb not in ("capture", "lay off", "bet")
        and move.card is not None
        and all(card in hand for card in together(move))
    }


def legal_captures(game: Game, spot: Spot) -> dict[Move, Verdict]:
    """The captures that are legal."""
    return {
        move: verdict
        for move, verdict in game.verdicts(spot.state, spot.seat).items()
        if verdict.legal and move.verb == "capture"
    }


def turns_on_groups(game: Game, rule: Rule) -> bool:
    """Whether a question about groups can turn on a rule: a note about them is quoted, the others
    have to be at work."""
    if rule.kind == "note":
        return bool(TOGETHER & set(rule.concepts))
    return str(rule) in rules_of_groups(game)


@cache
def rules_of_groups(game: Game) -> frozenset[str]:
    """The rules that groups turn on in this game: those by which a capture or a shown group
    scores at once, and those that refuse one."""
    rules: set[str] = set()
    for plies, spot in enumerate(play_through(game, 3)):
        if plies > 1500:
            break
        if not is_own_turn(spot) or spot.seat is None or plies % 3:
            continue
        groups = {**shown_groups(game, spot), **legal_captures(game, spot)}
        if not any(verdict.legal for verdict in groups.values()):
            continue
        for move, verdict in groups.items():
            scored = rules_scored(game, spot.state, spot.seat, move) if verdict.legal else ()
            rules |= set(scored) if verdict.legal else {str(verdict.rule)}
    return frozenset(rules)


def best_layoffs(game: Any, state: Any) -> list[frozenset[str]]:
    """Every choice of cards to lay off that leaves the least deadwood with the fewest cards, by
    trying all of them.

    Only cards that fit a meld at all, alone or after another, are tried.
    """
    melding = game.melding
    table = [tuple(meld) for meld in melding.arrange(state.hands[state.knocker]).melds]
    hand = state.hands[state.after_seat(state.knocker)]
    able = [c for c in hand if any(c.rank == m[0].rank or c.suit == m[0].suit for m in table)]
    tried: dict[frozenset[str], tuple[int, int]] = {}
    for n in range(min(len(able), 6) + 1):
        for cards in combinations(able, n):
            if can_all_be_laid(melding, table, cards):
                left = melding.deadwood([card for card in hand if card not in cards])
                tried[frozenset(map(str, cards))] = (left, n)
    best = min(tried.values())
    return [cards for cards, worth in tried.items() if worth == best]


def can_all_be_laid(melding: Any, table: list[tuple[Any, ...]], some: tuple[Any, ...]) -> bool:
    """Whether cards can be laid on melds, one after the other in some order."""
    if not some:
        return True
    for i, card in enumerate(some):
        for j, meld in enumerate(table):
            if melding.extends(meld, card):
                grown = [*table[:j], (*meld, card), *table[j + 1 :]]
                if can_all_be_laid(melding, grown, (*some[:i], *some[i + 1 :])):
                    return True
    return False
