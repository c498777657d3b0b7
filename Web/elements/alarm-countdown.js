// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { button } from "../lib/dom/button.js";
import { h, s, set } from "../lib/dom/dom.js";
import { alarmSound } from "../lib/device/alarm-sound.js";
import { prepareCountdown } from "../lib/device/countdown-rule.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { listWords } from "../lib/words/joined.js";
import { errorWords } from "../lib/dom/page.js";
import { pinTaken } from "./pin-request.js";
import { loadStyles } from "../lib/dom/styles.js";
import { allTexts, helpTexts, t } from "../lib/words/text.js";
import { isDone, respondersOf } from "../models/help.js";
import { momentWords } from "../models/words.js";
import { emergencyLinks, emergencyWords } from "./emergency-link.js";
import "./pin-pad.js";

/**
 * @typedef {import("../stores/help-call.js").HelpCall} HelpCall
 *
 * @typedef {object} Around  what the call is shown with
 * @property {import("../lib/dom/page.js").App} app
 * @property {import("../stores/safety.js").Safety} safety
 * @property {() => void} closed
 */

/** Felt in a pocket as something else than a message: a companion responds. */
const respondedPulse = [200, 100, 200];

const radius = 88;
const round = 2 * Math.PI * radius;

/**
 * A call for help as it runs out: it fills the screen, sounds, and has the PIN pad under it (F23).
 *
 * Nothing closes it but the PIN, or, once the hub has it, whoever puts it away: the hub goes on either way.
 */
export class AlarmCountdown extends HTMLElement {
  #call;
  #app;
  #safety;
  #dialog;
  #title = h("h2", { class: "alarm-title", id: "alarm-title", tabindex: "-1" });
  #ring = s("circle", { class: "alarm-ring-left", cx: 100, cy: 100, r: radius, transform: "rotate(-90 100 100)" });
  #digits = h("span", { class: "alarm-digits" });
  #face = h("div", { class: "alarm-face", role: "timer", "aria-label": t("alarm.ring") });
  #words = h("p", { class: "alarm-words", role: "status" });
  #unrecorded = h("p", { class: "alarm-small", role: "status" });
  /** What is in doubt: that it was not sent, that the hub has not confirmed it, or that no message leaves the hub. */
  #doubt = h("div", { class: "alarm-not-sent", role: "alert", hidden: true });
  #doubtTitle = h("strong", { class: "alarm-not-sent-title" });
  #doubtWords = h("p", {});
  /** @type {import("../models/help.js").Standing | undefined} */
  #drawn;
  #pad = /** @type {import("./pin-pad.js").PINPad} */ (document.createElement("pin-pad"));
  #safe = h("h3", {});
  /** Without a PIN there is nothing to type: it is set here, and then says that all is well. */
  #setPIN = button("", () => this.#openPIN(), { picture: "lock" });
  /** Those who respond, by name, face and time (F17). */
  #responders = h("ul", { class: "alarm-responders", hidden: true });
  #respondersDrawn = "";
  #actions = h("div", { class: "actions alarm-actions" });
  #isSilent = false;
  #frame = 0;
  #leaving = new AbortController();

