"""What can be asked of a game's chances: from its pack, its deal, its orders and its rules.

Knows what a kind of game makes worth asking.  Knows no game by name: a question is there because
the game deals hands, has jokers, turns a card up, declares a move that is legal for some hands only.

>>> import cardlab
>>> [q.id for q in questions(cardlab.game("kaiser"))][:6]
['cards', 'void', 'shape', 'longest', 'points', 'may-misdeal']
>>> ask(cardlab.game("kaiser"), "may-misdeal").exact().formula
'C(14, 8) / C(32, 8)'
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from cardlab.engine.cards import SUITS, Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.game import Game, State
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.rulings import Rule, narrowed
from cardlab.engine.words import bound, capital, listed, number, some
from cardlab.families.banking import HoleGame
from cardlab.families.melding import MeldGame
from cardlab.labs.odds import events
from cardlab.labs.odds.chances import Chance
from cardlab.labs.odds.counting import HandShape, all_hold, how_many, spread
from cardlab.labs.odds.deals import DealtHands, Opening, deal, opening
from cardlab.labs.odds.events import Condition, Event, Judged
from cardlab.labs.odds.playing import scored, tricks, tricks_asked
from cardlab.labs.odds.posing import HOW, Blank, OddsQuestion, Part, Posed, once
from cardlab.labs.odds.splits import held, lengths_said, share_said, split, split_said

CARDS = "ranks (A or AK), a suit (H), cards (5H 3S)"


# --- hands


def shown(value: Any) -> str:
    """What a bar stands for: a number, a shape."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def of_hand(game: Game, opened: Opening, event: Event, size: int, axis: str = "") -> Posed:
    """An event of a hand that the game deals."""
    pack = opened.pack

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        hand = _some_hand(deal(game, rng), size)
        return event.holds_plainly(hand), shown(event.measured(hand))

    count = once(lambda: event.exact(pack, size))

    def parts() -> tuple[Part, ...]:
        if isinstance(event, Judged):
            return Part("no", 1 - count().value, False), Part("yes", count().value, True)
        return tuple(
            Part(shown(value), chance, true) for value, chance, true in event.spread(pack, size)
        )

    return Posed(f"You are dealt {event.said}.", trial, count, parts, axis=axis or "how many")


def _some_hand(dealt: DealtHands, size: int) -> tuple[Card, ...]:
    """The first cards of the hand; where no hand was dealt yet, the first of the stock, which
    will be."""
    return dealt.hand[:size] if dealt.hand else dealt.deal.stock[:size]


def _cards(game: Game, opened: Opening, how: str, many: int, which: str) -> Posed:
    event = events.count(opened.pack, which, size=opened.size, **{how: many})
    return of_hand(game, opened, event, opened.size, axis=f"how many {_axis(which)}")


def _axis(which: str) -> str:
    return events.cards_said(which)[1].removeprefix("of ")


def _together(game: Game, opened: Opening, how: str, many: int, which: str) -> Posed:
    size = 2 * opened.size
    event = events.count(opened.pack, which, size=size, **{how: many})
    mine, partner = game.sides[0].seats[:2]

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        hands = deal(game, rng).deal.hands
        both = (*hands[mine], *hands[partner])
        return event.holds_plainly(both), shown(event.measured(both))

    return Posed(
        f"You and your partner together hold {event.said}.",
        trial,
        lambda: event.exact(opened.pack, size),
        lambda: tuple(
            Part(shown(v), chance, true) for v, chance, true in event.spread(opened.pack, size)
        ),
        axis=f"how many {_axis(which)}",
    )


def _anybody(
    game: Game, opened: Opening, event: Event, text: str, rule: Rule | None = None
) -> Posed:
    """The event in at least one of the hands: those with it, less those counted twice, and so
    on."""

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        hits = sum(event.holds_plainly(hand) for hand in deal(game, rng).deal.hands if hand)
        return hits > 0, str(hits)

    def count() -> Chance:
        return at_some_hand(event, opened.pack, opened.size, opened.hands, text)

    return Posed(text, trial, count, axis="in how many hands", rule=rule)


