// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { allTexts } from "../lib/words/text.js";
import { repeatWords } from "../models/mission-words.js";
import * as missions from "../models/missions.js";

/** @returns {import("../models/missions.js").Line} */
function line(/** @type {any} */ { id = "a", title = "Read", minutes = 25, priority = "medium", state = "open", ...more } = {}) {
  const { due, assignee, addedAt = "", stage = "open", anyone = false } = more;
  const occurrence = { number: 1, version: 0, state, stage, due, focusedSeconds: 0, nextSeconds: 1_500, may: [] };
  /** @type {any} */
  const mission = { id, title, minutes, priority, assignee, anyone, addedAt, needsApproval: false, occurrences: [occurrence] };
  return { mission, occurrence };
}

const titles = (/** @type {import("../models/missions.js").Line[]} */ lines) => lines.map(({ mission }) => mission.title);

test("minutes are digits alone, from one to a day", () => {
  assert.deepEqual(missions.readMinutes(" 25 "), { minutes: 25 });
  assert.deepEqual(missions.readMinutes(""), { problem: "missing" });
  for (const text of ["2.5", "-5", "1e3", "25 min", "٢٥"]) assert.deepEqual(missions.readMinutes(text), { problem: "digits" }, text);
  for (const text of ["0", "1441", "99999999999999999999"]) assert.deepEqual(missions.readMinutes(text), { problem: "range" }, text);
});

test("what is pasted into the minutes leaves its digits there", () => {
  assert.equal(missions.digitsOf("25 min"), "25");
  assert.equal(missions.digitsOf("-1.5e9"), "159");
  assert.equal(missions.digitsOf("123456"), "1234");
});

test("high comes before medium and low, and equal ones as they were added", () => {
  const lines = [
    line({ id: "1", title: "low", priority: "low" }),
    line({ id: "2", title: "later", addedAt: "2026-11-02T00:00:00Z" }),
    line({ id: "3", title: "sooner", addedAt: "2026-11-01T00:00:00Z" }),
    line({ id: "4", title: "high", priority: "high" }),
  ];
  assert.deepEqual(titles(missions.sorted(lines, "priority")), ["high", "sooner", "later", "low"]);
  assert.deepEqual(titles(missions.sorted(lines, "added"))[0], "later");
});

test("names are sorted as people read them, minutes by number, days with none at the end", () => {
  const lines = [line({ id: "1", title: "Äpfel 10", minutes: 9 }), line({ id: "2", title: "apfel 9", minutes: 10, due: "2026-11-30" }), line({ id: "3", title: "Zahn", minutes: 100, due: "2026-11-22" })];
  assert.deepEqual(titles(missions.sorted(lines, "name", "de")), ["apfel 9", "Äpfel 10", "Zahn"]);
  assert.deepEqual(titles(missions.sorted(lines, "minutes")), ["Äpfel 10", "apfel 9", "Zahn"]);
  assert.deepEqual(titles(missions.sorted(lines, "due")), ["Zahn", "apfel 9", "Äpfel 10"]);
});

test("a list is divided as the hub says it", () => {
  const parts = missions.staged([line(), line({ stage: "over", state: "done" }), line({ stage: "upcoming" })]);
  assert.deepEqual(Object.values(parts).map((part) => part.length), [1, 0, 1, 1]);
});

test("late is what was wanted on an earlier day and is not done", () => {
  assert.equal(missions.isLate(line({ due: "2026-11-21" }), "2026-11-22"), true);
  assert.equal(missions.isLate(line({ due: "2026-11-22" }), "2026-11-22"), false);
  assert.equal(missions.isLate(line({ due: "2026-11-21", state: "done" }), "2026-11-22"), false);
});

test("a filter takes a priority and a person, also whoever takes it", () => {
  const lines = [line({ title: "mine", assignee: "me" }), line({ title: "anyone's", priority: "high", anyone: true })];
  assert.deepEqual(titles(missions.filtered(lines, { priority: "", who: "" })), ["mine", "anyone's"]);
  assert.deepEqual(titles(missions.filtered(lines, { priority: "high", who: "" })), ["anyone's"]);
  assert.deepEqual(titles(missions.filtered(lines, { priority: "", who: "anyone" })), ["anyone's"]);
  assert.deepEqual(titles(missions.filtered(lines, { priority: "", who: "me" })), ["mine"]);
});

