"""The positions laboratory: set up any table of any game, see whether it can be, and ask
everything of it.

Knows how to look a table over (cards, places, hands, tricks) and what to ask.  Every answer comes
from the game: verdicts, orders, who wins a trick, score lines, and also whether a card that lies in
a trick could be played there.

>>> here = read("kaiser; trump S; trick West KH 2H; east QH 8C 3S")
>>> here.problems
(2♥ is not in the pack of Kaiser.,)
>>> here = read("kaiser; trump S; trick West KH 9H; east QH 8C 3S; contract 7 by South")
>>> here.problems, here.mover
((), 'East')
>>> [str(move) for move in here.legal], here.why("8C")
(['QH'], 'hearts were led and East has one')
>>> [str(won) for won in here.wins()]
['Q♥: West wins so far, K♥ is the highest heart']
>>> for fact in here.facts():
...     print(fact)
Of the eight trumps, East holds one; seven are out.
Of the 32 cards, East sees five; 27 are out.
>>> read(here.text).text == here.text
True
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast

from cardlab.engine.cards import BACK, Card, Suit, seen, unseen
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.codec import CardsText, codecs_of
from cardlab.engine.fields import values_of
from cardlab.engine.game import OVER, Dealing, Game, State
from cardlab.engine.lacking import Lacking, answering
from cardlab.engine.moves import PASS, Bid, Move, Play
from cardlab.engine.ordering import Ordering
from cardlab.engine.problems import Problem
from cardlab.engine.record import Record
from cardlab.engine.rulings import Rule, Verdict
from cardlab.engine.scoring import ScoreLine, totals
from cardlab.engine.words import ONLOOKER, number, some
from cardlab.families.automaton import AutomatonGame
from cardlab.families.matches import Deals
from cardlab.families.solo import FirstLeadGame
from cardlab.families.tricks import Trick, TrickGame, Tricks, trick_on, tricks_taken
from cardlab.labs import notation
from cardlab.labs.board_file import board_of_text
from cardlab.labs.notation import NotationError
from cardlab.lessons.positions import Position as Seen
from cardlab.lessons.positions import beyond_the_pack, moved, shown

__all__ = [
    "BuiltPosition",
    "CannotTell",
    "NotationError",
    "Problem",
    "Win",
    "check",
    "example",
    "from_match",
    "from_pbn",
    "read",
    "set_up",
]

PLACES = {
    "stock": "the stock",
    "trick": "the trick",
    "taken": "an earlier trick",
    "discards": "the discards",
    "pond": "the pond",
    "board": "the board",
    "piles": "the piles",
    "shown": "the cards turned up",
    "offered": "the last discard",
    "laid": "the cards just laid",
    "pile": "the pile",
    "melds": "the melds",
    "boards": "the open cards",
    "dead": "the dead cards",
    "bank": "the bank",
    "away": "the cards put away",
    "widow": "the widow",
    "floater": "the floater",
    "packs": "the packs",
    "collected": "the cards collected",
    "hidden": "the unseen cards",
    "aside": "the cards set aside",
    "general": "the discards",
    "knocked": "the knocking card",
}


UNDECLARED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What a question may end in on a table that was set up by hand, which may be one that no play comes
to. What such a table lacks is declared by its game (`Lacking`, which is a ValueError); whatever no
game has thought of is caught here, so that nobody who moves a card with the mouse sees an error."""
DOES_NOT_FIT = "Something on this table is missing or does not fit."


class CannotTell(ValueError):
    """A question has no answer here, as a sentence: the table cannot be, or what a legal move leads
    to hangs on something that it does not say."""


Q = TypeVar("Q", bound=Callable[..., Any])


def asked_of_a_table(question: Q) -> Q:
    """A question to a position, which raises CannotTell with what is wrong with the table where
    the game cannot answer it for such a table."""

    @wraps(question)
    def answer(here: BuiltPosition, *args: Any, **options: Any) -> Any:
        try:
            with answering(here.state):
                return question(here, *args, **options)
        except CannotTell:
            raise
        except UNDECLARED as trouble:
            problems = here.problems
            if not problems and not isinstance(trouble, Lacking):
                raise
            because = problems[0] if problems else trouble
            raise CannotTell(f"This cannot be said of such a table: {because}") from trouble

    return cast(Q, answer)


