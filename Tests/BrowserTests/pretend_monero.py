#!/usr/bin/env python3
"""Stands in for Monero's node and wallet program where no chain is to be mined: they answer as Debian's 0.18 does.

The node runs in a test; this file, run as `monero-wallet-rpc`, is the wallet program beside a hub, with the same log-in. What
it knows of payments it asks the node. `make coins` runs the same tests on the real ones.
"""

import hashlib
import json
import os
import re
import secrets
import stat
import sys
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# What a block pays on a chain that has just begun, and the blocks until that can be spent; of other coins they are ten.
REWARD, REWARD_LOCK, LOCK = 35_180_000_000_000, 60, 10
FEE = 30_660_000
MISSING, WORDS_WRONG, NO_NODE, TOO_LITTLE, TOO_LITTLE_YET = -13, -1, -38, -17, -37

# Of which the words of wallets are made here; the last one of 25 repeats another, as a checksum.
WORDS = (
    "acorn bagpipe cactus dolphin eclipse feather gazebo harbour iguana jigsaw kettle lantern mosaic nectar oasis pelican quiver "
    "rascal saddle tadpole umbrella velvet walnut yodel zipper amber biscuit candle drizzle ember fiddle glacier hazel icicle"
).split()
DIGITS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def digest(text):
    return hashlib.sha512(text.encode()).digest()


def address_of(first, text):
    """An address that belongs to a text: of the right form, with a checksum that only the program judges."""
    data = bytes([first]) + digest(text) + digest("checksum" + text)[:4]
    blocks = [data[start : start + 8] for start in range(0, len(data), 8)]
    return "".join(block_digits(int.from_bytes(block, "big"), 11 if len(block) == 8 else 7) for block in blocks)


