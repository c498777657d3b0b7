// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords, Part, part } from "../lib/dom/page.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { groupedCode, spokenCode } from "../models/codes.js";
import { levels } from "../models/sharing.js";
import { momentWords } from "../models/words.js";
import { LevelChoice } from "./level-choice.js";
import { qr, sending } from "./link-sending.js";
import { PhoneField } from "./phone-field.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").IssuedInvite} IssuedInvite
 * @typedef {import("../lib/hub/shapes.js").Role} Role
 */

/**
 * Opens the sheet in which somebody is invited.
 *
 * @param {App} app
 * @param {string} family
 * @param {AbortSignal} signal
 * @param {() => void} changed
 */
export function openInvite(app, family, signal, changed) {
  /** @type {import("../lib/dom/sheet.js").Sheet | undefined} */
  let sheet;
  const say = (/** @type {string} */ words) => sheet?.say(words);
  sheet = openSheet(t("invites.new"), [part(InviteSheet, app, { family, say, changed })], { signal });
}

/** Who is invited, as what, and what each shows the other; then the link, its code to scan and its code to read out. */
export class InviteSheet extends Part {
  family = "";
  /** Where short words go. */
  say = (/** @type {string} */ words) => this.app.say(words);
  changed = () => {};
  #bound = h("input", { type: "checkbox", on: { change: () => this.#drawPhone() } });
  #boundWords = h("p", { class: "hint" });
  #phone = new PhoneField();
  #mine = new LevelChoice(t("invites.mine"), levels, "exact");
  #asked = new LevelChoice(t("invites.asked"), levels, "exact", undefined, undefined, (level) => t(`level.${level}.asked`));
  #wrong = h("p", { class: "wrong", role: "alert" });
  #button = h("button", { class: "button", type: "submit" }, t("invites.make"));
  /** Another for each request: what was issued and lost is of no use. */
  #role = roleChoice();

  open() {
    this.className = "stack";
    Object.assign(this.#phone, {
      app: this.app,
      name: "invite-phone",
      autocomplete: "off",
      label: t("invites.phone"),
      missing: t("connect.phoneMissing"),
      invalid: t("connect.phoneInvalid"),
    });
    // Without texts a link for one number is the only one that a newcomer can use.
    this.#bound.checked = !this.app.family.me?.hubSendsTexts;
    this.#drawPhone();
    const bound = h(
      "div",
      { class: "switch" },
      h("label", {}, h("span", { class: "grow" }, t("invites.bound")), this.#bound),
      this.#boundWords,
    );
    this.replaceChildren(
      h(
        "form",
        { class: "form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        bound,
        this.#phone,
        this.#role,
        this.#mine.element,
        this.#asked.element,
        this.#wrong,
        this.#button,
      ),
    );
  }

  #drawPhone() {
    this.#phone.hidden = !this.#bound.checked;
    const without = this.#bound.checked ? "invites.boundVouched" : "invites.unboundWords";
    this.#boundWords.textContent = t(this.app.family.me?.hubSendsTexts ? "invites.boundWords" : without);
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#wrong.textContent = "";
    this.#button.disabled = true;
    try {
      const phone = this.#bound.checked ? await this.#phone.read() : undefined;
      if (this.#bound.checked && !phone) return;
      const chosen = this.#role.querySelector("input:checked");
      const request = {
        id: newID(),
        ...(phone ? { phone } : {}),
        role: chosen instanceof HTMLInputElement ? chosen.value : "adult",
        mySharing: this.#mine.value,
        askedSharing: this.#asked.value,
      };
      this.#show(await this.app.api.post(`/families/${this.family}/invites`, request));
      this.changed();
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /** @param {IssuedInvite} issued */
  #show({ link, qrCode, code, expiresAt }) {
    const heading = h("h3", { tabindex: "-1" }, t("invites.ready"));
    this.replaceChildren(
      heading,
      h("p", {}, t("invites.once", { time: momentWords(expiresAt, hubNow()) })),
      h("p", { class: "card small invite-link", dir: "ltr" }, link),
      h("div", { class: "actions" }, ...sending(link, (words) => this.say(words))),
      ...(qrCode ? [qr(qrCode)] : []),
      ...(code ? [h("p", {}, t("invites.code", { page: `${location.host}/join` })), codeWords(code)] : []),
    );
    this.closest("dialog")?.scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  }
}

customElements.define("invite-sheet", InviteSheet);

/** @param {string} code */
function codeWords(code) {
  return h(
    "p",
    { class: "code" },
    h("span", { "aria-hidden": "true", dir: "ltr" }, groupedCode(code)),
    h("span", { class: "visually-hidden" }, spokenCode(code)),
  );
}

function roleChoice() {
  /** @type {Role[]} */
  const roles = ["adult", "child"];
  const segments = roles.map((role) =>
    h(
      "label",
      { class: "segment" },
      h("input", { type: "radio", name: "role", value: role, checked: role === "adult" }),
      t(`family.${role}`),
    ),
  );
  return h(
    "fieldset",
    { class: "choices" },
    h("legend", {}, t("invites.role")),
    h("div", { class: "segments" }, ...segments),
    h("p", { class: "hint" }, t("invites.roleWords")),
  );
}
