"""A reader who is given what a page shows, and nothing else: the data of the table that is sent to
the browser, the words of the question and its choices.

Knows the rules of card games as somebody does who has learned them: what is in a pack, which card
is higher, how a meld is made. Is never handed a state, a verdict, a score or the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from cardlab.engine.cards import JOKER, Card, Suit
from cardlab.engine.game import Game
from cardlab.engine.ordering import Ordering
from cardlab.families.levels import LevelGame
from cardlab.families.tricks import Tricks
from cardlab.lessons.deals import the_game
from cardlab.lessons.positions import Position, shown
from cardlab.lessons.questions import Question
from cardlab.lessons.questions.scores import ScoreQuestion
from cardlab.rulebook.liverpool_rummy import JokerMelding
from cardlab.web.widgets.lesson import unanswered

from .by_rules import SOLVERS, NotRead, by_the_rules
from .told import OF_FORMATS

SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


class Puzzled(Exception):
    """The reader has not learned what this table needs."""


@dataclass(frozen=True)
class Page:
    """What is sent to the browser while a question waits."""

    view: Mapping[str, Any]
    question: Mapping[str, Any]
    shows: tuple[str, ...] = ()
    """Which parts of a table are drawn while it waits."""
    watched: bool = False
    """Whether moves were played before the eyes of the learner since the table was first shown."""
    told: bool = False
    """Whether a lesson tells what came of the deal."""

    @property
    def options(self) -> list[dict[str, Any]]:
        return list(self.question["options"])

    @property
    def values(self) -> list[str]:
        return [str(option["value"]) for option in self.options]

    @cached_property
    def game(self) -> Game:
        game = the_game(self.view["game"], tuple(self.question["house"]))
        first = [seat["index"] for seat in self.view["seats"] if seat["name"] == game.names[0]]
        return game.turned_to(first[0]) if first else game

    def zones(self, kind: str) -> Iterator[Mapping[str, Any]]:
        return (zone for zone in self.view["zones"] if zone["kind"] == kind)

    def seat_named(self, name: str) -> int:
        return next(s["index"] for s in self.view["seats"] if s["name"].lower() == name)

    def name_of(self, seat: int) -> str:
        return str(self.view["seats"][seat]["name"]).lower()

    @property
    def next_seat(self) -> int:
        """One step round the table."""
        return self.game.direction

    @property
    def order(self) -> Any:
        """Which card is above which, under the trumps that the page names: a suit, and in some
        games a rank besides."""
        word = self.trump
        rank = re.search(r"and every (\w+)", self.view["trump"]["note"]) if word else None
        if word and rank:
            word = LevelGame.order_word(rank[1].replace("10", "T"), word)
        try:
            return self.game.ordering(word)
        except ValueError:
            raise Puzzled("the order of this contract is the game's own") from None

    @property
    def trump(self) -> str | None:
        return self.view["trump"]["suit"] if self.view["trump"] else None

    @cached_property
    def trick(self) -> list[tuple[int, Card]]:
        """The cards on the table, in the order in which they fell."""
        for zone in self.zones("trick"):
            faces = sorted(zone["faces"], key=lambda face: face.get("order", 0))
            return [(face["seat"], Card(face["card"])) for face in faces if face["card"]]
        return []

    @property
    def hand(self) -> list[Card]:
        """The cards of the one who looks."""
        return self.hand_of(self.view["viewer"])

    def hand_of(self, seat: int) -> list[Card]:
        """The cards of a seat, as far as they lie face up."""
        own = (zone for zone in self.zones("hand") if zone["owner"] == seat)
        return [Card(face["card"]) for zone in own for face in zone["faces"] if face["card"]]


def page_of(question: Question, at: Position | None = None, *, watched: bool = False) -> Page:
    """What the page of a question shows, from the same function that sends it to the browser."""
    if at is None:
        at = Position(question.game, question.state, question.viewer)
    view = shown(at, question.state)
    sent = unanswered(view, quiet=True, shows=question.shown, made=question.made)
    about = {
        "ask": question.ask,
        "text": question.heading,
        "select": question.selects,
        "options": [{"value": c.value, "label": c.label, "card": c.card} for c in question.choices],
        "house": question.game.chosen,
    }
    if "table" not in question.shown:
        sent = {"game": question.game.id, "zones": [], "seats": [], "trump": None, "viewer": 0}
    told = isinstance(question, ScoreQuestion) and question.result is not None
    return Page(sent, about, question.shown, watched, told)


def read(page: Page) -> tuple[str, ...]:
    """The reader's answer: from what everybody knows of cards; else by the rules of the game, on
    the table laid again.  Raises Puzzled where the reader has not learned enough."""
    ask, why = page.question["ask"], ""
    if ask in READERS:
        try:
            return READERS[ask](page)
        except Puzzled as trouble:
            why = str(trouble)
    if ask in SAID and (page.watched if ask in BY_WATCHING else page.told):
        raise Puzzled(SAID[ask])
    if ask in SOLVERS:
        try:
            return by_the_rules(page)
        except NotRead as trouble:
            why = str(trouble)
    raise Puzzled(why)


WATCHED = "it was seen in the moves before it, which the last picture does not show"
TOLD = "the result is told in the words of the lesson, and does not lie there"
SAID = {"whose-turn": WATCHED, "how-many-cards": WATCHED, "how-much": TOLD, "which-line": TOLD}
"""What of a lesson's questions its words tell, and the moves that it has shown one by one."""
BY_WATCHING = {"whose-turn", "how-many-cards"}


