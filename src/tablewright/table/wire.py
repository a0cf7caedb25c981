"""How pages are written to: compressed with a memory of the last few messages, which are most of the next one."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

WINDOW = 14  # bits: 16 kB, a few messages; a page takes 80 kB of the server's memory by it
HEARD = 12  # bits of what a page may remember of what it said: little
LEVEL = 2  # a longer search makes little shorter and takes twice the time


class Dense(WebSocketsSansIOProtocol):
    """A socket whose news are compressed against the news before them."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        settings = {"memLevel": 5, "level": LEVEL}
        made = ServerPerMessageDeflateFactory(
            server_max_window_bits=WINDOW, client_max_window_bits=HEARD, compress_settings=settings
        )
        self.conn.available_extensions = [made]
