"""A browser's side of Web Push: says its keys, then reads one message for each line of JSON, and checks its voucher."""

import base64
import json
import os
import sys

import http_ece
import py_vapid
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


key = ec.generate_private_key(ec.SECP256R1())
secret = os.urandom(16)
point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
print(json.dumps({"publicKey": text(point), "authentication": text(secret)}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    assert py_vapid.Vapid02.verify(question["authorization"])
    content = base64.b64decode(question["content"])
    plain = http_ece.decrypt(content, private_key=key, auth_secret=secret, version="aes128gcm")
    print(json.dumps({"text": plain.decode()}), flush=True)
