"""The short text of a position: one line for any table of any game, and back.

Knows how the fields of a state are written.  Knows no rule and no game by name: which fields there are and what they hold
is read from the state's own dataclass, so a game that remembers more can write more.

A position is the game's id and then parts with semicolons (or line ends) between them, in any order.  A part is a word and
what it says:

    kaiser; phase play; dealer East; South QH 8C 3S; West AH 9H 7D; trick North KH; trump S; contract 7 by North

    position := game {option=value} {";" part}
    part     := word value
    cards    := card {card} | "-"              QH 10S T♠ JK; ?? face down, 5*?? five of them; - none
    piles    := cards {"|" cards}              a pile each for seats, sides or ranks; "+" between the melds of one seat
    trick    := leader cards                   in the order of play; (9C) lies face down; "west+east QH" where not all play
    tricks   := trick {"/" trick}
    calls    := seat call {"," seat call}
    contract := bid "by" seat ["doubled" | "redoubled"]
    lines    := side points rule ["at" account] ["with" cards] {"," ...}

The words are: ``phase``, ``to-move``, the seats (their hands), ``stock``, ``trick``, ``taken``, ``trump`` (S H C D, none, or
open: not made yet), ``contract``, ``calls``, ``made`` (points made in this deal), and every further field of the game's state
and standing under its own name: ``totals 12 40``, ``pond 5H 9C``, ``discards KD``.  What is left out is as at the start of a
match; a hand that is left out lies face down, and so does what is left of the pack where there is a stock.

>>> here = read("kaiser; trick west 9H KH; trump S; east QH 8C 3S")
>>> here.game.names[here.to_move], [len(hand) for hand in here.hands]
('East', [3, 2, 2, 3])
>>> write(read(write(here))) == write(here)
True
>>> print(write(here))
kaiser; phase play; dealer South; to-move East; South 3*??; West 2*??; North 2*??; East QH 8C 3S; trick West 9H KH; trump S
>>> read("kaiser; souht QH")
Traceback (most recent call last):
    ...
cardlab.labs.notation.NotationError: “souht” is no part of a position of Kaiser; did you mean south?
"""

from __future__ import annotations

import difflib
import re
import types
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from ..cards import BACK, SUITS, Card, Suit
from ..families.auctions import Contract
from ..families.tricks import NO_TRICK, Trick, TrickGame, TrickState
from ..game import OVER, Game, State
from ..library import game as find_game
from ..lessons.positions import filled
from ..library import games
from ..moves import Bid, Move
from ..ordering import Ordering
from ..scoring import ScoreLine

LONGEST = 8000
"""A text with more signs than this is no position: the four packs of Cardigan need a quarter of it."""
MOST = 120
"""Numbers of cards, calls, lines: nothing on a table comes in larger heaps."""
LARGEST = 10_000_000
UNWRITTEN = ("game", "standing", "phase", "hands", "void", "viewer", "me", "order", "contract", "declarer", "pegged")
"""Fields that have a part of their own, or none."""
SEATS = (
    "to_move", "dealer", "declarer", "waiting", "active", "defender", "knocker", "breaker", "following", "caller", "dropped",
    "touched", "announced", "knowing", "peeped", "swapped", "faced", "out", "winner",
)  # fmt: skip
"""Fields whose numbers are seats."""
OPENED = "open"
"""The trump that is not made yet."""
WORDS = re.compile(r"[a-z][a-z-]{0,30}")


class NotationError(ValueError):
    """A text that is no position; the sentence says where and what to do."""


def shown(text: str, longest: int = 40) -> str:
    """A stranger's words, fit to stand in a sentence."""
    clean = "".join(c if c.isprintable() else "·" for c in text.strip())
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"


# --- what a state is made of


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _defaults(kind: type) -> dict[str, Any]:
    return {f.name: None if f.default is MISSING else f.default for f in fields(kind)}


def _word(name: str) -> str:
    return name.replace("_", "-")


def words(game: Game) -> dict[str, tuple[str, Any]]:
    """The parts that a position of this game may have: word -> (field, what it holds), but for seats and the five parts that
    every state shares."""
    state, standing = _hints(game.State), _hints(game.Standing)
    found = {_word(n): (n, standing[n]) for n in _defaults(game.Standing)}
    return found | {_word(n): (n, state[n]) for n in _defaults(game.State) if n not in UNWRITTEN}


