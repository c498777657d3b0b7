import assert from "node:assert/strict";
import { test } from "node:test";
import { batteryOf, firstName, isThing, unreachable } from "../models/devices.js";

test("an address that means the phone itself, or is not encrypted, is warned of", () => {
  const own = ["http://localhost:8080", "http://127.0.0.1/in", "https://[::1]:8443/", "http://hub.localhost/"];
  for (const address of own) {
    assert.equal(unreachable(address), "thisMachine");
  }
  assert.equal(unreachable("http://192.168.1.20:8080/in/overland"), "plain");
  assert.equal(unreachable("https://hub.example/in/overland"), undefined);
});

test("a device's battery is known where my position came with it", () => {
  const at = "2026-11-21T12:00:00.000Z";
  const presence = { member: "m", place: null, state: "unknown", fix: { at, batteryPercent: 61 } };
  assert.equal(batteryOf({ heardAt: "2026-11-21T12:00:20.000Z" }, presence), 61);
  assert.equal(batteryOf({ heardAt: "2026-11-21T11:30:00.000Z" }, presence), undefined);
  assert.equal(batteryOf({}, presence), undefined);
  assert.equal(batteryOf({ heardAt: at }, undefined), undefined);
});

test("a phone is named after its owner's first name", () => {
  assert.equal(firstName("Anna Beck"), "Anna");
  assert.equal(firstName("  יוסף "), "יוסף");
});

test("a thing does not follow its member, and a Traccar server is not a thing", () => {
  assert.equal(isThing({ follows: true }), false);
  assert.equal(isThing({ follows: false }), true);
  assert.equal(isThing({ follows: false, trackers: [] }), false);
});
