"""The command `tablewright`: one module for each group of commands, imported when the command runs."""


def main() -> None:
    """The entry point."""
    from tablewright.cli.app import app

    app(prog_name="tablewright")