def known(game: Game) -> tuple[str, ...]:
    """Every word that may begin a part."""
    trick = ("trump", "contract", "declarer") if isinstance(game, TrickGame) else ()
    seats = tuple(name.lower() for name in game.names)
    return tuple(dict.fromkeys(("phase", *words(game), *seats, *trick, "made")))


def _optional(kind: Any) -> tuple[Any, bool]:
    if get_origin(kind) in (Union, types.UnionType):
        inner = [a for a in get_args(kind) if a is not type(None)]
        return inner[0], len(inner) < len(get_args(kind))
    return kind, False


def _inside(kind: Any) -> Any:
    """What a tuple of any length holds."""
    arguments = get_args(kind)
    return arguments[0] if get_origin(kind) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis else None


def _depth(kind: Any) -> int:
    """How many tuples lie around cards; 0 for a card itself, -1 where there are none."""
    if isinstance(kind, type) and issubclass(kind, Card):
        return 0
    inner = _inside(kind)
    found = _depth(inner) if inner is not None else -1
    return found + 1 if found >= 0 else -1


# --- writing


def write(state: Any) -> str:
    """The position as one line."""
    return "; ".join(parts(state))


def parts(state: Any) -> list[str]:
    """The parts of the line."""
    game: Game = state.game
    options = [f"{name}={value}" for name, value in game.chosen]
    found = [" ".join([game.id, *options]), f"phase {state.phase.id}", f"dealer {game.names[state.dealer]}"]
    found.append("to-move " + (game.names[state.to_move] if state.to_move is not None else "none"))
    found += [f"{name} {_cards(hand)}" for name, hand in zip(game.names, state.hands, strict=True)]
    plain, blank = not isinstance(game, TrickGame), game.state()
    for holder, usual in ((state, _values(blank)), (state.standing, _values(blank.standing))):
        for name, kind in _hints(type(holder)).items():
            if name not in usual or name in (*UNWRITTEN, "to_move", "dealer"):
                continue
            value = getattr(holder, name)
            if name == "trick":
                found += [f"trick {_trick(state, value)}"] if value is not NO_TRICK and value != NO_TRICK else []
            elif name == "taken":
                found += ["taken " + " / ".join(_trick(state, t, len(t.cards)) for t in value)] if value else []
            elif value != usual[name] or (name == "stock" and plain):
                found.append(f"{_word(name)} {_written(game, name, kind, value)}")
        if holder is state and isinstance(state, TrickState):
            found += _trumps(state)
    if state.pegged:
        found.append("made " + ", ".join(map(_line, state.pegged)))
    return found


def _values(holder: Any) -> dict[str, Any]:
    return {f.name: getattr(holder, f.name) for f in fields(holder)}


def _trumps(state: TrickState) -> list[str]:
    found = []
    if state.order is not None:
        found.append(f"trump {state.order.trump or 'none'}")
    elif state.phase.id == "play":
        found.append(f"trump {OPENED}")
    if state.contract is not None:
        doubled = ("", " doubled", " redoubled")[getattr(state.contract, "doubled", 0)]
        found.append(f"contract {state.contract.bid} by {state.game.names[state.contract.declarer]}{doubled}")
    if state.declarer is not None and (state.contract is None or state.contract.declarer != state.declarer):
        found.append(f"declarer {state.game.names[state.declarer]}")
    return found


def _cards(cards: Iterable[Card]) -> str:
    out: list[str] = []
    hidden = 0
    for card in (*cards, None):
        if card is BACK:
            hidden += 1
            continue
        if hidden:
            out.append(str(BACK) if hidden == 1 else f"{hidden}*{BACK}")
            hidden = 0
        if card is not None:
            out.append(str(card))
    return " ".join(out) or "-"


def _trick(state: Any, trick: Trick, most: int | None = None) -> str:
    names = state.game.names
    usual = _seats(state, trick.seats[0])[:most] == trick.seats
    who = names[trick.seats[0]] if usual or len(trick.seats) == 1 == most else "+".join(names[s] for s in trick.seats)
    cards = [f"({c})" if i in trick.down else str(c) for i, c in enumerate(trick.cards)]
    return " ".join([who, *cards])


