"""What can be asked of a table, the engine's answer, and what a learner's answer earns.

Knows questions, options and marks.  Knows no lesson, no learner and no page.  The answer is never
written down: it comes from the verdicts, the trick's winner, the order of the cards or the score
lines.

>>> import cardlab
>>> game = cardlab.game("malilla")
>>> state = game.state(trump="S", trick=[(3, "QH")], hands={0: "7H AH 3H 5S"})
>>> question = Question(game, state, 0, "pick-moves")
>>> question.answer
('7H', 'AH')
>>> question.mark(["3H", "7H"]).text
"7♥ and A♥ can beat East's Q♥. Try 7♥ or A♥."
>>> question.mark([]).text
'Not yet: choose every card that is open, then check.'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from cardlab.engine.cards import Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.game import OVER, Game
from cardlab.engine.moves import Bid, Move
from cardlab.engine.rulings import Force, Rule, Step, Verdict
from cardlab.engine.words import Sentence, listed, points, sentence, some
from cardlab.families.fishing import FishState
from cardlab.families.tricks import Tricks, TrickState, trick_on, tricks_taken

NUMBER = "number"


class Option(NamedTuple):
    """Something that can be chosen: what it stands for, what the page prints, and the card it
    is, if it is one."""

    value: str
    label: str
    card: str | None = None


class Mark(NamedTuple):
    """What an answer earns.  by_value: for each value a sign: right, fine (right and not
    chosen), refused, missed."""

    right: bool
    blank: bool
    text: str
    rule: Rule | None = None
    belief: str | None = None
    by_value: Mapping[str, str] = {}


@dataclass(frozen=True)
class Question:
    """One thing asked of one table.

    ask: a name in `ASKS`; move: the move asked about; candidates: the only moves on show (all of
    them if empty); cards: the cards to be put in order or looked for; of: a seat's name, a side's
    id, "stock" or "pack"; line: the id of a rule of scoring; result: an imagined result to score
    instead of the table's; counts: "exact" (all of the answer) or "any" (one of it); offer: further
    options: ``mis:`` a belief, a rule's id, or ``game/rule``.
    """

    game: Game
    state: Any
    viewer: int
    ask: str
    move: str | None = None
    candidates: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    of: str | None = None
    line: str | None = None
    result: Any = field(default=None, compare=False)
    counts: str = "exact"
    offer: tuple[str, ...] = ()
    about: str | None = None

    def __post_init__(self) -> None:
        if self.ask not in ASKS:
            raise ValueError(f"there is no ask {self.ask!r}; there are {', '.join(sorted(ASKS))}")
        if self.counts not in ("exact", "any"):
            raise ValueError(f"counts is 'exact' or 'any', not {self.counts!r}")

    @property
    def kind(self) -> Ask:
        return ASKS[self.ask]

    @property
    def seat(self) -> int:
        """Whose move is asked about: the one that looks, where it may move out of turn, else the
        seat to move."""
        moving: int | None = self.state.to_move
        return (
            self.viewer
            if moving is None or self.viewer in self.state.phase.movers(self.state)
            else moving
        )

    def voice(self, seat: int | None = None) -> str:
        """How a sentence speaks of a seat: "you" or its name."""
        seat = self.seat if seat is None else seat
        return "you" if seat == self.viewer else self.game.names[seat]

    # --- what the engine says
    @cached_property
    def verdicts(self) -> dict[Move, Verdict]:
        """The verdict on everything on show."""
        found = self.game.verdicts(self.state, self.seat) if self.state.phase is not OVER else {}
        if not self.candidates:
            return found
        judged = {}
        for text in self.candidates:
            verdict = found.get(text) or self.game.verdict(self.state, text, self.seat)  # type: ignore[call-overload]
            judged[verdict.move] = verdict
        return judged

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict on the move asked about."""
        if self.move is None:
            raise ValueError(f"{self.ask} needs a move")
        found = self.verdicts.get(self.move)  # type: ignore[call-overload]
        return found or self.game.verdict(self.state, self.move, self.seat)

    @cached_property
    def trick(self) -> tuple[int, Rule, Sentence]:
        """Who wins the trick in sight (the one on the table, else the last), by which rule, and
        why."""
        if not self.seen_trick.cards:
            raise ValueError("there is no trick on this table")
        found: tuple[int, Rule, Sentence] = self.game.told_trick(self.state, self.seen_trick)
        return found

    @property
    def seen_trick(self) -> Any:
        table = self.state
        if table.trick.cards or not table.taken:
            return table.trick
        return table.taken[-1]

    @cached_property
    def lines(self) -> tuple[Any, ...]:
        """The score lines of the imagined result, of the finished deal, or those made so far."""
        if self.result is not None:
            return self.game.score(self.result)
        return (
            self.game.deal_lines(self.state)
            if self.state.phase is OVER
            else tuple(self.state.pegged)
        )

    # --- what the page shows
    @property
    def text(self) -> str:
        """The question in one sentence."""
        return self.kind.text(self)

    @property
    def select(self) -> str:
        """How it is answered: one, many, order or number."""
        if self.kind.gathers:
            return "many"  # one group will do, but a group is several cards
        return (
            self.kind.select if not (self.kind.select == "many" and self.counts == "any") else "one"
        )

    @cached_property
    def options(self) -> tuple[Option, ...]:
        return self.kind.options(self)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        """The engine's answer; where ``counts`` is "any", everything that would be right."""
        return self.kind.answer(self)

    @cached_property
    def rule(self) -> Rule | None:
        """The rule that the answer turns on: the one named in ``about``, where no verdict says
        it."""
        named = known_rule(self, self.about) if self.about and not self.kind.of_moves else None
        return named or self.kind.rule(self)

    @property
    def concepts(self) -> tuple[str, ...]:
        return self.rule.concepts if self.rule else ()

    @property
    def reason(self) -> str:
        """The engine's sentence for the right answer."""
        return self.kind.reason(self)

    @property
    def hints(self) -> tuple[str, str, str]:
        """Three rungs: which rule matters; the rule on these cards; what it leaves."""
        from cardlab.lessons.hints import ladder

        return ladder(self)

    @property
    def instead(self) -> tuple[str, ...]:
        """The right answer as the page prints it."""
        labels = {o.value: o.label for o in self.options}
        if self.kind.gathers:
            moves = {str(m): m.label for m in self.verdicts} if self.kind.of_moves else {}
            labels |= moves or {a: " ".join(Card(c).sign for c in a.split()) for a in self.answer}
        return tuple(labels.get(a, a) for a in self.answer)

    # --- marking
    def mark(self, given: Sequence[str], feedback: Mapping[str, str] | None = None) -> Mark:
        """What this answer earns.  ``feedback``: a lesson's own words around the engine's
        sentences, by hook."""
        given = tuple(str(g).strip() for g in given if str(g).strip())
        if not given:
            return Mark(False, True, self.kind.not_yet(self))
        if self.options:
            strange = [g for g in given if g not in {o.value for o in self.options}]
            if strange:
                return Mark(False, True, f"Not yet: {strange[0][:40]} is not one of the choices.")
        right = self.kind.agrees(self, given)
        signs = self._signs(given)
        if right:
            said = self._said("right", feedback, sentence(self.reason) or "Yes.", self.reason)
            return Mark(True, False, said, self.rule, None, signs)
        belief = self._belief(given)
        rule, text = self._spoken(given, belief, feedback or {})
        return Mark(False, False, text, rule, belief, signs)

    def _signs(self, given: Sequence[str]) -> dict[str, str]:
        if self.select in (NUMBER, "order"):
            return {}
        if isinstance(self.kind, OfGroups):
            return self.kind.signs(self, given)
        wanted = set(self.answer)
        left = "fine" if self.counts == "any" or self.select == "one" else "missed"
        signs = {g: "right" if g in wanted else "refused" for g in given}
        return signs | {w: left for w in wanted if w not in signs}

    def _belief(self, given: Sequence[str]) -> str | None:
        """The wrong belief that would have answered just so."""
        offered = next((g[4:] for g in given if g.startswith("mis:")), None)
        if offered:
            return offered
        from cardlab.lessons.beliefs import held

        return held(self, given)

    def _spoken(
        self, given: Sequence[str], belief: str | None, feedback: Mapping[str, str]
    ) -> tuple[Rule | None, str]:
        """One sentence: a belief's answer, else the refusal that most of the choices met, else
        what was left out."""
        # only answers that are moves are judged: of a seat whose hand lies face down nobody could
        # say what is open
        judged = self.verdicts if self.kind.of_moves and not self.kind.gathers else {}
        refused = Counter(
            v.rule for m, v in judged.items() if m in given and not v.legal and v.rule
        )
        if belief and f"mis:{belief}" in feedback:
            return self.rule, self._said(f"mis:{belief}", feedback, "", self.reason)
        if refused:
            most = refused.most_common(1)[0][0]
            verdict = next(
                v for m, v in judged.items() if m in given and v.rule == most and not v.legal
            )
            return most, self._said(
                f"refused:{most}",
                feedback,
                "{reason}. Try {instead}.",
                verdict.say(self.viewer),
            )
        if self.kind.of_moves and self.select == "many" and not self.kind.gathers:
            rule, reason = self._left_open(given)
            return rule, self._said(
                f"missed:{rule}",
                feedback,
                "What you chose stands. There is more: {reason}.",
                reason,
            )
        return self.rule, self._said(
            f"refused:{self.rule}", feedback, self.kind.otherwise(self), self.reason
        )

    def _left_open(self, given: Sequence[str]) -> tuple[Rule | None, str]:
        """Why a move that was left out is open: the rule that was waived, or met, or that did
        not apply."""
        verdict = next((v for m, v in self.verdicts.items() if v.legal and m not in given), None)
        if verdict is None:
            return self.rule, self.reason
        for force in (Force.WAIVED, Force.BINDING, Force.SILENT):
            for step in verdict.steps:
                if step.ruling.force is force and (
                    force is Force.SILENT or step.ruling.speaks_of(verdict.move)
                ):
                    return step.rule, verdict.say_step(step, self.viewer)
        return self.rule, verdict.say(self.viewer)

    def _said(
        self, hook: str, feedback: Mapping[str, str] | None, default: str, reason: str
    ) -> str:
        template = (feedback or {}).get(hook, default)
        if "{instead" in template and any(said.endswith(".") for said in self.instead):
            # cards can be tried instead of others; a sentence cannot
            template = default
        return fill(template, self, reason)


