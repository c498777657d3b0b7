// @ts-check
import { alarmSound } from "../lib/device/alarm-sound.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { listWords, sentences } from "../lib/words/joined.js";
import { Part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { safetyOf } from "../stores/safety.js";
import { t } from "../lib/words/text.js";
import { emergencyLinks, emergencyWords } from "./emergency-link.js";

/** Beside SOS: the companions at once, and the number to dial (C4). */
export class HelpPanel extends Part {
  #reach = h("div", { class: "stack" });
  #drawn = "";

  open() {
    this.className = "help-panel";
    const safety = safetyOf(this.app);
    const call = () => callForHelp(this.app, "alert");
    const alert = button(t("sos.alert"), call, { style: "danger-button", picture: "people" });
    const actions = h("div", { class: "actions" });
    const where = h("p", { class: "hint" });
    const change = () => {
      this.#dial(actions, alert, where);
      this.#drawReach();
    };
    safety.addEventListener("change", change, { signal: this.signal });
    this.#dial(actions, alert, where);
    this.replaceChildren(
      h("h2", {}, t("sos.title")),
      actions,
      where,
      h("p", { class: "hint" }, sentences(t("sos.words"), t("sos.alertWords"), t("alarm.callWords"))),
      this.#reach,
    );
    this.#drawReach();
  }

  /** Whom an alarm would not reach now, said before it is needed (F76). */
  #drawReach() {
    const { mine, reachesNobody } = safetyOf(this.app);
    const { seers } = this.app.family.connections;
    const names = (mine?.notReached ?? []).flatMap((id) => seers.find(({ member }) => member === id)?.name ?? []);
    const words = names.length > 0 ? [t("sos.hidden", { names: listWords(names) })] : [];
    if (reachesNobody) words.push(t("sos.nobody"));
    this.#reach.replaceChildren(...words.map((text) => h("p", {}, text)));
  }

  /**
   * @param {HTMLElement} actions
   * @param {HTMLElement} alert
   * @param {HTMLElement} where
   */
  #dial(actions, alert, where) {
    const { emergency } = safetyOf(this.app);
    const drawn = JSON.stringify(emergency ?? null);
    if (this.#drawn === drawn) return;
    this.#drawn = drawn;
    redraw(actions, alert, ...emergencyLinks(emergency));
    where.textContent = emergencyWords(emergency);
  }
}

customElements.define("help-panel", HelpPanel);

/**
 * The button that calls for help after the five seconds in which the PIN takes it back.
 *
 * @param {import("../lib/dom/page.js").App} app
 */
export function sosButton(app) {
  const button = h("button", { class: "sos-button", type: "button", on: { click: () => callForHelp(app, "sos") } });
  button.append(icon("caution"), t("sos.button"));
  button.title = t("sos.words");
  return button;
}

/**
 * @param {import("../lib/dom/page.js").App} app
 * @param {import("../models/help.js").Cause} cause
 */
function callForHelp(app, cause) {
  // This tap is what lets the page sound.
  alarmSound.unlock();
  safetyOf(app).help(cause);
}
