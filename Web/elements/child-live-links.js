// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { liveRow } from "./live-rows.js";

/**
 * @typedef {import("../lib/hub/live-shapes.js").LiveLink} LiveLink
 * @typedef {import("../lib/hub/shapes.js").FamilyMember} FamilyMember
 */

/** The live links of a child, for its guardians, who agree to each and stop it (F44); nothing while it has none. */
export class ChildLiveLinks extends Part {
  family = "";
  /** @type {FamilyMember} */
  child = /** @type {any} */ (undefined);
  /** Where short words go. */
  say = (/** @type {string} */ words) => this.app.say(words);
  #list = h("div");

  open() {
    this.className = "section";
    this.replaceChildren(this.#list);
    this.show(this.#list, () => this.#read(), (links) => this.#draw(links));
  }

  get #path() {
    return `/families/${this.family}/members/${this.child.id}/live-links`;
  }

  /** @returns {Promise<LiveLink[]>} */
  async #read() {
    return (await this.app.api.get(this.#path, this.signal)).items;
  }

  /** @param {LiveLink[]} links */
  #draw(links) {
    this.hidden = links.length === 0;
    const now = hubNow();
    const rows = links.map((link) => {
      const { id, name } = link;
      const agree = () => this.#do(() => this.app.api.put(`${this.#path}/${id}`, {}), t("live.agreed", { name }));
      const stop = () => this.#do(() => this.app.api.delete(`${this.#path}/${id}`), t("live.stopped", { name }));
      return liveRow(link, now, { agree, stop });
    });
    redraw(this.#list, h("h3", {}, t("live.childTitle", { name: this.child.name })), h("ul", { class: "list" }, ...rows));
  }

  /**
   * @param {() => Promise<unknown>} perform
   * @param {string} done
   */
  async #do(perform, done) {
    await save(perform, { say: this.say, done });
    this.#draw(await this.#read());
  }
}

customElements.define("child-live-links", ChildLiveLinks);
