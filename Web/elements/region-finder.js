// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { redraw } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { roughMinutes } from "../models/regions.js";
import { durationWords } from "../models/words.js";
import { sizeWords } from "./region-work.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/region-shapes.js").FoundRegion} FoundRegion
 * @typedef {import("../lib/hub/region-shapes.js").RegionOffer} RegionOffer
 * @typedef {import("../lib/hub/region-shapes.js").RegionWork} RegionWork
 */

/** Looks regions up by name on the download server, says what one costs, and has it fetched. */
export class RegionFinder {
  /** @type {App} */
  #app;
  /** @type {AbortSignal} */
  #signal;
  /** @type {(work: RegionWork) => void} */
  #began;
  #mirror = "";
  #text = h("input", { class: "input", id: "region-text", type: "search", maxlength: 100, autocomplete: "off", spellcheck: "false",
    "aria-describedby": "region-find-wrong region-find-learns" });
  #wrong = h("p", { class: "wrong", role: "alert", id: "region-find-wrong" });
  #found = h("div", { class: "stack", role: "status" });
  #learns = h("p", { class: "hint", id: "region-find-learns" });
  #isAsking = false;
  element = h(
    "form",
    { class: "section form", novalidate: true, hidden: true, on: { submit: (event) => this.#find(event) } },
    h("h2", {}, t("regions.get")),
    h("div", { class: "field" }, h("label", { for: "region-text" }, t("regions.text")), this.#text, this.#learns),
    this.#wrong,
    h("button", { class: "button", type: "submit" }, t("regions.find")),
    this.#found,
  );

  /**
   * @param {App} app
   * @param {AbortSignal} signal  of the page
   * @param {(work: RegionWork) => void} began  takes what the hub fetches now
   */
  constructor(app, signal, began) {
    [this.#app, this.#signal, this.#began] = [app, signal, began];
  }

  /**
   * @param {string | undefined} mirror  the download server; undefined where none may be asked
   * @param {boolean} isBusy  something else is under way
   */
  draw(mirror, isBusy) {
    this.element.hidden = mirror === undefined || isBusy;
    if (mirror === undefined || mirror === this.#mirror) return;
    this.#mirror = mirror;
    this.#learns.textContent = t("regions.learns", { mirror });
  }

  /** @param {SubmitEvent} event */
  async #find(event) {
    event.preventDefault();
    const text = /** @type {HTMLInputElement} */ (this.#text).value.trim();
    this.#wrong.textContent = text ? "" : t("regions.textMissing");
    if (!text) return;
    await this.#ask(async () => {
      /** @type {{items: FoundRegion[]}} */
      const { items } = await this.#app.api.post("/region-searches", { text });
      const rows = items.map((region) => h("li", {}, this.#row(region)));
      const none = h("p", { class: "quiet" }, t("regions.noneFound", { text }));
      redraw(this.#found, rows.length > 0 ? h("ul", { class: "list" }, ...rows) : none);
    });
  }

  /** @param {FoundRegion} region */
  #row({ id, name, within }) {
    const lines = h("span", { class: "grow" }, h("span", { class: "row-name" }, name));
    if (within) lines.append(h("span", { class: "row-words" }, within));
    const attributes = { class: "row", type: "button", "data-key": `found-${id}`, on: { click: () => this.offer(id) } };
    return h("button", attributes, icon("place"), lines);
  }

  /**
   * Asks what a region costs now, and whether it is to be fetched.
   *
   * @param {string} id  what the download server calls it
   */
  offer(id) {
    return this.#ask(async () => {
      /** @type {RegionOffer} */
      const offer = await this.#app.api.post("/region-offers", { id });
      if (offer.isNewest) return this.#app.say(t("regions.isNewest", { name: offer.name }));
      this.#show(offer);
    });
  }

  /** @param {RegionOffer} offer */
  #show(offer) {
    const { name, bytes, diskBytes, seconds, hasRoom } = offer;
    const sizes = { size: sizeWords(bytes), disk: sizeWords(diskBytes), time: durationWords(60 * roughMinutes(seconds)) };
    const wrong = h("p", { class: "wrong", role: "alert" }, hasRoom ? "" : t("regions.noRoom"));
    const get = h("button", { class: "button", type: "button" }, t("regions.download"));
    get.disabled = !hasRoom;
    const cancel = h("button", { class: "button quiet-button", type: "button" }, t("common.cancel"));
    const content = [
      h("p", {}, t("regions.costs", sizes)),
      h("p", { class: "hint" }, t("regions.goesOn"), " ", t("regions.learns", { mirror: this.#mirror })),
      wrong,
      h("div", { class: "actions" }, get, cancel),
    ];
    const sheet = openSheet(name, content, { signal: this.#signal });
    cancel.addEventListener("click", sheet.close);
    get.addEventListener("click", async () => {
      get.disabled = true;
      try {
        const put = () => this.#app.api.put(`/regions/${offer.region}/download`, { id: offer.id });
        /** @type {RegionWork} */
        const work = await withProof(this.#app, put);
        sheet.close();
        this.#found.replaceChildren();
        this.#began(work);
      } catch (error) {
        wrong.textContent = errorWords(error);
        get.disabled = false;
      }
    });
  }

  /** @param {() => Promise<void>} question  one at a time */
  async #ask(question) {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.element.setAttribute("aria-busy", "true");
    this.#wrong.textContent = "";
    try {
      await question();
    } catch (error) {
      if (this.element.hidden) this.#app.say(errorWords(error));
      else this.#wrong.textContent = errorWords(error);
    } finally {
      this.#isAsking = false;
      this.element.removeAttribute("aria-busy");
    }
  }
}