class Win(NamedTuple):
    """What a card of the mover would do to the trick: who wins it then (so far, unless it is
    full), by which rule, and why."""

    move: Move
    seat: int
    name: str
    rule: Rule
    because: str
    full: bool

    def __str__(self) -> str:
        return (
            f"{self.move.label}: {self.name} wins{'' if self.full else ' so far'}, {self.because}"
        )


Ask = Callable[["BuiltPosition"], Iterable[str]]
"""A further question to a position, such as its odds: sentences."""


@dataclass(frozen=True, repr=False)
class BuiltPosition:
    """A table set up by hand, and the questions that it answers.

    Made by `read`, `set_up`, `from_match` or `from_pbn`; a position that cannot be is one all the
    same, and says why in ``problems``.
    """

    state: Any

    @property
    def game(self) -> Game:
        played: Game = self.state.game
        return played

    @property
    def text(self) -> str:
        """The position in one line (see `cardlab.labs.notation`)."""
        return notation.write(self.state)

    def __repr__(self) -> str:
        return f"<position, {self.text}>"

    def __str__(self) -> str:
        try:
            table = str(self.state)
        except UNDECLARED:  # a table that cannot be drawn is given as it was written
            table = self.text
        return "\n".join([table, *map(str, self.problems)])

    def _repr_svg_(self) -> str | None:
        try:
            return str(self.state._repr_svg_())
        except UNDECLARED:  # then a notebook shows the text
            return None

    # --- can it be?
    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why this table cannot be; empty where nothing speaks against it."""
        return check(self.state)

    # --- who moves, and what is open
    @property
    def mover(self) -> str | None:
        """The name of the seat whose turn it is."""
        return self.game.names[self.state.to_move] if self.state.to_move is not None else None

    @property
    def movers(self) -> tuple[int, ...]:
        """Every seat that may do something now: the one to move, and those who may act at any
        time."""
        first = () if self.state.to_move is None else (self.state.to_move,)
        return tuple(dict.fromkeys((*first, *self.state.phase.movers(self.state))))

    @asked_of_a_table
    def verdicts(self, seat: int | str | None = None) -> dict[Move, Verdict]:
        """Every move that the seat to move (or the one named) could try, with its verdict; of
        cards that lie face down nothing is said.

        Raises CannotTell, with what is wrong with the table, where it cannot be and the game has
        no answer; so do `legal`, `why`, `ladder`, `lines`, `wins` and `facts`.

        >>> read("kaiser; trump S; trick West KH 9H; east 2H 8C 3S; contract 7 by South").legal
        Traceback (most recent call last):
        cardlab.labs.positions.CannotTell: This cannot be said of such a table: 2♥ is not in the \
