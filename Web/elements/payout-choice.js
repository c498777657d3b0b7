// @ts-check
import { h } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";

/** @typedef {import("../lib/hub/mission-shapes.js").MissionSettings["payout"]} Payout */

/** @type {Payout[]} */
const rules = ["full", "part", "none", "ask"];

/** What is paid for what was not done in full: each rule with a plain sentence. */
export class PayoutChoice {
  /**
   * @param {Payout} chosen
   * @param {(rule: Payout) => void} changed
   */
  constructor(chosen, changed) {
    const choices = rules.map((rule) => {
      const words = `payout-${rule}-words`;
      const input = h("input", { type: "radio", name: "payout", value: rule, checked: rule === chosen, "aria-describedby": words });
      input.addEventListener("change", () => changed(rule));
      const label = h("label", {}, input, h("span", { class: "choice-name" }, t(`rules.payout.${rule}`)));
      return h("div", { class: "choice" }, label, h("p", { class: "hint", id: words }, t(`rules.payout.${rule}.words`)));
    });
    this.element = h("fieldset", { class: "choices" }, h("legend", {}, t("rules.payout")), ...choices);
  }
}
