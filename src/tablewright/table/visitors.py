"""Who asks: a browser by its cookie, a script by its bearer token; and in what language."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tablewright.table.security import COOKIE, hashed, new_token
from tablewright.table.settings import Settings
from tablewright.table.words import preferred

LANGUAGE_COOKIE = "tablewright-language"
NAME_COOKIE = "tablewright-name"
A_YEAR = 365 * 24 * 3600


@dataclass
class Visitor:
    """A browser or script; `token` is empty until it needs one."""

    token: str
    language: str
    name: str
    base: str
    secure: bool

    @property
    def hash(self) -> str:
        return hashed(self.token)

    def link(self, room_id: str) -> str:
        """The invite link; it holds no secret but the room's own name."""
        return f"{self.base}/rooms/{room_id}"

    def known(self) -> "Visitor":
        """The same visitor with a token."""
        self.token = self.token or new_token()
        return self

    def remember(self, response: Response, name: str = "") -> None:
        """Keep the token, so that the seat survives a refresh; keep the name for the next room."""
        response.set_cookie(COOKIE, self.token, A_YEAR, httponly=True, samesite="lax", secure=self.secure)
        if name:
            safe = name.encode().hex()
            response.set_cookie(NAME_COOKIE, safe, A_YEAR, httponly=True, samesite="lax", secure=self.secure)


def visitor_of(connection: HTTPConnection) -> Visitor:
    settings: Settings = connection.app.state.settings
    bearer = connection.headers.get("authorization", "")
    token = bearer[7:].strip() if bearer.lower().startswith("bearer ") else connection.cookies.get(COOKIE, "")
    language = preferred(connection.headers.get("accept-language", ""), connection.cookies.get(LANGUAGE_COOKIE, ""))
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    base = settings.public_url.rstrip("/") or f"{scheme}://{connection.url.netloc}"
    return Visitor(token[:200], language, _name(connection), base, settings.secure_cookies)


def _name(connection: HTTPConnection) -> str:
    try:
        return bytes.fromhex(connection.cookies.get(NAME_COOKIE, "")).decode()[:24]
    except ValueError:
        return ""