# --- tricks


def _taker(page: Page) -> int:
    """The place of the winning card: the best trump, else the best of the suit led, rung by
    rung."""
    cards = [card for _, card in page.trick]
    if not cards or len(cards) < len(list(_faces(page))):
        raise Puzzled("a card of the trick lies face down")
    order = page.order
    if type(order) is not Ordering:
        raise Puzzled("suits of this game have an order of their own")
    if any(card == JOKER or card not in order.suit_of for card in cards):
        raise Puzzled("a joker has a rule of its own")
    led = order.suit_of[cards[0]]
    ladders = [order.ladder(order.trump)] if order.trump else []
    ladders.append(order.ladder(led))
    for ladder in ladders:
        for rung in ladder:
            places = [place for place, card in enumerate(cards) if card in rung]
            if len(places) > 1:
                raise Puzzled("two cards of the trick are equal")
            if places:
                return places[0]
    raise Puzzled("no ladder has a card of the trick")


def _faces(page: Page) -> Iterator[Any]:
    return (face for zone in page.zones("trick") for face in zone["faces"])


def _who_wins(page: Page) -> tuple[str, ...]:
    return (page.name_of(page.trick[_taker(page)][0]),)


def _which_card(page: Page) -> tuple[str, ...]:
    return (str(page.trick[_taker(page)][1]),)


def _order(page: Page) -> tuple[str, ...]:
    """Down the ladder of trumps, then down that of the suit led; what is on neither comes last."""
    order = page.order
    if type(order) is not Ordering:
        raise Puzzled("suits of this game have an order of their own")
    led = re.search(r"when (\w+) are led", page.question["text"])
    cards = [Card(value) for value in page.values]
    suit: Any = Suit(SUITS[led[1]]) if led else None
    if suit is None:
        suit = order.suit_of[page.trick[0][1] if page.trick else cards[0]]
    ladders = [order.ladder(order.trump)] if order.trump else []
    rungs = [rung for ladder in [*ladders, order.ladder(suit)] for rung in ladder]
    place = {card: n for n, rung in reversed([*enumerate(rungs)]) for card in rung}
    return tuple(map(str, sorted(cards, key=lambda card: place.get(card, len(rungs)))))


# --- who acts


def _turn(page: Page) -> tuple[str, ...]:
    """The next one round the table; after a trick whoever took it; at the beginning, the one
    whom the sheet names."""
    view, size = page.view, len(page.view["seats"])
    if page.trick and len(page.trick) < size:
        seat = (page.trick[-1][0] + page.next_seat) % size
        return (page.name_of(seat),)
    if view["phase"] not in {p.id for p in page.game.phases if isinstance(p, Tricks)}:
        raise Puzzled("who speaks next, and who speaks no more, is the game's own")
    if view["tricks"] and not page.trick:
        last = max(view["tricks"], key=lambda trick: trick["number"])
        return (page.name_of(last["winner"]),)
    raise Puzzled("who leads first is the game's own")


