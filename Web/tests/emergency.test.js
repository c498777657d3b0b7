// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { aged, choices, keptEmergency, named } from "../models/emergency.js";

/** @typedef {import("../lib/hub/trip-shapes.js").Emergency} Emergency */

/** @type {Emergency["countries"][number]} */
const liechtenstein = {
  country: "LI",
  numbers: [
    { service: "any", number: "112" },
    { service: "police", number: "117" },
    { service: "ambulance", number: "144" },
    { service: "fire", number: "118" },
  ],
};
const switzerland = { ...liechtenstein, country: "CH" };
/** @type {Emergency["countries"][number]} */
const japan = {
  country: "JP",
  numbers: [
    { service: "police", number: "110" },
    { service: "ambulance", number: "119" },
    { service: "fire", number: "119" },
  ],
};

test("F71: near a border equal numbers are offered once, those for everything first", () => {
  const offered = choices({ source: "position", countries: [liechtenstein, switzerland] });
  assert.deepEqual(offered, liechtenstein.numbers);
  const mixed = choices({ source: "position", countries: [japan, liechtenstein] });
  assert.deepEqual(mixed[0], { service: "any", number: "112" });
  assert.equal(mixed.length, 7);
});

test("F71: where services differ there are three buttons, two of which may dial alike", () => {
  assert.deepEqual(choices({ source: "hub", countries: [japan] }), japan.numbers);
  assert.deepEqual(named({ source: "hub", countries: [japan] }), [{ country: "JP", numbers: ["110", "119", "119"] }]);
});

test("F71: where the number is unknown none is offered", () => {
  assert.deepEqual(choices({ source: "position", countries: [{ country: "NG", numbers: [] }] }), []);
  assert.deepEqual(choices({ source: "none", countries: [] }), []);
  assert.deepEqual(choices(undefined), []);
});

test("F71: what is kept for when the hub is away is read back, and nothing else is", () => {
  /** @type {Emergency} */
  const emergency = { source: "position", countries: [liechtenstein] };
  assert.deepEqual(keptEmergency(JSON.stringify({ emergency, at: 5 }), 10), emergency);
  const others = [null, "", "{", "{}", "[]", "null", "7", '{"source":"position"}', '{"emergency":{"countries":[]},"at":1}'];
  for (const text of others) assert.equal(keptEmergency(text, 10), undefined);
});

test("F71: an answer from a position says after ten minutes without the hub that it is the last one", () => {
  /** @type {Emergency} */
  const emergency = { source: "position", countries: [liechtenstein] };
  assert.equal(aged(emergency, 0, 600_000).source, "position");
  assert.deepEqual(aged(emergency, 0, 600_001), { ...emergency, source: "lastPosition" });
  assert.deepEqual(keptEmergency(JSON.stringify({ emergency, at: 0 }), 600_001), { ...emergency, source: "lastPosition" });
  assert.equal(aged({ ...emergency, source: "hub" }, 0, 600_001).source, "hub");
});
