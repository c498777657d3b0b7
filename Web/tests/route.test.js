// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { nextStep, split, spotIn } from "../models/route.js";

/** @type {[number, number][]} */
const line = [[9.5, 47], [9.51, 47], [9.52, 47]];

test("a line is parted where somebody is", () => {
  const { behind, ahead } = split(line, 0.25);
  assert.equal(behind.length, 2);
  assert.equal(ahead.length, 3);
  assert.deepEqual(behind[1], ahead[0]);
  assert.ok(Math.abs(behind[1][0] - 9.505) < 1e-6);
});

test("before the start all is ahead, at the end all is behind", () => {
  assert.deepEqual(split(line, 0), { behind: [], ahead: line });
  assert.deepEqual(split(line, 1), { behind: line, ahead: [] });
  assert.deepEqual(split([[1, 2], [1, 2]], 0.5).behind.length, 2);
});

test("an address names points behind its hash, and only points", () => {
  assert.deepEqual(spotIn("#to=47.14,9.52", "to"), { latitude: 47.14, longitude: 9.52 });
  assert.equal(spotIn("#to=47.14,9.52", "from"), undefined);
  for (const wrong of ["", "#to=", "#to=1", "#to=91,0", "#to=0,181", "#to=a,b", "#to=1,2,3", "#to=,"]) {
    assert.equal(spotIn(wrong, "to"), undefined, wrong);
  }
});

test("the next step is the first one that is not yet behind", () => {
  const steps = [300, 500, 0].map((distanceMetres, index) => ({
    turn: "left",
    text: `step ${index}`,
    distanceMetres,
    durationSeconds: 1,
    lineIndex: index,
  }));
  assert.deepEqual(nextStep(steps, 600), { step: steps[1], metres: 100 });
  assert.deepEqual(nextStep(steps, 200), { step: steps[2], metres: 200 });
  assert.deepEqual(nextStep(steps, 800)?.step, steps[0]);
  assert.equal(nextStep([], 100), undefined);
});
