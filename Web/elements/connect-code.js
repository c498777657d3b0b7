// @ts-check
import { h } from "../lib/dom/dom.js";
import { groupedPhone } from "../lib/dom/grouped-phone.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part, part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { groupedCode, spokenCode } from "../models/codes.js";
import { momentWords } from "../models/words.js";
import { EndingChoice } from "./ending-choice.js";
import { LevelChoice } from "./level-choice.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").Precision} Precision
 */

/**
 * Opens the sheet in which a connect code is made.
 *
 * @param {App} app
 * @param {AbortSignal} signal  closes it when the page is left
 */
export function openConnectCode(app, signal) {
  /** @type {import("../lib/dom/sheet.js").Sheet | undefined} */
  let sheet;
  const say = (/** @type {string} */ words) => sheet?.say(words);
  sheet = openSheet(t("code.title"), [part(ConnectCode, app, { say })], { signal });
}

/** My connect code: choose what it grants, then it is shown this once, large enough to read aloud. */
export class ConnectCode extends Part {
  /** Where short words go. */
  say = (/** @type {string} */ words) => this.app.say(words);
  // The least first: whoever only taps through shares a name of a place and no position.
  #level = new LevelChoice(t("code.level"), ["place", "coarse", "exact"], "place");
  #ending = new EndingChoice(undefined, { isQuick: true });
  #button = h("button", { class: "button", type: "submit" }, t("code.make"));

  open() {
    this.replaceChildren(
      h(
        "form",
        { class: "form", novalidate: true, on: { submit: (event) => this.#make(event) } },
        h("p", {}, t("code.words")),
        this.#level.element,
        this.#ending.element,
        this.#button,
      ),
    );
  }

  /** @param {SubmitEvent} event */
  async #make(event) {
    event.preventDefault();
    const ending = this.#ending.read();
    if (!ending) return;
    const grant = { precision: this.#level.value, shareExpiresAt: ending.expiresAt };
    this.#button.disabled = true;
    this.say("");
    await save(async () => this.#show(await this.app.api.put("/me/connect-code", grant), grant), {
      say: (words) => this.say(words),
      done: "",
    });
    this.#button.disabled = false;
  }

  /**
   * @param {{code: string, expiresAt: string}} issued
   * @param {{precision: Precision, shareExpiresAt: string | undefined}} grant
   */
  #show({ code, expiresAt }, { precision, shareExpiresAt }) {
    const now = hubNow();
    const level = t(`level.${precision}`);
    const grants = shareExpiresAt
      ? t("code.grantsUntil", { level, time: momentWords(shareExpiresAt, now) })
      : t("code.grants", { level });
    const heading = h("h3", { tabindex: "-1" }, t("code.yours"));
    const copy = h("button", { class: "button", type: "button", on: { click: () => this.#copy(code) } });
    copy.append(icon("copy"), t("common.copy"));
    const again = h("button", { class: "button quiet-button", type: "button", on: { click: () => this.open() } });
    again.append(t("code.another"));
    const tell = h("p");
    const { me } = this.app.family;
    void groupedPhone(this.app.api, me?.phone ?? "", (phone) => (tell.textContent = t("code.tell", { phone })));
    this.replaceChildren(
      h(
        "div",
        { class: "stack" },
        heading,
        h(
          "p",
          { class: "code" },
          h("span", { "aria-hidden": "true", dir: "ltr" }, groupedCode(code)),
          h("span", { class: "visually-hidden" }, spokenCode(code)),
        ),
        h("p", {}, t("code.once", { time: momentWords(expiresAt, now) })),
        h("p", {}, grants),
        tell,
        // Only a page that came over HTTPS may put something on the clipboard.
        h("div", { class: "actions" }, navigator.clipboard && copy, again),
      ),
    );
    heading.focus();
  }

  /** @param {string} code */
  async #copy(code) {
    await save(() => navigator.clipboard.writeText(groupedCode(code)), {
      say: (words) => this.say(words),
      done: t("common.copied"),
    });
  }
}

customElements.define("connect-code", ConnectCode);
