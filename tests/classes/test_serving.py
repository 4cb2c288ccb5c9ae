"""Classes on a server: who gets what at each address, and what is left after anything has ended."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from cardlab.store import Classes, TableStore
from cardlab.web.addresses import CLASS
from cardlab.web.classes.handlers import ID, class_handlers
from cardlab.web.classes.showing import showing_handlers
from cardlab.web.classes.teaching import teaching_handlers
from cardlab.web.classes.vote_handlers import vote_handlers
from cardlab.web.drawing.svg import card_sign
from tests.pages.browsing import Server, serving

from .clients import Client, Line

TEACHERS = (
    "tables",
    "door",
    "watching",
    "pause",
    "new-login",
    "remove",
    "vote",
    "ask-about",
    "move-vote",
)
ACTS = ("tables", "door", "pause", "new-login", "remove", "leave", "delete-me", "nothing", "")


class Group:
    """A class with a teacher, two pupils and a table of Kaiser; another class with a pupil."""

    def __init__(self, server: Server, game: str = "kaiser", database: str = "") -> None:
        self.server = server
        classes = Classes(database or f"sqlite:///{server.store}")
        self.tuesday, teacher = classes.new("Tuesday")
        friday, _ = classes.new("Friday")
        classes.close()
        self.teacher, self.otter, self.finch = (Client(server) for _ in range(3))
        self.root = self.teacher.join(self.tuesday.code, "Teacher", teacher.login)
        self.otter.join(self.tuesday.code, "Otter")
        self.finch.join(self.tuesday.code, "Finch")
        self.other, self.nobody = Client(server), Client(server)
        self.other_root = self.other.join(friday.code, "Otter")
        self.lay_table(game)
        self.table = f"{self.root}/table/1"

    def lay_table(self, game: str) -> None:
        form = {"act": "tables", "game": game, "count": "1"}
        assert self.teacher.ask(f"{self.root}/act", form)[0] == 303


@pytest.fixture
def group(classroom: Server) -> Group:
    return Group(classroom)


def refused(client: Client, table: str) -> bool:
    """Whether the line to a table is refused."""
    try:
        client.sit_down(table).close()
    except InvalidStatus as error:
        return error.response.status_code == 403
    return False


def below_a_class() -> list[str]:
    """Every address below that of a class, with the number of a table or an id filled in."""
    handlers = (*class_handlers(), *teaching_handlers(), *showing_handlers(), *vote_handlers())
    patterns = [
        one[0].removeprefix(f"/{CLASS}/{ID}") for one in handlers if f"{CLASS}/{ID}" in one[0]
    ]
    plain = (p.replace("([0-9]{1,4})", "1").replace(ID, "abcdefghijkl") for p in patterns)
    return [pattern.replace("\\", "") for pattern in plain]


@pytest.mark.rest
def test_every_address_as_every_role(group: Group) -> None:
    """Strangers are told the same at each address, whether it exists or not."""
    below = [*(path for path in below_a_class() if not path.endswith("/socket")), "/table/2"]
    assert len(below) > 12 and not [path for path in below if "(" in path]
    forbidden = set()
    for client in (group.nobody, group.other):
        for root in (group.root, "class/abcdefgh"):
            for path in below:
                status, text, _ = client.ask(root + path)
                # 405: a form is sent there, and nothing can be asked for
                assert status in (403, 405) and "Tuesday" not in text, path
                forbidden |= {text} if status == 403 else set()
                posted, text, _ = client.ask(root + path, {"act": "tables", "number": "1"})
                assert posted in (403, 405) and "Tuesday" not in text, path
                assert 403 in (status, posted), path
            for act in ACTS:
                status, text, _ = client.ask(f"{root}/act", {"act": act})
                assert status == 403
                forbidden.add(text)
            assert refused(client, f"{root}/table/1")
    assert len(forbidden) == 1
    for path in ("", "/now", "/data", "/table/1"):
        assert group.otter.ask(group.root + path)[0] == 200
        assert group.teacher.ask(group.root + path)[0] == 200
    assert group.otter.ask(f"{group.root}/table/2")[0] == 404
    for act in ("tables", "door", "pause", "new-login", "remove"):
        assert group.otter.ask(f"{group.root}/act", {"act": act})[0] == 403
    for act in ("nothing", ""):
        assert group.otter.ask(f"{group.root}/act", {"act": act})[0] == 400
    # a form that no page of ours sent
    stranger = {"act": "delete-me"}
    assert group.otter.ask(f"{group.root}/act", stranger, Origin="https://evil.example")[0] == 403
    assert group.otter.ask(group.root)[0] == 200


def test_what_only_the_teacher_reads_is_on_no_page_of_a_pupil(group: Group) -> None:
    texts = [group.otter.ask(group.root + path)[1] for path in ("", "/now", "/data", "/table/1")]
    classes = Classes(f"sqlite:///{group.server.store}")
    ids = [member.id for member in classes.members(group.tuesday.id)]
    store = TableStore(f"sqlite:///{group.server.store}")
    seed = str(store.of_class(group.tuesday.id)[0].head["seed"])
    store.close()
    for text in texts:
        assert seed not in text and "new-login" not in text and group.tuesday.code not in text
        assert not [member for member in ids if member in text]


def test_a_cookie_ends_with_a_new_login_code_and_with_its_member(group: Group) -> None:
    page = group.teacher.ask(f"{group.root}/now")[1]
    pupils = [part.split('"')[0] for part in page.split('name="member" value="')[1:]]
    line = group.otter.sit_down(group.table)
    for act in ("new-login", "remove"):
        for pupil in pupils:
            status, text, _ = group.teacher.ask(f"{group.root}/act", {"act": act, "member": pupil})
            assert status == 200 and ("login code of" in text or "any more" in text)
    assert group.otter.ask(group.root)[0] == 403 and refused(group.otter, group.table)
    # the line that was open can do nothing more; perhaps it has heard of the new code before
    line.tell(command={"name": "sit", "seat": 0})
    deadline = time.monotonic() + 300
    while "not in this class any more" not in line.said.get("error", ""):
        assert time.monotonic() < deadline, line.said
        line.hear(1)
    line.close()
    teacher = group.teacher.ask(f"{group.root}/act", {"act": "remove", "member": "teacher"})
    assert teacher[0] == 403


def test_bad_fields_are_a_sentence_each(group: Group) -> None:
    for form in (
        {"code": "", "nickname": "Mole"},
        {"code": "XXX-XXX", "nickname": "Mole"},
        {"code": group.tuesday.code, "nickname": "otter"},
        {"code": group.tuesday.code, "nickname": "🦦"},
        {"code": group.tuesday.code, "nickname": "<script>alert(1)</script>"},
        {"code": group.tuesday.code, "nickname": "Otter", "login": "XXXX-XXXX"},
        {"code": "'; drop table classes --", "nickname": "Mole", "login": "x"},
        {},
    ):
        status, text, _ = group.nobody.ask("class", form)
        assert status == 400 and 'role="alert"' in text and "<script>alert" not in text
    for game, count in (("kaiser", "0"), ("kaiser", "13"), ("kaiser", "x"), ("old-maid", "1")):
        form = {"act": "tables", "game": game, "count": count}
        status, text, _ = group.teacher.ask(f"{group.root}/act", form)
        assert status == 200 and 'role="alert"' in text


NAMES = ("tap", "why", "stand", "next", "ask", "agree", "pause", "take-back", "x", None)
VALUES = (None, 0, -1, 99, "", "??", "hand-1", "play KS", [], {}, True, "x" * 300)
BYTES = ("", "{", "[]", "null", "[" * 2000, "{}", '{"pick":1}', "5")


def say_anything(line: Line, rng: random.Random) -> None:
    """A message to a table that is nonsense or half right."""
    if rng.random() < 0.3:
        line.socket.send(rng.choice(BYTES))
    elif rng.random() < 0.4:
        line.tell(pick={"move": rng.choice(VALUES), "ply": rng.choice(VALUES)})
    else:
        data = {key: rng.choice(VALUES) for key in ("seat", "card", "zone", "move")}
        line.tell(command={**data, "name": rng.choice(NAMES)})


def ask_anything(group: Group, rng: random.Random) -> None:
    """A request of somebody who is not in the class, at any address below it or below none."""
    word = "".join(rng.choice("abcXYZ019-_/.%?&=:") for _ in range(rng.randrange(30)))
    known = group.root.removeprefix("class/") + rng.choice(below_a_class())
    path = f"class/{rng.choice((word, known))}"
    form = {"act": rng.choice(ACTS), "member": word, "number": "1"}
    client = rng.choice((group.nobody, group.other))
    status, text, _ = client.ask(path, rng.choice((None, form)))
    assert status in (200, 303, 400, 403, 404, 405), path
    assert "Tuesday" not in text and "Finch" not in text, path


def answered(line: Line) -> None:
    """Listen until all that was said over a line so far has had its answer."""
    line.tell(ping=1)
    while not line.texts or "pong" not in line.texts[-1]:
        assert line.hear(60), "the line is dead"
    line.texts.pop()


def pupil_asks_anything(group: Group, secrets: set[str], rng: random.Random) -> None:
    """A request of a pupil at any address of the class, the teacher's among them."""
    number = str(rng.randrange(12))
    path = group.root + rng.choice(below_a_class()).replace("/1", f"/{number}")
    form = {"act": rng.choice(TEACHERS), "member": "x", "number": number, "game": "kaiser"}
    status, text, _ = group.finch.ask(path, rng.choice((None, None, form)))
    assert status in (200, 400, 403, 404, 405), path
    assert not [secret for secret in secrets if secret in text], path


