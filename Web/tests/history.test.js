// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { allTexts } from "../lib/words/text.js";

process.env.TZ = "Europe/Vaduz";
const history = await import("../models/history.js");
await allTexts();

/** @typedef {import("../lib/hub/shapes.js").HistoryEntry} HistoryEntry */

test("a day is one of the local clock, 23 to 25 hours long", () => {
  assert.deepEqual(history.period("2026-03-29"), { from: "2026-03-28T23:00:00.000Z", to: "2026-03-29T22:00:00.000Z" });
  assert.deepEqual(history.period("2026-10-25"), { from: "2026-10-24T22:00:00.000Z", to: "2026-10-25T23:00:00.000Z" });
  assert.equal(history.shifted("2026-03-29", 1), "2026-03-30");
  assert.equal(history.shifted("2026-01-01", -1), "2025-12-31");
});

test("what is no day is none", () => {
  for (const date of [undefined, "", "2026-02-30", "2026-3-1", "yesterday", "2026-03-01T00:00"]) {
    assert.equal(history.readDate(date), undefined, String(date));
  }
  assert.equal(history.readDate("2024-02-29"), "2024-02-29");
});

test("a day is today, yesterday, or its name, with the year where it is another", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  assert.equal(history.dateWords("2026-03-01", now), "Today");
  assert.equal(history.dateWords("2026-02-28", now), "Yesterday");
  assert.match(history.dateWords("2026-02-20", now), /Fri.*20 Feb$/);
  assert.match(history.dateWords("2020-12-18", now), /Fri.*18 Dec 2020$/);
});

test("the days with positions are those at the ends of the spans", () => {
  const spans = [
    { from: "2026-02-27T23:30:00Z", to: "2026-02-27T23:40:00Z" },
    { from: "2026-02-28T05:00:00Z", to: "2026-02-28T23:10:00Z" },
  ];
  assert.deepEqual([...history.daysOf(spans)].sort(), ["2026-02-28", "2026-03-01"]);
});

test("a month is whole weeks from Monday, and what is ahead cannot be chosen", () => {
  const now = Date.parse("2026-03-10T12:00:00Z");
  const weeks = history.weeks("2026-03", new Set(["2026-03-04"]), now);
  assert.equal(weeks.length, 6);
  assert.ok(weeks.every((week) => week.length === 7));
  const days = weeks.flat();
  assert.equal(days[0].date, "2026-02-23");
  assert.equal(days.filter(({ isInMonth }) => isInMonth).length, 31);
  assert.deepEqual(days.filter(({ hasData }) => hasData).map(({ date }) => date), ["2026-03-04"]);
  assert.equal(days.find(({ isAhead }) => isAhead)?.date, "2026-03-11");
  assert.equal(history.weeks("2021-02", new Set(), now).length, 4);
  assert.equal(history.shiftedMonth("2026-01", -1), "2025-12");
  const { from, to } = history.monthPeriod("2026-03");
  assert.ok(Date.parse(to) - Date.parse(from) <= 62 * 86_400_000);
});

/** @type {HistoryEntry} */
const home = {
  kind: "stay", from: "2026-02-28T23:00:00Z", to: "2026-03-01T07:10:00Z",
  stay: { place: "Home", latitude: 47, longitude: 9, beganBefore: true, wentOn: false, endsAbout: true },
};
/** @type {HistoryEntry} */
const way = {
  kind: "journey", from: "2026-03-01T07:10:00Z", to: "2026-03-01T07:41:00Z",
  journey: {
    mode: "drive", distanceMetres: 8_240,
    legs: [
      { from: "2026-03-01T07:10:00Z", to: "2026-03-01T07:20:00Z", mode: "walk", distanceMetres: 740 },
      { from: "2026-03-01T07:20:00Z", to: "2026-03-01T07:41:00Z", mode: "drive", distanceMetres: 7_500 },
    ],
    stops: [{ from: "2026-03-01T07:20:00Z", to: "2026-03-01T07:23:00Z", latitude: 47, longitude: 9 }],
    line: [[9, 47], [9.1, 47]], isOnStreets: false,
  },
};

test("entries say what, when, how far and how long", () => {
  assert.equal(history.entryWords(home).title, "Home");
  assert.match(history.entryWords(home).words, /^about 8/);
  assert.equal(history.timeWords(home), "Until 08:10");
  const words = history.entryWords(way);
  assert.equal(words.title, "Car or bus");
  assert.match(words.words, /8\.2.km · 31/);
  assert.equal(words.more.length, 3);
  assert.match(words.more[2], /^08:20: stopped for 3/);
  assert.equal(history.timeWords(way), "08:10 to 08:41");
  /** @type {HistoryEntry} */
  const nothing = { kind: "unknown", from: way.from, to: way.to };
  assert.equal(history.entryWords(nothing).title, "No positions");
  assert.deepEqual(history.pointsOf(nothing), []);
  const elsewhere = { ...home, stay: { ...home.stay, place: undefined, wentOn: true } };
  assert.equal(history.entryWords(/** @type {HistoryEntry} */ (elsewhere)).title, "Unnamed place");
  assert.equal(history.timeWords(/** @type {HistoryEntry} */ (elsewhere)), "All day");
});

test("a journey beside no stay says where it began and ended", () => {
  /** @param {{startAddress?: string, endAddress?: string}} ends */
  const first = (ends) => history.entryWords(/** @type {HistoryEntry} */ ({ ...way, journey: { ...way.journey, ...ends } })).more[0];
  assert.equal(first({ startAddress: "Burgweg 3, Triesen" }), "From Burgweg 3, Triesen");
  assert.equal(first({ endAddress: "Vaduz" }), "To Vaduz");
  assert.equal(first({ startAddress: "Triesen", endAddress: "Vaduz" }), "From Triesen to Vaduz");
  assert.match(first({}), /^Walk/);
});

test("the sums of a day go by legs, most distance first", () => {
  assert.deepEqual(history.totals([home, way, way]).map(({ mode, distanceMetres, seconds }) => [mode, distanceMetres, seconds]), [
    ["drive", 15_000, 2 * 21 * 60],
    ["walk", 1_480, 2 * 10 * 60],
  ]);
  assert.equal(history.modeName("rocket"), "unknown");
});
