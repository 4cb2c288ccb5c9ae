"""Reading the text of a position: a stranger's words become a state, or a sentence.

Knows the grammar of `cardlab.labs.notation`, limits and what is left out.  Knows no rule: whether
such a table can be is a question for `cardlab.labs.positions.check`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, unquote

from cardlab.engine.cards import BACK, JOINED, SUITS, Card, Suit
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class, games
from cardlab.engine.fields import is_seat, types_of, without_none
from cardlab.engine.game import OVER, Game, State
from cardlab.engine.moves import SECRET, Bid, Move, normal
from cardlab.engine.ordering import Ordering
from cardlab.engine.places import Known
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.simultaneous import Simultaneous
from cardlab.engine.words import listed, number, sentence, some
from cardlab.engine.words import shown as quotable
from cardlab.families.auctions import Contract
from cardlab.families.solo import FirstLeadGame
from cardlab.families.tricks import NO_TRICK, Trick, TrickGame, Tricks, TrickState, tricks_taken
from cardlab.labs.fields import (
    OPENED,
    defaults,
    depth,
    inside,
    is_record,
    known,
    seats_of,
    values,
    words,
)
from cardlab.lessons.positions import filled

LONGEST = 8000
PLAIN = '{}[]":,'
"""A text with more characters than this is not a position: the four packs of Cardigan need a quarter of it.
"""
MOST = 120
"""Numbers of cards, calls, lines: nothing on a table comes in larger heaps."""
LARGEST = 10_000_000
WORDS = re.compile(r"[a-z][a-z-]{0,30}")


class NotationError(ValueError):
    """A text that is not a position; the sentence says where and what to do."""


def shown(text: str, longest: int = 40) -> str:
    """A stranger's words, fit to stand in a sentence."""
    return quotable(text.strip(), longest)


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
            f"A position begins with the name of a game, and “{shown(id)}” is not one"
            + (f"; did you mean {near[0]}?" if near else ", such as kaiser or gin-rummy.")
        )
    chosen: dict[str, Any] = {}
    for option in options:
        name, sign, value = option.partition("=")
        if not sign:
            raise NotationError(
                f"After the game come its options, as name=value; “{shown(option)}” is not an option. "
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
        raise NotationError(f"{sentence(shown(str(trouble), 200))}") from None


def _parted(game: Game, pieces: list[str]) -> dict[str, str]:
    may, parts = known(game), dict[str, str]()
    for piece in pieces:
        word, _, value = piece.partition(" ")
        word = word.lower().rstrip(":").replace("_", "-")
        if word not in may:
            near = difflib.get_close_matches(word, may, 1)
            hint = f"; did you mean {near[0]}?" if near else f". The parts are {', '.join(may)}."
            raise NotationError(
                f"“{shown(word)}” does not belong in a position of {game.title}{hint}"
            )
        if word in parts:
            raise NotationError(f"The part {word} stands here twice; leave one of them out.")
        parts[word] = value.strip()
    return parts


def _state(game: Game, given: Mapping[str, str]) -> State:
    phase = _phase(game, given)
    standing: dict[str, Any] = {}
    exact: dict[str, Any] = {}
    kept = defaults(game.Standing)
    for word, (name, kind) in words(game).items():
        if word in given and name not in ("trick", "taken"):
            (standing if name in kept else exact)[name] = _read(game, name, kind, given[word], word)
    for name in ("totals", "games", "below", "base", "pegs", "rounds", "won"):
        if name in standing and len(standing[name]) != len(values(game.opening())[name]):
            raise NotationError(
                f"{game.title} has {len(values(game.opening())[name])} sides, so {name} are as"
                " many numbers."
            )
    hands = {
        s: _read_cards(given[n.lower()], f"the hand of {n}")
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
            pegged=tuple(_made(game, entry) for entry in _split(given["made"], "made"))
        )
    return _rest(game, state, hands, given)


def _phase(game: Game, given: Mapping[str, str]) -> Any:
    phases = {p.id: p for p in (*game.phases, OVER)}
    if "phase" in given:
        if given["phase"] not in phases:
            raise NotationError(
                f"{game.title} has no phase “{shown(given['phase'])}”; its phases are"
                f" {', '.join(phases)}."
            )
        return phases[given["phase"]]
    if "calls" in given and "contract" not in given and "auction" in phases:
        return phases["auction"]
    return [p for p in game.phases if not p.moved_by_chance][-1]


def _rest(game: Game, state: Any, hands: Mapping[int, Any], given: Mapping[str, str]) -> Any:
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


def _tricks(game: Any, state: Any, given: Mapping[str, str]) -> Any:
    contract = _contract(game, given["contract"]) if "contract" in given else None
    declarer = contract.declarer if contract is not None else None
    if "declarer" in given:
        declarer = _seat(game, given["declarer"])
    state = state.but(contract=contract, declarer=declarer, order=None)
    blank, old = type(state.trick), tuple[Trick, ...]()
    if "taken" in given:
        old = tuple(
            _read_trick(game, state, t, blank, finished=True)
            for t in _split(given["taken"], "taken", "/")
        )
    state = state.but(taken=old)
    trick = _read_trick(game, state, given["trick"], blank) if "trick" in given else None
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


def _leader(game: Any, state: Any, given: Mapping[str, str]) -> int:
    if "to-move" in given and state.to_move is not None:
        return int(state.to_move)
    if state.taken and state.order is not None:
        return int(state.taken[-1].winner(state.order))
    try:
        return int(state.phase.leader(state))
    except (TypeError, AttributeError, IndexError):
        return 0


def _order(game: Any, state: Any, given: Mapping[str, str], first: Card | None) -> Ordering | None:
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
            f"There is no trump “{shown(name)}”; write S, H, C, D or none (open: not made yet)."
        )
    return named[word]


