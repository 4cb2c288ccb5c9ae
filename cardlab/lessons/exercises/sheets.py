"""Exercises on rule sheets: which sentence does this game play by, which game plays by this
sentence, which stands where.

Knows the rules of all games as sentences.  They fit every rule that has a sentence of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from cardlab.engine.catalogue import games
from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.lessons.asking import Question
from cardlab.lessons.exercises.base import Kind, Params, dice
from cardlab.lessons.exercises.search import the_game


@cache
def sentences() -> tuple[tuple[str, Rule], ...]:
    """Every rule of every game of the catalogue, with the game."""
    return tuple((id, r) for id in games() for r in the_game(id).all_rules())


@cache
def playing(text: str) -> frozenset[str]:
    """The games that play by a sentence, by itself or as the beginning of a longer one."""
    return frozenset(id for id, r in sentences() if text in r.text(the_game(id)))


class OfSheets(Kind):
    """A sentence among others that are near it."""

    def fits(self, game: Game, rule: Rule) -> bool:
        return bool(rule.wording)

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng = dice(game, f"{self.id}:{rule}", seed)
        state = game.begin(game.opening())
        for _ in range(40):
            chosen = rule if rule is not None else rng.choice(game.all_rules())
            q = self.asked(game, state, chosen, rng)
            if q is not None and len(q.options) >= 3 and len(q.answer) == 1:
                yield q

    def asked(self, game: Game, state: object, rule: Rule, rng: random.Random) -> Question | None:
        raise NotImplementedError

    def step(self, q: Question) -> int:
        """Harder where the others are about the same thing."""
        return min(4, max(1, len(q.options) - 1))


def near(rule: Rule, rng: random.Random) -> list[tuple[str, Rule]]:
    """Rules of any game, those that share most with this one first, in an order by chance among
    equals."""
    pool = list(sentences())
    rng.shuffle(pool)
    mine = set(rule.concepts)

    def distance(pair: tuple[str, Rule]) -> tuple[bool, int, bool]:
        r = pair[1]
        return r.kind != rule.kind, -len(mine & set(r.concepts)), r == rule

    return sorted(pool, key=distance)


class WhichOfGame(OfSheets):
    """Which of these does this game play by?"""

    id = "which-of-game"

    def asked(self, game: Game, state: object, rule: Rule, rng: random.Random) -> Question | None:
        own = {r.text(game) for r in game.all_rules()}
        texts, offer = {rule.text(game)}, []
        for id, r in near(rule, rng):
            sentence = r.text(the_game(id))
            if sentence not in texts and sentence not in own:
                offer.append(f"{id}/{r}")
                texts.add(sentence)
            if len(offer) == 3:
                break
        return Question(game, state, 0, self.id, line=str(rule), offer=tuple(offer))


class WhichGame(OfSheets):
    """Which of these games plays by this sentence?"""

    id = "which-game"

    def fits(self, game: Game, rule: Rule) -> bool:
        others = playing(rule.text(game)) - {game.id}
        return super().fits(game, rule) and len(others) < len(games()) - 3

    def asked(self, game: Game, state: object, rule: Rule, rng: random.Random) -> Question | None:
        players = playing(rule.text(game))
        others = [id for id in games() if id != game.id and id not in players]
        rng.shuffle(others)
        others.sort(key=lambda id: -len(the_game(id).concepts() & set(rule.concepts)))
        some = others[: 3 + rng.randint(0, 3)]
        return Question(game, state, 0, self.id, line=str(rule), offer=tuple(rng.sample(some, 3)))


class WhichSentence(OfSheets):
    """Which sentence stands under this title?"""

    id = "which-sentence"

    def asked(self, game: Game, state: object, rule: Rule, rng: random.Random) -> Question | None:
        others = [
            r for r in game.all_rules() if r.text(game) != rule.text(game) and r.title != rule.title
        ]
        rng.shuffle(others)
        others.sort(key=lambda r: -len(set(r.concepts) & set(rule.concepts)))
        return Question(game, state, 0, self.id, line=str(rule), offer=tuple(map(str, others[:3])))


SHEETS = (WhichOfGame(), WhichGame(), WhichSentence())
