"""Reading the text of a position: a stranger's words become a state, or a sentence.

Knows the parts of `cardlab.labs.notation` and what may be left out; the type of a field says how it
is written (`cardlab.engine.codec`).  Knows no rule: whether such a table can be is a question for
`cardlab.labs.positions.check`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from cardlab.engine.cards import BACK, JOINED, SUITS, Card, Suit
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class, games
from cardlab.engine.codec import (
    CardsText,
    Codec,
    NotationError,
    PositionPart,
    bids_of,
    codecs_of,
    cut,
    word_of,
)
from cardlab.engine.game import OVER, Game, State
from cardlab.engine.moves import Bid
from cardlab.engine.ordering import Ordering
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.words import sentence
from cardlab.families.auctions import Contract
from cardlab.families.solo import FirstLeadGame
from cardlab.families.tricks import (
    NO_TRICK,
    TrickGame,
    Tricks,
    TrickState,
    seats_of,
    tricks_taken,
)
from cardlab.lessons.positions import filled

LONGEST = 8000
PLAIN = '{}[]":,'
"""A text with more characters than this is not a position: the four packs of Cardigan need a quarter of it.
"""
OPENED = "open"
"""The trump that is not made yet."""


def read(text: str) -> Any:
    """The state that a text describes.  NotationError, with a sentence, for anything that is no
    position."""
    game, _, given = parted(text)
    return _state(game, given)


def parted(text: str) -> tuple[Game, str, dict[str, str]]:
    """The game of a text, how it is written, and the parts by their words, not yet read.
    NotationError for what has none."""
    if not isinstance(text, str):
        raise NotationError("A position is a text, such as: kaiser; trick west KH; south QH 8C")
    if len(text) > LONGEST:
        raise NotationError(f"This text has {len(text)} signs; a position has at most {LONGEST}.")
    pieces = [p.strip() for p in re.split(r"[;\n]", text) if p.strip()]
    if not pieces:
        raise NotationError(
            "There is no position in an empty text; begin with the name of a game, such as kaiser."
        )
    game = _game(pieces[0], text)
    return game, head(game), _parted(game, pieces[1:])


def head(game: Game) -> str:
    """How a text begins: the game and what was chosen of its options.  House rules are quoted as in
    an address, so that they hold no space and no semicolon.

    >>> from cardlab.engine.catalogue import game
    >>> head(game("nap", players=3))
    'nap players=3'
    """
    options = [
        f"{name}={quote(value, safe=PLAIN) if name == 'house' else value}"
        for name, value in game.chosen
    ]
    return " ".join([game.id, *options])


def _game(piece: str, line: str) -> Game:
    id, *options = piece.split()
    if id.lower() not in games():
        near = difflib.get_close_matches(id.lower(), games(), 1)
        raise NotationError(
            f"A position begins with the name of a game, and “{cut(id)}” is not one"
            + (f"; did you mean {near[0]}?" if near else ", such as kaiser or gin-rummy.")
        )
    chosen: dict[str, Any] = {}
    for option in options:
        name, sign, value = option.partition("=")
        if not sign:
            raise NotationError(
                f"After the game come its options, as name=value; “{cut(option)}” is not an option. "
                "The other parts stand after a semicolon."
            )
        chosen[name.replace("-", "_")] = unquote(value) if name == "house" else value
    chosen |= game_class(id.lower()).older_options(chosen, line)
    try:
        return find_game(
            id.lower(),
            **{n: int(v) if re.fullmatch(r"-?\d{1,6}", str(v)) else v for n, v in chosen.items()},
        )
    except ValueError as trouble:
        raise NotationError(f"{sentence(cut(str(trouble), 200))}") from None


def _parted(game: Game, pieces: list[str]) -> dict[str, str]:
    may, parts = known(game), dict[str, str]()
    for piece in pieces:
        word, _, value = piece.partition(" ")
        word = word.lower().rstrip(":").replace("_", "-")
        if word not in may:
            near = difflib.get_close_matches(word, may, 1)
            hint = f"; did you mean {near[0]}?" if near else f". The parts are {', '.join(may)}."
            raise NotationError(
                f"“{cut(word)}” does not belong in a position of {game.title}{hint}"
            )
        if word in parts:
            raise NotationError(f"The part {word} stands here twice; leave one of them out.")
        parts[word] = value.strip()
    return parts


def fields_by_word(game: Game) -> dict[str, tuple[str, Codec[Any]]]:
    """The parts of a position that are fields of this game: word -> (field, how it is written).

    >>> from cardlab.engine.catalogue import game
    >>> [*fields_by_word(game("snap"))]  # doctest: +NORMALIZE_WHITESPACE
    ['deal', 'dealer', 'totals', 'to-move', 'void', 'known', 'chosen', 'pile', 'laid', 'face-up']
    """
    held = {**codecs_of(game.Standing), **codecs_of(game.State)}
    return {word_of(name): (name, codec) for name, codec in held.items()}


def known(game: Game) -> tuple[str, ...]:
    """Every word that may begin a part."""
    trick = ("trump", "contract", "declarer") if isinstance(game, TrickGame) else ()
    seats = tuple(name.lower() for name in game.names)
    return tuple(dict.fromkeys(("phase", *fields_by_word(game), *seats, *trick, "made")))


def _state(game: Game, given: Mapping[str, str]) -> State:
    phase = _phase(game, given)
    standing: dict[str, Any] = {}
    exact: dict[str, Any] = {}
    kept = codecs_of(game.Standing)
    for word, (name, codec) in fields_by_word(game).items():
        if word in given and not codec.needs_table:
            value = codec.read(given[word], PositionPart(game, word))
            (standing if name in kept else exact)[name] = value
    hands = {
        s: CardsText().read(given[n.lower()], PositionPart(game, f"the hand of {n}"))
        for s, n in enumerate(game.names)
        if n.lower() in given
    }
    more = {"sitting_out": exact["sitting_out"]} if exact.get("sitting_out") else {}
    try:
        state = game.state(**standing, **more, phase=phase.id if phase is not OVER else None)
    except ValueError as trouble:
        raise NotationError(sentence(str(trouble))) from None
    # cards that the pack does not have lie on the table all the same: what is wrong with it is said
    held = tuple(hands.get(seat, ()) for seat in range(game.players))
    state = state.but(phase=phase, hands=held, **exact)
    if "to_move" not in exact:
        state = state.but(
            to_move=None if phase is OVER or phase is game.phases[0] else state.to_move or 0
        )
    if isinstance(state, TrickState):
        state = _tricks(game, state, given)
    if "made" in given:
        state = state.but(
            pegged=tuple(
                _made(game, entry)
                for entry in PositionPart(game, "made").entries(given["made"], ",")
            )
        )
    return _rest(game, state, hands, given)


def _phase(game: Game, given: Mapping[str, str]) -> Any:
    phases = {p.id: p for p in (*game.phases, OVER)}
    if "phase" in given:
        if given["phase"] not in phases:
            raise NotationError(
                f"{game.title} has no phase “{cut(given['phase'])}”; its phases are"
                f" {', '.join(phases)}."
            )
        return phases[given["phase"]]
    if "calls" in given and "contract" not in given and "auction" in phases:
        return phases["auction"]
    return [p for p in game.phases if not p.moved_by_chance][-1]


def _rest(game: Game, state: State, hands: Mapping[int, Any], given: Mapping[str, str]) -> Any:
    """The hands and the stock that were left out lie face down."""
    missing = [s for s in range(game.players) if s not in hands]
    if missing and state.phase not in (OVER, game.phases[0]):
        looks = state.to_move if state.to_move is not None else 0
        trick = (
            list(zip(state.trick.seats, state.trick.cards, strict=False))
            if isinstance(state, TrickState)
            else []
        )
        full = filled(game, hands, {"trick": trick, "taken": tricks_taken(state)}, looks)
        left = len(game.pack) - len(state.all_cards())
        for seat in missing:
            down = tuple(full.get(seat, ()))[: max(left, 0)]
            left -= len(down)
            state = state.but(hands=state.held(seat, down))
    if (
        not isinstance(game, TrickGame)
        and "stock" in state.places
        and "stock" not in given
        and state.phase is not OVER
    ):
        state = state.but(
            stock=(BACK,) * min(max(len(game.pack) - len(state.all_cards()), 0), len(game.pack))
        )
    return state


def _tricks(game: Any, state: TrickState, given: Mapping[str, str]) -> Any:
    contract = _contract(game, given["contract"]) if "contract" in given else None
    declarer = contract.declarer if contract is not None else None
    if "declarer" in given:
        declarer = PositionPart(game, "declarer").seat(given["declarer"])
    state = state.but(contract=contract, declarer=declarer, order=None)
    codecs, blank = codecs_of(type(state)), type(state.trick)
    if "taken" in given:
        state = state.but(
            taken=codecs["taken"].read(given["taken"], PositionPart(game, "taken", state))
        )
    old = state.taken
    trick = None
    if "trick" in given:
        trick = codecs["trick"].read(given["trick"], PositionPart(game, "trick", state))
    led = trick.cards[0] if trick is not None and trick.cards else None
    first = old[0].cards[0] if old and old[0].cards else led
    state = state.but(order=_order(game, state, given, first))
    if trick is None:
        trick = NO_TRICK
        if isinstance(state.phase, Tricks):
            leader = _leader(game, state, given)
            trick = blank(seats_of(state, leader) or (leader,))
    state = state.but(trick=trick)
    if "to-move" not in given and trick.seats and isinstance(state.phase, Tricks):
        state = state.but(
            to_move=trick.seats[len(trick.cards)] if len(trick.cards) < len(trick.seats) else None
        )
    return state


def _leader(game: TrickGame, state: Any, given: Mapping[str, str]) -> int:
    if "to-move" in given and state.to_move is not None:
        return int(state.to_move)
    if state.taken and state.order is not None:
        return int(state.taken[-1].winner(state.order))
    try:
        return int(state.phase.leader(state))
    except (TypeError, AttributeError, IndexError):
        return 0


def _order(
    game: TrickGame, state: Any, given: Mapping[str, str], first: Card | None
) -> Ordering | None:
    trump = given.get("trump", "")
    if trump.lower() == OPENED or (not trump and not isinstance(state.phase, Tricks)):
        return None
    if not trump and not (state.turned is not None and state.turned.suit):
        chosen = state.contract.strain if state.contract is not None else ""
        if isinstance(game, FirstLeadGame):  # the first lead makes trumps
            return (
                game.order_under(state.contract, str(first.suit) if first.suit else None)
                if first is not None
                else None
            )
        trump = chosen if chosen in SUITS else "none"
    elif not trump:
        trump = str(state.turned.suit)
    letter = _suit(trump)
    try:
        order: Ordering = game.order_on(state, letter)
    except ValueError as trouble:
        raise NotationError(sentence(str(trouble))) from None
    if letter is not None and not order.ladder():
        raise NotationError(
            f"No card of {game.title} is one of the {Suit(letter).name}; trump is S, H, C, D or"
            " none."
        )
    return order


def _suit(name: str) -> str | None:
    word = name.strip().lower()
    if word in ("none", "nt", "no", "-"):
        return None
    named = {
        form: letter
        for letter, suit in SUITS.items()
        for form in (letter.lower(), suit.name, suit.one, suit.sign)
    }
    if word.upper() in JOINED:
        return word.upper()
    if word not in named:
        raise NotationError(
            f"There is no trump “{cut(name)}”; write S, H, C, D or none (open: not made yet)."
        )
    return named[word]


def _contract(game: TrickGame, text: str) -> Contract:
    match = re.fullmatch(r"(.+?) +by +(\S+)( +doubled| +redoubled)?", text.strip(), re.IGNORECASE)
    if not match:
        raise NotationError(
            f"“{cut(text)}” is not a contract; write the bid and who made it, such as 7 by north."
        )
    bid = game.call(match[1])
    if not isinstance(bid, Bid):
        raise NotationError(
            f"“{cut(match[1])}” is not a bid of {game.title}; the bids are {bids_of(game)}."
        )
    return Contract(
        bid,
        PositionPart(game, "contract").seat(match[2]),
        ("", "doubled", "redoubled").index((match[3] or "").strip().lower()),
    )


def _made(game: Game, text: str) -> ScoreLine:
    entry = re.fullmatch(r"(\S+) ([+-−]?\d{1,9}) (\S+)(?: at (\S+))?(?: with (.+))?", text)
    sides = {side.id: side for side in game.sides}
    rules = {str(r): r for r in game.all_rules()}
    if not entry or entry[1] not in sides:
        raise NotationError(
            f"“{cut(text)}” is not a line of a score; write side, points and rule, such as "
            f"{next(iter(sides))} +2 {next(iter(rules))}."
        )
    if entry[3] not in rules:
        raise NotationError(
            f"{game.title} has no rule “{cut(entry[3])}” that a line could come from."
        )
    points, rule = int(entry[2].replace("−", "-")), rules[entry[3]]
    cards = CardsText().read(entry[5] or "", PositionPart(game, "the points made"))
    return ScoreLine(
        entry[1],
        points,
        rule.title,
        rule,
        None,
        (),
        "made before this position",
        cards,
        entry[4] or "",
    )
