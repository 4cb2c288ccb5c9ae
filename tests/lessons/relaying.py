"""A table laid again from what a page shows of it, and from nothing else.

A reader who knows the rules of a game lays the cards out as the page shows them, draws a picture of
that and lays the two side by side: what differs was not understood, and the reader gives up.  What
the page shows only in a mark or a word (who sits out, whether a card was drawn) is tried out, one
thing after the other, and stays where the picture comes nearer to the page.

Knows the fields of states by their names.  Is never handed a state, a verdict, a score or the
answer.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

from cardlab.engine.cards import BACK, JOKER, RANK_NAMES, Card, Suit
from cardlab.engine.game import OVER, Game
from cardlab.engine.moves import PASS, Move
from cardlab.engine.words import ORDINALS, number
from cardlab.families.asking import AskingGame, ranks_named
from cardlab.families.auctions import Contract
from cardlab.families.claims import ClaimState, claimed
from cardlab.families.climbing import ClimbState
from cardlab.families.collecting import CollectingState
from cardlab.families.duplicates import Declare
from cardlab.families.exchanges import TAKE
from cardlab.families.last_out import LastOutGame
from cardlab.families.levels import LevelGame
from cardlab.families.tricks import Trick, TrickGame
from cardlab.families.turnup import BonusGame
from cardlab.lessons.deals import play_through
from cardlab.lessons.positions import Position, shown
from cardlab.rulebook.liar_poker import CLAIMS, LiarState, height
from cardlab.rulebook.panjpar import PanjparState
from cardlab.rulebook.pinhead import PinheadState
from cardlab.rulebook.rhapsody import titles
from cardlab.web.widgets.lesson import unanswered

NOT_COMPARED = {"subtitle", "lines", "ledger", "log", "ladder", "choices", "outcome"}
"""What a page says of a match as a whole, or what is asked."""
ROUNDS = 2
FILLED = 40
"""So many ways are tried to fill the tricks that a page counts and does not show."""


class Unlike(Exception):
    """The table that was laid does not look like the page."""


def laid_again(page: Any) -> Any:
    """The state of the table that a page shows.  Raises Unlike where no table was found that looks
    the same."""
    laying = _Laying(page)
    state, off = laying.laid()
    off = [path for path in off if path != "contract note "]  # what a contract is worth so far
    if off:
        raise Unlike(", ".join(sorted({path.split(" ")[0] for path in off})[:3]))
    return state


class _Laying:
    """One page, and the tables that are laid for it."""

    def __init__(self, page: Any) -> None:
        self.page, self.view, self.game = page, page.view, page.game
        self.seats = range(self.game.players)
        self.wanted = dict(_leaves(self._compared(self.view)))

    # --- side by side

    def _compared(self, view: Mapping[str, Any]) -> dict[str, Any]:
        kept = {key: value for key, value in view.items() if key not in NOT_COMPARED}
        if not self.view["tricks"]:
            kept["tally"] = [row for row in view["tally"] if row["title"] == "Tricks"]
        kept["zones"] = [_in_any_order(zone) for zone in kept["zones"]]
        return kept

    def drawn(self, state: Any) -> dict[str, Any]:
        """The picture of a table as this page would show it."""
        at = Position(self.game, state, self.view["viewer"], self._faced)
        return unanswered(shown(at, state), quiet=True, shows=self.page.shows, made=())

    def differences(self, state: Any) -> list[str]:
        """Where the picture of a table is not what the page shows."""
        try:
            leaves = dict(_leaves(self._compared(self.drawn(state))))
        except Exception:  # a table that cannot be drawn is not this one
            return ["nothing is drawn"] * 10_000
        keys = leaves.keys() | self.wanted.keys()
        return [key for key in keys if leaves.get(key, "?") != self.wanted.get(key, "?")]

    @property
    def _faced(self) -> bool:
        """Whether the hands lie face up although the deal goes on."""
        others = [z for z in self.page.zones("hand") if z["owner"] != self.view["viewer"]]
        held = [zone for zone in others if zone["count"]]
        return bool(held) and all(zone["open"] for zone in held)

    # --- laying

    def laid(self) -> tuple[Any, list[str]]:
        """The table that looks most like the page, and where it still does not."""
        state = self.read()
        best = self.differences(state)
        for _ in range(ROUNDS):
            for name, tried in TRIED.items():
                if not best:
                    return state, best
                if name not in vars(state) and name not in vars(state.standing):
                    continue
                for changes in tried(self, state):
                    other = _with(state, changes)
                    off = self.differences(other)
                    if len(off) < len(best):
                        state, best = other, off
        return state, best

    def read(self) -> Any:
        """The table as far as it is plainly shown."""
        view, game = self.view, self.game
        over = view["phase"] == "over"
        phases = [phase.id for phase in game.phases]
        hands = {seat: self.hand(seat) for seat in self.seats}
        given: dict[str, Any] = {"hands": tuple(hands.values())}
        if view["phase"] in phases:
            given["phase"] = view["phase"]
        given["dealer"] = next((s["index"] for s in view["seats"] if s["dealer"]), 0)
        given["totals"] = tuple(side["total"] for side in view["sides"])
        given["deal"] = view["deal"]
        state = game.state(**given)
        if over:
            state = state.but(phase=OVER)
        state = state.but(to_move=view["to_move"])
        for name, reads in READ.items():
            if name in vars(state):
                value = reads(self, state)
                if value is not None or name in MAY_BE_NONE:
                    state = state.but(**{name: value})
        return state

    def hand(self, seat: int) -> tuple[Card, ...]:
        zone = self.zone(f"hand-{seat}")
        if zone is None:
            return ()
        faces = [Card(face["card"]) for face in zone["faces"] if face["card"]]
        if (drawn := self.drawn_card) in faces:
            faces.remove(drawn)
            faces.append(drawn)
        return tuple(faces) if len(faces) == zone["count"] else (BACK,) * zone["count"]

    @property
    def drawn_card(self) -> Card:
        """The card that was drawn last: it is named, or has a group of its own."""
        named = re.search(r"You drew ((?:10|[2-9AKQJ])[♠♥♣♦])", self.view["prompt"])
        groups = (g for zone in self.page.zones("melds") for g in zone["groups"])
        faces = [face for g in groups for face in g["faces"] if "drawn" in face["marks"]]
        lone = [Card(face["card"]) for face in faces]
        return Card(named[1]) if named else lone[0] if lone else BACK

    def zone(self, id: str) -> Any:
        return next((zone for zone in self.view["zones"] if zone["id"] == id), None)

    def pile(self, id: str) -> tuple[Card, ...] | None:
        """The cards of a pile, the top one last; None where there is none."""
        zone = self.zone(id)
        if zone is None:
            return None
        faces = _cards(zone["faces"])
        return (BACK,) * (zone["count"] - len(faces)) + faces


def _in_any_order(zone: Mapping[str, Any]) -> Mapping[str, Any]:
    """A zone whose cards everybody may sort as they like."""
    if zone["kind"] not in ("hand", "melds"):
        return zone

    def lying(faces: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
        return sorted(faces, key=lambda face: str(face["card"]))

    groups = [{**group, "faces": lying(group["faces"])} for group in zone["groups"]]
    return {**zone, "faces": lying(zone["faces"]), "groups": groups}


def _cards(faces: Iterable[Mapping[str, Any]]) -> tuple[Card, ...]:
    return tuple(Card(face["card"]) if face["card"] else BACK for face in faces)


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every word and number of plain data, with its place."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}{key} ")
    elif isinstance(value, list | tuple):
        yield f"{path}#", len(value)
        for place, inner in enumerate(value):
            yield from _leaves(inner, f"{path}{place} ")
    else:
        yield path, value


def _with(state: Any, changes: Mapping[str, Any]) -> Any:
    own = {name: value for name, value in changes.items() if name in vars(state)}
    standing = {name: value for name, value in changes.items() if name not in own}
    return state.but(**own, **({"standing": state.standing.but(**standing)} if standing else {}))


# --- what is plainly shown


def _stock(laying: _Laying, state: Any) -> tuple[Card, ...]:
    zone = laying.zone("stock") or laying.zone("cachette")
    if zone is None:
        return ()
    turned = [face for face in zone["faces"] if "turned" in face["marks"]]
    if len(zone["faces"]) == zone["count"] > len(turned):
        return ()  # turned up and out of play
    return (BACK,) * (int(zone["count"]) - len(turned))


@cache
def _words(game: Game) -> dict[str, Move]:
    """The moves of a game by what is printed for them."""
    words: dict[str, Move] = {PASS.label: PASS, TAKE.label: TAKE}
    for phase in game.phases:
        words |= {bid.label: bid for bid in (*phase.known, *phase.bids) if isinstance(bid, Move)}
    for temper in range(6):
        for plies, spot in enumerate(play_through(game, 1, temper)):
            if plies > 1500:
                break
            if spot.seat is not None and spot.state.phase.id != "play":
                for move in game.candidates(spot.state, spot.seat):
                    words.setdefault(move.label, move)
    return words


def _calls(laying: _Laying, state: Any) -> tuple[tuple[int, Move], ...]:
    calls = laying.view["calls"] or {"rows": [], "seats": []}
    words = _words(laying.game)
    return tuple(
        (calls["seats"][place], words[call["text"]])
        for row in calls["rows"]
        for place, call in enumerate(row)
        if call and call["text"] in words
    )


def _named(laying: _Laying, name: str) -> int | None:
    seats = {seat["name"]: seat["index"] for seat in laying.view["seats"]}
    return seats.get(name)


def _contract(laying: _Laying, state: Any) -> Any:
    told = laying.view["contract"]
    if told is None:
        return None
    text = told["text"].split(",")[0]
    doubled = 2 if "redoubled" in text else 1 if "doubled" in text else 0
    label = text.replace(" redoubled", "").replace(" doubled", "")
    bid = _words(laying.game).get(label)
    by = _named(laying, told["by"])
    return Contract(bid, by, doubled) if bid is not None and by is not None else None


def _declarer(laying: _Laying, state: Any) -> Any:
    """Whose the contract is; without one, who has accepted the turned suit."""
    told = laying.view["contract"]
    if told is not None:
        return _named(laying, told["by"])
    return next((seat for seat, call in state.calls if call.label == "Accept"), None)


def _bid(laying: _Laying, state: Any) -> Any:
    """The last number that was called."""
    numbers = [int(call.label) for _, call in state.calls if call.label.isdigit()]
    return max(numbers, default=0)


def _hand_game(laying: _Laying, state: Any) -> bool:
    """Whether the skat still lies there although the bidding is over."""
    if (told := laying.view["contract"]) is not None:
        return ", hand" in told["text"]
    return laying.zone("skat") is not None and state.phase.id != "auction"


def _order(laying: _Laying, state: Any) -> Any:
    game, trump = laying.game, laying.page.trump
    if laying.view["trump"] is None and state.contract is None:
        return game.ordering(game.trumps) if game.trumps else None
    if isinstance(game, LevelGame):
        return laying.page.order  # the page names a rank of trumps besides the suit
    for contract in (state.contract, None):
        try:
            return game.order_under(contract, trump)
        except (AttributeError, TypeError, ValueError, KeyError):
            continue
    return None


def _turned(laying: _Laying, state: Any) -> Any:
    if isinstance(state, PanjparState):
        zone = laying.zone("stock")
        return _cards(zone["faces"]) if zone is not None else ()
    board = laying.zone("board")
    if board is not None:
        fresh = [face for face in board["faces"] if "fresh" in face["marks"]]
        return Card(fresh[0]["card"]) if fresh else None
    told = laying.view["trump"]
    if told and told["card"]:
        return Card(told["card"])
    for id in ("turned", "upcard", "stock"):
        zone = laying.zone(id)
        if zone is not None and zone["faces"] and zone["faces"][0]["card"]:
            return Card(zone["faces"][0]["card"])
    return None


def _shown(laying: _Laying, state: Any) -> Any:
    for id in ("turned", "shown", "stock", "cachette"):
        zone = laying.zone(id)
        if zone is not None:
            heap = id in ("stock", "cachette")
            return _cards(zone["faces"]) or (BACK,) * (0 if heap else int(zone["count"]))
    return None


def _trick(laying: _Laying, state: Any) -> Any:
    zone = laying.zone("trick")
    faces = sorted(zone["faces"], key=lambda f: f.get("order", 0)) if zone is not None else []
    if faces:
        leader = faces[0]["seat"]
        down = tuple(n for n, face in enumerate(faces) if "down" in str(face.get("tag", "")))
        seats = state.playing_from(leader)
        return type(state.trick)(seats, _cards(faces), down)
    if state.to_move is not None:
        return type(state.trick)(state.playing_from(state.to_move))
    return None


def _taken(laying: _Laying, state: Any) -> Any:
    """The tricks that lie there; of those that are only counted, as many as were taken, made of
    cards that lie nowhere else."""
    tricks = sorted(laying.view["tricks"], key=lambda trick: trick["number"])
    if tricks:
        kind = type(state.trick)
        return tuple(
            kind(
                tuple(seat for _, seat in trick["cards"]),
                tuple(Card(card) for card, _ in trick["cards"]),
                tuple(trick.get("down", ())),
            )
            for trick in tricks
        )
    return next(filled(laying, state, random.Random(1)), None)


def filled(laying: _Laying, state: Any, chance: random.Random) -> Iterator[tuple[Trick, ...]]:
    """Tricks that may have been taken, by as many as each side has taken."""
    rows = [row for row in laying.view["tally"] if row["title"] == "Tricks"]
    game = laying.game
    if not rows or not isinstance(game, TrickGame) or state.order is None:
        return
    by_seat = _won_by_seat(laying)
    sides = [side for side, won in rows[0]["by_side"].items() for _ in range(won)]
    takers = by_seat if len(by_seat) == len(sides) else sides
    lying = Counter(card for card in state.all_cards() if card is not BACK)
    rest = list((Counter(game.pack) - lying).elements())
    rest = [card for card in rest if card != JOKER]
    seats = state.playing_from(state.trick.leader if state.trick.seats else 0)
    for _ in range(FILLED):
        chance.shuffle(rest)
        cards, tricks = list(rest), []
        for taker in takers:
            trick = _trick_of(game, state.order, seats, taker, cards, chance)
            if trick is None:
                break
            tricks.append(trick)
            cards = cards[len(seats) :]
        else:
            yield tuple(tricks)


def _won_by_seat(laying: _Laying) -> list[int]:
    """Who has taken the tricks, where the notes of the seats say how many."""
    counted = [
        (seat["index"], re.fullmatch(r"(\w+) tricks?", note))
        for seat in laying.view["seats"]
        for note in seat["notes"]
    ]
    words = {number(n): n for n in range(1, 14)}
    return [seat for seat, told in counted if told for _ in range(words.get(told[1], 0))]


def _trick_of(
    game: Game,
    order: Any,
    seats: tuple[int, ...],
    taker: int | str,
    cards: list[Card],
    chance: random.Random,
) -> Trick | None:
    """A trick of the first of these cards that a seat or a side takes."""
    if len(cards) < len(seats):
        return None
    for turn in range(len(seats)):
        trick = Trick(seats[turn:] + seats[:turn], tuple(cards[: len(seats)]))
        winner = trick.winner(order)
        if taker in (winner, game.side_of[winner]):
            return trick
    return None


def _discards(laying: _Laying, state: Any) -> Any:
    if isinstance(state.discards, tuple) and laying.game.state().discards:
        return None  # a heap of each seat: only how many cards lie there is seen
    return laying.pile("discards")


def _offered(laying: _Laying, state: Any) -> Any:
    """The cards that may be taken; or the suit of the card that is turned up."""
    if laying.zone("offered") is not None:
        return laying.pile("offered")
    turned = getattr(state, "turned", None)
    return turned.suit if turned is not None and turned is not BACK else None


def _row(id: str) -> Callable[[_Laying, Any], Any]:
    """Reads the cards of a zone as they lie, those that nobody sees as backs."""

    def reads(laying: _Laying, state: Any) -> Any:
        return laying.pile(id)

    return reads


def _of_seats(id: str) -> Callable[[_Laying, Any], Any]:
    """Reads a zone of each seat."""

    def reads(laying: _Laying, state: Any) -> Any:
        piles = [laying.pile(f"{id}-{seat}") for seat in laying.seats]
        return tuple(pile or () for pile in piles) if any(p is not None for p in piles) else None

    return reads


def _laid(laying: _Laying, state: Any) -> Any:
    if not isinstance(state.laid, tuple):
        return None
    if isinstance(state, ClimbState):
        top, beaten = laying.pile("top"), laying.pile("beaten") or ()
        return (*((card,) for card in beaten), top) if top else ()
    own = _of_seats("laid")(laying, state)
    if own is None and isinstance(laying.game, AskingGame):
        return _sets(laying)
    return own if own is not None else laying.pile("laid") or laying.pile("pairs")


def _sets(laying: _Laying) -> Any:
    """The sets before each seat, of which only the top cards are seen: all the cards of the rank."""
    tops = [
        _cards(zone["faces"]) if zone else ()
        for zone in map(laying.zone, (f"sets-{seat}" for seat in laying.seats))
    ]
    pack = laying.game.pack
    return tuple(
        tuple(card for top in seat for card in (top, *_others_of_rank(top, pack))) for seat in tops
    )


def _others_of_rank(top: Card, pack: Iterable[Card]) -> Iterator[Card]:
    return (card for card in pack if card.rank == top.rank and card != top)


def _declared(laying: _Laying, state: Any) -> Any:
    """The sets that lie open, each as it was declared; the numbers of tricks are not shown."""
    laid = [laying.pile(f"laid-{seat}") or () for seat in laying.seats]
    if not any(laid):
        return None
    return tuple(
        tuple(Declare(*[card] * many) for card, many in Counter(cards).items()) for cards in laid
    )


def _built(laying: _Laying, state: Any) -> Any:
    return state.hands[0] if state.phase.id == "auction" else None


def _pegged(laying: _Laying, state: Any) -> Any:
    """The line of a turned card that scores: it lies there, and so does the dealer's card."""
    game = laying.game
    if not isinstance(game, BonusGame) or state.turned is None:
        return None
    return _waits(laying, state, False)