pack of Kaiser.
        """
        every = self.game.verdicts(self.state, None if seat is None else self.game.seat(seat))
        return {
            move: verdict for move, verdict in every.items() if BACK not in (move.card, *move.named)
        }

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that are open."""
        return tuple(move for move, verdict in self.verdicts().items() if verdict.legal)

    @asked_of_a_table
    def why(self, move: str) -> str:
        """Why a move is open, or is not, in the words of the rule; said of the one who moves."""
        return self.game.verdict(self.state, move).say(ONLOOKER)

    # --- what else it tells
    @asked_of_a_table
    def ladder(self) -> list[tuple[Card, ...]]:
        """The order in force from the top: of trumps, or at no trump of the suit led; empty
        where nothing ranks yet."""
        order = self.game.order(self.state)
        if order is None:
            return []
        trick = trick_on(self.state)
        suit = order.trump or (order.suit_of.get(trick.cards[0]) if trick.cards else None)
        return order.ladder(suit) if suit is not None else []

    @asked_of_a_table
    def lines(self) -> tuple[ScoreLine, ...]:
        """The points made in this deal so far."""
        return self.game.of_deal(self.state, self.state.pegged)

    def if_over(self) -> tuple[ScoreLine, ...]:
        """The score lines if the deal ended here with what has been taken so far; those made so
        far where that means nothing (nobody has undertaken anything yet)."""
        try:
            return self.game.deal_lines(self.state)
        except UNDECLARED:  # a deal that is said to be over like this is told by `check`
            return self.lines()

    def totals(self, lines: Iterable[ScoreLine] | None = None) -> dict[str, int]:
        """What the sides stand at: before this deal and with these lines (those made so far)."""
        before = dict(
            zip((s.id for s in self.game.sides), self.state.standing.totals, strict=False)
        )
        new = totals(self.lines() if lines is None else lines, before)
        return {side: before[side] + new[side] for side in before}

    @asked_of_a_table
    def wins(self) -> tuple[Win, ...]:
        """What each open card would do to the trick; nothing where no tricks are played."""
        if not isinstance(self.game, TrickGame) or not isinstance(self.state.phase, Tricks):
            return ()
        outcomes = []
        for move in self.legal:
            if move.card is None:
                continue
            try:
                after = self.state.phase.apply(self.state, self.state.to_move, move)
            except UNDECLARED:  # this table does not say what follows: `play` tells why
                continue
            full = len(after.taken) > len(self.state.taken)
            trick = after.taken[-1] if full else after.trick
            if trick.cards and BACK not in trick.cards:
                try:
                    seat, rule, sentence = self.game.told_trick(after, trick)
                    outcomes.append(
                        Win(move, seat, self.game.names[seat], rule, sentence.say(), full)
                    )
                except (
                    UNDECLARED
                ):  # a joker alone beats nothing yet, and some games have no words for that
                    continue
        return tuple(outcomes)

    @asked_of_a_table
    def facts(self, *more: Ask) -> tuple[str, ...]:
        """What the mover can count: trumps that are out, who holds none of a suit, cards unseen;
        and the sentences of any further questions."""
        own = (
            (*_trumps(self), *_voids(self), *_unseen(self))
            if self.state.to_move is not None
            else ()
        )
        return (*own, *(sentence for ask in more for sentence in ask(self)))

    @asked_of_a_table
    def cannot_hold(self, seat: int | str) -> dict[Card, str]:
        """The cards that a seat cannot hold, each with the sentence that says so: holding it, it
        could not have played as it did.  Asked of the game's own rules, card by card."""
        return _cannot_hold(self.state, self.game.seat(seat), dict.fromkeys(self.game.pack))

    # --- moving on
    def play(self, move: str, seat: int | str | None = None) -> BuiltPosition:
        """The position after a move of the seat to move (or of the one named, where others may
        act too).  A seat whose hand lies face down plays whatever card is named.

        Raises IllegalMove if a rule refuses the move, and CannotTell if the move is legal and the
        table does not say enough for what follows.

        >>> read("go-fish; phase ask; South -; West -; North -; East -").play("draw")
        Traceback (most recent call last):
        cardlab.labs.positions.CannotTell: What “Draw a card” leads to cannot be told from this \
table: it depends on cards that lie face down.
        """
        at = self.state.to_move if seat is None else self.game.seat(seat)
        try:
            return BuiltPosition(_after(self.state, move, at))
        except UNDECLARED as trouble:
            legal = next((m for m in self.game.legal_moves(self.state, at) if m == move), None)
            if legal is None:  # a rule refuses it, or no such card is there
                raise
            raise CannotTell(_untold(self.state, legal, at, trouble)) from trouble

    @asked_of_a_table
    def filled(self, seed: int = 0) -> BuiltPosition:
        """The same table with every card that lies face down dealt at random."""
        return BuiltPosition(self.state.imagined(random.Random(f"filled/{seed}")))

    # --- and out
    @asked_of_a_table
    def view(self, seat: int | str | None = None, open: bool = True) -> dict[str, Any]:
        """The picture as plain data: for a seat (the one to move), every known hand face up
        unless not ``open``."""
        looks = self.state.actor() if seat is None else self.game.seat(seat)
        data = shown(Seen(self.game, self.state, looks or 0, open), self.state)
        return data | {
            "choices": [c for c in data["choices"] if BACK not in (c["card"], *c["cards"])]
        }

    def pbn(self) -> str:
        """The deal in the bridge players' format.  ValueError with a sentence where it does not
        hold this position."""
        from cardlab.pbn import board_of, write

        return write([board_of(self.state)])


# --- ways in


def read(text: str) -> BuiltPosition:
    """The position that a line of text describes.  NotationError, with a sentence, for what is
    none."""
    return BuiltPosition(notation.read(text))


