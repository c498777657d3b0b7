// @ts-check
import { h, setText } from "../lib/dom/dom.js";
import { sentences } from "../lib/words/joined.js";
import { number, t } from "../lib/words/text.js";
import { sizeOf } from "../models/regions.js";

/** @typedef {import("../lib/hub/region-shapes.js").RegionWork} RegionWork */

/** How far an upload and its import are, or why nothing came of it. */
export class RegionWorkView {
  #bar = /** @type {HTMLProgressElement} */ (h("progress", { class: "region-bar", max: "1" }));
  #heading = h("h2", {});
  #words = h("p", { class: "region-words" });
  #hint = h("p", { class: "hint" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #button = h("button", { class: "button quiet-button", type: "button" });
  element = h("section", { class: "section card", hidden: true }, this.#heading, this.#bar, this.#words, this.#wrong,
    this.#hint, h("div", { class: "actions" }, this.#button));

  /** @param {() => void} end  gives it up, or forgets why it failed */
  constructor(end) {
    this.#button.addEventListener("click", end);
    this.#words.setAttribute("role", "status");
  }

  /**
   * @param {RegionWork | undefined} work
   * @param {boolean} isMine  this page is sending it
   */
  draw(work, isMine) {
    this.element.hidden = !work;
    if (!work) return;
    const { name, extract, state } = work;
    const isFailed = state === "failed";
    setText(this.#heading, t("regions.work", { name }));
    setText(this.#words, isFailed ? "" : wordsOf(work));
    setText(this.#wrong, isFailed ? sentences(t("regions.failed", { extract }), work.words) : "");
    setText(this.#hint, isFailed ? "" : hintOf(work, isMine));
    setText(this.#button, t(isFailed ? "common.close" : "common.cancel"));
    this.#bar.hidden = isFailed;
    this.#bar.setAttribute("aria-label", t("regions.work", { name }));
    const share = state === "receiving" || state === "waiting" ? work.receivedBytes / work.bytes : work.fraction;
    if (share === undefined) this.#bar.removeAttribute("value");
    else this.#bar.value = share;
  }
}

/** @param {number} bytes */
export function sizeWords(bytes) {
  const { key, figure, digits } = sizeOf(bytes);
  return t(key, { figure: number(figure, digits) });
}

/** @param {RegionWork} work */
function wordsOf({ extract, state, bytes, receivedBytes, step, fraction, isFetched, words }) {
  if (state === "waiting") return t("regions.waiting", { words: words ?? "" });
  if (state === "receiving") {
    const sizes = { extract, done: sizeWords(receivedBytes), all: sizeWords(bytes) };
    return t(isFetched ? "regions.fetching" : "regions.receiving", sizes);
  }
  if (step === undefined || fraction === undefined) return t("regions.checking", { extract });
  return t("regions.importing", { step, percent: number(Math.floor(100 * fraction)) });
}

/**
 * @param {RegionWork} work
 * @param {boolean} isMine
 */
function hintOf({ state, isFetched }, isMine) {
  if (isFetched || state === "importing") return t("regions.mayLeave");
  return t(isMine ? "regions.stay" : "regions.elsewhere");
}