def secrets_of(group: Group) -> set[str]:
    """What no pupil is ever told: who is called what inside, the seeds, the code of the class."""
    classes = Classes(f"sqlite:///{group.server.store}")
    store = TableStore(f"sqlite:///{group.server.store}")
    found = {member.id for member in classes.members(group.tuesday.id)} | {group.tuesday.code}
    found |= {str(table.head["seed"]) for table in store.of_class(group.tuesday.id)}
    store.close()
    classes.close()
    return found


def test_random_requests_leak_nothing_and_break_nothing(
    group: Group, request: pytest.FixtureRequest
) -> None:
    """Bytes and half-right messages over the line of somebody without a seat, and at addresses, as
    a pupil and as strangers."""
    rng, number = random.Random(11), int(request.config.getoption("--requests"))
    secrets = secrets_of(group)
    line = group.otter.sit_down(group.table)
    line.until(lambda shown: "waiting" in shown)
    for n in range(number):
        if n % 3:
            say_anything(line, rng)
        elif n % 2:
            ask_anything(group, rng)
        else:
            pupil_asks_anything(group, secrets, rng)
        if n % 20 == 0:
            answered(line)
    line.tell(command={"name": "sit", "seat": 2})
    line.until(lambda shown: shown.get("view", {}).get("viewer") == 2)
    before_sitting = "".join(text for text in line.texts if '"view"' not in text)
    assert '"faces"' not in before_sitting
    assert not [secret for secret in secrets if secret in "".join(line.texts)]
    line.close()