def _seats(state: Any, leader: int) -> tuple[int, ...]:
    """Who plays to a trick that this seat leads."""
    playing = next((p for p in state.game.phases if hasattr(p, "seats") and hasattr(p, "leader")), None)
    return tuple(playing.seats(state, leader)) if playing is not None else ()


def _line(entry: ScoreLine) -> str:
    said = f"{entry.side} {entry.points:+d} {entry.rule!s}"
    said += f" at {entry.account}" if entry.account else ""
    return said + (f" with {_cards(entry.cards)}" if entry.cards else "")


def _written(game: Game, name: str, kind: Any, value: Any) -> str:
    kind, _ = _optional(kind)
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, int):
        return str(game.names[value]) if name in SEATS else str(value)
    if isinstance(value, str):
        return value or "-"
    if _depth(kind) == 1:
        return _cards(value)
    if not value:
        return "none" if _depth(kind) > 1 or _inside(kind) not in (int, str) else "-"
    if name == "calls":
        return ", ".join(f"{game.names[seat]} {call}" for seat, call in value)
    if _depth(kind) == 2:
        return " | ".join(map(_cards, value))
    inner, _ = _optional(_inside(kind) or int)
    if inner in (int, str):
        return " ".join("." if v is None else _written(game, name, inner, v) for v in value)
    if hasattr(inner, "_fields"):  # a wager: seat, card, chips
        return ", ".join(f"{game.names[seat]} {card} {chips}" for seat, card, chips in value)
    groups = [[getattr(g, "named", g) for g in groups] for groups in value]
    return " | ".join(" + ".join(map(_cards, g)) or "-" for g in groups)


# --- reading


def read(text: str) -> Any:
    """The state that a text describes.  NotationError, with a sentence, for anything that is no position."""
    if not isinstance(text, str):
        raise NotationError("A position is a text, such as: kaiser; trick west KH; south QH 8C")
    if len(text) > LONGEST:
        raise NotationError(f"This text has {len(text)} signs; a position has at most {LONGEST}.")
    pieces = [p.strip() for p in re.split(r"[;\n]", text) if p.strip()]
    if not pieces:
        raise NotationError("There is no position in an empty text; begin with the name of a game, such as kaiser.")
    game = _game(pieces[0])
    return _state(game, _parted(game, pieces[1:]))


def _game(piece: str) -> Game:
    id, *options = piece.split()
    if id.lower() not in games():
        near = difflib.get_close_matches(id.lower(), games(), 1)
        raise NotationError(f"A position begins with the name of a game, and “{shown(id)}” is none"
                            + (f"; did you mean {near[0]}?" if near else ", such as kaiser or gin-rummy."))  # fmt: skip
    chosen: dict[str, Any] = {}
    for option in options:
        name, sign, value = option.partition("=")
        if not sign:
            raise NotationError(f"After the game come its options, as name=value; “{shown(option)}” is none. "
                                "The other parts stand after a semicolon.")  # fmt: skip
        chosen[name.replace("-", "_")] = value
    try:
        return find_game(id.lower(), **{n: int(v) if re.fullmatch(r"-?\d{1,6}", v) else v for n, v in chosen.items()})
    except ValueError as trouble:
        raise NotationError(f"{_sentence(shown(str(trouble), 200))}") from None


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")


def _parted(game: Game, pieces: list[str]) -> dict[str, str]:
    may, found = known(game), dict[str, str]()
    for piece in pieces:
        word, _, value = piece.partition(" ")
        word = word.lower().rstrip(":").replace("_", "-")
        if word not in may:
            near = difflib.get_close_matches(word, may, 1)
            said = f"; did you mean {near[0]}?" if near else f". The parts are {', '.join(may)}."
            raise NotationError(f"“{shown(word)}” is no part of a position of {game.title}{said}")
        if word in found:
            raise NotationError(f"The part {word} stands here twice; leave one of them out.")
        found[word] = value.strip()
    return found


