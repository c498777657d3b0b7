"""A push service of RFC 8030 on this machine, and the keys of the browser that it serves."""

import base64
import http.server
import os
import queue
import threading

import http_ece
import py_vapid
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class PushService:
    """Takes messages for one browser, checks who sent them and reads them as the browser would."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.messages = queue.Queue()
        self.status = 201
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                service.take(self)

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def subscription(self):
        """What a browser says of itself."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.url}/to/browser", "keys": {"p256dh": text(point), "auth": text(self.secret)}}

    def take(self, request):
        body = request.rfile.read(int(request.headers["Content-Length"]))
        if self.status == 201:
            assert request.path == "/to/browser"
            assert request.headers["Content-Encoding"] == "aes128gcm"
            assert py_vapid.Vapid02.verify(request.headers["Authorization"])
            plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
            self.messages.put((dict(request.headers), plain.decode()))
        request.send_response(self.status)
        request.end_headers()

    def next(self):
        """The headers and the words of the next message."""
        return self.messages.get(timeout=30)

    def stop(self):
        self.server.shutdown()