def test_a_vote(group: Group) -> None:
    root, teacher = group.root, group.teacher
    assert "no vote" in group.otter.ask(f"{root}/vote")[1]
    for client in (group.nobody, group.other):
        assert client.ask(f"{root}/vote")[0] == client.ask(f"{root}/vote/now")[0] == 403
        assert client.ask(f"{root}/act", {"act": "ballot", "move": "pass"})[0] == 403
    for act in ("vote", "move-vote"):
        assert group.otter.ask(f"{root}/act", {"act": act, "number": "1"})[0] == 403
    assert "no table 9" in teacher.ask(f"{root}/act", {"act": "vote", "number": "9"})[1]
    assert teacher.ask(f"{root}/act", {"act": "vote", "number": "1"})[0] == 303
    assert f"/{root}/vote" in group.otter.ask(f"{root}/now")[1]
    moves = re.findall(r'name="move" value="([^"]+)"', group.otter.ask(f"{root}/vote")[1])
    assert len(moves) > 1
    for move in ("", "nothing", "x" * 500):
        answer = group.otter.ask(f"{root}/act", {"act": "ballot", "move": move})
        assert answer[0] == 200 and 'role="alert"' in answer[1]
    for client, move in ((group.otter, moves[0]), (group.otter, moves[1]), (group.finch, moves[1])):
        assert client.ask(f"{root}/act", {"act": "ballot", "move": move})[0] == 303
    assert "2 of 2 have chosen" in teacher.ask(f"{root}/vote/now")[1]
    assert teacher.ask(f"{root}/act", {"act": "move-vote", "state": "counted"})[0] == 303
    late = group.otter.ask(f"{root}/act", {"act": "ballot", "move": moves[0]})
    assert late[0] == 200 and "counted already" in late[1]
    shown = teacher.ask(f"{root}/vote")[1]
    assert re.findall(r'class="n">(\d+)<', shown).count("2") == 1 and "Otter" not in shown
    assert teacher.ask(f"{root}/act", {"act": "move-vote", "state": "nothing"})[0] == 200
    assert teacher.ask(f"{root}/act", {"act": "move-vote", "state": "explained"})[0] == 303
    assert re.search(r'class="speaks"><p>\w', teacher.ask(f"{root}/vote")[1])
    classes = Classes(f"sqlite:///{group.server.store}")
    exported = classes.export(group.tuesday.id)
    classes.close()
    assert [b["move"] for b in exported["votes"][0]["ballots"]] == [moves[1], moves[1]]