def _state(game: Game, given: Mapping[str, str]) -> State:
    phase = _phase(game, given)
    standing: dict[str, Any] = {}
    exact: dict[str, Any] = {}
    kept = _defaults(game.Standing)
    for word, (name, kind) in words(game).items():
        if word in given and name not in ("trick", "taken"):
            (standing if name in kept else exact)[name] = _read(game, name, kind, given[word], word)
    for name in ("totals", "games", "below", "base", "pegs", "rounds", "won"):
        if name in standing and len(standing[name]) != len(getattr(game.opening(), name)):
            raise NotationError(f"{game.title} has {len(getattr(game.opening(), name))} sides, so {name} are as many numbers.")
    hands = {s: _read_cards(given[n.lower()], f"the hand of {n}") for s, n in enumerate(game.names) if n.lower() in given}
    more = {"active": exact["active"]} if exact.get("active") else {}
    try:
        state = game.state(**standing, **more, phase=phase.id if phase is not OVER else None, hands=hands)
    except ValueError as trouble:
        raise NotationError(_sentence(str(trouble))) from None
    state = state.but(phase=phase, **exact)
    if "to_move" not in exact:
        state = state.but(to_move=None if phase is OVER or phase is game.phases[0] else state.to_move or 0)
    if isinstance(state, TrickState):
        state = _tricks(game, state, given)
    if "made" in given:
        state = state.but(pegged=tuple(_made(game, entry) for entry in _split(given["made"], "made")))
    return _rest(game, state, hands, given)


def _phase(game: Game, given: Mapping[str, str]) -> Any:
    phases = {p.id: p for p in (*game.phases, OVER)}
    if "phase" in given:
        if given["phase"] not in phases:
            raise NotationError(f"{game.title} has no phase “{shown(given['phase'])}”; its phases are {', '.join(phases)}.")
        return phases[given["phase"]]
    if "calls" in given and "contract" not in given and "auction" in phases:
        return phases["auction"]
    return game.phases[-1]


def _rest(game: Game, state: Any, hands: Mapping[int, Any], given: Mapping[str, str]) -> Any:
    """The hands and the stock that were left out lie face down."""
    missing = [s for s in range(game.players) if s not in hands]
    if missing and state.phase not in (OVER, game.phases[0]):
        looks = state.to_move if state.to_move is not None else 0
        trick = list(zip(state.trick.seats, state.trick.cards, strict=False)) if isinstance(state, TrickState) else []
        full = filled(game, hands, {"trick": trick, "taken": getattr(state, "taken", ())}, looks)
        left = len(game.pack) - len(state.all_cards())
        for seat in missing:
            down = tuple(full.get(seat, ()))[: max(left, 0)]
            left -= len(down)
            state = state.but(hands=state.held(seat, down))
    if not isinstance(game, TrickGame) and "stock" in state.places and "stock" not in given and state.phase is not OVER:
        state = state.but(stock=(BACK,) * min(max(len(game.pack) - len(state.all_cards()), 0), len(game.pack)))
    return state


def _tricks(game: Any, state: Any, given: Mapping[str, str]) -> Any:
    contract = _contract(game, given["contract"]) if "contract" in given else None
    declarer = contract.declarer if contract is not None else None
    if "declarer" in given:
        declarer = _seat(game, given["declarer"])
    state = state.but(contract=contract, declarer=declarer, order=None)
    blank, old = type(state.trick), ()
    if "taken" in given:
        old = tuple(_read_trick(game, state, t, blank, finished=True) for t in _split(given["taken"], "taken", "/"))
    state = state.but(taken=old)
    trick = _read_trick(game, state, given["trick"], blank) if "trick" in given else None
    led = trick.cards[0] if trick is not None and trick.cards else None
    first = old[0].cards[0] if old and old[0].cards else led
    state = state.but(order=_order(game, state, given, first))
    if trick is None:
        trick = NO_TRICK
        if state.phase.id == "play":
            leader = _leader(game, state, given)
            trick = blank(_seats(state, leader) or (leader,))
    state = state.but(trick=trick)
    if "to-move" not in given and trick.seats and state.phase.id == "play":
        state = state.but(to_move=trick.seats[len(trick.cards)] if len(trick.cards) < len(trick.seats) else None)
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
    said = given.get("trump", "")
    if said.lower() == OPENED or (not said and state.phase.id != "play"):
        return None
    if not said and not (state.turned is not None and state.turned.suit):
        chosen = getattr(state.contract, "strain", "") if state.contract is not None else ""
        if hasattr(game, "order_of"):  # the first lead makes trumps
            return game.order_under(state.contract, str(first.suit) if first.suit else None) if first is not None else None
        said = chosen if chosen in SUITS else "none"
    elif not said:
        said = str(state.turned.suit)
    letter = _suit(said)
    try:
        order: Ordering = game.order_under(state.contract, letter)
    except ValueError as trouble:
        raise NotationError(_sentence(str(trouble))) from None
    if letter is not None and not order.ladder() and hasattr(order, "trump"):
        raise NotationError(f"No card of {game.title} is one of the {Suit(letter).name}; trump is S, H, C, D or none.")
    return order


