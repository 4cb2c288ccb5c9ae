"""The command line: `cardlab serve | lab | site | play | rules | warm | verify | read | learner`.

Knows argparse and the ways in; decides nothing about cards.  Whatever a person can get wrong ends
as one sentence on standard error and exit code 2; a traceback means a mistake of cardlab, and exit
code 70.  Text is printed in whatever encoding the output has; data that goes to standard output or
comes from standard input is UTF-8, as in a file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from cardlab.engine.plain import print_in_plain

if TYPE_CHECKING:
    from cardlab.engine.match import Match
    from cardlab.pbn import Board

__all__ = ["main"]

HELP = """Type a move as it is shown, or:
  ?        which moves are legal now, and why the others are not
  ? MOVE   why a move is legal or not
  undo     take your last move back
  score    where the points came from
  quit     leave the table"""


DONE, WRONG, REFUSED, MISTAKE, INTERRUPTED = 0, 1, 2, 70, 130
"""Exit codes, each of which means one thing: see `EXIT_CODES`."""
EXIT_CODES = """exit codes:
  0    the command was carried out
  1    what was looked at is wrong: a record (verify), a board (read)
  2    it was not carried out, with the reason: a name, a file or an option that cannot be
  70   a mistake of cardlab, with a traceback
  130  interrupted from the keyboard"""


class _Refused(Exception):
    """A command that cannot be carried out; the text is the sentence for standard error."""


def _options(pairs: Sequence[str]) -> dict[str, Any]:
    """`name=value` from the command line; the game checks the values."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise _Refused(f"An option of a game is written name=value, not {pair!r}.")
        options[name.replace("-", "_")] = value
    return options