def test_a_vote_on_a_lesson_and_on_an_exercise(group: Group) -> None:
    """The teacher chooses one of the pictures, or names an address; nobody else may."""
    act, root = f"{group.root}/act", group.root
    shown = group.teacher.ask(f"{root}/vote?lesson=must-head")[1]
    names = re.findall(r'name="position" value="([^"]+)"', shown)
    assert names and shown.count("<svg") >= len(names)
    form = {"act": "ask-about", "lesson": "must-head", "position": names[0]}
    assert group.otter.ask(act, form)[0] == 403
    assert group.teacher.ask(act, form)[0] == 303
    first = group.otter.ask(f"{root}/vote")[1]
    assert first.count('name="move"') > 1
    exercise = {"act": "ask-about", "link": "/exercise?address=decided-by?game=malilla&seed=17"}
    status, text, _ = group.teacher.ask(act, exercise)
    assert status == 303, text
    assert "Malilla" in group.otter.ask(f"{root}/vote")[1]
    for bad in ({"lesson": "x"}, {"lesson": "must-head", "position": "x"}, {"link": "x"}, {}):
        status, text, _ = group.teacher.ask(act, {"act": "ask-about", **bad})
        assert status == 200 and 'role="alert"' in text
    assert "Malilla" in group.otter.ask(f"{root}/vote")[1]  # the vote that was on goes on