def fill(template: str, question: Question, reason: str) -> str:
    """A line of feedback with its placeholders filled; a sentence that begins with one gets its
    capital.

    Known: reason, instead, instead.first, hint.rule, hint.applied, hint.left.
    """
    found = template
    ways: tuple[tuple[str, Callable[[], str]], ...] = (
        ("{reason}", lambda: reason),
        ("{instead}", lambda: listed(question.instead, "or")),
        ("{instead.first}", lambda: question.instead[0] if question.instead else ""),
        ("{hint.rule}", lambda: question.hints[0]),
        ("{hint.applied}", lambda: question.hints[1]),
        ("{hint.left}", lambda: question.hints[2]),
    )
    for name, value in ways:
        while name in found:
            at = found.index(name)
            begins = at == 0 or found[:at].rstrip().endswith((".", "?"))
            said = value()
            if begins:
                said = said[:1].upper() + said[1:]
            tail = found[at + len(name) :]
            found = (
                found[:at]
                + (said[:-1] if said.endswith(".") and tail.startswith(".") else said)
                + tail
            )
    return found


# --- the asks


class Ask:
    """One way of asking.  Each says how it is answered and where the answer comes from."""

    select = "one"
    of_moves = False
    gathers = False
    """Answered with all the cards of any one group."""
    prompt = ""
    wanted = "choose an answer"

    def text(self, q: Question) -> str:
        return self.prompt

    def options(self, q: Question) -> tuple[Option, ...]:
        return ()

    def answer(self, q: Question) -> tuple[str, ...]:
        raise NotImplementedError

    def rule(self, q: Question) -> Rule | None:
        return None

    def reason(self, q: Question) -> str:
        return ""

    def not_yet(self, q: Question) -> str:
        return f"Not yet: {self.wanted}, then check."

    def otherwise(self, q: Question) -> str:
        """What is said to an answer that is not the engine's, where no rule refused it."""
        return "{reason}. Look again."

    def agrees(self, q: Question, given: Sequence[str]) -> bool:
        if q.counts == "any" or self.select == "one":
            return len(given) == 1 and given[0] in q.answer
        return len(set(given)) == len(given) and set(given) == set(q.answer)


