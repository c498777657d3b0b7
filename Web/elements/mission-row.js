// @ts-check
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { missionIcon, priorityBars } from "../lib/mission-icons.js";
import { makeSlidable } from "../lib/sliding.js";
import { t } from "../lib/text.js";
import { goldWords } from "../models/gold.js";
import { isLate } from "../models/missions.js";
import { dueWords, minutesWords, repeatWords, standingWords } from "../models/mission-words.js";

/**
 * @typedef {import("../lib/missions.js").MissionList} MissionList
 * @typedef {import("../models/missions.js").Line} Line
 */

/**
 * One line of the list: how much it matters, what it is, how long it takes; a tap opens it, a slide deletes it.
 *
 * @param {MissionList} list
 * @param {Line} line
 * @param {{today: string, open: () => void, remove: () => void}} more
 */
export function missionRow(list, line, { today, open, remove }) {
  const { mission, occurrence } = line;
  const key = `mission-${mission.id}-${occurrence.number}`;
  const late = isLate(line, today);
  const front = h(
    "button",
    { class: "row mission-front", type: "button", "data-key": key, "data-stage": occurrence.stage, on: { click: open } },
    mark(line),
    h(
      "span",
      { class: "grow" },
      h("span", { class: "row-name" }, h("bdi", {}, mission.title)),
      h("span", { class: late ? "row-words caution" : "row-words" }, words(list, line, today)),
    ),
    h("span", { class: "mission-end" }, ...ending(line)),
  );
  const mayRemove = mission.may.includes("change") && !occurrence.running && occurrence.state === "open";
  if (!mayRemove) return h("li", { class: "mission" }, front);
  const label = t("missions.deleteNamed", { name: mission.title });
  const button = h("button", { class: "mission-delete", type: "button", "aria-label": label, on: { click: remove } });
  button.append(icon("remove"), t("common.delete"));
  const behind = h("div", { class: "mission-behind" }, button);
  makeSlidable(front, behind, remove);
  return h("li", { class: "mission" }, behind, front);
}

/** @param {Line} line */
function mark({ mission, occurrence }) {
  if (occurrence.stage === "over") return icon(occurrence.state === "lapsed" ? "less" : "check");
  return priorityBars(mission.priority);
}

/**
 * @param {MissionList} list
 * @param {Line} line
 * @param {string} today
 */
function words(list, line, today) {
  const { mission, occurrence } = line;
  const doer = occurrence.doer ?? mission.assignee;
  const person = doer !== list.me ? list.person(doer) : undefined;
  const whom = person ? person.name : mission.anyone && !occurrence.doer ? t("missions.anyone") : "";
  const isOver = occurrence.stage === "over";
  const priority = isOver ? "" : t(`priority.${mission.priority}`);
  const repeats = isOver ? "" : repeatWords(mission.repeats);
  return [priority, standingWords(line), dueWords(line, today), repeats, whom].filter(Boolean).join(" · ");
}

/** @param {Line} line */
function ending({ mission, occurrence }) {
  const { gold, stage } = occurrence;
  if (stage === "over") return gold && gold !== "0" ? [h("span", { class: "mission-gold" }, `+${goldWords(gold)}`)] : [];
  const minutes = h("span", { class: "mission-minutes" }, minutesWords(mission.minutes));
  return mission.repeats ? [missionIcon("repeats"), minutes] : [minutes];
}