def _split(text: str, word: str, sign: str = ",") -> list[str]:
    parts = [p.strip() for p in text.split(sign) if p.strip()]
    if len(parts) > MOST:
        raise NotationError(
            f"The part {word} has {len(parts)} entries; more than {MOST} lie on no table."
        )
    return parts


def _seat(game: Game, text: str) -> int:
    try:
        return game.seat(text.strip())
    except ValueError:
        names = ", ".join(game.names)
        raise NotationError(
            f"There is no seat “{shown(text)}” in {game.title}; the seats are {names}."
        ) from None


def _read_cards(text: str, where: str) -> tuple[Card, ...]:
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        times, sign, card = word.rpartition("*")
        if word in ("-", "none"):
            continue
        if sign and not (times.isdigit() and len(times) < 4):
            raise NotationError(
                f"“{shown(word)}” in {where} is not a number of cards; write 5*?? for five face"
                " down."
            )
        cards += [_card(card, where)] * (int(times) if sign else 1)
    return tuple(cards)


def _card(text: str, where: str) -> Card:
    try:
        return Card(text)
    except ValueError:
        raise NotationError(
            f"“{shown(text, 20)}” in {where} is not a card; write rank and suit, such as QH, 10S or"
            " Q♥ (JK for a joker, ?? face down)."
        ) from None


def _read_trick(
    game: Any, state: Any, text: str, kind: type[Trick], finished: bool = False
) -> Trick:
    who, *cards = text.replace(":", " ").split() or [""]
    seats = tuple(_seat(game, name) for name in who.split("+"))
    if len(seats) == 1:
        seats = (seats_of(state, seats[0]) or seats)[: len(cards) if finished and cards else None]
    if finished and not cards:
        raise NotationError(
            "A finished trick has cards: write who led and the cards, such as West KH 9H."
        )
    if len(cards) > len(seats):
        raise NotationError(f"A trick has {len(cards)} cards here, but {len(seats)} play to it.")
    down = tuple(i for i, c in enumerate(cards) if c.startswith("("))
    return kind(seats, tuple(_card(c.strip("()"), "a trick") for c in cards), down)


