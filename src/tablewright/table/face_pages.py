"""The faces of cards, as pictures that a page asks for."""

from collections.abc import Mapping

from fastapi import APIRouter
from fastapi.responses import Response

from tablewright.engine import Variant
from tablewright.faces import face, has_face
from tablewright.table.errors import Refusal
from tablewright.table.faces_at import in_language, looks
from tablewright.table.pages import AN_HOUR, TheHub

router = APIRouter(include_in_schema=False)
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}


@router.get("/games/{name}/faces/{kind}.svg")
async def game_face(hub: TheHub, name: str, kind: str, language: str = "") -> Response:
    return _svg(hub.variant(name), kind, language=language)


@router.get("/games/{name}/{players}/{edition}/{version}/faces/{kind}.svg")
async def shared_face(
    hub: TheHub,
    name: str,
    players: int,
    edition: str,
    version: str,
    kind: str,
    side: str = "",
    turned: int = 0,
    at: str = "",
    language: str = "",
) -> Response:
    """A face in all rooms that play the same cards; its address names what it is drawn from, so it never changes."""
    usual = [hub.variant(name, players, edition, changes) for changes in ({}, hub.game(name).cards.at_once)]
    found = next((variant for variant in usual if looks(variant) == version), None)
    if found is None:
        raise Refusal("refused.no_card", 404)
    return _svg(found, kind, side, turned, at, language, FOR_GOOD)


@router.get("/rooms/{room_id}/faces/{kind}.svg")
async def room_face(
    hub: TheHub, room_id: str, kind: str, side: str = "", turned: int = 0, at: str = "", language: str = ""
) -> Response:
    return _svg((await hub.room(room_id)).variant, kind, side, turned, at, language)


def _svg(
    variant: Variant,
    kind: str,
    side: str = "",
    turned: int = 0,
    at: str = "",
    language: str = "",
    caching: Mapping[str, str] = AN_HOUR,
) -> Response:
    if not has_face(variant.game, kind):
        raise Refusal("refused.no_card", 404)
    known = in_language(variant.game, language)
    drawn = face(variant.game, variant.values, kind, side[:16], turned, at[:16], language=known)
    return Response(drawn, media_type="image/svg+xml", headers=dict(caching))
