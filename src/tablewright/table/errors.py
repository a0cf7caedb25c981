"""What the table refuses, with the HTTP status and the words of the catalogue that say why."""

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tablewright.engine import TablewrightError

NoConnection = PoolTimeout
DATABASE_FAULTS = (DBAPIError, NoConnection)  # it does not answer, or all ways to it are taken


class Refusal(TablewrightError):
    """A request that cannot be granted: `key` names the words in the catalogue, `values` fill them."""

    def __init__(self, key: str, status: int = 409, **values: object) -> None:
        super().__init__(key)
        self.key, self.status, self.values = key, status, values


class DatabaseProblem(TablewrightError):
    """The database cannot be used; the message says what to do."""
