"""What bots note on their moves, and what their programs say meanwhile."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("events", sa.Column("remark", sa.JSON))


def downgrade() -> None:
    op.drop_column("events", "remark")
