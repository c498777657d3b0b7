// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { keepOwn } from "../lib/dom/map.js";
import { activities, bars, localDay } from "../models/day.js";
import { fanOut } from "../models/fan.js";
import { between, boundsOf, metresBetween, pixelsPerMetre } from "../models/geo.js";
import { compassWord, course, hubTime, isGrey, placement, staleLabel, stampWords, standing } from "../models/standing.js";
import { pieces, withSteps } from "../models/tails.js";

/** @typedef {import("../lib/dom/maplibre.js").LonLat} LonLat */

const now = new Date(2026, 2, 1, 14, 25).getTime();
const at = new Date(2026, 2, 1, 14, 2).toISOString();

/**
 * @param {Partial<import("../lib/hub/shapes.js").Presence>} presence
 * @param {Partial<import("../lib/hub/shapes.js").Fix>} [fix]
 */
function person(presence, fix) {
  const whole = fix && { latitude: 47, longitude: 9, at, ageSeconds: 1_380, live: false, ...fix };
  const state = /** @type {const} */ ("travelling");
  return {
    id: "a",
    name: "Anna",
    colour: 0,
    isMe: false,
    heardAt: now,
    presence: { member: "a", place: null, state, ...presence, ...(whole ? { fix: whole } : {}) },
  };
}

test("F51: what is not live says as of when, how long ago, and how far it may be off", () => {
  const stale = person({}, { accuracyMetres: 7.2 });
  assert.equal(stampWords(stale, now), "As of 14:02, 23 min ago, ±\u00a08\u00a0m");
  assert.deepEqual(staleLabel(stale, now), ["as of 14:02, ", "23 min ago", ", ±\u00a08\u00a0m"]);
  assert.equal(isGrey(stale, now), true);
});

test("F51: a live position goes grey by time alone", () => {
  const live = person({}, { ageSeconds: 0, live: true, accuracyMetres: 5 });
  assert.equal(standing(live, now), "live");
  assert.equal(staleLabel(live, now), undefined);
  assert.equal(standing(live, now + 301_000), "stale");
  assert.deepEqual(staleLabel(live, now + 301_000)?.[1], "5 min ago");
});

test("a live fix that is too coarse is grey although it is young", () => {
  const coarse = person({}, { ageSeconds: 3, live: true, accuracyMetres: 400 });
  assert.equal(standing(coarse, now), "stale");
  assert.equal(staleLabel(coarse, now)?.[1], "under 1 min ago");
});

test("the lost, the unheard and those in danger are told apart", () => {
  assert.equal(standing(person({ state: "lost" }), now), "lost");
  assert.equal(standing(person({ state: "unknown" }), now), "never");
  assert.equal(standing(person({ state: "danger" }, {}), now), "danger");
  assert.equal(isGrey(person({ state: "danger" }, {}), now), true);
  assert.equal(standing({ ...person({}), presence: undefined }, now), "never");
});

test("who shares less is drawn as a cell, or not at all", () => {
  const cell = { latitude: 47, longitude: 9, sizeMetres: 1_000 };
  assert.deepEqual(placement(person({ cell })), { kind: "cell", point: [9, 47], radiusMetres: 500 });
  assert.equal(placement(person({ cell }, { accuracyMetres: 8 }))?.kind, "fix");
  assert.equal(placement(person({})), undefined);
  assert.equal(standing(person({ cell, ageSeconds: 60 }), now), "live");
  assert.equal(standing(person({ cell, ageSeconds: 3_000 }), now), "stale");
});

test("a course is drawn only of somebody who goes somewhere now", () => {
  const moving = { ageSeconds: 0, live: true, speedMetresPerSecond: 2, courseDegrees: 90 };
  assert.equal(course(person({}, moving), now), 90);
  assert.equal(course(person({}, { ...moving, speedMetresPerSecond: 0.2 }), now), undefined);
  assert.equal(course(person({}, { ...moving, live: false }), now), undefined);
  assert.deepEqual([0, 44, 46, 359, -90, 720].map(compassWord), ["North", "North-east", "North-east", "North", "West", "North"]);
});

test("the hub's clock is known from a fix and its age, whatever the page's clock says", () => {
  assert.equal(hubTime(person({}, { ageSeconds: 60 }), now + 5_000), Date.parse(at) + 65_000);
});

test("a metre has the length that the map gives it", () => {
  assert.ok(Math.abs(pixelsPerMetre(0, 0) - 512 / 40_075_016.7) < 1e-12);
  assert.ok(Math.abs(pixelsPerMetre(60, 10) / pixelsPerMetre(0, 10) - 2) < 1e-9);
});

test("distances and boxes reach over the date line", () => {
  assert.ok(Math.abs(metresBetween([9, 47], [9, 47.01]) - 1_113) < 1);
  assert.ok(metresBetween([179.999, 0], [-179.999, 0]) < 230);
  const box = boundsOf([
    { point: [179.9, 0], radiusMetres: 0 },
    { point: [-179.9, 1], radiusMetres: 0 },
  ]);
  assert.ok(box && Math.abs(box[1][0] - 180.1) < 1e-6 && box[1][1] === 1);
  assert.equal(boundsOf([]), undefined);
  assert.deepEqual(between([0, 0], [2, 4], 0.5), [1, 2]);
});