def _option(move: Move) -> Option:
    return Option(
        str(move),
        move.label,
        str(move.card) if move.card is not None and str(move) == str(move.card) else None,
    )


def deciding(
    verdicts: Mapping[Move, Verdict], about: str | None = None
) -> tuple[Step, Verdict] | None:
    """The rule that matters on a table, with the verdict on a move that it decides: the rule asked
    about, else one that narrows the choice, else one that was waived.

    A rule that every move obeys, or that does not apply, has nothing to say.
    """
    steps = [(step, v) for v in verdicts.values() for step in v.steps]
    if about is not None:
        steps = [pair for pair in steps if pair[0].rule == about] or steps
    speaking = (
        (Force.BINDING, Force.WAIVED)
        if about is None
        else (Force.BINDING, Force.WAIVED, Force.SILENT)
    )
    for force in speaking:
        forceful = [pair for pair in steps if pair[0].ruling.force is force]
        if forceful:
            first = forceful[0][0]
            decided = (v for step, v in forceful if step is first and v.chain[:1] == (first,))
            return first, next(decided, forceful[0][1])
    return None


def reason_of(decided: tuple[Step, Verdict], reader: int) -> str:
    """What the rule that matters says: with those that narrowed further, where it comes first."""
    step, verdict = decided
    if verdict.chain[:1] == (step,):
        return verdict.say(reader)
    return verdict.say_step(step, reader)


class _OfMoves(Ask):
    of_moves = True

    def rule(self, q: Question) -> Rule | None:
        found = deciding(q.verdicts, q.about)
        return found[0].rule if found else None

    def reason(self, q: Question) -> str:
        found = deciding(q.verdicts, q.about)
        return reason_of(found, q.viewer) if found else "nothing narrows the choice"

    def options(self, q: Question) -> tuple[Option, ...]:
        return tuple(map(_option, q.verdicts))


