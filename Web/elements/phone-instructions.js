// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Part, part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { unreachable } from "../models/devices.js";
import { FirstPosition } from "./first-position.js";

/**
 * @typedef {import("../lib/hub/shapes.js").IssuedDevice} IssuedDevice
 * @typedef {import("../lib/hub/shapes.js").AppSetup} AppSetup
 * @typedef {keyof IssuedDevice["setup"]} PhoneApp
 */

/** How one app on a new phone is set up, shown this once: link, code, file, steps; and then whether it works. */
export class PhoneInstructions extends Part {
  /** @type {IssuedDevice} */
  issued = /** @type {any} */ (undefined);
  /** @type {PhoneApp} */
  chosen = "owntracks";
  /** Below which path of the API the phone is: empty for mine. */
  path = "";
  #heading = h("h1", { tabindex: "-1" });
  #body = h("div", { class: "stack" });
  /** @type {string[]} */
  #files = [];

  open() {
    this.className = "stack";
    this.signal.addEventListener("abort", () => this.#dropFiles());
    const select = h("select", { class: "input", id: "other-app" });
    select.addEventListener("change", () => this.#choose(select.value));
    // A server speaks for things, an app for who carries the phone: neither takes the other's place.
    const isServer = this.chosen === "traccarServer";
    const all = /** @type {PhoneApp[]} */ (Object.keys(this.issued.setup));
    const apps = all.filter((app) => (app === "traccarServer") === isServer);
    select.append(...apps.map((app) => h("option", { value: app, selected: app === this.chosen }, t(`setup.${app}`))));
    this.replaceChildren(
      this.#heading,
      warning(t("setup.secret")),
      this.#body,
      part(FirstPosition, this.app, { device: this.issued, path: this.path }),
      isServer ? "" : h("div", { class: "field" }, h("label", { for: "other-app" }, t("setup.otherApp")), select),
    );
    this.#draw();
  }

  /** @param {string} app */
  #choose(app) {
    this.chosen = /** @type {PhoneApp} */ (app);
    this.#draw();
  }

  #draw() {
    const setup = this.issued.setup[this.chosen];
    const app = t(`setup.${this.chosen}`);
    const hindrance = unreachable(setup.url);
    this.#dropFiles();
    this.#heading.textContent = t("setup.heading", { app, name: this.issued.name });
    this.#body.replaceChildren(
      hindrance ? warning(t(`setup.${hindrance}`)) : "",
      h("div", { class: "card stack" }, ...this.#ways(setup, app)),
      h(
        "section",
        { class: "section" },
        h("h2", {}, t("setup.steps")),
        h("ol", { class: "card steps" }, ...setup.steps.map((step) => h("li", {}, step))),
      ),
    );
  }

  /**
   * @param {AppSetup} setup
   * @param {string} app
   */
  #ways({ link, qrCode, file, copy }, app) {
    const ways = [];
    if (copy) ways.push(...this.#lines(copy));
    if (link) {
      ways.push(h("a", { class: "button", href: link }, t("setup.open", { app })));
      ways.push(h("p", { class: "hint" }, t("setup.openWords")));
    }
    if (file) {
      const address = URL.createObjectURL(new Blob([file.text], { type: file.mediaType }));
      this.#files.push(address);
      const save = h("a", { class: "button quiet-button", href: address, download: file.name }, icon("file"));
      save.append(t("setup.save", { file: file.name }));
      ways.push(save);
    }
    if (qrCode) {
      // As a picture: whatever stands in the drawing, nothing in it can run.
      const address = `data:image/svg+xml,${encodeURIComponent(qrCode)}`;
      const image = h("img", { class: "qr-code", src: address, alt: t("setup.codeAlt", { app }) });
      ways.push(h("figure", { class: "qr" }, h("figcaption", {}, t("setup.code")), image));
    }
    return ways;
  }

  /** @param {string} lines */
  #lines(lines) {
    const perform = () => navigator.clipboard.writeText(lines);
    const click = () => save(perform, { say: this.app.say, done: t("common.copied") });
    const field = h("textarea", {
      class: "input lines",
      readonly: true,
      rows: lines.split("\n").length,
      spellcheck: "false",
      "aria-label": t("setup.lines"),
    });
    field.value = lines;
    // Only a page that came over HTTPS may put something on the clipboard.
    const button =
      navigator.clipboard && h("button", { class: "button", type: "button", on: { click } }, icon("copy"), t("setup.copy"));
    return [field, button || ""];
  }

  #dropFiles() {
    for (const address of this.#files) URL.revokeObjectURL(address);
    this.#files = [];
  }
}

customElements.define("phone-instructions", PhoneInstructions);

/**
 * Something to know before going on.
 *
 * @param {string} words
 */
export function warning(words) {
  return h("p", { class: "card warning" }, icon("caution"), h("span", {}, words));
}
