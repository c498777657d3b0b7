// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Part, part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { MyProfile } from "./my-profile.js";

/** Who I am, at a glance; a tap opens what can be changed of it. */
export class ProfileRow extends Part {
  open() {
    this.app.family.addEventListener("people", () => this.#draw(), { signal: this.signal });
    this.#draw();
  }

  #draw() {
    const { me } = this.app.family;
    if (!me) return;
    const row = h(
      "button",
      { class: "row profile-row", type: "button", "data-key": "profile", on: { click: () => this.#open() } },
      avatar(me),
      h(
        "span",
        { class: "grow" },
        h("span", { class: "row-name" }, h("bdi", {}, me.name)),
        h("span", { class: "row-words" }, t("profile.rowWords")),
      ),
      icon("forward"),
    );
    redraw(this, h("ul", { class: "list" }, h("li", {}, row)));
  }

  #open() {
    /** @type {import("../lib/dom/sheet.js").Sheet | undefined} */
    let sheet;
    const say = (/** @type {string} */ words) => sheet?.say(words);
    sheet = openSheet(t("profile.title"), [part(MyProfile, this.app, { say })], { signal: this.signal });
  }
}

customElements.define("profile-row", ProfileRow);
