"""What can be asked of a game's chances: found from its pack, its deal, its orders and its rules.

Knows what a kind of game makes worth asking.  Knows no game by name: a question is there because
the game deals hands, has jokers, turns a card up, opens a move to some hands only.

>>> import cardlab
>>> [q.id for q in questions(cardlab.game("kaiser"))][:6]
['cards', 'void', 'shape', 'longest', 'points', 'may-misdeal']
>>> ask(cardlab.game("kaiser"), "may-misdeal").exact().formula
'C(14, 8) / C(32, 8)'
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cardlab.engine.cards import SUITS, Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.game import Game
from cardlab.engine.moves import PASS, Bid, Move, Play, Say
from cardlab.engine.rulings import Rule, judge, narrowed
from cardlab.engine.words import listed, number, some
from cardlab.families.banking import HoleGame
from cardlab.families.melding import MeldGame
from cardlab.labs.odds import events
from cardlab.labs.odds.chances import Chance
from cardlab.labs.odds.counting import HandShape, Number, all_hold, how_many, spread
from cardlab.labs.odds.deals import DealtHands, Opening, deal, opening
from cardlab.labs.odds.events import Condition, Event, Judged
from cardlab.labs.odds.playing import scored, tricks, tricks_asked
from cardlab.labs.odds.posing import HOW, Blank, OddsQuestion, Part, Posed, once
from cardlab.labs.odds.splits import lengths_said, split

PROBES = 240
"""So many hands are tried before a judge of hands is taken to see some cards as alike."""
CARDS = "ranks (A or AK), a suit (H), cards (5H 3S)"


# --- hands


def shown(value: Any) -> str:
    """What a bar stands for: a number, a shape."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)


def of_hand(
    game: Game, event: Event, size: int, before: str = "You are dealt", axis: str = ""
) -> Posed:
    """An event of a hand that the game deals."""
    pack = game.pack

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        hand = _some_hand(deal(game, rng), size)
        return event.holds(hand), shown(event.measured(hand))

    count = once(lambda: event.exact(pack, size))

    def parts() -> tuple[Part, ...]:
        if isinstance(event, Judged):
            return Part("no", 1 - count().value, False), Part("yes", count().value, True)
        return tuple(
            Part(shown(value), chance, true) for value, chance, true in event.spread(pack, size)
        )

    return Posed(f"{before} {event.said}.", trial, count, parts, axis=axis or "how many")


def _some_hand(dealt: DealtHands, size: int) -> tuple[Card, ...]:
    """The first cards of the hand; where no hand was dealt yet, the first of the stock, which
    will be."""
    return dealt.hand[:size] if dealt.hand else dealt.deal.stock[:size]


def _cards(game: Game, found: Opening, how: str, many: int, which: str) -> Posed:
    event = events.count(found.pack, which, **{how: many})
    return of_hand(game, event, found.size, axis=f"how many {_axis(which)}")


def _axis(which: str) -> str:
    return events.cards_said(which)[1].removeprefix("of ")


def _together(game: Game, found: Opening, how: str, many: int, which: str) -> Posed:
    event = events.count(found.pack, which, **{how: many})
    mine, partner = game.sides[0].seats[:2]

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        hands = deal(game, rng).deal.hands
        both = (*hands[mine], *hands[partner])
        return event.holds(both), shown(event.measured(both))

    size = 2 * found.size
    return Posed(
        f"You and your partner together hold {event.said}.",
        trial,
        lambda: event.exact(found.pack, size),
        lambda: tuple(
            Part(shown(v), chance, true) for v, chance, true in event.spread(found.pack, size)
        ),
        axis=f"how many {_axis(which)}",
    )


def _anybody(
    game: Game, found: Opening, event: Event, said: str, rule: Rule | None = None
) -> Posed:
    """The event in at least one of the hands: those with it, less those counted twice, and so
    on."""

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        hits = sum(event.holds(hand) for hand in deal(game, rng).deal.hands if hand)
        return hits > 0, str(hits)

    def count() -> Chance:
        return at_some_hand(event, found.pack, found.size, found.hands, said)

    return Posed(said, trial, count, axis="in how many hands", rule=rule)


