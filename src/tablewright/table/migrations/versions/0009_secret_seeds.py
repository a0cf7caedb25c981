"""Seeds of games among strangers, which are too long for a number of the database."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("secret", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("rooms", "secret")