def set_up(
    game: str | Game, options: Mapping[str, Any] | None = None, **given: Any
) -> BuiltPosition:
    """A position in the words of ``game.state``: hands, trump, trick, taken, phase, to_move,
    totals ...; seats by name or number.

    >>> here = set_up("kaiser", trump="S", trick=[("west", "KH")], hands={"north": "QH 8C"})
    >>> here.mover, here.why("8C")
    ('North', 'hearts were led and North has one')
    """
    played = find_game(game, **dict(options or {})) if isinstance(game, str) else game
    state = played.state(**given)
    for (named, card), seat in zip(given.get("trick", ()), trick_on(state).seats, strict=False):
        if played.seat(named) != seat:
            name, turn = played.names[played.seat(named)], played.names[seat]
            raise ValueError(
                f"{Card(card).sign} is {name}'s card here, but it is {turn}'s turn in this trick"
            )
    return BuiltPosition(state)


def from_match(match: Any, ply: int | None = None) -> BuiltPosition:
    """The position of a match (or of a record, replayed) at a ply.

    >>> import cardlab
    >>> match = cardlab.game("snap").match(seed=3)
    >>> here = from_match(match)
    >>> here.problems, read(here.text).state == here.state
    ((), True)
    """
    replayed = match.replay() if isinstance(match, Record) else match
    return BuiltPosition(replayed.state_at(replayed.ply if ply is None else ply))


def from_pbn(text: str, board: int | None = None) -> BuiltPosition:
    """The position of a board of a PBN file after its calls and cards (1: the first; it has to be
    named where there are several).  ValueError with a sentence."""
    return BuiltPosition(board_of_text(text, board).position())


