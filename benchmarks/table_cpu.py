"""What a move costs the server: processor time by game, here and in another revision, with the same load in one run."""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
from table_clients import Pace, Server, end, new_room, play, serving

ROOMS = 20
LONGEST = 600.0  # seconds for the rooms of one round
ROOT = Path(__file__).parent.parent


@contextmanager
def sources(revision: str) -> Iterator[Path]:
    """The source folder of another revision, in a work tree of its own that goes afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(
            ["git", "-C", ROOT, "worktree", "add", "--detach", tree, revision], check=True, capture_output=True
        )
        try:
            yield tree / "src"
        finally:
            subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", tree], check=True)


async def cost(server: Server, game: str, moves: int) -> tuple[float, int]:
    """Seconds of the server, and the moves that they were for; setting up and opening the pages is not counted."""
    async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=60) as client:
        rooms = [await new_room(client, game) for _ in range(ROOMS)]
        pace = Pace(0, most=moves // ROOMS)
        tasks = await play(rooms, server.address, pace)
        before = server.computed
        pace.go.set()
        await end(tasks, LONGEST)
    return server.computed - before, sum(len(room.times) for room in rooms)


async def games(server: Server) -> list[str]:
    async with httpx.AsyncClient(base_url=f"http://{server.address}", timeout=60) as client:
        return [game["name"] for game in (await client.get("/api/games")).json()]


async def compare(servers: list[Server], moves: int, only: str) -> None:
    """Turn by turn, so that both have the machine as it is just then."""
    for game in [only] if only else await games(servers[0]):
        spent, made = [0.0] * len(servers), [0] * len(servers)
        while min(made) < moves:
            for n, server in enumerate(servers):
                seconds, done = await cost(server, game, max(800, moves))
                spent[n], made[n] = spent[n] + seconds, made[n] + done
        a_move = [1000 * seconds / done for seconds, done in zip(spent, made, strict=True)]
        ratio = f"{a_move[0] / a_move[1]:>8.2f}" if len(a_move) > 1 else ""
        print(f"{game:<12}" + "".join(f"{each:>10.2f}" for each in a_move) + ratio, flush=True)


def report_cpu(moves: int, against: str, only: str) -> None:
    """One line a game: milliseconds of the server's processor time a move, here, there, and the ratio."""
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    print(f"{'CPU ms a move':<12}{'here':>9}" + (f"{against[:9]:>10}{'ratio':>8}" if against else ""), flush=True)
    with ExitStack() as open_:
        folders = [Path(open_.enter_context(tempfile.TemporaryDirectory())) for _ in range(2)]
        servers = [open_.enter_context(serving(folders[0]))]
        if against:
            servers.append(open_.enter_context(serving(folders[1], open_.enter_context(sources(against)))))
        asyncio.run(compare(servers, moves, only))
