"""S23: what no log of a hub may hold, gathered over the whole run and looked for at its end."""

import pathlib
import re

# Whatever looks like a number for calling or like a coordinate, whoever's it is.
PHONE = re.compile(r"\+\d{8,15}\b")
COORDINATE = re.compile(r"(?<![\d.])-?\d{1,3}\.\d{4,}")

# Enough of a secret to know it again; the rest of it never reaches an answer of pytest.
SHOWN = 4


class Secrets:
    """What the run has used, and the logs that must hold none of it."""

    def __init__(self):
        self.logs = set()
        self.numbers = set()
        self.tokens = set()
        self.codes = set()

    def watch(self, log):
        self.logs.add(pathlib.Path(log))

    def number(self, e164):
        digits = re.sub(r"\D", "", e164)
        # With its country and without.
        self.numbers.update((digits, digits[-7:]))

    def token(self, text):
        # Shorter ones are none, and an empty cookie is in every log.
        if text and len(text) >= 16:
            self.tokens.add(text)

    def code(self, digits):
        self.codes.add(digits)

    def heard(self, cookies):
        """Takes every cookie of a browser for a secret."""
        for cookie in cookies:
            # One cookie holds a secret for each member who is known in a browser.
            for secret in cookie["value"].split("."):
                self.token(secret)

    def found(self):
        """What stands in which log, by kind and beginning."""
        found = []
        for log in sorted(self.logs):
            # A folder that is gone was removed with its test.
            text = log.read_text(errors="replace") if log.exists() else ""
            found += [f"{log}: {what}" for what in self.found_in(text)]
        return found

    def found_in(self, text):
        found = [("something like a number", match) for match in PHONE.findall(text)]
        found += [("something like a coordinate", match) for match in COORDINATE.findall(text)]
        found += [("a number", number) for number in self.numbers if number in text]
        found += [("a token", token) for token in self.tokens if token in text]
        found += [("a code", code) for code in self.codes if re.search(rf"(?<!\d){code}(?!\d)", text)]
        return [f"{what} that begins with {secret[:SHOWN]}" for what, secret in found]


SECRETS = Secrets()
