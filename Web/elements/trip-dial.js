// @ts-check
import { h } from "../lib/dom/dom.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { emergencyLinks, emergencyWords } from "./emergency-link.js";

/**
 * Draws what to dial where the traveller is; an open alarm brings its own.
 *
 * @param {HTMLElement} section
 * @param {import("../lib/hub/trip-shapes.js").CompanionTrip | undefined} trip
 * @param {boolean} isInDanger
 */
export function drawDial(section, trip, isInDanger) {
  const emergency = isInDanger ? undefined : trip?.emergency;
  const drawn = JSON.stringify(emergency ?? null);
  if (section.dataset.drawn === drawn) return;
  section.dataset.drawn = drawn;
  section.hidden = !emergency || !trip;
  if (!emergency || !trip) return void redraw(section);
  const hints = [emergencyWords(emergency, trip.name), t("help.callWords")].map((words) => h("p", { class: "hint" }, words));
  redraw(section, h("div", { class: "actions alarm-todo" }, ...emergencyLinks(emergency)), ...hints);
  return undefined;
}