def _suit(said: str) -> str | None:
    word = said.strip().lower()
    if word in ("none", "nt", "no", "-"):
        return None
    named = {form: letter for letter, suit in SUITS.items() for form in (letter.lower(), suit.name, suit.one, suit.sign)}
    if word.upper() in ("R", "B"):
        return word.upper()
    if word not in named:
        raise NotationError(f"There is no trump “{shown(said)}”; write S, H, C, D or none (open: not made yet).")
    return named[word]


def _split(text: str, word: str, sign: str = ",") -> list[str]:
    found = [p.strip() for p in text.split(sign) if p.strip()]
    if len(found) > MOST:
        raise NotationError(f"The part {word} has {len(found)} entries; more than {MOST} lie on no table.")
    return found


def _seat(game: Game, text: str) -> int:
    try:
        return game.seat(text.strip())
    except ValueError:
        names = ", ".join(game.names)
        raise NotationError(f"There is no seat “{shown(text)}” in {game.title}; the seats are {names}.") from None


def _read_cards(text: str, where: str) -> tuple[Card, ...]:
    found: list[Card] = []
    for word in text.replace(",", " ").split():
        times, sign, card = word.rpartition("*")
        if word in ("-", "none"):
            continue
        if sign and not (times.isdigit() and len(times) < 4):
            raise NotationError(f"“{shown(word)}” in {where} is not a number of cards; write 5*?? for five face down.")
        found += [_card(card, where)] * (int(times) if sign else 1)
    return tuple(found)


def _card(text: str, where: str) -> Card:
    try:
        return Card(text)
    except ValueError:
        raise NotationError(f"“{shown(text, 20)}” in {where} is not a card; write rank and suit, such as QH, 10S or Q♥"
                            " (JK for a joker, ?? face down).") from None  # fmt: skip


def _read_trick(game: Any, state: Any, text: str, kind: type[Trick], finished: bool = False) -> Trick:
    who, *cards = text.replace(":", " ").split() or [""]
    seats = tuple(_seat(game, name) for name in who.split("+"))
    if len(seats) == 1:
        seats = (_seats(state, seats[0]) or seats)[: len(cards) if finished and cards else None]
    if len(cards) > len(seats):
        raise NotationError(f"A trick has {len(cards)} cards here, but {len(seats)} play to it.")
    down = tuple(i for i, c in enumerate(cards) if c.startswith("("))
    return kind(seats, tuple(_card(c.strip("()"), "a trick") for c in cards), down)


def _contract(game: Any, text: str) -> Contract:
    found = re.fullmatch(r"(.+?) +by +(\S+)( +doubled| +redoubled)?", text.strip(), re.IGNORECASE)
    if not found:
        raise NotationError(f"“{shown(text)}” is no contract; write the bid and who made it, such as 7 by north.")
    bid = call(game, found[1])
    if not isinstance(bid, Bid):
        raise NotationError(f"“{shown(found[1])}” is no bid of {game.title}; the bids are {_bids(game)}.")
    return Contract(bid, _seat(game, found[2]), ("", "doubled", "redoubled").index((found[3] or "").strip().lower()))


def _bids(game: Any) -> str:
    bids = [str(b) for p in game.phases for b in getattr(p, "bids", ())]
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
        for name in ("bids", "others", "known", "understood", "written"):
            yield from getattr(phase, name, ())
        yield from getattr(phase, "raises", {})
        yield from getattr(phase, "raises", {}).values()
    blank = game.begin(game.opening())
    for phase in game.phases:
        try:
            yield from phase.candidates(blank.but(phase=phase, to_move=0, me=0, viewer=0))
        except Exception:  # noqa: BLE001  # a phase that offers nothing on an empty table has no calls to add
            continue


