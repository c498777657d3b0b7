// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { missionIcon, priorityBars } from "../lib/dom/mission-icons.js";
import { makeSlidable } from "../lib/dom/sliding.js";
import { t } from "../lib/words/text.js";
import { goldWords } from "../models/gold.js";
import { isLate, whoseOf } from "../models/missions.js";
import { dueWords, minutesWords, repeatWords, standingWords } from "../models/mission-words.js";

/**
 * @typedef {import("../stores/missions.js").MissionList} MissionList
 * @typedef {import("../models/missions.js").Line} Line
 */

/**
 * One line of the list: how much it matters or whose it is, what it is, how long it takes; a tap opens it, a slide deletes
 * it, and the button beside it starts its countdown at once.
 *
 * @param {MissionList} list
 * @param {Line} line
 * @param {{today: string, open: () => void, remove: () => void, start: () => void, isOfTask?: boolean}} more  of a task
 *   whose name stands above it, a line is named by whose it is
 */
export function missionRow(list, line, { today, open, remove, start, isOfTask = false }) {
  const { mission, occurrence } = line;
  const key = `mission-${mission.id}-${occurrence.number}`;
  const late = isLate(line, today);
  const front = h(
    "button",
    { class: "row mission-front", type: "button", "data-key": key, "data-stage": occurrence.stage, on: { click: open } },
    mark(list, line),
    h(
      "span",
      { class: "grow" },
      h("span", { class: "row-name" }, h("bdi", {}, isOfTask ? whoseName(list, line) : mission.title)),
      h("span", { class: late ? "row-words caution" : "row-words" }, words(list, line, today, isOfTask)),
    ),
    h("span", { class: "mission-end" }, ...ending(line)),
  );
  const mayStart = occurrence.may.includes("start") && !list.focus.countdown;
  const startButton = mayStart && starter(mission, key, start);
  const mayRemove = mission.may.includes("change") && !occurrence.running && occurrence.state === "open";
  if (!mayRemove) return h("li", { class: "mission" }, front, startButton);
  const label = t("missions.deleteNamed", { name: mission.title });
  const button = h("button", { class: "mission-delete", type: "button", "aria-label": label, on: { click: remove } });
  button.append(icon("remove"), t("common.delete"));
  const behind = h("div", { class: "mission-behind" }, button);
  makeSlidable(front, behind, remove);
  return h("li", { class: "mission" }, behind, front, startButton);
}

/**
 * @param {import("../lib/hub/mission-shapes.js").Mission} mission
 * @param {string} key
 * @param {() => void} start
 */
function starter({ id, title }, key, start) {
  const label = t("missions.startNow", { name: title });
  const keys = { "data-key": `start-${key}`, "data-moves": `ring ${id}` };
  const attributes = { class: "mission-start", type: "button", "aria-label": label, ...keys };
  return h("button", { ...attributes, on: { click: start } }, missionIcon("start"));
}

/**
 * @param {MissionList} list
 * @param {Line} line
 */
function mark(list, line) {
  const { mission, occurrence } = line;
  if (occurrence.stage === "over") return icon(occurrence.state === "lapsed" ? "less" : "check");
  const person = list.person(whoseOf(line));
  return person && person.id !== list.me ? avatar(person, "mission-person") : priorityBars(mission.priority);
}

/**
 * @param {MissionList} list
 * @param {Line} line
 */
function whoseName(list, line) {
  const whose = whoseOf(line);
  if (whose === list.me) return t("missions.me");
  return list.person(whose)?.name ?? t("missions.anyone");
}

/**
 * @param {MissionList} list
 * @param {Line} line
 * @param {string} today
 * @param {boolean} isOfTask
 */
function words(list, line, today, isOfTask) {
  const { mission, occurrence } = line;
  const isOver = occurrence.stage === "over";
  const whom = whomWords(list, line, isOfTask);
  const priority = isOver ? "" : t(`priority.${mission.priority}`);
  const repeats = isOver ? "" : repeatWords(mission.repeats);
  return [priority, standingWords(line), dueWords(line, today), repeats, whom].filter(Boolean).join(" · ");
}

/**
 * Whose it is, where that is not mine alone or said already.
 *
 * @param {MissionList} list
 * @param {Line} line
 * @param {boolean} isOfTask
 */
function whomWords(list, line, isOfTask) {
  const { mission, occurrence } = line;
  const doer = occurrence.doer ?? mission.assignee;
  const person = doer !== list.me ? list.person(doer) : undefined;
  if (mission.turns) return person ? t("turns.of", { name: person.name }) : doer === list.me ? t("turns.mine") : "";
  if (isOfTask) return "";
  return person ? person.name : mission.anyone && !occurrence.doer ? t("missions.anyone") : "";
}

/** @param {Line} line */
function ending({ mission, occurrence }) {
  const { gold, stage } = occurrence;
  if (stage === "over") return gold && gold !== "0" ? [h("span", { class: "mission-gold" }, `+${goldWords(gold)}`)] : [];
  const minutes = h("span", { class: "mission-minutes" }, minutesWords(mission.minutes));
  return mission.repeats ? [missionIcon("repeats"), minutes] : [minutes];
}