def _needs(extra: str, modules: Sequence[str], command: str) -> None:
    """Refuse a command whose optional packages are not installed."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise _Refused(
            f"{command} needs {' and '.join(missing)}, which this installation does not have. Install"
            f" it with: pip install 'cardlab[{extra}]'"
        )


def _serve(args: argparse.Namespace) -> int:
    from cardlab.web.published import find

    _needs("server", ["voila", "prometheus_client", "segno"], "cardlab serve")
    folder = find(args.notebooks).notebooks
    # A grammar of internationalised addresses that takes longer to build than all the rest of the
    # server together. What Voila brings along would check such addresses with it, if there were
    # any; where it is missing they do without.
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
    from cardlab.players import offer
    from cardlab.web.server.app import ServerError, serve
    from cardlab.web.server.place import Place, base_path, header_name, host_names, networks

    try:
        offer(args.bot)
        place = Place(
            base_path(args.base_url),
            args.host,
            args.port,
            host_names(args.allow_host),
            networks(args.trust_proxy),
            header_name(args.user_header),
        )
        serve(
            folder,
            place,
            visitors=args.max_visitors,
            away=args.idle,
            memory=args.max_memory,
            messages=args.max_messages,
            open_browser=args.open,
        )
    except (ServerError, ValueError) as error:
        raise _Refused(str(error)) from None
    return DONE


def _own_notebooks(named: str | None) -> Path:
    """The folder that JupyterLab opens: the one named, the checkout, or else copies of the
    notebooks in the current folder, for those of an installed package are not to be written in."""
    from cardlab.web.published import OWN, checkout, copy_to, find

    if named is not None:
        return find(named).notebooks
    if (here := checkout()) is not None:
        return here.root
    copied = copy_to(Path.cwd() / OWN)
    if report := copied.say():
        print(report, flush=True)
    return copied.folders.root


def _lab(args: argparse.Namespace) -> int:
    _needs("server", ["jupyterlab"], "cardlab lab")
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        f"--notebook-dir={_own_notebooks(args.notebooks)}",
        f"--ip={args.host}",
        f"--port={args.port}",
    ]
    if not args.open:
        command.append("--no-browser")
    os.execv(sys.executable, command)


def _tournament(args: argparse.Namespace) -> int:
    from cardlab.players import tournament
    from cardlab.solver import OtherResults, WorkStopped

    sys.path.insert(0, str(Path.cwd()))
    # a bar is for somebody who watches; without tqdm there is none
    watched = sys.stderr.isatty() and find_spec("tqdm") is not None
    try:
        result = tournament(
            args.first,
            args.second,
            game=args.game,
            deals=args.deals,
            seed=args.seed,
            progress=watched,
            resume=args.resume,
        )
    except (OtherResults, WorkStopped, OSError) as error:
        raise _Refused(str(error)) from None
    print(f"{args.first} against {args.second} at {args.game}: {result}")
    return DONE


def _warm(args: argparse.Namespace) -> int:
    """Compile the solver now and keep it, for a container image or a shared folder."""
    from cardlab.solver import keeping
    from cardlab.solver.native import PARTS, WHOLE

    if not keeping.can_compile():
        _needs("fast", keeping.NEEDED, "cardlab warm")
        raise _Refused("CARDLAB_PURE is set: the solver is not to be compiled here.")
    if keeping.cache_folder() is None and keeping.kept() is None:
        raise _Refused(keeping.trouble())
    if trouble := keeping.trouble():
        print(f"cardlab: {trouble}", file=sys.stderr)
    if not all(keeping.kept(part) for part in PARTS):
        print("The solver is being compiled, which takes about half a minute.", flush=True)
    code, *_ = (keeping.machine_code(part) for part in PARTS)
    folder = next(one for one in keeping.folders() if keeping.code_file(one, WHOLE).exists())
    print(f"The solver is compiled for {code.processor}, and kept in {folder.parent}.")
    return DONE


def _site(args: argparse.Namespace) -> int:
    from cardlab.web.published import find

    _needs("site", ["nbconvert"], "cardlab site")
    notebooks = find(args.notebooks)
    from cardlab.web.site.building import build_site, look_at
    from cardlab.web.site.runtime import find_runtime

    if args.lab:
        from cardlab.web.site.lab import NEEDED

        _needs("lite", NEEDED, "cardlab site --lab")
    # what cannot be is said before anything is fetched
    look_at(Path(args.folder), args.games or ())
    runtime = find_runtime(Path(args.pyodide) if args.pyodide else None)
    built = build_site(Path(args.folder), notebooks, runtime, args.games or (), lab=args.lab)
    print(
        f"The site is in {args.folder}: {built.pages} pages, {built.files} files,"
        f" {built.size / 1e6:.1f} MB. Any web server can serve it, under any path; to look at it:"
        f" python -m http.server -d {args.folder}"
    )
    return DONE


def _rules(args: argparse.Namespace) -> int:
    import cardlab

    print(cardlab.game(args.game, **_options(args.option)).rules(full=args.full))
    return DONE


def _data(file: str) -> bytes:
    """What is in a file, or in standard input for "-"."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise _Refused(f"{file} cannot be read ({error.strerror}).") from None