def at_some_hand(
    event: Event, pack: tuple[Card, ...], size: int, hands: int, text: str = ""
) -> Chance:
    """The chance that at least one of so many hands, dealt from one pack, is such a hand."""
    one = event.exact(pack, size)
    if isinstance(event, Judged):
        event = event.condition(pack, size)
    wanted = frozenset(v for v in spread(pack, size, event.measures) if event.test(v))
    total, ways_all, value, terms_left = Fraction(0), 1, Fraction(0), 0
    for together in range(1, hands + 1):
        ways_all *= math.comb(len(pack) - (together - 1) * size, size)
        ways = all_hold(pack, size, together, event.measures, wanted)
        if not ways:
            break
        terms_left = together
        value = Fraction(ways, ways_all) * math.comb(hands, together)
        total += value if together % 2 else -value
    if terms_left == 1 and one.terms and not one.against:
        times = tuple(t._replace(times=t.times * hands) for t in one.terms)
        note = (
            f"Two such hands cannot lie in one deal: the chances of the {number(hands)} hands"
            " add up."
        )
        return Chance(text or one.said, total, times, one.of, note=note)
    note = (
        "The hands are not independent: what two of them have together is taken off again, and"
        " so on."
    )
    return Chance(text or one.said, total, note=note)


def _next_card(game: HoleGame, opened: Opening, cards: str) -> Posed:
    """What the next card does to the cards that you hold, in a game that busts."""
    try:
        held = read_cards(cards.upper())
    except ValueError as trouble:
        raise ValueError(f"the cards you hold: {trouble}") from None
    rest = list(opened.pack)
    for card in held:
        if card not in rest:
            raise ValueError(
                f"{card.sign} is not in this pack, or you named it twice; name other cards"
            )
        rest.remove(card)
    if not held or not rest:
        raise ValueError("name the cards that you hold, and leave some in the pack")
    if game.busted(held):
        raise ValueError(f"with {listed(held)} you have busted already; name fewer cards")
    event = Judged(
        "the next card busts you",
        lambda drawn: game.busted((*held, *drawn)),
        note=f"{game.said(held)} before it.",
    )

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        order = [c for c in deal(game, rng).deal.stock if c not in held]
        busted = event.holds_plainly(order[:1])
        return busted, shown(busted)

    posed = f"You hold {listed(held)}: the next card busts you."
    return Posed(posed, trial, lambda: event.exact(tuple(rest), 1), axis="busted")


# --- moves that only some hands may make


def hand_moves(game: Game) -> tuple[HandMove, ...]:
    """The moves that the game declares legal for some hands only, at the first turn of a deal.

    A table that plays without the rule that refuses such a move has none: every hand may make it.
    """
    state = deal(game, random.Random("hand moves")).state
    if state.to_move is None:
        return ()
    return tuple(m for m in state.phase.hand_moves if m.rule is None or m.rule in state.phase.rules)


def is_legal(state: State, kind: HandMove) -> bool:
    """Whether the seat to move may make a move of this kind."""
    view = state.game.view(state)
    return bool(narrowed(view, view.phase.rules, kind.among(view.phase.candidates(view))))


@lru_cache(maxsize=64)
def legal_with(game: Game, kind: HandMove) -> Judged | None:
    """The hands with which a move is legal, as an event; None where more than the hand decides, or
    where too many kinds of hands would have to be judged."""
    table = deal(game, random.Random("alike")).state
    alike, copies = kind.alike, Counter(game.pack)
    if alike is None:
        return None
    kinds: Counter[Hashable] = Counter()
    for card, times in copies.items():
        kinds[alike(card)] += times
    if how_many(list(kinds.values()), len(table.hand)) > events.MOST_JUDGED:
        return None

    def judged(hand: Sequence[Card]) -> bool:
        return is_legal(table.but(hands=table.held(table.to_move, hand)), kind)

    note = "Cards that the rule does not tell apart are counted together."
    return Judged(f"a hand with which “{kind.title}” is legal", judged, alike, note)