def example(game: str | Game, seed: int = 1) -> BuiltPosition:
    """A moment in a dealt and played deal at which some of the mover's cards are open and some
    are not, or one in the middle.

    >>> here = example("malilla", 2)
    >>> len(here.legal), len(here.verdicts())
    (3, 9)
    """
    played = find_game(game) if isinstance(game, str) else game
    match, rng = played.match(seed=seed), random.Random(f"example/{seed}")
    states = []
    while match.ply < 300 and not match.over:
        state = match.state
        seat = next(
            (
                s
                for s in (state.to_move, *state.phase.movers(state))
                if s is not None and match.legal_moves(s)
            ),
            None,
        )
        if seat is None or state.standing.deal > 1:
            break
        states.append(state)
        moves = match.legal_moves(seat)
        if bids := [
            m for m in moves if isinstance(m, Bid)
        ]:  # an auction that ends somewhere below a slam
            stands = any(isinstance(call, Bid) for _, call in state.game.calls(state))
            moves = (PASS, PASS, bids[0]) if stands and PASS in moves else tuple(bids[:3])
        if len(states) > 6 and seat == state.to_move and any(m.card is not None for m in moves):
            if len(moves) < len(match.candidates(seat)):
                return BuiltPosition(state)
        match.play(rng.choice(moves), seat)
    return BuiltPosition(states[len(states) // 2])


# --- can it be?


def check(state: State) -> tuple[Problem, ...]:
    """Everything that speaks against a table, the plainest first; empty where it can be.

    >>> check(read("kaiser; South AH AH; West AH; trick North KH").state)
    (A♥ lies twice in South's hand and in West's hand; the pack of Kaiser has it once.,)
    >>> check(read("bridge; trump S; South 2S 4S; trick West KH 9C; North 3H; East 2C 3C").state)
    (North played 9♣ to K♥, but hearts were led and North has one.,)
    """
    return cannot_lie(state) or cannot_go_on(state)


def cannot_lie(state: State) -> tuple[Problem, ...]:
    """What speaks against a table whatever lies face down on it."""
    problems = [*_cards(state), *_deal_number(state)]
    if not problems:
        problems = [*_sizes(state), *_turns(state), *_secrets(state)]
    if not problems:
        problems = [*_plays(state)]
    return tuple(problems)


def cannot_go_on(state: State) -> tuple[Problem, ...]:
    """Why a game cannot say who may do what on a table, nor draw it: something is missing."""
    return tuple(_judged(state))


def _where(state: State) -> Iterator[tuple[str, str, Card]]:
    """Every card with its place, as a word and as it is said."""
    for seat, hand in enumerate(state.hands):
        name = state.game.names[seat]
        for card in hand:
            yield name, f"{name}'s hand", card
    for place in state.places:
        if place != "hands":
            for card in seen(getattr(state, place)):
                yield place, PLACES.get(place, f"the {place}"), card


def _cards(state: State) -> Iterator[Problem]:
    game, total = state.game, len(state.all_cards())
    for card, _, has in beyond_the_pack(state):
        places = [(place, where) for place, where, lies in _where(state) if lies == card]
        if not has:
            yield Problem(f"{card.sign} is not in the pack of {game.title}.", places[0][0], (card,))
            continue
        count = Counter(where for _, where in places)
        told = [f"{_times(n)} in {where}" if n > 1 else f"in {where}" for where, n in count.items()]
        lain = " and ".join(told) if len(told) < 3 else ", ".join(told[:-1]) + f" and {told[-1]}"
        text = f"{card.sign} lies {lain}; the pack of {game.title} has it {_times(has)}."
        yield Problem(text, places[-1][0], (card,))
    if total > len(game.pack):
        yield Problem(
            f"There are {total} cards on this table; the pack of {game.title} has {len(game.pack)}."
        )


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{number(n)} times")


def _deal_number(state: State) -> Iterator[Problem]:
    """Where a match has so many deals, no other is dealt: it may have no cards for one."""
    for end in state.game.ends:
        if isinstance(end, Deals) and 0 < end.number < state.standing.deal:
            yield Problem(
                f"A match of {state.game.title} has {some(end.number, 'deal')} here; there is no"
                f" deal {state.standing.deal}."
            )


def _limit(state: State) -> int | None:
    """How many cards a seat may have had in this deal; None where hands grow."""
    game = state.game
    if state.hands_grow:
        return None
    dealt = max(
        (
            max(p.sizes(game, state.standing), default=0)
            for p in game.phases
            if isinstance(p, Dealing)
        ),
        default=0,
    )
    if not dealt or (not isinstance(game, TrickGame) and dealt * game.players >= len(game.pack)):
        return None
    played = isinstance(state.phase, Tricks)
    if isinstance(game, TrickGame) and (played or state.phase is OVER):
        dealt = max(dealt, game.tricks_in_deal)  # some cards may be dealt after the calls
    if isinstance(game, TrickGame) and (played or state.phase.bids):
        return int(dealt)
    taken_up = [phase.taken_up(game) for phase in game.phases]
    return int(dealt + max(1, game.aside if isinstance(game, FirstLeadGame) else 0, *taken_up))


def _sizes(state: State) -> Iterator[Problem]:
    game, limit = state.game, _limit(state)
    taken, trick = tricks_taken(state), trick_on(state)
    tricks = isinstance(game, TrickGame) and not isinstance(
        game, AutomatonGame
    )  # where the house plays from the stock, hands differ
    had = []
    for seat, hand in enumerate(state.hands):
        now = trick.seats[: len(trick.cards)].count(seat)
        before = sum(t.seats.count(seat) for t in taken) if tricks else 0
        had.append(len(hand) + now)
        if limit is not None and len(hand) + now * tricks + before > limit:
            played = f" and has played {number(now + before)}" if now + before else ""
            name = game.names[seat]
            most = (
                f"{game.title} deals {number(limit)}"
                if tricks
                else f"at this point nobody has more than {number(limit)}"
            )
            yield Problem(
                f"{name}'s hand has {some(len(hand), 'card')}{played}; {most}.", name, hand
            )
            return
    if not tricks:
        return
    if isinstance(state.phase, Tricks) and trick.seats:
        playing = trick.seats
    elif state.phase.bids:
        playing = tuple(s for s, n in enumerate(had) if n)
    else:
        return
    playing = tuple(s for s in playing if game.keeps_pace(state, s))
    if len({had[s] for s in playing}) > 1:
        full = Counter(had[s] for s in playing).most_common(1)[0][0]
        seat = next(s for s in playing if had[s] != full)
        name, meant = game.names[seat], full - trick.seats[: len(trick.cards)].count(seat)
        after = (
            "has played to this trick and "
            if meant < full
            else "has yet to play to this trick and "
            if trick.cards
            else ""
        )
        yield Problem(
            f"{name} {after}holds {some(len(state.hands[seat]), 'card')}; with the others it would"
            f" be {number(meant)}.",
            name,
            state.hands[seat],
        )


def _secrets(state: Any) -> Iterator[Problem]:
    """Cards that somebody has chosen in secret, or that were passed, and that nobody can have.

    >>> line = "hearts; phase passing; West JS AC AH; chosen West give KD"
    >>> check(read(line).state)
    (West has chosen to give K♦ and does not hold it.,)
    """
    names, hands = state.game.names, state.hands
    for seat, move in state.chosen:
        held = hands[seat]
        named = [card for card in (move.card, *move.named) if card not in (None, BACK, *held)]
        lacking = [] if BACK in held else named
        if lacking:
            choice = move.label[:1].lower() + move.label[1:]
            text = f"{names[seat]} has chosen to {choice} and does not hold it."
            yield Problem(text, names[seat], tuple(lacking))
            return
    for seat, card, holder in state.known:
        elsewhere = [place for place, hand in enumerate(hands) if card in hand and place != holder]
        # another copy may lie in another hand
        every = len(elsewhere) >= list(state.game.pack).count(card)
        if card in hands[holder] or (BACK in hands[holder] and not every):
            continue
        gone = card in unseen(state.game.pack, [c for c in state.all_cards() if c is not BACK])
        told = f"{names[seat]} knows that {names[holder]} was given {card.sign}"
        if elsewhere:
            text = f"{told}, and it lies in {names[elsewhere[0]]}'s hand."
        elif gone:
            text = f"{told}, and nobody has it."
        else:
            continue
        yield Problem(text, names[holder], (card,))
        return


def _turns(state: Any) -> Iterator[Problem]:
    game = state.game
    trick, taken = trick_on(state), tricks_taken(state)
    if not isinstance(state.phase, Tricks) or not trick.seats:
        return
    order = state.order
    for at, (before, after) in enumerate(zip(taken, (*taken, trick)[1:], strict=True), 1):
        if order is None or isinstance(game, AutomatonGame):
            break
        winner = _winner(before, order)
        if winner in after.seats and after.seats[0] != winner:
            who, leads = game.names[winner], game.names[after.seats[0]]
            yield Problem(
                f"{who} won trick {at}, so {who} leads to trick {at + 1}; here {leads} does.",
                "taken",
                before.cards,
            )
    for at, before in enumerate(taken, 1):
        if len(before.cards) < len(before.seats):
            short = game.names[before.seats[len(before.cards)]]
            yield Problem(
                f"Trick {at} is behind us, but {short}'s card is missing from it.",
                "taken",
                before.cards,
            )
    if len(trick.cards) < len(trick.seats):
        turn = trick.seats[len(trick.cards)]
        if state.to_move != turn and not isinstance(game, AutomatonGame):
            turn_name = game.names[state.to_move] if state.to_move is not None else "nobody"
            yield Problem(
                f"It is {game.names[turn]}'s turn in this trick, and here {turn_name} is to move.",
                "trick",
                trick.cards,
            )


def _winner(trick: Trick, order: Ordering) -> int | None:
    """Who won a trick; None where nobody can say it: a card is not known, or none is there."""
    return None if not trick.cards or BACK in trick.cards else trick.winner(order)


def _plays(state: Any) -> Iterator[Problem]:
    """Cards in tricks that their players could not have played: asked of the rules, with the
    hand of that moment."""
    if not isinstance(state.phase, Tricks) or state.game.order(state) is None:
        return
    game = state.game
    for at, seat, card, before in _moments(state):
        if BACK in before.hands[seat]:
            continue
        if not _open(before, card):
            verdict, name = game.verdict(before, Play(card)), game.names[seat]
            led = f" to {before.trick.cards[0].sign}" if before.trick.cards else ""
            behind = f" in trick {at + 1}" if at < len(state.taken) else ""
            text = f"{name} played {card.sign}{led}{behind}, but {verdict.say(ONLOOKER)}."
            yield Problem(text, "trick" if not behind else "taken", (card,))
            return


def _moments(state: Any) -> Iterator[tuple[int, int, Card, Any]]:
    """Every card played, with the number of its trick, its player and the table before it; where
    hands grow, those of the trick in progress, since earlier hands are not known."""
    tricks = (*state.taken, state.trick)
    hands = [list(hand) for hand in state.hands]
    for trick in tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            hands[seat].append(card)
    for at, trick in enumerate(tricks):
        for i, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=False)):
            if state.hands_grow and at < len(state.taken):
                continue
            part = trick._replace(cards=trick.cards[:i], down=tuple(d for d in trick.down if d < i))
            yield (
                at,
                seat,
                card,
                state.but(
                    hands=tuple(map(tuple, hands)),
                    taken=tricks[:at],
                    trick=part,
                    to_move=seat,
                    order=state.order,
                ),
            )
            hands[seat].remove(card)


