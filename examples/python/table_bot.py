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
import re
import select
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse

PROTOCOL = 4


class Server:
    def __init__(self, url, token=None):
        address = urllib.parse.urlsplit(url)
        self.tls = ssl.create_default_context() if address.scheme == "https" else None
        self.host, self.port = address.hostname, address.port or (443 if self.tls else 80)
        self.token = token

    def http(self, timeout):
        if self.tls:
            return http.client.HTTPSConnection(
                self.host, self.port, timeout=timeout, context=self.tls
            )
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def ask(self, method, path, body=None):
        """The answer of a request, read as JSON."""
        connection = self.http(timeout=30)
        connection.request(method, path, body and json.dumps(body), self.head())
        answer = connection.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {content.decode()}")
        return json.loads(content) if content else None

    def events(self):
        """What the bot is told, for as long as the server tells it."""
        connection = self.http(timeout=60)
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
        # The server is heard every 10 seconds.
        self.socket = socket.create_connection((server.host, server.port), timeout=60)
        if server.tls:
            self.socket = server.tls.wrap_socket(self.socket, server_hostname=server.host)
        self.received = b""
        self.reason = ""
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
        while b"\r\n\r\n" not in self.received:
            self.receive()
        answer, self.received = self.received.split(b"\r\n\r\n", 1)
        status = answer.decode().splitlines()[0]
        if " 101 " not in status:
            raise ConnectionError(status)

    def command(self, key, command):
        self.say({"type": "command", "key": key, "command": command})

    def say(self, message):
        self.send(0x1, json.dumps(message).encode())

    def send(self, kind, content):
        mask = os.urandom(4)
        length = len(content)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(content))
        self.socket.sendall(bytes([0x80 | kind]) + size + mask + masked)

    def messages(self):
        """What the server says, until the connection ends; None where it only asks who is there."""
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
                # After two bytes with a code, the reason.
                self.reason = content[2:].decode()
                return
            if kind == 0x9:
                self.send(0xA, content)
                yield None
            elif kind in (0x0, 0x1):
                text += content
                if first & 0x80:
                    yield json.loads(text)
                    text = b""

    def read(self, length):
        while len(self.received) < length:
            self.receive()
        content, self.received = self.received[:length], self.received[length:]
        return content

    def receive(self):
        received = self.socket.recv(65536)
        if not received:
            raise ConnectionError("the server is gone")
        self.received += received

    def is_quiet(self, seconds):
        """Whether the server says nothing for so long."""
        if self.received or (isinstance(self.socket, ssl.SSLSocket) and self.socket.pending()):
            return False
        return not select.select([self.socket], [], [], seconds)[0]


def richest(cards, count):
    """So many cards, from the largest piles."""
    left, taken = list(cards), [0] * 5
    for _ in range(count):
        largest = max(range(5), key=lambda kind: left[kind])
        left[largest] -= 1
        taken[largest] += 1
    return taken


ANSWERS = ["accept", "decline", "counter", "withdraw"]
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
        return {"type": "move_robber", "to": random.choice(choices["robber"])["to"]}
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
    failures, returning = 0, {}
    while failures < 60:
        pause = 1
        try:
            over, reason = sit(server, table, returning)
            if over:
                return
            failures = 0
            # A server to which many come back says when it has time.
            if asked := re.search(r"retry-after-ms=(\d{1,6})$", reason):
                pause = min(int(asked[1]), 10_000) / 1000
        except OSError as error:
            print(error, file=sys.stderr)
            failures += 1
        # Cut off, or behind: what was done is in the next welcome.
        time.sleep(pause)


def sit(server, table, returning):
    """Plays over one connection. Whether the game is over, and why the server has closed the connection."""
    connection = WebSocket(server, f"/api/tables/{table}/socket")
    connection.say({"type": "hello", "protocol": PROTOCOL, "after": None, **returning})
    # Names of messages are chosen by the client and never used again at the table.
    key = random.getrandbits(40)
    update, unanswered, awaited, pass_ = None, None, 0, None
    for message in connection.messages():
        if message is None:
            pass
        elif message["type"] in ("welcome", "update"):
            update = message["update"]
            if message["type"] == "welcome":
                # With the pass, whoever has a seat is let in before spectators if many come at once.
                pass_ = message.get("pass")
            returning.clear()
            if pass_:
                to_act = update["started"] and update["choices"]["to_act"]
                returning["returning"] = {"pass": pass_, "to_act": to_act}
            if message["type"] == "welcome" and not update["started"]:
                # The bot's own chance goes into the dice of the game: see docs/book/fairness.md.
                key += 1
                connection.command(key, {"type": "ready", "seed": os.urandom(32).hex()})
        elif message["type"] == "ack" and message["key"] == unanswered:
            # The update that belongs to it follows.
            unanswered, awaited = None, message["seq"]
        elif message["type"] == "refused":
            # Whatever it decided by does not hold: it looks anew.
            print(message["problem"]["message"], file=sys.stderr)
            return False, ""
        if update and update["view"]["phase"]["type"] == "over":
            return True, ""
        is_latest = update and unanswered is None and update["seq"] >= awaited
        # What has come meanwhile is read before anything is decided; and a client may say ten things
        # a second.
        if is_latest and connection.is_quiet(0.1):
            action = choose(update)
            if action:
                key += 1
                unanswered = key
                # What answers an offer names it, so that it never closes another one.
                offer = update["offer"]
                answers = offer["line"] if offer and action["type"] in ANSWERS else None
                connection.command(key, {"type": "act", "action": action, "answers": answers})
    return False, connection.reason


def invitations(server):
    """The tables that the bot is invited to, for ever."""
    while True:
        try:
            for event in server.events():
                if event["type"] == "invited":
                    yield event["table"]
        except (OSError, http.client.HTTPException) as error:
            print(error, file=sys.stderr)
        # The server has gone; another one may be there.
        time.sleep(1)


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
    for table in invitations(server):
        game = threading.Thread(target=play, args=(server, table), daemon=True)
        game.start()
        if arguments.once:
            game.join()
            return


if __name__ == "__main__":
    main()
