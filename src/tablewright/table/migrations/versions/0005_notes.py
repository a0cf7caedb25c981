"""What people did beside the moves: hints, rules looked up, tries that were not allowed, and how it was."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("room", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("room", "seat", "what", "about", name="pk_notes"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_notes_room", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("notes")