def _judged(state: Any) -> Iterator[Problem]:
    """The game can say who may do what, and the table can be drawn; where it cannot, something
    is missing."""
    from cardlab.engine.table import table

    game = state.game
    if (
        isinstance(state.phase, Tricks)
        and isinstance(game, FirstLeadGame)
        and state.contract is None
    ):
        yield Problem(f"{game.bid_lacks(state)}.", "contract")
        return
    chance = state.phase is OVER or state.phase.moved_by_chance
    if state.to_move is None and not state.phase.movers(state) and not chance:
        first = game.names[0]
        yield Problem(f"Nobody is to move on this table; say who is, as in to-move {first}.")
        return
    try:
        for seat in {state.to_move, *state.phase.movers(state)} - {None}:
            for verdict in game.verdicts(state, seat).values():
                _ = verdict.reason
        table(state, state.actor() or 0)
        if state.phase is OVER:
            lines = game.deal_lines(state)
            with answering(state):
                game.next_standing(state, lines)
    except UNDECLARED as trouble:
        missing = _what_is_wrong(trouble)
        if state.phase is OVER:
            yield Problem(f"A deal of {game.title} cannot have ended like this. {missing}")
        else:
            phase = state.phase.title
            yield Problem(f"{game.title} cannot go on from here in its phase “{phase}”. {missing}")


