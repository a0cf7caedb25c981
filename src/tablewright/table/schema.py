"""The tables of the database. A room is a record in the making: its first lines here, its events as rows."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Float,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    false,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMING = {"pk": "pk_%(table_name)s", "fk": "fk_%(table_name)s_%(column_0_name)s", "ix": "ix_%(column_0_label)s"}


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMING)


class RoomRow(Base):
    """A room: which game is played, with what numbers, and how far it has got."""

    __tablename__ = "rooms"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(255))
    edition: Mapped[str] = mapped_column(String(64))
    players: Mapped[int]
    changes: Mapped[dict[str, object]] = mapped_column(JSON)
    options: Mapped[dict[str, object]] = mapped_column(JSON)
    rules: Mapped[str] = mapped_column(String(32))
    cards: Mapped[str] = mapped_column(String(32))
    seed: Mapped[int] = mapped_column(BigInteger)
    secret: Mapped[str] = mapped_column(String(64), server_default="")  # a seed that is too long for a number, in hex
    position: Mapped[dict[str, object] | None] = mapped_column(JSON)
    host: Mapped[str] = mapped_column(String(64), index=True)
    status: Mapped[str] = mapped_column(String(16))
    next_room: Mapped[str | None] = mapped_column(String(32))
    revision: Mapped[int] = mapped_column(
        server_default="0"
    )  # of everything but the game itself: who changes it names it
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class SeatRow(Base):
    """A seat: open, a person known by the hash of a token, or a bot."""

    __tablename__ = "seats"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(64))
    level: Mapped[str] = mapped_column(String(16))
    token: Mapped[str] = mapped_column(String(64), index=True)
    standing: Mapped[str] = mapped_column(String(16), server_default="")  # the order that the person has given
    rated: Mapped[bool] = mapped_column(server_default=false())  # whether the person wants the game to count


class EventRow(Base):
    """Something that happened in a room. The key makes it impossible that two processes both write number n."""

    __tablename__ = "events"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int]
    value: Mapped[int]
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    spent: Mapped[float | None] = mapped_column(Float)  # seconds that whoever had to decide thought
    remark: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # a bot's `note`, and what it `said`


class MessageRow(Base):
    """A line of chat."""

    __tablename__ = "messages"
    __table_args__ = (Index("ix_messages_room", "room"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    room: Mapped[str] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class NoteRow(Base):
    """How often somebody in a seat took a hint, looked up a rule or tried what is not allowed; and how it was."""

    __tablename__ = "notes"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(String(16), primary_key=True)
    about: Mapped[str] = mapped_column(String(32), primary_key=True)  # a clause of the rules, or the answer
    times: Mapped[int]


class RatingRow(Base):
    """How well somebody plays a game here: a person by the hash of a token, or a level of the bots."""

    __tablename__ = "ratings"

    game: Mapped[str] = mapped_column(String(255), primary_key=True)
    player: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    mu: Mapped[float] = mapped_column(Float)
    sigma: Mapped[float] = mapped_column(Float)
    games: Mapped[int]
    shown: Mapped[bool]  # a person who does not want it any longer is not listed
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class PushRow(Base):
    """Where a browser wants to be told that it is its turn; the key is a hash of the address."""

    __tablename__ = "pushes"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    token: Mapped[str] = mapped_column(String(64), index=True)
    endpoint: Mapped[str] = mapped_column(Text)
    p256dh: Mapped[str] = mapped_column(String(128))
    auth: Mapped[str] = mapped_column(String(64))
    language: Mapped[str] = mapped_column(String(8))


class RulesRow(Base):
    """The folder of a game as it was when games were played by it, so that they can be shown under newer rules too."""

    __tablename__ = "rulebooks"

    game: Mapped[str] = mapped_column(String(255), primary_key=True)
    rules: Mapped[str] = mapped_column(String(32), primary_key=True)
    files: Mapped[bytes] = mapped_column(LargeBinary)
