#!/usr/bin/env python3
"""A bot that plays at tables of a Brickwood server, over the network.

    python3 examples/python/table_bot.py http://localhost:7878 --name Pips

It registers itself (or comes back with --token), waits until a host invites it, joins the table, and
plays to the end of the game. Nothing but the standard library is needed. The protocol is explained
in docs/book/bot-api.md.
"""

import argparse
import base64
import http.client
import json
import os
import random
import socket
import struct
import sys
import threading
import time
import urllib.parse

PROTOCOL = 2


class Server:
    def __init__(self, url, token=None):
        address = urllib.parse.urlsplit(url)
        self.host, self.port = address.hostname, address.port or 80
        self.token = token

    def ask(self, method, path, body=None):
        """The answer of a request, read as JSON."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        connection.request(method, path, body and json.dumps(body), self.head())
        answer = connection.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {content.decode()}")
        return json.loads(content) if content else None

    def events(self):
        """What the bot is told, for as long as the server tells it."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        connection.request("GET", "/api/bot/events?open=true", headers=self.head())
        answer = connection.getresponse()
        if answer.status != 200:
            raise RuntimeError(answer.read().decode())
        while line := answer.readline():
            # An empty line says that the server is still there.
            if line.strip():
                yield json.loads(line)

    def head(self):
        head = {"Content-Type": "application/json"}
        if self.token:
            head["Authorization"] = f"Bearer {self.token}"
        return head


class WebSocket:
    """As much of RFC 6455 as a table needs: whole texts, pings, and the end."""

    def __init__(self, server, path):
        self.socket = socket.create_connection((server.host, server.port), timeout=60)
        self.reader = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            f"GET {path} HTTP/1.1",
            f"Host: {server.host}:{server.port}",
            f"Authorization: Bearer {server.token}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        self.socket.sendall("\r\n".join(head + ["", ""]).encode())
        status = self.reader.readline().decode()
        if " 101 " not in status:
            raise RuntimeError(status)
        while self.reader.readline().strip():
            pass

    def say(self, message):
        self.send(0x1, json.dumps(message).encode())

    def send(self, kind, content):
        mask = os.urandom(4)
        length = len(content)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(content))
        self.socket.sendall(bytes([0x80 | kind]) + size + mask + masked)

    def messages(self):
        """What the server says, until the connection ends."""
        text = b""
        while True:
            first, length = self.read(2)
            if length == 126:
                (length,) = struct.unpack(">H", self.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.read(8))
            content = self.read(length)
            kind = first & 0x0F
            if kind == 0x8:
                return
            if kind == 0x9:
                self.send(0xA, content)
            elif kind in (0x0, 0x1):
                text += content
                if first & 0x80:
                    yield json.loads(text)
                    text = b""

    def read(self, length):
        content = self.reader.read(length)
        if len(content) < length:
            raise ConnectionError("the server is gone")
        return content


def richest(cards, count):
    """So many cards, from the largest piles."""
    left, taken = list(cards), [0] * 5
    for _ in range(count):
        largest = max(range(5), key=lambda kind: left[kind])
        left[largest] -= 1
        taken[largest] += 1
    return taken


RESOURCES = ["brick", "lumber", "wool", "grain", "ore"]


def choose(update):
    """What to do among what the server says can be done; nothing to wait for others."""
    view, choices = update["view"], update["choices"]
    if not update["started"] or not choices["to_act"]:
        return None
    if view["phase"]["type"] == "trade":
        if view["active"] != view["viewer"]:
            return {"type": "decline"}
        return {"type": "withdraw"}
    hand = view["own"]["hand"]
    if choices["discard"]:
        return {"type": "discard", "cards": richest(hand, choices["discard"])}
    if choices["robber"]:
        return {"type": "move_robber", "to": random.choice(choices["robber"])}
    if choices["victims"]:
        return {"type": "rob", "victim": random.choice(choices["victims"])}
    for what in ["first_cards", "cities", "settlements", "roads"]:
        must = not choices["roll"] and not choices["end_turn"]
        if choices[what] and (what != "roads" or must or random.random() < 0.4):
            action = {
                "first_cards": "take_first_cards",
                "cities": "build_city",
                "settlements": "build_settlement",
                "roads": "build_road",
            }[what]
            return {"type": action, "at": random.choice(choices[what])}
    if choices["roll"]:
        return {"type": "roll"}
    for card in choices["play"]:
        if card == "year_of_plenty":
            return {"type": "play_year_of_plenty", "cards": richest(view["bank"], choices["plenty"])}
        if card == "monopoly":
            return {"type": "play_monopoly", "resource": random.choice(RESOURCES)}
        return {"type": f"play_{card}"}
    if choices["buy_development_card"]:
        return {"type": "buy_development_card"}
    if choices["maritime_trade"]:
        rates, bank = choices["rates"], view["bank"]
        give = [kind for kind in range(5) if hand[kind] > rates[kind]]
        take = [kind for kind in range(5) if bank[kind] and not hand[kind]]
        if give and take:
            give, take = RESOURCES[random.choice(give)], RESOURCES[random.choice(take)]
            return {"type": "maritime_trade", "give": give, "take": take}
    if choices["end_turn"]:
        return {"type": "end_turn"}
    return {"type": "pass"} if choices["pass"] else None


def play(server, table):
    """Plays at a table to the end of its game."""
    name = server.ask("GET", "/api/me")["name"]
    server.ask("POST", f"/api/tables/{table}/join", {"name": name})
    while not sit(server, table):
        # Cut off: what was done is in the next welcome.
        time.sleep(1)


def sit(server, table):
    """Plays over one connection. Whether the game is over."""
    connection = WebSocket(server, f"/api/tables/{table}/socket")
    connection.say({"type": "hello", "protocol": PROTOCOL, "after": None})
    # Names of messages are chosen by the client and never used again at the table.
    key = random.getrandbits(40)
    update, unanswered, awaited = None, None, 0
    for message in connection.messages():
        if message["type"] in ("welcome", "update"):
            update = message["update"]
            if message["type"] == "welcome" and not update["started"]:
                # The bot's own chance goes into the dice of the game: see docs/book/fairness.md.
                key += 1
                connection.say({"type": "ready", "key": key, "seed": os.urandom(32).hex()})
        elif message["type"] == "ack" and message["key"] == unanswered:
            # The update that belongs to it follows.
            unanswered, awaited = None, message["seq"]
        elif message["type"] == "refused":
            print(message["problem"]["message"], file=sys.stderr)
            unanswered = None
        if update and update["view"]["phase"]["type"] == "over":
            return True
        if update and unanswered is None and update["seq"] >= awaited:
            action = choose(update)
            if action:
                key += 1
                unanswered = key
                # A client may say ten things a second.
                time.sleep(0.1)
                connection.say({"type": "act", "key": key, "action": action})
    return False


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("server", help="such as http://localhost:7878")
    arguments.add_argument("--name", default="Pips")
    arguments.add_argument("--token", help="of a bot that is registered already")
    arguments.add_argument("--once", action="store_true", help="end after one game")
    arguments = arguments.parse_args()
    server = Server(arguments.server, arguments.token)
    if not server.token:
        bot = server.ask("POST", "/api/bots", {"name": arguments.name})
        server.token = bot["token"]
        print(f"{bot['name']} is {bot['id']}; come back with --token {bot['token']}", flush=True)
    for event in server.events():
        if event["type"] == "invited":
            game = threading.Thread(target=play, args=(server, event["table"]), daemon=True)
            game.start()
            if arguments.once:
                game.join()
                return


if __name__ == "__main__":
    main()
