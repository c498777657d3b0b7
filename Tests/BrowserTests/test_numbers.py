"""Numbers that no person sends: every number of every operation of the contract, at the ends of its type and beyond them.

The bodies come from openapi.yaml, each whole and right but for one number. The hub is a process of its own, because what is
looked for is that it ends.
"""

import http.client
import json
import urllib.error
import urllib.request

import pytest
import yaml

from house import HOME, PASSWORD, House, moment, new_id

# As JSON texts: the last ones fit no integer, or are no JSON at all.
EXTREMES = ["-9223372036854775808", "9223372036854775807", "-1", "0", "-9007199254740993", "1e308", "-1e308", "1e999", "NaN"]
METHODS = ("get", "put", "post", "patch", "delete")


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    """A hub of one keeper, who may call nearly everything, and asks as often as the test likes."""
    flags = ["--requests-per-minute", "1000000", "--stranger-requests", "1000000", "--ingest-rate", "100000"]
    house = House(tmp_path_factory.mktemp("numbers"), *flags).start()
    house.anna = house.member("Anna Beck")
    yield house
    house.stop()


class Contract:
    def __init__(self, house):
        with urllib.request.urlopen(f"{house.url}/api/v1/openapi.yaml", timeout=120) as answer:
            self.document = yaml.safe_load(answer.read())

    def resolved(self, schema):
        while "$ref" in schema:
            found = self.document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            schema = found
        for kind in ("oneOf", "anyOf"):
            if kind in schema:
                # The first shape that is not null.
                shapes = [self.resolved(each) for each in schema[kind]]
                return next(each for each in shapes if each.get("type") != "null")
        if "allOf" in schema:
            whole = {"type": "object", "properties": {}, "required": []}
            for part in (self.resolved(each) for each in schema["allOf"]):
                whole["properties"] |= part.get("properties", {})
                whole["required"] += part.get("required", [])
            return whole
        return schema

    @staticmethod
    def kind(schema):
        kind = schema.get("type")
        return next((each for each in kind if each != "null"), None) if isinstance(kind, list) else kind

    def sample(self, schema, depth=0):
        """A value that the schema allows, with every field that it has."""
        schema = self.resolved(schema)
        for given in ("example", "const", "default"):
            if given in schema:
                return schema[given]
        if schema.get("examples"):
            return schema["examples"][0]
        if schema.get("enum"):
            return schema["enum"][0]
        kind = self.kind(schema)
        if kind in ("integer", "number"):
            return schema.get("minimum", 1)
        if kind == "boolean":
            return True
        if kind == "array":
            return [self.sample(schema["items"], depth + 1)] if depth < 6 else []
        if kind == "object" or "properties" in schema:
            fields = schema.get("properties", {})
            return {name: self.sample(each, depth + 1) for name, each in fields.items()} if depth < 6 else {}
        return self.text(schema)

    def text(self, schema):
        if schema.get("format") == "date-time":
            return moment()
        if schema.get("format") == "date":
            return moment()[:10]
        pattern = schema.get("pattern", "")
        if schema.get("format") == "uuid" or "0-9a-f]{8}" in pattern:
            return new_id()
        if "0-9" in pattern:
            return "1" * max(schema.get("minLength", 1), 1)
        return "x" * max(schema.get("minLength", 1), 1)

    def numbers(self, schema, path=(), depth=0):
        """Where the numbers of a schema are, as the keys that lead there."""
        schema = self.resolved(schema)
        kind = self.kind(schema)
        if kind in ("integer", "number"):
            yield path
        elif kind == "array" and depth < 6:
            yield from self.numbers(schema["items"], (*path, 0), depth + 1)
        elif depth < 6:
            for name, each in schema.get("properties", {}).items():
                yield from self.numbers(each, (*path, name), depth + 1)

    def operations(self):
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    parameters = [self.resolved(each) for each in item.get("parameters", []) + item[method].get("parameters", [])]
                    yield method.upper(), path, item[method], parameters


def replaced(value, path, mark):
    """A copy in which the value at a path is a mark."""
    if not path:
        return mark
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[path[0]] = replaced(copy[path[0]], path[1:], mark)
    return copy


def only(value, path, required):
    """A copy that has, of the outermost fields, only those that are needed and the one that leads to the number."""
    return {name: each for name, each in value.items() if name in required or name == path[0]} if isinstance(value, dict) else value


def ask(house, method, path, body, token):
    request = urllib.request.Request(
        f"{house.url}{path}",
        method=method,
        data=None if body is None else body.encode(),
        headers={"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {}),
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except (OSError, http.client.HTTPException):
        # It went away in the middle: started again, so that one run names every such number.
        house.process.wait()
        house.start()
        return "the hub ended"


def things(anna):
    """What paths and bodies name, by the words around it."""
    me = anna.call("GET", "/me")
    anna.place("Home", HOME)
    device = anna.call("POST", "/devices", {"id": new_id(), "name": "phone"})
    account = new_id()
    anna.call("POST", "/accounts", {"id": account, "asset": 2})
    mission = new_id()
    anna.call("POST", "/missions", {"id": mission, "title": "Read", "minutes": 25})
    item = new_id()
    anna.call("POST", "/store/items", {"id": item, "name": "Kite", "price": "5"})
    return {
        "families": anna.call("GET", "/families")["items"][0]["id"],
        "members": me["id"],
        "places": anna.call("GET", "/places")["items"][0]["id"],
        "devices": device["id"],
        "accounts": account,
        "missions": mission,
        "items": item,
    }


def filled(path, known):
    parts = path.split("/")
    for number, part in enumerate(parts):
        if part.startswith("{"):
            name = part.strip("{}")
            parts[number] = known.get(parts[number - 1]) or ("home" if name == "name" else new_id())
    return "/".join(parts)


def test_s59_no_number_of_any_operation_ends_the_hub(hub):
    contract, anna = Contract(hub), hub.anna
    known = things(anna)
    asked, wrong = 0, []
    for method, path, operation, parameters in contract.operations():
        # What ends the session or the member would end the test.
        if (method, path) in {("DELETE", "/api/v1/me"), ("DELETE", "/api/v1/sessions/current")}:
            continue
        content = operation.get("requestBody", {})
        content = contract.resolved(content).get("content", {}).get("application/json") if content else None
        bodies = []
        if content:
            schema = contract.resolved(content["schema"])
            sample = contract.sample(schema)
            if isinstance(sample, dict):
                sample |= {"family": known["families"]} if "family" in sample else {}
                sample |= {"password": PASSWORD} if "password" in sample else {}
            required = schema.get("required", [])
            for where in contract.numbers(schema):
                for extreme in EXTREMES:
                    for shape in (sample, only(sample, where, required)):
                        text = json.dumps(replaced(shape, where, "@number@")).replace('"@number@"', extreme)
                        bodies.append(("", text))
        for parameter in parameters:
            if parameter["in"] == "query" and contract.kind(contract.resolved(parameter["schema"])) in ("integer", "number"):
                bodies += [(f"?{parameter['name']}={extreme}", None) for extreme in EXTREMES]
        for query, body in bodies:
            status = ask(hub, method, filled(path, known) + query, body, anna.token)
            asked += 1
            if status not in range(200, 500) and status not in (503, 507):
                wrong.append((status, method, path, query or body))
    assert asked > 1_000 and wrong == []