def _made_calls(page: Page) -> list[tuple[int, str]]:
    calls = page.view["calls"] or {"rows": [], "seats": []}
    return [
        (calls["seats"][at], call["text"])
        for row in calls["rows"]
        for at, call in enumerate(row)
        if call
    ]


def _last_bid(page: Page) -> tuple[int, str]:
    bids = {bid.label for phase in page.game.phases for bid in phase.bids}
    made = [(seat, text) for seat, text in _made_calls(page) if text in bids]
    if not made:
        raise Puzzled("nobody has bid")
    return made[-1]


def _contract(page: Page) -> tuple[str, ...]:
    label = _last_bid(page)[1]
    return tuple(o["value"] for o in page.options if o["label"] == label)


def _declarer(page: Page) -> tuple[str, ...]:
    """The last bidder; in bridge the first of that side to name the suit."""
    seat, label = _last_bid(page)
    if page.game.id == "bridge":
        strain = label.lstrip("1234567")
        partners = (seat, (seat + 2) % 4)
        named = (s for s, text in _made_calls(page) if s in partners and text[1:] == strain)
        seat = next(named)
    return (page.name_of(seat),)


def _who_joins(page: Page) -> tuple[str, ...]:
    """Whoever played the copy that was called; nobody, if it was the caller, or is still to come."""
    text = page.question["text"]
    named = re.search(r"(\w+) called the (\w+) (\S+)\.", text)
    if named is None:
        raise Puzzled("the call is told in other words")
    caller, copy, sign = named.groups()
    tricks = sorted(page.view["tricks"], key=lambda trick: trick["number"])
    plays = [(seat, Card(card)) for trick in tricks for card, seat in trick["cards"]]
    seats = [seat for seat, card in (*plays, *page.trick) if card.sign == sign]
    at = ["first", "second", "third", "fourth"].index(copy)
    if at >= len(seats):
        return ("nobody",)
    own = page.view["viewer"] if caller == "You" else page.seat_named(caller.lower())
    return ("nobody",) if seats[at] == own else (page.name_of(seats[at]),)


def _lowest(page: Page) -> tuple[str, ...]:
    """The bid above the one that stands; the dealer of Kaiser may equal it."""
    ladder = [bid for phase in page.game.phases for bid in phase.bids]
    height = {bid.label: bid.height for bid in ladder}
    labels = {o["label"]: o["value"] for o in page.options if o["label"] in height}
    try:
        standing = height[_last_bid(page)[1]]
    except Puzzled:
        standing = None
    if standing is None:
        raise Puzzled("the lowest opening is the game's own")
    phases = [phase for phase in page.game.phases if phase.bids]
    if any(str(rule) not in CLIMBING for phase in phases for rule in phase.rules):
        raise Puzzled("another rule than bidding higher is at work")
    dealer = next(s["index"] for s in page.view["seats"] if s["dealer"])
    asked = re.search(r"that (\w+) could", page.question["text"])
    who = asked[1].lower() if asked else "you"
    seat = page.view["viewer"] if who == "you" else page.seat_named(who)
    equals = seat == dealer and any("hold-bid" in r.concepts for r in page.game.all_rules())
    able = [label for label in labels if height[label] > standing - (1 if equals else 0)]
    if equals:
        able = [label for label in labels if height[label] >= standing]
    return (labels[min(able, key=height.__getitem__)],)


CLIMBING = {
    "insufficient",
    "insufficient-bid",
    "outside-6-to-12no",
    "no-misdeal",
    "dealer-must-bid",
    "nothing-to-double",
    "own-side",
    "already-doubled",
    "not-doubled",
}
"""The rules of auctions of which the reader has learned the one on bids: each tops the last."""


# --- groups


def _melds(page: Page) -> list[frozenset[Card]]:
    """Every set and run in a hand, tried group by group."""
    melding: Any = getattr(page.game, "melding", None)
    if melding is None:
        raise Puzzled("what belongs together is the game's own")
    if isinstance(melding, JokerMelding):
        return _melds_with_jokers(page.hand)
    hand, found = page.hand, []
    for size in range(1 if melding.special else melding.shortest, len(hand) + 1):
        for group in combinations(hand, size):
            if size < melding.shortest and all(card.rank != melding.special for card in group):
                continue  # only the special rank makes a meld of fewer cards
            if len({card.rank for card in group}) == 1 or _is_run(group, melding.ranks):
                found.append(frozenset(group))
    return found


