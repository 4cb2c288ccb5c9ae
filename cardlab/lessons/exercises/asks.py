"""Further ways of asking that exercises need: melds of a hand, deadwood, laying off, copies of a
card, rule sheets.

Knows questions.  The answers come from the game's own melding, its pack and its rule sheet.

>>> import cardlab
>>> from cardlab.lessons.asking import Question
>>> game = cardlab.game("gin-rummy")
>>> state = game.state(phase="discard", hands={0: "7C 8C 9C 9D 9H JS QS KS AS 2D"}, to_move=0)
>>> Question(game, state, 0, "find-meld").answer
('9H 9C 9D', 'JS QS KS', '7C 8C 9C')
>>> Question(game, state, 0, "deadwood").answer
('18',)
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.catalogue import game as named_game
from cardlab.engine.rulings import Rule
from cardlab.engine.words import listed, some
from cardlab.lessons.asking import (
    ASKS,
    NUMBER,
    Ask,
    OfGroups,
    Option,
    Question,
    WhichOfGame,
    card_options,
    known_rule,
    known_sentence,
    rule_about,
)


def _hand(q: Question) -> tuple[Card, ...]:
    return tuple(q.state.hands[q.viewer])


class FindMeld(OfGroups):
    """A meld in a hand that is sorted by the game itself: its cards, in any order."""

    wanted = "choose the cards of one meld"
    prompt = "Choose cards of your hand that make a meld."

    def options(self, q: Question) -> tuple[Option, ...]:
        return card_options(_hand(q))

    def answer(self, q: Question) -> tuple[str, ...]:
        return tuple(" ".join(meld) for meld in q.game.melding.melds(_hand(q)))

    def rule(self, q: Question) -> Rule | None:
        return rule_about(q.game, "meld")

    def reason(self, q: Question) -> str:
        melds = [m.split() for m in q.answer]
        said = listed([" ".join(Card(c).sign for c in m) for m in melds], "or")
        return said + (" is a meld" if len(melds) == 1 else " are melds")

    def otherwise(self, q: Question) -> str:
        rule = q.rule
        return rule.text(q.game) if rule else "{reason}."


class Deadwood(Ask):
    """What the hand counts outside melds, at the least."""

    select = NUMBER
    wanted = "give a number"
    prompt = "How many points of deadwood does your hand hold, at the least?"

    def answer(self, q: Question) -> tuple[str, ...]:
        return (str(q.game.melding.deadwood(_hand(q))),)

    def rule(self, q: Question) -> Rule | None:
        return rule_about(q.game, "deadwood")

    def reason(self, q: Question) -> str:
        found = q.game.melding.arrange(_hand(q))
        loose = listed([c.sign for c in found.loose], most=8) or "no card"
        return f"outside the melds {'lie' if len(found.loose) > 1 else 'lies'} {loose}"

    def otherwise(self, q: Question) -> str:
        return "{reason}. Count again."


class LaidOff(Ask):
    """Which cards the defender lays off when the knocker's melds lie on the table."""

    select = "many"
    wanted = "choose the cards that are laid off"

    def _shown(self, q: Question) -> Any:
        return q.game.shown(q.state)

    def text(self, q: Question) -> str:
        name = q.game.names[q.state.after_seat(q.state.knocker)]
        return f"Which cards does {name} lay off, so that the least deadwood stays?"

    def options(self, q: Question) -> tuple[Option, ...]:
        return card_options(q.state.hands[q.state.after_seat(q.state.knocker)])

    def answer(self, q: Question) -> tuple[str, ...]:
        return tuple(map(str, self._shown(q).laid))

    def rule(self, q: Question) -> Rule | None:
        return rule_about(q.game, "lay-off")

    def reason(self, q: Question) -> str:
        return f"{listed([c.sign for c in self._shown(q).laid])} can lie on the knocker’s melds"

    def otherwise(self, q: Question) -> str:
        return "{reason}."


class HowManyCopies(Ask):
    """How often a card is in the pack."""

    select = NUMBER
    wanted = "give a number"

    def text(self, q: Question) -> str:
        return f"How many times is {Card(q.cards[0]).sign} in the pack of {q.game.title}?"

    def answer(self, q: Question) -> tuple[str, ...]:
        return (str(q.game.pack.count(Card(q.cards[0]))),)

    def rule(self, q: Question) -> Rule | None:
        return rule_about(
            q.game, "multi-deck", "standard-deck", "stripped-pack", "identical-cards", "joker"
        )

    def reason(self, q: Question) -> str:
        return f"the pack of {q.game.title} has {some(len(q.game.pack), 'card')}"

    def otherwise(self, q: Question) -> str:
        rule = q.rule
        return rule.text(q.game) if rule else "{reason}."


class WhichGame(Ask):
    """Which of some games plays by a sentence.  ``offer``: ids of games."""

    wanted = "choose a game"

    def text(self, q: Question) -> str:
        return f"Which of these games plays by this rule? {known_sentence(q, q.line or '')}"

    def options(self, q: Question) -> tuple[Option, ...]:
        titles = {id: named_game(id).title for id in (q.game.id, *q.offer)}
        return tuple(Option(id, titles[id]) for id in sorted(titles, key=titles.__getitem__))

    def answer(self, q: Question) -> tuple[str, ...]:
        sentence = known_sentence(q, q.line or "")
        if not sentence:
            raise ValueError(f"{q.game.title} has no rule {q.line!r}")
        return tuple(o.value for o in q.options if self._plays(q, o.value, sentence))

    def _plays(self, q: Question, id: str, sentence: str) -> bool:
        game = self._played(q, id)
        return any(r.text(game) == sentence for r in game.all_rules())

    @staticmethod
    def _played(q: Question, id: str) -> Any:
        return q.game if id == q.game.id else named_game(id)

    def rule(self, q: Question) -> Rule | None:
        return known_rule(q, q.line or "")

    def reason(self, q: Question) -> str:
        rule = self.rule(q)
        return f"{q.game.title}: {rule.title}" if rule else ""

    def otherwise(self, q: Question) -> str:
        return "That game does it another way. {reason}."


class WhichSentence(WhichOfGame):
    """Which sentence of the rule sheet stands under a title.  ``line``: the rule; ``offer``:
    other rules."""

    def text(self, q: Question) -> str:
        rule = self.rule(q)
        return f"{q.game.title}: which sentence stands under “{rule.title if rule else q.line}”?"

    def reason(self, q: Question) -> str:
        rule = self.rule(q)
        return rule.text(q.game) if rule else ""

    def otherwise(self, q: Question) -> str:
        return "{reason}"


ASKS.update(
    {
        "find-meld": FindMeld(),
        "deadwood": Deadwood(),
        "laid-off": LaidOff(),
        "how-many-copies": HowManyCopies(),
        "which-game": WhichGame(),
        "which-sentence": WhichSentence(),
    }
)
