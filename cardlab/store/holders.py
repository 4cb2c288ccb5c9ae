"""Who holds a nickname: whoever has the recovery code of it, or a cookie that was signed for it.

Knows names, codes and hashes; knows no cookie and no page. Of a code only a slow hash is kept. A
name that was used before names had codes has progress and no holder: nobody can take it until
whoever runs the server makes a code for it (`new_code`).

>>> holders = Holders("sqlite://")
>>> anna = holders.take("Anna"); len(anna.code), holders.stamp("ANNA") == anna.stamp
(9, True)
>>> holders.open("anna", anna.code.lower()) == anna
True
>>> holders.take("anna")
Traceback (most recent call last):
cardlab.store.holders.NameTaken: Anna is taken. If it is yours, give its recovery code; otherwise choose another name.
"""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from cardlab.lessons.nickname import GUEST, account_of, is_guest, key
from cardlab.store.codes import code_hash, grouped, made_code, typed_code, wrong_lately
from cardlab.store.database import Database, StoreError
from cardlab.store.learners import move_learner, named
from cardlab.store.schema import events as _events
from cardlab.store.schema import holders as _holders
from cardlab.store.schema import houses as _houses
from cardlab.store.schema import learners as _learners
from cardlab.store.schema import matches as _matches
from cardlab.store.schema import settings as _settings
from cardlab.store.schema import walks as _walks

__all__ = ["CodeRefused", "Holder", "Holders", "NameTaken", "TooManyCodes"]

TRIES = 10
PAUSE = 600.0
"""So many wrong codes for one name within so many seconds; then it has to wait."""
_KEY = "signing-key"


class NameTaken(StoreError):
    """Somebody else holds the name."""


class CodeRefused(StoreError):
    """The code is not that of the name."""


class TooManyCodes(StoreError):
    """Too many wrong codes were given for the name."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a name.

    learner: the key of the name; name: as it is shown; stamp: what a cookie has to carry to be
    theirs; code: the recovery code, letters in two groups.
    """

    learner: str
    name: str
    stamp: str
    code: str