def _thing(q: Question) -> str:
    moves = tuple(q.verdicts)
    if moves and all(m.card is not None and not m.named for m in moves):
        return "card"
    return "call" if q.state.phase.bids else "move"


class PickMoves(_OfMoves):
    select = "many"

    def text(self, q: Question) -> str:
        thing, you = _thing(q), q.voice()
        whose = "you" if you == "you" else you
        if q.counts == "any":
            return f"Choose one {thing} that is open to {whose}."
        return f"Choose every {thing} that is open to {whose}."

    def answer(self, q: Question) -> tuple[str, ...]:
        return tuple(str(m) for m, v in q.verdicts.items() if v.legal)

    def not_yet(self, q: Question) -> str:
        return (
            f"Not yet: choose {'a' if q.counts == 'any' else 'every'} {_thing(q)} that is open,"
            " then check."
        )


class PickOne(PickMoves):
    select = "one"

    def text(self, q: Question) -> str:
        return f"Choose one {_thing(q)} that is open to {q.voice()}."

    def not_yet(self, q: Question) -> str:
        return f"Not yet: choose a {_thing(q)} that is open, then check."


class IsOpen(_OfMoves):
    def text(self, q: Question) -> str:
        return f"Is {q.verdict.move.label} open to {q.voice()}?"

    def options(self, q: Question) -> tuple[Option, ...]:
        return (Option("yes", "Yes"), Option("no", "No"))

    def answer(self, q: Question) -> tuple[str, ...]:
        return ("yes" if q.verdict.legal else "no",)

    def rule(self, q: Question) -> Rule | None:
        return q.verdict.rule or super().rule(q)

    def reason(self, q: Question) -> str:
        return q.verdict.say(q.viewer)


class HowManyOpen(_OfMoves):
    select = NUMBER
    wanted = "give a number"

    def text(self, q: Question) -> str:
        return (
            f"How many of {'your' if q.voice() == 'you' else q.voice() + '’s'} {_thing(q)}s are"
            " open?"
        )

    def options(self, q: Question) -> tuple[Option, ...]:
        return ()

    def answer(self, q: Question) -> tuple[str, ...]:
        return (str(sum(v.legal for v in q.verdicts.values())),)

    def otherwise(self, q: Question) -> str:
        return "{reason}. Count again."


class LowestBid(_OfMoves):
    """The first open rung of the ladder."""

    def text(self, q: Question) -> str:
        return f"Which is the lowest bid that {q.voice()} could make?"

    def options(self, q: Question) -> tuple[Option, ...]:
        return tuple(_option(m) for m in q.verdicts if isinstance(m, Bid))

    def answer(self, q: Question) -> tuple[str, ...]:
        rungs = sorted(
            (m for m, v in q.verdicts.items() if v.legal and isinstance(m, Bid)),
            key=lambda m: m.height,
        )
        if not rungs:
            raise ValueError("no bid is open on this table")
        return (str(rungs[0]),)

    def rule(self, q: Question) -> Rule | None:
        found = deciding(self._bids(q), q.about)
        return found[0].rule if found else None

    def reason(self, q: Question) -> str:
        found = deciding(self._bids(q), q.about)
        return reason_of(found, q.viewer) if found else "there is no bid to top yet"

    def _bids(self, q: Question) -> dict[Move, Verdict]:
        """The bids with their verdicts, the refused ones first: their rules set the lowest rung."""
        return dict(
            sorted(
                ((m, v) for m, v in q.verdicts.items() if isinstance(m, Bid)),
                key=lambda pair: pair[1].legal,
            )
        )


class _OfTricks(Ask):
    def rule(self, q: Question) -> Rule | None:
        return q.trick[1]

    def reason(self, q: Question) -> str:
        return q.trick[2].say()


class WhoWins(_OfTricks):
    wanted = "choose a player"

    def text(self, q: Question) -> str:
        whole = len(q.seen_trick.cards) == len(q.seen_trick.seats)
        return "Who takes this trick?" if whole else "Who is winning this trick so far?"

    def options(self, q: Question) -> tuple[Option, ...]:
        return tuple(seat_option(q, seat) for seat in q.seen_trick.seats)

    def answer(self, q: Question) -> tuple[str, ...]:
        return (q.game.names[q.trick[0]].lower(),)


class WhichCardWins(_OfTricks):
    wanted = "choose a card"
    prompt = "Which card takes this trick?"

    def options(self, q: Question) -> tuple[Option, ...]:
        return card_options(c for c in dict.fromkeys(q.seen_trick.up) if c.rank)

    def answer(self, q: Question) -> tuple[str, ...]:
        seat, _, _ = q.trick  # refuses a table without a trick
        trick = q.seen_trick
        card = next((c for s, c in zip(trick.seats, trick.cards, strict=False) if s == seat), None)
        if card is None:
            raise ValueError("nobody's card has taken this trick yet")
        return (str(card),)


