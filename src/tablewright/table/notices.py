"""Telling people who are away that it is their turn: through the channels that the host has configured, once a turn.

Their own browsers are told by Web Push, if they want it (pushes.py). `TABLEWRIGHT_NOTIFY` holds addresses that Apprise
understands (webhooks, mail, chats), separated by spaces. Without them, or without the extra `notify`, nothing is sent
there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.util import find_spec

from tablewright.table.presence import Crowd
from tablewright.table.rooms import Room

PATIENCE = 5.0  # seconds in which somebody may come back by themselves
log = logging.getLogger(__name__)
Send = Callable[[str], None]
Push = Callable[[str, str, str], Awaitable[None]]  # to whom, which game, in which room


def sender_of(addresses: str) -> Send | None:
    """What sends a message to all addresses of the host; None if there are none."""
    if not addresses.strip():
        return None
    if find_spec("apprise") is None:
        log.warning("TABLEWRIGHT_NOTIFY is set, but Apprise is not installed: pip install 'tablewright[notify]'")
        return None
    channels = import_module("apprise").Apprise()
    for address in addresses.split():
        if not channels.add(address):
            log.warning("TABLEWRIGHT_NOTIFY has an address that Apprise does not know")
    return lambda message: channels.notify(body=message, title="Tablewright")


class Notices:
    """One message for each turn of somebody who is not there; never for a turn that is past."""

    def __init__(self, send: Send | None, base: str, push: Push | None = None, patience: float = PATIENCE) -> None:
        self._send, self._base, self._push, self._patience = send, base, push, patience
        self._told: dict[str, int | None] = {}

    @property
    def offered(self) -> bool:
        return self._send is not None or self._push is not None

    async def consider(self, room_id: str, look: Callable[[], tuple[Room | None, Crowd]]) -> None:
        """After something has happened in a room; `look` says how it is now and who is there."""
        room, crowd = look()
        if not self.offered or room is None or not self._due(room, crowd):
            return
        seat = room.deciding
        await asyncio.sleep(self._patience)
        room, crowd = look()
        if room is None or room.deciding != seat or not self._due(room, crowd) or seat is None:
            return
        self._told[room_id] = seat
        where = f" {self._base}/rooms/{room_id}" if self._base else ""
        title = room.variant.game.cards.title
        if self._push is not None and room.seats[seat].token:
            await self._push(room.seats[seat].token, title, room_id)
        if self._send is not None:
            await asyncio.to_thread(self._send, f"{room.seats[seat].name}, it is your turn in {title}.{where}")

    def _due(self, room: Room, crowd: Crowd) -> bool:
        seat = room.deciding
        if self._told.get(room.id) != seat:
            self._told.pop(room.id, None)
        return seat is not None and room.is_person(seat) and seat not in crowd.seats and room.id not in self._told