def _held_bonus(laying: _Laying, state: Any) -> Any:
    return sum(line.points for line in _waits(laying, state, True)) if state.turned else 0


def _waits(laying: _Laying, state: Any, waiting: bool) -> tuple[Any, ...]:
    game, side = laying.game, laying.game.side_index(state.dealer)
    points = game.card_points(state.turned)
    lines = game.turn_up_lines(points, side, state.standing.totals[side])
    return tuple(line for line in lines if (line.account == "held") is waiting)


def _piles(laying: _Laying, state: Any) -> Any:
    """What each seat has captured; or the discards by rank."""
    zone = laying.zone("piles")
    if zone is not None:
        return tuple(_cards(group["faces"]) for group in zone["groups"])
    captured = _of_seats("captured")(laying, state)
    return captured if captured is not None else _of_seats("pile")(laying, state)


def _boards(laying: _Laying, state: Any) -> Any:
    zones = [laying.zone(f"board-{seat}") for seat in laying.seats]
    out = [zone is not None and any("dead" in f["marks"] for f in zone["faces"]) for zone in zones]
    return tuple(
        _cards(zone["faces"]) if zone is not None and not dead else ()
        for zone, dead in zip(zones, out, strict=True)
    )


def _dead(laying: _Laying, state: Any) -> Any:
    if laying.zone("dead") is not None:
        return laying.pile("dead")
    zones = [laying.zone(f"board-{seat}") for seat in laying.seats]
    return tuple(
        _cards(zone["faces"])
        if zone is not None and any("dead" in face["marks"] for face in zone["faces"])
        else ()
        for zone in zones
    )


