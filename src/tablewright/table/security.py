"""Tokens, limits and headers."""

import hashlib
import secrets
import time
import unicodedata
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablewright.table.errors import Refusal

COOKIE = "tablewright"
LONGEST_NAME = 24
LONGEST_MESSAGE = 300
LARGEST_BODY = 2 * 1024 * 1024
LARGEST_SOCKET_MESSAGE = 16 * 1024
MOST_ADDRESSES = 10_000

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
    """A limit: `rate` a second, and four seconds' worth at once."""

    def __init__(self, rate: float) -> None:
        self.rate, self.left, self.at = rate, 4 * rate, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(4 * self.rate, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Guard:
    """Headers on every answer; foreign origins, too large and too many requests are turned away."""

    def __init__(self, app: ASGIApp, requests_per_second: float) -> None:
        self.app, self.rate = app, requests_per_second
        self.buckets: dict[str, Bucket] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
            return
        await self.app(scope, _limited(receive), _with_headers(send))

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        if scope["method"] in ("GET", "HEAD", "OPTIONS"):
            return None
        if not same_origin(headers):
            return JSONResponse({"detail": "requests from other sites are refused"}, 403)
        if not self._allow(scope["client"][0] if scope.get("client") else ""):
            return JSONResponse({"detail": "too many requests; wait a second"}, 429)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return JSONResponse({"detail": f"at most {LARGEST_BODY} bytes"}, 413)
        return None

    def _allow(self, address: str) -> bool:
        if len(self.buckets) > MOST_ADDRESSES:
            self.buckets.clear()
        return self.buckets.setdefault(address, Bucket(self.rate)).take()


def _limited(receive: Receive) -> Receive:
    """A body that lies about its length ends early."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return {"type": "http.disconnect"} if seen > LARGEST_BODY else message

    return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message["headers"], *(pair for pair in extra if pair[0] not in present)]
        await send(message)

    return sending
