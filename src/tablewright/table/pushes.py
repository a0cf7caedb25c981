"""Web Push: browsers that want it are told of their turn although no page is open.

It is offered where the host names a contact for the push services (`TABLEWRIGHT_PUSH_CONTACT`) and the extra `push` is
installed. The server makes its key once and keeps it in its data folder. Messages are encrypted for the browser; only
addresses of known push services are written to, whatever a visitor claims.
"""

import asyncio
import base64
import json
import logging
from collections.abc import Callable
from fnmatch import fnmatch
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tablewright.table.errors import DATABASE_FAULTS, Refusal
from tablewright.table.schema import PushRow
from tablewright.table.security import hashed
from tablewright.table.settings import Settings, data_folder
from tablewright.table.store import Store
from tablewright.table.words import speaker

LONGEST_ENDPOINT = 1000
KEEPS = 12 * 3600  # seconds that a push service tries; a newer message of the same room takes its place
SECONDS = 10.0  # until a push service that does not answer is given up
GONE = (404, 410)  # the browser does not want it any longer
log = logging.getLogger(__name__)
Deliver = Callable[[PushRow, str, str], int]  # to whom, what, about which room: the status of the answer


class Pushes:
    """The browsers that want to be told, and how."""

    def __init__(self, store: Store, settings: Settings, deliver: Deliver | None = None) -> None:
        self.store, self.settings = store, settings
        installed = find_spec("pywebpush") is not None
        if settings.push_contact and not installed:
            log.warning("TABLEWRIGHT_PUSH_CONTACT is set, but pywebpush is not: pip install 'tablewright[push]'")
        self.offered = bool(settings.push_contact) and (installed or deliver is not None)
        self._deliver = deliver or self._post

    @cached_property
    def _vapid(self) -> Any:
        """The server's key; made at the first start, readable by its owner alone."""
        vapid, file = import_module("py_vapid"), data_folder() / "push.pem"
        if not file.is_file():
            file.parent.mkdir(parents=True, exist_ok=True)
            made = vapid.Vapid()
            made.generate_keys()
            _keep(file, made.private_pem())
        return vapid.Vapid.from_file(str(file))

    @cached_property
    def key(self) -> str:
        """What a browser needs to let this server, and nobody else, write to it; empty where nothing is offered."""
        if not self.offered:
            return ""
        kinds = import_module("cryptography.hazmat.primitives.serialization")
        point = self._vapid.public_key.public_bytes(kinds.Encoding.X962, kinds.PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    async def subscribe(self, token: str, endpoint: str, p256dh: str, auth: str, language: str) -> None:
        if not self.offered or not self._known(endpoint):
            raise Refusal("refused.no_push", 422)
        row = PushRow(
            id=hashed(endpoint), token=token, endpoint=endpoint, p256dh=p256dh, auth=auth, language=language[:8]
        )
        await self.store.add_push(row)

    def _known(self, endpoint: str) -> bool:
        """Whether an address belongs to a push service: a visitor must not make the server write elsewhere."""
        try:
            parts = urlsplit(endpoint)
            host = parts.hostname or ""
        except ValueError:
            return False
        if len(endpoint) > LONGEST_ENDPOINT or parts.username is not None or parts.scheme not in ("https", "http"):
            return False
        safe = parts.scheme == "https" or host == "127.0.0.1"
        return safe and any(fnmatch(host, service) for service in self.settings.push_services.split())

    async def tell(self, token: str, title: str, room_id: str) -> None:
        """That it is somebody's turn, to every browser of theirs; one that does not want it any longer is forgotten."""
        for row in await self.store.pushes(token):
            body = speaker(row.language)("push.turn", title=title)
            said = json.dumps({"title": title, "body": body, "room": room_id})
            try:
                status = await asyncio.to_thread(self._deliver, row, said, room_id)
            except OSError as fault:  # the service cannot be reached; the page says it too
                log.warning("a push service does not answer: %s", type(fault).__name__)
                continue
            if status in GONE:
                await self.store.remove_push(row.token, row.id)

    async def told(self, token: str, title: str, room_id: str) -> None:
        """The same, when nobody waits for it: a database that fails is no fault of the game."""
        try:
            await self.tell(token, title, room_id)
        except DATABASE_FAULTS:
            log.warning("the browsers of a player could not be read")

    def _post(self, row: PushRow, said: str, room_id: str) -> int:
        webpush = import_module("pywebpush")
        try:
            answer = webpush.webpush(
                {"endpoint": row.endpoint, "keys": {"p256dh": row.p256dh, "auth": row.auth}},
                said,
                self._vapid,
                {"sub": self.settings.push_contact},
                timeout=SECONDS,
                ttl=KEEPS,
                headers={"Topic": room_id},
            )
        except webpush.WebPushException as fault:
            return fault.response.status_code if fault.response is not None else 0
        return int(answer.status_code)


def _keep(file: Path, secret: bytes) -> None:
    file.touch(mode=0o600)
    file.write_bytes(secret)