def _is_run(group: Sequence[Card], ranks: Sequence[str]) -> bool:
    if len({card.suit for card in group}) > 1:
        return False
    held, size = sorted(card.rank for card in group), len(group)  # an ace may stand at both ends
    return any(sorted(ranks[at : at + size]) == held for at in range(len(ranks) - size + 1))


def _melds_with_jokers(hand: Sequence[Card]) -> list[frozenset[Card]]:
    """Sets of three or more and runs of four or more, with no more jokers than other cards; in a
    run a joker stands for a card that is not in the hand."""
    if len(set(hand)) < len(hand):
        raise Puzzled("of two equal cards a click could mean either")
    runs = [
        {Card(rank + suit) for rank in ACES_AT_BOTH_ENDS[at : at + length]}
        for suit in SUITS.values()
        for length in range(4, 14)
        for at in range(len(ACES_AT_BOTH_ENDS) - length + 1)
    ]
    held, found = set(hand), []
    for run in runs:
        cards = run & held
        jokers = len(run) - len(cards)
        if jokers <= len(cards) and jokers <= (JOKER in held):
            found.append(frozenset(cards | ({JOKER} if jokers else set())))
    for size in range(3, len(hand) + 1):
        for group in combinations(hand, size):
            natural = [card for card in group if card != JOKER]
            if len({card.rank for card in natural}) == 1 and size <= 2 * len(natural):
                found.append(frozenset(group))
    return found


ACES_AT_BOTH_ENDS = "A23456789TJQKA"


def _find_meld(page: Page) -> tuple[str, ...]:
    melds = _melds(page)
    if not melds:
        raise Puzzled("no set and no run")
    return tuple(map(str, max(melds, key=len)))


def _deadwood(page: Page) -> tuple[str, ...]:
    """What stays outside the best of all choices of melds that share no card."""
    values = page.game.melding.values  # type: ignore[attr-defined]
    worth = {card: values[card.rank] for card in page.hand}

    def saved(melds: Sequence[frozenset[Card]]) -> int:
        best = 0
        for number, meld in enumerate(melds):
            others = [other for other in melds[number + 1 :] if not other & meld]
            best = max(best, sum(worth[card] for card in meld) + saved(others))
        return best

    return (str(sum(worth.values()) - saved(_melds(page))),)


# --- the play of a card

FOLLOW = {"must-follow-suit", "must-hold-card"}


def _legal_cards(page: Page) -> set[str]:
    """What may be played to a trick where following suit is the only rule."""
    phase = next((p for p in page.game.phases if p.id == page.view["phase"]), None)
    rules = {str(rule) for rule in phase.rules} if phase else set()
    cards = {o["value"]: Card(o["card"]) for o in page.options if o["card"]}
    if not rules or not rules <= FOLLOW or len(cards) < len(page.options) or not cards:
        raise Puzzled("another rule than following suit is at work")
    order = page.order
    if any(card == JOKER or card not in order.suit_of for card in cards.values()):
        raise Puzzled("a joker has a rule of its own")
    asked = re.match(r"(\w+) is to play", page.question["text"])
    hand = page.hand_of(page.seat_named(asked[1].lower())) if asked else page.hand
    cards = {value: card for value, card in cards.items() if card in hand}
    if not cards:
        raise Puzzled("the hand lies face down")
    if not page.trick:
        return set(cards)
    led = order.suit_of[page.trick[0][1]]
    following = {value for value, card in cards.items() if order.suit_of.get(card) == led}
    return following or set(cards)


def _pick_moves(page: Page) -> tuple[str, ...]:
    return tuple(sorted(_legal_cards(page)))


def _pick_one(page: Page) -> tuple[str, ...]:
    return (min(_legal_cards(page)),)


# --- packs and sheets


def _in_pack(page: Page) -> tuple[str, ...]:
    pack = set(page.game.pack)
    return tuple(value for value in page.values if Card(value) in pack)


