"""Under which address other people reach this server."""

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

ANYWHERE = ("0.0.0.0", "::")
ELSEWHERE = ("10.255.255.255", 1)  # no packet is sent there; asking for the way tells our own address


def in_the_network() -> str:
    """This machine's address in its network; empty if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        found = str(probe.getsockname()[0])
    return "" if is_loopback(found) or found in ANYWHERE else found


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@lru_cache(1_000)
def only_here(url: str) -> bool:
    """Whether a link works on this machine alone."""
    return is_loopback(urlsplit(url).hostname or "")


def shareable(url: str, listening: str) -> str:
    """An address as others can open it: this machine by its address in the network, if the server listens there."""
    parts = urlsplit(url)
    if listening not in ANYWHERE or not is_loopback(parts.hostname or "") or not (mine := in_the_network()):
        return url
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=f"{mine}{port}").geturl()


def announced(listening: str, port: int) -> str:
    """What the console says: an address that can be opened here, and the one for others."""
    here = _here(listening, port)
    others = shareable(here, listening)
    return here if others == here else f"{here} (from other devices: {others})"


def in_messages(public: str, listening: str, port: int) -> str:
    """The address in messages to people who are away: what the host says, or one that others can open."""
    return public.rstrip("/") or (shareable(_here(listening, port), listening) if port else "")


def _here(listening: str, port: int) -> str:
    host = "127.0.0.1" if listening == "0.0.0.0" else "[::1]" if listening == "::" else listening
    host = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{host}:{port}"
