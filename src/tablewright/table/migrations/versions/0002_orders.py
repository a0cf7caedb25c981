"""Standing orders of a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("seats", sa.Column("standing", sa.String(16), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "standing")
