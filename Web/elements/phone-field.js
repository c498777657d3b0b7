// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { language, t } from "../lib/words/text.js";
import { Answers, edited, merged, regionIn } from "../models/phone-typing.js";

/**
 * @typedef {{asYouType: string, possible: boolean, valid: boolean, e164?: string, region?: string,
 *   message?: "missing" | "invalid" | "unlikely" | "fixedLine"}} Answer
 * @typedef {{region?: string, items: {region: string, callingCode: number}[]}} Regions
 */

/**
 * The same for every field of the page, once the hub has said it.
 *
 * @type {Regions | undefined}
 */
let regions;

/**
 * A field for a phone number with the country it is from. While somebody types, the hub lays the number out as its own
 * country writes it and judges it (D1); where the hub does not answer, the text stays as it was typed.
 */
export class PhoneField extends Part {
  /** The label, the words below it and what is said where nothing was typed, or no number. */
  label = t("welcome.phone");
  hint = t("phone.hint");
  missing = t("phone.missing");
  invalid = t("phone.invalid");
  /** The id of the input; its other parts have ids that begin so. */
  name = "phone";
  /** What the browser may fill in: one's own number, or nothing. */
  autocomplete = "tel";
  /** Whether it only has to be found again: a doubt about it does not help to log in. */
  isKnown = false;
  /** Whether a code is texted there, which a fixed line hardly takes. */
  isTexted = false;

  #input = h("input", { class: "input", type: "tel", inputmode: "tel", dir: "ltr", required: true });
  #chosen = h("span", { "aria-hidden": "true" });
  #select = h("select", { "aria-label": t("phone.region") });
  #region = h("span", { class: "phone-region", hidden: true }, this.#chosen, icon("down"), this.#select);
  #status = h("div", { class: "phone-status", role: "status" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  /** @type {Answers<Answer>} */
  #answers = new Answers();
  /**
   * The answer to what the field holds.
   *
   * @type {Answer | undefined}
   */
  #answer;
  #before = { text: "", caret: 0, isCollapsed: true };
  #asked = 0;

