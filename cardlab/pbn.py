"""PBN, the bridge players' file format: deals, auctions and play in and out.

Knows the written form and hands it to the game of bridge, whose rules say what can have happened.

Why not a library: the kept one that reads PBN, endplay, comes with a compiled double-dummy solver,
numpy, matplotlib and pyparsing, takes any call and card as it finds them, and makes three passes of
every "AP".  What is needed here is a reader of tags, comments and two sections that names line,
board and reason; the rules are in the engine already.

Read: tags, comments, `%` lines, inherited values ("#"), hands not given ("-"), "AP", "*", "+".
Read over: comments, notes, annotations (``!``, ``$1``, ``=1=``) and tables.  Refused:
irregularities.  A file's vulnerability is kept as it stands; a match scores as a rubber.

>>> text = '''[Board "1"]
... [Dealer "N"]
... [Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]
... [Auction "N"]
... 1NT AP'''
>>> board, = read(text)
>>> board.hands[2][:4], board.calls, board.state().to_move
((AS, KS, QS, JS), ('1NT', 'pass', 'pass', 'pass'), 3)
>>> read(write([board])) == (board,)
True
>>> read('[Deal "N:AKQ.. - - -"]')
Traceback (most recent call last):
cardlab.pbn.PbnError: line 1: the hand 'AKQ..' has 3 suits; write spades.hearts.diamonds.clubs
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cardlab.engine.cards import BACK, RANKS, Card, pack
from cardlab.engine.catalogue import game as find
from cardlab.engine.game import Game
from cardlab.engine.match import Match
from cardlab.engine.moves import Deal
from cardlab.engine.record import Record
from cardlab.engine.words import ONLOOKER, quoted, shown
from cardlab.families.auctions import Contract

COMPASS = "SWNE"
"""Seats in the order of the game: seat 0 is South."""
NAMES = ("South", "West", "North", "East")
SUITS = "SHDC"
VULNERABLE = {
    "none": "None",
    "love": "None",
    "-": "None",
    "ns": "NS",
    "ew": "EW",
    "all": "All",
    "both": "All",
    "": "",
    "?": "",
}
OTHERS = ("Event", "Site", "Date", "Scoring")
TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
CALL = re.compile(r"([1-7])(S|H|D|C|NT?)")
CONTRACT = re.compile(r"([1-7](?:S|H|D|C|NT?))(X{0,2})")
ANNOTATION = re.compile(r"\$\d+|=\d+=|[!?]{1,2}")


class PbnError(ValueError):
    """A file is not PBN, or a board cannot have happened; the message says where and why."""


def _trouble(line: int, text: str) -> PbnError:
    return PbnError(f"line {line}: {text}")


@dataclass(frozen=True)
class Board:
    """One deal of a file.  Seats are numbers, South 0, West 1, North 2, East 3.

    hands: a tuple of cards for each seat, empty where it is not given; calls and plays in their
    order, as the game writes them; declarer, contract ("4HX", "Pass") and result (tricks of the
    declarer) as the file has them, None and "" where it has none; tags: event, site, date and
    scoring.
    """

    number: str = ""
    dealer: int = 0
    hands: tuple[tuple[Card, ...], ...] = ((), (), (), ())
    calls: tuple[str, ...] = ()
    plays: tuple[Card, ...] = ()
    vulnerable: str = ""
    declarer: int | None = None
    contract: str = ""
    result: int | None = None
    names: tuple[str, ...] = NAMES
    tags: tuple[tuple[str, str], ...] = ()

    @property
    def said(self) -> str:
        return f"board {self.number}" if self.number else "the board"

    def _refuse(self, text: str) -> PbnError:
        return PbnError(f"{self.said}: {text}")

    def state(self) -> Any:
        """The table after the calls and cards of this board.  Raises PbnError, with the rule's
        reason, if they are not legal."""
        game = find("bridge")
        if missing := [NAMES[seat] for seat, hand in enumerate(self.hands) if not hand]:
            raise self._refuse(
                f"{' and '.join(missing)} {'has' if len(missing) == 1 else 'have'} no cards in this"
                " file"
            )
        state = game.begin(game.opening().but(dealer=self.dealer))
        state = state.phase.apply(state, None, Deal(self.hands))
        for what, moves in (("call", self.calls), ("card", self.plays)):
            for number, move in enumerate(moves, 1):
                state = self._moved(state, what, number, move)
            if what == "call" and state.contract is not None:
                self._agree(state)
        if state.phase.id == "over" and state.contract is not None:
            took = state.tricks_by_side()[game.side_index(state.declarer)]
            if self.result not in (None, took):
                raise self._refuse(
                    f"the result is {self.result} tricks, but the declarer took {took}"
                )
        return state

    def position(self) -> Any:
        """The same table for looking at: a contract may stand without the calls that led to it,
        and the vulnerability of the board is that of the position.

        >>> board, = read('''[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]
        ... [Declarer "N"]
        ... [Contract "4S"]
        ... [Vulnerable "NS"]''')
        >>> table = board.position()
        >>> table.phase.id, table.game.names[table.to_move], table.standing.games
        ('play', 'East', (1, 0))
        """
        if self.calls or not self.contract or self.contract == "Pass" or self.declarer is None:
            state = self.state()
        else:
            game, (bid, crosses) = (
                find("bridge"),
                (self.contract.rstrip("X"), self.contract.count("X")),
            )
            state = Board(dealer=self.dealer, hands=self.hands, number=self.number).state()
            auction = state.phase
            made = Contract(next(b for b in auction.bids if b == bid), self.declarer, crosses)
            state = game.next_phase(
                state.but(contract=made, declarer=self.declarer, order=game.ordering(made.strain))
            )
            for number, card in enumerate(self.plays, 1):
                state = self._moved(state, "card", number, card)
        games = {"NS": (1, 0), "EW": (0, 1), "All": (1, 1)}.get(self.vulnerable, (0, 0))
        return state.but(standing=state.standing.but(games=games))

    def _moved(self, state: Any, what: str, number: int, move: str) -> Any:
        game, seat = state.game, state.to_move
        if seat is None or (state.phase.id == "play") != (what == "card"):
            late = "after the auction" if what == "call" else "after the last trick"
            over = late if what == "call" or seat is None else "before the auction is over"
            raise self._refuse(f"{what} {number}, {move}, comes {over}")
        verdict = game.verdict(state, move)
        if not verdict.legal:
            raise self._refuse(
                f"{what} {number}, {verdict.move.label} by {NAMES[seat]}: {verdict.say(ONLOOKER)}"
            )
        return game.after(state, move)

    def _agree(self, state: Any) -> None:
        made = _contract(state)
        if self.contract and self.contract != made:
            raise self._refuse(f"the contract is {self.contract}, but the auction comes to {made}")
        if self.declarer not in (None, state.declarer):
            raise self._refuse(
                f"the declarer is {NAMES[self.declarer or 0]}, but the auction makes it"
                f" {NAMES[state.declarer]}"
            )

    def match(self) -> Match:
        """The board as a match of one deal."""
        return match_of([self])


def match_of(boards: Iterable[Board], deals: int | None = None) -> Match:
    """Boards in a row as one rubber (of at most ``deals`` deals). Raises PbnError if they do not
    follow from one another."""
    played = tuple(boards)
    if not played:
        raise PbnError("there is no board to make a match of")
    options: dict[str, Any] = {
        "deals": len(played) if deals is None else deals,
        "first_dealer": NAMES[played[0].dealer],
    }
    game = find("bridge", **options)
    moves: list[tuple[int | None, str]] = []
    match = None
    for at, board in enumerate(played):
        if match is not None and match.over:
            raise board._refuse("the rubber is over before it")
        if board.dealer != (played[0].dealer + at) % 4:
            raise board._refuse(
                f"{NAMES[board.dealer]} deals, but it is {NAMES[(played[0].dealer + at) % 4]}'s"
                " turn to deal"
            )
        last = board.state()
        if last.phase.id != "over" and at + 1 < len(played):
            raise board._refuse("it is not played to the end, and another follows")
        moves.append((None, str(Deal(board.hands))))
        moves += [(seat, str(call)) for seat, call in last.calls]
        tricks = [*last.taken, *([last.trick] if last.trick.cards else [])]
        moves += [
            (seat, str(card)) for t in tricks for seat, card in zip(t.seats, t.cards, strict=False)
        ]
        match = Record("bridge", 0, played[0].names, game.chosen, tuple(moves)).replay()
    assert match is not None
    return match


def is_for(game: Game) -> bool:
    """Whether deals of this game can be written as PBN: those of bridge can."""
    return game.id == "bridge"


def boards_of(match: Match) -> tuple[Board, ...]:
    """The deals of a match of bridge as boards."""
    if not is_for(match.game):
        raise ValueError(f"PBN is for bridge; this is a match of {match.game.title}")
    starts = [i for i, entry in enumerate(match.entries) if entry.seat is None]
    return tuple(
        board_of(match.state_at(end), match.names)
        for _, end in zip(starts, [*starts[1:], match.ply], strict=True)
    )


def board_of(state: Any, names: tuple[str, ...] = NAMES) -> Board:
    """The deal that a table of bridge came from, with its calls and cards so far.  Raises PbnError
    if a hand is not wholly known.

    >>> state = find("bridge").match(seed=7).play("1NT").state
    >>> board_of(state).calls, board_of(state).position().to_move == state.to_move
    (('1NT',), True)
    """
    if not is_for(state.game):
        raise PbnError(
            f"PBN is for bridge, and this is {state.game.title}; write it as text instead"
        )
    dealt = state.dealt()
    if hidden := [NAMES[seat] for seat, hand in enumerate(dealt) if BACK in hand]:
        raise PbnError(
            f"PBN holds whole deals, and some of {hidden[0]}'s cards lie face down here; turn them"
            " up first"
        )
    for seat, hand in enumerate(dealt):
        if len(hand) != 13:
            raise PbnError(
                f"PBN holds whole deals of 13 cards a hand; of {NAMES[seat]}'s cards this position"
                f" knows {len(hand)}"
            )
    games, contract, over = state.standing.games, state.contract, state.phase.id == "over"
    took = (
        state.tricks_by_side()[state.game.side_index(state.declarer)]
        if contract is not None and over
        else None
    )
    return Board(
        str(state.standing.deal),
        state.dealer,
        tuple(sorted_hand(h) for h in dealt),
        tuple(str(call) for _, call in state.calls),
        tuple(c for t in (*state.taken, state.trick) for c in t.cards),
        ("None", "NS", "EW", "All")[(games[0] > 0) + 2 * (games[1] > 0)],
        state.declarer,
        _contract(state) if contract else "Pass" if over else "",
        took,
        names,
        (("Scoring", "Rubber"),),
    )


def sorted_hand(hand: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as PBN writes them: spades, hearts, diamonds, clubs, each from the top."""
    return tuple(sorted(hand, key=lambda c: (SUITS.index(c.suit), RANKS.index(c.rank))))


