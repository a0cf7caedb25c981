"""Everybody's own games are found by the token of their seats."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_index("ix_seats_token", "seats", ["token"])


def downgrade() -> None:
    op.drop_index("ix_seats_token", "seats")