def _what_is_wrong(trouble: Exception) -> str:
    """What is wrong with a table on which a question ended in an error."""
    return str(trouble) if isinstance(trouble, Lacking) else DOES_NOT_FIT


# --- what a move leads to


def _after(state: Any, move: str, seat: int | None) -> Any:
    """The state after a move of a seat."""
    return moved(state, move) if seat == state.to_move else state.game.after(state, move, seat)


def _untold(state: Any, move: Move, seat: int | None, trouble: Exception) -> str:
    """Why nobody can tell what a legal move leads to on this table."""
    tables = _completed(state, seat)
    because = next((why for why, table in tables if _leads_on(table, move, seat)), "")
    untold = f"What “{move.label}” leads to cannot be told from this table"
    return f"{untold}: {because}." if because else f"{untold}. {_what_is_wrong(trouble)}"


def _leads_on(state: Any, move: Move, seat: int | None) -> bool:
    try:
        state.phase.apply(state, seat, move)
    except UNDECLARED:
        return False
    return True


def _heaps(state: State) -> list[str]:
    """The places of one heap of cards each."""
    codecs = codecs_of(type(state))
    return [place for place in state.places if isinstance(codecs.get(place), CardsText)]


def _completed(state: Any, seat: int | None) -> Iterator[tuple[str, Any]]:
    """Tables like this one on which one thing more is said, each with what this one lacks."""
    rng = random.Random(0)
    fields = values_of(state)
    tables = [("", state)]
    if BACK in state.all_cards():
        try:
            tables.insert(0, ("it depends on cards that lie face down", state.imagined(rng)))
            yield tables[0]
        except ValueError:  # not so many cards are left
            pass
    for _, table in tables:
        spare = unseen(state.game.pack, [card for card in table.all_cards() if card is not BACK])
        if not spare:
            spare = [card for card in seen(fields.get("stock", ())) if card is not BACK]
        for place in _heaps(state):
            if fields.get(place) == () and spare:
                where = PLACES.get(place, f"the {place}")
                verb = "have" if where.endswith("s") else "has"
                yield f"{where} {verb} no card", table.but(**{place: (spare[0],)})
        if seat is not None and not state.hands[seat] and spare:
            dealt = table.but(hands=table.held(seat, (spare[0],)))
            yield f"{state.game.names[seat]} has no card", dealt


# --- what can be counted


