// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { t, timeOfDay } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/trip-shapes.js").TripNews} TripNews */

/**
 * What companions were told of a trip, the newest first.
 *
 * @param {TripNews[]} news
 * @returns {HTMLElement[]}
 */
export function newsList(news) {
  const rows = [...news].reverse().map((item) =>
    h("li", {}, h("time", { datetime: item.at }, timeOfDay(new Date(item.at))), h("span", {}, newsWords(item))),
  );
  const list = rows.length > 0 ? h("ul", { class: "news-list" }, ...rows) : h("p", { class: "quiet" }, t("trip.newsNone"));
  return [h("h2", {}, t("trip.news")), list];
}

/** @param {TripNews} news */
function newsWords({ kind, since, dueAt, minutes, batteryPercent }) {
  const now = hubNow();
  return t(`news.${kind}`, {
    due: dueAt ? momentWords(dueAt, now) : "",
    since: since ? momentWords(since, now) : "",
    count: minutes ?? 0,
    percent: Math.round(batteryPercent ?? 0),
  });
}
