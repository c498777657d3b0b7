// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { setLanguage, t } from "../lib/text.js";
import { en } from "../texts/en.js";
import { pseudo } from "../texts/pseudo.js";
import { ageWords, distanceWords, durationWords, momentWords, motionWords, speedWords, whereWords } from "../models/words.js";

const now = new Date(2026, 2, 1, 14, 2).getTime();

/** @param {Partial<import("../lib/shapes.js").Presence>} presence */
function at(presence) {
  const since = new Date(2026, 2, 1, 8, 5).toISOString();
  const whole = { member: "a", place: null, state: /** @type {const} */ ("unknown"), since, ageSeconds: 10, ...presence };
  return { id: "a", name: "Anna", colour: 0, isMe: false, heardAt: now, presence: whole };
}

test("an age is said in the largest unit that it fills", () => {
  const ages = [undefined, 0, 59, 60, 3_599, 3_600, 86_399, 86_400, 200_000];
  const words = ["never heard", "now", "now", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "1 day ago", "2 days ago"];
  assert.deepEqual(ages.map(ageWords), words);
});

test("distances, times and speeds have the unit that reads best", () => {
  assert.deepEqual([3, 844, 949, 950, 12_340, 120_000].map(distanceWords), ["0 m", "840 m", "950 m", "1 km", "12.3 km", "120 km"]);
  assert.deepEqual([20, 90, 3_540, 3_600, 8_000].map(durationWords), ["0 min", "2 min", "59 min", "1 h 0 min", "2 h 13 min"]);
  assert.equal(speedWords(11.2), "40 km/h");
});

test("a moment of another day has its day", () => {
  assert.equal(momentWords(new Date(2026, 2, 1, 8, 5), now), "08:05");
  assert.match(momentWords(new Date(2026, 1, 28, 8, 5), now), /Sat.*28 Feb.*08:05/);
});

test("where somebody is, is one sentence, with its time where that is known", () => {
  assert.equal(whereWords(at({ state: "place", place: "School" }), now), "At School, since 08:05");
  assert.equal(whereWords(at({ state: "place", place: "School", since: undefined }), now), "At School");
  assert.equal(whereWords(at({ state: "travelling" }), now), "On the way, since 08:05");
  assert.equal(whereWords(at({ state: "lost" }), now), "No news since 08:05");
  assert.equal(whereWords(at({ state: "danger", since: undefined }), now), "In Danger");
});

test("who shares the place alone is not silent for having no age", () => {
  assert.equal(whereWords(at({ state: "place", place: "Home", ageSeconds: undefined }), now), "At Home, since 08:05");
});

test("who was never heard is said to be so", () => {
  assert.equal(whereWords(at({ since: undefined, ageSeconds: undefined }), now), "Nothing heard yet");
  assert.equal(whereWords({ ...at({}), presence: undefined }, now), "Nothing heard yet");
});

test("a movement the page does not know is not known, and the phones' word for driving is", () => {
  assert.deepEqual(["automotive", "walking", "skiing", undefined].map(motionWords), [
    "In a vehicle",
    "Walking",
    "Not known",
    "Not known",
  ]);
});

test("a count chooses between one and other, and a missing value leaves its name to be seen", () => {
  assert.equal(t("age.days", { count: 1 }), "1 day ago");
  assert.equal(t("age.days", { count: 2 }), "2 days ago");
  assert.equal(t("sentence.lost"), "No news since {time}");
});

test("the pseudo-language has every key, keeps the names in braces and is longer", async () => {
  const other = /** @type {Record<string, string | {one: string, other: string}>} */ (pseudo(en));
  const names = (/** @type {unknown} */ text) => (JSON.stringify(text).match(/\{\w+\}/g) ?? []).sort();
  assert.deepEqual(Object.keys(other), Object.keys(en));
  for (const [key, text] of Object.entries(en)) {
    assert.deepEqual(names(other[key]), names(text), key);
    assert.ok(JSON.stringify(other[key]).length > JSON.stringify(text).length, key);
  }
  await setLanguage("pseudo");
  assert.match(t("sentence.lost", { time: "8:05" }), /^\[.*8:05.*\]$/);
  await setLanguage("no such language");
  assert.equal(t("bar.home"), "Home");
});