def card_options(cards: Iterable[Card]) -> tuple[Option, ...]:
    return tuple(Option(str(c), c.sign, str(c)) for c in cards)


def seat_option(q: Question, seat: int) -> Option:
    name = q.game.names[seat]
    return Option(name.lower(), f"{name} (you)" if seat == q.viewer else name)


def known_rule(q: Question, value: str) -> Rule | None:
    """The rule that an option names: one of this game, or ``game/rule`` of another."""
    id = value.rpartition("/")[2]
    return next((r for r in _game_named(q, value).all_rules() if r == id), None)


def known_sentence(q: Question, value: str) -> str:
    """What the game of such a rule says by it; "" where there is no such rule."""
    rule = known_rule(q, value)
    return "" if rule is None else rule.text(_game_named(q, value))


def _game_named(q: Question, value: str) -> Game:
    from cardlab.engine.catalogue import game as named

    id = value.rpartition("/")[0]
    return named(id) if id else q.game


def rule_about(game: Game, *concepts: str) -> Rule | None:
    """The first rule of a game's sheet that carries one of these concepts.

    >>> import cardlab
    >>> rule_about(cardlab.game("gin-rummy"), "lay-off"), rule_about(cardlab.game("snap"), "trump")
    (lay-off, None)
    """
    return next((r for r in game.all_rules() if set(concepts) & set(r.concepts)), None)


def rule_options(q: Question, rules: Sequence[Rule]) -> tuple[Option, ...]:
    """Rules and beliefs as sentences to choose from, in an order that says nothing: by their
    words."""
    from cardlab.lessons.beliefs import says

    found = {str(r): Option(str(r), r.text(q.game)) for r in rules}
    for value in q.offer:
        if value.startswith("mis:"):
            found[value] = Option(value, says(value[4:]))
        elif sentence := known_sentence(q, value):
            found[value] = Option(value, sentence)
        else:
            raise ValueError(f"{q.game.title} has no rule {value!r} to offer")
    return tuple(sorted(found.values(), key=lambda o: o.label[::-1]))


class WhichRule(Ask):
    """The rule that refused a move; without a move, the rule that decided the trick."""

    wanted = "choose a sentence"

    def text(self, q: Question) -> str:
        if q.move is None:
            return "Which rule decided this trick?"
        label = q.verdict.move.label
        return (
            f"Which rule leaves {label} open?"
            if q.verdict.legal
            else f"Which rule refuses {label}?"
        )

    def options(self, q: Question) -> tuple[Option, ...]:
        if q.move is None:
            notes = [r for r in q.game.all_rules() if r.kind == "note" and r.startswith("highest-")]
            return rule_options(q, [*dict.fromkeys([q.trick[1], *notes])])
        asked = [s.rule for s in next(iter(q.verdicts.values())).steps] if q.verdicts else []
        rules = [r for r in (*q.state.phase.rules, *asked) if r.kind == "play"]
        own = [q.verdict.rule] if q.verdict.rule else []
        found = {r.text(q.game): r for r in (*own, *rules)}
        # where hardly a rule narrows the moves, others of the sheet stand beside it: those of play
        # first, then what is dealt
        others = sorted(
            (r for r in q.game.all_rules() if r.kind != "score"), key=lambda r: r.kind != "play"
        )
        for r in others if len(found) + len(q.offer) < 3 else ():
            if len(found) < 3:
                found.setdefault(r.text(q.game), r)
        return rule_options(q, [*found.values()])

    def answer(self, q: Question) -> tuple[str, ...]:
        rule = self.rule(q)
        if rule is None:
            raise ValueError(f"no rule restricts {q.move} here")
        return (str(rule),)

    def rule(self, q: Question) -> Rule | None:
        return q.trick[1] if q.move is None else q.verdict.rule

    def reason(self, q: Question) -> str:
        return q.trick[2].say() if q.move is None else q.verdict.say(q.viewer)

    def otherwise(self, q: Question) -> str:
        return "{reason}. Which sentence says that?"


