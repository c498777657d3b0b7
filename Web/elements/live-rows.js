// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/live-shapes.js").LiveLink} LiveLink
 * @typedef {import("../lib/hub/trip-shapes.js").TripViewer} TripViewer
 *
 * @typedef {object} Acts  what can be done with a link
 * @property {() => void} stop
 * @property {() => void} [agree]  of a guardian
 * @property {(viewer: TripViewer) => void} [remove]
 */

/**
 * One live link: for whom, what it shows until when, who opened it, and what can be done with it.
 *
 * @param {LiveLink} link
 * @param {number} now
 * @param {Acts} acts
 */
export function liveRow(link, now, { stop, agree, remove }) {
  const { id, name, viewers, waits } = link;
  const stopping = button(t("live.stop"), stop, { style: "quiet-button", key: `stop-${id}` });
  stopping.setAttribute("aria-label", t("live.stopOf", { name }));
  const agreeing = waits && agree && button(t("live.agree"), agree, { key: `agree-${id}` });
  if (agreeing) agreeing.setAttribute("aria-label", t("live.agreeOf", { name }));
  const level = t("live.row", { level: t(`level.${link.precision}`), time: momentWords(link.expiresAt, now) });
  const words = h(
    "span",
    { class: "grow" },
    h("span", { class: "row-name" }, h("bdi", {}, name)),
    h("span", { class: "row-words" }, level),
    h("span", { class: "row-words" }, stateWords(link, now, agree !== undefined)),
  );
  const browsers = remove ? viewers.map((viewer) => viewerRow(viewer, now, () => remove(viewer))) : [];
  const row = h("div", { class: "row" }, icon("course"), words, agreeing, stopping);
  return h("li", {}, row, browsers.length > 0 && h("ul", { class: "live-viewers" }, ...browsers));
}

/**
 * @param {LiveLink} link
 * @param {number} now
 * @param {boolean} isGuardian
 */
function stateWords({ waits, lastUsedAt, viewers }, now, isGuardian) {
  if (waits) return t(isGuardian ? "live.waitsForYou" : "live.waits");
  // A look is written some seconds after it began.
  const usedAt = lastUsedAt ?? viewers.at(-1)?.openedAt;
  return usedAt ? t("live.used", { count: viewers.length, time: momentWords(usedAt, now) }) : t("live.unused");
}

/**
 * @param {TripViewer} viewer
 * @param {number} now
 * @param {() => void} perform
 */
function viewerRow({ browser, openedAt }, now, perform) {
  const label = t("live.removeViewer", { browser });
  const remove = h("button", { class: "button icon-button", type: "button", title: label, "aria-label": label, on: { click: perform } });
  remove.append(icon("remove"));
  const words = t("live.viewer", { browser, time: momentWords(openedAt, now) });
  return h("li", { class: "row" }, icon("phone"), h("span", { class: "grow row-words" }, words), remove);
}
