"""Orders of cards: every ladder, what beats what and why, the relation as a diagram, and two
orders side by side.

Knows orders and how they can be laid out to be read.  States no rule: who wins a trick, and by
which rule, is asked of the game.  Knows no page.

>>> import cardlab
>>> cardigan = cardlab.game("cardigan")
>>> print(order_of(cardigan, "RED"))
Cardigan, Red: J♥=J♦ J♠=J♣ 10♥=10♦ A♥=A♦ 2♠=2♥=2♣=2♦
  spades: A♠ K♠ Q♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠
  hearts: K♥ Q♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥
  clubs: A♣ K♣ Q♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣
  diamonds: K♦ Q♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦
>>> print(duel(cardigan, "RED", "10D", "JS"))
10♦ loses to J♠. J♠ is the highest trump. J♠ stands on rung 2 of the reds, 10♦ on rung 3. [highest-trump, fifth-suit]
>>> print(compare(cardigan.ordering("H"), cardigan.ordering("RED")))
joins the trumps: 10♦ A♦
leaves the trumps: K♥ Q♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥
moves up: J♦ 10♥
equal now: J♥=J♦, 10♥=10♦, A♥=A♦
"""

from cardlab.labs.orders.changes import (
    LadderPlace,
    OrderChanges,
    Shift,
    SideBySide,
    compare,
    side_by_side,
)
from cardlab.labs.orders.diagram import DiagramNode, Hasse, hasse
from cardlab.labs.orders.duels import Duel, duel, why_beats
from cardlab.labs.orders.ladders import (
    GameOrder,
    Ladder,
    Rung,
    ladders,
    order_of,
    orders,
    suit_name,
    unranked,
)
from cardlab.labs.orders.posets import OrderEdit, Poset, covering, edit, poset

__all__ = [
    "DiagramNode",
    "Duel",
    "GameOrder",
    "Hasse",
    "Ladder",
    "LadderPlace",
    "OrderChanges",
    "OrderEdit",
    "Poset",
    "Rung",
    "Shift",
    "SideBySide",
    "compare",
    "covering",
    "duel",
    "edit",
    "hasse",
    "ladders",
    "order_of",
    "orders",
    "poset",
    "side_by_side",
    "suit_name",
    "unranked",
    "why_beats",
]