def _made(game: Game, text: str) -> ScoreLine:
    entry = re.fullmatch(r"(\S+) ([+-−]?\d{1,9}) (\S+)(?: at (\S+))?(?: with (.+))?", text)
    sides = {side.id: side for side in game.sides}
    rules = {str(r): r for r in game.all_rules()}
    if not entry or entry[1] not in sides:
        raise NotationError(f"“{shown(text)}” is no line of a score; write side, points and rule, such as "
                            f"{next(iter(sides))} +2 {next(iter(rules))}.")  # fmt: skip
    if entry[3] not in rules:
        raise NotationError(f"{game.title} has no rule “{shown(entry[3])}” that a line could come from.")
    points, found = int(entry[2].replace("−", "-")), rules[entry[3]]
    cards = _read_cards(entry[5] or "", "the points made")
    return ScoreLine(entry[1], points, found.title, found, None, (), "made before this position", cards, entry[4] or "")


def _number(text: str, word: str) -> int:
    if not re.fullmatch(r"[-+−]?\d{1,9}", text) or abs(int(text.replace("−", "-"))) > LARGEST:
        raise NotationError(f"“{shown(text)}” in {word} is no number that this table could hold.")
    return int(text.replace("−", "-"))


def _read(game: Game, name: str, kind: Any, text: str, word: str) -> Any:
    kind, optional = _optional(kind)
    if optional and text in ("none", "-", ""):
        return None
    depth = _depth(kind)
    if depth == 0:
        found = _read_cards(text, word)
        if len(found) != 1:
            raise NotationError(f"The part {word} is one card, such as {word} QH.")
        return found[0]
    if depth == 1:
        return _read_cards(text, word)
    if name == "calls":
        return tuple(_read_call(game, entry) for entry in _split(text, word))
    if kind is bool:
        if text.lower() not in ("yes", "no"):
            raise NotationError(f"The part {word} is yes or no.")
        return text.lower() == "yes"
    if kind is int:
        return _seat(game, text) if name in SEATS else _number(text, word)
    if kind is str:
        if text not in ("-", "") and not WORDS.fullmatch(text):
            raise NotationError(f"The part {word} is one word in small letters, not “{shown(text)}”.")
        return "" if text == "-" else text
    if text == "none":
        return ()
    if depth == 2:
        return tuple(_read_cards(p, word) for p in text.split("|"))
    inner, gaps = _optional(_inside(kind) or int)
    if inner in (int, str):
        entries = [] if text == "-" else text.split()
        return tuple(None if gaps and entry == "." else _read(game, name, inner, entry, word) for entry in entries)
    if hasattr(inner, "_fields"):
        return tuple(_read_wager(game, inner, entry, word) for entry in _split(text, word))
    return _read_groups(inner, text, word)


def _read_groups(inner: Any, text: str, word: str) -> Any:
    """Melds or declared sets: a heap a seat, ``+`` between them."""
    of = _inside(inner)
    made = (lambda cards: of(*cards)) if isinstance(of, type) and issubclass(of, Move) else (lambda cards: cards)
    seats = []
    for heap in text.split("|"):
        groups = [_read_cards(g, word) for g in heap.split("+")]
        seats.append(tuple(made(g) for g in groups if g))
    return tuple(seats)


def _read_call(game: Game, entry: str) -> tuple[int, Move]:
    who, _, said = entry.partition(" ")
    seat, found = _seat(game, who), call(game, said)
    if found is None:
        raise NotationError(f"“{shown(said)}” is no call of {game.title}; its bids are {_bids(game)}.")
    return seat, found


def _read_wager(game: Game, kind: Any, entry: str, word: str) -> Any:
    said = entry.split()
    if len(said) != 3:
        raise NotationError(f"“{shown(entry)}” in {word} is no wager; write seat, card and chips, such as south 7H 2.")
    return kind(_seat(game, said[0]), _card(said[1], word), _number(said[2], word))
