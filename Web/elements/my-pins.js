// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { isPIN, pinDigits, pinFault, pinLengthMax } from "../models/pin.js";
import { momentWords } from "../models/words.js";

/** @typedef {{pin: HTMLInputElement, again: HTMLInputElement, second: HTMLInputElement}} Fields */

/**
 * The rows that set the PIN for trips, and with it a second one; whether there is a second one they never show (F30).
 *
 * A PIN changes with the present one. Who forgot it asks for a new one, which applies a day later (F68).
 */
export class MyPINs extends Part {
  /** Told when a PIN was set. */
  changed = () => {};
  #isSet = false;
  #state = h("p", { class: "quiet" });
  #waiting = h("div", { class: "stack", role: "status" });
  #rows = h("ul", { class: "list" });

  open() {
    this.className = "section";
    this.replaceChildren(
      h("h2", {}, t("pins.title")),
      h("p", { class: "quiet" }, t("pins.words")),
      this.#state,
      this.#waiting,
      this.#rows,
    );
    this.#draw(false, undefined);
    this.#read();
  }

  async #read() {
    try {
      const pins = await this.app.api.get("/me/pins", this.signal);
      this.#state.textContent = t(pins.set ? "pins.set" : "pins.none");
      this.#draw(pins.set, pins.reset);
    } catch {
      // The row works without it.
    }
  }

  /**
   * @param {boolean} isSet
   * @param {{appliesAt: string} | undefined} reset
   */
  #draw(isSet, reset) {
    this.#isSet = isSet;
    const rows = [this.#row("pins", t(isSet ? "pins.change" : "pins.open"), () => this.#ask())];
    if (isSet && !reset) rows.push(this.#row("pins-forgotten", t("pins.forgotten"), () => this.#askForReset()));
    this.#rows.replaceChildren(...rows);
    this.#waiting.replaceChildren();
    if (!reset) return;
    const cancel = h("button", { class: "button quiet-button", type: "button", "data-key": "pins-cancel" });
    cancel.append(t("pins.cancelReset"));
    cancel.addEventListener("click", () => this.#cancelReset(cancel));
    const at = t("pins.waits", { time: momentWords(reset.appliesAt, hubNow()) });
    this.#waiting.append(h("p", {}, at), cancel);
  }

  /**
   * @param {string} key
   * @param {string} words
   * @param {() => void} click
   */
  #row(key, words, click) {
    const row = h("button", { class: "row", type: "button", "data-key": key, on: { click } });
    row.append(icon("lock"), h("span", { class: "grow" }, words), icon("forward"));
    return h("li", {}, row);
  }

  /** @param {HTMLButtonElement} button */
  async #cancelReset(button) {
    button.disabled = true;
    try {
      await this.app.api.delete("/me/pins/reset");
      this.app.say(t("pins.resetCancelled"));
    } catch (error) {
      this.app.say(errorWords(error));
    }
    await this.#read();
  }

  #ask() {
    const isSet = this.#isSet;
    const present = field("present");
    const removes = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "pins-removes" }));
    const before = isSet ? [labelled(present, t("pins.present"))] : [];
    const after = isSet ? [h("label", { class: "check" }, removes, t("pins.removes"))] : [];
    const send = async (/** @type {Fields} */ { pin, second }) => {
      const body = {
        pin: pin.value,
        ...(isSet ? { presentPin: present.value } : {}),
        ...(second.value ? { duressPin: second.value } : {}),
        ...(removes.checked ? { removesDuressPin: true } : {}),
      };
      await putPINs(this.app, body);
      this.changed();
    };
    this.#open(t("pins.title"), t("pins.words"), { present: isSet ? present : undefined, before, after, send });
    if (isSet) present.focus();
  }

  #askForReset() {
    const send = async (/** @type {Fields} */ { pin, second }) => {
      const body = { pin: pin.value, ...(second.value ? { duressPin: second.value } : {}) };
      await withProof(this.app, () => this.app.api.post("/me/pins/reset", body));
      this.app.say(t("pins.resetAsked"));
    };
    this.#open(t("pins.forgotten"), t("pins.resetWords"), { send });
  }

  /**
   * @param {string} title
   * @param {string} words
   * @param {Omit<Parts, "done">} parts
   */
  #open(title, words, parts) {
    openForm(title, words, { ...parts, done: () => this.#read() }, this.signal);
  }
}

