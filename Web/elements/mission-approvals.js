// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { button } from "../lib/dom/button.js";
import { h, set } from "../lib/dom/dom.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { goldWords, readGold } from "../models/gold.js";
import { minutesWords } from "../models/mission-words.js";
import { byTask } from "../models/missions.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../stores/missions.js").MissionList} MissionList
 * @typedef {import("../models/missions.js").Line} Line
 */

/**
 * What somebody says is done and I decide on, by task: how much of it was measured, what it pays, and the two answers.
 *
 * @param {MissionList} list
 * @param {readonly Line[]} lines
 * @param {(line: Line, act: "approve" | "reject") => void} decide
 */
export function approvals(list, lines, decide) {
  if (lines.length === 0) return undefined;
  const cards = byTask(lines).map((task) => {
    const name = h("h3", { dir: "auto" }, task[0].mission.title);
    return h("article", { class: "card stack" }, name, ...task.map((line) => claim(list, line, decide)));
  });
  return h("section", { class: "section" }, h("h2", {}, t("claims.waiting")), ...cards);
}

/**
 * @param {MissionList} list
 * @param {Line} line
 * @param {(line: Line, act: "approve" | "reject") => void} decide
 */
function claim(list, line, decide) {
  const { mission, occurrence } = line;
  const key = `${mission.id}-${occurrence.number}`;
  const person = list.person(occurrence.doer);
  const says = t("claims.says", { name: person?.name ?? t("notices.somebody") });
  const words = h("div", { class: "grow" }, h("p", {}, says), h("p", { class: "quiet small" }, measured(line, list.now())));
  return h(
    "div",
    { class: "claim" },
    h("div", { class: "claim-words" }, person && avatar(person), words),
    h(
      "div",
      { class: "actions" },
      button(approveWords(line), () => decide(line, "approve"), { key: `approve-${key}` }),
      button(t("missions.reject"), () => decide(line, "reject"), { style: "quiet-button", key: `reject-${key}` }),
    ),
  );
}

/** @param {Line} line */
function approveWords({ occurrence: { pays } }) {
  return pays && pays !== "0" ? t("missions.approveFor", { gold: goldWords(pays) }) : t("missions.approve");
}

/**
 * @param {Line} line
 * @param {number} now
 */
function measured({ mission, occurrence }, now) {
  const done = Math.floor(occurrence.focusedSeconds / 60);
  const words =
    done > 0
      ? t("claims.measured", { done: minutesWords(done), all: minutesWords(mission.minutes) })
      : t("claims.notMeasured", { all: minutesWords(mission.minutes) });
  return [words, occurrence.since ? momentWords(occurrence.since, now) : ""].filter(Boolean).join(" · ");
}

/**
 * Asks how much gold something is worth, where the family has settled that an adult says so each time.
 *
 * @param {Line} line
 * @param {AbortSignal} signal
 * @returns {Promise<string | undefined>}  undefined where nobody answered
 */
export function askGold({ occurrence }, signal) {
  return new Promise((answer) => {
    /** @type {string | undefined} */
    let wanted;
    const most = BigInt(occurrence.paysMost ?? 0);
    const wrong = h("p", { class: "wrong", id: "approval-gold-wrong", role: "alert" });
    const input = h("input", {
      class: "input amount-input",
      id: "approval-gold",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: 15,
      value: occurrence.paysMost,
    });
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const { gold, problem } = readGold(input.value, most, 0n);
      set(input, { "aria-invalid": problem ? "true" : false, "aria-errormessage": problem ? wrong.id : false });
      wrong.textContent = problem ? t("claims.goldRange", { most: goldWords(most) }) : "";
      if (problem) return input.focus();
      wanted = gold;
      return sheet.close();
    };
    const field = h("div", { class: "field" }, h("label", { for: "approval-gold" }, t("claims.gold")), input, wrong);
    const approve = h("button", { class: "button", type: "submit" }, t("missions.approve"));
    const form = h("form", { class: "form", novalidate: true, on: { submit } }, field, approve);
    const sheet = openSheet(t("claims.goldTitle"), [form], { signal, closed: () => answer(wanted) });
    input.select();
  });
}