def _bets(laying: _Laying, state: Any) -> Any:
    zones = [laying.zone(f"board-{seat}") for seat in laying.seats]
    return tuple((zone["stake"] or 0) if zone is not None else 0 for zone in zones)


def _wagers(laying: _Laying, state: Any) -> Any:
    """What lies on the board, as the notes of the seats say it: 4 on 2♥."""
    kind = _wager_kind()
    told = [(seat["index"], note) for seat in laying.view["seats"] for note in seat["notes"]]
    found = ((seat, BET.findall(note)) for seat, note in told)
    return tuple(kind(seat, Card(card), int(chips)) for seat, bets in found for chips, card in bets)


BET = re.compile(r"(\d+) on ((?:10|[2-9AKQJ])[♠♥♣♦])")


def _wager_kind() -> Any:
    from cardlab.rulebook.ziginette import Wager

    return Wager


def _melds(laying: _Laying, state: Any) -> Any:
    """The melds that lie before the seats; a hand that is seen is sorted into melds as well, and
    those are not on the table."""
    laid = []
    for seat in laying.seats:
        zone = laying.zone(f"melds-{seat}")
        groups = zone["groups"] if zone is not None else ()
        hand = state.hands[seat]
        melds = [_cards(group["faces"]) for group in groups if group["kind"] == "meld"]
        laid.append(tuple(meld for meld in melds if not set(meld) <= set(hand)))
    return tuple(laid)


