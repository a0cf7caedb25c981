"""Tokens, limits and headers."""

import asyncio
import hashlib
import secrets
import time
import unicodedata
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablewright.table.errors import Refusal
from tablewright.table.settings import Settings

COOKIE = "tablewright"
HOST_COOKIE = "__Host-tablewright"  # over HTTPS: no other site of the same domain can set it
TOKEN_HEADER = "tablewright-token"
REVISION_HEADER = "tablewright-revision"  # of a lobby
LONGEST_HOST = 255
LONGEST_NAME = 24
LONGEST_MESSAGE = 300
LARGEST_BODY = 2 * 1024 * 1024
LARGEST_SOCKET_MESSAGE = 16 * 1024
MOST_ADDRESSES = 10_000
SECONDS_FOR_A_BODY = 20.0
TRY_LATER = 1013

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
STRICT = {"strict-transport-security": "max-age=31536000"}  # behind HTTPS


def new_token() -> str:
    """What a browser or a script proves its seat with."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What the database keeps of a token. Tokens are random, so a fast hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def new_room_id() -> str:
    """The part of an invite link that nobody can guess."""
    return secrets.token_hex(8)


def clean(text: str, longest: int, what: str) -> str:
    """A name or message without control characters; too long ones are refused."""
    shown = "".join(" " if unicodedata.category(c)[0] == "Z" else c for c in text)
    shown = "".join(c for c in shown if unicodedata.category(c)[0] != "C").strip()
    if len(shown) > longest:
        raise Refusal("refused.too_long", 422, what=what, longest=longest)
    return shown


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages, or from a program that sends no origin."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


class Bucket:
    """A limit: `rate` a second, and so many seconds' worth at once."""

    def __init__(self, rate: float, seconds: float = 4, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.most, self.left, self.at = rate, seconds * rate, seconds * rate, clock()
        self._clock = clock

    def is_full(self) -> bool:
        """Whether nothing was taken lately."""
        return self.left + (self._clock() - self.at) * self.rate >= self.most

    def take(self) -> bool:
        now = self._clock()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """The same limit for every address."""

    def __init__(self, rate: float, seconds: float = 4) -> None:
        self.rate, self.seconds = rate, seconds
        self._by_address: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        known = self._by_address
        if len(known) > MOST_ADDRESSES:
            for name in [name for name, bucket in known.items() if bucket.is_full()] or list(known):
                del known[name]
        return known.setdefault(address, Bucket(self.rate, self.seconds)).take()


class Guard:
    """Headers on every answer; foreign origins, too large, too slow and too many requests are turned away."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.headers = HEADERS | (STRICT if settings.secure_cookies else {})
        self.changes = Buckets(settings.requests_per_second)
        self.reads = Buckets(settings.reads_per_second)
        self.sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            sending = self._with_headers(send)
            refusal = self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, sending)
            else:
                await self.app(scope, _limited(receive), sending)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if self.sockets[address] >= self.settings.sockets_per_address:
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        self.sockets[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets -= Counter([address])  # without what has come to nothing

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        headers, address = Headers(scope=scope), address_of(scope)
        if len(headers.get("host", "")) > LONGEST_HOST:
            return JSONResponse({"detail": "no such host"}, 400)
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None if self.reads.take(address) else _too_many()
        if not same_origin(headers):
            return JSONResponse({"detail": "requests from other sites are refused"}, 403)
        if not self.changes.take(address):
            return _too_many()
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit() and len(length) < 20) or int(length) > LARGEST_BODY:
            return JSONResponse({"detail": f"at most {LARGEST_BODY} bytes"}, 413)
        return None

    def _with_headers(self, send: Send) -> Send:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                extra = [(name.encode(), value.encode()) for name, value in self.headers.items()]
                message["headers"] = [*message["headers"], *(pair for pair in extra if pair[0] not in present)]
            await send(message)

        return sending


def address_of(scope: Scope) -> str:
    """Who asks; everybody in one network of version 6 counts as one."""
    address = str(scope["client"][0]) if scope.get("client") else ""
    return ":".join(address.split(":")[:4]) if ":" in address else address


def _too_many() -> JSONResponse:
    return JSONResponse({"detail": "too many requests; wait a second"}, 429)


def _limited(receive: Receive) -> Receive:
    """A body that lies about its length or takes too long ends early."""
    seen, late = 0, time.monotonic() + SECONDS_FOR_A_BODY
    ended = False

    async def limited() -> Message:
        nonlocal seen, ended
        if ended:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, late - time.monotonic()))
        except TimeoutError:
            return {"type": "http.disconnect"}
        seen += len(message.get("body", b""))
        ended = not message.get("more_body", False)
        return {"type": "http.disconnect"} if seen > LARGEST_BODY else message

    return limited
