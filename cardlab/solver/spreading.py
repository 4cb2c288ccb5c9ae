"""Much work in batches: on all cores or on a cluster, with progress, kept in a file as it goes.

Knows executors, batches, progress bars and files of results.  Knows no card and no game.

A piece of work is cut into the same batches whoever carries it, and what they bring is put together
in their order, so that one process, eight of them and a cluster give the same results.

>>> def squares(batch):
...     return [number * number for number in batch]
>>> job = Job("squares", squares, [[1, 2], [3, 4], [5]], "squares of 1 to 5")
>>> [number for batch in job.run(executor="serial") for number in batch]
[1, 4, 9, 16, 25]
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Generic, Literal, Protocol, TypeVar

from cardlab.engine.words import shown, some
from cardlab.solver.loading import decided

Batch = TypeVar("Batch")
Rows = list[Any]
"""What a batch brings: plain values that JSON can hold."""
FORMAT = 1
"""Of the files in which results are kept."""
AHEAD = 64
"""Batches that are handed out before the first of them is needed."""


class ShowsProgress(Protocol):
    """Passes the batches on, and shows how many of them are done, as `tqdm` does."""

    def __call__(self, batches: Iterable[Rows], /, *, total: int) -> Iterable[Rows]: ...


def no_progress(batches: Iterable[Rows], /, *, total: int) -> Iterable[Rows]:
    return batches


Progress = ShowsProgress | bool
"""True: a bar of `tqdm` in a terminal or a notebook; False: none; or whatever wraps an iterable."""
Carrier = Executor | Literal["serial"] | None
"""Who does the work: any executor; "serial", this process; None, the processes of this machine."""


class WorkStopped(RuntimeError):
    """A worker died.  The sentence says how much was done, and where it is kept."""


class OtherResults(ValueError):
    """A file does not hold results of this work, so that it cannot be gone on with."""


@dataclass(frozen=True)
class Job(Generic[Batch]):
    """Work to be done batch by batch.

    name: what the batches hold, for sentences; work: makes the results of a batch, and has to be
    picklable for processes; about: a text that is different for different work, by which a file of
    results is known again.
    """

    name: str
    work: Callable[[Batch], Rows]
    batches: Sequence[Batch]
    about: str
    backend: str = ""
    """How the solver's kernel runs in every batch (see `loading.decided`); empty: as it comes."""

    def run(
        self,
        *,
        executor: Carrier = None,
        progress: Progress = False,
        resume: str | Path | None = None,
    ) -> Iterator[Rows]:
        """Yield what the batches bring, in their order.

        resume: a file to which each batch is added when it is done; if it holds some already, they
        are not done again.  Stop at any time: what is in the file stays.  Raises `OtherResults` if
        the file holds other work, `WorkStopped` if a worker dies.
        """
        with ExitStack() as stack:
            kept = stack.enter_context(Kept(Path(resume), self)) if resume else NOTHING_KEPT
            left = self.batches[len(kept.rows) :]
            carrier = stack.enter_context(_carrier(executor, len(left)))
            everything = self._everything(kept, left, carrier)
            yield from _shown(progress)(everything, total=len(self.batches))

    def _everything(
        self, kept: Kept | NothingKept, left: Sequence[Batch], carrier: Executor | None
    ) -> Iterator[Rows]:
        yield from list(kept.rows)
        work = partial(_as_decided, self.backend, self.work) if self.backend else self.work
        made = map(work, left) if carrier is None else spread(carrier, work, left)
        done = len(kept.rows)
        try:
            for rows in made:
                kept.add(rows)
                done += 1
                yield rows
        except BrokenProcessPool:
            raise WorkStopped(
                f"a worker process died after {some(done, 'batch', 'batches')} of"
                f" {len(self.batches)} of {self.name}. {kept.what_to_do}"
            ) from None


def _as_decided(backend: str, work: Callable[[Batch], Rows], batch: Batch) -> Rows:
    """Do a batch with the backend that was decided on for the whole call: no worker decides."""
    with decided(backend):
        return work(batch)


Items = TypeVar("Items", bound=Sequence[Any])


def in_batches(items: Items, size: int) -> list[Items]:
    """Cut a sequence into parts of so many; the last may be shorter.

    >>> in_batches(range(5), 2)
    [range(0, 2), range(2, 4), range(4, 5)]
    """
    return [items[start : start + size] for start in range(0, len(items), size)]  # type: ignore[misc]