def test_a_request_that_is_sent_once_more_does_nothing_more(group: Group) -> None:
    """Whoever has listened in, or taps twice: a ballot is one, a deleted member stays deleted."""
    root = group.root
    assert group.teacher.ask(f"{root}/act", {"act": "vote", "number": "1"})[0] == 303
    move = re.findall(r'name="move" value="([^"]+)"', group.otter.ask(f"{root}/vote")[1])[0]
    for _ in range(3):
        assert group.otter.ask(f"{root}/act", {"act": "ballot", "move": move})[0] == 303
    assert "1 of 2 have chosen" in group.teacher.ask(f"{root}/vote/now")[1]
    kept = group.otter.cookies
    assert group.otter.ask(f"{root}/act", {"act": "delete-me"})[0] == 303
    for act in ("delete-me", "ballot", "leave"):
        answer = group.nobody.ask(f"{root}/act", {"act": act, "move": move}, Cookie=kept)
        assert answer[0] == 403 and "for its members" in answer[1]
    assert "0 of 1 have chosen" in group.teacher.ask(f"{root}/vote/now")[1]


def test_a_pupil_takes_their_data_along_and_deletes_them(group: Group) -> None:
    lines = list(lines_of(group))
    play(lines, 2)
    for line in lines:
        line.close()
    own = json.loads(group.otter.ask(f"{group.root}/data")[1])
    assert own["nickname"] == "Otter" and {e["kind"] for e in own["at_tables"]} >= {"sit"}
    assert "Finch" not in json.dumps(own)
    classes = Classes(f"sqlite:///{group.server.store}")
    before = classes.export(group.tuesday.id)
    gone = next(one["id"] for one in before["members"] if one["nickname"] == "Otter")
    assert group.otter.ask(f"{group.root}/act", {"act": "delete-me"})[0] == 303
    after = classes.export(group.tuesday.id)
    classes.close()
    assert "Otter" not in json.dumps(after) and gone not in str(after["members"])
    # the moves stay, and the seat is free
    moves = [e for e in before["tables"][0]["log"] if e["kind"] == "move"]
    assert [e for e in after["tables"][0]["log"] if e["kind"] == "move"][: len(moves)] == moves
    assert after["tables"][0]["log"][-1]["kind"] in ("stand", "move", "deal")


def lines_of(group: Group) -> Iterator[Line]:
    for seat, client in enumerate((group.otter, group.finch)):
        line = client.sit_down(group.table)
        line.until(lambda shown: bool(shown))
        line.sit(seat)
        yield line


def play(lines: list[Line], moves: int) -> None:
    """Play so many moves with whoever is to move; bots play the other seats."""
    made, deadline = 0, time.monotonic() + 300
    while made < moves:
        assert time.monotonic() < deadline, [line.said for line in lines]
        for line in lines:
            while line.hear(0.02):
                pass
            if line.shown["chrome"]["held"]:
                line.tell(command={"name": "next"})
                line.hear(0.5)
            elif line.legal:
                before = line.ply
                line.pick(line.legal[0])
                line.beyond(before)
                made += 1


def test_who_has_no_seat_watches_if_the_teacher_lets_them(group: Group) -> None:
    """They see what all seats see, as soon as it is there; at the teacher's word no card at all."""
    mole = Client(group.server)
    mole.join(group.tuesday.code, "Mole")
    lines = list(lines_of(group))
    watching = mole.sit_down(group.table)
    watching.until(lambda shown: "waiting" in shown)
    play(lines, 4)
    while watching.hear(0.5):
        pass
    before = len(watching.texts)
    play(lines, 3)
    watching.until(lambda shown: len(watching.texts) > before)
    assert "<svg" in watching.shown["picture"] and watching.shown["told"]
    for _ in range(2):  # nobody there moves, whatever they send
        watching.tell(pick={"move": "pass", "ply": lines[0].ply})
    hands = [
        card_sign(face["card"])
        for line in lines
        for zone in line.shown["view"]["zones"]
        if zone["id"] == f"hand-{line.shown['view']['viewer']}"
        for face in zone["faces"]
    ]
    assert hands and not [text for text in watching.texts for sign in hands if sign in text]
    form = {"act": "watching", "watching": "no"}
    assert group.otter.ask(f"{group.root}/act", form)[0] == 403
    assert group.teacher.ask(f"{group.root}/act", form)[0] == 303
    watching.until(lambda shown: not shown["picture"])
    assert "the teacher has said so" in watching.shown["told"][0]
    for line in (*lines, watching):
        line.close()