def _copies(page: Page) -> tuple[str, ...]:
    sign = re.search(r"copies of (\S+) are in the pack", page.question["text"])
    if sign is None:
        raise Puzzled("the card is named in other words")
    return (str(page.game.pack.count(Card(sign[1]))),)


def _count(page: Page) -> tuple[str, ...]:
    if "in the pack" in page.question["text"]:
        return (str(len(page.game.pack)),)
    raise Puzzled("how many are dealt is the game's own")


def _sheet(id: str) -> str:
    return " ".join(the_game(id).rules(full=True).split())


def _sentence_of_game(page: Page) -> tuple[str, ...]:
    sheet = " ".join(page.game.rules(full=True).split())
    there = tuple(o["value"] for o in page.options if o["label"] in sheet)
    if not there:
        raise Puzzled("the sentence is told by a fact at the head of the sheet")
    return there


def _game_of_sentence(page: Page) -> tuple[str, ...]:
    text = page.question["text"].split("this rule? ", 1)[1]
    playing = tuple(id for id in page.values if text in _sheet(id))
    if not playing:
        raise Puzzled("the sentence is told by a fact at the head of the sheet")
    return playing


def _sentence_of_title(page: Page) -> tuple[str, ...]:
    """The sentence that stands next to the title on the sheet."""
    sheet = " ".join(page.game.rules(full=True).split())
    title = re.search(r"belongs to the rule “(.*)”\?", page.question["text"])
    if title is None:
        raise Puzzled("the title is told in other words")
    ends = [match.end() for match in re.finditer(re.escape(title[1]), sheet)]
    gaps = {
        option["value"]: sheet.find(option["label"], end) - end
        for option in page.options
        for end in ends
        if 0 <= sheet.find(option["label"], end) - end < NEAR
    }
    if not gaps:
        raise Puzzled("the sentence is told by a fact at the head of the sheet")
    return (min(gaps, key=gaps.__getitem__),)


NEAR = 60
"""How far a sentence may stand behind its title: the id of the rule is between them."""


def _format_rule(page: Page) -> tuple[str, ...]:
    raise Puzzled(IN_WORDS)


IN_WORDS = "the words of a lesson say what the rule is about"
READERS: dict[str, Callable[[Page], tuple[str, ...]]] = {
    "who-wins": _who_wins,
    "which-card-wins": _which_card,
    "order-cards": _order,
    "whose-turn": _turn,
    "declarer": _declarer,
    "who-joins": _who_joins,
    "contract": _contract,
    "lowest-bid": _lowest,
    "find-meld": _find_meld,
    "deadwood": _deadwood,
    "pick-moves": _pick_moves,
    "pick-one": _pick_one,
    "in-pack": _in_pack,
    "how-many-copies": _copies,
    "how-many-cards": _count,
    "which-of-game": _sentence_of_game,
    "which-game": _game_of_sentence,
    "which-sentence": _sentence_of_title,
    "format-rule": _format_rule,
    **OF_FORMATS,
}
"""How the reader answers each kind without the rules of one game; for the rest there is
`by_rules.SOLVERS`."""
UNREAD = {
    WATCHED: "a lesson has shown the moves one by one, and its words say what they were",
    IN_WORDS: "a lesson asks in a sentence of its own which rule decides",
    TOLD: "a lesson imagines a result, and its words are all there is of it",
    "the move is told in other words": "a lesson asks for a move in a sentence of its own",
    "the score is asked for in other words": "a lesson asks who scores in a sentence of its own",
    "what scored in play": "captures, melds and payments stand on the page as sentences",
    "the deal is not over": "captures, melds and payments stand on the page as sentences",
    "the sentence is told by a fact": "the head of a sheet says the same in other words",
    "the table is not understood": "a mark or a note of the table is one the reader does not know",
    "no line": "a point of the table that was laid lies in what was said during play",
    "no rule speaks": "the move is refused for what was said or done before, in words",
    "no bid is legal": "a lesson's table has an auction that its words begin",
    "nobody begins": "who is next was decided by a move that the table does not keep",
    "the phase cannot be begun": "the phase begins with cards that nobody sees",
}
"""What the reader cannot answer, each with the reason, by how the trouble is told.  Of these
questions it is tested that nothing the answer depends on is kept from the page (`audit.twins`)."""
