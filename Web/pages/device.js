// @ts-check
import { DeviceSettings } from "../elements/device-settings.js";
import { DeviceSetup } from "../elements/device-setup.js";
import { stateView } from "../lib/dom/state-view.js";
import { h } from "../lib/dom/dom.js";
import { Page, part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";

/** @typedef {import("../lib/hub/shapes.js").Device} Device */

/** One phone, mine or of a child in my care: a new one to set up, or one that is there with its settings. */
export class DevicePage extends Page {
  /** Below which path of the API the phones are, and which page lists them. */
  #of = { path: "", list: "/account", whose: "" };

  open() {
    this.className = "page";
    const { family, child, id } = this.params;
    if (child) this.#of = { path: `/families/${family}/members/${child}`, list: "/family", whose: child };
    if (id === "new") return this.replaceChildren(part(DeviceSetup, this.app, { of: this.#of }));
    const body = h("div", { class: "stack" });
    this.replaceChildren(body);
    this.show(body, () => this.#read(), (devices) => this.#draw(body, devices));
  }

  /** @returns {Promise<Device[]>} */
  async #read() {
    return (await this.app.api.get(`${this.#of.path}/devices`, this.signal)).items;
  }

  /**
   * @param {Element} body
   * @param {Device[]} devices
   */
  #draw(body, devices) {
    const device = devices.find(({ id }) => id === this.params.id);
    if (device) return body.replaceChildren(part(DeviceSettings, this.app, { device, devices, of: this.#of }));
    const { list } = this.#of;
    const text = t(list === "/family" ? "device.toFamily" : "device.toAccount");
    const action = { text, perform: () => this.app.router.go(list) };
    body.replaceChildren(stateView("empty", { title: t("device.gone"), words: t("device.goneWords"), action }));
  }
}

customElements.define("device-page", DevicePage);