def _opening_move(game: Game, opened: Opening, kind: HandMove) -> Posed:
    text = f"“{kind.title}” is legal for the first player at once."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        legal = is_legal(deal(game, rng).state, kind)
        return legal, shown(legal)

    event = legal_with(game, kind)
    if event is None:
        why = "No exact value here: the rule looks at too many kinds of hands."
        return Posed(text, trial, why=why, axis="legal", rule=kind.rule)
    # whoever moves first may hold more cards than those dealt (a game may draw before the turn)
    one = deal(game, random.Random(1))
    size = opened.size + len(one.state.hand) - len(one.hand)
    return Posed(text, trial, lambda: event.exact(opened.pack, size), axis="legal", rule=kind.rule)


# --- the turned card


def _turned(game: Game, opened: Opening, which: str) -> Posed:
    event = events.count(opened.pack, which, least=1)
    one = events.cards_said(which)[0]
    text = (
        "The card turned up is"
        f" {'one ' if one.startswith('of ') else 'an ' if one[0] in 'ae' else 'a '}{one}."
    )

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        card = deal(game, rng).state.turned
        return event.holds_plainly((card,)), card.suit.name if card.suit else "joker"

    return Posed(text, trial, lambda: event.exact(opened.pack, 1), axis="suit")


def _trumps(game: Game, opened: Opening, how: str, many: int) -> Posed:
    """Trumps in the hand of a player who does not deal, whatever is turned up."""
    bounds = {"least": (many, None), "exactly": (many, many), "most": (None, many)}[how]
    test = events.within(*bounds)
    greatest = min(opened.size, max(map(len, _trumps_left(game, opened.pack).values())))
    text = f"You are dealt {bound(*bounds, ('trump', 'trumps'), 0, greatest)}."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        one = deal(game, rng)
        held = len([c for c in one.hand if one.state.order.is_trump(c)])
        holds = {"least": held >= many, "exactly": held == many, "most": held <= many}[how]
        return holds, str(held)

    def by_turned() -> list[tuple[Condition, tuple[Card, ...]]]:
        pairs = []
        for card, mine in _trumps_left(game, opened.pack).items():
            rest = list(opened.pack)
            rest.remove(card)
            pairs.append((events.of_set(frozenset(mine), test, text), tuple(sorted(rest))))
        return pairs

    def count() -> Chance:
        each = [event.exact(rest, opened.size) for event, rest in by_turned()]
        value = sum((c.value for c in each), Fraction(0)) / len(each)
        if all(c.value == value for c in each):
            note = "The turned card is a trump that you do not hold."
            return Chance(text, value, each[0].terms, each[0].of, each[0].against, note)
        return Chance(text, value, note="The mean over every card that may be turned up.")

    def parts() -> tuple[Part, ...]:
        sums: dict[tuple[int, bool], Fraction] = {}
        pairs = by_turned()
        for event, rest in pairs:
            for value, chance, true in event.spread(rest, opened.size):
                sums[value, true] = sums.get((value, true), Fraction(0)) + chance / len(pairs)
        return tuple(
            Part(str(value), chance, true) for (value, true), chance in sorted(sums.items())
        )

    return Posed(text, trial, count, parts, axis="how many trumps")


def _trumps_left(game: Game, cards: Sequence[Card]) -> dict[Card, list[Card]]:
    """For every card that may be turned up, which of the others are trumps then."""
    left: dict[Card, list[Card]] = {}
    for turned in dict.fromkeys(cards):
        order, rest = game.ordering(turned.suit), list(cards)
        rest.remove(turned)
        left[turned] = [card for card in rest if order.is_trump(card)]
    return left


# --- splits and neighbours


