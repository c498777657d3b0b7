// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { sentences } from "../lib/words/joined.js";
import { t } from "../lib/words/text.js";
import { stateOf } from "../models/deputies.js";
import { ageWords, momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/trip-shapes.js").Protection} Protection
 * @typedef {import("../lib/hub/trip-shapes.js").GuardingDeputy} GuardingDeputy
 */

/**
 * What protects a trip, and what is missing, the gravest first: never more than is true (F6, F20).
 *
 * @param {Protection} protection
 * @param {{isOnTrip: boolean, now: number}} at
 */
export function protectionWords({ source, protected: isProtected, gaps, deputies = [] }, { isOnTrip, now }) {
  const title = t(isProtected ? "trip.protected" : "trip.notProtected");
  const missing = gaps.map((gap) => h("p", { class: "small" }, t(`trip.gap.${gap}`)));
  return h(
    "div",
    { class: "trip-protection card", "data-protected": isProtected },
    icon(isProtected ? "check" : "caution"),
    h(
      "div",
      {},
      h("strong", {}, title),
      isProtected && h("p", { class: "small" }, t("trip.protectedWords")),
      ...missing,
      ...deputies.map((deputy) => h("p", { class: "small", "data-deputy": stateOf(deputy, isOnTrip, now) }, deputyWords(deputy, isOnTrip, now))),
      h("p", { class: "hint" }, sourceWords(source)),
    ),
  );
}

/**
 * What a deputy does for a trip: that it holds it is said only once it confirmed it (G10).
 *
 * @param {GuardingDeputy} deputy
 * @param {boolean} isOnTrip
 * @param {number} now
 */
function deputyWords(deputy, isOnTrip, now) {
  const { name, heardAt = "" } = deputy;
  const state = stateOf(deputy, isOnTrip, now);
  if (state === "silent") return t("trip.deputy.silent", { name, time: momentWords(heardAt, now) });
  if (state !== "guards") return t(`trip.deputy.${state}`, { name });
  const seconds = Math.max(1, Math.round((now - Date.parse(heardAt)) / 1_000));
  const age = seconds < 60 ? t("trip.deputy.ago", { count: seconds }) : ageWords(seconds);
  return t("trip.deputy.guards", { name, age });
}

/** @param {Protection["source"]} source */
function sourceWords(source) {
  return sentences(t("trip.sourceIs", { source: t(`trip.source.${source}`) }), t(`trip.source.${source}Words`));
}
