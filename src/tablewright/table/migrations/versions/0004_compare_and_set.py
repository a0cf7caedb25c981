"""Rooms count their changes, events keep how long was thought, and the rules of old games are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("events", sa.Column("spent", sa.Float))
    op.create_index("ix_rooms_host", "rooms", ["host"])
    op.create_table(
        "rulebooks",
        sa.Column("game", sa.String(255), nullable=False),
        sa.Column("rules", sa.String(32), nullable=False),
        sa.Column("files", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", "rules", name="pk_rulebooks"),
    )


def downgrade() -> None:
    op.drop_table("rulebooks")
    op.drop_index("ix_rooms_host", "rooms")
    op.drop_column("events", "spent")
    op.drop_column("rooms", "revision")