class Holders(Database):
    """The holders of names in the database."""

    _undone = "the name was not taken"

    # -- names
    # ---------------------------------------------------------------------

    def take(self, name: str, guest: str = "") -> Holder:
        """Take a name that nobody has used, and return it with its new code.

        guest: the id of the guest who takes it, whose progress, house rules and matches become those
        of the name.  Raises NameTaken.
        """
        name = named(name)
        if is_guest(name):
            raise NameTaken("Guest is what visitors without a name are called. Choose another.")
        if account_of(name):
            raise NameTaken("This is an account, which nobody can take as a name. Choose another.")
        who, code = key(name), made_code()
        with self._reading() as connection:  # no hash is made where the name cannot be had
            if (taken := self._taken(connection, who)) is not None:
                raise taken
        holding = _holding(who, code)
        try:
            with self._writing() as connection:
                if (taken := self._taken(connection, who)) is not None:
                    raise taken
                connection.execute(_holders.insert().values(holding))
                if guest:
                    move_learner(connection, guest, who, name)
                    _pass_matches(connection, guest, who)
                now = time.time()
                if not connection.execute(
                    _learners.update().where(_learners.c.key == who).values(name=name)
                ).rowcount:
                    connection.execute(
                        _learners.insert().values(key=who, name=name, created=now, touched=now)
                    )
        except IntegrityError:
            raise NameTaken(f"{name} was taken at this moment. Choose another name.") from None
        return Holder(who, name, holding["stamp"], code)

    def open(self, name: str, code: str, guest: str = "") -> Holder:
        """Return the holder of a name to whoever knows its code.

        guest: the id of the guest whose browser it was, whose matches become those of the name.
        Raises CodeRefused, TooManyCodes, or NameTaken for a name that has no code.
        """
        who, given = key(named(name)), typed_code(code)
        with self._writing() as connection:
            row = connection.execute(
                sa.select(_holders).where(_holders.c.learner == who)
            ).one_or_none()
            if row is None:
                raise self._taken(connection, who) or _no_such_name(name)
            wrong, since = wrong_lately(row.wrong, row.wrong_since, PAUSE)
            if wrong >= TRIES:
                raise TooManyCodes(
                    f"Too many wrong codes were given for {name}. Wait ten minutes, then try again."
                )
            # Counted before it is checked: many tries at once count as many.
            connection.execute(
                _holders.update()
                .where(_holders.c.learner == who)
                .values(wrong=wrong + 1, wrong_since=since)
            )
            shown = self._name(connection, who) or name
        if not hmac.compare_digest(code_hash(given, row.salt), row.code_hash):
            raise CodeRefused(f"This is not the recovery code of {shown}. Look at it once more.")
        with self._writing() as connection:
            connection.execute(
                _holders.update().where(_holders.c.learner == who).values(wrong=0, wrong_since=0.0)
            )
            if guest:
                _pass_matches(connection, guest, who)
        return Holder(who, shown, row.stamp, grouped(given))

    def pass_matches(self, guest: str, learner: str) -> None:
        """Let the matches of a guest be those of whoever the browser is from now on."""
        with self._writing() as connection:
            _pass_matches(connection, guest, key(learner))

    def new_code(self, name: str) -> Holder:
        """Make a new code for a name, also for one that has none yet. The old code and all cookies
        end.  Raises StoreError for a name that nobody has used."""
        if account_of(name):
            raise StoreError("An account has no recovery code: its holder signs in elsewhere.")
        who, code = key(named(name)), made_code()
        holding = _holding(who, code)
        with self._writing() as connection:
            shown = self._name(connection, who)
            if shown is None:
                raise _no_such_name(name)
            connection.execute(_holders.delete().where(_holders.c.learner == who))
            connection.execute(_holders.insert().values(holding))
        return Holder(who, shown, holding["stamp"], code)

    def stamp(self, name: str) -> str | None:
        """What a cookie of the name has to carry; None for a name without a holder."""
        with self._reading() as connection:
            return connection.execute(
                sa.select(_holders.c.stamp).where(_holders.c.learner == key(name))
            ).scalar()

    def without_code(self) -> tuple[str, ...]:
        """The names that were used before names had codes, in alphabetical order."""
        held = sa.select(_holders.c.learner)
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_learners.c.name)
                .where(
                    _learners.c.key.not_in(held),
                    _learners.c.key.not_like("guest:%"),
                    _learners.c.key.not_like("account:%"),
                    _learners.c.key != GUEST,
                )
                .order_by(_learners.c.key)
            ).scalars()
            return tuple(map(str, rows))

    # -- the key
    # ---------------------------------------------------------------------

    def signing_key(self) -> str:
        """The key that cookies are signed with: made once, and the same for every process on this
        database."""
        query = sa.select(_settings.c.value).where(_settings.c.name == _KEY)
        with self._reading() as connection:
            key = connection.execute(query).scalar()
        if key is None:
            try:
                with self._writing() as connection:
                    made = secrets.token_hex(32)
                    connection.execute(_settings.insert().values(name=_KEY, value=made))
            except IntegrityError:
                pass  # another process was quicker
            with self._reading() as connection:
                key = connection.execute(query).scalar_one()
        return str(key)

    # -- inside
    # ---------------------------------------------------------------------

    @staticmethod
    def _name(connection: sa.Connection, who: str) -> str | None:
        return connection.execute(
            sa.select(_learners.c.name).where(_learners.c.key == who)
        ).scalar()

    def _taken(self, connection: sa.Connection, who: str) -> NameTaken | None:
        """Why a name cannot be taken: somebody holds it, or something is saved under it from
        before names had codes."""
        shown = self._name(connection, who) or who
        if connection.execute(
            sa.select(_holders.c.learner).where(_holders.c.learner == who)
        ).scalar():
            return NameTaken(
                f"{shown} is taken. If it is yours, give its recovery code; otherwise choose"
                " another name."
            )
        for table in (_learners, _events, _walks, _houses):
            column = table.c.key if table is _learners else table.c.learner
            if connection.execute(sa.select(column).where(column == who).limit(1)).scalar():
                return NameTaken(
                    f"{shown} was used before names had recovery codes. Whoever runs this server"
                    f" can make one: cardlab learner code “{shown}”. Or choose another name."
                )
        return None


def _holding(who: str, code: str) -> dict[str, str]:
    """The row of a holder. Its hash takes long on purpose: it is made while nothing is held."""
    salt = secrets.token_hex(16)
    return {
        "learner": who,
        "stamp": secrets.token_urlsafe(12),
        "salt": salt,
        "code_hash": code_hash(code.replace("-", ""), salt),
    }


def _no_such_name(name: str) -> StoreError:
    return StoreError(f"Nobody has taken the name {name} here. Look at how it is written.")


def _pass_matches(connection: sa.Connection, guest: str, learner: str) -> None:
    connection.execute(_matches.update().where(_matches.c.holder == guest).values(holder=learner))
