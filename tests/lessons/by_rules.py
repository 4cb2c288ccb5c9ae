"""How a reader answers what turns on the rules of one game: the table is laid again from the page,
and the rules are put to that.

Knows the words of a question and the data that its page shows.  Is never handed a state, a verdict,
a score or the answer: the state is one that the reader has laid (`relaying`), and what cannot be
laid cannot be answered.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from cardlab.engine.cards import JOKER, Card
from cardlab.engine.game import OVER, understood
from cardlab.engine.moves import Bid, Move
from cardlab.engine.rulings import Rule, Verdict
from cardlab.engine.words import capital
from cardlab.families.tricks import NO_TRICK, TrickState
from cardlab.lessons.questions.saying import addressed
from cardlab.rulebook.liar_poker import LiarState
from cardlab.rulebook.squiffy_dancer import FanState

from .relaying import Unlike, laid_again

WORDS = "ace two three four five six seven eight nine ten jack queen king"
RANKS = dict(zip("A23456789TJQK", WORDS.split(), strict=True))
"""What a question calls a card of each rank."""


class NotRead(Exception):
    """The rules of this game could not be put to the page."""


Page = Any
Answer = tuple[str, ...]


def by_the_rules(page: Page) -> Answer:
    """The answer to a question by the rules of its game.  Raises NotRead where the page is not
    understood."""
    try:
        return SOLVERS[page.question["ask"]](page)
    except Unlike as trouble:
        raise NotRead(f"the table is not understood: {trouble}") from None


# --- moves


def _asked_seat(page: Page, state: Any) -> int:
    """Whose moves a question is about: of the seat that it names, else of the one who looks, else
    of the one who is to move."""
    text = page.question["text"]
    viewer = int(page.view["viewer"])
    if text.startswith("Can you "):
        return viewer
    for seat in page.view["seats"]:
        name = seat["name"]
        if re.search(rf"^Can {name} |\b{name}('s| is to)|for {name}\?", text):
            return int(seat["index"])
    if viewer in {state.to_move, *state.phase.movers(state)}:
        return viewer
    return viewer if state.to_move is None else int(state.to_move)


def _verdicts(page: Page) -> tuple[Any, int, dict[str, Verdict]]:
    """The table, whose moves are asked about, and the verdicts on them by their words."""
    state = laid_again(page)
    seat = _asked_seat(page, state)
    verdicts = page.game.verdicts(state, seat)
    return state, seat, {str(move): verdict for move, verdict in verdicts.items()}


def _judged(page: Page, values: Iterable[str]) -> dict[str, Verdict]:
    state, seat, verdicts = _verdicts(page)
    return {value: verdicts.get(value) or page.game.verdict(state, value, seat) for value in values}


def _legal(page: Page) -> Answer:
    return tuple(value for value, v in _judged(page, page.values).items() if v.legal)


def _one_legal(page: Page) -> Answer:
    return _legal(page)[:1]


def _count_legal(page: Page) -> Answer:
    _, _, verdicts = _verdicts(page)
    return (str(sum(verdict.legal for verdict in verdicts.values())),)


def _lowest(page: Page) -> Answer:
    judged = _judged(page, page.values).items()
    bids = [v.move for _, v in judged if v.legal and isinstance(v.move, Bid)]
    if not bids:
        raise NotRead("no bid is legal on the table that was laid")
    return (str(min(bids, key=lambda bid: bid.height)),)


def _named_move(page: Page) -> Verdict:
    """The move that a question names, with its verdict."""
    state, seat, verdicts = _verdicts(page)
    text = page.question["text"]
    named = re.search(r"(?:Is|refuses|allows) (.+?)(?: legal for .*)?\?$", text)
    label = (named[1] if named else text).strip("“”")
    moves = {_in_a_sentence(v.move.label): v for v in verdicts.values()}
    if label in moves:
        return moves[label]
    for word in (label, label.lower(), _plain(label)):
        try:
            verdict: Verdict = understood(page.game.verdict(state, word, seat))
        except ValueError:
            continue
        return verdict
    new = OF_SOMEBODY.sub("", text)
    words = {name: rf"(?<!\w){re.escape(name)}(?!\w)" for name in moves}
    inside = [v for name, v in moves.items() if re.search(words[name], new, re.IGNORECASE)]
    if len(inside) == 1:
        return inside[0]
    raise NotRead("the move is told in other words")


def _in_a_sentence(label: str) -> str:
    """A label as a sentence has it: "Clubs ♣" on a button is "Clubs" there."""
    return re.sub(r"(?<=[a-z]) [♠♥♦♣](?= |$)", "", label.rstrip("!"))


OF_SOMEBODY = re.compile(r"\b(?:your|[A-Z]\w+'s) \w+")
"""What lies there or was called already, which is not the move that a question is about: West's
four."""


def _plain(label: str) -> str:
    """A label as somebody types it: 10♥ is TH."""
    for sign, letter in zip("♠♥♣♦", "SHCD", strict=True):
        label = label.replace(sign, letter)
    return label.replace("10", "T")


def _is_legal(page: Page) -> Answer:
    return ("yes" if _named_move(page).legal else "no",)


def _why(page: Page) -> Answer:
    """The rule that refuses a move; without a move, the one that decided a trick."""
    if re.search("refuses|allows", page.question["text"]):
        rule = _named_move(page).rule
    else:
        state = laid_again(page)
        trick = state.trick if state.trick.cards else state.taken[-1]
        rule = page.game.told_trick(state, trick)[1]
    return _sentence(page, rule)


def _sentence(page: Page, rule: Rule | None) -> Answer:
    """The choice that is the sentence of a rule."""
    if rule is None:
        raise NotRead("no rule speaks on the table that was laid")
    text = rule.text(page.game)
    there = [option["value"] for option in page.options if option["label"] == text]
    if not there:
        raise NotRead("the rule is offered in other words")
    return (there[0],)


# --- tricks


def _trick(page: Page) -> tuple[Any, Any]:
    state = laid_again(page)
    if not state.trick.cards:
        raise NotRead("no trick lies there")
    return state, state.trick


def _who_wins(page: Page) -> Answer:
    state, trick = _trick(page)
    return (page.name_of(page.game.told_trick(state, trick)[0]),)


def _winning_card(page: Page) -> Answer:
    state, trick = _trick(page)
    seat = page.game.told_trick(state, trick)[0]
    return (str(trick.cards[trick.seats.index(seat)]),)


def _in_order(page: Page) -> Answer:
    """Two cards at a time, behind a small card of the suit led."""
    state = laid_again(page)
    led = re.search(r"when (\w+) are led", page.question["text"])
    suits = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
    cards = [Card(value) for value in page.values]
    suit: Any = suits[led[1]] if led else None
    lead = next(
        (c for c in page.game.pack if c not in cards and c != JOKER and c.suit == suit), None
    )
    lead = lead or (state.trick.cards[0] if state.trick.cards else cards[0])
    power = state.order.power(lead)
    return tuple(map(str, sorted(cards, key=lambda card: -power.get(card, 0))))


# --- scores


def _lines(page: Page, side: str, title: str = "") -> list[Any]:
    """The lines of the score of one side, of one title where one is asked for.  What scored in play
    stands on the page in words; where the table that was laid does not say the same of this side,
    the points are not known."""
    state = laid_again(page)
    if state.phase is not OVER:
        raise NotRead("the deal is not over: what scored in play is told in words only")
    lines = [line for line in page.game.deal_lines(state) if line.side == side]
    told = [line for line in page.view["lines"] if line["side"] == side]
    if title:
        lines = [line for line in lines if line.rule.title == title]
        told = [line for line in told if line["title"] == title]
    viewer = page.game.names[page.view["viewer"]]
    made = Counter(addressed(line.because, viewer).lower() for line in lines)
    if Counter(line["because"].lower() for line in told) - made:
        raise NotRead("what scored in play is told in words only")
    if title and not lines:
        raise NotRead("no line of this rule is on the table that was laid")
    return lines


def _side(page: Page, name: str) -> str:
    game, viewer = page.game, page.view["viewer"]
    if name.lower() == "you":
        return str(game.side_of[viewer])
    return next(str(side.id) for side in game.sides if name in (side.name, capital(side.name)))


def _how_much(page: Page) -> Answer:
    text = page.question["text"]
    asked = re.match(
        r"How many points (?:do|does) (.+?) (?:score|take) (in this deal|by the rule “(.+)”)\?",
        text,
    )
    if asked is None:
        raise NotRead("the score is asked for in other words")
    side = _side(page, asked[1])
    return (str(sum(line.points for line in _lines(page, side, asked[3] or ""))),)


def _which_line(page: Page) -> Answer:
    """The rule by which a line of this side has just these points."""
    asked = re.match(r"(.+): ([+−-]?\d+)", page.question["text"])
    if asked is None:
        raise NotRead("the score is asked for in other words")
    side, points = _side(page, asked[1]), int(asked[2].replace("−", "-"))
    rules = {line.rule for line in _lines(page, side) if line.points == points}
    if len(rules) != 1:
        raise NotRead("no line, or more than one, has these points on the table that was laid")
    return _sentence(page, rules.pop())


# --- groups


def _group(page: Page) -> Answer:
    """The cards of a legal move that puts several together: those of the number or with the rank
    that the question names; where it names a rule, a move that scores by it."""
    state, seat, verdicts = _verdicts(page)
    text = page.question["text"].lower()
    rule = re.search(r"by the rule “(.+)”", page.question["text"])
    begun = re.search(r"together, (.+) among them", page.question["text"])
    start = {Card(_plain(sign)) for sign in CARD_SIGN.findall(begun[1])} if begun else set()
    size = re.search(
        r"\b(two|three|four|five|six|seven|both)\b(?: of your)? ?(?:cards|go|\.|$)?", text
    )
    offered = set(page.values)
    for verdict in verdicts.values():
        move = verdict.move
        cards = _cards_of(move)
        if not verdict.legal or not move.named or not set(map(str, cards)) <= offered:
            continue
        if not start <= set(cards):
            continue
        if rule and rule[1] not in _scored(page, state, seat, move):
            continue
        if any(f"your {word}" in text and move.card.rank != rank for rank, word in RANKS.items()):
            continue
        if ("both" in text and len(cards) != 2) or not _right_number(size, cards):
            continue
        return tuple(map(str, cards))
    raise NotRead("no group was found on the table that was laid")


CARD_SIGN = re.compile(r"(?:10|[2-9AKQJ])[♠♥♣♦]|joker")


def _right_number(size: re.Match[str] | None, cards: tuple[Card, ...]) -> bool:
    words = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "both": 2}
    return size is None or "cards" not in size[0] or len(cards) == words[size[1]]


def _cards_of(move: Move) -> tuple[Card, ...]:
    return ((move.card,) if move.card is not None else ()) + tuple(move.named)


def _scored(page: Page, state: Any, seat: int, move: Move) -> set[str]:
    try:
        after = state.phase.apply(state, seat, move)
    except (KeyError, ValueError, IndexError):  # a card is asked for that nobody sees
        return set()
    return {line.rule.title for line in after.pegged[len(state.pegged) :]}


def _laid_off(page: Page) -> Answer:
    state = laid_again(page)
    return tuple(map(str, page.game.shown(state).laid))


# --- whose turn, and how many cards


def _turn(page: Page) -> Answer:
    """Whoever is in the middle of a turn has a card more or less than the others; else the calls
    are made once more, one by one, from the beginning of the phase."""
    view, game = page.view, page.game
    if page.trick and len(page.trick) < len(view["seats"]):
        state = laid_again(page)
        return (page.name_of(state.trick.seats[len(state.trick.cards)]),)
    state = laid_again(page)
    if isinstance(state, FanState):
        return (page.name_of(_next_to_draw(state)),)
    if isinstance(state, LiarState):
        return (page.name_of(_next_to_claim(state)),)
    if (middle := _in_the_middle(state)) is not None:
        return (page.name_of(middle),)
    calls = state.calls if isinstance(state, TrickState) and state.phase.id in CALLING else ()
    if isinstance(state, TrickState):
        state = state.but(calls=() if calls else state.calls, trick=NO_TRICK)
    try:
        state = state.phase.enter(state)
        for _, call in calls:
            state = game.after(state, str(call))
    except Exception:
        raise NotRead("the phase cannot be begun again on the table that was laid") from None
    if state.to_move is None:
        raise NotRead("nobody begins on the table that was laid")
    return (page.name_of(state.to_move),)


def _deal_over(page: Page) -> Answer:
    """The move that the question names is made on the table that was laid."""
    state = laid_again(page)
    told = re.search(r"(?:play|discard)s? (\S+)\. Is the deal over", page.question["text"])
    if told is None:
        raise NotRead("the move is told in other words")
    moves = (m for m in page.game.legal_moves(state) if _cards_of(m)[-1:] == (_plain(told[1]),))
    move = next((m for m in moves if len(set(_cards_of(m))) == 1), None)
    if move is None:
        raise NotRead("the move is told in other words")
    after = page.game.after(state, str(move))
    return ("yes" if after.phase is OVER else "no",)


def _can_be_true(page: Page) -> Answer:
    """The own cards of the rank and those of the claim, beside the pack."""
    said = re.search(r"says “(\w+) (\w+?)(?:e?s)?”", page.question["text"])
    said = said or re.search(r"says “(\w+) (\w+)”", page.question["text"])
    counts = {"one": 1, "two": 2, "three": 3, "four": 4}
    ranks = {word: rank for rank, word in RANKS.items()}
    if said is None or said[1] not in counts or said[2] not in ranks:
        raise NotRead("the move is told in other words")
    held = sum(card.rank == ranks[said[2]] for card in page.hand)
    in_pack = sum(card.rank == ranks[said[2]] for card in page.game.pack)
    return ("yes" if held + counts[said[1]] <= in_pack else "no",)


def _who_gets(page: Page) -> Answer:
    """The move that the question names, if it names one, is made on the table that was laid, and
    what follows by itself."""
    before = state = laid_again(page)
    if "in the end" not in page.question["text"]:
        seat = _asked_seat(page, state)
        state = page.game.after(state, str(_named_move(page).move), seat)
    for _ in range(60):
        for other, held in enumerate(before.hands):
            if len(state.hands[other]) > len(held):
                return (page.name_of(other),)
        moves = page.game.legal_moves(state) if state.to_move is not None else ()
        if len(moves) != 1:
            break
        before, state = state, page.game.after(state, str(moves[0]))
    return ("nobody",)


def _who_scores(page: Page) -> Answer:
    """The sides with lines of the title that the question names."""
    asked = re.match(r"Who scores by the rule “(.+)”\?", page.question["text"])
    if asked is None:
        raise NotRead("the score is asked for in other words")
    sides = [side for side in page.game.sides if _titled(page, side.id, asked[1])]
    return tuple(page.name_of(seat) for side in sides for seat in side.seats)


def _titled(page: Page, side: str, title: str) -> bool:
    try:
        return bool(_lines(page, side, title))
    except NotRead:
        return False


def _next_to_draw(state: FanState) -> int:
    """Of those who draw from hands, the next with cards after whoever drew last; at the beginning,
    after the dealer."""
    seat = state.after_seat(state.dealer if state.last_drawer is None else state.last_drawer)
    while not state.hands[seat]:
        seat = state.after_seat(seat)
    return seat


def _next_to_claim(state: LiarState) -> int:
    """The next with cards after whoever made the highest claim; at the beginning, after the dealer.
    The sizes of the hands tell nothing: they are dealt by what was lost."""
    seat = state.after_seat(state.by[-1] if state.by else state.dealer)
    while not state.hands[seat]:
        seat = state.after_seat(seat)
    return seat


def _in_the_middle(state: Any) -> int | None:
    """Whose turn it is by the number of cards: of those who exchange, whoever has a card less than
    the others; elsewhere whoever comes after those who have one less already; nobody where hands
    grow."""
    if state.hands_grow and not isinstance(state, TrickState):
        return None
    out = state.sitting_out if isinstance(state, TrickState) else ()
    sizes = {seat: len(hand) for seat, hand in enumerate(state.hands) if seat not in out}
    fewer = [seat for seat, size in sizes.items() if size < max(sizes.values())]
    if not fewer:
        return None
    if state.phase.id in EXCHANGING:
        return fewer[0] if len(fewer) == 1 else None
    after = {int(state.after_seat(seat)) for seat in fewer} - set(fewer)
    return after.pop() if len(after) == 1 else None


EXCHANGING = {"purchase", "draw", "exchange"}
CALLING = {"auction", "upcard", "doubling", "trumps", "declare", "order-up"}
"""The phases whose calls stand on the page, one after the other."""


def _dealt(page: Page) -> Any:
    """The first position of a deal like this one, with other cards."""
    game, view = page.game, page.view
    dealer = next((seat["index"] for seat in view["seats"] if seat["dealer"]), 0)
    standing = game.opening().but(deal=view["deal"], dealer=dealer)
    state, chance = game.begin(standing), random.Random(1)
    for _ in range(20):
        if state.to_move is not None:
            break
        state = state.phase.apply(state, None, state.phase.chance(state, chance))
    return state


def _count(page: Page) -> Answer:
    """What a deal gives, less the cards that have been played since."""
    text, state = page.question["text"], _dealt(page)
    if "stock" in text:
        return (str(page.game.in_stock(state)),)
    asked = re.search(r"(?:does|do) (\w+) hold", text)
    if asked is None:
        raise NotRead("the cards are asked for in other words")
    viewer = page.view["viewer"]
    seat = viewer if asked[1].lower() == "you" else page.seat_named(asked[1].lower())
    open_cards = page.hand_of(seat)
    if open_cards:
        return (str(len(open_cards)),)
    return (str(len(state.hands[seat])),)


SOLVERS: dict[str, Callable[[Page], Answer]] = {
    "pick-moves": _legal,
    "pick-one": _one_legal,
    "how-many-open": _count_legal,
    "is-open": _is_legal,
    "which-rule": _why,
    "lowest-bid": _lowest,
    "who-wins": _who_wins,
    "which-card-wins": _winning_card,
    "order-cards": _in_order,
    "how-much": _how_much,
    "which-line": _which_line,
    "find-group": _group,
    "laid-off": _laid_off,
    "whose-turn": _turn,
    "deal-over": _deal_over,
    "who-gets": _who_gets,
    "can-be-true": _can_be_true,
    "who-scores": _who_scores,
    "how-many-cards": _count,
}
"""How each kind is answered on a table that was laid again."""