def _split(
    game: Game, opened: Opening, missing: int, places: tuple[int, ...], aside: int, wanted: str
) -> Posed:
    """The split of a suit between the hidden hands."""
    cases = split(missing, places, aside)
    named = {c.said: c.chance for c in cases}
    text = wanted.strip().replace("-", "–") or cases[0].said
    text = next((said for said in named if said in (text, text.replace(" ", ""))), "")
    if not text:
        such = f"write lengths that add up, such as {cases[0].said}"
        raise ValueError(f"{some(missing, 'card')} cannot split {wanted[:20]}; {such}")
    said = f"{capital(split_said(missing, ' of a suit'))} {text}."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        # any cards of suits that are not in the hands that you see may be the missing ones
        one = deal(game, rng).deal
        me = _seen_seats(game, opened)
        hidden = [h for seat, h in enumerate(one.hands) if seat not in me]
        unseen = sorted({c for h in (*hidden, one.stock) for c in h if c.suit}, key=str)
        wanted_cards = set(rng.sample(unseen, missing))
        lengths = sorted((len(wanted_cards.intersection(h)) for h in hidden), reverse=True)
        label = lengths_said(lengths, len(wanted_cards.intersection(one.stock)))
        return label == text, label

    def parts() -> tuple[Part, ...]:
        return tuple(Part(c.said, c.chance.value, c.said == text) for c in cases)

    return Posed(said, trial, lambda: named[text], parts, axis="split")


def _vacant_question(
    game: Game, opened: Opening, add: Add, places: tuple[int, int], most: int
) -> None:
    """Where missing cards lie when some cards of both hidden hands are known."""
    add(
        "vacant",
        "Vacant places",
        lambda missing, many, known_left, known_right: _vacant(
            game, opened, missing, many, (places[0] - known_left, places[1] - known_right)
        ),
        Blank("missing", "Missing cards", 1, low=1, high=most),
        Blank("many", "Of these on the left", 1, low=0, high=most),
        Blank("known_left", "Known cards of the left hand", 7, low=0, high=places[0]),
        Blank("known_right", "Known cards of the right hand", 2, low=0, high=places[1]),
    )


def _vacant(game: Game, opened: Opening, missing: int, many: int, vacant: tuple[int, int]) -> Posed:
    """So many of the missing cards in the first of two hidden hands, by their vacant places."""
    if many > missing:
        raise ValueError(
            f"only {some(missing, 'card')} {'is' if missing == 1 else 'are'} missing, so the left"
            f" hand cannot hold {many} of them; choose {missing} or fewer"
        )
    exact = held(missing, many, vacant)  # refuses more cards than there are places
    left, right = vacant
    text = (
        f"The left hand, with {some(left, 'vacant place')}, holds {share_said(many, missing)};"
        f" the right hand has {some(right, 'vacant place')}."
    )

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        one = deal(game, rng).deal
        me = _seen_seats(game, opened)
        hidden = [h for seat, h in enumerate(one.hands) if seat not in me]
        first, second = (rng.sample(h, n) for h, n in zip(hidden, vacant, strict=True))
        among = {*rng.sample(sorted((*first, *second), key=str), missing)}
        held_there = len(among.intersection(first))
        return held_there == many, str(held_there)

    def parts() -> tuple[Part, ...]:
        return tuple(
            Part(str(n), held(missing, n, vacant).value, n == many) for n in range(missing + 1)
        )

    return Posed(text, trial, lambda: exact, parts, axis="missing cards in the left hand")


def _seen_seats(game: Game, opened: Opening) -> tuple[int, ...]:
    """Whose hands you know when you ask: your own, and the dummy where the game has one."""
    return game.sides[0].seats if opened.dummy and game.partners else (0,)


def _neighbours(game: Game, opened: Opening) -> Posed:
    event = events.copies(2, "rank")
    text = "Two cards that follow each other are of one rank."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        one = deal(game, rng)
        pair = (one.hand or one.deal.stock)[:2]
        alike = event.holds_plainly(pair)
        return alike, shown(alike)

    return Posed(text, trial, lambda: event.exact(opened.pack, 2), axis="of one rank")