customElements.define("my-pins", MyPINs);

/**
 * Sets the first PIN in place, so that what was being filled in is not lost.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {AbortSignal} signal  closes it unanswered
 * @param {() => Promise<void>} done  what follows once there is one
 */
export function setFirstPIN(app, signal, done) {
  let isSet = false;
  const send = async (/** @type {Fields} */ { pin, second }) => {
    const body = { pin: pin.value, ...(second.value ? { duressPin: second.value } : {}) };
    isSet = await putPINs(app, body);
  };
  openForm(t("pins.title"), t("pins.words"), { send, done: async () => (isSet ? done() : undefined) }, signal);
}

/**
 * Sets PINs, and says whether they apply already; answers that too.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {{pin: string, presentPin?: string, duressPin?: string, removesDuressPin?: boolean}} body
 * @returns {Promise<boolean>}
 */
async function putPINs(app, body) {
  let isSet = false;
  await withProof(app, async () => ({ set: isSet } = await app.api.put("/me/pins", body)));
  // During an alarm the first one waits, so that the holder of the phone ends nothing by it (F93).
  app.say(t(isSet ? "pins.done" : "pins.firstWaits"));
  return isSet;
}

/**
 * @typedef {object} Parts  what the form for PINs holds and does
 * @property {HTMLInputElement} [present]  where the present one is asked for
 * @property {HTMLElement[]} [before]
 * @property {HTMLElement[]} [after]
 * @property {(fields: Fields) => Promise<void>} send
 * @property {() => Promise<void>} done
 */

/**
 * @param {string} title
 * @param {string} words
 * @param {Parts} parts
 * @param {AbortSignal} signal
 */
function openForm(title, words, { present, before = [], after = [], send, done }, signal) {
  const fields = { pin: field("pin"), again: field("again"), second: field("second") };
  const wrong = h("p", { class: "wrong", role: "alert", id: "pins-wrong" });
  const save = h("button", { class: "button", type: "submit" }, t("pins.save"));
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const fault = present && !isPIN(present.value)
      ? "present"
      : pinFault(fields.pin.value, fields.again.value, fields.second.value);
    wrong.textContent = fault ? t(`pins.fault.${fault}`) : "";
    mark(fields, present, fault);
    if (fault) return;
    save.disabled = true;
    try {
      await send(fields);
      sheet.close();
      await done();
    } catch (error) {
      wrong.textContent = errorWords(error);
    } finally {
      save.disabled = false;
    }
  };
  const form = h(
    "form",
    { class: "form", novalidate: true, on: { submit } },
    ...before,
    labelled(fields.pin, t("pins.pin")),
    labelled(fields.again, t("pins.again")),
    labelled(fields.second, t("pins.second"), t("pins.secondWords"), t("pins.secondEmpty")),
    ...after,
    wrong,
    save,
  );
  const sheet = openSheet(title, [h("p", {}, words), form], { signal });
  fields.pin.focus();
}

/** @param {string} name */
function field(name) {
  const input = h("input", {
    class: "input",
    id: `pins-${name}`,
    type: "password",
    inputmode: "numeric",
    // No browser is to keep it beside the passwords.
    autocomplete: "one-time-code",
    maxlength: pinLengthMax,
    "aria-errormessage": "pins-wrong",
  });
  input.addEventListener("input", () => {
    const digits = pinDigits(input.value);
    if (digits !== input.value) input.value = digits;
  });
  return input;
}

/**
 * @param {HTMLInputElement} input
 * @param {string} label
 * @param {...string} hints
 */
function labelled(input, label, ...hints) {
  const words = hints.map((hint) => h("p", { class: "hint" }, hint));
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input, ...words);
}

/**
 * Marks the field to blame, and gives it the keyboard.
 *
 * @param {Fields} fields
 * @param {HTMLInputElement | undefined} present
 * @param {ReturnType<typeof pinFault> | "present"} fault
 */
function mark(fields, present, fault) {
  const all = present ? [present, ...Object.values(fields)] : Object.values(fields);
  for (const input of all) set(input, { "aria-invalid": false });
  if (!fault) return;
  const { pin, again, second } = fields;
  const blamed = { present: present ?? pin, length: pin, different: again, secondLength: second, same: second }[fault];
  set(blamed, { "aria-invalid": "true" });
  blamed.focus();
}
