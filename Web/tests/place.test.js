// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { away, changes, circle, direction, metresBetween, missing, radiusSteps, spotAt } from "../models/place.js";

const vaduz = { latitude: 47.141, longitude: 9.5209 };

test("a circle's edge is everywhere as far from its middle as its radius, also near the pole", () => {
  for (const centre of [vaduz, { latitude: 0, longitude: 179.999 }, { latitude: 78.2, longitude: 15.6 }]) {
    for (const radius of [25, 120, 1000]) {
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

test("the slider grows by feel from 25 to 1000 metres, and keeps a radius set elsewhere", () => {
  const steps = radiusSteps();
  assert.deepEqual([steps[0], steps[steps.length - 1]], [25, 1000]);
  for (const [index, step] of steps.slice(1).entries()) {
    assert.ok(step > steps[index] && step / steps[index] <= 1.26, `${step}`);
  }
  assert.ok(radiusSteps(1500).includes(1500));
  assert.deepEqual(radiusSteps(120), steps);
  const own = radiusSteps(77);
  assert.deepEqual([...own].sort((left, right) => left - right), own);
});

test("what is missing is asked for in one order, and blanks are no words", () => {
  const draft = { radiusMetres: 100, label: " ", description: " " };
  assert.equal(missing(draft), "point");
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
