"""Cardigan's vectors."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.families.auctions import Contract
from cardlab.families.duplicates import DONE
from cardlab.families.face_down import turned
from cardlab.rulebook.cardigan import BIDS, contract_bonus, declared_sets, markers

from ._tricks import Bag

Given = dict[str, Any]
SEATS = ("S", "W", "N", "E")
SIDES = {"NS": 0, "EW": 1}
COPIES = ("AS", "KH", "QD", "JC", "TS", "9H", "8D", "7C")


def bid_order(given: Given) -> Given:
    game = cardlab.game("cardigan")
    state = game.state(phase="auction", to_move=1, hands=[("AS",)] * 4)
    state = game.after(state, given["low"])
    return {"higher": given["high" if game.verdict(state, given["high"]).legal else "low"]}


def bid_count(given: Given) -> Given:
    texts = [str(b) for b in sorted(BIDS, key=lambda b: b.height)]
    return {
        "bids": len(texts),
        "lowest": texts[0],
        "highest": texts[-1],
        "index_of_7NT": texts.index("7NT"),
    }


def auction(given: Given) -> Given:
    game = cardlab.game("cardigan")
    dealer = SEATS.index(given["dealer"])
    state = game.state(
        phase="auction", dealer=dealer, to_move=(dealer + 1) % 4, hands=[("AS",)] * 4
    )
    for at, call in enumerate(given["calls"]):
        if state.phase.id != "auction":
            return {"illegal": at, "reason": "auction-over"}
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"illegal": at, "reason": verdict.rule}
        state = game.after(state, call)
    if state.contract is None:
        return {"status": "open"}
    c = state.contract
    return {
        "status": "contract",
        "level": c.level,
        "bid": c.strain,
        "contractor": SEATS[c.declarer],
        "stuck": state.stuck,
    }


def contract_values(given: Given) -> Given:
    return {
        "values": [cardlab.game("cardigan").value(level, given["bid"]) for level in given["levels"]]
    }


def declared(seat: int, sizes: list[int]) -> list[Any]:
    """The lines of a seat that declares sets of these sizes, by playing it."""
    game = cardlab.game("cardigan")
    hand = [card for card, n in zip(COPIES, sizes, strict=False) for _ in range(n)]
    empty: Any = ((),) * 4
    state = game.state(
        phase="duplicates",
        dealer=(seat - 1) % 4,
        to_move=seat,
        hands={seat: hand},
        laid=empty,
        declared=empty,
    )
    for card, n in zip(COPIES, sizes, strict=False):
        state = game.after(state, "declare " + " ".join([card] * n))
    lines = list(game.after(state, DONE).pegged)
    assert lines == list(declared_sets.test(game, (seat, tuple(sizes))))
    return lines


def declare_duplicates(given: Given) -> Given:
    return {"points": sum(x.points for x in declared(0, given["sets"]))}


def partners(given: Given) -> Given:
    lines = [x for seat, name in enumerate(SEATS) for x in declared(seat, given.get(name, []))]
    return by_side(lines)


def by_side(lines: Any) -> Given:
    sums = cardlab.totals(lines, (side.id for side in cardlab.game("cardigan").sides))
    return dict(zip(SIDES, sums.values(), strict=True))


def find_sets(given: Given) -> Given:
    game = cardlab.game("cardigan")
    empty: Any = ((),) * 4
    state = game.state(
        phase="duplicates",
        dealer=3,
        to_move=0,
        hands={0: given["hand"]},
        laid=empty,
        declared=empty,
    )
    sets = {}
    for move in game.legal_moves(state):
        if move.named:
            sets[str(move.card)] = max(len(move.named), sets.get(str(move.card), 0))
    return {
        "sets": sets,
        "full_points": sum(x.points for x in declared_sets.test(game, (0, tuple(sets.values())))),
    }


def trump_tiers(given: Given) -> Given:
    order = cardlab.game("cardigan").ordering(given["bid"])
    return {"tiers": [sorted(map(str, rung)) for rung in order.ladder()] if order.trump else []}


def position(given: Given, hand: list[str]) -> tuple[Any, Any]:
    game = cardlab.game("cardigan")
    trick = [(i, x["card"]) for i, x in enumerate(given["trick"])]
    state = game.state(
        hands={len(trick): hand}, trick=trick, trump=given["bid"], to_move=len(trick)
    )
    assert [i not in state.trick.down for i in range(len(trick))] == [
        x["up"] for x in given["trick"]
    ]
    return game, state


def legal(given: Given) -> Given:
    game, state = position(given, given["hand"])
    verdicts = {card: game.verdict(state, card) for card in dict.fromkeys(given["hand"])}
    faces = {
        card: "down" if state.phase.turns_down(state, card) else "up"
        for card in map(cardlab.Card, verdicts)
    }
    return {
        "legal": Bag([{"card": c, "face": faces[c]} for c, v in verdicts.items() if v.legal]),
        "illegal": Bag(
            [{"card": c, "reason": str(v.rule)} for c, v in verdicts.items() if not v.legal]
        ),
    }


def trick_winner(given: Given) -> Given:
    game = cardlab.game("cardigan")
    order = game.ordering(given["bid"])
    trick = turned(game.read_trick([(i, x["card"]) for i, x in enumerate(given["trick"])]), order)
    assert [i not in trick.down for i in range(len(trick.cards))] == [
        x["up"] for x in given["trick"]
    ]
    return {"winner_index": trick.winner(order)}


def trick_award(given: Given) -> Given:
    game = cardlab.game("cardigan")
    leader = SEATS.index(given["leader"])
    hands = {(leader + i) % 4: [card] for i, card in enumerate(given["cards"])}
    state = game.state(
        hands=hands,
        trump=given["bid"],
        leader=leader,
        to_move=leader,
        declarer=leader,
        contract=Contract(BIDS[0], leader),
    )
    for card in given["cards"]:
        state = game.after(state, card)
    trick = state.taken[0]
    won, thrown = state.spoils()
    return {
        "faces": ["down" if i in trick.down else "up" for i in range(4)],
        "winner": SEATS[trick.winner(state.order)],
        "taken": {name: Bag(won[i]) for name, i in SIDES.items()},
        "discards_received": {name: Bag(thrown[i]) for name, i in SIDES.items()},
    }


def deal_score(given: Given) -> Given:
    game = cardlab.game("cardigan", bonus="declared" if given["bonus_on_declared_value"] else "bid")
    result = game.Result(
        level=given["level"],
        kind=given["bid"],
        side=0,
        tricks=given["contract_side_tricks_won"],
        multiplier=given["multiplier"],
        stuck=given["stuck"],
    )
    tricks = by_side(game.score(result))
    value = game.value(given["level"], given["bid"])
    return {
        "value": value,
        "effective": value * given["multiplier"],
        "bonus": sum(x.points for x in contract_bonus.test(game, result)),
        "contract_side_tricks": tricks["NS"],
        "defender_tricks": tricks["EW"],
        "made": result.made,
        "book_made": (
            "B"
            not in markers(
                given["level"], (True,) * result.tricks + (False,) * (13 - result.tricks)
            )[2]
        ),
    }


def cards_of(lines: Any) -> int:
    return sum(x.points for x in lines if x.rule == "card-points")


def card_points(given: Given) -> Given:
    game = cardlab.game("cardigan")
    pile, thrown = cardlab.cards(given["taken"]), cardlab.cards(given["discards_from_opponents"])
    return {
        "points": cards_of(
            game.score(game.Result(deal=given["deal"], won=(pile, ()), thrown=(thrown, ())))
        )
    }


def full_suits(given: Given) -> Given:
    game = cardlab.game("cardigan")
    lines = [
        x
        for x in game.score(game.Result(collected=(cardlab.cards(given["collected"]), ())))
        if x.rule == "full-suits"
    ]
    names = {"D": "Full diamonds", "C": "Full clubs", "H": "Full hearts", "S": "Full spades"}
    found = {title: (dict(x.values)["k"], x.points) for x in lines for title in (x.title,)}
    suits = {
        s: dict(zip(("count", "points"), found.get(name, (0, 0)), strict=True))
        for s, name in names.items()
    }
    return {"suits": suits, "total": sum(x.points for x in lines)}


def full_suit_table(given: Given) -> Given:
    one = [card for card in cardlab.pack() if card.suit == given["suit"]]
    return {"points": [full_suits({"collected": one * k})["total"] for k in (1, 2, 3, 4)]}


def marker_row(given: Given) -> Given:
    left, ours, theirs = markers(given["level"], tuple(c == "c" for c in given["trick_winners"]))
    return {
        "row": markers(given["level"], ())[0],
        "left": left,
        "contractors": ours,
        "defenders": theirs,
    }


def deal_total(given: Given) -> Given:
    game = cardlab.game("cardigan")
    won = tuple(cardlab.cards(given[s]["taken"]) for s in SIDES)
    thrown = tuple(cardlab.cards(given[s]["discards_from_opponents"]) for s in SIDES)
    result = game.Result(
        given["level"],
        given["bid"],
        SIDES[given["contractor_side"]],
        given["contract_side_tricks_won"],
        given.get("multiplier", 1),
        given.get("stuck", False),
        given["deal"],
        won,
        thrown,
    )
    sets = [
        x
        for seat, name in enumerate(SEATS)
        for x in declared(seat, given["declared"].get(name, []))
    ]
    return by_side([*sets, *contract_bonus.test(game, result), *game.score(result)])


def match(given: Given) -> Given:
    """The fourth standing's totals, and who won with them."""
    game = cardlab.game("cardigan")
    after = {s: sum(given["deal_totals"][s]) + given["full_suits"][s] for s in SIDES}
    outcome = game.outcome(
        game.opening().but(deal=len(given["deal_totals"]["NS"]) + 1, totals=tuple(after.values()))
    )
    winners = [name for name, i in SIDES.items() if outcome and game.sides[i].id in outcome.winners]
    return {**after, "winner": winners[0] if len(winners) == 1 else "draw"}


KINDS = {
    "bid-order": bid_order,
    "bid-count": bid_count,
    "auction": auction,
    "contract-values": contract_values,
    "declare-duplicates": declare_duplicates,
    "declare-duplicates-partners": partners,
    "find-sets": find_sets,
    "trump-tiers": trump_tiers,
    "legal": legal,
    "trick-winner": trick_winner,
    "trick-award": trick_award,
    "deal-score": deal_score,
    "card-points": card_points,
    "full-suits": full_suits,
    "full-suit-table": full_suit_table,
    "markers": marker_row,
    "deal-total": deal_total,
    "match": match,
}
