"""The application: settings, database, hub, pages and HTTP interface put together."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, aclosing, asynccontextmanager, nullcontext, suppress
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import DataError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from tablewright.engine import RuleFault, TablewrightError
from tablewright.games import names
from tablewright.table import api, boards, face_pages, health, live, pages, remote_bots
from tablewright.table.errors import DATABASE_FAULTS, DatabaseProblem, Refusal
from tablewright.table.house import OFFERED, named
from tablewright.table.hub import Hub
from tablewright.table.security import Buckets, Guard
from tablewright.table.settings import Settings
from tablewright.table.store import Notice, Store
from tablewright.table.templating import STATIC
from tablewright.table.visitors import visitor_of
from tablewright.table.words import explain

log = logging.getLogger(__name__)
Beside = Callable[[FastAPI], AbstractContextManager[None]]
AN_HOUR = 3600.0
LISTEN_AGAIN = 1.0  # seconds until a database that was lost is asked once more


def create_app(settings: Settings | None = None, beside: Beside | None = None) -> FastAPI:
    """The whole server as one ASGI application; `beside` is what else goes on as long as it runs."""
    settings = settings or Settings()
    app = FastAPI(title="Tablewright table", docs_url=None, redoc_url=None, lifespan=_lifespan)
    app.state.settings = settings
    app.state.beside = beside
    app.state.new_rooms = Buckets(settings.rooms_per_hour / AN_HOUR, AN_HOUR)
    OFFERED[:] = named(settings.bots)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard, settings=settings)
    app.include_router(pages.router)
    app.include_router(face_pages.router)
    app.include_router(live.router)
    app.include_router(remote_bots.router)
    app.include_router(api.router)
    app.include_router(boards.router)
    app.include_router(health.router)
    app.mount("/static", StaticFiles(directory=STATIC))
    app.add_exception_handler(TablewrightError, _refused)
    app.add_exception_handler(RequestValidationError, _not_well_formed)
    app.add_exception_handler(DataError, _not_storable)
    app.add_exception_handler(RuleFault, _broken)
    for fault in DATABASE_FAULTS:
        app.add_exception_handler(fault, _database_failed)
    app.add_exception_handler(HTTPException, _not_there)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    store = Store(settings.database)
    await asyncio.to_thread(store.upgrade)
    games = {name: name for name in names()} | {Path(folder).resolve().name: folder for folder in settings.games}
    hub = app.state.hub = Hub(store, settings, games)
    work = [
        hub.clock.run(),
        hub.forget_regularly(),
        *([_listen(store, hub), hub.tell_regularly()] if store.shared else []),
    ]
    tasks = [asyncio.create_task(each) for each in work]
    if store.shared:
        await store.listening.wait()
    with app.state.beside(app) if app.state.beside else nullcontext():
        yield
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await hub.close()


async def _listen(store: Store, hub: Hub) -> None:
    """For ever: a connection that is lost is made anew, and what was missed meanwhile is read again."""
    while True:
        with suppress(DatabaseProblem, *DATABASE_FAULTS):
            async with aclosing(store.listen()) as notices:
                async for notice in notices:
                    await _heed(notice, hub)
        await asyncio.sleep(LISTEN_AGAIN)


async def _heed(notice: Notice | None, hub: Hub) -> None:
    if notice is None:
        await hub.refresh_all()
    elif notice.crowd is None:
        await hub.refresh(notice.room)
    else:
        await hub.hear(notice.room, notice.process, notice.crowd)


async def _refused(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, TablewrightError)
    status = fault.status if isinstance(fault, Refusal) else 422
    words = explain(fault, visitor_of(request).language)
    return pages.problem(request, fault, status, words.encode("utf-8", "replace").decode())


async def _not_well_formed(_: Request, fault: Exception) -> Response:
    """What is wrong where, without what was sent."""
    assert isinstance(fault, RequestValidationError)
    wrong = [{key: error[key] for key in ("type", "loc", "msg")} for error in fault.errors()]
    text = json.dumps({"detail": wrong}, default=str)
    return Response(text, 422, media_type="application/json")


async def _not_storable(request: Request, _: Exception) -> Response:
    return await _refused(request, Refusal("refused.not_understood", 422))


async def _broken(request: Request, fault: Exception) -> Response:
    log.error("%s: %s", request.url.path, fault)
    return await _refused(request, Refusal("refused.broken", 422))


async def _database_failed(request: Request, _: Exception) -> Response:
    return await _refused(request, Refusal("refused.database", 503))


async def _not_there(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    if fault.status_code == 404:
        return await _refused(request, Refusal("refused.no_page", 404))
    response = pages.problem(request, Refusal("refused.no_page"), fault.status_code, str(fault.detail))
    response.headers.update(fault.headers or {})
    return response