class OrderCards(Ask):
    """Highest first, for a trick in which ``of`` (a suit) was led, or the suit that is led on
    the table."""

    select = "order"
    wanted = "put the cards in order"

    def _power(self, q: Question) -> Mapping[Card, int]:
        order = q.game.order(q.state) or q.game.ordering(None)
        led = next((c for c in q.game.pack if q.of and order.suit_of.get(c) == q.of), None)
        if led is None:
            led = trick_on(q.state).led or Card(q.cards[0])
        return order.power(led)

    def text(self, q: Question) -> str:
        from cardlab.engine.cards import Suit

        led = f" when {Suit(q.of).name} are led" if q.of else ""
        last = (
            " Cards that cannot win come last, in any order."
            if isinstance(q.state, TrickState)
            else ""
        )
        return f"Put these cards in order, highest first{led}.{last}"

    def options(self, q: Question) -> tuple[Option, ...]:
        return card_options(sorted(read_cards(" ".join(q.cards)), key=str))

    def answer(self, q: Question) -> tuple[str, ...]:
        power = self._power(q)
        return tuple(str(c) for c in sorted(read_cards(" ".join(q.cards)), key=lambda c: -power[c]))

    def agrees(self, q: Question, given: Sequence[str]) -> bool:
        power = self._power(q)
        if Counter(given) != Counter(q.cards):
            return False
        powers = [power[Card(g)] for g in given]
        return powers == sorted(powers, reverse=True)

    def rule(self, q: Question) -> Rule | None:
        return rule_about(q.game, "altered-order", "bower", "trump-rank") or known_rule(
            q, "highest-of-suit-led"
        )

    def reason(self, q: Question) -> str:
        return f"from high to low: {listed([Card(c).sign for c in q.answer], 'then', most=13)}"

    def otherwise(self, q: Question) -> str:
        return "Not yet in order. Look at the ladder."


class HowMuch(Ask):
    """What a side scores: all its lines, or those of one rule (``line``)."""

    select = NUMBER
    wanted = "give a number"

    def _mine(self, q: Question) -> list[Any]:
        return [
            x
            for x in q.lines
            if (q.of is None or x.side == q.of) and (q.line is None or x.rule == q.line)
        ]

    def text(self, q: Question) -> str:
        side = next((s for s in q.game.sides if s.id == q.of), q.game.sides[0])
        who = "you" if side.seats == (q.viewer,) else side.name
        does = "do" if who == "you" or len(side.seats) > 1 else "does"
        rule = known_rule(q, q.line) if q.line else None
        return f"How many points {does} {who} score" + (
            f" for this: {rule.title.lower()}?" if rule else " in this deal?"
        )

    def answer(self, q: Question) -> tuple[str, ...]:
        if q.of is None:
            raise ValueError(
                "how-much needs a side: of = " + " or ".join(s.id for s in q.game.sides)
            )
        return (str(sum(x.points for x in self._mine(q))),)

    def rule(self, q: Question) -> Rule | None:
        if q.line is not None:
            return known_rule(q, q.line)
        mine = self._mine(q) or list(q.lines)
        # a deal without a line of score has not met what the game gives points for first
        return (
            max(mine, key=lambda x: abs(x.points)).rule
            if mine
            else next(iter(q.game.score_rules()), None)
        )

    def reason(self, q: Question) -> str:
        mine = self._mine(q)
        if not mine:
            return (
                "no line of the score is"
                f" {'yours' if q.of == q.game.side_of[q.viewer] else 'theirs'}"
            )
        return listed([f"{x.title} {points(x.points)}" for x in mine], most=8)

    def otherwise(self, q: Question) -> str:
        return "{reason}."


class WhichLine(Ask):
    """Which rule of scoring gave a side its points."""

    wanted = "choose a sentence"

    def _line(self, q: Question) -> Any:
        found = [x for x in q.lines if x.rule == q.line and (q.of is None or x.side == q.of)]
        if not found:
            raise ValueError(f"no line of this score comes from {q.line}")
        return max(found, key=lambda x: abs(x.points))

    def text(self, q: Question) -> str:
        entry = self._line(q)
        name = next(s.name for s in q.game.sides if s.id == entry.side)
        return f"{name}: {points(entry.points)}. Which rule gave these points?"

    def options(self, q: Question) -> tuple[Option, ...]:
        # points are written down during play too, some of them by rules that stand among the notes:
        # the line brings its own
        return rule_options(q, [*dict.fromkeys([self._line(q).rule, *q.game.score_rules()])])

    def answer(self, q: Question) -> tuple[str, ...]:
        return (str(self._line(q).rule),)

    def rule(self, q: Question) -> Rule | None:
        found: Rule = self._line(q).rule
        return found

    def reason(self, q: Question) -> str:
        entry = self._line(q)
        return f"{entry.title}: {entry.because}" if entry.because else entry.text or entry.title


