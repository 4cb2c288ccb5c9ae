"""From the blocks of a PBN file to boards, and what is wrong with them.

Knows where a tag, a call and a card stand, so that every problem has its line.  What can have
happened it asks of the board, and the board of the game.

A severe problem is one that makes a board unusable; a mild one says what was read in another way
than it was written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from cardlab.engine.cards import RANKS, Card, pack
from cardlab.engine.problems import Problem
from cardlab.engine.words import quoted, shown, some
from cardlab.pbn.boards import (
    SUITS,
    WHOLE,
    Board,
    FileTable,
    Misplayed,
    Remark,
    outcome,
    sorted_hand,
)
from cardlab.pbn.laying import Laying
from cardlab.pbn.sections import NO_CARD, AuctionText, Placed, PlayText, Severe, refuse
from cardlab.pbn.text import SECTIONS, BoardText, TextPiece, is_table
from cardlab.pbn.words import (
    COMPASS,
    MARK,
    NAMES,
    VULNERABLE,
    contract_of_text,
    strain_of,
    tricks_of,
)
from cardlab.pbn.writing import places

FIRST_TAGS = ("Event", "Site", "Date", "Scoring")
"""The tags that a board of any file has; they come first among those that are kept as text."""
FIELDS = (
    *("Board", *NAMES, "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result"),
    *("Score", "Room", *SECTIONS),
)
"""The tags that have a field of their own."""
OF_A_TABLE = ("Declarer", "Contract", "Result", "Score", "Auction", "Play")
"""What is said of a deal that was played, whoever dealt it."""
OF_A_DEAL = ("Board", "Dealer", "Deal", "Vulnerable")

Hands = tuple[tuple[Card, ...], ...]
NO_HANDS: Hands = ((), (), (), ())
Made = tuple[str, int | None]
NO_CONTRACT: Made = ("", None)

T = TypeVar("T")


class Inheritance:
    """The values that a board may take over from those before it.

    "#" is the value of the board before; "##..." is a value for this board and all that follow
    without the tag, until "#" or another value.
    """

    def __init__(self) -> None:
        self.before: dict[str, str] = {}
        self.running: dict[str, str] = {}

    def give(self, block: BoardText) -> Iterator[Problem]:
        """Put the inherited values into a block; yields what cannot be taken over."""
        running = dict(self.running)
        for name, tag in block.tags.items():
            value = tag.text
            self.running.pop(name, None)
            if value == "#":
                value = self.before.get(name, "")
                if name not in self.before:
                    text = (
                        f'{shown(name, 20)} is "#", the same as before, but no board before has it'
                    )
                    yield Problem(text, line=tag.line, code="nothing-before", severe=False)
            elif value.startswith("##"):
                value = value[2:]
                self.running[name] = value
            block.tags[name] = tag._replace(text=value)
        for name, value in running.items():
            block.tags.setdefault(name, TextPiece("tag", value, block.line, name))
        yield from self._same_deal(block)
        self.before = {name: tag.text for name, tag in block.tags.items()}

    def _same_deal(self, block: BoardText) -> Iterator[Problem]:
        """Another table of the deal before: a block that says nothing of a deal."""
        deal = any(name in block.tags for name in ("Board", "Dealer", "Deal"))
        played = any(name in block.tags for name in OF_A_TABLE)
        if deal or not played or "Deal" not in self.before:
            return
        for name in OF_A_DEAL:
            if name in self.before:
                block.tags.setdefault(name, TextPiece("tag", self.before[name], block.line, name))
        text = "no deal is given, so this is another table of the deal before"
        yield Problem(text, line=block.line, code="deal-from-before", severe=False)


class Reading:
    """One board while it is read: what is known of it so far, and what is wrong."""

    def __init__(self, block: BoardText, mild: Iterable[Problem], judge: bool) -> None:
        self.block, self.judge = block, judge
        self.problems = [*block.problems, *mild]
        self.auction = AuctionText()
        self.cards: list[Placed] = []
        self.remarks: list[Remark] = [Remark("", piece.text) for piece in block.before]

    # --- the whole
    def board(self) -> Board:
        """Read the board; what is wrong with it stands in `problems` then."""
        part = self._part
        dealer = part(self._dealer, None)
        hands = part(self._hands, NO_HANDS)
        dealer = part(lambda: self._auction(dealer), dealer)
        contract, declarer = part(lambda: self._contract(hands), NO_CONTRACT)
        if self.usable:
            contract, declarer = part(
                lambda: self._agreed(contract, declarer, dealer or 0), (contract, declarer)
            )
        result = part(lambda: self._result(contract, declarer), None)
        self._stray()
        board = Board(
            number=self.block.value("Board"),
            dealer=dealer,
            hands=hands,
            calls=tuple(placed.move for placed in self.calls),
            vulnerable=self._vulnerable(),
            declarer=declarer,
            contract=contract,
            result=result,
            names=tuple(self.block.value(name) or name for name in NAMES),
            tags=self._tags(),
            score=self.block.value("Score"),
            room=self.block.value("Room"),
            alerts=tuple(self.auction.alerts),
            notes=tuple(map(_note, self.block.notes)),
            tables=self._tables(),
            line=self.block.line,
        )
        if self.usable and "Play" in self.block.tags:
            part(lambda: self._play(board), None)
        board = replace(board, plays=tuple(Card(placed.move) for placed in self.cards))
        if self.usable and self.judge and board.whole:
            part(lambda: self._judge(board), None)
        return replace(board, remarks=self._remarks(board))

    @property
    def calls(self) -> list[Placed]:
        """The calls, with their lines."""
        return self.auction.calls

    @property
    def usable(self) -> bool:
        return not any(problem.severe for problem in self.problems)

    def _part(self, read: Callable[[], T], otherwise: T) -> T:
        """What a part of the board says; where that is nothing, the problem is noted."""
        try:
            return read()
        except Severe as wrong:
            self.problems.append(
                Problem(wrong.text, line=wrong.line, code=wrong.code, rule=wrong.rule)
            )
            return otherwise

    def _mild(self, line: int, code: str, text: str) -> None:
        self.problems.append(Problem(text, line=line, code=code, severe=False))

    def _line(self, name: str) -> int:
        return self.block.tags[name].line if name in self.block.tags else self.block.line

    def _seat(self, name: str, what: str, text: str | None = None) -> int:
        """The seat that a tag names by its first letter."""
        value = self.block.value(name) if text is None else text
        letter = value.strip().upper()[:1]
        if not letter or letter not in COMPASS:
            said = f"{what} is {quoted(value)}; it should be N, E, S or W"
            refuse(self._line(name), "not-a-seat", said)
        return COMPASS.index(letter)

    # --- the tags
    def _dealer(self) -> int | None:
        return self._seat("Dealer", "the dealer") if self.block.value("Dealer") else None

    def _vulnerable(self) -> str:
        value = self.block.value("Vulnerable")
        known = VULNERABLE.get(value.lower())
        if known is None:
            text = f"{quoted(value)} is not None, NS, EW or All"
            self._mild(self._line("Vulnerable"), "not-vulnerable", text)
        return known or ""

    def _tags(self) -> tuple[tuple[str, str], ...]:
        """The tags that are kept as text."""
        first = [(name, self.block.value(name)) for name in FIRST_TAGS if self.block.value(name)]
        rest = [
            (name, tag.text)
            for name, tag in self.block.tags.items()
            if name not in (*FIRST_TAGS, *FIELDS) and name not in self._tables()
        ]
        return (*first, *rest)

    def _tables(self) -> dict[str, FileTable]:
        """The tags with text below them, and those that are called tables."""
        tables = {}
        for name, tag in self.block.tags.items():
            if is_table(name):
                items = self.block.items.get(name, [])
                rows = tuple(item.text for item in items if item.kind == "row")
                tables[name] = FileTable(tuple(tag.text.split(";")), rows)
        return tables

    def _hands(self) -> Hands:
        value, line = self.block.value("Deal"), self._line("Deal")
        if not value:
            return NO_HANDS
        first, colon, rest = value.partition(":")
        if not colon:
            refuse(line, "not-a-deal", "a deal begins with the seat of its first hand: N:...")
        start = self._seat("Deal", "the first hand", first)
        words = rest.split()
        if len(words) != 4:
            refuse(line, "not-a-deal", f"a deal has four hands, this one has {len(words)}")
        hands: list[tuple[Card, ...]] = [(), (), (), ()]
        gone: dict[Card, int] = {}
        for at, word in enumerate(words):
            seat = (start + at) % 4
            hands[seat] = tuple(self._cards_of(word, seat, gone, line)) if word != "-" else ()
        self._count(hands, words, line)
        if words.count("-") == 1:
            hands[(start + words.index("-")) % 4] = tuple(c for c in pack() if c not in gone)
        return tuple(map(sorted_hand, hands))

    def _cards_of(self, word: str, seat: int, gone: dict[Card, int], line: int) -> Iterator[Card]:
        """The cards of a hand, noted as gone."""
        suits = word.split(".")
        if len(suits) != 4:
            has = f"the hand {quoted(word)} has {len(suits)} suits"
            refuse(line, "not-a-hand", f"{has}; write spades.hearts.diamonds.clubs")
        for suit, ranks in zip(SUITS, suits, strict=True):
            for rank in ranks.upper().replace("10", "T"):
                if rank not in RANKS:
                    wrong = f"{quoted(rank)} in the hand {quoted(word)} is not a rank"
                    refuse(line, "not-a-rank", f"{wrong}; ranks are {RANKS}")
                card = Card(rank + suit)
                if card in gone:
                    here = f"and to {NAMES[seat]}" if gone[card] != seat else "twice"
                    refuse(line, "twice", f"{card.sign} is dealt to {NAMES[gone[card]]} {here}")
                gone[card] = seat
                yield card

    def _count(self, hands: list[tuple[Card, ...]], words: list[str], line: int) -> None:
        """Hands have thirteen cards, or all four as many as the others: the end of a deal."""
        held = {len(hand) for hand in hands}
        if len(held) == 1 and "-" not in words:
            return
        for seat, hand in enumerate(hands):
            if hand and len(hand) != WHOLE:
                text = f"{NAMES[seat]} is dealt {len(hand)} cards; a hand has {WHOLE}"
                refuse(line, "thirteen", text)
        if () in hands and "-" not in words:
            empty = NAMES[hands.index(())]
            refuse(line, "thirteen", f"{empty} is dealt no cards; a hand has {WHOLE}")

    # --- the auction
    def _auction(self, dealer: int | None) -> int | None:
        """Read the calls; returns the dealer, which the column of the first call may tell."""
        tag = self.block.tags.get("Auction")
        if tag is None:
            return dealer
        try:
            self.auction.read(self.block.items.get("Auction", []))
        finally:
            self.remarks += self.auction.remarks
        if not self.block.value("Auction") and not self.calls:
            return dealer
        first = (self._seat("Auction", "the first caller") + self.auction.skipped) % 4
        if dealer not in (None, first):
            who = f"{NAMES[first]} calls first, but {NAMES[dealer or 0]} deals"
            refuse(tag.line, "dealer-differs", who)
        return first

    # --- the contract
    def _contract(self, hands: Hands) -> Made:
        """Contract and declarer of the tags."""
        text, line = self.block.value("Contract"), self._line("Contract")
        # of the end of a deal the strain alone may be known
        strain = strain_of(text) if Board(hands=hands).ending else ""
        words = (strain, None) if strain or not text else contract_of_text(text)
        if words is None:
            said = f"{quoted(text)} is not a contract; write 4H, 3NTX or Pass"
            refuse(line, "not-a-contract", said)
        contract, named = words
        who = self.block.value("Declarer").lstrip("^").strip()
        declarer = self._seat("Declarer", "the declarer", who) if who and who != "?" else named
        if None not in (named, declarer) and named != declarer:
            one, other = NAMES[declarer or 0], NAMES[named or 0]
            said = f"the declarer is {one}, but the contract names {other}"
            refuse(line, "declarer-differs", said)
        return contract, None if contract == "Pass" else declarer

    def _agreed(self, contract: str, declarer: int | None, dealer: int) -> Made:
        """Contract and declarer by the auction, where it was finished, and by the tags where it
        was not."""
        calls = [placed.move for placed in self.calls]
        made = outcome(calls, dealer)
        if made is None:
            return contract, declarer
        if contract and contract.rstrip("X") != made[0].rstrip("X"):
            text = f"the contract is {contract}, but the auction comes to {made[0]}"
            refuse(self._line("Contract"), "contract-differs", text)
        if declarer not in (None, made[1]):
            missing = self._left_out(calls, dealer, made[0], declarer)
            line = self._line("Auction")
            if not missing or made[1] is None:
                who = "nobody" if made[1] is None else NAMES[made[1]]
                text = f"the declarer is {NAMES[declarer or 0]}, but the auction makes it {who}"
                refuse(self._line("Declarer"), "declarer-differs", text)
            self._pass_in_front(missing, line)
            added = f"{some(missing, 'pass', 'passes')} left out in front"
            were = "was" if missing == 1 else "were"
            alone = f"the auction makes {NAMES[made[1]]} declarer, not {NAMES[declarer or 0]}"
            text = f"{alone}; {added} {were} added"
            self._mild(line, "passes-left-out", text)
        if contract and contract != made[0]:
            text = f"the contract is {contract}, but the auction comes to {made[0]}, which counts"
            self._mild(self._line("Contract"), "doubling-differs", text)
        return made[0], made[1] if declarer is None else declarer

    def _pass_in_front(self, passes: int, line: int) -> None:
        """Put passes before the first call."""
        self.auction.calls = [Placed("pass", line)] * passes + self.calls
        self.auction.alerts = [(at + passes, text) for at, text in self.auction.alerts]
        self.remarks = [
            one._replace(after=one.after + passes) if one.place == "call" and one.after else one
            for one in self.remarks
        ]

    def _left_out(self, calls: list[str], dealer: int, contract: str, declarer: int | None) -> int:
        """How many passes in front make the declarer of the tag declarer; 0 if none do."""
        for passes in (1, 2, 3):
            if outcome(["pass"] * passes + calls, dealer) == (contract, declarer):
                return passes
        return 0

    def _result(self, contract: str, declarer: int | None) -> int | None:
        text, line = self.block.value("Result"), self._line("Result")
        if contract == "Pass":
            return None
        try:
            tricks = tricks_of(text, declarer)
        except ValueError:
            refuse(line, "not-a-result", f"the result {quoted(text)} is not a number of tricks")
        if tricks is not None and not 0 <= tricks <= WHOLE:
            refuse(line, "not-a-result", f"the result is {tricks} tricks; there are {WHOLE}")
        return tricks

    # --- the play
    def _play(self, board: Board) -> None:
        """Put the cards into `cards`, in the order in which they were played."""
        line, play = self._line("Play"), PlayText()
        try:
            play.read(self.block.items.get("Play", []))
        finally:
            self.remarks += play.remarks
        words = play.laid
        if not any(word.move not in NO_CARD for word in words):
            return
        contract, declarer = board.contract, board.declarer
        if not contract or contract == "Pass" or declarer is None:
            text = "there is play, but neither an auction nor contract and declarer to play for"
            refuse(line, "no-contract", text)
        if board.calls and outcome(board.calls, board.first) is None:
            text = "there is play, but the auction is not finished"
            refuse(line, "no-contract", text)
        first, leads = self._seat("Play", "the first column"), (declarer + 1) % 4
        known = all(board.hands)
        if first != leads and not known:
            text = f"{NAMES[declarer]} declares, so the first column is {NAMES[leads]}'s"
            refuse(line, "first-column", text)
        laid = Laying(board, first, leads)
        for at in range(0, len(words), 4):
            self.cards += laid.trick(words[at : at + 4])
        if laid.turned:
            order = "the cards stand in the order of play, or in columns of other seats"
            self._mild(line, "play-in-order", f"{order}; each is known by its hand")

    def _judge(self, board: Board) -> None:
        """Ask the game whether this can have happened."""
        try:
            state = board.replayed(bare=True)
        except Misplayed as wrong:
            placed = {"call": self.calls, "card": self.cards}.get(wrong.part)
            line = placed[wrong.at].line if placed else self._line(wrong.part.capitalize())
            raise Severe(line, wrong.code, wrong.text, wrong.rule) from None
        if doubt := board.doubt(state):
            self._mild(self._line("Result"), "result-differs", doubt)

    # --- what is left
    def _stray(self) -> None:
        """Text below tags that have none: kept as remarks."""
        for name, items in self.block.items.items():
            if name in SECTIONS:
                continue
            for item in items:
                if item.kind == "comment" or not is_table(name):
                    self.remarks.append(Remark(name, item.text.strip()))
                if item.kind != "comment" and not is_table(name):
                    where = f"{quoted(item.text, 40)} stands below {shown(name, 20)}"
                    text = f"{where}, which has no text; it is kept as a comment"
                    self._mild(item.line, "stray-text", text)

    def _remarks(self, board: Board) -> tuple[Remark, ...]:
        """The remarks in the order in which they are written."""
        order = {place: at for at, place in enumerate(places(board))}
        last = len(order)
        return tuple(
            sorted(
                self.remarks,
                key=lambda one: (
                    order.get(one.place, last),
                    one.after,
                    not MARK.fullmatch(one.text),
                ),
            )
        )


def _note(piece: TextPiece) -> tuple[int, str]:
    figures, colon, text = piece.text.partition(":")
    if colon and figures.isdecimal() and figures.isascii() and len(figures) < 4:
        return int(figures), text
    return 0, piece.text


def read_blocks(blocks: Iterable[BoardText], judge: bool) -> Iterator[tuple[Board, list[Problem]]]:
    """The boards of a file, each with what is wrong with it in the order of the lines."""
    inherited = Inheritance()
    for block in blocks:
        reading = Reading(block, inherited.give(block), judge)
        board = reading.board()
        number = shown(board.number, 20)
        problems = [replace(one, board=number) for one in reading.problems]
        yield board, sorted(problems, key=lambda one: one.line)
