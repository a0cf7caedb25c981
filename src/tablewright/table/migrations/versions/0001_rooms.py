"""Rooms, seats, events and chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game", sa.String(255), nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("changes", sa.JSON, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("cards", sa.String(32), nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("position", sa.JSON),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("next_room", sa.String(32)),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
    )
    op.create_table(
        "seats",
        _room("seats"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("room", "number", name="pk_seats"),
    )
    op.create_table(
        "events",
        _room("events"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("room", "number", name="pk_events"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, nullable=False),
        _room("messages"),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
    )
    op.create_index("ix_messages_room", "messages", ["room"])


def _room(table: str) -> sa.Column[str]:
    key = sa.ForeignKey("rooms.id", name=f"fk_{table}_room", ondelete="CASCADE")
    return sa.Column("room", sa.String(32), key, nullable=False)


def downgrade() -> None:
    for table in ("messages", "events", "seats", "rooms"):
        op.drop_table(table)