def _own(here: BuiltPosition) -> tuple[list[Card], list[Card]]:
    """The cards of the hand that is to be played from (and of the hand of whoever plays it), and
    those that its player sees elsewhere."""
    table = here.game.view(here.state)
    seats = {here.state.to_move, here.state.actor()}
    mine = [c for seat in seats for c in table.hands[seat] if c is not BACK]
    visible = [c for c in table.all_cards() if c is not BACK]
    for card in mine:
        visible.remove(card)
    return mine, visible


def _counting(here: BuiltPosition, does: str, do: str) -> str:
    """Who counts, with the verb: whoever plays another's cards counts both hands."""
    state, names = here.state, here.game.names
    actor = state.actor()
    return (
        f"{names[actor]} {does}"
        if actor == state.to_move
        else f"{names[actor]} and {names[state.to_move]} {do}"
    )


def _trumps(here: BuiltPosition) -> Iterator[str]:
    order = here.game.order(here.state)
    if order is None or order.trump is None:
        return
    mine, visible = _own(here)
    trumps = [c for c in here.game.pack if order.is_trump(c)]
    held, gone = sum(map(order.is_trump, mine)), sum(map(order.is_trump, visible))
    out = len(trumps) - held - gone
    played = (
        f"{number(gone)} {'lies' if gone == 1 else 'lie'} open or {'was' if gone == 1 else 'were'}"
        " played, "
        if gone
        else ""
    )
    told = f"{_many(out)} {'is' if out == 1 else 'are'} out"
    yield (
        f"Of the {number(len(trumps))} trumps, {_counting(here, 'holds', 'hold')} {_many(held)};"
        f" {played}{told}."
    )


def _many(count: int) -> str:
    """A number that stands without its noun."""
    return number(count) if count else "none"


def _unseen(here: BuiltPosition) -> Iterator[str]:
    mine, visible = _own(here)
    in_sight = len(mine) + len(visible)
    out = len(here.game.pack) - in_sight
    who, told = (
        here.game.names[here.state.actor()],
        f"{number(out)} {'is' if out == 1 else 'are'} out",
    )
    yield f"Of the {len(here.game.pack)} cards, {who} sees {number(in_sight)}; {told}."


def _cannot_hold(
    state: Any, seat: int, cards: Iterable[Card], stop: bool = False
) -> dict[Card, str]:
    """Imagine each card beside the one that was played: where the rules would then refuse the
    play, it was not there.

    stop: give up at the first card that the seat may hold.
    """
    if (
        not isinstance(state.game, TrickGame)
        or state.order is None
        or not isinstance(state.phase, Tricks)
    ):
        return {}
    game, reasons = state.game, dict[Card, str]()
    played = [
        (c, b)
        for _, who, c, b in _moments(state)
        if who == seat and c is not BACK and b.trick.cards
    ]
    for card in cards:
        for mine, before in played:
            if card != mine and not _open(before.but(hands=before.held(seat, (mine, card))), mine):
                reasons[card] = (
                    f"{game.names[seat]} played {mine.sign} when {before.trick.cards[0].sign}"
                    " was led"
                )
                break
        if stop and card not in reasons:
            break
    return reasons


def _open(state: State, card: Card) -> bool:
    """Whether a card may be played here, or the question means nothing."""
    try:
        return (
            Play(card) not in state.game.candidates(state)
            or state.game.verdict(state, Play(card)).legal
        )
    except UNDECLARED:
        return True


def _voids(here: BuiltPosition) -> Iterator[str]:
    """Suits that another seat cannot hold any more."""
    state = here.state
    if not isinstance(here.game, TrickGame) or state.order is None:
        return
    mine, visible = _own(here)
    suits: dict[Any, list[Card]] = {}
    for card in dict.fromkeys(unseen(here.game.pack, [*mine, *visible])):
        suits.setdefault(state.order.suit_of.get(card), []).append(card)
    seen_hands = here.game.view(state).hands
    for seat in range(here.game.players):
        if BACK not in seen_hands[seat]:
            continue
        for suit, cards in suits.items():
            barred = _cannot_hold(state, seat, cards, stop=True)
            if suit is not None and len(barred) == len(cards):
                yield (
                    f"{here.game.names[seat]} has no {suit.name if isinstance(suit, Suit) else suit}:"
                    f" {barred[cards[0]]}."
                )
