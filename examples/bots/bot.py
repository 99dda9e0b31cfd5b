"""A bot over lines of JSON: it answers at random, but passes over `none` where it can.

cardwright agent leduc "python examples/bots/bot.py" random
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        labels = [option["label"] for option in message["options"]]
        wanted = [label for label in labels if label != "none"] or labels
        answer = {"type": "answer", "id": message["id"], "option": random.choice(wanted)}
        print(json.dumps(answer), flush=True)