def _row(game: Game, opened: Opening, many: int) -> Posed:
    event = events.copies(2, "rank")
    text = f"Among {number(many)} cards turned up in a row two are of one rank."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        one = deal(game, rng)
        row = (*one.hand, *one.deal.stock)[:many] if one.hand else one.deal.stock[:many]
        return event.holds_plainly(row), shown(event.measured(row))

    def parts() -> tuple[Part, ...]:
        return tuple(
            Part(shown(v), chance, true) for v, chance, true in event.spread(opened.pack, many)
        )

    return Posed(
        text, trial, lambda: event.exact(opened.pack, many), parts, axis="most of one rank"
    )


# --- which questions a game has


@lru_cache(maxsize=64)
def questions(game: Game) -> tuple[OddsQuestion, ...]:
    """What may be asked of this game's chances, the plainest first."""
    return questions_about(game, opening(game))


def questions_about(game: Game, opened: Opening) -> tuple[OddsQuestion, ...]:
    """The same of a deal that may be smaller than the game's own, so that every hand of it can be
    written out."""
    made: list[OddsQuestion] = []

    def add(id: str, title: str, pose: Callable[..., Posed], *blanks: Blank) -> None:
        made.append(OddsQuestion(id, title, blanks, pose))

    if opened.size and opened.seen:
        _hand_questions(game, opened, add)
    elif not opened.seen:
        add("neighbours", "Two alike in a row", lambda: _neighbours(game, opened))
        row = Blank("many", "How many cards", 5, low=2, high=min(20, len(opened.pack)))
        add("row", "Two of one rank in a row of cards", lambda many: _row(game, opened, many), row)
    if isinstance(game, HoleGame):
        title = game.natural_title
        event = Judged(title[0].lower() + title[1:], lambda hand: game.natural(tuple(hand)))
        add("natural", title, lambda: of_hand(game, opened, event, 2, axis="both cards fit"))
    if isinstance(game, HoleGame) and not opened.size:
        hold = Blank("cards", "The cards you hold", "5D", hint="such as 5D AC")
        add("bust", "The next card busts you", lambda cards: _next_card(game, opened, cards), hold)
    elif not opened.size and opened.seen:
        row = Blank("many", "How many cards", 3, low=2, high=min(20, len(opened.pack)))
        add("row", "Two of one rank in a row of cards", lambda many: _row(game, opened, many), row)
    for kind in hand_moves(game) if opened.size and opened.seen else ():
        pose = partial(_opening_move, game, opened, kind)
        add(f"may-{kind.word}", f"{kind.title} at once", pose)
    if opened.size and opened.seen:
        _table_questions(game, opened, add)
    if rules := game.score_rules():
        pick = Blank("rule", "Scored by", str(rules[0]), tuple((str(r), r.title) for r in rules))
        add("play", "How a deal is scored", lambda rule: scored(game, rule), pick)
    if tricks_left := tricks_asked(game):
        add(
            "tricks",
            "Tricks in a deal played at random",
            lambda **given: tricks(game, **given),
            *tricks_left,
        )
    return tuple(made)


Add = Callable[..., None]


