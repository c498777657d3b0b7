// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { watchHead } from "../lib/ledger/ledger-watch.js";
import { Part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/ledger/ledger-watch.js").Watched} Watched */

/** Who has checked the log last, and when: a row that opens the page which does it. */
export class LedgerBadge extends Part {
  open() {
    this.#draw(undefined);
    this.#look();
  }

  async #look() {
    try {
      this.#draw(await watchHead(this.app.api, this.signal));
    } catch {
      // What is not known yet is not said; the page behind the row says what went wrong.
    }
  }

  /** @param {Watched | undefined} watched */
  #draw(watched) {
    if (this.signal.aborted) return;
    const isBad = Boolean(watched?.broken ?? watched?.check?.finding);
    const lines = watched ? badgeWords(watched) : [];
    const words = lines.map((line) => h("span", { class: isBad ? "row-words danger" : "row-words" }, line));
    const row = h(
      "a",
      { class: "row", href: "/wallet/check", "data-key": "ledger" },
      icon(isBad ? "caution" : "check"),
      h("span", { class: "grow" }, h("span", { class: "row-name" }, t("ledger.row")), ...words),
      icon("forward"),
    );
    redraw(this, row);
  }
}

customElements.define("ledger-badge", LedgerBadge);

/**
 * When it was last checked, and by whom.
 *
 * @param {Watched} watched
 * @returns {string[]}
 */
function badgeWords({ head, check, broken, canCheck }) {
  const now = Date.now();
  if (broken) return [t("ledger.brokenRow")];
  if (check?.finding) return [t("ledger.foundBad", { time: momentWords(new Date(check.at), now) })];
  const lines = [];
  if (check) lines.push(checkedHere(check));
  else if (canCheck) lines.push(t("ledger.unseen"));
  const [last] = head.checks;
  if (last) lines.push(t("ledger.other", { name: last.name, time: momentWords(last.at, now), count: last.size }));
  const [seen] = head.cosignatures;
  if (seen) {
    const { device = t("keys.device"), name, at, size } = seen;
    lines.push(t("ledger.lastSeen", { device, name, time: momentWords(at, now), count: size }));
  }
  return lines;
}

/**
 * What this device has found right, and when.
 *
 * @param {import("../lib/ledger/ledger-watch.js").CheckDone} check
 */
export function checkedHere({ at, count, isWhole }) {
  return t(isWhole ? "ledger.here" : "ledger.herePart", { time: momentWords(new Date(at), Date.now()), count });
}