def _picked_up(laying: _Laying, state: Any) -> Any:
    """The card from the discards that whoever is to move has taken, where a note names it."""
    notes = (note for seat in laying.view["seats"] for note in seat["notes"] if seat["turn"])
    named = (re.fullmatch(r"took ((?:10|[2-9AKQJ])[♠♥♣♦])", note) for note in notes)
    return next((Card(told[1]) for told in named if told), None)


def _source(laying: _Laying, state: Any) -> Any:
    """Where the card that is named came from: the discards."""
    return "pile" if _picked_up(laying, state) is not None else None


def _heap(laying: _Laying, state: Any) -> Any:
    """The cards of a pile; where they were laid with a claim, those of the last one by themselves."""
    if not isinstance(state, ClaimState):
        return laying.pile("pile")
    zone, many = laying.zone("pile"), _claimed(laying)[0]
    if zone is None or not zone["count"]:
        return ()
    shown = laying.zone("shown")
    top = _cards(shown["faces"]) if shown is not None else (BACK,) * many
    return ((BACK,) * (zone["count"] - many), top)


def _claimed(laying: _Laying) -> tuple[int, str]:
    """How many cards were said to lie on a pile, and of which rank."""
    zone = laying.zone("pile")
    words = {claimed(n, rank): (n, rank) for n in range(1, 5) for rank in RANK_NAMES}
    return words.get(zone["note"].strip("“”"), (0, "")) if zone is not None else (0, "")


