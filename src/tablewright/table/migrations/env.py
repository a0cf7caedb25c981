"""Alembic runs this; the connection comes from `store.py`."""

from alembic import context

from tablewright.table.schema import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()
