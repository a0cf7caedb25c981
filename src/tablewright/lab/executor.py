"""Where work is done: on the threads of this machine, or on a Ray cluster. The results are the same, in the same order.

A job can be pickled and makes a worker (once for each thread or process); the worker turns a part into a result.
"""

import os
import pickle
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from importlib import import_module
from typing import Any, Protocol, TypeVar

from tablewright.engine import TablewrightError, numba

Part = TypeVar("Part")
Result = TypeVar("Result")
Taken = TypeVar("Taken", contravariant=True)
Given = TypeVar("Given", covariant=True)
SECONDS_TO_CONNECT = 60.0  # to a cluster
AHEAD = 2  # parts under way for each worker, so that none waits for the order


class Job(Protocol[Taken, Given]):
    """Work that can be sent elsewhere."""

    def worker(self) -> Callable[[Taken], Given]: ...


class Executor(Protocol):
    """Does the parts of a job."""

    workers: int
    brisk: float  # about so many seconds a part should take

    def map(self, job: Job[Part, Result], parts: Iterable[Part]) -> Iterator[Result]:
        """The results in the order of the parts, which are drawn as results are taken."""
        ...


@cache
def _cores() -> int:
    return os.cpu_count() or 1


class Threads:
    """The threads of this machine."""

    brisk = 0.2

    def __init__(self, threads: int | None = None) -> None:
        self.workers = (threads or _cores()) if numba() is not None else 1

    def map(self, job: Job[Part, Result], parts: Iterable[Part]) -> Iterator[Result]:
        own = threading.local()

        def do(part: Part) -> Result:
            if not hasattr(own, "work"):
                own.work = job.worker()
            made: Result = own.work(part)
            return made

        pool = ThreadPoolExecutor(self.workers)
        try:
            yield from _in_order(iter(parts), lambda part: pool.submit(do, part).result, self.workers * AHEAD)
        finally:
            pool.shutdown(cancel_futures=True)


def _in_order(parts: Iterator[Part], submit: Callable[[Part], Callable[[], Result]], most: int) -> Iterator[Result]:
    """Submit parts, at most so many at once, and collect the results in order."""
    waiting: deque[Callable[[], Result]] = deque()
    for part in parts:
        waiting.append(submit(part))
        if len(waiting) >= most:
            yield waiting.popleft()()
    while waiting:
        yield waiting.popleft()()


class Cluster:
    """The workers of a Ray cluster; the range of one that is lost is played again by another."""

    brisk = 2.0

    def __init__(self, address: str = "auto") -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise TablewrightError("--cluster needs the package ray; try: pip install 'tablewright[cluster]'") from None
        if not ray.is_initialized():
            _join(ray, address)
        self._ray = ray
        self._do = ray.remote(max_retries=-1)(_do)
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))

    def map(self, job: Job[Part, Result], parts: Iterable[Part]) -> Iterator[Result]:
        packed = pickle.dumps(job)
        sent, key = self._ray.put(packed), sha256(packed).hexdigest()
        under_way: deque[Any] = deque()

        def submit(part: Part) -> Callable[[], Result]:
            under_way.append(self._do.remote(sent, key, part))
            return lambda: self._collected(under_way.popleft())

        try:
            yield from _in_order(iter(parts), submit, self.workers * AHEAD)
        finally:
            for left in under_way:
                self._ray.cancel(left, force=True)

    def _collected(self, promise: Any) -> Any:
        try:
            return self._ray.get(promise)
        except self._ray.exceptions.RayTaskError as fault:
            told = fault.cause if isinstance(fault.cause, TablewrightError) else str(fault).strip().splitlines()[-1]
            raise TablewrightError(f"a worker of the cluster failed: {told}") from None
        except self._ray.exceptions.RayError as fault:
            raise TablewrightError(f"the cluster is lost: {str(fault).strip().splitlines()[0]}") from None


def _join(ray: Any, address: str) -> None:
    """Join a cluster that is running; none is started."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        _answers(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as fault:
        told = str(fault).strip().splitlines()[0]
        hint = "start one with: ray start --head"
        raise TablewrightError(f"there is no Ray cluster at {address!r} ({told}); {hint}") from None


def _answers(address: str) -> None:
    """Whether somebody listens there; Ray itself would ask for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if address != "auto":
        if not (colon and port.isdigit()):
            raise ValueError("an address is HOST:PORT, or auto")
        socket.create_connection((host, int(port)), timeout=SECONDS_TO_CONNECT).close()


_workers: dict[str, Callable[[Any], Any]] = {}


def _do(packed: bytes, key: str, part: Any) -> Any:
    """One part, in a process of the cluster, which keeps its worker for the parts to come."""
    if key not in _workers:
        _workers.clear()
        _workers[key] = pickle.loads(packed).worker()
    return _workers[key](part)


def executor_of(cluster: str | None = None, threads: int | None = None) -> Executor:
    """The cluster at an address, or threads."""
    if cluster is None:
        return Threads(threads)
    if threads is not None:
        raise TablewrightError("give --threads or --cluster, not both")
    return Cluster(cluster)