def _hand_questions(game: Game, opened: Opening, add: Add) -> None:
    size, pack, suits = opened.size, opened.pack, opened.suits
    most = size + 1

    def hand(event: Event, axis: str) -> Posed:
        return of_hand(game, opened, event, size, axis=axis)

    ranks = "".join(dict.fromkeys(c.rank for c in pack if c.suit))
    which = Blank("which", "Which cards", ranks[0], hint=CARDS + (", JK" if opened.jokers else ""))
    how, many = Blank("how", "Bound", "least", HOW), Blank("many", "How many", 1, low=0, high=most)
    add(
        "cards",
        "Cards of a kind",
        lambda how, many, which: _cards(game, opened, how, many, which),
        how,
        many,
        which,
    )
    if opened.jokers:
        joker = Blank("many", "How many", 1, low=0, high=opened.jokers + 1)
        add("joker", "A joker", lambda how, many: _cards(game, opened, how, many, "JK"), how, joker)
    if opened.decks > 1:
        twice = Blank("many", "How many copies", 2, low=2, high=opened.decks)
        add(
            "copies",
            "Copies of one card",
            lambda many: hand(events.copies(many), "most copies of a card"),
            twice,
        )
    if len(suits) > 1 and _has_suits(game):
        named = tuple((str(s), SUITS[s].name) for s in suits)
        suit = Blank("suit", "Suit", "", (("", "any suit"), *named))
        add("void", "A void", lambda suit: hand(events.void(suit, suits), _void_axis(suit)), suit)
        longest = Blank("many", "How many cards", -(-size // len(suits)) + 1, low=1, high=most)
        if len(suits) == 4:
            shapes = tuple(_shapes(opened))
            choice = Blank("lengths", "Shape", shapes[0][0], shapes)
            add(
                "shape",
                "The shape of the hand",
                lambda lengths: hand(events.shape(lengths, suits), "shape"),
                choice,
            )
        add(
            "longest",
            "A long suit",
            lambda many: hand(events.longest(many, suits), "longest suit"),
            longest,
        )
    ladders = _ladders(game)
    if not _plays_tricks(game) and size > 1:
        same = (
            max(pack.count(c) for c in pack)
            if not suits
            else max(sum(c.rank == r for c in pack) for r in ranks)
        )
        set_of = Blank("many", "How many", 2, low=2, high=min(same, size))
        add(
            "alike",
            "Cards of one rank",
            lambda many: hand(events.copies(many, "rank"), "most of one rank"),
            set_of,
        )
        if ladders and size > 2:
            in_row = Blank("many", "How many", 3, low=2, high=most)
            add(
                "run",
                "A run in a suit",
                lambda many: hand(events.run(many, ladders), "longest run"),
                in_row,
            )
    if isinstance(game, MeldGame):
        melding = game.melding
        meld = Judged("at least one meld", lambda hand: bool(melding.melds(hand)))
        add("meld", "A meld in the hand", lambda: hand(meld, "a meld"))
    order = game.sorting()
    worths = {c: order.worth(c) for c in pack} if order is not None and not opened.turned else {}
    if len(set(worths.values())) > 1:
        add(
            "points",
            "What the cards count",
            lambda how, many: hand(
                events.worth(worths, pack=pack, size=size, **{how: many}), "points of the hand"
            ),
            how,
            _sums(worths, opened),
        )
    if (counted := game.hand_points) is not None:
        honours = {card: counted.of([card]) for card in pack}
        noun = counted.one, counted.title
        add(
            "hand-points",
            counted.title.capitalize(),
            lambda how, many: hand(
                events.worth(honours, said="{}", noun=noun, pack=pack, size=size, **{how: many}),
                counted.title,
            ),
            how,
            _sums(honours, opened, counted.source),
        )
    if opened.turned:
        turned = Blank("which", "Which cards", ranks[0], hint=CARDS)
        add("turned", "The card turned up", lambda which: _turned(game, opened, which), turned)
        if _order_after_turning(game):
            add(
                "trumps",
                "Trumps in your hand",
                lambda how, many: _trumps(game, opened, how, many),
                how,
                many,
            )


def _sums(worths: Mapping[Card, int], opened: Opening, hint: str = "") -> Blank:
    """How much the cards of a hand count together, from one below the least to one above the
    most."""
    in_order = sorted(worths[card] for card in opened.pack)
    least, most = sum(in_order[: opened.size]), sum(in_order[-opened.size :])
    mean = round(sum(in_order) * opened.size / len(in_order))
    return Blank("many", "Points", mean, low=least - 1, high=most + 1, hint=hint)


def _table_questions(game: Game, opened: Opening, add: Add) -> None:
    pack, size, suits = opened.pack, opened.size, opened.suits
    ranks = "".join(dict.fromkeys(c.rank for c in pack if c.suit))
    if opened.hands > 1 and {*opened.hidden} == {size} and _plays_tricks(game):
        which = Blank("which", "Which cards", ranks[0], hint=CARDS)
        most = Blank("many", "At most", 0, low=0, high=size + 1)

        def anybody(many: int, which: str) -> Posed:
            event = events.count(pack, which, most=many, size=size)
            return _anybody(game, opened, event, f"Somebody at the table is dealt {event.said}.")

        for kind in hand_moves(game):
            if (event := legal_with(game, kind)) is not None:
                text = f"Somebody is dealt a hand with which “{kind.title}” is legal."
                pose = partial(_anybody, game, opened, event, text, kind.rule)
                add(f"somebody-{kind.word}", f"{kind.title}, somewhere at the table", pose)

        add("anybody", "Somebody has none, or few", anybody, most, which)
        seen = len(_seen_seats(game, opened))
        places = opened.hidden if seen == 1 else opened.hidden[: game.players - seen]
        in_suit = max(sum(c.suit == s for c in pack) for s in suits)
        if opened.decks == 1 and len(places) + bool(opened.aside) > 1:
            few = min(in_suit, sum(places) + opened.aside)
            missing = Blank("missing", "Missing cards", min(5, few), low=1, high=few)
            wanted = Blank(
                "split", "Split", "", hint="empty: the likeliest; or lengths such as 3-2"
            )
            add(
                "split",
                "How a suit splits",
                lambda missing, split: _split(game, opened, missing, places, opened.aside, split),
                missing,
                wanted,
            )
            if len(places) == 2 and not opened.aside:
                _vacant_question(game, opened, add, (places[0], places[1]), few)
    if game.partners:
        how, many = (
            Blank("how", "Bound", "least", HOW),
            Blank("many", "How many", 2, low=0, high=2 * size + 1),
        )
        which = Blank("which", "Which cards", ranks[0], hint=CARDS)
        add(
            "partners",
            "You and your partner",
            lambda how, many, which: _together(game, opened, how, many, which),
            how,
            many,
            which,
        )


def _void_axis(suit: str) -> str:
    return f"how many {SUITS[suit].name}" if suit else "how many voids"


def _has_suits(game: Game) -> bool:
    """Whether the suits of the cards matter: the game ranks its cards, or says a suit in one of
    its concepts."""
    return game.sorting() is not None or bool({"follow-suit", "suit", "run"} & game.concepts())


def _plays_tricks(game: Game) -> bool:
    return "trick" in game.concepts()


def _ladders(game: Game) -> tuple[tuple[Card, ...], ...]:
    """The cards of each suit in the game's own order, where it has one without ties."""
    order = game.sorting()
    if order is None:
        return ()
    ladders = [order.ladder(s) for s in dict.fromkeys(c.suit for c in game.pack if c.suit)]
    if any(len(rung) > 1 for ladder in ladders for rung in ladder):
        return ()
    return tuple(tuple(rung[0] for rung in ladder) for ladder in ladders)


def _order_after_turning(game: Game) -> bool:
    """Whether the suit of the turned card is trumps, read off a table that the game has dealt."""
    state = deal(game, random.Random(1)).state
    order = game.order(state)
    return order is not None and order.trump == state.turned.suit


def _shapes(opened: Opening) -> list[tuple[str, str]]:
    """Every shape of a hand, the likeliest first."""
    ways = spread(opened.pack, opened.size, (HandShape(tuple(opened.suits)),))
    best = sorted(ways, key=lambda v: (-ways[v], v))
    return [(shown(v[0]), shown(v[0])) for v in best if sum(v[0]) == opened.size or opened.jokers]


def note(game: Game) -> str:
    """A sentence where this game leaves out what others ask.

    >>> import cardlab
    >>> note(cardlab.game("snap"))
    'Nobody looks at a hand in Snap: what lies in it changes nothing, so what is asked is about cards in a row.'
    """
    opened = opening(game)
    if not opened.seen:
        nothing = "what lies in it changes nothing, so what is asked is about cards in a row."
        return f"Nobody looks at a hand in {game.title}: {nothing}"
    if not opened.size:
        return (
            f"In {game.title} nobody is dealt a hand before the bets: the questions are about the"
            " cards that come then."
        )
    return ""


def ask(game: Game, id: str) -> OddsQuestion:
    """One question by its id."""
    by_id = {q.id: q for q in questions(game)}
    if id not in by_id:
        raise ValueError(f"{game.title} has no question {id[:30]!r}; it has {', '.join(by_id)}")
    return by_id[id]
