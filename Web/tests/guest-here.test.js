// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { allTexts } from "../lib/words/text.js";
import { hereWords, pointWords } from "../models/guest-here.js";

const now = Date.parse("2026-11-22T10:00:00Z");
const places = [{ label: "Home" }, { label: "Work" }];
/** @type {import("../lib/device/own-presence.js").PresenceReading} */
const nothing = {
  state: "unknown", placeIndex: -1, sinceMs: null, motion: null, motionSinceMs: null, fixAtMs: null, ageSeconds: null, isLive: false,
};
const since = { sinceMs: now - 60_000, fixAtMs: now, ageSeconds: 0, isLive: true };

test("where a guest is stands in one sentence, with the name of the place that the rules found", async () => {
  await allTexts();
  assert.equal(hereWords(undefined, places, now), "Not known yet");
  assert.equal(hereWords(nothing, places, now), "Not known yet");
  assert.match(hereWords({ ...nothing, ...since, state: "place", placeIndex: 1 }, places, now), /^At Work, since /);
  assert.match(hereWords({ ...nothing, ...since, state: "travelling" }, places, now), /^On the way, since /);
  assert.match(hereWords({ ...nothing, ...since }, places, now), /^At none of your places, since /);
  assert.equal(hereWords({ ...nothing, ageSeconds: 5 }, places, now), "At none of your places");
  assert.match(hereWords({ ...nothing, ...since, state: "lost" }, places, now), /^Last update /);
});

test("a point is two numbers with as many digits as a phone knows", () => {
  assert.equal(pointWords({ latitude: 47.14100049, longitude: -9.5 }), "47.14100, -9.50000");
});
