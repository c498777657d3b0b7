// @ts-check
import { button } from "../lib/button.js";
import { h, s, set } from "../lib/dom.js";
import { alarmSound } from "../lib/alarm-sound.js";
import { prepareCountdown } from "../lib/help-call.js";
import { pinTaken } from "../lib/pin-request.js";
import { loadStyles } from "../lib/styles.js";
import { allTexts, t } from "../lib/text.js";
import { emergencyLink } from "./emergency-link.js";
import "./pin-pad.js";

/** @typedef {import("../lib/help-call.js").HelpCall} HelpCall */

const radius = 88;
const round = 2 * Math.PI * radius;

/**
 * A call for help as it runs out: it fills the screen, sounds, and has the PIN pad under it (F23).
 *
 * Nothing closes it but the PIN, or, once the hub has it, whoever puts it away: the hub goes on either way.
 */
export class AlarmCountdown extends HTMLElement {
  #call;
  #emergency;
  #dialog;
  #title = h("h2", { class: "alarm-title", id: "alarm-title", tabindex: "-1" });
  #ring = s("circle", { class: "alarm-ring-left", cx: 100, cy: 100, r: radius, transform: "rotate(-90 100 100)" });
  #digits = h("span", { class: "alarm-digits" });
  #face = h("div", { class: "alarm-face", role: "timer", "aria-label": t("alarm.ring") });
  #words = h("p", { class: "alarm-words", role: "status" });
  #unrecorded = h("p", { class: "alarm-small", role: "status" });
  #notSent = h("div", { class: "alarm-not-sent", role: "alert", hidden: true });
  #pad = /** @type {import("./pin-pad.js").PINPad} */ (document.createElement("pin-pad"));
  #actions = h("div", { class: "actions alarm-actions" });
  #isSilent = false;
  #frame = 0;
  #leaving = new AbortController();

  /**
   * @param {HelpCall} call
   * @param {{emergency: string, closed: () => void}} more
   */
  constructor(call, { emergency, closed }) {
    super();
    this.#call = call;
    this.#emergency = emergency;
    this.#dialog = h("dialog", { class: "alarm", "aria-labelledby": "alarm-title" }, this.#body());
    this.#dialog.addEventListener("cancel", (event) => event.preventDefault());
    this.#dialog.addEventListener("close", () => {
      this.remove();
      closed();
    });
  }

  /**
   * Shows it over whatever page is open.
   *
   * @param {HelpCall} call
   * @param {{emergency: string, closed: () => void}} more
   */
  static async open(call, more) {
    await prepare();
    const countdown = new AlarmCountdown(call, more);
    document.body.append(countdown);
    return countdown;
  }

  get call() {
    return this.#call;
  }

  connectedCallback() {
    const { signal } = this.#leaving;
    this.replaceChildren(this.#dialog);
    this.#dialog.showModal();
    // Whoever has a keyboard types at once; those who listen hear the dialog's name first.
    this.#pad.focus();
    this.#call.addEventListener("change", () => this.#draw(), { signal });
    const refused = (/** @type {Event} */ event) => pinTaken(this.#pad, /** @type {CustomEvent} */ (event).detail);
    this.#call.addEventListener("refused", refused, { signal });
    this.#pad.addEventListener("enter", (event) => this.#stop(/** @type {CustomEvent} */ (event).detail), { signal });
    addEventListener("pointerdown", () => alarmSound.unlock(), { signal });
    alarmSound.start();
    this.#draw();
    this.#tick();
  }

  disconnectedCallback() {
    this.#leaving.abort();
    cancelAnimationFrame(this.#frame);
    alarmSound.stop();
  }

  /** The hub says that it is over otherwise: another page of mine gave the PIN. */
  close() {
    this.#dialog.close();
  }

  #body() {
    const track = s("circle", { class: "alarm-ring", cx: 100, cy: 100, r: radius });
    set(this.#ring, { "stroke-dasharray": round });
    this.#face.append(s("svg", { viewBox: "0 0 200 200", "aria-hidden": "true" }, track, this.#ring), this.#digits);
    this.#notSent.append(
      h("strong", { class: "alarm-not-sent-title" }, t("alarm.notSent")),
      h("p", {}, t("alarm.notSentWords")),
    );
    const safe = h("section", { class: "alarm-safe" }, h("h3", {}, t("alarm.stop")), this.#pad);
    this.#unrecorded.textContent = t("alarm.unrecorded");
    const words = [this.#face, this.#words, this.#unrecorded];
    const head = h("div", { class: "alarm-head" }, this.#title, this.#notSent, ...words);
    return h("div", { class: "alarm-body" }, head, safe, this.#actions);
  }

  #tick = () => {
    const { seconds, fraction, remainingMs } = this.#call.left;
    const text = String(seconds);
    if (this.#digits.textContent !== text) {
      this.#digits.textContent = text;
      this.#drawWords();
    }
    set(this.#ring, { "stroke-dashoffset": (-round * (1 - fraction)).toFixed(2) });
    if (remainingMs === 0) return this.#draw();
    this.#frame = requestAnimationFrame(this.#tick);
    return undefined;
  };

  #draw() {
    const { isHeard, isRecorded, isStopped, isOver, cause } = this.#call;
    this.#title.textContent = t(isOver && isHeard ? "alarm.over" : `alarm.${cause}`);
    this.#dialog.classList.toggle("is-over", isOver);
    this.#notSent.hidden = isHeard || isStopped;
    this.#unrecorded.hidden = isRecorded || isStopped;
    this.#face.hidden = isOver;
    this.#drawWords();
    this.#drawActions();
    if (isOver && isHeard) alarmSound.stop();
    if (isStopped) this.#dialog.close();
  }

  #drawWords() {
    const { isHeard, isOver, left } = this.#call;
    if (isOver) return void (this.#words.textContent = isHeard ? t("alarm.overWords") : "");
    // Each second would be too much to listen to.
    this.#words.setAttribute("aria-live", left.seconds % 5 === 0 ? "assertive" : "off");
    this.#words.textContent = t("alarm.left", { count: left.seconds });
    return undefined;
  }

  #drawActions() {
    const { isHeard, isOver } = this.#call;
    const silence = button(t("alarm.silence"), () => this.#silence(), { style: "quiet-button" });
    const hide = button(t("alarm.hide"), () => this.close(), { style: "quiet-button", picture: "close" });
    /** @type {HTMLElement[]} */
    const actions = [emergencyLink(this.#emergency)];
    if (!this.#isSilent && !(isOver && isHeard)) actions.push(silence);
    if (isHeard) actions.push(hide);
    const drawn = actions.map((action) => action.textContent).join("\n");
    if (this.#actions.dataset.drawn === drawn) return;
    this.#actions.dataset.drawn = drawn;
    this.#actions.replaceChildren(...actions, h("p", { class: "alarm-small" }, t("alarm.callWords")));
  }

  #silence() {
    this.#isSilent = true;
    alarmSound.stop();
    this.#drawActions();
    this.#title.focus();
  }

  /** @param {string} pin */
  async #stop(pin) {
    this.#pad.waiting = true;
    this.#pad.say(t("pin.trying"));
    try {
      await this.#call.stop(pin);
    } catch (error) {
      pinTaken(this.#pad, error);
    } finally {
      this.#pad.waiting = false;
    }
  }
}

customElements.define("alarm-countdown", AlarmCountdown);

/** Fetches what it is drawn with, so that it can be shown without the hub. */
export async function prepare() {
  await Promise.all([allTexts(), loadStyles(["pin", "alarm-countdown"])]);
  // Nobody waits for it.
  prepareCountdown();
}