def _contract(game: Any, text: str) -> Contract:
    match = re.fullmatch(r"(.+?) +by +(\S+)( +doubled| +redoubled)?", text.strip(), re.IGNORECASE)
    if not match:
        raise NotationError(
            f"“{shown(text)}” is not a contract; write the bid and who made it, such as 7 by north."
        )
    bid = call(game, match[1])
    if not isinstance(bid, Bid):
        raise NotationError(
            f"“{shown(match[1])}” is not a bid of {game.title}; the bids are {_bids(game)}."
        )
    return Contract(
        bid,
        _seat(game, match[2]),
        ("", "doubled", "redoubled").index((match[3] or "").strip().lower()),
    )


def _bids(game: Any) -> str:
    bids = [str(b) for p in game.phases for b in p.bids]
    return ", ".join(bids if len(bids) < 13 else [*bids[:6], "…", *bids[-3:]]) or "none"


def call(game: Any, text: str) -> Move | None:
    """The call or announcement of this game that a text means, whatever phase it belongs to."""
    wanted = text.strip().lower()
    for move in _calls(game):
        if wanted in (str(move).lower(), move.label.lower()):
            return move
    return None


def _calls(game: Any) -> Iterable[Move]:
    for phase in game.phases:
        yield from phase.vocabulary()
    blank = game.begin(game.opening())
    for phase in game.phases:
        try:
            yield from phase.candidates(blank.but(phase=phase, to_move=0, me=0, viewer=0))
        except Exception:  # a phase that offers nothing on an empty table has no calls to add
            continue


def _made(game: Game, text: str) -> ScoreLine:
    entry = re.fullmatch(r"(\S+) ([+-−]?\d{1,9}) (\S+)(?: at (\S+))?(?: with (.+))?", text)
    sides = {side.id: side for side in game.sides}
    rules = {str(r): r for r in game.all_rules()}
    if not entry or entry[1] not in sides:
        raise NotationError(
            f"“{shown(text)}” is not a line of a score; write side, points and rule, such as "
            f"{next(iter(sides))} +2 {next(iter(rules))}."
        )
    if entry[3] not in rules:
        raise NotationError(
            f"{game.title} has no rule “{shown(entry[3])}” that a line could come from."
        )
    points, rule = int(entry[2].replace("−", "-")), rules[entry[3]]
    cards = _read_cards(entry[5] or "", "the points made")
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


def _number(text: str, word: str) -> int:
    if not re.fullmatch(r"[-+−]?\d{1,9}", text) or abs(int(text.replace("−", "-"))) > LARGEST:
        raise NotationError(
            f"“{shown(text)}” in {word} is not a number that this table could hold."
        )
    return int(text.replace("−", "-"))


def _read(game: Game, name: str, kind: Any, text: str, word: str) -> Any:
    kind, may_lack = without_none(kind)
    if may_lack and text in ("none", "-", ""):
        return None
    deep = depth(kind)
    if deep == 0:
        read = _read_cards(text, word)
        if len(read) != 1:
            raise NotationError(f"The part {word} is one card, such as {word} QH.")
        return read[0]
    if deep == 1:
        return _read_cards(text, word)
    if name == "calls":
        return tuple(_read_call(game, entry) for entry in _split(text, word))
    if name == "chosen":
        return tuple(_read_choice(game, entry) for entry in _split(text, word))
    if is_seat(kind):
        return _read_seat(game, text, word)
    if kind in (bool, Suit, int, str):
        return _read_plain(game, kind, text, word)
    if text == "none":
        return ()
    if deep == 2:
        return _read_heaps(game, name, text, word)
    inner, gaps = without_none(inside(kind) or int)
    if is_seat(inner) or inner in (int, str):
        entries = [] if text == "-" else text.split()
        return tuple(
            None if gaps and entry == "." else _read(game, name, inner, entry, word)
            for entry in entries
        )
    if inner is Known:
        return tuple(_read_known(game, entry, word) for entry in _split(text, word))
    if is_record(inner):
        return tuple(_read_record(game, inner, entry, word) for entry in _split(text, word))
    return _read_groups(inner, text, word)