def _contract(state: Any) -> str:
    return f"{state.contract.bid}{'X' * state.contract.doubled}"


# --- reading


class _Token(NamedTuple):
    text: str
    line: int


class _Section(NamedTuple):
    value: str
    line: int
    tokens: list[_Token]


_Game = dict[str, _Section]


def read(text: str) -> tuple[Board, ...]:
    """Return the boards of a file. Raises PbnError, naming the line, if it is not PBN."""
    boards: list[Board] = []
    before: _Game = {}
    for game in _games(text):
        for name, section in game.items():
            if section.value == "#":
                if name not in before:
                    raise _trouble(
                        section.line,
                        f'{name} is "#", the same as before, but no board before has it',
                    )
                game[name] = section._replace(value=before[name].value)
            elif section.value.startswith("##"):
                game[name] = section._replace(value=section.value[2:])
        boards.append(_board(game))
        before = game
    return tuple(boards)


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Number, text without comments, and whether the line ends a game (is empty as it stands)."""
    opened = 0
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if not opened and raw.startswith("%"):
            continue
        out, quoted, at = "", False, 0
        while at < len(raw):
            sign = raw[at]
            if opened:
                opened = 0 if sign == "}" else opened
            elif quoted or sign not in "{;":
                quoted = quoted != (sign == '"' and not (at and raw[at - 1] == "\\"))
                out += sign
            elif sign == ";":
                break
            else:
                opened, out = number, out + " "
            at += 1
        yield number, out, not raw.strip() and not opened
    if opened:
        raise _trouble(opened, "a comment begins with { and never ends")


def _games(text: str) -> Iterator[_Game]:
    """The games of a file, tag by tag."""
    game: _Game = {}
    section: _Section | None = None
    for number, line, ends in _lines(text):
        if ends and game:
            yield game
            game, section = {}, None
        rest = line.strip()
        while rest:
            if rest.startswith("["):
                tag = TAG.match(rest)
                if not tag:
                    raise _trouble(number, f'{rest[:40]!r} is not a tag; write [Name "value"]')
                name = tag[1][0].upper() + tag[1][1:]
                if name == "Deal" and name in game:
                    raise _trouble(
                        number, "this board has a deal already; an empty line begins the next board"
                    )
                section = _Section(re.sub(r"\\(.)", r"\1", tag[2]), number, [])
                game.setdefault(name, section)
                rest = rest[tag.end() :].strip()
                continue
            if section is None:
                raise _trouble(
                    number, f"{rest[:40]!r} stands outside a board; a board begins with a tag"
                )
            word, *more = rest.split(None, 1)  # a tab parts words as a space does
            section.tokens.append(_Token(word, number))
            rest = more[0] if more else ""
    if game:
        yield game


def _seat(section: _Section, name: str) -> int:
    letter = section.value.strip().upper()[:1]
    if not letter or letter not in COMPASS:
        raise _trouble(
            section.line, f"{name} is {quoted(section.value)}; it should be N, E, S or W"
        )
    return COMPASS.index(letter)


def _board(game: _Game) -> Board:
    def value(name: str) -> str:
        return game[name].value.strip() if name in game and game[name].value.strip() != "?" else ""

    dealer = _seat(game["Dealer"], "the dealer") if value("Dealer") else None
    calls: tuple[str, ...] = ()
    if "Auction" in game and (value("Auction") or game["Auction"].tokens):
        first = _seat(game["Auction"], "the first caller")
        if dealer not in (None, first):
            raise _trouble(
                game["Auction"].line, f"{NAMES[first]} calls first, but {NAMES[dealer or 0]} deals"
            )
        dealer, calls = first, _calls(game["Auction"])
    contract, declarer = _read_contract(game, value("Contract")), None
    if value("Declarer").lstrip("^"):
        declarer = _seat(
            game["Declarer"]._replace(value=value("Declarer").lstrip("^")), "the declarer"
        )
    result = None
    if value("Result").lstrip("^"):
        try:
            result = int(value("Result").lstrip("^"))
        except ValueError:
            raise _trouble(
                game["Result"].line,
                f"the result {quoted(value('Result'))} is not a number of tricks",
            ) from None
        if not 0 <= result <= 13:
            raise _trouble(game["Result"].line, f"the result is {result} tricks; there are 13")
    vulnerable = value("Vulnerable")
    if vulnerable.lower() not in VULNERABLE:
        raise _trouble(game["Vulnerable"].line, f"{quoted(vulnerable)} is not None, NS, EW or All")
    hands = _hands(game["Deal"]) if value("Deal") else ((), (), (), ())
    board = Board(
        value("Board"),
        dealer or 0,
        hands,
        calls,
        (),
        VULNERABLE[vulnerable.lower()],
        declarer,
        contract,
        result,
        tuple(value(name) or name for name in NAMES),
        tuple((name, value(name)) for name in OTHERS if value(name)),
    )
    return _with_play(board, game["Play"]) if "Play" in game and game["Play"].tokens else board


def _read_contract(game: _Game, text: str) -> str:
    if not text or text.lower() == "pass":
        return text.capitalize()
    match = CONTRACT.fullmatch(text.upper())
    if not match:
        raise _trouble(
            game["Contract"].line, f"{quoted(text)} is not a contract; write 4H, 3NTX or Pass"
        )
    return _bid(match[1]) + match[2]


def _bid(text: str) -> str:
    return text + "T" if text.endswith("N") else text


def _hands(section: _Section) -> tuple[tuple[Card, ...], ...]:
    first, colon, rest = section.value.partition(":")
    if not colon:
        raise _trouble(section.line, "a deal begins with the seat of its first hand: N:...")
    start = _seat(section._replace(value=first), "the first hand")
    words = rest.split()
    if len(words) != 4:
        raise _trouble(section.line, f"a deal has four hands, this one has {len(words)}")
    hands: list[tuple[Card, ...]] = [(), (), (), ()]
    gone: dict[Card, str] = {}
    for at, word in enumerate(words):
        seat = (start + at) % 4
        if word == "-":
            continue
        suits = word.split(".")
        if len(suits) != 4:
            raise _trouble(
                section.line,
                f"the hand {quoted(word)} has {len(suits)} suits; write spades.hearts.diamonds.clubs",
            )
        for suit, ranks in zip(SUITS, suits, strict=True):
            for rank in ranks.upper().replace("10", "T"):
                if rank not in RANKS:
                    raise _trouble(
                        section.line,
                        f"{quoted(rank)} in the hand {quoted(word)} is not a rank; ranks are {RANKS}",
                    )
                card = Card(rank + suit)
                if card in gone:
                    raise _trouble(
                        section.line, f"{card.sign} is dealt to {gone[card]} and to {NAMES[seat]}"
                    )
                gone[card] = NAMES[seat]
                hands[seat] += (card,)
        if len(hands[seat]) != 13:
            raise _trouble(
                section.line, f"{NAMES[seat]} is dealt {len(hands[seat])} cards; a hand has 13"
            )
    if words.count("-") == 1:
        hands[(start + words.index("-")) % 4] = tuple(c for c in pack() if c not in gone)
    return tuple(sorted_hand(hand) for hand in hands)


def _plain(section: _Section) -> Iterator[_Token]:
    """The tokens without annotations."""
    for token in section.tokens:
        if token.text.startswith("^"):
            raise _trouble(
                token.line, f"{shown(token.text)} marks an irregularity, which is not read"
            )
        if not ANNOTATION.fullmatch(token.text):
            yield token._replace(text=token.text.rstrip("!?").upper())


def _calls(section: _Section) -> tuple[str, ...]:
    calls: list[str] = []
    ended: _Token | None = None
    for token in _plain(section):
        if ended is not None:
            raise _trouble(
                token.line, f"{shown(token.text)} comes after {ended.text}, the end of the auction"
            )
        if token.text in ("*", "+", "AP"):
            ended = token
        elif token.text in ("PASS", "P"):
            calls.append("pass")
        elif token.text in ("X", "XX"):
            calls.append(token.text)
        elif CALL.fullmatch(token.text):
            calls.append(_bid(token.text))
        else:
            raise _trouble(
                token.line,
                f"{quoted(token.text)} is not a call; calls are Pass, X, XX, AP and bids from 1C to 7NT",
            )
    if ended is not None and ended.text == "AP":
        needed = 3 if any(call != "pass" for call in calls) else 4
        while calls[-needed:] != ["pass"] * needed:
            calls.append("pass")
    return tuple(calls)


def _card(token: _Token, game: Game) -> Card:
    """The card of a token. Raises PbnError if it is none that bridge is played with."""
    try:
        card = Card(token.text)
    except ValueError:
        card = None
    if card is None or card not in game.pack:
        raise _trouble(
            token.line, f"{quoted(token.text)} is not a card; write suit and rank, as in SA or HT"
        )
    return card


def _with_play(board: Board, section: _Section) -> Board:
    """The board with its cards in the order in which they were played; a file has them in
    columns by seat."""
    first = _seat(section, "the first column")
    contract, declarer = board.contract, board.declarer
    if board.calls and all(board.hands):
        state = board.state()
        if state.contract is not None:
            contract, declarer = _contract(state), state.declarer
    if not contract or contract == "Pass" or declarer is None:
        raise _trouble(
            section.line,
            "there is play, but neither an auction nor contract and declarer to play for",
        )
    if first != (declarer + 1) % 4:
        raise _trouble(
            section.line,
            f"{NAMES[declarer]} declares, so the first column is {NAMES[(declarer + 1) % 4]}'s",
        )
    game, trump = find("bridge"), contract.rstrip("X")[1:]
    tokens = list(_plain(section))
    stop = next((i for i, t in enumerate(tokens) if t.text in ("*", "+")), len(tokens))
    if stop + 1 < len(tokens):
        raise _trouble(
            tokens[stop + 1].line,
            f"{shown(tokens[stop + 1].text)} comes after {tokens[stop].text}, the end of the play",
        )
    tokens, plays, leader = tokens[:stop], list[Card](), first
    for number in range(0, len(tokens), 4):
        row = dict(
            zip(((first + i) % 4 for i in range(4)), tokens[number : number + 4], strict=False)
        )
        trick: list[tuple[int, Card]] = []
        missing = None
        for seat in ((leader + i) % 4 for i in range(4)):
            token = row.get(seat)
            if token is None or token.text == "-":
                missing = seat if missing is None else missing
                continue
            if missing is not None:
                lacks = f"but the card of {NAMES[missing]} before it is missing"
                raise _trouble(
                    token.line,
                    f"trick {number // 4 + 1}: {NAMES[seat]} plays {shown(token.text)}, {lacks}",
                )
            trick.append((seat, _card(token, game)))
        plays += [card for _, card in trick]
        if missing is not None:
            if number + 4 < len(tokens) and any(t.text != "-" for t in tokens[number + 4 :]):
                raise _trouble(
                    tokens[number].line,
                    f"trick {number // 4 + 1} is not complete, and another follows",
                )
            break
        leader = game.winner(trick, trump)
    return replace(board, plays=tuple(plays))


# --- writing


def write(boards: Iterable[Board] | Match) -> str:
    """Boards, or all deals of a match, as a PBN file.  A file that is read and written again has
    the same boards."""
    every = boards_of(boards) if isinstance(boards, Match) else tuple(boards)
    return "% PBN 2.1\n% EXPORT\n" + "\n".join(map(_written, every))


def _written(board: Board) -> str:
    tags = dict(board.tags)
    hands = [board.hands[(board.dealer + i) % 4] for i in range(4)]
    passed = board.contract == "Pass"
    values = {
        "Event": tags.get("Event", ""),
        "Site": tags.get("Site", ""),
        "Date": tags.get("Date", ""),
        "Board": board.number,
        **{name: board.names[NAMES.index(name)] for name in ("West", "North", "East", "South")},
        "Dealer": COMPASS[board.dealer],
        "Vulnerable": board.vulnerable or "?",
        "Deal": f"{COMPASS[board.dealer]}:{' '.join(map(_dotted, hands))}" if any(hands) else "",
        "Scoring": tags.get("Scoring", ""),
        "Declarer": "" if passed else "?" if board.declarer is None else COMPASS[board.declarer],
        "Contract": board.contract or "?",
        "Result": "" if passed else "?" if board.result is None else str(board.result),
    }
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in values.items()]
    if board.calls:
        calls = ["Pass" if call == "pass" else call for call in board.calls]
        bid = any(call != "Pass" for call in calls)
        done = calls[-3:] == ["Pass"] * 3 and len(calls) > 3 if bid else len(calls) == 4
        lines += [
            f'[Auction "{COMPASS[board.dealer]}"]',
            *_rows([*calls, *([] if done else ["*"])]),
        ]
    if board.plays:
        lines += _columns(board)
    return "\n".join(lines) + "\n"


def _columns(board: Board) -> list[str]:
    """The play: a row a trick, a column a seat."""
    declarer, contract = board.declarer, board.contract
    if declarer is None or not contract:
        state = board.state()
        declarer, contract = state.declarer, _contract(state)
    assert declarer is not None
    first = leader = (declarer + 1) % 4
    rows: list[str] = []
    for start in range(0, len(board.plays), 4):
        trick = [((leader + i) % 4, card) for i, card in enumerate(board.plays[start : start + 4])]
        by_seat = {seat: card.suit + card.rank for seat, card in trick}
        rows += [by_seat.get((first + i) % 4, "-") for i in range(4)]
        if len(trick) == 4:
            leader = find("bridge").winner(trick, contract.rstrip("X")[1:])
    return [
        f'[Play "{COMPASS[first]}"]',
        *_rows([*rows, *(["*"] if len(board.plays) < 52 else [])]),
    ]


def _dotted(hand: tuple[Card, ...]) -> str:
    return (
        ".".join("".join(c.rank for c in hand if c.suit == suit) for suit in SUITS) if hand else "-"
    )


def _escaped(text: str) -> str:
    return re.sub(r'([\\"])', r"\\\1", text)


def _rows(words: list[str]) -> list[str]:
    return [
        " ".join(f"{word:<4}" for word in words[i : i + 4]).rstrip()
        for i in range(0, len(words), 4)
    ]
