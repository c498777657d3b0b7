// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { heardWords } from "./my-devices.js";

/** @typedef {import("../lib/hub/shapes.js").Device} Device */

/** The phones that report for a child, for its guardians. */
export class ChildDevices extends Part {
  family = "";
  child = { id: "", name: "" };

  #list = h("div");

  open() {
    this.className = "section";
    const pages = `/family/${this.family}/${this.child.id}/devices`;
    const { name } = this.child;
    this.replaceChildren(
      h("h3", {}, t("child.devices", { name })),
      this.#list,
      h("a", { class: "button quiet-button", href: `${pages}/new` }, icon("add"), t("child.addDevice")),
    );
    const read = () => this.app.api.get(`/families/${this.family}/members/${this.child.id}/devices`, this.signal);
    this.show(this.#list, read, ({ items }) => this.#draw(items, pages));
  }

  /**
   * @param {Device[]} devices
   * @param {string} pages
   */
  #draw(devices, pages) {
    if (devices.length === 0) return this.#list.replaceChildren(h("p", { class: "card" }, t("child.noDevices")));
    const rows = devices.map((device) => {
      const name = h("span", { class: "row-name" }, h("bdi", {}, device.name));
      const heard = h("span", { class: "row-words" }, heardWords(device, hubNow()));
      const row = { class: "row", href: `${pages}/${device.id}` };
      return h("li", {}, h("a", row, icon("phone"), h("span", { class: "grow" }, name, heard), icon("forward")));
    });
    this.#list.replaceChildren(h("ul", { class: "list" }, ...rows));
  }
}

customElements.define("child-devices", ChildDevices);
