"""House games on disk: what a table calls its game, and the text that says how it is played.

Knows names and texts, and nothing about any game: the text of a house game is read where house
rules are known. Lies in the same database as the matches. Every failure leaves as a `StoreError`
whose text says what to do, and changes nothing.

>>> kept = Houses("sqlite://")
>>> one = kept.keep("Anna", "malilla", "Free Malilla", '{"rule:must-beat-opponent":false}')
>>> kept.rename("anna", one.id, "Open Malilla"); [game.name for game in kept.all("Anna")], kept.all("guest")
(['Open Malilla'], ())
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from cardlab.lessons.nickname import key
from cardlab.store.database import Database, StoreError
from cardlab.store.schema import houses as _houses

__all__ = ["HouseGame", "HouseNotFound", "Houses"]

MOST = 200
"""The most house games that one person can save."""
LONGEST_NAME, LONGEST_TEXT = 80, 20_000


class HouseNotFound(StoreError):
    """No house game of that name is saved."""


@dataclass(frozen=True, slots=True)
class HouseGame:
    """One saved house game."""

    id: str
    base: str
    name: str
    text: str
    touched: float = 0.0


class Houses(Database):
    """The house games in the database; safe to use from several pages at once."""

    _undone = "nothing was kept"

    def keep(self, learner: str, base: str, name: str, text: str) -> HouseGame:
        """Save a game under its name, over one of the same name that was made from the same
        game."""
        name, who = _named(name), key(learner)
        if len(text) > LONGEST_TEXT:
            raise StoreError(
                "These house rules are too long to be saved here. Save them as a file."
            )
        game = HouseGame(secrets.token_urlsafe(9), base, name, text, time.time())
        place = (_houses.c.learner == who, _houses.c.base == base, _houses.c.key == name.casefold())
        row = {"name": name, "text": text, "touched": game.touched}
        try:
            with self._writing() as connection:
                # Writing first takes the lock, so that what is read next cannot change under our
                # hands.
                if connection.execute(_houses.update().where(*place).values(**row)).rowcount:
                    id = connection.execute(sa.select(_houses.c.id).where(*place)).scalar_one()
                    return HouseGame(str(id), base, name, text, game.touched)
                count = sa.select(sa.func.count()).where(_houses.c.learner == who)
                if int(connection.execute(count).scalar_one()) >= MOST:
                    raise StoreError(
                        f"{MOST} house games are saved already, which is the most. Delete one"
                        " first."
                    )
                connection.execute(
                    _houses.insert().values(
                        id=game.id, learner=who, base=base, key=name.casefold(), **row
                    )
                )
        except IntegrityError:
            raise StoreError(f"Another window is saving {name} right now. Try again.") from None
        return game

    def all(self, learner: str) -> tuple[HouseGame, ...]:
        """The saved house games, in alphabetical order."""
        query = (
            sa.select(_houses)
            .where(_houses.c.learner == key(learner))
            .order_by(_houses.c.key, _houses.c.base)
        )
        with self._reading() as connection:
            rows = connection.execute(query).all()
        return tuple(
            HouseGame(r.id, str(r.base), str(r.name), str(r.text), r.touched) for r in rows
        )

    def rename(self, learner: str, id: str, name: str) -> None:
        """Give a game another name."""
        name = _named(name)
        try:
            with self._writing() as connection:
                change = _houses.update().where(
                    _houses.c.id == id, _houses.c.learner == key(learner)
                )
                if not connection.execute(
                    change.values(name=name, key=name.casefold(), touched=time.time())
                ).rowcount:
                    raise _gone()
        except IntegrityError:
            raise StoreError(
                f"Another of your house games is called {name} already. Choose another name."
            ) from None

    def delete(self, learner: str, id: str) -> HouseGame:
        """Delete a game and return what it was."""
        where = (_houses.c.id == id, _houses.c.learner == key(learner))
        with self._writing() as connection:
            row = connection.execute(sa.select(_houses).where(*where)).one_or_none()
            if row is None or not connection.execute(_houses.delete().where(*where)).rowcount:
                raise _gone()
        return HouseGame(row.id, str(row.base), str(row.name), str(row.text), row.touched)


def _gone() -> HouseNotFound:
    return HouseNotFound(
        "That house game is kept no longer; another window may have deleted it. Reload the page for"
        " the list."
    )


def _named(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or len(plain) > LONGEST_NAME or not plain.isprintable():
        raise StoreError(f"Give the house game a name of 1 to {LONGEST_NAME} characters.")
    return plain
