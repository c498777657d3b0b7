// @ts-check
import { h } from "../lib/dom/dom.js";
import { canTurn, turnWithPhone, turnsWithPhone } from "../lib/dom/orientation.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { chooseTheme, chosenTheme } from "../lib/dom/theme.js";

/** @type {import("../lib/dom/theme.js").Theme[]} */
const themes = ["system", "light", "dark"];

/** Light, dark, or as the device has it, and whether an installed page turns; remembered on this device. */
export class ThemeChoice extends HTMLElement {
  connectedCallback() {
    this.className = "section";
    const choices = themes.map((theme) => {
      const choose = { change: () => chooseTheme(theme) };
      const attributes = { type: "radio", name: "theme", value: theme, checked: theme === chosenTheme() };
      const input = h("input", { ...attributes, on: choose });
      return h("label", { class: "segment" }, input, h("span", {}, t(`theme.${theme}`)));
    });
    this.replaceChildren(
      h("h2", { id: "theme-title" }, t("theme.title")),
      h("div", { class: "segments", role: "radiogroup", "aria-labelledby": "theme-title" }, ...choices),
    );
    if (canTurn()) {
      this.append(switchRow({ label: t("theme.turns"), isOn: turnsWithPhone(), changed: turnWithPhone }));
    }
  }
}

customElements.define("theme-choice", ThemeChoice);