@pytest.mark.rest
def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    killed_and_gone_on(tmp_path)


def killed_and_gone_on(folder: Path, database: str = "") -> None:
    """kill -9 in mid-deal; the next server on the same store goes on with the same cookies."""
    environment = {"CARDLAB_STORE": database} if database else {}
    with serving(folder, **environment) as server:
        store = TableStore(database or f"sqlite:///{server.store}")
        group = Group(server, database=database)
        lines = list(lines_of(group))
        play(lines, 3)
        shown = [line.shown for line in lines]
        table = store.of_class(group.tuesday.id)[0]
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
        log = store.read(table.id, 0)
        assert [entry.n for entry in log] == list(range(len(log)))
        for line in lines:
            line.close()
    with serving(folder, **environment) as server:
        lines = []
        for client, before in zip((group.otter, group.finch), shown, strict=True):
            client.server = server
            line = client.sit_down(group.table)
            line.until(lambda shown: "view" in shown)
            assert line.shown["view"]["viewer"] == before["view"]["viewer"]
            assert line.ply >= before["chrome"]["timeline"]["ply"]
            lines.append(line)
        play(lines, 1)
        assert store.read(table.id, 0)[: len(log)] == log
        for line in lines:
            line.close()
    store.close()


def test_a_class_that_is_deleted_while_tables_run_ends_them_with_a_sentence(group: Group) -> None:
    lines = list(lines_of(group))
    classes = Classes(f"sqlite:///{group.server.store}")
    classes.delete(group.tuesday.id)
    classes.close()
    deadline = time.monotonic() + 300
    while "deleted" not in lines[0].said.get("error", ""):
        assert time.monotonic() < deadline
        lines[0].hear(1)
    assert group.otter.ask(group.root)[0] == 403
    for line in lines:
        line.close()


def test_a_table_whose_game_was_removed_is_named_and_breaks_no_page(group: Group) -> None:
    store = TableStore(f"sqlite:///{group.server.store}")
    store.new(group.tuesday.id, {"game": "old-maid", "seed": 1})
    store.close()
    for client in (group.teacher, group.otter):
        for path in ("", "/now", "/vote", "/table/2", "/data"):
            assert client.ask(group.root + path)[0] == 200, path
        assert "a game that is not here any more" in client.ask(group.root)[1]
    for path in ("/seating", "/compare", "/results", "/projector", "/work"):
        assert group.teacher.ask(group.root + path)[0] == 200, path
    for act, fields in (("vote", {"number": "2"}), ("pause", {"to": "stop"})):
        assert group.teacher.ask(f"{group.root}/act", {"act": act, **fields})[0] in (200, 303)
    line = group.otter.sit_down(f"{group.root}/table/2")
    while not line.said:
        assert line.hear()
    assert "not here any more" in line.said["error"]
    line.close()


def test_whoever_is_removed_leaves_a_free_seat(group: Group) -> None:
    lines = list(lines_of(group))
    page = group.teacher.ask(f"{group.root}/now")[1]
    by_name = dict(re.findall(r"<b>(\w+)</b><form[^>]*><input[^>]*value=\"([^\"]+)\"", page))
    form = {"act": "remove", "member": by_name["Otter"]}
    assert group.teacher.ask(f"{group.root}/act", form)[0] == 200
    lines[1].until(lambda shown: shown["chrome"]["people"][0]["nickname"] == "")
    assert group.finch.ask(f"{group.root}/act", {"act": "delete-me"})[0] == 303
    assert group.finch.ask(group.root)[0] == 403
    mole = Client(group.server)
    mole.join(group.tuesday.code, "Mole")
    line = mole.sit_down(group.table)
    line.until(bool)
    line.sit(1)
    for one in (*lines, line):
        one.close()
