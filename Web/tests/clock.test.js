// @ts-check
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { handsOf, layOutHands, ownSlots, placeSlots, shorterWay, shortNames, slotKind } from "../models/clock.js";
import { labelBox, liesOn, pointAt, textWidth } from "../models/clock-boxes.js";
import { takeSeats } from "../models/clock-seats.js";

/**
 * Numbers from 0 to under 1 that are the same each time.
 *
 * @param {number} seed
 */
function chance(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @param {number} seed */
function someClock(seed) {
  const next = chance(seed);
  const slotCount = 5 + Math.floor(next() * 32);
  const crowd = next() < 0.3 ? 1 : slotCount;
  const slots = Array.from({ length: 1 + Math.floor(next() * 24) }, () => Math.floor(next() * crowd));
  return { slotCount, slots };
}

/**
 * @param {number} angle
 * @param {number} middle
 */
function apart(angle, middle) {
  return ((((angle - middle) % 360) + 540) % 360) - 180;
}

test("angles agree with the clock's rule, worked out by hand", () => {
  /** @type {[number[], number, number[]][]} */
  const golden = [
    [[0], 7, [0]],
    [[2], 8, [90]],
    [[0, 0], 7, [354.5, 5.5]],
    [[0, 0, 0], 7, [349, 0, 11]],
    [[1, 0, 1], 4, [84.5, 0, 95.5]],
    // Six share a wedge of 51.4 degrees: four fifths of it, in five steps.
    [[0, 0, 0, 0, 0, 0], 7, [339.428571, 347.657143, 355.885714, 4.114286, 12.342857, 20.571429]],
    [[3, 3, 3, 3, 3], 36, [26, 28, 30, 32, 34]],
  ];
  for (const [slots, slotCount, expected] of golden) {
    const { angleDegrees } = layOutHands(slots, slotCount);
    assert.equal(angleDegrees.length, expected.length);
    angleDegrees.forEach((angle, index) => assert.ok(Math.abs(angle - expected[index]) < 1e-6, `${angleDegrees}`));
  }
});

test("no hand is hidden, none leaves its slot, and their order is kept", () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const { slotCount, slots } = someClock(seed);
    const { angleDegrees, roomDegrees } = layOutHands(slots, slotCount);
    assert.equal(new Set(angleDegrees).size, slots.length, `seed ${seed}`);
    /** @type {Map<number, number>} */
    const before = new Map();
    for (const [index, angle] of angleDegrees.entries()) {
      const fan = apart(angle, (360 * slots[index]) / slotCount);
      assert.ok(angle >= 0 && angle < 360, `seed ${seed}`);
      assert.ok(Math.abs(fan) <= (0.4 * 360) / slotCount + 1e-9, `seed ${seed}`);
      assert.ok(fan > (before.get(slots[index]) ?? -Infinity), `seed ${seed}`);
      assert.ok(roomDegrees[index] > 0 && roomDegrees[index] <= 60, `seed ${seed}`);
      before.set(slots[index], fan);
    }
  }
});

test("a hand swings the shorter way, also over the top", () => {
  assert.equal(shorterWay(350, 10), 370);
  assert.equal(shorterWay(370, 350), 350);
  assert.equal(shorterWay(-730, 5), -715);
  for (let seed = 1; seed <= 200; seed += 1) {
    const next = chance(seed);
    const [from, to] = [(next() - 0.5) * 4000, next() * 360];
    const turned = shorterWay(from, to);
    assert.ok(Math.abs(turned - from) <= 180 + 1e-9);
    assert.ok(Math.abs(apart(turned, to)) < 1e-6);
  }
});

test("pictures and names never cover each other, and stay on the face", () => {
  for (let seed = 1; seed <= 120; seed += 1) {
    const { slotCount, slots } = someClock(seed);
    const next = chance(seed + 1000);
    const riders = layOutHands(slots.slice(0, 14), slotCount).angleDegrees.map((angleDegrees) => ({
      angleDegrees,
      labelWidth: 18 + next() * 55,
      labelHeight: next() < 0.3 ? 27 : 15,
    }));
    const { radius, seats } = takeSeats(riders);
    const points = seats.map((seat, index) => pointAt(riders[index].angleDegrees, seat.reach));
    for (const [index, point] of points.entries()) {
      assert.ok(Math.hypot(point.x, point.y) + radius < 136);
      for (const other of points.slice(index + 1)) {
        assert.ok(Math.hypot(point.x - other.x, point.y - other.y) >= 2 * radius, `seed ${seed}`);
      }
      if (!seats[index].hasLabel) continue;
      const box = labelBox(point, riders[index], radius, seats[index].side);
      for (const [at, other] of points.entries()) {
        const isInside = other.x > box.left && other.x < box.right && other.y > box.top && other.y < box.bottom;
        assert.ok(at === index || !isInside, `seed ${seed}`);
      }
    }
  }
});

