"""For those who run the server: is it alive, is it ready, and what it does, in numbers for Prometheus."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from tablewright.table.errors import DATABASE_FAULTS, Refusal
from tablewright.table.hub import Hub
from tablewright.table.numbers import PAGES, ROOMS, numbers

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> Response:
    """The process answers."""
    return PlainTextResponse("alive")


@router.get("/ready")
async def ready(request: Request) -> Response:
    """The database answers too."""
    hub: Hub = request.app.state.hub
    try:
        await hub.store.knows("")
    except DATABASE_FAULTS:
        return PlainTextResponse("the database does not answer", 503)
    return PlainTextResponse("ready")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Only if the operator wants; it tells nothing about people."""
    hub: Hub = request.app.state.hub
    if not hub.settings.metrics:
        raise Refusal("refused.no_page", 404)
    ROOMS.set(len(hub.rooms))
    PAGES.set(sum(len(pages) for pages in hub.watchers.values()))
    return Response(generate_latest(numbers), media_type=CONTENT_TYPE_LATEST)
