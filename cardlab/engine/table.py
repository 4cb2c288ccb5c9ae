"""The one view of a table, as plain data: what a seat sees, its choices with their verdicts, the
score.

Every renderer (text, SVG, the browser) draws a `TableView` and knows no game; no game writes one.
Games and families describe their zones with the helpers here, in five layouts: fan, trick, pile,
row and grid.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardlab.engine.cards import BACK, Card, Suit
from cardlab.engine.hooks import call_says, draw_svg, draw_text
from cardlab.engine.lacking import answering
from cardlab.engine.moves import PASS, Bid, Move
from cardlab.engine.rulings import Verdict
from cardlab.engine.scoring import ScoreLine, totals
from cardlab.engine.summary import score_sentence, summary
from cardlab.engine.telling import side_called, told_to
from cardlab.engine.words import capital, listed, points
from cardlab.engine.worked import WorkedStep, steps

if TYPE_CHECKING:
    from cardlab.engine.game import Game
    from cardlab.engine.match import Match
    from cardlab.engine.ordering import Ordering
    from cardlab.engine.outcomes import Outcome

FORMAT = 1


@dataclass(frozen=True)
class Face:
    """One card as it lies: ``card`` None is face down; marks are words with one meaning each
    (winning, fresh, drawn ...).

    The mark ``down`` is a card that lies face down although the viewer knows it; ``covering`` one
    under which another lies face down.
    """

    card: str | None
    seat: int | None = None
    order: int | None = None
    marks: tuple[str, ...] = ()
    tag: str = ""


def face(card: Card, **marks: Any) -> Face:
    return Face(None if card is BACK else str(card), **marks)


@dataclass(frozen=True)
class Group:
    """Cards that lie together in a row: a meld, deadwood, what was captured."""

    title: str
    kind: str
    faces: tuple[Face, ...]


@dataclass(frozen=True)
class Zone:
    """A place on the table."""

    id: str
    kind: str
    layout: str
    owner: int | None
    title: str
    faces: Sequence[Face] = ()
    open: bool = True
    count: int | None = None
    groups: Sequence[Group] = ()
    note: str = ""
    stake: int | None = None


def pile(
    id: str,
    title: str,
    cards: Sequence[Card],
    *,
    open: bool,
    owner: int | None = None,
    note: str = "",
) -> Zone:
    """A pile of which only the top card shows, or none."""
    top = [face(cards[-1])] if open and cards else []
    return Zone(id, id.split("-")[0], "pile", owner, title, top, open, len(cards), note=note)


def panel_trump(order: Ordering, turned: Card | None) -> dict[str, Any]:
    if order.trump is None:
        return {"suit": None, "label": "No trumps", "note": "", "card": None}
    note = "turned up" if turned is not None and turned.suit == order.trump else ""
    return {
        "suit": str(order.trump),
        "label": f"Trumps {order.trump.sign}",
        "note": note,
        "card": str(turned) if note else None,
    }


def panel_contract(game: Game, state: Any) -> dict[str, Any]:
    contract = state.contract
    doubled = ("", " doubled", " redoubled")[contract.doubled]
    return {
        "text": f"{contract.bid.label}{doubled}",
        "by": game.names[contract.declarer],
        "note": "",
    }


def panel_ladder(order: Ordering, state: Any) -> dict[str, Any] | None:
    """The trump suit, or at no trump the suit led, from high to low: which cards are in the hand
    that plays, played, winning now.  owner: whose hand that is."""
    suit = order.trump or (state.order.suit_of[state.trick.cards[0]] if state.trick.cards else None)
    if suit is None:
        return None
    mine = state.hands[state.me] if state.me is not None else ()
    owner = "the dummy's" if state.me is not None and state.me == state.dummy else "yours"
    gone = [c for t in (*state.taken, state.trick) for c in t.cards]
    best = state.winning()
    rungs = [
        {
            "cards": [str(c) for c in rung],
            "mine": any(c in mine for c in rung),
            "played": all(gone.count(c) >= state.game.pack.count(c) for c in rung),
            "winning": best is not None and best[1] in rung,
        }
        for rung in order.ladder(suit)
    ]
    title = "Trumps, high to low" if order.trump else "The suit led, high to low"
    note = suit.name if isinstance(suit, Suit) else ""
    return {"title": title, "note": note, "owner": owner, "rungs": rungs}


@dataclass(frozen=True)
class TableView:
    """What one seat sees.  ``to_dict`` is plain JSON; its keys are the contract with every
    renderer.

    >>> import cardlab
    >>> view = cardlab.game("kaiser").match(seed=7).view(0)
    >>> view["title"], view["prompt"], [z["count"] for z in view["zones"]]
    ('Kaiser', 'West is to call.', [8, 8, 8, 8])
    >>> TableView.from_json(view.to_json()) == view
    True
    """

    data: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def to_dict(self) -> dict[str, Any]:
        return self.data

    def to_json(self, indent: int | None = None) -> str:
        return json.dumps(self.data, ensure_ascii=False, indent=indent)

    @classmethod
    def from_json(cls, text: str) -> TableView:
        return cls(json.loads(text))

    def __str__(self) -> str:
        return str(draw_text(self.data))

    def _repr_svg_(self) -> str:
        return str(draw_svg(self.data))


Verdicts = Callable[[int], Mapping[Move, Verdict]]
"""Gives every candidate of a seat with its verdict."""


def table(state: Any, seat: int = 0) -> TableView:
    """The view of a state by itself, a position without a match."""

    def verdicts(me: int) -> Mapping[Move, Verdict]:
        verdicts: Mapping[Move, Verdict] = state.game.verdicts(state, me)
        return verdicts

    with answering(state):
        return TableView(_data(state.game, state, seat, state.game.names, verdicts))


def table_view(match: Match, seat: int, ply: int) -> TableView:
    """The view of a match at a ply: the state, and what the match adds to it.

    At the last ply the match remembers the verdicts, so that the move that is picked next is not
    judged again.
    """
    state = match.state_at(ply)

    def verdicts(me: int) -> Mapping[Move, Verdict]:
        return match.verdicts(me) if ply == match.ply else match.game.verdicts(state, me)

    data = _data(match.game, state, seat, match.names, verdicts)
    lines = match.lines_at(ply)
    sums = totals(lines, (s.id for s in match.game.sides))
    outcome = match.outcome_at(ply)
    data |= {
        "lines": [_line(match.game, x, seat) for x in _this_deal(state, lines)],
        "summary": _summary(match, state, lines, seat, outcome),
        "race": _race(match.game, state, lines, seat),
        "totals": sums,
        "ledger": _ledger(lines, state, match),
        "log": match.log(ply, seat)[-400:],
        "over": outcome is not None,
        "outcome": None,
    }
    for side in data["sides"]:
        side["total"] = sums[side["id"]]
    for entry in data["seats"]:
        entry["score"] = sums[entry["side"]]
    if outcome is not None:
        data |= {
            "outcome": {"title": outcome.title(seat), "text": outcome.say(seat)},
            "prompt": "The match is over.",
        }
    return TableView(data)


def _summary(
    match: Match, state: Any, lines: tuple[ScoreLine, ...], seat: int, outcome: Outcome | None
) -> dict[str, str] | None:
    """A finished deal in words; None while it is played."""
    if state.phase.id != "over":
        return None
    game = match.game
    told = summary(
        game,
        game.deal_feats(state),
        _this_deal(state, lines),
        seat,
        outcome,
        thrown_in=game.thrown_in(state),
    )
    return {"title": told.title, "how": told.how, "deal": told.deal}


def _race(
    game: Game, state: Any, lines: tuple[ScoreLine, ...], viewer: int
) -> dict[str, Any] | None:
    """The match as bars, where it is a race: what everybody had before this deal, and has now."""
    goal = next((end.goal for end in game.ends if end.goal is not None), None)
    if goal is None or state.phase.id != "over":
        return None
    new = totals(_this_deal(state, lines), (side.id for side in game.sides))
    now = totals(lines, (side.id for side in game.sides))
    bars = [
        {
            "name": capital(side_called(side, game.names, viewer)),
            "before": now[side.id] - new[side.id],
            "new": new[side.id],
            "now": now[side.id],
        }
        for side in game.sides
    ]
    return {"goal": goal, "sides": bars}


def _step(step: WorkedStep) -> dict[str, Any]:
    return {
        "name": step.name,
        "result": step.result,
        "said": step.say(),
        "rest": step.rest,
        "terms": [
            {"sign": t.sign, "name": t.name, "value": t.value, "drawn": t.drawn, "there": t.there}
            for t in step.terms
        ],
    }


def _this_deal(state: Any, lines: tuple[ScoreLine, ...]) -> list[ScoreLine]:
    return [x for x in lines if x.deal == state.standing.deal]


def _ledger(lines: Iterable[ScoreLine], state: Any, match: Match) -> list[dict[str, Any]]:
    """The finished deals; what the running one has brought so far stands in its own lines and in
    the totals."""
    sums = {side.id: 0 for side in match.game.sides}
    deals: dict[int, dict[str, int]] = {}
    running = None if state.phase.id == "over" else state.standing.deal
    for entry in lines:
        if entry.deal != running:
            deals.setdefault(entry.deal, dict.fromkeys(sums, 0))[entry.side] += entry.points
    out = []
    for deal, by_side in sorted(deals.items()):
        sums = {side: sums[side] + by_side[side] for side in sums}
        out.append({"deal": deal, "by_side": by_side, "after": dict(sums)})
    return out


def _team(game: Game, viewer: int, side_id: str) -> str:
    if all(len(side.seats) == 1 for side in game.sides):
        return ""
    return "we" if game.side_of[viewer] == side_id else "they"


def _line(game: Game, entry: ScoreLine, viewer: int) -> dict[str, Any]:
    values = dict(entry.values)
    side = next(s for s in game.sides if s.id == entry.side)
    return {
        "side": entry.side,
        "side_name": side_called(side, game.names, viewer),
        "team": _team(game, viewer, entry.side),
        "points": entry.points,
        "title": told_to(entry.title, viewer),
        "rule": str(entry.rule),
        "rule_title": entry.rule.title,
        "concepts": list(entry.concepts),
        "because": told_to(entry.because, viewer),
        "said": score_sentence(game, entry, viewer),
        "steps": [_step(step) for step in steps(entry.formula, values)] if entry.formula else [],
        "deal": entry.deal,
        "account": entry.account,
        "cards": [str(c) for c in entry.cards],
        "formula": entry.formula.text if entry.formula else "",
        "mathml": entry.formula.mathml() if entry.formula else "",
        "values": entry.formula.mathml(values) if entry.formula else "",
        "text": entry.text,
        "legend": [list(pair) for pair in entry.formula.legend()] if entry.formula else [],
    }


def _choices(
    game: Game, state: Any, seat: int, verdicts: Verdicts
) -> tuple[list[dict[str, Any]], int | None]:
    """The choices of the seat that looks, with the seat whose cards they are played from."""
    acting = state.actor() if state.to_move is not None else None
    me = state.to_move if acting == seat else seat
    if me == state.to_move and acting != seat:
        return [], None  # a dummy does not play its own cards
    if me != state.to_move and me not in state.phase.movers(state):
        return [], None
    choices = []
    judged, seen = verdicts(me), state.seen_by(me)
    legal = [str(move) for move, verdict in judged.items() if verdict.legal]
    for move, verdict in judged.items():
        rule = verdict.rule
        choices.append(
            {
                "move": str(move),
                "label": move.short,
                "verb": move.verb,
                "verb_title": move.kind.capitalize() or move.title,
                "card": str(move.card) if move.card is not None else None,
                "from": game.zone_of(seen, move) if move.card is not None else None,
                "cards": [str(c) for c in move.named],
                "kind": move.kind,
                "at": list(move.at) if move.at is not None else None,
                "legal": verdict.legal,
                "rule": str(rule) if rule else None,
                "rule_title": rule.title if rule else None,
                "reason": verdict.reason,
                "instead": [] if verdict.legal else [*legal],
                "concepts": list(rule.concepts) if rule else [],
                "worth": game.worth(seen, move),
            }
            | ({"raced": True} if str(move) in state.phase.raced else {})
            | ({"promise": promise} if (promise := game.promise(seen, move)) else {})
            | ({"says": told} if verdict.legal and (told := _says(seen, move)) else {})
        )
    return choices, me


def _says(table: Any, move: Move, number: int | None = None) -> str:
    """What a call tells those who hear it, in words; number: how many were made before it."""
    game = table.game
    if not (game.bidding_system or game.bid_values) or move.card is not None:
        return ""
    calls = len(game.calls(table)) if number is None else number
    told: str = call_says(table, move, calls)
    return told


def _calls(state: Any) -> dict[str, Any] | None:
    """The auction so far, as rows of one call a seat."""
    calls = state.game.calls(state)
    if state.phase.id not in ("auction", "trumps") and not calls:
        return None
    game = state.game
    first = calls[0][0] if calls else state.to_move
    if first is None:
        return None
    seats = list(game.seats_from(first))
    top = max((i for i, (_, c) in enumerate(calls) if isinstance(c, Bid)), default=None)
    rows: list[list[dict[str, Any] | None]] = []
    standing: dict[str, Any] | None = None
    for i, (seat, call) in enumerate(calls):
        if not rows or rows[-1][seats.index(seat)] is not None:
            rows.append([None] * len(seats))
        bid = isinstance(call, Bid)
        told = _says(state, call, i)
        says = {"says": told} if told else {}
        cell = {"text": call.label, "standing": i == top, "pass": call == PASS, "bid": bid}
        rows[-1][seats.index(seat)] = cell | says
        if i == top:
            standing = {"text": call.label, "by": game.names[seat], "seat": seat} | says
    return {"seats": seats, "rows": rows, "standing": standing}


def _grid(state: Any) -> dict[str, Any] | None:
    bids, columns = state.phase.bids, state.phase.columns
    if not bids or not columns:
        return None
    rows: dict[int, int] = {}
    for bid in bids:
        if bid.at is not None:
            rows.setdefault(bid.at[0], bid.level)
    return {"columns": list(columns), "rows": [str(rows[row]) for row in sorted(rows)]}


def _data(
    game: Game, state: Any, seat: int, names: Sequence[str], verdicts: Verdicts
) -> dict[str, Any]:
    seen = state.seen_by(seat)
    over = state.phase.id == "over"
    choices, me = _choices(game, state, seat, verdicts)
    panels = game.panels(seen if me is None else seen.but(me=me))
    notes: dict[int, list[str]] = panels.pop("notes", {})
    counted: dict[int, str] = panels.pop("counted", {})
    for owner, count in counted.items():
        notes.setdefault(owner, []).append(count)
    for ready in dict.fromkeys(chooser for chooser, _ in seen.chosen if chooser != seat):
        notes.setdefault(ready, []).append("ready")
    drawn = seen.with_known_cards() if seen.shows_known else seen
    # where a game lays open cards of a hand out, they have a place of their own
    for holder, hand in enumerate(drawn.hands if seen.shows_known else ()):
        if BACK in hand and (shown := [card for card in hand if card is not BACK]):
            notes.setdefault(holder, []).append(f"holds {listed(shown, most=len(shown))}")
    moving = state.to_move
    order = game.order(seen) or game.sorting()
    if me is not None:
        prompt = state.phase.asks(seen.but(me=me))
    elif moving is None:
        prompt = state.phase.asks(seen)
    else:
        acting = state.actor()
        who = game.subject(names[acting])
        prompt = (
            f"{who} is to {state.phase.doing}."
            if acting == moving
            else f"{who} is to play from your hand."
            if moving == seat
            else f"{who} is to play from the dummy."
            if moving == state.dummy
            else f"{who} is to play from {names[moving]}'s hand."
        )
    team = {side.id: _team(game, seat, side.id) for side in game.sides}
    sums = dict(zip((s.id for s in game.sides), state.standing.totals, strict=False))
    seats = []
    for i, name in enumerate(names):
        relation = (
            "you"
            if i == seat
            else "partner"
            if game.side_of[i] == game.side_of[seat]
            else "opponent"
        )
        seats.append(
            {
                "index": i,
                "name": name,
                "you": i == seat,
                "side": game.side_of[i],
                "relation": relation,
                "team": team[game.side_of[i]],
                "cards": len(state.hands[i]),
                "dealer": i == state.dealer,
                "turn": i == moving,
                "active": True,
                "notes": notes.get(i, []),
                "score": sums.get(game.side_of[i], 0),
            }
            | ({"counted": counted[i]} if i in counted else {})
        )
    zones = [_hand(drawn, i, names, seat, order) for i in range(game.players)] + [
        _zone(z) for z in game.zones(seen)
    ]
    subtitle = panels.pop("subtitle", "")
    data = {
        "format": FORMAT,
        "game": game.id,
        "title": game.title,
        "printed": game.faces,
        "subtitle": f"Deal {state.standing.deal}" + (f" · {subtitle}" if subtitle else ""),
        "deal": state.standing.deal,
        "phase": state.phase.id,
        "phase_title": state.phase.title,
        "viewer": seat,
        "to_move": moving,
        "mine": bool(choices),
        "deal_over": over,
        "over": False,
        "prompt": prompt,
        "seats": seats,
        "sides": [
            {
                "id": s.id,
                "name": capital(s.name),
                "seats": list(s.seats),
                "team": team[s.id],
                "total": sums.get(s.id, 0),
            }
            for s in game.sides
        ],
        "zones": zones,
        "choices": choices,
        "grid": _grid(state),
        "calls": _calls(seen),
        "trump": None,
        "contract": None,
        "ladder": None,
        "tricks": [],
        "tally": [],
        "lines": [_line(game, x, seat) for x in game.of_deal(state, state.pegged)],
        "totals": sums,
        "ledger": [],
        "target": game.target_text(),
        "outcome": None,
        "log": [],
    }
    data |= panels
    for trick in data["tricks"]:
        worth, side = trick["points"], game.side_of[trick["winner"]]
        winner = names[trick["winner"]]
        reason = trick["why"]
        won = "You" if trick["winner"] == seat else game.subject(winner)
        trick["why"] = f"{won} won: {reason}."
        who = "You" if trick["winner"] == seat else winner
        label = {"we": "We", "they": "They"}.get(team[side], who)
        told = f"{label} {points(worth)}" if worth else ""
        # whose trick it is stands in a column of its own; a sentence that names the winner adds
        # only what the trick counted
        trick |= {"points": told or label, "counted": told}
    return data


def _hand(
    state: Any, seat: int, names: Sequence[str], viewer: int, order: Ordering | None
) -> dict[str, Any]:
    hand = state.hands[seat]
    open_ = bool(hand) and BACK not in hand
    shown = order.sorted(hand) if order and open_ else hand
    owner = "Dummy" if seat == state.dummy else names[seat]
    title = "your hand" if seat == viewer else f"{owner}'s hand"
    chosen = [move.card for chooser, move in state.chosen if chooser == seat == viewer]
    covering = state.covering(seat)
    faces = []
    for card in shown if open_ else ():
        marks = ("covering",) if card in covering else ()
        faces.append(face(card, marks=marks, tag="chosen" if card in chosen else ""))
        if card in chosen:
            chosen.remove(card)
    return _zone(Zone(f"hand-{seat}", "hand", "fan", seat, title, faces, open_, len(hand)))


def _face(f: Face) -> dict[str, Any]:
    data: dict[str, Any] = {"card": f.card, "marks": list(f.marks)}
    for key in ("seat", "order"):
        if getattr(f, key) is not None:
            data[key] = getattr(f, key)
    return data | ({"tag": f.tag} if f.tag else {})


def _zone(zone: Zone) -> dict[str, Any]:
    return {
        "id": zone.id,
        "kind": zone.kind,
        "layout": zone.layout,
        "owner": zone.owner,
        "title": zone.title,
        "open": zone.open,
        "count": len(zone.faces) if zone.count is None else zone.count,
        "faces": [_face(f) for f in zone.faces],
        "note": zone.note,
        "stake": zone.stake,
        "groups": [
            {"title": g.title, "kind": g.kind, "faces": [_face(f) for f in g.faces]}
            for g in zone.groups
        ],
    }
