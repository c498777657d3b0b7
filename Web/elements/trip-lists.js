// @ts-check
import { avatar } from "../lib/avatar.js";
import { h } from "../lib/dom.js";
import { hubNow } from "../lib/hub-clock.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/text.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/trip-shapes.js").CompanionTrip} CompanionTrip
 * @typedef {import("../lib/trip-shapes.js").TripEntry} TripEntry
 */

/** So many of my own are enough here; the days have them all. */
const most = 5;

/**
 * The trips that I watch over, and the last of my own.
 *
 * @param {CompanionTrip[]} watched
 * @param {TripEntry[]} own
 */
export function tripLists(watched, own) {
  const over = own.filter(({ endedAt }) => endedAt).slice(0, most);
  return [
    watched.length > 0 &&
      h("section", { class: "section" }, h("h2", {}, t("trip.watching")), h("ul", { class: "list" }, ...watched.map(watchedRow))),
    over.length > 0 &&
      h("section", { class: "section" }, h("h2", {}, t("trip.last")), h("ul", { class: "list" }, ...over.map(ownRow))),
  ];
}

/** @param {CompanionTrip} trip */
function watchedRow(trip) {
  const words = `${t("trip.to", { name: trip.destination.name })}, ${t("trip.due", { time: momentWords(trip.dueAt, hubNow()) })}`;
  const row = h("a", { class: "row", href: `/watching/${trip.id}` }, avatar(trip));
  row.append(h("span", { class: "grow" }, h("bdi", { class: "row-name" }, trip.name), h("span", { class: "row-words" }, words)));
  row.append(icon("forward"));
  return h("li", {}, row);
}

/** @param {TripEntry} trip */
function ownRow({ destination, startedAt, state }) {
  const title = t("trip.list", { name: destination.name, time: momentWords(startedAt, hubNow()) });
  const ended = state === "arrived" || state === "cancelled" ? state : "lapsed";
  const words = h("span", { class: "row-words" }, t(`trip.ended.${ended}`));
  return h("li", {}, h("div", { class: "row" }, h("span", { class: "grow" }, h("span", { class: "row-name" }, title), words)));
}
