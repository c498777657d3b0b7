"""A real mail server on a free port: prints the port, then each mail it took as one line of JSON.

A recipient that begins with "later" is put off, one that begins with "never" is refused.
"""

import json
import socket
import sys

from aiosmtpd.smtp import AuthResult, SMTP
import asyncio


def say(value):
    print(json.dumps(value), flush=True)


class Mailbox:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("later"):
            return "450 come back"
        if address.startswith("never"):
            return "550 nobody here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        login = session.auth_data
        say(
            {
                "from": envelope.mail_from,
                "to": envelope.rcpt_tos,
                "user": login.login.decode() if login else None,
                "password": login.password.decode() if login else None,
                "content": envelope.content.decode("ascii"),
            }
        )
        return "250 taken"


def accept(server, session, envelope, mechanism, login):
    return AuthResult(success=True, auth_data=login)


async def main():
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    loop = asyncio.get_running_loop()

    def protocol():
        return SMTP(Mailbox(), authenticator=accept, auth_require_tls=False, hostname="mailbox.test")

    server = await loop.create_server(protocol, sock=listener)
    say({"port": listener.getsockname()[1]})
    # The test holds the other end of standard input: when it ends, so does this.
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


asyncio.run(main())
