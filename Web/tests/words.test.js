// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { setLanguage, t } from "../lib/words/text.js";
import { en } from "../texts/en.js";
import { pseudo } from "../texts/pseudo.js";
import { nearKey } from "../models/around.js";
import { ageWords, distanceWords, durationWords, labelWords, momentWords, motionWords, speedWords, whereWords } from "../models/words.js";

const now = new Date(2026, 2, 1, 14, 2).getTime();

/** @param {Partial<import("../lib/hub/shapes.js").Presence>} presence */
function at(presence) {
  const since = new Date(2026, 2, 1, 8, 5).toISOString();
  const whole = { member: "a", place: null, state: /** @type {const} */ ("unknown"), since, ageSeconds: 10, ...presence };
  return { id: "a", name: "Anna", colour: 0, isMe: false, heardAt: now, presence: whole };
}

test("an age is said in the largest unit that it fills", () => {
  const ages = [undefined, 0, 59, 60, 3_599, 3_600, 86_399, 86_400, 200_000];
  const words = ["no data yet", "now", "now", "1 min ago", "59 min ago", "1 h ago", "23 h ago", "1 day ago", "2 days ago"];
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

test("movement comes first, and who is at no place of theirs is near a town", () => {
  const near = (/** @type {Partial<import("../lib/hub/shapes.js").Presence>} */ presence) => whereWords({ ...at(presence), near: "Triesen" }, now);
  assert.equal(near({}), "Near Triesen, since 08:05");
  assert.equal(near({ state: "travelling", motion: "walking" }), "Walking near Triesen, since 08:05");
  assert.equal(near({ state: "travelling", motion: "stationary" }), "On the way near Triesen, since 08:05");
  assert.equal(whereWords(at({ state: "travelling", motion: "cycling" }), now), "Cycling, since 08:05");
  assert.equal(near({ state: "place", place: "Home" }), "At Home, since 08:05");
  assert.equal(near({ state: "lost" }), "Last update 08:05");
});

test("who is on a trip goes to where it leads, whatever else they are", () => {
  const journey = { destination: { name: "School", latitude: 47, longitude: 9 }, mode: /** @type {const} */ ("walk"), remainingMetres: 1_640 };
  const going = (/** @type {Partial<import("../lib/hub/shapes.js").Presence>} */ presence, more = {}) => {
    return whereWords({ ...at(presence), journey: { ...journey, ...more } }, now);
  };
  assert.equal(going({ state: "travelling", motion: "walking" }), "Walking to School, 1.6 km");
  assert.equal(going({ state: "place", place: "Home" }), "Walking to School, 1.6 km");
  assert.equal(going({ state: "travelling" }, { mode: "transit", remainingMetres: undefined }), "On the way to School");
  assert.equal(going({ state: "danger" }), "In danger, since 08:05");
});

test("a town is asked for by the square of a kilometre, and of nobody who is at a place or shares none", () => {
  const fix = { at: "", latitude: 47.1234, longitude: 9.5678, ageSeconds: 1, live: true };
  assert.equal(nearKey(at({ fix })), "47.12 9.57");
  assert.equal(nearKey(at({ state: "travelling", cell: { latitude: 47.1234, longitude: -9.5678, sizeMetres: 1_000 } })), "47.12 -9.57");
  assert.equal(nearKey(at({ state: "place", place: "Home", fix })), undefined);
  assert.equal(nearKey(at({})), undefined);
});

test("a name that runs the other way leaves the words beside it where they are", () => {
  assert.equal(t("home.onlyCell", { name: "יוסף" }).slice(0, 7), "\u2068יוסף\u2069 ");
  assert.equal(t("home.onlyCell", { name: "Anna" }).slice(0, 5), "Anna ");
});

test("Home, Work and School are said in the page's language, and what somebody typed as it was typed", async () => {
  const words = async (/** @type {string} */ tag) => {
    await setLanguage(tag, []);
    return ["Home", "Work", "School", "home", "Grandma"].map(labelWords);
  };
  assert.deepEqual(await words("de"), ["Zuhause", "Arbeit", "Schule", "home", "Grandma"]);
  assert.deepEqual(await words("zh-Hans"), ["家", "公司", "学校", "home", "Grandma"]);
  assert.deepEqual(await words("en"), ["Home", "Work", "School", "home", "Grandma"]);
});

test("where somebody is, is one sentence, with its time where that is known", () => {
  assert.equal(whereWords(at({ state: "place", place: "School" }), now), "At School, since 08:05");
  assert.equal(whereWords(at({ state: "place", place: "School", since: undefined }), now), "At School");
  assert.equal(whereWords(at({ state: "travelling" }), now), "On the way, since 08:05");
  assert.equal(whereWords(at({ state: "lost" }), now), "Last update 08:05");
  assert.equal(whereWords(at({ state: "danger", since: undefined }), now), "In Danger");
});

test("who shares the place alone is not silent for having no age", () => {
  assert.equal(whereWords(at({ state: "place", place: "Home", ageSeconds: undefined }), now), "At Home, since 08:05");
});

test("who was never heard is said to be so", () => {
  assert.equal(whereWords(at({ since: undefined, ageSeconds: undefined }), now), "No data yet");
  assert.equal(whereWords({ ...at({}), presence: undefined }, now), "No data yet");
});

test("a movement the page does not know is not known, and the phones' word for driving is", () => {
  assert.deepEqual(["automotive", "walking", "skiing", undefined].map(motionWords), [
    "In a vehicle",
    "Walking",
    "Unknown",
    "Unknown",
  ]);
});

test("a count chooses between one and other, and a missing value leaves its name to be seen", () => {
  assert.equal(t("age.days", { count: 1 }), "1 day ago");
  assert.equal(t("age.days", { count: 2 }), "2 days ago");
  assert.equal(t("sentence.lost"), "Last update {time}");
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