HANDS_CLAIMED = {f"claimed {claim.words}": claim for claim in CLAIMS}
"""The claims of hands by the notes of those who made them."""


def _hands_claimed(laying: _Laying) -> list[tuple[str, int]]:
    """The claims of hands that notes tell, the lowest first, and who made each."""
    told = [
        (HANDS_CLAIMED[note], seat["index"])
        for seat in laying.view["seats"]
        for note in seat["notes"]
        if note in HANDS_CLAIMED
    ]
    told.sort(key=lambda claimed: height(claimed[0], laying.game.suits))
    return [(claim.code, seat) for claim, seat in told]


def _said(laying: _Laying, state: Any) -> Any:
    if isinstance(state, LiarState):
        return tuple(code for code, _ in _hands_claimed(laying))
    rank = _claimed(laying)[1]
    return (rank, rank) if rank else ()


def _last_said(laying: _Laying, state: Any) -> Any:
    """The rank of the last claim: it stands with the cards, or where they were before they were
    taken."""
    if not isinstance(state, ClaimState):
        return None
    zone = laying.zone("pile")
    told = {f"last said: {ranks_named(rank)}": rank for rank in RANK_NAMES}
    return told.get(zone["note"] if zone else "") or _claimed(laying)[1]


def _laying(laying: _Laying, state: Any) -> Any:
    """The cards that are laid for the next claim, or for an attack."""
    if isinstance(state, PanjparState):
        return () if _under_attack(laying) else laying.pile("attack")
    zone = laying.zone("laying")
    if zone is None:
        return ()
    return _cards(zone["faces"]) or (BACK,) * int(zone["count"])


def _under_attack(laying: _Laying) -> bool:
    """Whether the cards of an attack are to be beaten now."""
    zone = laying.zone("attack")
    return zone is not None and zone["title"] == "To be beaten"


def _attack(laying: _Laying, state: Any) -> Any:
    """The cards that are still to be beaten."""
    return laying.pile("attack") if _under_attack(laying) else ()


def _attacker(laying: _Laying, state: Any) -> Any:
    return next(iter(_noted(laying, "attacks")), None)


def _beaten(laying: _Laying, state: Any) -> Any:
    """Each card that was beaten, followed by the one that did it."""
    zone = laying.zone("beaten")
    groups = zone["groups"] if zone is not None else ()
    return tuple(card for group in groups for card in _cards(group["faces"]))


def _trump(laying: _Laying, state: Any) -> Any:
    """The trump suit, where a state names it."""
    return Suit(laying.page.trump) if laying.page.trump else None


def _series(laying: _Laying, state: Any) -> Any:
    """The cards of a series, the first one first."""
    zone = laying.zone("series")
    return _cards(zone["faces"]) if zone is not None else None


