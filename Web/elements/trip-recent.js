// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { recentTrips } from "../models/trip.js";

/** @typedef {import("../lib/hub/trip-shapes.js").TripEntry} TripEntry */

/**
 * Where I went lately, each a tap to go there again; nothing where I went nowhere.
 *
 * @param {readonly TripEntry[]} trips  the latest first
 * @param {(trip: TripEntry) => void} go
 */
export function recentButtons(trips, go) {
  const recent = recentTrips(trips);
  if (recent.length === 0) return undefined;
  const again = recent.map((trip) => {
    const press = { click: () => go(trip) };
    const button = h("button", { class: "button quiet-button", type: "button", on: press }, icon("trip"));
    button.append(h("bdi", {}, trip.destination.name));
    return button;
  });
  return h("div", { class: "trip-recent", role: "group", "aria-label": t("trip.last") }, ...again);
}
