// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { groupedPhone } from "../lib/dom/grouped-phone.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { secondsUntil } from "../models/code.js";
import "./code-boxes.js";

/**
 * @typedef {"register" | "login" | "recover"} Purpose
 * @typedef {{phone: string, purpose: Purpose, claim?: string, invite?: string}} CodeRequest
 * @typedef {{verification: string, code: string}} Proof
 */

/** Texts a code, takes it, and lets somebody ask for another one after a while. */
export class CodeStep extends Part {
  /**
   * What the code is for.
   *
   * @type {CodeRequest}
   */
  request = { phone: "", purpose: "login" };
  /**
   * Uses the code; what it rejects with is said here, unless it dealt with it.
   *
   * @type {(proof: Proof) => Promise<void>}
   */
  use = async () => undefined;
  /** Leads back to where the number is changed. */
  back = () => {};
  /**
   * Has the code sent.
   *
   * @type {() => Promise<{id: string, resendAfterSeconds: number, isTexted: boolean}>}
   */
  ask = () => this.app.api.post("/verifications", this.request);

  #boxes = /** @type {import("./code-boxes.js").CodeBoxes} */ (document.createElement("code-boxes"));
  #wrong = h("p", { class: "wrong", id: "code-wrong", role: "alert" });
  #said = h("p", { class: "hint", role: "status" });
  #again = h("button", { class: "button quiet-button", type: "button", on: { click: () => this.#sendAgain() } });
  #sent = h("p", { class: "quiet" });
  #nothing = h("p", { class: "hint" });
  #verification = "";
  #againAt = 0;

  open() {
    this.className = "stack";
    this.#boxes.addEventListener("complete", (event) => this.#complete(/** @type {CustomEvent<string>} */ (event).detail));
    const change = h("button", { class: "button quiet-button", type: "button", on: { click: () => this.back() } });
    change.append(t("texted.otherNumber"));
    this.replaceChildren(
      h("h2", { tabindex: "-1" }, t("texted.title")),
      this.#sent,
      this.#boxes,
      this.#wrong,
      this.#said,
      h("div", { class: "actions" }, this.#again, change),
      this.#nothing,
    );
    this.#boxes.describe(t("texted.label"), "code-wrong");
    ticker.each(() => this.#drawAgain(), this.signal);
    this.#drawAgain();
    this.#boxes.clear();
  }

  /** Asks the hub to text a code; rejects as a request does. */
  async send() {
    const ticket = await this.ask();
    this.#drawSent(ticket.isTexted);
    this.#verification = ticket.id;
    this.#againAt = Date.now() + ticket.resendAfterSeconds * 1000;
  }

  /** @param {boolean} isTexted  false on a hub that sends no texts */
  #drawSent(isTexted) {
    const words = isTexted ? "texted.sent" : "texted.kept";
    void groupedPhone(this.app.api, this.request.phone, (phone) => (this.#sent.textContent = t(words, { phone })));
    if (isTexted) this.#nothing.textContent = t("texted.nothing");
    else this.#nothing.replaceChildren(`${t("texted.keptWords")} `, h("code", {}, "hearth outbox"));
  }

  async #sendAgain() {
    try {
      await this.send();
      this.#say("");
      this.#said.textContent = t("texted.sentAgain");
      this.#boxes.clear();
    } catch (error) {
      this.#say(errorWords(error));
    }
    this.#drawAgain();
  }

  /** @param {string} code */
  async #complete(code) {
    this.#say("");
    this.#boxes.waiting = true;
    try {
      await this.use({ verification: this.#verification, code });
    } catch (error) {
      const isWrong = error instanceof Refusal && error.code === "wrongCode";
      this.#say(errorWords(error));
      this.#boxes.clear();
      this.#boxes.wrong = isWrong;
    } finally {
      this.#boxes.waiting = false;
    }
  }

  #drawAgain() {
    const seconds = secondsUntil(this.#againAt, Date.now());
    this.#again.disabled = seconds > 0;
    const words = seconds > 0 ? t("texted.againIn", { count: seconds }) : t("texted.again");
    if (this.#again.textContent !== words) this.#again.textContent = words;
  }

  /** @param {string} words */
  #say(words) {
    this.#wrong.textContent = words;
    this.#said.textContent = "";
  }
}

customElements.define("code-step", CodeStep);

/**
 * Has a code texted, and gives what takes it; rejects as a request does, and then there is nothing to show.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {CodeRequest} request
 * @param {(proof: Proof) => Promise<void>} use  with the sixth digit
 * @param {() => void} back  where the number is changed
 * @param {CodeStep["ask"]} [ask]  has the code sent, where that is not for somebody unknown
 * @returns {Promise<CodeStep>}
 */
export async function textCode(app, request, use, back, ask) {
  const step = new CodeStep();
  Object.assign(step, { app, request, use, back }, ask ? { ask } : {});
  await step.send();
  return step;
}
