"""A way to the database that can be cut off without a word: what is sent is swallowed, and no connection ends.

It is a process of its own; `cut` and `mend` come by its input.
"""

import asyncio
import subprocess
import sys
from contextlib import suppress

CUT, MEND = b"cut\n", b"mend\n"


class Line:
    """The near side: a process between servers and a port."""

    def __init__(self, target: int) -> None:
        command = [sys.executable, __file__, str(target)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def cut(self) -> None:
        self._say(CUT)

    def mend(self) -> None:
        """Cut connections stay dead; new ones work."""
        self._say(MEND)

    def _say(self, word: bytes) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(word)
        self.process.stdin.flush()
        self.process.stdout.readline()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


class Carrier:
    """The far side."""

    def __init__(self, target: int) -> None:
        self.target, self.broken = target, False
        self.tasks: set[asyncio.Task[None]] = set()
        self.dead: set[asyncio.StreamWriter] = set()
        self.open: set[asyncio.StreamWriter] = set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.broken:
            self.dead.add(writer)
            return
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        self.open |= {writer, back}
        for source, sink in ((reader, back), (there, writer)):
            self.tasks.add(asyncio.create_task(self.carry(source, sink)))

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if writer not in self.dead:
                    writer.write(data)
                    await writer.drain()
        if writer not in self.dead:
            writer.close()
        self.open.discard(writer)

    def cut(self) -> None:
        self.broken = True
        self.dead |= self.open

    async def obey(self) -> None:
        while word := await asyncio.to_thread(sys.stdin.buffer.readline):
            self.cut() if word == CUT else setattr(self, "broken", False)
            print(word.decode().strip(), flush=True)


async def main(target: int) -> None:
    carrier = Carrier(target)
    server = await asyncio.start_server(carrier.connected, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await carrier.obey()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
