// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { away, changes, circle, direction, metresBetween, missing, placeAt, radiusStep, radiusSteps, readRadius, spotAt, usualRadiusMetres } from "../models/place.js";

const vaduz = { latitude: 47.141, longitude: 9.5209 };

test("a circle's edge is everywhere as far from its middle as its radius, also near the pole", () => {
  for (const centre of [vaduz, { latitude: 0, longitude: 179.999 }, { latitude: 78.2, longitude: 15.6 }]) {
    for (const radius of [10, 120, 50_000]) {
      const [ring] = circle(centre, radius).geometry.coordinates;
      assert.deepEqual(ring[0], ring[ring.length - 1]);
      for (const [longitude, latitude] of ring) {
        assert.ok(Math.abs(metresBetween(centre, { latitude, longitude }) - radius) < 0.01);
      }
    }
  }
});

test("a move is told by distance and direction", () => {
  for (const [index, degrees] of [0, 45, 90, 135, 180, 225, 270, 315].entries()) {
    const there = away(vaduz, 200, degrees);
    assert.equal(direction(vaduz, there), index);
    assert.ok(Math.abs(metresBetween(vaduz, there) - 200) < 0.01);
  }
});

test("somebody is at the place whose middle is nearest, of those whose circles they are in", () => {
  const around = (/** @type {string} */ label, /** @type {number} */ metres, /** @type {number} */ radiusMetres) => {
    return { label, ...away(vaduz, metres, 90), radiusMetres };
  };
  const places = [around("Town", 900, 5_000), around("Home", 40, 100), around("Shop", 70, 60)];
  assert.equal(placeAt(places, vaduz)?.label, "Home");
  assert.equal(placeAt(places, away(vaduz, 300, 270))?.label, "Town");
  assert.equal(placeAt(places, away(vaduz, 9_000, 0)), undefined);
});

test("the slider grows by feel from 10 to 50 000 metres, and stands beside a radius that is none of its steps", () => {
  assert.deepEqual([radiusSteps[0], radiusSteps[radiusSteps.length - 1]], [10, 50_000]);
  for (const [index, step] of radiusSteps.slice(1).entries()) {
    assert.ok(step > radiusSteps[index] && step / radiusSteps[index] <= 1.26, `${step}`);
  }
  assert.ok(radiusSteps.includes(usualRadiusMetres) && usualRadiusMetres === 100);
  for (const [index, step] of radiusSteps.entries()) assert.equal(radiusStep(step), index);
  assert.equal(radiusSteps[radiusStep(77)], 80);
  assert.equal(radiusSteps[radiusStep(1_510)], 1_600);
});

test("a radius is read as people write it, and only where the hub takes it", () => {
  for (const text of ["1500", " 1500 ", "1 500", "1,500", "1.500", "1’500", "1\u202f500", "١٥٠٠"]) assert.equal(readRadius(text), 1_500, text);
  assert.deepEqual([readRadius("10"), readRadius("50 000")], [10, 50_000]);
  for (const text of ["", "9", "50001", "12.5", "1,5", "-100", "1e3", "100 m", "1 5 00", "999999999999"]) {
    assert.equal(readRadius(text), undefined, text);
  }
});

test("what is missing is asked for in one order, and blanks are no words", () => {
  const draft = { radiusMetres: 100, label: " ", description: " " };
  assert.equal(missing(draft), "point");
  assert.equal(missing({ ...draft, spot: vaduz, radiusMetres: undefined }), "radiusMetres");
  assert.equal(missing({ ...draft, spot: vaduz }), "label");
  assert.equal(missing({ ...draft, spot: vaduz, label: "Home" }), "description");
  assert.equal(missing({ ...draft, spot: vaduz, label: "Home", description: "Our flat" }), undefined);
});

test("a change sends only what changed, and a spot stays on the globe", () => {
  const before = { id: "a", label: "Home", description: "Our flat", ...vaduz, radiusMetres: 100 };
  assert.deepEqual(changes(before, { ...before, radiusMetres: 120 }), { radiusMetres: 120 });
  const moved = spotAt(91, 190);
  assert.deepEqual(moved, { latitude: 90, longitude: -170 });
});