class WhoseTurn(Ask):
    wanted = "choose a player"
    prompt = "Whose turn is it now?"

    def options(self, q: Question) -> tuple[Option, ...]:
        return tuple(seat_option(q, seat) for seat in range(q.game.players))

    def answer(self, q: Question) -> tuple[str, ...]:
        if q.state.to_move is None:
            raise ValueError("it is nobody's turn on this table")
        return (q.game.names[q.state.to_move].lower(),)

    def rule(self, q: Question) -> Rule | None:
        phase = q.state.phase
        if isinstance(phase, Tricks) and not q.state.taken and not q.state.trick.cards:
            return phase.leads.note
        turns = [r for r in phase.notes if {"turn", "eldest"} & set(r.concepts)] or [
            r for r in q.game.all_rules() if {"turn", "eldest"} & set(r.concepts)
        ]
        if tricks_taken(q.state) and not q.state.trick.cards:
            turns = [r for r in turns if r == "winner-leads"] or turns
        return next(iter(turns), None)

    def reason(self, q: Question) -> str:
        return (
            f"it is {q.game.names[q.state.to_move]}’s turn"
            if q.state.to_move != q.viewer
            else "it is your turn"
        )

    def otherwise(self, q: Question) -> str:
        return "Follow the order round the table. " + (q.rule.text(q.game) if q.rule else "")


class InPack(Ask):
    """Which of some cards belong to the pack of this game."""

    select = "many"
    wanted = "choose cards"

    def text(self, q: Question) -> str:
        return f"Which of these cards are in the pack of {q.game.title}?"

    def options(self, q: Question) -> tuple[Option, ...]:
        return card_options(read_cards(" ".join(q.cards)))

    def answer(self, q: Question) -> tuple[str, ...]:
        return tuple(c for c in q.cards if c in q.game.pack)

    def rule(self, q: Question) -> Rule | None:
        return rule_about(q.game, "stripped-pack", "standard-deck", "multi-deck", "joker")

    def reason(self, q: Question) -> str:
        return f"the pack of {q.game.title} has {some(len(q.game.pack), 'card')}"

    def otherwise(self, q: Question) -> str:
        rule = q.rule
        return (
            f"Look at the pack again. {rule.text(q.game)}"
            if rule
            else "Look at the pack again: {reason}."
        )


class HowManyCards(Ask):
    """How many cards a seat holds, lie in the stock or are in the pack."""

    select = NUMBER
    wanted = "give a number"

    def text(self, q: Question) -> str:
        if q.of == "pack":
            return f"How many cards are in the pack of {q.game.title}?"
        if q.of == "stock":
            return "How many cards lie in the stock?"
        return f"How many cards does {q.of.capitalize() if q.of else 'each player'} hold now?"

    def answer(self, q: Question) -> tuple[str, ...]:
        if q.of == "pack":
            return (str(len(q.game.pack)),)
        if q.of == "stock":
            return (str(q.game.in_stock(q.state)),)
        names = [n.lower() for n in q.game.names]
        if q.of not in names:
            raise ValueError(f"how-many-cards is of pack, stock, {', '.join(names)}")
        return (str(len(q.state.hands[names.index(q.of)])),)

    def rule(self, q: Question) -> Rule | None:
        of_pack, of_stock = ("standard-deck", "stripped-pack", "multi-deck"), ("stock", "deal")
        concepts = of_pack if q.of == "pack" else of_stock if q.of == "stock" else ("deal", "hand")
        return rule_about(q.game, *concepts)

    def reason(self, q: Question) -> str:
        return f"there are {q.answer[0]}"

    def otherwise(self, q: Question) -> str:
        rule = q.rule  # the one that the lesson is about, where it says so
        return rule.text(q.game) if rule else "Count again."


class WhichOfGame(Ask):
    """Which of some sentences, from the rule sheets of this game and of others, this game plays
    by."""

    wanted = "choose a sentence"

    def text(self, q: Question) -> str:
        return f"Which of these does {q.game.title} play by?"

    def options(self, q: Question) -> tuple[Option, ...]:
        rule = self.rule(q)
        return rule_options(q, [rule] if rule else [])

    def answer(self, q: Question) -> tuple[str, ...]:
        rule = self.rule(q)
        if rule is None:
            raise ValueError(f"{q.game.title} has no rule {q.line!r}")
        return tuple(o.value for o in q.options if o.label == rule.text(q.game))

    def rule(self, q: Question) -> Rule | None:
        return known_rule(q, q.line or "")

    def reason(self, q: Question) -> str:
        rule = self.rule(q)
        return f"{q.game.title}: {rule.title}" if rule else ""

    def otherwise(self, q: Question) -> str:
        return f"That is how another game does it. {q.game.title} has a sentence of its own."


class OfGroups(Ask):
    """A group of cards, given as its cards in any order.  Any one of the groups will do, but all
    of its cards are chosen."""

    select = "many"
    gathers = True

    def groups(self, q: Question) -> dict[str, frozenset[str]]:
        """Every right answer with the cards in it."""
        return {a: frozenset(a.split()) for a in q.answer}

    def agrees(self, q: Question, given: Sequence[str]) -> bool:
        return len(set(given)) == len(given) and frozenset(given) in self.groups(q).values()

    def signs(self, q: Question, given: Sequence[str]) -> dict[str, str]:
        """A sign for each card: held against the group that most of what was given belongs to."""
        chosen = frozenset(given)
        nearest = max(
            self.groups(q).values(),
            key=lambda g: (len(g & chosen), -len(g)),
            default=frozenset[str](),
        )
        return {g: "right" if g in nearest else "refused" for g in given} | {
            c: "missed" for c in sorted(nearest - chosen)
        }


