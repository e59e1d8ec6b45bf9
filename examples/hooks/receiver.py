"""Receives the messages of a hook, with the standard library alone: verifies the signature (Standard Webhooks) and prints each.

PETSTOCK_HOOK_SECRET=whsec_… PORT=9000 python3 receiver.py
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["PETSTOCK_HOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_S = 5 * 60


def is_genuine(headers, body: bytes) -> bool:
    """Whether the service has sent these bytes, and a short time ago."""
    identity, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > TOLERANCE_S:
        return False
    digest = hmac.new(KEY, f"{identity}.{sent}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(digest).decode()
    # Two signatures while a former secret is valid.
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(each, wanted) for each in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        genuine = is_genuine(self.headers, body)
        if genuine:
            print(json.loads(body)["type"], self.headers["webhook-id"], flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 9000))), Receiver)
print(f"listening on {server.server_port}", flush=True)
server.serve_forever()