def _by(laying: _Laying, state: Any) -> Any:
    """Who played each card of a series, laid each packet of a pile, or claimed each hand."""
    if isinstance(state, LiarState):
        return tuple(seat for _, seat in _hands_claimed(laying))
    if isinstance(state, ClaimState):
        told = (s["index"] for s in laying.view["seats"] if any("said “" in n for n in s["notes"]))
        claimant = next(told, None)
        return () if claimant is None else (claimant, claimant)
    if isinstance(state, ClimbState):
        zone = laying.zone("top")
        who = _named(laying, zone["title"].split()[0]) if zone is not None else None
        return () if who is None else (who,) * (1 + len(laying.pile("beaten") or ()))
    zone = laying.zone("series")
    return tuple(face["seat"] for face in zone["faces"]) if zone is not None else None


def _played(laying: _Laying, state: Any) -> Any:
    """The cards of a running count and of those before it, by who played them."""
    zones = [zone for id in ("counted", "count") if (zone := laying.zone(id)) is not None]
    faces = [face for zone in zones for face in zone["faces"]]
    return tuple(_cards(f for f in faces if f["seat"] == seat) for seat in laying.seats)


def _layer(laying: _Laying, state: Any) -> Any:
    """Who laid the card on top of a pile."""
    laid = (s["index"] for s in laying.view["seats"] if any("laid " in n for n in s["notes"]))
    return next(laid, None)


def _finished(laying: _Laying, state: Any) -> Any:
    """Who is out of cards, in the order of the places that the notes name."""
    told = [
        (ORDINALS.index(place[1]), seat["index"])
        for seat in laying.view["seats"]
        for note in seat["notes"]
        if (place := re.fullmatch(r"out (\w+)", note))
    ]
    return tuple(seat for _, seat in sorted(told))


def _open(laying: _Laying, state: Any) -> Any:
    """The cards that lie open before each seat."""
    rows = _of_seats("open")(laying, state)
    return None if rows is None else tuple(() if BACK in row else row for row in rows)


def _blind(laying: _Laying, state: Any) -> Any:
    """The blind cards of each seat: they lie there, or a note says how many lie under open ones."""
    rows = _of_seats("open")(laying, state)
    if rows is None:
        return None
    told = [re.search(r"(\d+) blind", " ".join(s["notes"])) for s in laying.view["seats"]]
    return tuple(
        (BACK,) * int(many[1]) if many else row if BACK in row else ()
        for row, many in zip(rows, told, strict=True)
    )


def _turns(laying: _Laying, state: Any) -> Any:
    """How many turns were taken, as far as it is seen: none where only the deal was made, some
    where somebody is out."""
    if not isinstance(laying.game, LastOutGame):
        return None
    if _noted(laying, "out") or laying.view["phase"] == "over":
        return 1
    dealt = sum(zone["count"] for zone in laying.page.zones("hand"))
    dealt += sum(map(len, (*state.open, *state.blind))) if isinstance(state, PinheadState) else 0
    begun = laying.pile("pile") or len(state.stock or ()) + dealt < len(laying.game.pack)
    return 1 if begun else 0


def _noted(laying: _Laying, words: str) -> tuple[int, ...]:
    """The seats that have a note."""
    return tuple(s["index"] for s in laying.view["seats"] if words in s["notes"])


def _owed(laying: _Laying, state: Any) -> int:
    """How many cards somebody owes, as a note says."""
    words = {number(n): n for n in range(1, 5)}
    told = [re.match(r"owes (\w+) for", n) for s in laying.view["seats"] for n in s["notes"]]
    return next((words[owes[1]] for owes in told if owes), 0)


def _creditor(laying: _Laying, state: Any) -> Any:
    """Whose pay card is to be paid for."""
    return _layer(laying, state) if _owed(laying, state) else None


MAY_BE_NONE = {"order", "contract", "declarer"}
READ: dict[str, Callable[[_Laying, Any], Any]] = {
    "stock": _stock,
    "calls": _calls,
    "contract": _contract,
    "declarer": _declarer,
    "bid": _bid,
    "hand_game": _hand_game,
    "order": _order,
    "turned": _turned,
    "trump": _trump,
    "attacker": _attacker,
    "attack": _attack,
    "beaten": _beaten,
    "left": _row("left"),
    "shown": _shown,
    "trick": _trick,
    "taken": _taken,
    "discards": _discards,
    "offered": _offered,
    "laid": _laid,
    "declared": _declared,
    "pegged": _pegged,
    "built": _built,
    "held_bonus": _held_bonus,
    "pond": _row("pond"),
    "middle": _row("middle"),
    "pile": _heap,
    "laying": _laying,
    "said": _said,
    "last": _last_said,
    "piles": _piles,
    "general": _row("general"),
    "away": _of_seats("away"),
    "skat": _row("skat"),
    "widow": _row("widow"),
    "floater": _row("floater"),
    "hidden": _row("hidden"),
    "aside": _row("aside"),
    "collected": _of_seats("collected"),
    "packs": _of_seats("pack"),
    "bank": _row("bank"),
    "board": _row("board"),
    "boards": _boards,
    "dead": _dead,
    "bets": _bets,
    "wagers": _wagers,
    "melds": _melds,
    "picked_up": _picked_up,
    "source": _source,
    "series": _series,
    "by": _by,
    "gone": _row("gone"),
    "open": _open,
    "blind": _blind,
    "turns": _turns,
    "stopped": lambda laying, state: not state.series,
    "count": _row("count"),
    "played": _played,
    "starter": _row("starter"),
    "crib": lambda laying, state: (laying.pile("crib") or (),),
    "layer": _layer,
    "last_drawer": lambda laying, state: next(iter(_noted(laying, "drew last")), None),
    "finished": _finished,
    "barred": lambda laying, state: _noted(laying, "may not slap"),
    "owed": _owed,
    "creditor": _creditor,
    "face_up": lambda laying, state: any(z["open"] for z in laying.page.zones("hand")),
}


