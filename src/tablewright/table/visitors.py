"""Who asks: a browser by its cookie, a script by its bearer token; and in what language."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tablewright.table.addresses import shareable
from tablewright.table.security import COOKIE, HOST_COOKIE, hashed, new_token
from tablewright.table.settings import Settings
from tablewright.table.words import preferred

LANGUAGE_COOKIE = "tablewright-language"
NAME_COOKIE = "tablewright-name"
RATED_COOKIE = "tablewright-rated"
WISH_COOKIE = "tablewright-play"
COUNTS = tuple("012345678")  # of players; 0: no wish
MOST_WISHES = 40
A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Wish:
    """How somebody plays against bots: their level, and how many players sit at the table."""

    level: str = ""
    players: int = 0


@dataclass
class Visitor:
    """A browser or script; `token` is empty until it needs one."""

    token: str
    language: str
    name: str
    base: str
    secure: bool
    wishes: Mapping[str, Wish] = field(default_factory=dict)
    rated: bool = False  # wants games to count for the ratings
    fresh: bool = False  # the token was made just now

    @property
    def hash(self) -> str:
        return hashed(self.token)

    def link(self, room_id: str) -> str:
        """The invite link; it holds no secret but the room's own name."""
        return f"{self.base}/rooms/{room_id}"

    def begin(self) -> None:
        """A token of our own making; what a stranger brings along is not adopted."""
        self.token, self.fresh = new_token(), True

    def remember(self, response: Response, name: str = "") -> None:
        """Keep the token, so that the seat survives a refresh; keep the name for the next room."""
        cookie = HOST_COOKIE if self.secure else COOKIE
        response.set_cookie(cookie, self.token, A_YEAR, httponly=True, samesite="lax", secure=self.secure)
        if name:
            safe = name.encode().hex()
            response.set_cookie(NAME_COOKIE, safe, A_YEAR, httponly=True, samesite="lax", secure=self.secure)

    def remember_wish(self, response: Response, game: str, wish: Wish) -> None:
        """Keep how a game was played the last time; the other games begin with the same level."""
        wishes = {**self.wishes, game: wish, "": Wish(wish.level)}
        kept = ".".join(f"{name}~{one.level}~{one.players}" for name, one in list(wishes.items())[-MOST_WISHES:])
        response.set_cookie(WISH_COOKIE, kept, A_YEAR, httponly=True, samesite="lax", secure=self.secure)

    def remember_rated(self, response: Response, wanted: bool) -> None:
        """Keep whether this browser's games shall count from now on."""
        if wanted:
            response.set_cookie(RATED_COOKIE, "1", A_YEAR, httponly=True, samesite="lax", secure=self.secure)
        else:
            response.delete_cookie(RATED_COOKIE)

    def wish(self, game: str) -> Wish:
        return self.wishes.get(game) or self.wishes.get("") or Wish()


def visitor_of(connection: HTTPConnection) -> Visitor:
    settings: Settings = connection.app.state.settings
    bearer = connection.headers.get("authorization", "")
    token = bearer[7:].strip() if bearer.lower().startswith("bearer ") else _cookie(connection, settings)
    language = preferred(connection.headers.get("accept-language", ""), connection.cookies.get(LANGUAGE_COOKIE, ""))
    scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
    base = settings.public_url.rstrip("/") or shareable(f"{scheme}://{connection.url.netloc}", settings.host)
    rated = connection.cookies.get(RATED_COOKIE) == "1"
    return Visitor(token[:200], language, _name(connection), base, settings.secure_cookies, _wishes(connection), rated)


def _wishes(connection: HTTPConnection) -> dict[str, Wish]:
    kept = connection.cookies.get(WISH_COOKIE, "")
    parts = [part.split("~") for part in kept.split(".")[:MOST_WISHES]]
    return {part[0]: Wish(part[1], int(part[2])) for part in parts if len(part) == 3 and part[2] in COUNTS}


def _cookie(connection: HTTPConnection, settings: Settings) -> str:
    return connection.cookies.get(HOST_COOKIE if settings.secure_cookies else COOKIE, "")


def _name(connection: HTTPConnection) -> str:
    try:
        return bytes.fromhex(connection.cookies.get(NAME_COOKIE, "")).decode()[:24]
    except ValueError:
        return ""