test("people apart stay where they are; people together stand side by side in a fixed order", () => {
  const apart = fanOut([{ id: "a", x: 0, y: 0 }, { id: "b", x: 100, y: 0 }], 50);
  assert.deepEqual(apart.get("a"), { x: 0, y: 0, crowd: 1 });
  const spots = [{ id: "b", x: 2, y: 0 }, { id: "a", x: 0, y: 0 }];
  const pair = fanOut(spots, 50);
  assert.deepEqual([pair.get("a"), pair.get("b")], [{ x: -24, y: 0, crowd: 2 }, { x: 24, y: 0, crowd: 2 }]);
  assert.deepEqual(fanOut([...spots].reverse(), 50), pair);
});

test("a ring that would lie on somebody else takes them in", () => {
  const shifts = fanOut([{ id: "a", x: 0, y: 0 }, { id: "b", x: 4, y: 0 }, { id: "c", x: 52, y: 0 }], 50);
  assert.deepEqual([...shifts.values()].map(({ crowd }) => crowd), [3, 3, 3]);
});

test("nobody of six at one spot hides another", () => {
  const shifts = [...fanOut(["a", "b", "c", "d", "e", "f"].map((id) => ({ id, x: 5, y: 5 })), 50).values()];
  for (const [index, one] of shifts.entries()) {
    for (const other of shifts.slice(index + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) >= 49);
  }
});

test("a tail fades with age, ends after 15 minutes, and breaks where nothing was heard", () => {
  const step = (/** @type {number} */ minutes) => ({ at: now - minutes * 60_000, point: /** @type {LonLat} */ ([minutes, 0]) });
  const tail = withSteps([step(20), step(9), step(8)], [step(1), step(0), step(9)], now);
  assert.deepEqual(tail.map(({ point }) => point[0]), [9, 8, 1, 0]);
  const drawn = pieces(tail, now);
  assert.deepEqual(drawn.map(({ points }) => points.map(([x]) => x)), [[9, 8], [1, 0]]);
  assert.ok(drawn[0].strength < drawn[1].strength);
});

test("F54: a way that cannot be true is dashed", () => {
  const steps = [0, 1, 2, 3].map((index) => ({ at: now - 3_000 + index * 1000, point: /** @type {LonLat} */ ([index, 0]), isSuspicious: index === 2 }));
  assert.deepEqual(pieces(steps, now).map(({ isDashed }) => isDashed), [false, true]);
});

test("a day's bars lie between midnight and midnight, joined where they are alike", () => {
  const { start, end, query } = localDay(now);
  assert.match(query, /^\?date=2026-03-01&utcOffsetMinutes=-?\d+$/);
  assert.equal(end - start, 86_400_000);
  const span = (/** @type {number} */ from, /** @type {number} */ to, /** @type {any} */ motion) => {
    const [first, last] = [from, to].map((hour) => new Date(start + hour * 3_600_000).toISOString());
    return { from: first, to: last, motion };
  };
  const strip = [span(-2, 6, "stationary"), span(6, 12, "stationary"), span(12, 12.001, "running"), span(12.001, 18, "automotive")];
  const found = bars({ date: "2026-03-01", from: "", to: "", stays: [], trips: [], motion: { activities: [], strip } }, { start, end });
  assert.deepEqual(found.map(({ motion, start: from, end: to }) => [motion, from, Math.round(to * 100) / 100]), [
    ["stationary", 0, 0.5],
    ["automotive", found[1].start, 0.75],
  ]);
  assert.equal(found[0].words, "00:00 to 12:00: Still");
});

test("a day's activities are those that lead somewhere, the longest first", () => {
  const list = [["stationary", 5, 9], ["walking", 100, 60], ["automotive", 900, 60], ["unknown", 7, 7]];
  const all = list.map(([motion, distanceMetres, seconds]) => ({ motion, distanceMetres, seconds }));
  const day = /** @type {any} */ ({ motion: { activities: all, strip: [] } });
  assert.deepEqual(activities(day).map(({ motion }) => motion), ["automotive", "walking"]);
});

test("another style keeps what the page drew on the map, and none of the old basemap", () => {
  const style = (/** @type {string} */ colour) => ({
    version: /** @type {const} */ (8),
    sources: { basemap: { colour }, world: { colour } },
    layers: [{ id: "paper" }, { id: "sea", source: "world" }, { id: "roads", source: "basemap", colour }],
  });
  const before = style("light");
  const drawn = { ...before, sources: { ...before.sources, tails: {} }, layers: [...before.layers, { id: "t", source: "tails" }] };
  const next = keepOwn(drawn, style("dark"));
  assert.deepEqual(next.sources, { basemap: { colour: "dark" }, world: { colour: "dark" }, tails: {} });
  assert.deepEqual(next.layers.map(({ id, colour }) => colour ?? id), ["paper", "sea", "dark", "t"]);
  assert.deepEqual(keepOwn(undefined, before), before);
});