# --- what is tried out


Changes = Iterable[Mapping[str, Any]]


def _each(name: str, *values: Any) -> Callable[[_Laying, Any], Changes]:
    """Tries these values of one field."""
    return lambda laying, state: ({name: value} for value in values)


def _somebody(name: str) -> Callable[[_Laying, Any], Changes]:
    return lambda laying, state: ({name: seat} for seat in (None, *laying.seats))


def _some_seats(name: str) -> Callable[[_Laying, Any], Changes]:
    def tried(laying: _Laying, state: Any) -> Changes:
        for size in range(laying.game.players + 1):
            yield from ({name: seats} for seats in combinations(laying.seats, size))

    return tried


def _contracts(laying: _Laying, state: Any) -> Changes:
    """What the contract may be, with whose it is and the order that it makes."""
    told = laying.view["contract"]
    if told is None:
        return
    by = _named(laying, told["by"])
    for word in _words(laying.game).values():
        contract = Contract(word, by, state.contract.doubled if state.contract else 0)  # type: ignore[arg-type]
        try:
            order = laying.game.order_under(contract, laying.page.trump)
        except Exception:  # no contract of this game
            continue
        yield {"contract": contract, "declarer": by, "order": order}


def _pool(laying: _Laying, state: Any) -> Changes:
    zone = laying.zone("pool")
    if zone is not None:
        yield {"pool": zone["stake"] or 0}


def _draws(laying: _Laying, state: Any) -> Changes:
    """The cards or suits that were drawn, or how many."""
    named = [
        [Card(_code(sign)) for sign in CARD.findall(" ".join(seat["notes"]))]
        for seat in laying.view["seats"]
    ]
    if isinstance(state, CollectingState):
        yield {"drawn": tuple(map(tuple, named))}
        return
    yield from _numbers_drawn(laying, state)


CARD = re.compile(r"(?:10|[2-9AKQJ])[♠♥♣♦]")


def _code(sign: str) -> str:
    return sign.replace("10", "T")


def _numbers_drawn(laying: _Laying, state: Any) -> Changes:
    """How many cards each seat has drawn, as its notes say; as many were discarded before, and
    whoever has passed has thrown the whole hand away."""
    notes = [seat["notes"] for seat in laying.view["seats"]]
    drawn = [next((DREW[note] for note in told if note in DREW), None) for told in notes]
    passed = tuple(seat for seat, told in enumerate(notes) if "passed" in told)
    each = laying.game.each_dealt
    away = [each if seat in passed else drawn[seat] or 0 for seat in laying.seats]
    heaps = tuple((BACK,) * number for number in away)
    for out in (passed, ()):
        for discards in (heaps, state.discards) if "discards" in vars(state) else ((),):
            changes = {"drawn": tuple(drawn), "sitting_out": out, "discards": discards}
            yield changes
            for seat in laying.seats:
                yield changes | {"defender": seat}


DREW = {"stood pat": 0} | {f"drew {number(n)}": n for n in range(1, 12)}


def _knocks(laying: _Laying, state: Any) -> Changes:
    """Who has knocked; the card of the knock lies face down on the discards."""
    pile = laying.pile("discards") or ()
    if "breaker" in vars(state):
        yield from ({"knocker": None, "breaker": seat} for seat in laying.seats)
    for seat in laying.seats:
        yield {"knocker": seat}
        yield from ({"knocker": seat, "breaker": other} for other in (None, *laying.seats))
        yield {"knocker": seat, "discards": pile[:-1], "knocked": (BACK,)}
        yield {"knocker": seat, "discards": pile[:-1], "knocked": pile[-1:]}


def _fresh(laying: _Laying, state: Any) -> Changes:
    return ({"fresh": card} for card in (None, *getattr(state, "pond", ())))


def _lone(laying: _Laying, state: Any) -> Changes:
    """Who plays alone, while the partner sits out."""
    for seat in laying.seats:
        partners = [s for s in laying.seats if state.same_side(s, seat) and s != seat]
        yield {"loners": (seat,), "sitting_out": tuple(partners)}


def _bidding(laying: _Laying, state: Any) -> Changes:
    """Who names numbers, and who says yes to them."""
    everybody = (None, *laying.seats)
    yield from ({"bidder": a, "holder": b} for a in everybody for b in everybody)


