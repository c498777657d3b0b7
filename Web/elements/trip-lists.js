// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { askWords } from "../models/trip-words.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/trip-shapes.js").CompanionTrip} CompanionTrip
 * @typedef {import("../lib/hub/trip-shapes.js").TripEntry} TripEntry
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
    watched.length > 0 && section(t("trip.watching"), watched.map(watchedRow)),
    over.length > 0 && section(t("trip.last"), over.map(ownRow)),
  ];
}

/**
 * @param {string} title
 * @param {Node[]} rows
 */
function section(title, rows) {
  return h("section", { class: "section" }, h("h2", {}, title), h("ul", { class: "list" }, ...rows));
}

/** @param {CompanionTrip} trip */
function watchedRow(trip) {
  const ask = askWords(trip, hubNow());
  const words = h("span", { class: "row-words" }, `${t(`trip.by.${trip.mode}`, trip.destination)} · ${ask}`);
  const row = h("a", { class: "row", href: `/watching/${trip.id}` }, avatar(trip));
  row.append(h("span", { class: "grow" }, h("bdi", { class: "row-name" }, trip.name), words), icon("forward"));
  return h("li", {}, row);
}

/** @param {TripEntry} trip */
function ownRow({ destination, startedAt, state }) {
  const title = t("trip.list", { name: destination.name, time: momentWords(startedAt, hubNow()) });
  const ended = state === "arrived" || state === "cancelled" ? state : "lapsed";
  const words = h("span", { class: "row-words" }, t(`trip.ended.${ended}`));
  const name = h("span", { class: "row-name" }, title);
  return h("li", {}, h("div", { class: "row" }, h("span", { class: "grow" }, name, words)));
}
