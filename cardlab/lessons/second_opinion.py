"""A second judgement of every item, by another way than the one that made its answer.

The two ways share the cards, the state and what the game itself plays out, nothing else: no verdict
is read here.  Where they differ, one of them is at fault, and the item should not be shown.

>>> from cardlab.lessons.exercises import exercise
>>> second_opinion(exercise("decided-by:must-follow-suit", game="kaiser", seed=1).question)
''
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import combinations
from typing import Any

from cardlab.engine.cards import JOKER, Card
from cardlab.engine.catalogue import game as named_game
from cardlab.engine.game import OVER, IllegalMove, understood
from cardlab.engine.moves import PLAYS, Bid, Move
from cardlab.engine.ordering import Ordering
from cardlab.engine.table import table as draw_table
from cardlab.families.formats import format_rules
from cardlab.families.tricks import Trick, Tricks, TrickState, trick_on
from cardlab.lessons.questions import Question
from cardlab.lessons.questions.base import rule_named
from cardlab.lessons.questions.groups import best_layoffs
from cardlab.lessons.questions.scores import LinePoints
from cardlab.lessons.questions.sheets import sentence_of
from cardlab.lessons.questions.tricks import WhyWon

Judge = Callable[[Any], str]
"""Each judge is handed questions of one kind only."""


def second_opinion(q: Question) -> str:
    """What the second way finds fault with, in a sentence; "" where both agree.

    Raises ValueError for a question that has no second judge.
    """
    if q.ask not in JUDGES:
        raise ValueError(f"nothing judges {q.ask} a second time")
    return JUDGES[q.ask](q)


def _plays(q: Any, move: str) -> bool:
    """Whether the table takes the move: it is made, and something has happened."""
    try:
        after = q.game.after(q.state, move, q.seat)
    except IllegalMove:
        return False
    return bool(after != q.state)


def _gains(q: Any, move: str) -> bool:
    """Whether a move brings the line that is asked about, if one is."""
    before = Counter(map(str, q.state.pegged))
    new = [
        x
        for x in q.game.after(q.state, move, q.seat).pegged
        if before.subtract([str(x)]) or before[str(x)] < 0
    ]
    return q.line is None or any(x.rule == q.line for x in new)


def _shown(q: Any) -> list[str]:
    return list(q.candidates) or [str(m) for m in q.game.candidates(q.state, q.seat)]


def _twin(q: Any) -> Any:
    """The same question on a table whose hidden cards lie elsewhere."""
    actor = q.state.actor() if q.seat == q.state.to_move else q.seat
    rng = random.Random(f"twin/{q.ask}/{q.state.standing}")
    return replace(q, state=q.state.seen_by(actor, q.seat).imagined(rng))


def _moves(q: Question) -> str:
    played = {m for m in _shown(q) if _plays(q, m)}
    if played != set(q.answer):
        return f"tried one by one, {sorted(played)} can be made; the answer is {sorted(q.answer)}"
    twin = _twin(q)
    return (
        ""
        if set(twin.answer) == played
        else f"with the hidden cards elsewhere the answer is {sorted(twin.answer)}"
    )


def _is_open(q: Any) -> str:
    open_ = _plays(q, q.move or "")
    return (
        ""
        if q.answer == ("yes" if open_ else "no",)
        else f"{q.move} {'can' if open_ else 'cannot'} be made"
    )


def _how_many(q: Question) -> str:
    count = sum(_plays(q, m) for m in _shown(q))
    return (
        ""
        if q.answer == (str(count),)
        else f"tried one by one, {count} can be made; the answer is {q.answer[0]}"
    )


def _lowest(q: Any) -> str:
    rungs = [m for m in q.state.phase.bids if isinstance(m, Bid)] or [
        m for m in q.verdicts if isinstance(m, Bid)
    ]
    height = {str(m): i for i, m in enumerate(sorted(rungs, key=lambda m: m.height))}
    able = [m for m in height if m in _shown(q) and _plays(q, m)]
    return (
        ""
        if able and q.answer == (min(able, key=height.__getitem__),)
        else f"on the ladder the open bids are {able}"
    )


def _which_rule(q: Any) -> str:
    if isinstance(q, WhyWon):
        return _decider(q)
    rule, table = rule_named(q.game, q.answer[0]), q.game.view(q.state, q.seat)
    if _plays(q, q.move):
        return f"{q.move} can be made"
    shown = table.phase.candidates(table)
    move: Move = next((m for m in shown if m == q.move), q.verdict.move)
    moves = shown if move in shown else (*shown, move)
    for r in table.phase.rules:
        if r != rule:
            moves = r.test(table, moves).kept
    if rule in table.phase.rules and move not in moves:
        return f"without {rule}, {q.move} is still refused"
    return ""


def _duels(q: Any) -> list[int]:
    """The places of the cards that no other card of the trick beats, two at a time, as the game
    lays them."""
    trick, order = q.seen_trick, q.state.order
    up = trick.up
    led = up[0]
    best = []
    for i, card in enumerate(up):
        rivals = [other for j, other in enumerate(up) if j != i and other.rank]
        beaten = any(order.best((led, card, other)) == 2 and other != card for other in rivals)
        if card.rank and order.power(led)[card] and not beaten:
            best.append(i)
    return best


def _winner(q: Any) -> str:
    """Duels; and the record: who leads to the next trick when the last card falls."""
    trick = q.seen_trick
    told = q.trick[0]
    if (
        len(trick.cards) > 1
        and len(trick.cards) == len(trick.seats)
        and isinstance(q.state.phase, Tricks)
    ):
        last, card = trick.seats[-1], trick.cards[-1]
        earlier = type(trick)(
            trick.seats, trick.cards[:-1], tuple(d for d in trick.down if d < len(trick.cards) - 1)
        )
        before, move = q.state.but(trick=earlier, to_move=last), _play(card)
        if type(trick) is Trick or last == 0:
            before = before.but(hands=q.state.held(last, (*q.state.hands[last], card)))
        else:  # a house holds no hand: its card lies on the stock, the last one there, so that it is played whatever it is
            before = before.but(stock=(card,))
            move = q.game.legal_moves(before)[0]
        after = before.phase.apply(before, last, move)
        leader = after.trick.leader if after.trick.seats and after.trick != trick else None
        if len(after.taken) > len(q.state.taken):
            leader = after.taken[-1].winner(after.order)
        if leader is not None and leader != told and told in trick.seats:
            return (
                f"played out, {q.game.names[leader]} leads to the next trick, not"
                f" {q.game.names[told]}"
            )
    best = _duels(q)
    if (
        best
        and told in trick.seats
        and trick.seats.index(told) not in best
        and "jokers-lose" not in str(q.trick[1])
    ):
        return f"two at a time, the card of {q.game.names[trick.seats[best[0]]]} is never beaten"
    return ""


def _play(card: Card) -> Any:
    return PLAYS[card]


def _who(q: Any) -> str:
    return _winner(q) or (
        ""
        if q.answer == (q.game.names[q.trick[0]].lower(),)
        else "another seat is named than took it"
    )


def _which_card(q: Any) -> str:
    trick = q.seen_trick
    card = trick.cards[trick.seats.index(q.trick[0])]
    return _winner(q) or ("" if q.answer == (str(card),) else "another card is named than took it")


def _decider(q: Any) -> str:
    """A trump in the trick or none: which of the two kinds of note can have decided."""
    order, up = q.state.order, q.seen_trick.up
    trumps = any(c.rank and order.is_trump(c) for c in up)
    rule = q.answer[0]
    if rule == "highest-trump" and not trumps:
        return "no trump lies in the trick"
    if rule == "highest-of-suit-led" and trumps:
        return "a trump lies in the trick"
    return _winner(q)


def _ordered(q: Any) -> str:
    """Every pair as a trick of two behind a small card of the suit led."""
    order = q.state.order
    led = q.of or q.state.trick.cards[0].suit
    cards = [Card(c) for c in q.answer]
    for high, low in combinations(cards, 2):
        if order.beats(low, high, led):
            return f"{low} beats {high} but stands below it"
        first = next(
            (c for c in q.game.pack if order.suit_of[c] == led and c not in (high, low)), None
        )
        if first is not None:
            best = order.best((first, high, low))
            if best == 2:
                return f"in a trick of {first}, {high} and {low} the last wins"
    if type(order) is not Ordering:
        return ""  # suits of different height share one ladder, which the duels have walked already
    rungs = [
        c
        for rung in (*order.ladder(), *(order.ladder(led) if led != order.trump else []))
        for c in rung
    ]
    ranked = [c for c in rungs if c in cards and order.strength(c, led)]
    mine = [c for c in cards if order.strength(c, led)]
    if Counter(dict.fromkeys(ranked, 1)) != Counter(dict.fromkeys(mine, 1)):
        return "the ladder does not hold the same cards"
    return ""


def _score(q: Any) -> str:
    """The formula of every line filled in again; the sums of all lines against the standing of
    the next deal; notes of sums."""
    lines = q.lines
    for x in lines:
        if x.formula is not None and x.formula(**dict(x.values)) != x.points:
            return f"the formula of {x.title} gives other points"
    line = q.line if isinstance(q, LinePoints) else None
    mine = sum(x.points for x in lines if x.side == q.of and (line is None or x.rule == line))
    if q.answer != (str(mine),):
        return f"the lines sum to {mine}, not to {q.answer[0]}"
    if q.state.phase is not OVER or q.result is not None:
        return ""
    pooled = any(
        "pool" in r.concepts for r in q.game.all_rules()
    )  # a pool settles with the match, not with the deal
    if q.game.zero_sum and not pooled and sum(x.points for x in lines):
        return "the payments do not settle"
    if line is None:
        before, after = q.state.standing, q.game.next_standing(q.state, lines)
        i = [s.id for s in q.game.sides].index(q.of or "")
        gained = after.totals[i] - before.totals[i]
        if gained != mine and len({x.account for x in lines}) < 2:
            return f"from deal to deal the side gains {gained}, not {mine}"
    if isinstance(q.state, TrickState) and q.state.order is not None and q.state.taken:
        afresh = Counter(c for cards in q.state.taken_by_side() for c in cards)
        if afresh - Counter(q.game.pack):
            return "a card was taken more often than the pack has it"
    return ""


def _which_line(q: Any) -> str:
    """Only one rule gives this side these points when each rule scores the result by itself."""
    if q.state.phase is not OVER:
        return ""
    points = max(
        (x for x in q.lines if x.side == q.of and x.rule == q.line), key=lambda x: abs(x.points)
    ).points
    result = None if q.state.void else q.game.result(q.state)
    alone = {str(x.rule) for x in q.state.pegged if x.side == q.of and x.points == points}
    if not q.state.void:
        for r in q.game.scoring:
            try:
                alone |= {
                    str(r) for x in r.test(q.game, result) if x.side == q.of and x.points == points
                }
            except AttributeError:
                continue  # it scores a capture or a meld, and its lines were written during play
    return "" if q.line in alone else f"judged alone, these points come from {sorted(alone)}"


def _last_bid(q: Question) -> tuple[int, Bid] | None:
    return next(
        ((seat, call) for seat, call in reversed(q.state.calls) if isinstance(call, Bid)), None
    )


def _declarer(q: Question) -> str:
    """The calls themselves: whoever of the side of the last bid was the first to bid its strain,
    or made it."""
    last_bid = _last_bid(q)
    if last_bid is None:
        return "" if not q.game.calls(q.state) else "nobody has bid"
    last, bid = last_bid
    ours = {s for s in range(q.game.players) if q.state.same_side(s, last)}
    first = next(
        seat
        for seat, call in q.state.calls
        if isinstance(call, Bid) and call.strain == bid.strain and seat in ours
    )
    named = {q.game.names[seat].lower() for seat in (first, last)}
    return (
        ""
        if set(q.answer) <= named
        else f"of the calls {', '.join(sorted(named))} made the bid that stands"
    )


def _contract(q: Question) -> str:
    bid = _last_bid(q)
    return "" if bid is None or q.answer == (str(bid[1]),) else f"the last bid was {bid[1]}"


def _turn(q: Any) -> str:
    """Only that seat finds its moves open; the others are told to wait."""
    seat = q.state.to_move
    for other in range(q.game.players):
        able = bool(q.game.candidates(q.state, other))
        if able and other != seat and other not in q.state.phase.movers(q.state):
            return f"{q.game.names[other]} could move too"
    trick = trick_on(q.state)
    playing = isinstance(q.state.phase, Tricks) and trick.seats
    if playing and trick.seats[len(trick.cards) % len(trick.seats)] != seat:
        return "round the trick another seat follows"
    return (
        ""
        if q.answer == (q.game.names[seat].lower(),) and q.game.legal_moves(q.state)
        else "that seat has no move"
    )


def _over(q: Any) -> str:
    """The hands counted without the cards that are played: whoever keeps a card is not out, and
    where the deal is over nobody has a move."""
    played = q.verdict.move.named or (q.verdict.move.card,)
    left = Counter(q.state.hands[q.seat]) - Counter(played)
    over = q.answer == ("yes",)
    moves = q.after.to_move is not None or bool(q.after.phase.movers(q.after))
    if over == moves:
        return "somebody is still to move" if moves else "nobody is to move any more"
    return f"{q.game.names[q.seat]} is left with cards" if over and left else ""


def _gets(q: Any) -> str:
    """Made as moves of a match are, and counted card by card."""
    state, move = q.state, q.move
    for _ in range(100):
        holders = Counter({s: len(h) for s, h in enumerate(state.hands)})
        free = move is not None and q.viewer in state.phase.movers(state)
        seat = q.viewer if free else state.to_move
        if seat is None:
            break
        moves = [m for m, v in q.game.verdicts(state, seat).items() if v.legal]
        if move is None and len(moves) != 1:
            break
        state = state.phase.apply(state, seat, moves[0] if move is None else _move(q, move, seat))
        move = None
        more = Counter({s: len(h) for s, h in enumerate(state.hands)}) - holders
        if more:
            names = {q.game.names[s].lower() for s in more}
            return "" if set(q.answer) == names else f"the hands of {sorted(names)} grow"
    return "" if q.answer == ("nobody",) else "no hand grows"


def _joins(q: Any) -> str:
    """Every play of the card is counted, and who plays with the caller is what the match says."""
    tricks = (*q.state.taken, q.state.trick)
    plays = [(s, c) for t in tricks for s, c in zip(t.seats, t.cards, strict=False)]
    seats = [seat for seat, card in plays if card == q.call.card]
    by = seats[q.call.number - 1] if len(seats) >= q.call.number else None
    name = "nobody" if by in (None, q.state.declarer) else q.game.names[by].lower()
    if q.answer != (name,):
        return f"counted play by play, {name} has joined"
    if name != "nobody" and by not in q.state.friends:
        return f"in the match {name} plays against the caller"
    return ""


def _claim(q: Any) -> str:
    """A pack is searched for cards that would make the claim true, wherever they may be."""
    state = q.game.view(q.state, q.viewer)
    seen = Counter(c for c in state.all_cards() if c.rank)
    seen += Counter(entry.card for entry in state.known if entry.card not in seen)
    left = [c for c in (Counter(q.game.pack) - seen).elements() if c.rank == state.said[-1]]
    can = len(left) >= len(state.pile[-1])
    return "" if (q.answer == ("yes",)) == can else f"of the rank {len(left)} cards are not seen"


def _move(q: Any, text: str, seat: int) -> Any:
    return understood(q.game.verdict(q.state, text, seat)).move


def _scores_by(q: Any) -> str:
    """The rule scores the result by itself."""
    rule = rule_named(q.game, q.line)
    if rule is None or rule not in q.game.scoring:
        return "" if rule is not None else "there is no such rule"
    sides = {x.side for x in rule.test(q.game, q.game.result(q.state))}
    seats = {q.game.names[s].lower() for x in q.game.sides if x.id in sides for s in x.seats}
    return "" if set(q.answer) == seats else f"judged alone, it gives points to {sorted(seats)}"


def _pack(q: Any) -> str:
    dealt = Counter(q.game.match(seed=5).state.all_cards())
    if any(dealt.values()) and Card("??") not in dealt and sum(dealt.values()) == len(q.game.pack):
        inside = {c for c in q.cards if dealt[Card(c)]}
        return "" if inside == set(q.answer) else f"a deal has {sorted(inside)}"
    return ""


def _copies(q: Any) -> str:
    dealt = Counter(q.game.match(seed=5).state.all_cards())
    return (
        ""
        if str(dealt[Card(q.cards[0])]) == q.answer[0]
        else f"a deal has {dealt[Card(q.cards[0])]} of it"
    )


def _count(q: Any) -> str:
    """What the picture of the table counts."""
    if q.of == "pack":
        return (
            ""
            if q.answer == (str(len(q.state.all_cards()) or len(q.game.pack)),)
            else "the table holds another number"
        )
    view = draw_table(q.state, q.viewer)
    if q.of == "stock":
        piles = [z["count"] for z in view["zones"] if z["id"] == "stock"]
        return "" if not piles or str(piles[0]) == q.answer[0] else f"the picture shows {piles[0]}"
    seat = next(s for s in view["seats"] if s["name"].lower() == q.of)
    return "" if str(seat["cards"]) == q.answer[0] else f"the picture shows {seat['cards']}"


def _sheet(q: Any) -> str:
    """The printed sheets: the sentence stands on the right one and on none of the others."""
    text = sentence_of(q.game, q.line) or (q.rule.text(q.game) if q.rule else "")
    right = set(q.answer)
    if q.ask == "which-game":
        sheets = {
            o.value: (q.game if o.value == q.game.id else named_game(o.value)).rules(full=True)
            for o in q.choices
        }
        holds = {id for id, sheet in sheets.items() if text in " ".join(sheet.split())}
        return "" if holds == right else f"the sentence stands on the sheets of {sorted(holds)}"
    sheet = " ".join(q.game.rules(full=True).split())
    if q.ask == "which-of-game":
        holds = {o.value for o in q.choices if o.label in sheet}
        return "" if holds == right else f"on the sheet of {q.game.title} stand {sorted(holds)}"
    title = q.rule.title if q.rule else ""
    # a note that a fact already tells is left off the sheet; it is a rule of the game all the same
    told = q.rule is not None and bool(q.rule.fact)
    return (
        ""
        if (told or (text in sheet and title in sheet)) and len(right) == 1
        else "the sheet has no such title"
    )


def _league_next(q: Any) -> str:
    """Counted person by person: who was never beside, opposite or without you, as it is asked."""
    played = q.standing.pitches[: len(q.played)]
    sides = [set(side) for pitch in played for side in pitch.sides]
    tables = [set(pitch.seats) for pitch in played]
    left = {
        "hotfoot": [n for n in q.people if n != "you" and {"you", n} not in sides],
        "clockwise": [n for n in q.people if n != "you" and {"you", n} not in tables],
        "outsider": [n for n in q.people if all(n in table for table in tables)],
    }[q.league]
    return _same_people(q, left)


def _same_people(q: Any, names: list[str]) -> str:
    found = [name.lower() for name in names]
    return "" if found == list(q.answer) else f"counted by person it is {found}, not {q.answer}"


def _league_points(q: Any) -> dict[str, tuple[int, int]]:
    """What everybody has, and how many pitches they won, counted by person."""
    points, won = Counter[str](), Counter[str]()
    for pitch, (first, second) in zip(q.standing.pitches, q.played, strict=False):
        for name in pitch.seats:
            in_first = name in pitch.sides[0]
            points[name] += first if in_first else second
            won[name] += (first > second) if in_first else (second > first)
    return {name: (points[name], won[name]) for name in q.people}


def _league_total(q: Any) -> str:
    total = _league_points(q)[q.person][0]
    return "" if q.answer == (str(total),) else f"counted by person it is {total}"


def _league_winner(q: Any) -> str:
    had = _league_points(q)
    best = max(had.values())
    return _same_people(q, [name for name in q.people if had[name] == best])


def _mixed_lead(q: Any) -> int:
    """How many more deals you won than the other."""
    return sum((yours > theirs) - (yours < theirs) for yours, theirs in q.played)


def _deal_points(q: Any) -> str:
    yours, theirs = q.played[-1]
    worth = 1 + (yours > theirs) - (yours < theirs)
    return "" if q.answer == (str(worth),) else f"the deal is worth {worth}"


def _mixed_leader(q: Any) -> str:
    lead = _mixed_lead(q)
    ahead = "nobody" if not lead else q.people[lead < 0]
    return _same_people(q, [ahead])


def _mixed_next(q: Any) -> str:
    left = q.mixed[len(q.played) :]
    decider = q.mixed[-1] if len(q.played) == len(q.mixed) and not _mixed_lead(q) else "over"
    following = left[0] if left else decider
    return "" if q.answer == (following,) else f"the list goes on with {following}"


def _format_rule(q: Any) -> str:
    """One of the sentences is that of a rule of a format of this game, with this id."""
    sentences = {rule.text(q.game): str(rule) for rule in format_rules(q.game)}
    right = [c.value for c in q.choices if sentences.get(c.label) == q.line]
    return "" if right == list(q.answer) else f"the rules of the formats say {right}"


def _groups(q: Any) -> str:
    """Each move that is on show is tried by itself, and the score looked at where a rule of
    scoring is asked about."""
    played = {m for m in _shown(q) if _plays(q, m) and _gains(q, m)}
    groups = {str(m) for m in q.verdicts if str(m) in played and m.named}
    if groups == set(q.answer):
        return ""
    return (
        f"tried one by one, {sorted(groups)[:6]} can be made; the answer is {sorted(q.answer)[:6]}"
    )


def _melds(q: Any) -> str:
    """All subsets of the hand, each judged alone by counting ranks and steps."""
    melding, hand = q.game.melding, q.state.hands[q.viewer]
    melds = {
        frozenset(map(str, some))
        for n in range(1, len(hand) + 1)
        for some in combinations(hand, n)
        if _is_group(melding, some) or _is_run(melding, some, hand)
    }
    mine = {frozenset(a.split()) for a in q.answer}
    if melds == mine:
        return ""
    return f"among all subsets {len(melds)} are melds, the answer has {len(mine)}"


def _is_group(melding: Any, some: Collection[Card]) -> bool:
    """Whether cards are all of one rank, with no more jokers than others; of the rank that is a
    meld alone, fewer are enough."""
    natural = [card for card in some if card != JOKER]
    enough = len(some) >= melding.shortest or _has_special(melding, natural)
    return enough and len({c.rank for c in natural}) == 1 and len(some) <= 2 * len(natural)


def _is_run(melding: Any, some: Collection[Card], hand: Collection[Card]) -> bool:
    """Whether cards of one suit are neighbours, where a joker may stand for one that is not in
    the hand."""
    natural = [card for card in some if card != JOKER]
    enough = len(some) >= melding.shortest_run or _has_special(melding, natural)
    if not enough or len({c.suit for c in natural}) != 1 or len(some) > 2 * len(natural):
        return False
    held = {card.rank for card in hand if card.suit == natural[0].suit}
    own, ranks = {card.rank for card in natural}, melding.ranks
    spans = [{*ranks[i : i + len(some)]} for i in range(len(ranks) - len(some) + 1)]
    return any(len(span) == len(some) and span & held == own for span in spans)


def _has_special(melding: Any, natural: Collection[Card]) -> bool:
    """Whether one of these cards is a meld alone."""
    return any(card.rank == melding.special for card in natural)


def _least(q: Any) -> str:
    """Every choice of melds that share no card."""
    melding, hand = q.game.melding, q.state.hands[q.viewer]
    melds = [frozenset(m) for m in melding.melds(hand)]
    total = sum(melding.values[c.rank] for c in hand)

    def most(start: int, used: frozenset[Card]) -> int:
        best = 0
        for i in range(start, len(melds)):
            if not melds[i] & used:
                best = max(
                    best,
                    sum(melding.values[c.rank] for c in melds[i]) + most(i + 1, used | melds[i]),
                )
        return best

    least = total - most(0, frozenset())
    return "" if q.answer == (str(least),) else f"trying all melds, {least} is the least"


def _laid(q: Any) -> str:
    best = best_layoffs(q.game, q.state)
    return (
        ""
        if best == [frozenset(q.answer)]
        else f"trying all cards, {[sorted(b) for b in best]} are best"
    )


JUDGES: dict[str, Judge] = {
    "pick-moves": _moves,
    "pick-one": _moves,
    "is-open": _is_open,
    "how-many-open": _how_many,
    "lowest-bid": _lowest,
    "which-rule": _which_rule,
    "who-wins": _who,
    "which-card-wins": _which_card,
    "order-cards": _ordered,
    "how-much": _score,
    "which-line": _which_line,
    "whose-turn": _turn,
    "deal-over": _over,
    "who-gets": _gets,
    "can-be-true": _claim,
    "who-joins": _joins,
    "who-scores": _scores_by,
    "in-pack": _pack,
    "how-many-copies": _copies,
    "how-many-cards": _count,
    "which-of-game": _sheet,
    "which-game": _sheet,
    "which-sentence": _sheet,
    "league-next": _league_next,
    "league-total": _league_total,
    "league-winner": _league_winner,
    "deal-match-points": _deal_points,
    "mixed-leader": _mixed_leader,
    "mixed-next": _mixed_next,
    "format-rule": _format_rule,
    "find-group": _groups,
    "find-meld": _melds,
    "deadwood": _least,
    "laid-off": _laid,
    "declarer": _declarer,
    "contract": _contract,
}
"""A judge for every ask."""
