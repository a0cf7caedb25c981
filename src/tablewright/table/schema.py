"""The tables of the database. A room is a record in the making: its first lines here, its events as rows."""

from datetime import datetime

from sqlalchemy import JSON, BigInteger, DateTime, ForeignKey, Index, MetaData, String, Text
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
    position: Mapped[dict[str, object] | None] = mapped_column(JSON)
    host: Mapped[str] = mapped_column(String(64))
    status: Mapped[str] = mapped_column(String(16))
    next_room: Mapped[str | None] = mapped_column(String(32))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class SeatRow(Base):
    """A seat: open, a person known by the hash of a token, or a bot."""

    __tablename__ = "seats"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    name: Mapped[str] = mapped_column(String(64))
    level: Mapped[str] = mapped_column(String(16))
    token: Mapped[str] = mapped_column(String(64))
    standing: Mapped[str] = mapped_column(String(16), server_default="")  # the order that the person has given


class EventRow(Base):
    """Something that happened in a room. The key makes it impossible that two processes both write number n."""

    __tablename__ = "events"

    room: Mapped[str] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int]
    value: Mapped[int]
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class MessageRow(Base):
    """A line of chat."""

    __tablename__ = "messages"
    __table_args__ = (Index("ix_messages_room", "room"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    room: Mapped[str] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