  /**
   * @param {HelpCall} call
   * @param {Around} around
   */
  constructor(call, { app, safety, closed }) {
    super();
    this.#call = call;
    this.#app = app;
    this.#safety = safety;
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
   * @param {Around} around
   */
  static async open(call, around) {
    await prepare();
    const countdown = new AlarmCountdown(call, around);
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
    this.#safety.addEventListener("change", () => this.#draw(), { signal });
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
    this.#doubt.append(this.#doubtTitle, this.#doubtWords);
    this.#setPIN.append(t("alarm.setPIN"));
    const safe = h("section", { class: "alarm-safe" }, this.#safe, this.#pad, this.#setPIN);
    this.#unrecorded.textContent = t("alarm.unrecorded");
    const words = [this.#responders, this.#face, this.#words, this.#unrecorded];
    const head = h("div", { class: "alarm-head" }, this.#title, this.#doubt, ...words);
    return h("div", { class: "alarm-body" }, head, safe, this.#actions);
  }

  #tick = () => {
    const { seconds, fraction } = this.#call.left;
    const text = String(seconds);
    if (this.#digits.textContent !== text) {
      this.#digits.textContent = text;
      // Whether anybody can be notified may be known by now.
      this.#draw();
    }
    set(this.#ring, { "stroke-dashoffset": (-round * (1 - fraction)).toFixed(2) });
    const { standing } = this.#call;
    // A page that slept comes back to a word of the hub that is too old.
    if (standing !== this.#drawn || this.#face.hidden !== this.#call.isOver) this.#draw();
    if (!isDone(standing) && !this.#call.ending) this.#frame = requestAnimationFrame(this.#tick);
  };

  #draw() {
    const { standing, ending, isOver, isRecorded, cause } = this.#call;
    this.#drawn = standing;
    const responders = respondersOf(this.#safety.mine?.alarms ?? [], this.#app.family.connections);
    const isAnswered = isDone(standing) && standing !== "missed" && responders.length > 0;
    const doubt = isAnswered ? undefined : this.#doubted;
    const names = listWords(responders.map(({ name }) => name));
    const title = isAnswered ? t("alarm.answered", { count: responders.length, names }) : t(standing === "fired" ? "alarm.over" : `alarm.${cause}`);
    if (this.#title.textContent !== title) this.#title.textContent = title;
    this.#dialog.classList.toggle("is-over", isOver);
    this.#dialog.classList.toggle("is-answered", isAnswered);
    this.#drawResponders(isAnswered ? responders : []);
    this.#drawPad();
    if (doubt) this.#drawDoubt(doubt);
    this.#doubt.hidden = !doubt || ending !== undefined;
    this.#unrecorded.hidden = isRecorded || ending !== undefined;
    this.#face.hidden = isOver || isDone(standing);
    this.#drawWords();
    this.#drawActions();
    if (isDone(standing)) alarmSound.stop();
    if (ending) this.#dialog.close();
  }

  /** What stands in the way of people being notified: of the call itself (F72), or of every message of this hub (F82). */
  get #doubted() {
    const { standing } = this.#call;
    if (standing === "running") return this.#safety.reachesNobody ? "leftNobody" : undefined;
    return standing === "fired" || standing === "stopped" ? undefined : standing;
  }

  /** @param {"notSent" | "unconfirmed" | "missed" | "untold" | "leftNobody"} doubt */
  #drawDoubt(doubt) {
    const title = t(`alarm.${doubt}`);
    if (this.#doubtTitle.textContent === title) return;
    this.#doubtTitle.textContent = title;
    this.#doubtWords.textContent = t(`alarm.${doubt}Words`);
  }

  /** @param {import("../models/help.js").Responder[]} responders */
  #drawResponders(responders) {
    const drawn = JSON.stringify(responders);
    if (this.#respondersDrawn === drawn) return;
    // The first time each is heard of, the hand is told: the phone may be in a pocket.
    if (responders.length > this.#responders.childElementCount) navigator.vibrate?.(respondedPulse);
    this.#respondersDrawn = drawn;
    this.#responders.hidden = responders.length === 0;
    this.#responders.replaceChildren(...responders.map(responder));
  }

  /** Without a PIN the pad takes nothing, and a session that waits for a guardian sets none (F87). */
  #drawPad() {
    const { hasPIN } = this.#safety;
    const isHeld = this.#app.api.held !== undefined;
    this.#safe.textContent = t(hasPIN ? "alarm.stop" : isHeld ? "alarm.noPINHere" : "alarm.noPIN");
    this.#pad.hidden = !hasPIN;
    this.#setPIN.hidden = hasPIN || isHeld;
  }

  #drawWords() {
    const { standing, left } = this.#call;
    // Each second would be too much to listen to.
    this.#words.setAttribute("aria-live", standing === "fired" || left.seconds % 5 === 0 ? "assertive" : "off");
    const isLeft = standing === "running" && !this.#safety.reachesNobody;
    if (isLeft) this.#words.textContent = t("alarm.left", { count: left.seconds });
    else this.#words.textContent = standing === "fired" && this.#safety.hasPIN ? t("alarm.overWords") : "";
  }

  #drawActions() {
    const { isHeard, standing } = this.#call;
    const silence = button(t("alarm.silence"), () => this.#silence(), { style: "quiet-button" });
    const hide = button(t("alarm.hide"), () => this.close(), { style: "quiet-button", picture: "close" });
    /** @type {HTMLElement[]} */
    const actions = emergencyLinks(this.#safety.emergency);
    if (!this.#isSilent && !isDone(standing)) actions.push(silence);
    if (isHeard) actions.push(hide);
    const drawn = actions.map((action) => action.textContent).join("\n");
    if (this.#actions.dataset.drawn === drawn) return;
    this.#actions.dataset.drawn = drawn;
    const where = h("p", { class: "alarm-small" }, emergencyWords(this.#safety.emergency));
    this.#actions.replaceChildren(...actions, where, h("p", { class: "alarm-small" }, t("alarm.callWords")));
  }

  #silence() {
    this.#isSilent = true;
    alarmSound.stop();
    this.#drawActions();
    this.#title.focus();
  }

  async #openPIN() {
    const { signal } = this.#leaving;
    try {
      const styles = loadStyles(["sheet", "choices", "password", "code-boxes"]);
      const [{ setFirstPIN }] = await Promise.all([import("./my-pins.js"), allTexts(), styles]);
      setFirstPIN(this.#app, signal, async () => {
        await this.#safety.refresh();
        this.#pad.focus();
      });
    } catch (error) {
      this.#words.textContent = errorWords(error);
    }
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

/** @param {import("../models/help.js").Responder} responder */
function responder({ name, colour, picture, at }) {
  const time = at && h("span", { class: "quiet" }, t("alarm.answeredAt", { time: momentWords(at, hubNow()) }));
  return h("li", {}, avatar({ name, colour, picture }), h("span", {}, h("bdi", { class: "row-name" }, name), time));
}

/** Fetches what it is drawn with, so that it can be shown without the hub. */
export async function prepare() {
  await Promise.all([helpTexts(), loadStyles(["pin", "alarm-countdown"])]);
  // Nobody waits for it.
  prepareCountdown();
}