class FindGroup(_OfMoves, OfGroups):
    """A group of cards that one open move takes, lays or shows.  line: only moves that score by
    this rule at once."""

    select = "many"
    wanted = "choose the cards of one group"

    def groups(self, q: Question) -> dict[str, frozenset[str]]:
        """Every open move with the cards that it puts together, the card from the hand included."""
        return {
            str(m): frozenset(map(str, together(m)))
            for m, v in q.verdicts.items()
            if v.legal
            and m.named
            and (q.line is None or q.line in pegs(q.game, q.state, q.seat, m))
        }

    def text(self, q: Question) -> str:
        rule = known_rule(q, q.line) if q.line else None
        return (
            f"Choose cards that score together by the rule “{rule.title}”."
            if rule
            else "Choose cards that belong together."
        )

    def options(self, q: Question) -> tuple[Option, ...]:
        """The hand and what it could be put together with: cards of no group are on show too."""
        seen = q.viewer == q.seat or q.state.sees(q.viewer, q.seat)
        around: list[Card] = [c for c in q.state.hands[q.seat] if c.rank] if seen else []
        if any(m.verb == "capture" for m in q.verdicts):
            around += q.state.pond if isinstance(q.state, FishState) else ()
        cards = dict.fromkeys([*around, *(c for m in q.verdicts for c in together(m))])
        return card_options(cards)

    def answer(self, q: Question) -> tuple[str, ...]:
        return tuple(self.groups(q))

    def agrees(self, q: Question, given: Sequence[str]) -> bool:
        return frozenset(given) in self.groups(q).values()

    def rule(self, q: Question) -> Rule | None:
        """The rule asked about; else the one by which every group scores; else one that narrows
        the choice."""
        if named := known_rule(q, q.about or q.line or ""):
            return named
        scored = [set(pegs(q.game, q.state, q.seat, m)) for m in q.verdicts if str(m) in q.answer]
        common = set.intersection(*scored) if scored else set()
        return next((r for r in q.game.all_rules() if r in common), None) or super().rule(q)

    def reason(self, q: Question) -> str:
        found = [m for m in q.verdicts if str(m) in q.answer]
        # a label may cut a long list of cards short; here each of them counts
        return listed(
            [m.label if len(m.named) < 5 else " ".join(c.sign for c in together(m)) for m in found],
            "or",
            most=4,
        )

    def otherwise(self, q: Question) -> str:
        return "{reason}: that goes together. Look again."


def together(move: Move) -> tuple[Card, ...]:
    """The cards that a move puts together."""
    return ((move.card,) if move.card is not None else ()) + tuple(move.named)


def pegs(game: Game, state: Any, seat: int, move: Move) -> tuple[str, ...]:
    """The rules by which a move scores at once; none where hidden cards leave that open."""
    try:
        lines = state.phase.apply(state, seat, move).pegged[len(state.pegged) :]
    except (KeyError, ValueError, IndexError):  # the move asks for a card that lies face down
        return ()
    return tuple(dict.fromkeys(str(x.rule) for x in lines))


ASKS: dict[str, Ask] = {
    "pick-moves": PickMoves(),
    "pick-one": PickOne(),
    "is-open": IsOpen(),
    "how-many-open": HowManyOpen(),
    "lowest-bid": LowestBid(),
    "who-wins": WhoWins(),
    "which-card-wins": WhichCardWins(),
    "which-rule": WhichRule(),
    "order-cards": OrderCards(),
    "how-much": HowMuch(),
    "which-line": WhichLine(),
    "whose-turn": WhoseTurn(),
    "in-pack": InPack(),
    "how-many-cards": HowManyCards(),
    "which-of-game": WhichOfGame(),
    "find-group": FindGroup(),
}
"""Every way of asking, by its name."""


@dataclass(frozen=True)
class Item:
    """A question with an address: the same address gives the same question again."""

    question: Question
    kind: str
    seed: int
    params: tuple[tuple[str, Any], ...] = ()

    @property
    def game_id(self) -> str:
        return self.question.game.id

    @property
    def address(self) -> str:
        """``kind?game=…&seed=…``: what a link carries."""
        params = [("p." + name, value) for name, value in self.params]
        return f"{self.kind}?{urlencode([('game', self.game_id), *self.question.game.chosen, *params, ('seed', self.seed)])}"


Finder = Callable[[Game, Mapping[str, Any], int], "Item | None"]