def _text(file: str, wanted: str) -> str:
    """A file as text, or standard input for "-"; wanted: what to give instead of a file that is
    not text."""
    try:
        return _data(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _Refused(f"{file} is not text; {wanted}") from None


def _verify(args: argparse.Namespace) -> int:
    import cardlab

    text = _text(args.file, "a record is a JSON file.")
    try:
        match = cardlab.Record.from_json(text).replay()
    except cardlab.RecordError as error:
        print(f"{args.file}: {error}")
        return WRONG
    score = ", ".join(f"{side.name} {match.totals[side.id]}" for side in match.game.sides)
    state = "not finished." if match.outcome is None else f"finished: {match.outcome.say()}"
    print(f"{match.game.title}, {match.ply} entries, all as the rules have it. {score}; {state}")
    return DONE


def _read(args: argparse.Namespace) -> int:
    """List the boards of a PBN file, and what is wrong with it."""
    from cardlab import pbn
    from cardlab.engine.words import number, some

    boards = pbn.read(_data(args.file), errors="collect")
    for board in boards:
        print(_board_line(board))
    for problem in boards.problems:
        print(problem)
    broken = f", {number(len(boards.broken))} of them broken" if boards.broken else ""
    print(f"{some(len(boards) + len(boards.broken), 'board').capitalize()}{broken}.")
    return WRONG if any(problem.severe for problem in boards.problems) else DONE


def _board_line(board: Board) -> str:
    """A board in a line: contract, result, and what there is of it."""
    from cardlab.engine.words import some
    from cardlab.pbn import NAMES

    told = [f"{NAMES[board.dealer]} deals"] if board.dealer is not None else []
    if board.contract:
        by = f" by {NAMES[board.declarer]}" if board.declarer is not None else ""
        told.append("passed out" if board.contract == "Pass" else f"{board.contract}{by}")
    if board.result is not None:
        claimed = " (agreed)" if board.claim else ""
        told.append(f"{some(board.result, 'trick')}{claimed}")
    told += [f"{some(len(board.calls), 'call')}, {some(len(board.plays), 'card')} played"]
    return f"{board.said[:1].upper()}{board.said[1:]}: {', '.join(told)}"


def _learner(args: argparse.Namespace) -> int:
    """List the learners on this machine, or export and import their progress."""
    from cardlab.lessons.nickname import is_guest
    from cardlab.store import Learners, StoreError, tell_no_log

    tell_no_log()
    if args.what == "code":
        return _codes(args)
    learners = Learners()
    try:
        if args.what == "export":
            text = learners.export_text(args.name)
            _write_out(args.file, text)
            if args.file == "-":
                return DONE
            print(f"The progress of {learners.load(args.name).name} is in {args.file}.")
        elif args.what == "import":
            print(
                learners.import_text(
                    _text(args.file, "progress is a JSON file. Nothing was changed.")
                )
            )
        else:
            entries = learners.all()
            guests = 0
            for entry in entries:
                if is_guest(entry.name):
                    guests += 1
                    continue
                day = datetime.fromtimestamp(entry.touched).strftime("%Y-%m-%d")
                print(f"{entry.name}: {entry.events} answers and steps, the last on {day}")
            if guests:
                print(f"Besides these, {guests} without a name.")
            if not entries:
                print("No learners yet.")
    except StoreError as error:
        raise _Refused(error.told) from None
    finally:
        learners.close()
    return DONE


def _codes(args: argparse.Namespace) -> int:
    """Print a new recovery code for each of the names."""
    from cardlab.store import Holders, StoreError

    holders = Holders()
    try:
        names = [*args.name, *(holders.without_code() if args.all else ())]
        if not names:
            raise _Refused(
                "Every name has a recovery code."
                if args.all
                else "Say for which names, or --all for those without a code."
            )
        for name in names:
            holder = holders.new_code(name)
            print(f"{holder.name}: {holder.code}")
    except StoreError as error:
        raise _Refused(error.told) from None
    finally:
        holders.close()
    return DONE


def _class(args: argparse.Namespace) -> int:
    """Make a class, or list, export and delete classes and what is kept of them."""
    from cardlab.store import Classes, StoreError, tell_no_log

    tell_no_log()
    classes = Classes()
    try:
        if args.what == "new":
            made, teacher = classes.new(args.title)
            print(f"{made.title}: join code {made.code}, teacher's key {teacher.login}")
            print(
                f"Open /class?code={made.code} on your server as Teacher with this key; write it"
                " down, it is not shown again."
            )
            return DONE
        if args.what == "list":
            entries = classes.all()
            for entry in entries:
                inside = classes.members(entry.id)
                pupils = sum(not member.teaches for member in inside)
                print(f"{entry.code}  {entry.title}: {pupils} pupil{'s' * (pupils != 1)}")
            if not entries:
                print("No classes yet.")
            return DONE
        found = classes.by_code(args.code)
        if args.what == "members":
            for member in classes.members(found.id):
                print(f"{member.nickname}{' (teacher)' if member.teaches else ''}")
        elif args.what == "key":
            teacher = next(one for one in classes.members(found.id) if one.teaches)
            print(f"{found.title}: new teacher's key {classes.new_login(teacher.id).login}")
        elif args.what == "export":
            _write_out(args.file, json.dumps(classes.export(found.id), ensure_ascii=False))
        else:
            classes.delete(found.id)
            print(f"{found.title} is deleted: its members, tables and votes.")
    except StoreError as error:
        raise _Refused(error.told) from None
    finally:
        classes.close()
    return DONE


def _write_out(file: str, text: str) -> None:
    """Write to a file that is not there yet, or to standard output for “-”."""
    if file == "-":
        sys.stdout.buffer.write(text.encode("utf-8"))
        return
    try:
        with open(file, "x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise _Refused(
            f"{file} is there already and was left as it is. Name another file."
        ) from None
    except OSError as error:
        raise _Refused(f"{file} cannot be written ({error.strerror}).") from None


class _Terminal:
    """A match in the terminal: what was told of it already, and what the player types."""

    def __init__(self, match: Match, out: TextIO) -> None:
        self.match = match
        self.mine = 0
        self._out = out
        self._told = self._scored = 0

    def say(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    def play_bots(self) -> None:
        """Let the other seats move until it is the player's turn."""
        from cardlab.web.pages.turns import bot_for, seed_of_turn

        match = self.match
        while not match.over and (seat := match.to_move) is not None:
            if match.state.actor() == self.mine:
                break
            player = bot_for(0.1, seed_of_turn(match, seat))
            match.play(player.choose(match.seat_view()), seat)

    def tell_news(self) -> None:
        """Print what happened since the last time, and the table."""
        from cardlab.web.drawing.text import table_text

        log = self.match.log(reader=self.mine)
        for line in log[self._told :]:
            self.say(f"  {line}")
        self._told = len(log)
        for entry in self.match.lines[self._scored :]:
            self.say(f"  {entry}")
        self._scored = len(self.match.lines)
        self.say(table_text(self.match.view(self.mine).to_dict()))

    def answer(self, typed: str) -> None:
        """Do what was typed: a word of the help, or a move."""
        match, word = self.match, typed.lower()
        seat = match.to_move if match.to_move is not None else self.mine
        if word in ("help", "h", ""):
            self.say(HELP)
        elif word == "undo":
            self._told = _undo(match, self.mine, self.say)
            self._scored = min(self._scored, len(match.lines))
        elif word == "score":
            for line in match.lines:
                self.say(f"  {line}")
        elif word == "?":
            self._tell_moves(seat)
        else:
            _try(match, seat, typed, self.say)

    def _tell_moves(self, seat: int) -> None:
        """Print the legal moves, and why the others are not legal."""
        self.say("Legal: " + ", ".join(map(str, self.match.legal_moves(seat))))
        for move in self.match.candidates(seat):
            verdict = self.match.verdict(move, seat)
            if not verdict.legal:
                self.say(f"  not {move}: {verdict.reason}")


def _match(args: argparse.Namespace) -> Match:
    """The match to be played: of a game, or by the house rules of a file."""
    import cardlab

    if args.house:
        from cardlab.labs.house import play as house_game

        return house_game(args.house).match(seed=args.seed)
    if args.game:
        return cardlab.game(args.game, **_options(args.option)).match(seed=args.seed)
    raise ValueError("name a game, such as kaiser, or a file of house rules with --house")


def _play(
    args: argparse.Namespace, ask: Callable[[str], str] = input, out: TextIO | None = None
) -> int:
    """A deal in the terminal; the bots play the other seats."""
    table = _Terminal(_match(args), out or sys.stdout)
    match = table.match
    you = match.names[table.mine]
    table.say(f"{match.game.title}, seed {match.seed}. {you} is you. ? helps, quit leaves.")
    while True:
        table.play_bots()
        table.tell_news()
        if match.outcome is not None:
            table.say(match.outcome.say())
            return DONE
        try:
            typed = ask("> ").strip()
        except (EOFError, KeyboardInterrupt):
            table.say("")
            return DONE
        if typed.lower() in ("quit", "exit", "q"):
            return DONE
        table.answer(typed)


def _try(match: Match, seat: int, typed: str, say: Callable[[str], None]) -> None:
    """Play a move that was typed, or answer why not; with a question mark, answer only."""
    from cardlab.engine.game import understood

    only_asking = typed.startswith("?")
    move = typed.lstrip("? ").strip()
    try:
        verdict = understood(match.verdict(move, seat))
        if only_asking:
            say(f"{verdict.move}: {'legal. ' if verdict.legal else ''}{verdict.reason}")
        elif verdict.legal:
            match.play(move, seat)
        else:
            instead = ", ".join(map(str, verdict.instead[:8]))
            say(
                f"Not {verdict.move}: {verdict.reason}."
                + (f" You could: {instead}." if instead else "")
            )
    except ValueError as error:
        say(str(error))


def _undo(match: Match, mine: int, say: Callable[[str], None]) -> int:
    """Back to the last decision of the player; returns how many lines of the log have been told."""
    decided = [
        ply
        for ply, entry in enumerate(match.entries)
        if entry.seat is not None
        and mine
        == (
            match.state_at(ply).actor() if entry.seat == match.state_at(ply).to_move else entry.seat
        )
    ]
    if not decided:
        say("There is no move of yours to take back.")
        return len(match.log(reader=mine))
    while match.ply > decided[-1] and any(
        entry.seat is not None for entry in match.entries[decided[-1] :]
    ):
        match.undo()
    return len(match.log(reader=mine))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cardlab",
        description="Card games that explain themselves.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="say which cardlab this is")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    serve = commands.add_parser("serve", help="the pages, in a browser")
    lab = commands.add_parser("lab", help="JupyterLab on the same notebooks, or on copies of them")
    for command, port in ((serve, 8866), (lab, 8888)):
        command.add_argument(
            "--host", default="127.0.0.1", help="address to listen on (default: this machine only)"
        )
        command.add_argument("--port", type=int, default=port, help=f"default {port}")
        command.add_argument(
            "--notebooks", metavar="FOLDER", help="folder of the notebooks (default: cardlab's own)"
        )
        command.add_argument("--open", action="store_true", help="open a browser as well")
    serve.add_argument(
        "--base-url",
        default="/",
        metavar="PATH",
        help="the path below which all pages lie, such as /cards/ (default: /)",
    )
    serve.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name that the server answers to, such as cards.example; may be given several times",
    )
    serve.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="the address or network of a proxy whose X-Forwarded-Proto, -Host and -For count",
    )
    serve.add_argument(
        "--user-header",
        default=os.environ.get("CARDLAB_USER_HEADER", ""),
        metavar="NAME",
        help="the header in which a trusted proxy names the account that a visitor has signed in"
        " with, such as X-Forwarded-User",
    )
    serve.add_argument(
        "--max-visitors",
        type=int,
        default=100,
        metavar="N",
        help="pages that may be alive at once, each taking some 75 MB (default 100)",
    )
    serve.add_argument(
        "--max-memory",
        type=int,
        default=1000,
        metavar="MB",
        help="end the kernel of a page that takes more memory (default 1000; on Linux)",
    )
    serve.add_argument(
        "--max-messages",
        type=int,
        default=50,
        metavar="N",
        help="slow down a page that sends more messages a second to its kernel (default 50)",
    )
    serve.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="MODULE:CLASS",
        help="a bot of yours that tables offer beside ours; may be given several times",
    )
    serve.add_argument(
        "--idle",
        type=int,
        default=45,
        metavar="SECONDS",
        help="end the kernel of a page that no browser is connected to (default 45)",
    )
    serve.set_defaults(run=_serve)
    lab.set_defaults(run=_lab)

    site = commands.add_parser("site", help="the pages as files that need no server of ours")
    site.add_argument("folder", metavar="DIR", help="an empty folder, or an older site")
    site.add_argument(
        "--games", nargs="+", metavar="GAME", help="only these games (default: all of them)"
    )
    site.add_argument(
        "--lab", action="store_true", help="a JupyterLite with the notebooks as well, in DIR/lab"
    )
    site.add_argument(
        "--pyodide", metavar="FOLDER", help="Python for the browser, instead of fetching it"
    )
    site.add_argument(
        "--notebooks", metavar="FOLDER", help="folder of the notebooks (default: those of cardlab)"
    )
    site.set_defaults(run=_site)

    play = commands.add_parser("play", help="a game in the terminal, against bots")
    play.add_argument("--seed", type=int, help="the same seed deals the same cards")
    play.add_argument("--house", metavar="FILE", help="play by the house rules of this file")
    play.set_defaults(run=_play)
    rules = commands.add_parser("rules", help="the rule sheet of a game")
    rules.set_defaults(run=_rules)
    rules.add_argument(
        "--full",
        action="store_true",
        help="every rule with its title and id, and every option with its name and values",
    )
    for command in (play, rules):
        command.add_argument(
            "game", help="id of the game, such as kaiser", nargs="?" if command is play else None
        )
        command.add_argument("option", nargs="*", help="options of the game, written name=value")

    duel = commands.add_parser("tournament", help="which of two bots is better at a game")
    for place in ("first", "second"):
        duel.add_argument(
            place,
            help="random, simple, sensible, strong, strong:64 for so many deals, or yours as MODULE:CLASS",
        )
    duel.add_argument("--game", default="kaiser", help="id of the game (default: kaiser)")
    duel.add_argument("--deals", type=int, default=200, help="how many deals (default: 200)")
    duel.add_argument("--seed", type=int, default=0, help="of the first deal (default: 0)")
    duel.add_argument("--resume", metavar="FILE", help="keep what is done, and go on from there")
    duel.set_defaults(run=_tournament)

    warm = commands.add_parser("warm", help="compile the solver now, as for a container image")
    warm.set_defaults(run=_warm)

    _add_files(commands)
    learner = commands.add_parser(
        "learner", help="who learns here; progress out to a file and in from one"
    )
    doing = learner.add_subparsers(dest="what", metavar="list|export|import|code", required=True)
    doing.add_parser("list", help="who has learned on this machine")
    export = doing.add_parser("export", help="write the progress of one learner to a file")
    export.add_argument("name", help="the nickname")
    export.add_argument("file", help="a file that is not there yet; - writes to standard output")
    taken = doing.add_parser("import", help="take in a file of progress, beside what is there")
    taken.add_argument("file", help="a file that cardlab exported; - reads standard input")
    code = doing.add_parser(
        "code", help="make recovery codes; a name's old code and its cookies end"
    )
    code.add_argument("name", nargs="*", help="a nickname")
    code.add_argument(
        "--all", action="store_true", help="every name from before names had recovery codes"
    )
    learner.set_defaults(run=_learner)

    _add_class(commands)
    return parser