def _bags(laying: _Laying, state: Any) -> Changes:
    for row in laying.view["tally"]:
        if row["title"] == "Bags":
            yield {"bags": tuple(row["by_side"].values())}


def _rubber(laying: _Laying, state: Any) -> Changes:
    """The games that a side has won, and what it has towards one, as the notes of its seats say."""
    notes = [seat["notes"] for seat in laying.view["seats"]]
    told = [notes[side.seats[0]] for side in laying.game.sides]
    below = [re.search(r"(\d+) below", " ".join(words)) for words in told]
    yield {
        "games": tuple(int("vulnerable" in words) for words in told),
        "below": tuple(int(points[1]) if points else 0 for points in below),
    }


def _won(laying: _Laying, state: Any) -> Changes:
    """How many deals each player has won."""
    words = {number(n): n for n in range(1, 13)}
    told = [re.search(r"(\w+) deals? won", " ".join(s["notes"])) for s in laying.view["seats"]]
    yield {"won": tuple(words.get(many[1], 0) if many else 0 for many in told)}


def _starter(laying: _Laying, state: Any) -> Changes:
    """Who takes up the kitty in this deal, where a note says so: the level of that side is the rank
    of trumps."""
    yield from ({"starter": seat, "declarer": seat} for seat in _noted(laying, "starter"))


def _places(laying: _Laying, state: Any) -> Changes:
    """The places of the deal before, where everybody has a note with the title of one.  Which of
    several citizens was ahead is not shown, and decides nothing."""
    names = titles(laying.game.players)
    told = [
        (names.index(note), seat["index"])
        for seat in laying.view["seats"]
        for note in seat["notes"]
        if note in names
    ]
    if len(told) == len(names):
        yield {"places": tuple(seat for _, seat in sorted(told))}


def _winner(laying: _Laying, state: Any) -> Changes:
    """Who won the deal before, where a note says so."""
    yield from ({"winner": seat} for seat in _noted(laying, "won the last deal"))


def _placed(laying: _Laying, state: Any) -> Changes:
    """The cards that were bet on just now."""
    notes = [note for seat in laying.view["seats"] for note in seat["notes"]]
    placed = [Card(card) for note in notes if "just now" in note for _, card in BET.findall(note)]
    yield {"placed": tuple(placed)}


def _out(laying: _Laying, state: Any) -> Changes:
    """Who plays no more in this match, and who has dropped out of this deal; or who has gone out,
    perhaps with all cards in one turn."""
    notes = [seat["notes"] for seat in laying.view["seats"]]
    for seat in (seat for seat in laying.seats if "out" in notes[seat]):
        yield {"out": seat, "had": () if "laid all in one turn" in notes[seat] else (seat,)}
    gone = tuple(seat for seat in laying.seats if "out of the game" in notes[seat])
    dropped = tuple(seat for seat in laying.seats if "dropped out" in notes[seat])
    yield {"out": gone, "sitting_out": (*gone, *dropped)}
    yield {"out": gone, "sitting_out": dropped}


def _mover(laying: _Laying, state: Any) -> Changes:
    """Anybody, where a page does not show whose turn it is."""
    if "turn" not in laying.page.shows:
        yield from ({"to_move": seat} for seat in laying.seats)


def _pegs(laying: _Laying, state: Any) -> Changes:
    told = [re.search(r"(\d+) of", " ".join(seat["notes"])) for seat in laying.view["seats"]]
    if all(told):
        sides = [laying.game.side_of[seat["index"]] for seat in laying.view["seats"]]
        by_side = {side: int(t[1]) for side, t in zip(sides, told, strict=True) if t}
        yield {"pegs": tuple(by_side[side.id] for side in laying.game.sides)}


TRIED: dict[str, Callable[[_Laying, Any], Changes]] = {
    "places": _places,
    "pool": _pool,
    "bags": _bags,
    "games": _rubber,
    "won": _won,
    "starter": _starter,
    "winner": _winner,
    "placed": _placed,
    "to_move": _mover,
    "out": _out,
    "contract": _contracts,
    "declarer": _somebody("declarer"),
    "drawn": _draws,
    "loners": _lone,
    "sitting_out": _some_seats("sitting_out"),
    "defender": _somebody("defender"),
    "void": _each("void", True, False),
    "caller": _somebody("caller"),
    "following": _somebody("following"),
    "source": _each("source", "stock", "pile", ""),
    "knocker": _knocks,
    "breaker": _somebody("breaker"),
    "gin": _each("gin", True, False),
    "refused": _each("refused", 0, 1, 2),
    "stopped": _each("stopped", True, False),
    "drew": _each("drew", True, False),
    "adding": _each("adding", True, False),
    "fresh": _fresh,
    "played_out": _each("played_out", True, False),
    "pegs": _pegs,
    "bidder": _bidding,
    "touched": _some_seats("touched"),
    "announced": _some_seats("announced"),
    "looked": _some_seats("looked"),
    "faced": _some_seats("faced"),
    "swapped": _some_seats("swapped"),
    "peeped": _some_seats("peeped"),
    "knowing": _some_seats("knowing"),
    "opened": _each("opened", "hidden", "open", "dummy"),
}
"""In the order in which they are tried: what one thing explains is not explained by another."""
