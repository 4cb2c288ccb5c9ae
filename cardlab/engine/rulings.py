"""Legality with reasons: a rule narrows the moves that are still legal, and says why.  Nothing
else decides legality.

Knows rules, rulings and verdicts.  Knows no games, no cards in play, no seats.

A rule is made of a function ``(table, moves) -> Ruling`` whose docstring is the rule as a book
prints it:

>>> @rule("no-sevens", "Sevens stay in the hand", "rank")
... def no_sevens(table, moves):
...     '''Do not play a seven.'''
...     return may_not(moves, lambda m: m.startswith("7"), "a seven stays in the hand")
>>> no_sevens, no_sevens.wording
(no-sevens, 'Do not play a seven.')
>>> verdicts = judge(None, (no_sevens,), ("7H", "QH"))
>>> verdicts["7H"]
<7H is illegal: a seven stays in the hand (no-sevens); legal: QH>
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from cardlab.engine.cards import Card, Word, give
from cardlab.engine.moves import Move
from cardlab.engine.options import fill
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Quiet
from cardlab.engine.tuples import tuple_of
from cardlab.engine.words import Sentence, listed, quantities

Facts = Mapping[str, Any] | Callable[[], Mapping[str, Any]] | None
Reason = tuple[str, Facts]
"""A sentence with its quantities."""


class Force(Enum):
    """What a rule does to the moves that are still legal."""

    BINDING = "binding"  # it removed at least one move
    MET = "met"  # it applies, and every legal move obeys it
    WAIVED = "waived"  # it applies, but no legal move can obey it
    SILENT = "silent"  # it does not apply now


class Ruling(NamedTuple):
    """What one rule says about the moves that the rules before it left.

    because: the sentence where this rule decides a move; then: the clause where another rule spoke
    first and this one narrowed what that one had left.

    about: which of the moves that it kept it has something to say of; None is all of them.  An
    obligation speaks of every move that obeys it; a prohibition speaks of what it forbids, and a
    move that it never touched is legal for other reasons.

    refusing: the sentence of the moves that it refuses, where it names them and ``because`` is said
    of those that are left; or a reason for each move, where one sentence would be false of some; ""
    where one sentence serves all.
    """

    kept: tuple[Any, ...]
    force: Force
    because: str
    facts: Facts = None
    about: Callable[[Any], bool] | None = None
    then: str = ""
    refusing: str | Mapping[Any, Reason] = ""

    def speaks_of(self, move: Any) -> bool:
        """Whether it narrowed the choice to this legal move, or let it pass because nothing else
        was left."""
        return self.force in _SPEAKING and (self.about is None or self.about(move))

    @property
    def names_the_move(self) -> bool:
        """Whether its sentence is another for each move, because it names the card or its suit."""
        if not isinstance(self.refusing, str):
            return True
        texts = (self.because, self.then, self.refusing)
        return any(not _OF_THE_MOVE.isdisjoint(quantities(text)) for text in texts)

    def __reduce__(self) -> tuple[Any, ...]:
        """A ruling travels with its quantities looked up, and the moves that it speaks of named."""
        refusing = self.refusing
        if not isinstance(refusing, str):
            refusing = {move: (text, looked_up(facts)) for move, (text, facts) in refusing.items()}
        spoken_of = None if self.about is None else OneOf(filter(self.about, self.kept))
        return Ruling, (
            self.kept,
            self.force,
            self.because,
            looked_up(self.facts),
            spoken_of,
            self.then,
            refusing,
        )

    def refuses(self, move: Move) -> Reason:
        """Why it refuses this move."""
        if isinstance(self.refusing, str):
            return self.refusing or self.because, self.facts
        return self.refusing.get(move, (self.because, self.facts))


def looked_up(facts: Facts) -> dict[str, Any]:
    """The quantities of a sentence, each of them asked for."""
    known = facts() if callable(facts) else facts
    return {key: fact() if callable(fact) else fact for key, fact in (known or {}).items()}


class OneOf(frozenset[Any]):
    """Some moves, to test whether a move is one of them."""

    def __call__(self, move: Move) -> bool:
        return move in self


_BINDING, _MET, _WAIVED, _SILENT = Force.BINDING, Force.MET, Force.WAIVED, Force.SILENT
_SPEAKING = (_BINDING, _WAIVED)
_OF_THE_MOVE = frozenset(("card", "named", "suit"))
"""The quantities of a sentence that a verdict adds from its own move."""
MOST_LATER = 2
"""How many steps of a chain speak after the first."""


def must(
    moves: tuple[Any, ...],
    obeys: Callable[[Any], bool],
    because: str,
    otherwise: str,
    facts: Facts = None,
    *,
    then: str = "",
) -> Ruling:
    """An obligation *if able*: keep the moves that obey; where none does, the rule is waived.

    then: what it says of the moves that an earlier rule has left, "only {kept} can beat {best}".
    """
    return must_be(
        moves, tuple([m for m in moves if obeys(m)]), because, otherwise, facts, then=then
    )


def must_be(
    moves: tuple[Any, ...],
    obeying: tuple[Any, ...],
    because: str,
    otherwise: str,
    facts: Facts = None,
    then: str = "",
) -> Ruling:
    """The same obligation, by a rule that has sorted out itself which of the moves obey: rules
    that are asked at every card do, for a test that is called for each move takes most of the time.
    """
    if not obeying:
        return tuple_of(Ruling, (moves, _WAIVED, otherwise, facts, None, "", ""))
    force = _MET if len(obeying) == len(moves) else _BINDING
    return tuple_of(Ruling, (obeying, force, because, facts, None, then, ""))


def may_not(
    moves: tuple[Any, ...],
    offends: Callable[[Any], bool],
    because: str,
    facts: Facts = None,
    *,
    leaves: Callable[[Any], bool] = lambda move: False,
    then: str = "",
    refusing: str | Mapping[Any, Reason] = "",
) -> Ruling:
    """A prohibition: remove the moves that offend.

    leaves: the other moves that the reason is about as well, where it says what is left ("2♥ is the
    bid to top") and not only what is not.  then: as in `must`.  refusing: as in `Ruling`.
    """
    allowed = tuple([m for m in moves if not offends(m)])
    return may_only_be(moves, allowed, because, facts, leaves=leaves, then=then, refusing=refusing)


def may_only_be(
    moves: tuple[Any, ...],
    allowed: tuple[Any, ...],
    because: str,
    facts: Facts = None,
    *,
    leaves: Callable[[Any], bool] = lambda move: False,
    then: str = "",
    refusing: str | Mapping[Any, Reason] = "",
) -> Ruling:
    """The same prohibition, by a rule that has sorted out itself which moves do not offend: as
    `must_be` is to `must`."""
    force = _MET if len(allowed) == len(moves) else _BINDING
    return tuple_of(Ruling, (allowed, force, because, facts, leaves, then, refusing))


def unless_alone(
    moves: tuple[Any, ...],
    offends: Callable[[Any], bool],
    because: str,
    otherwise: str,
    facts: Facts = None,
    *,
    then: str = "",
) -> Ruling:
    """A prohibition that lapses when it would leave nothing."""
    ruling = may_not(moves, offends, because, facts, then=then)
    return ruling if ruling.kept else Ruling(moves, _WAIVED, otherwise, facts)


def any_move(move: Move) -> bool:
    """For ``leaves``: the prohibition is an obligation in other words, and speaks of every move
    that it leaves."""
    return True


def silent(
    moves: tuple[Any, ...], because: str = "it does not apply now", facts: Facts = None
) -> Ruling:
    return tuple_of(Ruling, (moves, _SILENT, because, facts, None, "", ""))


class Rule(Word):
    """A named rule.  The rule is its id; it carries its title, its text for people and its
    concepts.

    ``text(game)`` is what a book would print for this game: ``wording`` with the options and
    properties that stand in braces filled in (`cardlab.engine.options.fill`).

    ``test`` is what it does: ``(table, moves) -> Ruling`` for a rule of play, ``(game, result) ->
    lines`` for a rule of scoring, None for a rule that the engine carries out (who deals, who wins
    the trick).  ``look``: where on the table to look for it, the first hint.  ``solver``: the same
    for a program that tries out millions of cards, or a function of the game that gives it
    (`cardlab.families.narrowing`); None where nothing is declared.  ``quiet``: why it seldom
    decides, in whatever game (`cardlab.engine.quiet`).  ``fact``: the id of the fact of a game that
    says the same, so that the rule sheet does not say it twice; "" where none does.  ``part``: the
    part of the sheet that tells it (`cardlab.engine.parts`); None for that of its phase.
    """

    __slots__ = (
        "concepts",
        "fact",
        "kind",
        "look",
        "part",
        "quiet",
        "solver",
        "test",
        "title",
        "wording",
    )
    title: str  # type: ignore[assignment]  # a rule's title, not the method of str
    wording: str
    concepts: tuple[str, ...]
    kind: str
    look: str
    test: Callable[..., Any]
    solver: Any
    quiet: Quiet | None
    fact: str
    part: SheetPart | None

    def __new__(
        cls,
        id: str,
        title: str,
        text: str,
        concepts: Sequence[str],
        kind: str = "note",
        test: Any = None,
        look: str = "",
        solver: Any = None,
        quiet: Quiet | None = None,
        fact: str = "",
        part: SheetPart | None = None,
    ) -> Rule:
        self = str.__new__(cls, id)
        give(
            self,
            title=title,
            wording=" ".join(text.split()),
            concepts=tuple(concepts),
            kind=kind,
            test=test,
            look=look,
            solver=solver,
            quiet=quiet,
            fact=fact,
            part=part,
        )
        return self

    @property
    def id(self) -> str:
        return str(self)

    def text(self, game: Any) -> str:
        """The rule as a book would print it for this game with its options."""
        return fill(self.wording, game)

    def __reduce__(self) -> tuple[Any, ...]:
        return Rule, (
            str(self),
            self.title,
            self.wording,
            self.concepts,
            self.kind,
            None,
            self.look,
            None,
            None,
            self.fact,
            self.part,
        )


def _maker(kind: str) -> Callable[..., Callable[[Callable[..., Any]], Rule]]:
    def decorator(
        id: str,
        title: str,
        *concepts: str,
        look: str = "",
        solver: Any = None,
        quiet: Quiet | None = None,
        fact: str = "",
        part: SheetPart | None = None,
    ) -> Callable[[Callable[..., Any]], Rule]:
        def make(test: Callable[..., Any]) -> Rule:
            text = inspect.getdoc(test)
            if not text:
                raise TypeError(f"rule {id} has no text: write the docstring of {test.__name__}")
            return Rule(id, title, text, concepts, kind, test, look, solver, quiet, fact, part)

        return make

    return decorator


rule = _maker("play")
"""``@rule(id, title, *concepts)`` on ``(table, moves) -> Ruling``: a rule that narrows the moves.
"""

scores = _maker("score")
"""``@scores(id, title, *concepts)`` on ``(game, result) -> iterable of ScoreLine``: a rule that
scores."""


def note(
    id: str,
    title: str,
    text: str,
    *concepts: str,
    look: str = "",
    fact: str = "",
    part: SheetPart | None = None,
) -> Rule:
    """A rule that the engine carries out itself and that the rule sheet prints; under its own
    title, or as the fact that says the same (``fact="pack"``)."""
    return Rule(id, title, text, concepts, look=look, fact=fact, part=part)


class Step(NamedTuple):
    """One link in a chain of reasons: a rule, and what it said."""

    rule: Rule
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Judgement:
    """What every rule said about one table, and the moves that they left.

    The verdicts on all moves of the table share it.  table: what the seat sees that decides; None
    where the moves are judged without one.
    """

    table: Any
    steps: tuple[Step, ...]
    legal: tuple[Any, ...]
    _told: dict[tuple[Any, ...], str] = field(default_factory=dict, compare=False, repr=False)
    """What was said already, by its chain and its reader: most moves share their reason."""

    def __reduce__(self) -> tuple[Any, ...]:
        """A judgement travels without what was said: it can be said again."""
        return Judgement, (self.table, self.steps, self.legal)


class Verdict:
    """Why one move is, or is not, legal.

    move; legal; hand: the seat whose cards these are (the dummy's, when declarer plays them);
    chain: the steps that decide: of an illegal move what refused it, then what narrowed the rest
    to ``instead``; of a legal move what narrowed the choice to it, else at most one rule that was
    waived; reason: what the chain says, to the seat that decides; rule and concepts: those of its
    first step; instead: the legal moves, when this one is not.

    >>> import cardlab
    >>> game = cardlab.game("brandle")
    >>> table = game.state(trump="H", trick=[(0, "QS")], hands={1: "KS 9S AD"})
    >>> game.verdict(table, "AD")
    <AD is illegal: spades were led and you have two; of these, only K♠ can beat Q♠ \
(must-follow-suit); legal: K♠>
    """

    __slots__ = ("_at", "_judgement", "move")
    move: Any

    def __init__(self, move: Any, judgement: Judgement, at: int | None) -> None:
        """at: the number of the step that refused the move, None for a legal one."""
        self.move, self._judgement, self._at = move, judgement, at

    @property
    def legal(self) -> bool:
        return self._at is None

    @property
    def hand(self) -> int | None:
        """The seat whose cards these are; None where nobody's were judged."""
        table = self._judgement.table
        return None if table is None else table.me

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand of that seat, as whoever moves sees it; empty where nobody's was judged."""
        table = self._judgement.table
        return () if table is None or table.me is None else table.hands[table.me]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every rule that looked at this move, in order; the one that refused it is the last."""
        return self._judgement.steps[: None if self._at is None else self._at + 1]

    @property
    def chain(self) -> tuple[Step, ...]:
        """The steps that decide; see the class."""
        steps = self._judgement.steps
        if self._at is not None:
            later = steps[self._at + 1 :]
            return (steps[self._at], *[s for s in later if s.ruling.force is _BINDING])
        speaking = [s for s in steps if s.ruling.speaks_of(self.move)]
        narrowed_to_it = tuple(s for s in speaking if s.ruling.force is _BINDING)
        return narrowed_to_it or tuple(speaking[:1])

    @property
    def rule(self) -> Rule | None:
        chain = self.chain
        return chain[0].rule if chain else None

    @property
    def force(self) -> Force:
        """What the first step of the chain does."""
        chain = self.chain
        return chain[0].ruling.force if chain else _SILENT

    @property
    def concepts(self) -> tuple[str, ...]:
        chain = self.chain
        return chain[0].rule.concepts if chain else ()

    @property
    def instead(self) -> tuple[Any, ...]:
        return () if self.legal else self._judgement.legal

    @property
    def reason(self) -> str:
        return self.say()

    def say(self, reader: int | None = None, names: Sequence[str] | None = None) -> str:
        """The reason, as a sentence for one reader.

        reader: a seat ("you" is that seat), or `ONLOOKER` for somebody who holds no hand; without
        one, the seat that decides.  names: how the seats are called in this match, where that is
        not what the game calls them.
        """
        chain, told = self.chain, self._judgement._told
        key = (
            tuple([step.rule for step in chain]),
            type(self.move),
            reader,
            None if names is None else tuple(names),
        )
        text = told.get(key)
        if text is None:
            text = self._said(chain, reader, names)
            if not any([step.ruling.names_the_move for step in chain]):
                told[key] = text
        return text

    def _said(
        self, chain: tuple[Step, ...], reader: int | None, names: Sequence[str] | None
    ) -> str:
        """What this chain says of this move, as a sentence."""
        if not chain:
            return self._clause("no rule restricts {you} here", None, (), reader, names)
        first = chain[0].ruling
        because = first.because, first.facts
        if self._at is not None:
            because = first.refuses(self.move)
        text = self._clause(*because, first.kept, reader, names)
        if len(chain) == 1:
            return text
        for before, ruling in self._narrowing(chain):
            clause = self._clause(ruling.then, ruling.facts, ruling.kept, reader, names)
            if ruling.about is None:
                if any(map(before.speaks_of, ruling.kept)):
                    clause = f"of these, {clause}"
                elif self._is_like(ruling.kept):
                    clause = f"of the rest, {clause}"
            text += f"; {clause}"
        return text

    def _is_like(self, kept: Iterable[Any]) -> bool:
        """Whether the move is of the kind of those that were kept, so that they are the rest of
        something: after "clubs are trumps already", a card is not one of the rest."""
        return any(type(move) is type(self.move) for move in kept)

    def say_step(
        self, step: Step, reader: int | None = None, names: Sequence[str] | None = None
    ) -> str:
        """What one of the steps says of this move by itself."""
        ruling = step.ruling
        return self._clause(ruling.because, ruling.facts, ruling.kept, reader, names)

    def _narrowing(self, chain: tuple[Step, ...]) -> list[tuple[Ruling, Ruling]]:
        """The later steps that speak, each with the step that spoke before it.

        A step speaks where it took something away that the clause before it had seemed to leave:
        an obligation always does; a prohibition that removes only moves of which nothing was said
        (the double, where a bid is explained) would change the subject.
        """
        steps: list[tuple[Ruling, Ruling]] = []
        before = chain[0].ruling
        for _, ruling in chain[1:]:
            kept = set(ruling.kept)
            removed = [m for m in before.kept if m not in kept]
            matters = ruling.about is None or any(map(before.speaks_of, removed))
            if ruling.then and matters:
                steps.append((before, ruling))
                before = ruling
        return steps[-MOST_LATER:]

    def _clause(
        self,
        template: str,
        facts: Facts,
        kept: tuple[Any, ...],
        reader: int | None,
        names: Sequence[str] | None,
    ) -> str:
        if "{" not in template:
            return template
        table = self._judgement.table
        sentence = Sentence(template, facts)
        card = _card_of(self.move)
        ready: dict[str, Any] = {
            "card": card,
            "named": lambda: listed(self.move.named, most=8),
            "kept": lambda: tuple(dict.fromkeys(map(_card_of, kept))),
            "choices": lambda: tuple(kept),
        }
        if table is None:
            return sentence.say("you", (), ready)
        ready["suit"] = lambda: table.suit_of_card(card)
        if reader is None:
            reader = table.viewer
        owner = "you"
        if table.me is not None and table.me != reader:
            owner = table.called(reader, names, partner=False)[table.me]
        return sentence.say(owner, lambda: table.called(reader, names), ready)

    def __bool__(self) -> bool:
        return self.legal

    def __repr__(self) -> str:
        if self.legal:
            return f"<{self.move} is legal: {self.reason}>"
        legal = f"; legal: {listed(self.instead, 'or')}" if self.instead else ""
        return f"<{self.move} is illegal: {self.reason} ({self.rule}){legal}>"


def _card_of(move: Any) -> Any:
    """The card with which a move is made; a move without one is named as it is."""
    card = move.card if isinstance(move, Move) else None
    return move if card is None else card


def narrowed(table: Any, rules: Iterable[Rule], moves: tuple[Any, ...]) -> tuple[Any, ...]:
    """The moves that every rule leaves: `judge` without the reasons."""
    for r in rules:
        moves = r.test(table, moves).kept
    return moves


def judge(table: Any, rules: Iterable[Rule], moves: Iterable[Any]) -> dict[Any, Verdict]:
    """Pass the moves through the rules in order and give every move its verdict, in the order of
    the moves."""
    tried = legal = tuple(dict.fromkeys(moves))
    steps: list[Step] = []
    refused: dict[Any, int] = {}
    for number, r in enumerate(rules):
        ruling = r.test(table, legal)
        steps.append(Step(r, ruling))
        if ruling.force is _BINDING:
            kept = set(ruling.kept)
            refused |= {m: number for m in legal if m not in kept}
        legal = ruling.kept
    judgement = Judgement(table, tuple(steps), legal)
    return {m: Verdict(m, judgement, refused.get(m)) for m in tried}


def refusal(
    table: Any, move: Move, rule: Rule, because: str, legal: tuple[Any, ...], facts: Facts = None
) -> Verdict:
    """The verdict on a move that one rule of the engine refuses, whatever the phase says."""
    step = Step(rule, Ruling(legal, _BINDING, because, facts))
    return Verdict(move, Judgement(table, (step,), legal), 0)
