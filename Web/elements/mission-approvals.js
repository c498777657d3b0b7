// @ts-check
import { button } from "../lib/button.js";
import { h, set } from "../lib/dom.js";
import { openSheet } from "../lib/sheet.js";
import { t } from "../lib/text.js";
import { goldWords, readGold } from "../models/gold.js";
import { minutesWords } from "../models/mission-words.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/missions.js").MissionList} MissionList
 * @typedef {import("../models/missions.js").Line} Line
 */

/**
 * What somebody says is done and I decide on: how much of it was measured, what it pays, and the two answers.
 *
 * @param {MissionList} list
 * @param {readonly Line[]} lines
 * @param {(line: Line, act: "approve" | "reject") => void} decide
 */
export function approvals(list, lines, decide) {
  if (lines.length === 0) return undefined;
  const cards = lines.map((line) => {
    const { mission, occurrence } = line;
    const key = `${mission.id}-${occurrence.number}`;
    const name = list.person(occurrence.doer)?.name ?? t("notices.somebody");
    return h(
      "article",
      { class: "card stack" },
      h(
        "div",
        {},
        h("h3", { dir: "auto" }, mission.title),
        h("p", {}, t("claims.says", { name })),
        h("p", { class: "quiet small" }, measured(line, list.now())),
      ),
      h(
        "div",
        { class: "actions" },
        button(approveWords(line), () => decide(line, "approve"), { key: `approve-${key}` }),
        button(t("missions.reject"), () => decide(line, "reject"), { style: "quiet-button", key: `reject-${key}` }),
      ),
    );
  });
  return h("section", { class: "section" }, h("h2", {}, t("claims.waiting")), ...cards);
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
