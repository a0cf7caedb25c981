"""The application: settings, database, hub, pages and HTTP interface put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from tablewright.engine import TablewrightError
from tablewright.games import names
from tablewright.table import api, live, pages
from tablewright.table.errors import DatabaseProblem, Refusal
from tablewright.table.hub import Hub
from tablewright.table.security import Guard
from tablewright.table.settings import Settings
from tablewright.table.store import Notice, Store
from tablewright.table.visitors import visitor_of
from tablewright.table.words import explain

STATIC = Path(__file__).parent / "static"
LISTEN_AGAIN = 1.0  # seconds until a database that was lost is asked once more


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole server as one ASGI application."""
    settings = settings or Settings()
    app = FastAPI(title="Tablewright table", docs_url=None, redoc_url=None, lifespan=_lifespan)
    app.state.settings = settings
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Guard, requests_per_second=settings.requests_per_second)
    app.include_router(pages.router)
    app.include_router(live.router)
    app.include_router(api.router)
    app.mount("/static", StaticFiles(directory=STATIC))
    app.add_exception_handler(TablewrightError, _refused)
    app.add_exception_handler(DBAPIError, _database_failed)
    app.add_exception_handler(HTTPException, _not_there)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    store = Store(settings.database)
    await asyncio.to_thread(store.upgrade)
    games = {name: name for name in names()} | {Path(folder).resolve().name: folder for folder in settings.games}
    hub = app.state.hub = Hub(store, settings, games)
    tasks = [asyncio.create_task(work) for work in (_listen(store, hub), hub.tell_regularly())] if store.shared else []
    if tasks:
        await store.listening.wait()
    yield
    for task in tasks:
        task.cancel()
    await hub.close()


async def _listen(store: Store, hub: Hub) -> None:
    """For ever: a connection that is lost is made anew, and what was missed meanwhile is read again."""
    while True:
        with suppress(DatabaseProblem, DBAPIError):
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
    return pages.problem(request, fault, status, explain(fault, visitor_of(request).language))


async def _database_failed(request: Request, _: Exception) -> Response:
    return await _refused(request, Refusal("refused.database", 503))


async def _not_there(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    if fault.status_code == 404:
        return await _refused(request, Refusal("refused.no_page", 404))
    response = pages.problem(request, Refusal("refused.no_page"), fault.status_code, str(fault.detail))
    response.headers.update(fault.headers or {})
    return response