def _add_files(commands: Any) -> None:
    """The commands that look at a file."""
    verify = commands.add_parser("verify", help="replay a record and say what is wrong with it")
    verify.add_argument("file", help="a record as JSON; - reads standard input")
    verify.set_defaults(run=_verify)
    read = commands.add_parser("read", help="list the boards of a PBN file, and what is wrong")
    read.add_argument("file", help="a file of bridge boards; - reads standard input")
    read.set_defaults(run=_read)


def _add_class(commands: Any) -> None:
    """The command about classes."""
    group = commands.add_parser(
        "class", help="classes at shared tables: make, list, export, delete"
    )
    acts = group.add_subparsers(
        dest="what", metavar="new|list|members|key|export|delete", required=True
    )
    acts.add_parser("new", help="make a class").add_argument("title", help="such as Tuesday")
    acts.add_parser("list", help="the classes, with their join codes")
    for name, words in (
        ("members", "who is in a class"),
        ("key", "make a new teacher's key; the old one ends"),
        ("export", "write all that is kept of a class to a file"),
        ("delete", "delete a class with its members, tables and votes"),
    ):
        acts.add_parser(name, help=words).add_argument("code", help="the join code")
    acts.choices["export"].add_argument("file", help="a file that is not there yet; - for stdout")
    group.set_defaults(run=_class)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code (see `EXIT_CODES`)."""
    print_in_plain()
    try:
        code = _run(argv)
        if sys.stdout is not None:  # a program may be started with its output closed
            sys.stdout.flush()
        return code
    except (_Refused, ValueError) as error:
        print(f"cardlab: {error}", file=sys.stderr)
        return REFUSED
    except BrokenPipeError:
        # the program that reads our output wants no more of it
        _drop_output()
        return DONE
    except OSError as error:
        print(f"cardlab: {error.strerror or error}.", file=sys.stderr)
        _drop_output()
        return REFUSED
    except KeyboardInterrupt:
        print("", file=sys.stderr)
        return INTERRUPTED
    except Exception:
        traceback.print_exc()
        print("cardlab: this is a mistake of cardlab; please report it.", file=sys.stderr)
        return MISTAKE


def _run(argv: Sequence[str] | None) -> int:
    parser = _parser()
    args = parser.parse_args(argv)
    if args.version:
        from cardlab import __version__

        print(f"cardlab {__version__}")
        return DONE
    if not args.command:
        parser.print_help()
        return DONE
    return int(args.run(args))


def _drop_output() -> None:
    """Let go of what was not written, so that the end of the process does not try again."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