def spread(
    executor: Executor, work: Callable[[Batch], Rows], batches: Iterable[Batch]
) -> Iterator[Rows]:
    """Yield what the batches bring, in their order; cancel the rest if nobody wants them any
    more."""
    futures: deque[Future[Rows]] = deque()
    waiting = iter(batches)
    try:
        for batch in waiting:
            futures.append(executor.submit(work, batch))
            if len(futures) >= AHEAD:
                yield futures.popleft().result()
        while futures:
            yield futures.popleft().result()
    finally:
        for future in futures:
            future.cancel()


def _carrier(executor: Carrier, batches: int) -> Any:
    """A context with the executor, or with None where this process does the work."""
    if isinstance(executor, Executor):
        return nullcontext(executor)
    if executor not in (None, "serial"):
        raise ValueError(
            f"executor={shown(str(executor))} is not an executor. Give one of concurrent.futures"
            ' or of a cluster, "serial" for this process, or nothing for all cores.'
        )
    cores = os.cpu_count() or 1
    if executor == "serial" or batches < 2 or cores < 2:
        return nullcontext(None)
    return ProcessPoolExecutor(min(cores, batches), initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Let this worker end when the process that began it is killed; it would wait for work for ever
    otherwise."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="cardlab-parent", daemon=True).start()


def _shown(progress: Progress) -> ShowsProgress:
    if not isinstance(progress, bool):
        return progress
    if not progress:
        return no_progress
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise ValueError(
            "progress=True needs tqdm, which is not installed. Install it with pip install tqdm,"
            " or leave progress out."
        ) from None
    bar: ShowsProgress = tqdm
    return bar


class NothingKept:
    """Results that are in no file."""

    rows: tuple[Rows, ...] = ()
    what_to_do = "Give resume= a file, and nothing is lost the next time."

    def add(self, rows: Rows) -> None:
        """There is no file to add them to."""


NOTHING_KEPT = NothingKept()


class Kept:
    """A file of results: a line that says of what, and then one line of JSON for each batch."""

    def __init__(self, path: Path, job: Job[Any]) -> None:
        self.path, self.rows = path, list[Rows]()
        self._head = {
            "cardlab": FORMAT,
            "work": job.name,
            "batches": len(job.batches),
            "key": hashlib.sha256(job.about.encode()).hexdigest()[:32],
        }
        self.what_to_do = f"What is done is in {path}; the same call goes on from there."
        self._file: IO[str] | None = None

    def __enter__(self) -> Kept:
        lines = self._whole_lines()
        if lines:
            self._check(lines[0])
            self.rows = [json.loads(line) for line in lines[1:]]
        text = "".join(f"{line}\n" for line in lines or [json.dumps(self._head)])
        # a line that was cut off is written again, so that the file is the same in the end
        self._file = self.path.open("r+" if self.path.exists() else "w", encoding="utf-8")
        self._file.seek(len(text.encode()) if lines else 0)
        self._file.truncate()
        if not lines:
            self._write(text)
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, rows: Rows) -> None:
        self._write(json.dumps(rows) + "\n")

    def _write(self, text: str) -> None:
        assert self._file is not None
        self._file.write(text)
        self._file.flush()

    def _whole_lines(self) -> list[str]:
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        except UnicodeDecodeError:
            raise OtherResults(self._refusal("it is not a text")) from None
        *whole, _ = text.split("\n")
        if text and not whole:
            raise OtherResults(self._refusal("it does not begin as one"))
        return whole

    def _check(self, line: str) -> None:
        try:
            head = json.loads(line)
        except ValueError:
            head = None
        if not isinstance(head, dict) or "cardlab" not in head:
            raise OtherResults(self._refusal("it does not begin as one"))
        if head["cardlab"] != FORMAT:
            raise OtherResults(
                self._refusal(
                    f"it is of format {shown(str(head['cardlab']))}, and this is {FORMAT}"
                )
            )
        if head != self._head:
            raise OtherResults(
                self._refusal("it holds other work, or the same with other settings")
            )

    def _refusal(self, why: str) -> str:
        return (
            f"{self.path} does not hold results of this call: {why}. Name another file; this one"
            " was not changed."
        )
