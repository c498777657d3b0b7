// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { missionIcon, priorityBars } from "../lib/dom/mission-icons.js";
import { listWords } from "../lib/words/joined.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { goldWords } from "../models/gold.js";
import { goldOf } from "../models/missions.js";
import { dayWords, minutesWords, repeatWords, standingWords } from "../models/mission-words.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../stores/missions.js").MissionList} MissionList
 * @typedef {import("../models/missions.js").Line} Line
 *
 * @typedef {object} Acts  what the page does when something is chosen
 * @property {(line: Line) => void} confirm  to the countdown
 * @property {(line: Line) => void} edit
 * @property {(line: Line) => void} remove
 * @property {(line: Line, act: "claim" | "approve" | "reject" | "undo") => void} decide
 */

/**
 * Opens what there is to know about a mission: Cancel goes back, Confirm goes to the countdown.
 *
 * @param {MissionList} list
 * @param {Line} line
 * @param {{today: string, signal: AbortSignal, acts: Acts}} more
 */
export function openMission(list, line, { today, signal, acts }) {
  const worth = h("dd");
  const act = (/** @type {() => void} */ perform) => () => {
    sheet.close();
    perform();
  };
  const buttons = actions(line, act, acts, () => sheet.close());
  const sheet = openSheet(line.mission.title, [factList(list, line, today, worth), moreRows(line, act, acts), buttons], { signal });
  sheet.dialog.querySelector("h2")?.setAttribute("dir", "auto");
  showWorth(list, line, worth);
}

/**
 * @param {MissionList} list
 * @param {Line} line
 * @param {string} today
 * @param {HTMLElement} worth
 */
function factList(list, line, today, worth) {
  const { mission, occurrence } = line;
  const priority = h("span", { class: "with-bars" }, priorityBars(mission.priority), t(`priority.${mission.priority}`));
  /** @type {[string, Node | string][]} */
  const facts = [
    [t("missions.minutes"), minutesWords(mission.minutes)],
    [t("missions.priority"), priority],
  ];
  const { due, undoUntil, gold } = occurrence;
  const doer = list.person(occurrence.doer ?? mission.assignee);
  const giver = list.person(mission.giver);
  const standing = standingWords(line);
  if (standing) facts.push([t("missions.standing"), standing]);
  if (due) facts.push([t("missions.dueDay"), dayWords(due, today)]);
  const { repeats } = mission;
  if (repeats) facts.push([t("missions.repeats"), t(`repeats.from.${repeats.from}`, { repeats: repeatWords(repeats) })]);
  const { turns = [] } = mission;
  const order = turns.flatMap((id) => (id === list.me ? t("missions.me") : list.person(id)?.name ?? []));
  if (order.length > 0) facts.push([t("turns.choice"), listWords(order)]);
  if (mission.anyone && !occurrence.doer) facts.push([t("missions.whom"), t("missions.anyone")]);
  else if (doer && doer.id !== list.me) facts.push([t("missions.whom"), h("bdi", {}, doer.name)]);
  if (giver && giver.id !== list.me) facts.push([t("missions.giver"), h("bdi", {}, giver.name)]);
  if (gold) facts.push([t("missions.paid"), goldWords(gold)]);
  else facts.push([t("missions.worth"), worth]);
  if (undoUntil) facts.push([t("missions.undoUntil"), momentWords(undoUntil, list.now())]);
  if (mission.needsApproval && occurrence.state === "open") facts.push([t("missions.approval"), t("missions.byAdult")]);
  const rows = facts.map(([name, value]) =>
    h("div", { class: "mission-fact" }, h("dt", {}, name), value === worth ? worth : h("dd", {}, value)),
  );
  return h("dl", { class: "card mission-facts" }, ...rows);
}

/**
 * @param {MissionList} list
 * @param {Line} line
 * @param {HTMLElement} worth
 */
async function showWorth(list, { mission, occurrence }, worth) {
  if (occurrence.pays) return void (worth.textContent = goldWords(occurrence.pays));
  const doer = occurrence.doer ?? mission.assignee ?? list.me;
  worth.textContent = goldWords(goldOf(mission, await list.settingsOf(doer)));
  return undefined;
}

/**
 * @param {Line} line
 * @param {(perform: () => void) => () => void} act
 * @param {Acts} acts
 */
function moreRows(line, act, acts) {
  const { mission, occurrence } = line;
  const row = (/** @type {Node} */ picture, /** @type {string} */ words, /** @type {() => void} */ perform) => {
    const button = h("button", { class: "row", type: "button", on: { click: act(perform) } }, picture);
    button.append(h("span", { class: "grow" }, words));
    return h("li", {}, button);
  };
  const rows = [];
  if (occurrence.may.includes("claim")) rows.push(row(icon("check"), t("missions.claim"), () => acts.decide(line, "claim")));
  if (occurrence.may.includes("undo")) rows.push(row(icon("back"), t("missions.undoApproval"), () => acts.decide(line, "undo")));
  if (mission.may.includes("change") && !occurrence.running && occurrence.stage !== "over") {
    rows.push(row(missionIcon("edit"), t("missions.edit"), () => acts.edit(line)));
    rows.push(row(icon("remove"), t("missions.delete"), () => acts.remove(line)));
  }
  return h("ul", { class: "list", hidden: rows.length === 0 }, ...rows);
}

/**
 * @param {Line} line
 * @param {(perform: () => void) => () => void} act
 * @param {Acts} acts
 * @param {() => void} close
 */
function actions(line, act, acts, close) {
  const { may, running } = line.occurrence;
  const buttons = [];
  const reject = act(() => acts.decide(line, "reject"));
  if (may.includes("approve")) buttons.push(button(t("missions.approve"), act(() => acts.decide(line, "approve"))));
  if (may.includes("reject")) buttons.push(button(t("missions.reject"), reject, { style: "quiet-button" }));
  if (may.includes("start") || running) buttons.push(button(t("missions.confirm"), act(() => acts.confirm(line))));
  return h("div", { class: "actions" }, ...buttons, button(t("common.cancel"), close, { style: "quiet-button" }));
}