def at_some_hand(
    event: Event, pack: tuple[Card, ...], size: int, hands: int, said: str = ""
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
        return Chance(said or one.said, total, times, one.of, note=note)
    note = (
        "The hands are not independent: what two of them have together is taken off again, and"
        " so on."
    )
    return Chance(said or one.said, total, note=note)


def _next_card(game: Any, found: Opening, cards: str) -> Posed:
    """What the next card does to the cards that you hold, in a game that busts."""
    try:
        held = read_cards(cards.upper())
    except ValueError as trouble:
        raise ValueError(f"the cards you hold: {trouble}") from None
    rest = list(found.pack)
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
        return event.holds(order[:1]), shown(event.holds(order[:1]))

    posed = f"You hold {listed(held)}: the next card busts you."
    return Posed(posed, trial, lambda: event.exact(tuple(rest), 1), axis="busted")


# --- rules that open a move to some hands only


def _key(move: Move) -> str:
    """What kind of move it is: its first word, or its verb."""
    return str(move).split()[0] if isinstance(move, Say) else move.verb


@lru_cache(maxsize=64)
def _first_moves(game: Game) -> tuple[tuple[str, str], ...]:
    """The kinds of moves that are open to some hands in the first turn, and not to others."""
    rng = random.Random("first moves")
    found: dict[str, set[bool]] = {}
    labels: dict[str, set[str]] = {}
    ranks = sorted({c.rank for c in game.pack})
    for tried in range(40):
        state = deal(game, rng).state
        if state.to_move is None or not state.hand:
            return ()
        size = len(state.hand)
        # hands of one suit, of few ranks and of a single card are where a rare move hides
        few, one = rng.sample(ranks, min(len(ranks), 2 + size // 3)), rng.choice(game.pack).suit
        pool = {
            0: list(game.pack),
            1: [c for c in game.pack if c.suit == one],
            2: [c for c in game.pack if c.rank in few],
        }
        held = pool.get(tried % 4, [rng.choice(game.pack)])
        hand = tuple(rng.sample(held, min(size, len(held))))
        state = state.but(hands=state.held(state.to_move, hand))
        view = game.view(state)
        offered = tuple(m for m in view.phase.candidates(view) if _special(m))
        open_ = {_key(m) for m in narrowed(view, view.phase.rules, offered)}
        for move in offered:
            found.setdefault(_key(move), set())
            labels.setdefault(_key(move), set()).add(
                move.label if isinstance(move, Say) else move.title
            )
        for key, said in found.items():
            # a hand too small to be dealt may open a move, but that it refuses one says nothing
            said |= {True} if key in open_ else {False} if len(hand) == size else set()
    # a word that names other cards every time is called by its first word
    title = {
        key: said.pop() if len(said) == 1 else key.capitalize() for key, said in labels.items()
    }
    return tuple((key, title[key]) for key, said in found.items() if len(said) > 1)


def _special(move: Move) -> bool:
    return move != PASS and not isinstance(move, Bid | Play) and move.at is None


def _may(game: Game, key: str, state: Any) -> bool:
    """Whether a move of this kind is open to whoever is to move."""
    view = game.view(state)
    spoken = _spoken(game, key)
    wanted = (
        (spoken,) if spoken else tuple(m for m in view.phase.candidates(view) if _key(m) == key)
    )
    return bool(wanted) and bool(narrowed(view, view.phase.rules, wanted))


@lru_cache(maxsize=64)
def _decides(game: Game, key: str) -> Rule | None:
    """The rule that refuses a move of this kind, on the first table where one does."""
    rng = random.Random("decides")
    for _ in range(40):
        view = game.view(deal(game, rng).state)
        wanted = tuple(m for m in view.phase.candidates(view) if _key(m) == key)
        refused = [v for v in judge(view, view.phase.rules, wanted).values() if not v.legal]
        if refused:
            return refused[0].rule
    return None


@lru_cache(maxsize=64)
def _spoken(game: Game, key: str) -> Move | None:
    """The move itself, where it is a word that is the same for every hand."""
    view = game.view(deal(game, random.Random(1)).state)
    return next(
        (m for m in view.phase.candidates(view) if m == key and m.card is None and not m.named),
        None,
    )


@lru_cache(maxsize=64)
def _opens(game: Game, key: tuple[str, str]) -> Judged | None:
    """The move as an event of the hand alone, with the cards that its rule sees as alike; None
    where more than the hand decides, or where too many hands would have to be asked about."""
    rng = random.Random("alike")
    tables = [deal(game, rng).state for _ in range(6)]

    def judge(hand: Sequence[Card], table: Any = tables[0]) -> bool:
        return _may(game, key[0], table.but(hands=table.held(table.to_move, tuple(hand))))

    single = {card: judge((card,)) for card in set(game.pack)}
    order = game.sorting()
    counts = {card: order.worth(card) if order is not None else 0 for card in single}
    ways: tuple[Callable[[Card], Hashable], ...] = (
        single.__getitem__,
        counts.__getitem__,
        lambda card: card.rank,
    )
    size = len(tables[0].hands[tables[0].to_move])
    for alike in ways:
        if _holds_good(game, judge, alike, size, tables):
            note = "Cards that the rule does not tell apart are counted together."
            return Judged(f"a hand that opens “{key[1]}”", judge, alike, note)
    return None


def _holds_good(
    game: Game,
    judge: Callable[..., bool],
    alike: Callable[[Card], Hashable],
    size: int,
    tables: Sequence[Any],
) -> bool:
    """Whether the judge says the same of hands whose cards are pairwise alike, on whatever
    table; tried on many hands, half of them hands that it allows if any are found."""
    groups: dict[Hashable, list[Card]] = {}
    for card in game.pack:
        groups.setdefault(alike(card), []).append(card)
    numbers = [len(g) for g in groups.values()]
    if how_many(numbers, size) > events.MOST_JUDGED:
        return False
    rng = random.Random("holds good")
    for probe in range(PROBES):
        first = tuple(rng.sample(game.pack, size))
        if probe % 2:
            # hands of few kinds are where a rare answer hides
            few = rng.sample(list(groups), max(1, len(groups) // 2))
            pool = [c for kind in few for c in groups[kind]]
            first = tuple(rng.sample(pool, size)) if len(pool) >= size else first
        left = {kind: rng.sample(cards, len(cards)) for kind, cards in groups.items()}
        second = tuple(left[alike(card)].pop() for card in first)
        if judge(first) != judge(second, rng.choice(tables)):
            return False
    return True


def _opening_move(game: Game, found: Opening, key: tuple[str, str]) -> Posed:
    said = f"“{key[1]}” is open to the first player at once."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        may = _may(game, key[0], deal(game, rng).state)
        return may, shown(may)

    # whoever moves first may hold other cards than those dealt (a game may draw before the turn)
    event = _opens(game, key)
    if event is None:
        why = "No exact value here: the rule looks at too many kinds of hands."
        return Posed(said, trial, why=why, axis="open", rule=_decides(game, key[0]))
    size = len(deal(game, random.Random(1)).state.hand)
    return Posed(
        said, trial, lambda: event.exact(found.pack, size), axis="open", rule=_decides(game, key[0])
    )


# --- the turned card


def _turned(game: Game, found: Opening, which: str) -> Posed:
    event = events.count(found.pack, which, least=1)
    one = events.cards_said(which)[0]
    said = (
        "The card turned up is"
        f" {'one ' if one.startswith('of ') else 'an ' if one[0] in 'ae' else 'a '}{one}."
    )

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        card = deal(game, rng).state.turned
        return event.holds((card,)), card.suit.name if card.suit else "joker"

    return Posed(said, trial, lambda: event.exact(found.pack, 1), axis="suit")


def _trumps(game: Game, found: Opening, how: str, many: int) -> Posed:
    """Trumps in the hand of a player who does not deal, whatever is turned up."""
    test = events.count(found.pack, found.suits[0], **{how: many}).test
    words = {"least": (many, None), "exactly": (many, many), "most": (None, many)}[how]
    said = f"You are dealt {events.bounds_said(*words)} {'trump' if many == 1 else 'trumps'}."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        one = deal(game, rng)
        held = sum(one.state.order.is_trump(c) for c in one.hand)
        return test((held,)), str(held)

    def by_turned() -> list[tuple[Condition, tuple[Card, ...]]]:
        pairs = []
        for card in dict.fromkeys(found.pack):
            order, rest = game.ordering(card.suit), list(found.pack)
            rest.remove(card)
            mine = frozenset(c for c in rest if order.is_trump(c))
            pairs.append((_of_set(mine, test, said), tuple(sorted(rest))))
        return pairs

    def count() -> Chance:
        each = [event.exact(rest, found.size) for event, rest in by_turned()]
        value = sum((c.value for c in each), Fraction(0)) / len(each)
        if all(c.value == value for c in each):
            note = "The turned card is a trump that you do not hold."
            return Chance(said, value, each[0].terms, each[0].of, each[0].against, note)
        return Chance(said, value, note="The mean over every card that may be turned up.")

    def parts() -> tuple[Part, ...]:
        sums: dict[tuple[int, bool], Fraction] = {}
        pairs = by_turned()
        for event, rest in pairs:
            for value, chance, true in event.spread(rest, found.size):
                sums[value, true] = sums.get((value, true), Fraction(0)) + chance / len(pairs)
        return tuple(
            Part(str(value), chance, true) for (value, true), chance in sorted(sums.items())
        )

    return Posed(said, trial, count, parts, axis="how many trumps")


def _of_set(
    cards: frozenset[Card], test: Callable[[tuple[Any, ...]], bool], said: str
) -> Condition:
    return Condition(said, (Number(cards),), test)


# --- splits and neighbours


def _split(
    game: Game, found: Opening, missing: int, places: tuple[int, ...], aside: int, wanted: str
) -> Posed:
    """The split of a suit between the hidden hands."""
    cases = split(missing, places, aside)
    named = {c.said: c.chance for c in cases}
    text = wanted.strip().replace("-", "–") or cases[0].said
    text = next((said for said in named if said in (text, text.replace(" ", ""))), "")
    if not text:
        such = f"write lengths that add up, such as {cases[0].said}"
        raise ValueError(f"{some(missing, 'card')} cannot split {wanted[:20]}; {such}")
    said = f"{some(missing, 'missing card').capitalize()} of a suit split {text}."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        # any cards may be the missing ones: the first of the pack that are not in the hands that
        # you see
        one = deal(game, rng).deal
        me = _seen_seats(game, found)
        hidden = [h for seat, h in enumerate(one.hands) if seat not in me]
        unseen = sorted({c for h in (*hidden, one.stock) for c in h}, key=str)
        wanted_cards = set(rng.sample(unseen, missing))
        lengths = sorted((len(wanted_cards.intersection(h)) for h in hidden), reverse=True)
        label = lengths_said(lengths, len(wanted_cards.intersection(one.stock)))
        return label == text, label

    def parts() -> tuple[Part, ...]:
        return tuple(Part(c.said, c.chance.value, c.said == text) for c in cases)

    return Posed(said, trial, lambda: named[text], parts, axis="split")


def _seen_seats(game: Game, found: Opening) -> tuple[int, ...]:
    """Whose hands you know when you ask: your own, and the dummy where the game has one."""
    return game.sides[0].seats if found.dummy and game.partners else (0,)


def _neighbours(game: Game, found: Opening) -> Posed:
    event = events.copies(2, "rank")
    said = "Two cards that follow each other are of one rank."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        one = deal(game, rng)
        pair = (one.hand or one.deal.stock)[:2]
        return event.holds(pair), shown(event.holds(pair))

    return Posed(said, trial, lambda: event.exact(found.pack, 2), axis="of one rank")


def _row(game: Game, found: Opening, many: int) -> Posed:
    event = events.copies(2, "rank")
    said = f"Among {number(many)} cards turned up in a row two are of one rank."

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        one = deal(game, rng)
        row = (*one.hand, *one.deal.stock)[:many] if one.hand else one.deal.stock[:many]
        return event.holds(row), shown(event.measured(row))

    def parts() -> tuple[Part, ...]:
        return tuple(
            Part(shown(v), chance, true) for v, chance, true in event.spread(found.pack, many)
        )

    return Posed(said, trial, lambda: event.exact(found.pack, many), parts, axis="most of one rank")


# --- which questions a game has


@lru_cache(maxsize=64)
def questions(game: Game) -> tuple[OddsQuestion, ...]:
    """What may be asked of this game's chances, the plainest first."""
    found = opening(game)
    asked: list[OddsQuestion] = []

    def add(id: str, title: str, pose: Callable[..., Posed], *blanks: Blank) -> None:
        asked.append(OddsQuestion(id, title, blanks, pose))

    if found.size and found.seen:
        _hand_questions(game, found, add)
    elif not found.seen:
        add("neighbours", "Two alike in a row", lambda: _neighbours(game, found))
        row = Blank("many", "How many cards", 5, low=2, high=min(20, len(found.pack)))
        add("row", "Two of one rank in a row of cards", lambda many: _row(game, found, many), row)
    if isinstance(game, HoleGame):
        title = _natural_title(game)
        event = Judged(title[0].lower() + title[1:], lambda hand: game.natural(tuple(hand)))
        add("natural", title, lambda: of_hand(game, event, 2, axis="both cards fit"))
    if isinstance(game, HoleGame) and not found.size:
        hold = Blank("cards", "The cards you hold", "5D", hint="such as 5D AC")
        add("bust", "The next card busts you", lambda cards: _next_card(game, found, cards), hold)
    elif not found.size and found.seen:
        row = Blank("many", "How many cards", 3, low=2, high=min(20, len(found.pack)))
        add("row", "Two of one rank in a row of cards", lambda many: _row(game, found, many), row)
    for key in _first_moves(game) if found.size and found.seen else ():
        add(f"may-{key[0]}", f"{key[1]} at once", lambda key=key: _opening_move(game, found, key))
    if found.size and found.seen:
        _table_questions(game, found, add)
    if rules := game.score_rules():
        pick = Blank("rule", "Scored by", str(rules[0]), tuple((str(r), r.title) for r in rules))
        add("play", "What comes of a deal", lambda rule: scored(game, rule), pick)
    if tricks_left := tricks_asked(game):
        add(
            "tricks",
            "Tricks in a deal played at random",
            lambda **given: tricks(game, **given),
            *tricks_left,
        )
    return tuple(asked)


Add = Callable[..., None]


def _natural_title(game: Game) -> str:
    """What the game's own rule calls its two cards."""
    rule = next((r for r in game.all_rules() if "natural" in r), None)
    return rule.title.split(" are ")[0] if rule is not None else "Two cards that win at once"


def _hand_questions(game: Game, found: Opening, add: Add) -> None:
    size, pack, suits = found.size, found.pack, found.suits
    most = min(size, 13)

    def hand(event: Event, axis: str) -> Posed:
        return of_hand(game, event, size, axis=axis)

    ranks = "".join(dict.fromkeys(c.rank for c in pack if c.suit))
    which = Blank("which", "Which cards", ranks[0], hint=CARDS + (", JK" if found.jokers else ""))
    how, many = Blank("how", "Bound", "least", HOW), Blank("many", "How many", 1, low=0, high=most)
    add(
        "cards",
        "Cards of a kind",
        lambda how, many, which: _cards(game, found, how, many, which),
        how,
        many,
        which,
    )
    if found.jokers:
        joker = Blank("many", "How many", 1, low=0, high=found.jokers)
        add("joker", "A joker", lambda how, many: _cards(game, found, how, many, "JK"), how, joker)
    if found.decks > 1:
        twice = Blank("many", "How many copies", 2, low=2, high=found.decks)
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
            shapes = tuple(_shapes(found))
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
    worths = {c: order.worth(c) for c in pack} if order is not None and not found.turned else {}
    if len(set(worths.values())) > 1:
        in_order = sorted(worths[c] for c in pack)
        least, total = min(0, sum(in_order[:size])), sum(in_order[-size:])
        mean = round(sum(worths[c] for c in pack) * size / len(pack))
        sums = Blank("many", "Points", mean, low=least, high=total)
        add(
            "points",
            "What the cards count",
            lambda how, many: hand(events.worth(worths, **{how: many}), "points of the hand"),
            how,
            sums,
        )
    if found.turned:
        turned = Blank("which", "Which cards", ranks[0], hint=CARDS)
        add("turned", "The card turned up", lambda which: _turned(game, found, which), turned)
        if _order_after_turning(game):
            add(
                "trumps",
                "Trumps in your hand",
                lambda how, many: _trumps(game, found, how, many),
                how,
                many,
            )


def _table_questions(game: Game, found: Opening, add: Add) -> None:
    pack, size, suits = found.pack, found.size, found.suits
    ranks = "".join(dict.fromkeys(c.rank for c in pack if c.suit))
    if found.hands > 1 and {*found.hidden} == {size} and _plays_tricks(game):
        which = Blank("which", "Which cards", ranks[0], hint=CARDS)
        most = Blank("many", "At most", 0, low=0, high=min(size, 13))

        def anybody(many: int, which: str) -> Posed:
            event = events.count(pack, which, most=many)
            return _anybody(game, found, event, f"Somebody at the table is dealt {event.said}.")

        for key in _first_moves(game):
            if (rare := _opens(game, key)) is not None:
                said = f"Somebody is dealt a hand that opens “{key[1]}”."
                add(
                    f"somebody-{key[0]}",
                    f"{key[1]}, somewhere at the table",
                    lambda rare=rare, said=said, id=key[0]: _anybody(
                        game, found, rare, said, _decides(game, id)
                    ),
                )

        add("anybody", "Somebody has none, or few", anybody, most, which)
        seen = len(_seen_seats(game, found))
        places = found.hidden if seen == 1 else found.hidden[: game.players - seen]
        in_suit = max(sum(c.suit == s for c in pack) for s in suits)
        if found.decks == 1:
            few = min(in_suit, sum(places) + found.aside)
            missing = Blank("missing", "Missing cards", min(5, few), low=1, high=few)
            wanted = Blank(
                "split", "Split", "", hint="empty: the likeliest; or lengths such as 3-2"
            )
            add(
                "split",
                "How a suit splits",
                lambda missing, split: _split(game, found, missing, places, found.aside, split),
                missing,
                wanted,
            )
    if game.partners:
        how, many = (
            Blank("how", "Bound", "least", HOW),
            Blank("many", "How many", 2, low=0, high=min(2 * size, 26)),
        )
        which = Blank("which", "Which cards", ranks[0], hint=CARDS)
        add(
            "partners",
            "You and your partner",
            lambda how, many, which: _together(game, found, how, many, which),
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
    found = [order.ladder(s) for s in dict.fromkeys(c.suit for c in game.pack if c.suit)]
    return (
        tuple(tuple(rung[0] for rung in ladder) for ladder in found)
        if all(len(r) == 1 for x in found for r in x)
        else ()
    )


def _order_after_turning(game: Game) -> bool:
    state = deal(game, random.Random(1)).state
    order = game.order(state)
    return order is not None and order.trump == state.turned.suit


def _shapes(found: Opening) -> list[tuple[str, str]]:
    """Every shape of a hand, the likeliest first."""
    ways = spread(found.pack, found.size, (HandShape(tuple(found.suits)),))
    best = sorted(ways, key=lambda v: (-ways[v], v))
    return [(shown(v[0]), shown(v[0])) for v in best if sum(v[0]) == found.size or found.jokers]


def note(game: Game) -> str:
    """A sentence where this game leaves out what others ask.

    >>> import cardlab
    >>> note(cardlab.game("snap"))
    'Nobody looks at a hand in Snap: what lies in it changes nothing, so what is asked is about cards in a row.'
    """
    found = opening(game)
    if not found.seen:
        nothing = "what lies in it changes nothing, so what is asked is about cards in a row."
        return f"Nobody looks at a hand in {game.title}: {nothing}"
    if not found.size:
        return (
            f"In {game.title} nobody is dealt a hand before the bets: the questions are about the"
            " cards that come then."
        )
    return ""


def ask(game: Game, id: str) -> OddsQuestion:
    """One question by its id."""
    asked = {q.id: q for q in questions(game)}
    if id not in asked:
        raise ValueError(f"{game.title} has no question {id[:30]!r}; it has {', '.join(asked)}")
    return asked[id]