test("the line to be done comes before those that wait", () => {
  const { mission } = line({ state: "claimed" });
  mission.occurrences.push({ ...mission.occurrences[0], number: 2, state: "open" });
  assert.equal(missions.lineOf([mission], "a")?.occurrence.number, 2);
  assert.equal(missions.lineOf([mission], "a", 1)?.occurrence.number, 1);
  assert.equal(missions.lineOf([mission], "b"), undefined);
  assert.equal(missions.linesOf([mission]).length, 2);
});

test("a day is told in the zone of whoever lives in it", () => {
  const now = Date.parse("2026-11-22T23:30:00Z");
  assert.equal(missions.dayOf(now, "UTC"), "2026-11-22");
  assert.equal(missions.dayOf(now, "Asia/Tokyo"), "2026-11-23");
  assert.equal(missions.daysFrom("2026-11-23", "2026-11-22"), 1);
  assert.equal(missions.daysFrom("2026-03-30", "2026-03-28"), 2);
  assert.equal(missions.noonOf("2026-11-22").getDate(), 22);
});

test("gold is the minutes times the weight of what matters so much, one without settings", () => {
  const settings = { weightHigh: 3, weightMedium: 2, weightLow: 1 };
  assert.equal(missions.goldOf({ minutes: 25, priority: "high" }, settings), 75);
  assert.equal(missions.goldOf({ minutes: 25, priority: "high" }, undefined), 25);
});

test("a row that is let go closes, shows its button, or goes away", () => {
  assert.equal(missions.slideEnd(20, 358, 88), "closed");
  assert.equal(missions.slideEnd(60, 358, 88), "open");
  assert.equal(missions.slideEnd(220, 358, 88), "away");
});

test("chosen weekdays and a day of the month are read, and what is missing is named", () => {
  assert.deepEqual(missions.readRepeats("", "due", [1], "5"), {});
  assert.deepEqual(missions.readRepeats("week", "due", [1], "5"), { repeats: { every: "week", from: "due" } });
  const weekdays = { every: "weekdays", from: "completion", weekdays: [1, 3] };
  assert.deepEqual(missions.readRepeats("weekdays", "completion", [1, 3], ""), { repeats: weekdays });
  assert.deepEqual(missions.readRepeats("weekdays", "due", [], "5"), { problem: "weekdays" });
  assert.deepEqual(missions.readRepeats("month", "due", [], " 31 "), { repeats: { every: "month", from: "due", day: 31 } });
  for (const text of ["", "0", "32", "1.5", "first"]) {
    assert.deepEqual(missions.readRepeats("month", "due", [], text), { problem: "day" }, text);
  }
  assert.equal(missions.weekdayOf("2026-11-16"), 1);
  assert.equal(missions.weekdayOf("2026-11-22"), 7);
});

test("how a mission comes again is said in words", async () => {
  await allTexts();
  const words = (/** @type {any} */ more) => repeatWords({ from: "due", ...more });
  assert.equal(words({ every: "weekdays", weekdays: [1, 6] }), "Mon and Sat");
  assert.equal(words({ every: "weekdays", weekdays: [1, 2, 3, 4, 5, 6, 7] }), "every day");
  assert.equal(words({ every: "month", day: 15 }), "monthly on day 15");
  assert.equal(words({ every: "month", day: 31 }), "monthly on the last day");
});

test("turns keep their order, and who takes one from now on comes last", () => {
  assert.deepEqual(missions.turnsOf(["c", "a"], ["a", "b", "c"], new Set(["a", "b", "c"])), ["c", "a", "b"]);
  assert.deepEqual(missions.turnsOf(["c", "a"], ["a", "b", "c"], new Set(["a", "b"])), ["a", "b"]);
  assert.deepEqual(missions.turnsOf([], ["a", "b"], new Set()), []);
});

test("a task that more than one has stands together, where its first line was", () => {
  const lines = [
    line({ id: "1", title: "Dishes", assignee: "mira" }),
    line({ id: "2", title: "Read", assignee: "mira" }),
    line({ id: "3", title: " dishes ", assignee: "timo" }),
    line({ id: "4", title: "Read", assignee: "mira" }),
  ];
  assert.deepEqual(missions.byTask(lines).map((task) => task.map(({ mission }) => mission.id)), [["1", "3"], ["2"], ["4"]]);
});

test("a turn is found by whose it is", () => {
  const turn = line({ title: "Dishes" });
  turn.occurrence.doer = "mira";
  turn.mission.turns = ["mira", "timo"];
  assert.deepEqual(titles(missions.filtered([turn], { priority: "", who: "mira" })), ["Dishes"]);
  assert.deepEqual(missions.filtered([turn], { priority: "", who: "timo" }), []);
  assert.deepEqual(missions.filtered([turn], { priority: "", who: "anyone" }), []);
});
