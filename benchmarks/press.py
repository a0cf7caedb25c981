"""How long it takes to print: CPU seconds of every game's PDF, and of its proof as a multiple of that."""

from time import process_time

from rich.console import Console
from rich.table import Table

from tablewright import games
from tablewright.press.pdf import whole_game
from tablewright.press.proof import complaints
from tablewright.press.sheets import Style
from tablewright.press.sizes import PAPERS
from tablewright.press.things import Order, every_one, things_of


def main() -> None:
    table = Table("game", "cards and pieces", "PDF, CPU seconds", "proof is")
    total = 0.0
    for name in games.names():
        order = Order(games.load(name), None, None, {})
        start = process_time()
        things = things_of(order)
        whole_game(order, things, Style(PAPERS["a4"]))
        made = process_time()
        list(complaints(order.game, every_one(order), 3.0, "colour"))
        total += made - start
        ratio = f"{(process_time() - made) / (made - start):.1f} x"
        table.add_row(name, str(sum(thing.copies for thing in things)), f"{made - start:.2f}", ratio)
    Console().print(table, f"All: {total:.1f} CPU seconds")


if __name__ == "__main__":
    main()