def _read_heaps(game: Game, name: str, text: str, word: str) -> tuple[tuple[Card, ...], ...]:
    """Heaps of cards, as many as lie on every table of the game."""
    heaps = tuple(_read_cards(heap, word) for heap in text.split("|"))
    many = len(getattr(game.state(), name))
    if many and len(heaps) != many:
        raise NotationError(
            f"In {game.title} {word} are {some(many, 'heap')}, not {number(len(heaps))}: put | between"
            " two, and - where there is no card."
        )
    return heaps


def _read_seat(game: Game, text: str, word: str) -> int:
    """A seat by its name; older texts have its number."""
    if text.strip().isdecimal() and (seat := _number(text.strip(), word)) < game.players:
        return seat
    return _seat(game, text)


def _read_plain(game: Game, kind: Any, text: str, word: str) -> Any:
    """Yes or no, a suit, a number, or a word."""
    if kind is bool:
        if text.lower() not in ("yes", "no"):
            raise NotationError(f"The part {word} is yes or no.")
        return text.lower() == "yes"
    if kind is Suit:
        if text not in SUITS:
            raise NotationError(f"The part {word} is a suit: write {', '.join(SUITS)} or none.")
        return SUITS[text]
    if kind is int:
        return _number(text, word)
    ranks = {card.rank for card in game.pack}
    if text not in ("-", "", *ranks) and not WORDS.fullmatch(text):
        raise NotationError(f"The part {word} is one word in small letters, not “{shown(text)}”.")
    return "" if text == "-" else text


def _read_groups(inner: Any, text: str, word: str) -> Any:
    """Melds or declared sets: a heap a seat, ``+`` between them."""
    of = inside(inner)
    says = isinstance(of, type) and issubclass(of, Move)
    seats = []
    for heap in text.split("|"):
        groups = [_read_cards(g, word) for g in heap.split("+")]
        seats.append(tuple(of(*g) if says else g for g in groups if g))
    return tuple(seats)


def _read_call(game: Game, entry: str) -> tuple[int, Move]:
    who, _, text = entry.partition(" ")
    seat, move = _seat(game, who), call(game, text)
    if move is None:
        raise NotationError(
            f"“{shown(text)}” is not a call of {game.title}; its bids are {_bids(game)}."
        )
    return seat, move


def _read_choice(game: Game, entry: str) -> tuple[int, Move]:
    """A seat and what it has chosen in secret."""
    who, _, text = entry.partition(" ")
    seat, table = _seat(game, who), game.begin(game.opening())
    if text == SECRET:
        return seat, SECRET
    for phase in game.phases:
        if isinstance(phase, Simultaneous) and (move := phase.read(table, normal(text))):
            return seat, move
    raise NotationError(f"“{shown(text)}” cannot be chosen in secret in {game.title}.")


def _read_known(game: Game, entry: str, word: str) -> Known:
    words = entry.split()
    if len(words) != 3:
        raise NotationError(
            f"“{shown(entry)}” in {word} is not something that is known; write who knows it, the"
            " card and who holds it, such as south QS west."
        )
    return Known(_seat(game, words[0]), _card(words[1], word), _seat(game, words[2]))


def _read_record(game: Game, kind: Any, entry: str, word: str) -> Any:
    """A named tuple, such as a wager of seat, card and chips."""
    parts, given = types_of(kind), entry.split()
    if len(given) != len(parts):
        raise NotationError(f"“{shown(entry)}” in {word} is not whole; write {listed([*parts])}.")
    fields = zip(parts.values(), given, strict=True)
    return kind(*(_read_part(game, of, text, word) for of, text in fields))


def _read_part(game: Game, kind: Any, text: str, word: str) -> Any:
    """One part of a named tuple: a seat, a card, a number or a rank."""
    if is_seat(kind):
        return _seat(game, text)
    if kind is Card:
        return _card(text, word)
    if kind is int:
        return _number(text, word)
    if text not in {card.rank for card in game.pack}:
        raise NotationError(f"“{shown(text)}” in {word} is not a rank of {game.title}.")
    return text
