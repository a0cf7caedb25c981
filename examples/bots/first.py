"""A bot in Python that speaks the protocol itself; `def choose(view, moves)` in a file is the short way (docs/bots.md).

Try it: tablewright rate matrix "run:python examples/bots/first.py"
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("hello", "game"):
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "move", "id": message["moves"][0]["id"]}), flush=True)
