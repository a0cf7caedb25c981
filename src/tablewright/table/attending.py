"""A socket that attends a room: what it tells and what it hears, until either ends."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from fastapi import WebSocketDisconnect

from tablewright.table.hub import Hub, Watcher


async def attend(hub: Hub, room_id: str, watcher: Watcher, *work: Coroutine[Any, Any, None]) -> None:
    """Do both while the line holds; whatever ends it, the watcher leaves the room."""
    hub.watch(room_id, watcher)
    tasks = [asyncio.create_task(one) for one in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if (fault := task.exception()) and not isinstance(fault, WebSocketDisconnect | RuntimeError):
                raise fault
    finally:
        for task in tasks:
            task.cancel()
        hub.leave(room_id, watcher)