test("six at home keep their names, and a single hand carries its picture at the tip", () => {
  const riders = layOutHands([0, 0, 0, 0, 0, 0], 7).angleDegrees.map((angleDegrees) => ({
    angleDegrees,
    labelWidth: 34,
    labelHeight: 15,
  }));
  const { radius, seats } = takeSeats(riders);
  assert.ok(radius >= 10, `radius ${radius}`);
  assert.ok(seats.every((seat) => seat.hasLabel));
  assert.ok(takeSeats(riders.slice(0, 1)).seats[0].reach > 110);
  assert.deepEqual(takeSeats([]).seats, []);
});

test("a family's names lie on no hand, wherever they are, and two at one place keep theirs clear too", () => {
  const widths = [40, 44, 38, 88, 36, 78];
  for (const slots of [[0, 2, 4, 2, 4, 0], [0, 0, 3, 4, 5, 6], [0, 3, 3, 5, 5, 0]]) {
    const riders = layOutHands(slots, 7).angleDegrees.map((angleDegrees, index) => ({ angleDegrees, labelWidth: widths[index], labelHeight: 17 }));
    const { radius, seats } = takeSeats(riders);
    assert.ok(radius >= 10, `radius ${radius}`);
    for (const [index, { hasLabel, side, reach }] of seats.entries()) {
      assert.ok(hasLabel, `${slots} ${index}`);
      const box = labelBox(pointAt(riders[index].angleDegrees, reach), riders[index], radius, side);
      for (const [at, { angleDegrees }] of riders.entries()) assert.ok(!liesOn(box, angleDegrees, seats[at].reach), `${slots}: ${index} on ${at}`);
    }
  }
});

test("a hand grows old by itself, and who was never heard is old", () => {
  const at = 1_000_000;
  const presence = /** @type {any} */ ({ member: "a", ageSeconds: 880 });
  const people = new Map([
    ["a", { id: "a", name: "Anna", colour: 1, isMe: true, heardAt: at, presence }],
    ["b", { id: "b", name: "Ben", colour: 2, isMe: false, heardAt: at }],
  ]);
  const clock = {
    slots: ["Home", "Work", "School", "Travelling", "Unknown", "Lost", "In Danger"],
    hands: [
      { member: "b", name: "Ben", colour: 2, slot: "Unknown" },
      { member: "a", name: "Anna", colour: 1, slot: "Home" },
      { member: "c", name: "Cleo", colour: 3, slot: "Lost", ageSeconds: 7200 },
    ],
  };
  const [anna, ben, cleo] = handsOf(clock, people, at);
  assert.deepEqual([anna.name, anna.slot, anna.isOld, anna.isMe], ["Anna", 0, false, true]);
  assert.deepEqual([ben.slot, ben.ageSeconds, ben.isOld], [4, undefined, true]);
  assert.deepEqual([cleo.slot, cleo.isOld], [5, true]);
  assert.equal(handsOf(clock, people, at + 30_000)[0].isOld, true);
});

test("states and places are told apart, and names are short while they are clear", () => {
  const slots = ["Home", "Work", "School", "Grandma", "Travelling", "Unknown", "Lost", "In Danger"];
  assert.deepEqual(placeSlots(slots), ["Home", "Work", "School", "Grandma"]);
  assert.deepEqual(ownSlots(slots), ["Grandma"]);
  assert.equal(slotKind("In Danger"), "danger");
  assert.deepEqual(shortNames(["Anna Beck", "Jonas Beck"]), ["Anna", "Jonas"]);
  assert.deepEqual(shortNames(["Anna Beck", "Anna Ritter"]), ["Anna Beck", "Anna Ritter"]);
  assert.ok(textWidth("MMM") > textWidth("ill"));
});

test("the page's twin of the layout gives the golden answers of the rule", () => {
  const golden = readFileSync(new URL("../../Tests/Fixtures/core/golden.txt", import.meta.url), "utf8").split("\n");
  const cases = golden.filter((line) => line.startsWith("hands ") && !line.endsWith("refused"));
  assert.ok(cases.length > 3);
  for (const line of cases) {
    const [question, answer] = line.slice("hands ".length).split(" = ").map((part) => part.split(" ").map(Number));
    const { angleDegrees, roomDegrees } = layOutHands(question.slice(1), question[0]);
    angleDegrees.forEach((angle, index) => {
      assert.ok(Math.abs(angle - answer[2 * index]) < 1e-9, line);
      assert.ok(Math.abs(roomDegrees[index] - answer[2 * index + 1]) < 1e-9, line);
    });
  }
});
