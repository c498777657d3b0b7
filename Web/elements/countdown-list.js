// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { t } from "../lib/words/text.js";
import { minutesWords } from "../models/mission-words.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/mission-shapes.js").Countdown} Countdown */

/**
 * Somebody's latest countdowns: for what, how long, how each ended. What was on the screen meanwhile nobody knows (F63).
 *
 * @param {readonly Countdown[]} countdowns  the newest first
 */
export function countdownList(countdowns) {
  const now = hubNow();
  const rows = countdowns.map(({ title, state, startedAt, workedMilliseconds }) => {
    const words = [t(`countdown.state.${state}`), momentWords(startedAt, now)].join(" · ");
    const minutes = minutesWords(Math.floor(workedMilliseconds / 60_000));
    return h(
      "li",
      {},
      h(
        "div",
        { class: "row" },
        h("span", { class: "grow" }, h("span", { class: "row-name" }, h("bdi", {}, title)), h("span", { class: "row-words" }, words)),
        h("span", { class: "mission-end" }, minutes),
      ),
    );
  });
  const list = rows.length > 0 ? h("ul", { class: "list" }, ...rows) : h("p", { class: "card quiet" }, t("countdown.none"));
  return h("section", { class: "section" }, h("h2", {}, t("countdown.latest")), list);
}
