// @ts-check
import { DeviceSettings } from "../elements/device-settings.js";
import { DeviceSetup } from "../elements/device-setup.js";
import { stateView } from "../elements/state-view.js";
import { h } from "../lib/dom.js";
import { Page, part } from "../lib/page.js";
import { t } from "../lib/text.js";

/** @typedef {import("../lib/shapes.js").Device} Device */

/** One phone: a new one to set up, or one that is there with its settings. */
export class DevicePage extends Page {
  open() {
    this.className = "page";
    if (this.params.id === "new") return this.replaceChildren(part(DeviceSetup, this.app));
    const body = h("div", { class: "stack" });
    this.replaceChildren(body);
    this.show(body, () => this.#read(), (device) => this.#draw(body, device));
  }

  /** @returns {Promise<Device | undefined>} */
  async #read() {
    const { items } = await this.app.api.get("/devices", this.signal);
    return items.find((/** @type {Device} */ { id }) => id === this.params.id);
  }

  /**
   * @param {Element} body
   * @param {Device | undefined} device
   */
  #draw(body, device) {
    if (device) return body.replaceChildren(part(DeviceSettings, this.app, { device }));
    const action = { text: t("device.toAccount"), perform: () => this.app.router.go("/account") };
    body.replaceChildren(stateView("empty", { title: t("device.gone"), words: t("device.goneWords"), action }));
  }
}

customElements.define("device-page", DevicePage);
