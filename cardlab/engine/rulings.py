"""Legality with reasons: a rule narrows the moves that are still open, and says why.  Nothing
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
<7H is not open: a seven stays in the hand (no-sevens); open: QH>
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from cardlab.engine.cards import Word, give
from cardlab.engine.options import fill
from cardlab.engine.words import Sentence, listed

Facts = Mapping[str, Any] | Callable[[], Mapping[str, Any]] | None


class Force(Enum):
    """What a rule does to the open moves."""

    BINDING = "binding"  # it removed at least one move
    MET = "met"  # it applies, and every open move obeys it
    WAIVED = "waived"  # it applies, but no open move can obey it
    SILENT = "silent"  # it does not apply now


class Ruling(NamedTuple):
    """What one rule says about the moves that were open when it was asked.

    about: which of the moves that it kept it has something to say of; None is all of them.  An
    obligation speaks of every move that obeys it; a prohibition speaks of what it forbids, and a
    move that it never touched is open for other reasons.
    """

    kept: tuple[Any, ...]
    force: Force
    because: str
    facts: Facts = None
    about: Callable[[Any], bool] | None = None

    def speaks_of(self, move: Any) -> bool:
        """Whether it narrowed the choice to this open move, or let it pass because nothing else
        was left."""
        return self.force in _SPEAKING and (self.about is None or self.about(move))

    @property
    def sentence(self) -> Sentence:
        return Sentence(self.because, self.facts)


_BINDING, _MET, _WAIVED, _SILENT = Force.BINDING, Force.MET, Force.WAIVED, Force.SILENT
_SPEAKING = (_BINDING, _WAIVED)


def must(
    moves: tuple[Any, ...],
    obeys: Callable[[Any], bool],
    because: str,
    otherwise: str,
    facts: Facts = None,
) -> Ruling:
    """An obligation *if able*: keep the moves that obey; where none does, the rule is waived."""
    kept = tuple([m for m in moves if obeys(m)])
    if not kept:
        return Ruling(moves, _WAIVED, otherwise, facts)
    return Ruling(kept, _MET if len(kept) == len(moves) else _BINDING, because, facts)


def may_not(
    moves: tuple[Any, ...],
    offends: Callable[[Any], bool],
    because: str,
    facts: Facts = None,
    *,
    leaves: Callable[[Any], bool] = lambda move: False,
) -> Ruling:
    """A prohibition: remove the moves that offend.

    leaves: the other moves that the reason is about as well, where it says what is left ("2♥ is the
    bid to top") and not only what is not.
    """
    kept = tuple([m for m in moves if not offends(m)])
    return Ruling(kept, _MET if len(kept) == len(moves) else _BINDING, because, facts, leaves)


def unless_alone(
    moves: tuple[Any, ...],
    offends: Callable[[Any], bool],
    because: str,
    otherwise: str,
    facts: Facts = None,
) -> Ruling:
    """A prohibition that lapses when it would leave nothing."""
    ruling = must(moves, lambda m: not offends(m), because, otherwise, facts)
    return ruling if ruling.force is _WAIVED else ruling._replace(about=lambda move: False)


def any_move(move: Any) -> bool:
    """For ``leaves``: the prohibition is an obligation in other words, and speaks of every move
    that it leaves."""
    return True


def silent(
    moves: tuple[Any, ...], because: str = "it does not apply now", facts: Facts = None
) -> Ruling:
    return Ruling(moves, _SILENT, because, facts)


class Rule(Word):
    """A named rule.  The rule is its id; it carries its title, its text for people and its
    concepts.

    ``text(game)`` is what a book would print for this game: ``wording`` with the options and
    properties that stand in braces filled in (`cardlab.engine.options.fill`).

    ``test`` is what it does: ``(table, moves) -> Ruling`` for a rule of play, ``(game, result) ->
    lines`` for a rule of scoring, None for a rule that the engine carries out (who deals, who wins
    the trick).  ``look``: where on the table to look for it, the first hint.  ``solver``: the same
    for a program that tries out millions of cards, or a function of the game that gives it
    (`cardlab.families.narrowing`); None where nothing is declared.
    """

    __slots__ = ("concepts", "kind", "look", "solver", "test", "title", "wording")
    title: str  # type: ignore[assignment]  # a rule's title, not the method of str
    wording: str
    concepts: tuple[str, ...]
    kind: str
    look: str
    test: Callable[..., Any]
    solver: Any

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
        )


def _maker(kind: str) -> Callable[..., Callable[[Callable[..., Any]], Rule]]:
    def decorator(
        id: str, title: str, *concepts: str, look: str = "", solver: Any = None
    ) -> Callable[[Callable[..., Any]], Rule]:
        def make(test: Callable[..., Any]) -> Rule:
            text = inspect.getdoc(test)
            if not text:
                raise TypeError(f"rule {id} has no text: write the docstring of {test.__name__}")
            return Rule(id, title, text, concepts, kind, test, look, solver)

        return make

    return decorator


rule = _maker("play")
"""``@rule(id, title, *concepts)`` on ``(table, moves) -> Ruling``: a rule that narrows the moves.
"""

scores = _maker("score")
"""``@scores(id, title, *concepts)`` on ``(game, result) -> iterable of ScoreLine``: a rule that
scores."""


def note(id: str, title: str, text: str, *concepts: str, look: str = "") -> Rule:
    """A rule that the engine carries out itself and that the rule sheet prints."""
    return Rule(id, title, text, concepts, look=look)


class Verdict:
    """Why one move is, or is not, open.

    legal; move; rule: the rule that refused it, or that left it among few (None when no rule has
    anything to say of it); reason: the sentence, for the one who moves; concepts; instead: the
    moves that are open, when this one is not.
    """

    __slots__ = ("_open", "_rulings", "legal", "move")

    def __init__(
        self,
        move: Any,
        legal: bool,
        rulings: tuple[tuple[Rule, Ruling], ...],
        open_moves: Callable[[], tuple[Any, ...]],
    ) -> None:
        self.move, self.legal, self._rulings, self._open = move, legal, rulings, open_moves

    @property
    def _speaker(self) -> tuple[Rule, Ruling] | None:
        if not self.legal:
            return self._rulings[-1]
        for force in _SPEAKING:
            for pair in self._rulings:
                if pair[1].force is force and pair[1].speaks_of(self.move):
                    return pair
        return None

    @property
    def rule(self) -> Rule | None:
        return self._speaker[0] if self._speaker else None

    @property
    def force(self) -> Force:
        return self._speaker[1].force if self._speaker else Force.SILENT

    @property
    def concepts(self) -> tuple[str, ...]:
        return self._speaker[0].concepts if self._speaker else ()

    @property
    def instead(self) -> tuple[Any, ...]:
        return () if self.legal else self._open()

    @property
    def rulings(self) -> tuple[tuple[Rule, Ruling], ...]:
        """Every rule that was asked, with its ruling, up to the one that refused."""
        return self._rulings

    @property
    def sentence(self) -> Sentence:
        return (
            self._speaker[1].sentence if self._speaker else Sentence("no rule restricts {you} here")
        )

    @property
    def reason(self) -> str:
        return self.sentence.say()

    def said_of(self, name: str) -> str:
        """The reason in the other voice: "North has no clubs"."""
        return self.sentence.say(name)

    def __bool__(self) -> bool:
        return self.legal

    def __repr__(self) -> str:
        if self.legal:
            return f"<{self.move} is open: {self.reason}>"
        return (
            f"<{self.move} is not open: {self.reason} ({self.rule}); open:"
            f" {listed(self.instead, 'or')}>"
        )


def narrowed(table: Any, rules: Iterable[Rule], moves: tuple[Any, ...]) -> tuple[Any, ...]:
    """The moves that every rule leaves: `judge` without the reasons."""
    for r in rules:
        moves = r.test(table, moves).kept
    return moves


def judge(table: Any, rules: Iterable[Rule], moves: Iterable[Any]) -> dict[Any, Verdict]:
    """Pass the moves through the rules in order and give every move its verdict, in the order of
    the moves."""
    tried = open_moves = tuple(dict.fromkeys(moves))
    spoken: tuple[tuple[Rule, Ruling], ...] = ()
    verdicts: dict[Any, Verdict] = {}

    def left() -> tuple[Any, ...]:
        return open_moves

    for r in rules:
        ruling = r.test(table, open_moves)
        spoken += ((r, ruling),)
        if ruling.force is Force.BINDING:
            kept = set(ruling.kept)
            verdicts |= {m: Verdict(m, False, spoken, left) for m in open_moves if m not in kept}
        open_moves = ruling.kept
    verdicts |= {m: Verdict(m, True, spoken, left) for m in open_moves}
    return {m: verdicts[m] for m in tried}