  open() {
    this.className = "field phone-field";
    const ids = { hint: `${this.name}-hint`, status: `${this.name}-status`, wrong: `${this.name}-wrong` };
    set(this.#input, { id: this.name, name: this.name, autocomplete: this.autocomplete });
    set(this.#input, { "aria-describedby": `${ids.hint} ${ids.status}` });
    this.#status.id = ids.status;
    this.#wrong.id = ids.wrong;
    this.#input.addEventListener("beforeinput", () => this.#remember());
    this.#input.addEventListener("input", (event) => this.#typed(/** @type {InputEvent} */ (event)));
    this.#input.addEventListener("compositionend", () => this.#ask());
    this.#input.addEventListener("blur", () => this.#judgeAloud());
    this.#select.addEventListener("change", () => this.#chose());
    this.replaceChildren(
      h("label", { for: this.name }, this.label),
      h("div", { class: "phone-row" }, this.#region, this.#input),
      this.#status,
      this.#wrong,
      h("p", { class: "hint", id: ids.hint }, this.hint),
    );
    this.#offerRegions();
  }

  /**
   * The number in E.164, as soon as the hub has judged it; undefined where there is none, which the field then says.
   *
   * Rejects as a request does where the hub cannot be asked.
   *
   * @returns {Promise<string | undefined>}
   */
  async read() {
    const text = this.#input.value;
    const answer = text.trim() ? await this.#judged(text) : undefined;
    if (answer) this.#take(text, answer);
    if (!answer?.e164) this.complain(answer ? this.invalid : this.missing);
    return answer?.e164;
  }

  /**
   * Says beside the field what is wrong with it, and goes there.
   *
   * @param {string} words
   */
  complain(words) {
    this.#say(words);
    this.#input.focus();
  }

  focus() {
    this.#input.focus();
  }

  #remember() {
    const { value, selectionStart, selectionEnd } = this.#input;
    this.#before = { text: value, caret: selectionStart ?? 0, isCollapsed: selectionStart === selectionEnd };
  }

  /** @param {InputEvent} event */
  #typed(event) {
    this.#say("");
    if (event.isComposing) return;
    const after = { text: this.#input.value, caret: this.#input.selectionStart ?? 0 };
    this.#put(this.#before.isCollapsed ? edited(this.#before, after, event.inputType) : after);
    this.#ask();
  }

  /** Shows what is known of the text, and asks the hub about it; only the answer to the last question counts. */
  async #ask() {
    this.#asked += 1;
    const asked = this.#asked;
    const text = this.#input.value;
    // What begins with a country's code says itself where it is from, before it is a number.
    const region = regionIn(text, this.#select.value, regions?.items ?? []);
    if (region) this.#show(region);
    this.#take(text, this.#answers.get(this.#select.value, text));
    if (this.#answer || !text) return;
    try {
      const answer = await this.#judged(text);
      if (asked === this.#asked) this.#take(text, answer);
    } catch {
      // The text stays as it was typed; whoever sends it is told that the hub does not answer.
    }
  }

  /**
   * @param {string} text
   * @returns {Promise<Answer>}
   */
  async #judged(text) {
    const region = this.#select.value;
    const known = this.#answers.get(region, text);
    if (known) return known;
    const answer = await this.app.api.post("/phone-numbers", { input: text, region: region || undefined });
    this.#answers.keep(region, text, answer);
    // The same digits in their form: that is what the field holds next.
    this.#answers.keep(region, answer.asYouType, answer);
    return answer;
  }

  /**
   * @param {string} text
   * @param {Answer | undefined} answer
   */
  #take(text, answer) {
    this.#answer = answer;
    if (answer) {
      const now = { text: this.#input.value, caret: this.#input.selectionStart ?? 0 };
      const next = merged(now, text, answer.asYouType);
      if (next) this.#put(next);
      // A number with a country code says itself where it is from.
      if (answer.region && /^[+\uff0b]/.test(text.trim())) this.#show(answer.region);
    }
    this.#tell(answer);
    if (document.activeElement !== this.#input) this.#judgeAloud();
  }

  /** @param {import("../models/phone-typing.js").Typed} typed */
  #put({ text, caret }) {
    if (this.#input.value === text) return;
    this.#input.value = text;
    // Elsewhere it would take the focus in some browsers.
    if (document.activeElement === this.#input) this.#input.setSelectionRange(caret, caret);
  }

  /** @param {Answer | undefined} answer */
  #tell(answer) {
    const caution =
      answer?.message === "unlikely"
        ? !this.isKnown && t("phone.unlikely")
        : answer?.message === "fixedLine" && this.isTexted && t("phone.fixedLine");
    const isOpenChoice = regions !== undefined && this.#select.value === "" && !answer?.e164;
    this.#status.replaceChildren(
      ...(answer?.e164 ? [h("bdi", { class: "phone-valid", dir: "ltr" }, answer.e164)] : []),
      ...(caution ? [h("p", { class: "phone-caution" }, caution)] : []),
      ...(isOpenChoice ? [h("p", { class: "hint" }, t("phone.needsCode"))] : []),
    );
  }

  /** Who has left the field is told what is wrong; who is still typing is not. */
  #judgeAloud() {
    if (this.#input.value.trim() && this.#answer && !this.#answer.possible) this.#say(this.invalid);
  }

  /** @param {string} words */
  #say(words) {
    if (this.#wrong.textContent !== words) this.#wrong.textContent = words;
    set(this.#input, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? this.#wrong.id : false });
  }

  async #offerRegions() {
    try {
      regions ??= /** @type {Regions} */ (await this.app.api.get("/phone-numbers", this.signal));
    } catch {
      // Without the list the hub reads numbers as of its own region.
      return;
    }
    const names = new Intl.DisplayNames(language().lang, { type: "region" });
    const named = regions.items.map((item) => ({ ...item, name: names.of(item.region) ?? item.region }));
    named.sort((one, other) => one.name.localeCompare(other.name, language().lang));
    // A hub that is in no country yet leaves the choice open: the number says its own.
    const none = regions.region ? [] : [h("option", { value: "" }, t("phone.noRegion"))];
    this.#select.replaceChildren(
      ...none,
      ...named.map(({ region, callingCode, name }) => h("option", { value: region }, `${name} +${callingCode}`)),
    );
    if (regions.region) this.#show(regions.region);
    else this.#chosen.textContent = "+";
    this.#region.hidden = false;
    if (!regions.region) this.#tell(this.#answer);
    // What was typed meanwhile is of this region too.
    if (this.#input.value && !this.#answer) this.#ask();
  }

  #chose() {
    this.#say("");
    this.#show(this.#select.value);
    this.#ask();
  }

  /** @param {string} region */
  #show(region) {
    const item = regions?.items.find((each) => each.region === region);
    if (!item) return;
    this.#select.value = region;
    this.#chosen.textContent = `${region} +${item.callingCode}`;
  }
}

customElements.define("phone-field", PhoneField);