def block_digits(number, count):
    return "" if count == 0 else block_digits(number // 58, count - 1) + DIGITS[number % 58]


class Answers(BaseHTTPRequestHandler):
    """JSON-RPC over HTTP, and a node's paths of their own."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        challenge = self.server.challenge(self.headers.get("Authorization"), self.path)
        if challenge:
            return self.answer(401, {}, ("WWW-Authenticate", challenge))
        call = json.loads(body)
        if self.path != "/json_rpc":
            return self.answer(200, self.server.ask(self.path, call))
        try:
            result = {"result": self.server.call(call["method"], call.get("params") or {})}
        except LookupError as fault:
            result = {"error": {"code": fault.args[0], "message": "refused"}}
        self.answer(200, {"jsonrpc": "2.0", "id": call["id"]} | result)

    def answer(self, status, body, *headers):
        text = json.dumps(body).encode()
        self.send_response(status)
        for name, value in (("Content-Type", "application/json"), ("Content-Length", str(len(text))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def challenge(self, authorization, path):
        """What a caller without the right to ask is answered; nothing for others."""


class PretendChain(Server):
    """A node whose blocks are made by the test.

    A transaction is its own text: what it spends, by number of the output, and what it pays to whom. It is in the pool until
    the next block.
    """

    def __init__(self, port):
        super().__init__(("127.0.0.1", port), Answers)
        self.url = f"http://127.0.0.1:{port}"
        self.height = 451
        self.outputs, self.transactions, self.taken = [], {}, []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def mine(self, blocks, address):
        for _ in range(blocks):
            for transaction in self.transactions.values():
                if transaction["height"] is None:
                    transaction["height"] = self.height
                    for paid in transaction["paid"]:
                        self.pay(transaction["hash"], **paid)
            self.pay(secrets.token_hex(32), address, REWARD, lock=REWARD_LOCK)
            self.height += 1

    def pay(self, name, address, amount, lock=LOCK, isChange=False):
        output = {"hash": name, "address": address, "amount": amount, "height": self.height, "lock": lock, "isChange": isChange}
        self.outputs.append(output | {"number": len(self.outputs)})

    def stop(self):
        self.shutdown()
        self.server_close()

    def ask(self, path, body):
        if path == "/send_raw_transaction":
            transaction = json.loads(bytes.fromhex(body["tx_as_hex"]))
            self.taken.append(transaction["hash"])
            self.transactions.setdefault(transaction["hash"], transaction | {"height": None})
            return {"status": "OK"}
        found = [self.transactions[name] for name in body["txs_hashes"] if name in self.transactions]
        entries = [{"tx_hash": one["hash"], "in_pool": one["height"] is None} for one in found]
        return {"status": "OK"} | ({"txs": entries} if entries else {})

    def call(self, method, _):
        match method:
            case "get_info":
                return {"nettype": "fakechain", "height": self.height, "target_height": 0, "synchronized": True}
            case "get_last_block_header":
                return {"block_header": {"timestamp": int(time.time())}}
            case "pretend_chain":
                return {"height": self.height, "outputs": self.outputs, "transactions": list(self.transactions.values())}
        raise LookupError(-32601)


class PretendWallet(Server):
    """The wallet program: one file is open at a time, and a password that it made for itself lets the hub in."""

    def __init__(self, port, folder, node):
        self.password, self.nonce = secrets.token_urlsafe(16), secrets.token_hex(16)
        self.folder, self.node, self.open = folder, node, None
        self.seen = {"height": 0, "outputs": [], "transactions": []}
        path = f"monero-wallet-rpc.{port}.login"
        with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
            file.write(f"monero:{self.password}")
        super().__init__(("127.0.0.1", port), Answers)

    def challenge(self, authorization, path):
        parts = dict(re.findall(r'(\w+)="?([^",]*)"?', authorization or ""))
        md5 = lambda text: hashlib.md5(text.encode()).hexdigest()  # noqa: E731
        first = md5(f"monero:{parts.get('realm')}:{self.password}")
        between = ":".join([self.nonce, *(parts.get(name, "") for name in ("nc", "cnonce", "qop"))])
        if parts.get("response") == md5(f"{first}:{between}:{md5(f'POST:{path}')}"):
            return None
        return f'Digest qop="auth",algorithm=MD5,realm="monero-rpc",nonce="{self.nonce}",stale=false'

    def call(self, method, parameters):
        if method in ("get_version", "set_daemon"):
            return {}
        if method == "auto_refresh":
            # It reads on by itself while this is on, as far as it is asked.
            if parameters["enable"] and self.open:
                self.refresh()
            return {}
        if method == "validate_address":
            return {"valid": True}
        if method == "check_tx_key":
            return {"received": self.shown(**parameters)}
        if method == "generate_from_keys":
            return self.make(parameters)
        if method == "create_wallet":
            words = [secrets.choice(WORDS) for _ in range(24)]
            return self.make(parameters | self.keys_of(" ".join([*words, words[0]])))
        if method == "restore_deterministic_wallet":
            words = parameters["seed"].split()
            if not all(word in WORDS for word in words) or words[-1] not in words[:-1]:
                raise LookupError(WORDS_WRONG)
            return self.make(parameters | self.keys_of(parameters["seed"]))
        if method == "open_wallet":
            with open(self.file(parameters["filename"])) as file:
                self.open = json.load(file)
            return {}
        if self.open is None:
            raise LookupError(MISSING)
        return self.of_open(method, parameters)

    def make(self, parameters):
        # Addresses by account, of which the first is the account's own.
        self.open = parameters | {"accounts": [[parameters["address"]]], "images": 0}
        self.write()
        return {}

    def write(self):
        path = self.file(self.open["filename"])
        with open(path, "w") as file:
            json.dump(self.open, file)
        os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)

    @staticmethod
    def keys_of(words):
        return {"seed": words, "viewkey": digest("view" + words).hex()[:64], "address": address_of(18, words)}

    def of_open(self, method, parameters):
        account = parameters.get("account_index", 0)
        match method:
            case "close_wallet":
                if parameters.get("autosave_current"):
                    self.write()
                self.open = None
            case "store":
                self.write()
            case "refresh":
                self.refresh()
            case "get_height":
                return {"height": self.seen["height"]}
            case "query_key":
                return {"key": self.open["seed" if parameters["key_type"] == "mnemonic" else "viewkey"]}
            case "get_address":
                addresses = self.open["accounts"][account]
                parts = [{"address": address, "address_index": index} for index, address in enumerate(addresses)]
                return {"address": addresses[0], "addresses": parts}
            case "create_account":
                index = len(self.open["accounts"])
                self.open["accounts"].append([address_of(42, f"{self.open['address']} {index} 0")])
                return {"account_index": index, "address": self.open["accounts"][index][0]}
            case "create_address":
                addresses = self.open["accounts"][account]
                addresses.append(address_of(42, f"{self.open['address']} {account} {len(addresses)}"))
                return {"address_index": len(addresses) - 1, "address": addresses[-1]}
            case "get_balance" if not parameters.get("all_accounts"):
                return {"unlocked_balance": self.free(account), "blocks_to_unlock": self.wait(account)}
            case "get_balance":
                parts = [{"account_index": one, "blocks_to_unlock": self.wait(one)} for one in range(len(self.open["accounts"]))]
                return {"per_subaddress": parts} if self.mine() else {}
            case "get_accounts":
                return {"subaddress_accounts": [self.account(index) for index in range(len(self.open["accounts"]))]}
            case "get_transfers":
                return self.transfers()
            case _:
                return self.paying(method, parameters)
        return {}

    # What is in the wallet that is open.

    def places(self):
        return {address: (major, minor) for major, all in enumerate(self.open["accounts"]) for minor, address in enumerate(all)}

    def mine(self):
        """Outputs to any address of it, the oldest first."""
        places = self.places()
        return [output | {"at": places[output["address"]]} for output in self.seen["outputs"] if output["address"] in places]

    def unspent(self, account):
        """Those of an account that no block spends, as far as key images tell."""
        in_blocks = [one for one in self.seen["transactions"] if one["height"] is not None]
        spent = {number for one in in_blocks for number in one["spent"]}
        known = {output["number"] for output in self.mine()[: self.open["images"]]}
        return [output for output in self.mine() if output["at"][0] == account and output["number"] not in spent & known]

    def blocks_left(self, output):
        return max(0, output["height"] + output["lock"] - self.seen["height"])

    def wait(self, account):
        return max([self.blocks_left(output) for output in self.unspent(account)], default=0)

    def free(self, account):
        return sum(output["amount"] for output in self.unspent(account) if self.blocks_left(output) == 0)

    def account(self, index):
        total = sum(output["amount"] for output in self.unspent(index))
        base = self.open["accounts"][index][0]
        return {"account_index": index, "base_address": base, "balance": total, "unlocked_balance": self.free(index)}

    def transfers(self):
        arrived = [self.transfer(output) for output in self.mine() if not output["isChange"]]
        numbers = {output["number"] for output in self.mine()[: self.open["images"]]}
        gone = [one for one in self.seen["transactions"] if one["height"] is not None and numbers & set(one["spent"])]
        left = [self.transfer({"hash": one["hash"], "amount": 0, "height": one["height"], "at": (0, 0)}) for one in gone]
        return {name: rows for name, rows in (("in", arrived), ("out", left)) if rows}

    def transfer(self, output):
        major, minor = output["at"]
        return {
            "txid": output["hash"],
            "amount": output["amount"],
            "height": output["height"],
            "timestamp": int(time.time()),
            "confirmations": self.seen["height"] - output["height"],
            "subaddr_index": {"major": major, "minor": minor},
            "double_spend_seen": False,
        }

    # Paying: the file that reads makes a transaction, and the one with the words signs it.

    def paying(self, method, parameters):
        match method:
            case "export_outputs":
                return {"outputs_data_hex": json.dumps([output["number"] for output in self.mine()]).encode().hex()}
            case "import_outputs":
                self.open["outputs"] = json.loads(bytes.fromhex(parameters["outputs_data_hex"]))
                return {"num_imported": len(self.open["outputs"])}
            case "export_key_images":
                images = [{"key_image": f"{number:064x}", "signature": f"{number:0128x}"} for number in self.open["outputs"]]
                return {"offset": 0} | ({"signed_key_images": images} if images else {})
            case "import_key_images":
                self.open["images"] = len(parameters["signed_key_images"])
                return {"height": self.seen["height"], "spent": 0, "unspent": 0}
            case "transfer":
                return self.prepared(parameters["account_index"], parameters["destinations"][0])
            case "sign_transfer":
                # Only a file that was made of words signs.
                assert "seed" in self.open
                raw = parameters["unsigned_txset"]
                name = json.loads(bytes.fromhex(raw))["hash"]
                return {"tx_hash_list": [name], "tx_key_list": [self.key_of(name)], "tx_raw_list": [raw]}
        return {}

    def prepared(self, account, destination):
        needed, chosen = destination["amount"] + FEE, []
        for output in self.unspent(account):
            if self.blocks_left(output) == 0 and sum(one["amount"] for one in chosen) < needed:
                chosen.append(output)
        rest = sum(one["amount"] for one in chosen) - needed
        if rest < 0:
            total = sum(one["amount"] for one in self.unspent(account))
            raise LookupError(TOO_LITTLE if total < needed else TOO_LITTLE_YET)
        paid = [{"address": destination["address"], "amount": destination["amount"]}]
        paid.append({"address": self.open["accounts"][account][0], "amount": rest, "isChange": True})
        transaction = {"hash": secrets.token_hex(32), "spent": [one["number"] for one in chosen], "paid": paid}
        return {"fee": FEE, "unsigned_txset": json.dumps(transaction).encode().hex()}

    @staticmethod
    def key_of(name):
        return digest("key" + name).hex()[:64]

    def shown(self, txid, tx_key, address):
        self.refresh()
        if tx_key != self.key_of(txid):
            return 0
        paid = [paid for one in self.seen["transactions"] if one["hash"] == txid for paid in one["paid"]]
        return sum(one["amount"] for one in paid if one["address"] == address)

    def refresh(self):
        call = json.dumps({"jsonrpc": "2.0", "id": "0", "method": "pretend_chain"}).encode()
        try:
            with urllib.request.urlopen(f"{self.node}/json_rpc", call, timeout=5) as answer:
                self.seen = json.load(answer)["result"]
        except OSError:
            # As the program says that it has no connection to its node.
            raise LookupError(NO_NODE) from None

    def file(self, name):
        return os.path.join(self.folder, f"{name}.keys")


if __name__ == "__main__":
    flags = dict(zip(sys.argv[1:], sys.argv[2:]))
    PretendWallet(int(flags["--rpc-bind-port"]), flags["--wallet-dir"], flags["--daemon-address"]).serve_forever()
