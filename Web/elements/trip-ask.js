// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { safetyOf } from "../stores/safety.js";
import { t, timeOfDay } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { secondsUntil } from "../models/code.js";
import { overdueWords } from "../models/help.js";

/**
 * @typedef {import("../lib/hub/trip-shapes.js").Trip} Trip
 * @typedef {import("../lib/hub/trip-shapes.js").Alarm} Alarm
 * @typedef {{key: string, title: string, words: () => string, actions: Node[], isAlarm?: boolean}} Card
 */

/**
 * What a traveller is asked just now, before anybody else hears of it: whether they arrived, whether all is well on the
 * way, whether shaking is of any use (F10, F15, F25, F55).
 *
 * Sends `arrive` and `extend` where that is the answer.
 */
export class TripAsk extends Part {
  /** @type {Trip | undefined} */
  #trip;
  /** @type {Alarm | undefined} */
  #alarm;
  /** @type {Card[]} */
  #cards = [];
  /**
   * Where the words of each stand.
   *
   * @type {(Element | null)[]}
   */
  #said = [];
  #drawn = "";

  open() {
    this.className = "stack";
    this.setAttribute("role", "alert");
    ticker.each(() => this.#tick(), this.signal);
  }

  /**
   * @param {Trip} trip
   * @param {Alarm | undefined} alarm  about me, while one is open
   */
  tell(trip, alarm) {
    this.#trip = trip;
    this.#alarm = alarm;
    this.#cards = this.#find(trip);
    const drawn = JSON.stringify(this.#cards.map(({ key }) => key));
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const drawings = this.#cards.map(card);
    this.#said = drawings.map((drawing) => drawing.querySelector("p"));
    redraw(this, ...drawings);
  }

  /** @param {Trip} trip */
  #find(trip) {
    const { state, answerBy, question, arrivalProposed } = trip;
    /** @type {Card[]} */
    const cards = [];
    const say = (/** @type {string} */ name) => () => void this.dispatchEvent(new Event(name));
    const arrive = button(t("trip.arrive"), say("arrive"), { key: "arrive" });
    const extend = button(t("trip.extend"), say("extend"), { style: "quiet-button", key: "extend" });
    if (state === "asked") {
      const time = answerBy ? timeOfDay(new Date(answerBy)) : "";
      const words = () => t("trip.askedWords", { time });
      cards.push({ key: `asked ${time}`, title: t("trip.askedTitle"), words, actions: [arrive, extend] });
    } else if (state === "overdue") {
      const title = t(overdueWords(this.#alarm));
      cards.push({ key: `overdue ${title}`, title, words: () => t("trip.overdueWords"), actions: [], isAlarm: true });
    } else if (arrivalProposed) {
      const title = t("trip.proposal");
      cards.push({ key: "proposal", title, words: () => t("trip.proposalWords"), actions: [arrive] });
    }
    if (question) {
      const until = Date.parse(question.answerBy);
      const words = () => t("trip.questionWords", { count: secondsUntil(until, hubNow()) });
      const fine = button(t("trip.fine"), () => this.#answer(), { key: "fine" });
      const title = t(`trip.question.${question.kind}`);
      if (until > hubNow()) cards.push({ key: `question ${question.answerBy}`, title, words, actions: [fine] });
    }
    const { ride } = safetyOf(this.app);
    if (ride?.asksAboutShakes) {
      const off = button(t("trip.shakeOff"), () => this.#shakeOff(), { style: "quiet-button" });
      cards.push({ key: "shakes", title: t("trip.tooManyShakes"), words: () => "", actions: [off] });
    }
    return cards;
  }

  #tick() {
    for (const [index, { words }] of this.#cards.entries()) {
      const place = this.#said[index];
      if (place && place.textContent !== words()) place.textContent = words();
    }
    const until = this.#trip?.question?.answerBy;
    if (this.#trip && until && Date.parse(until) <= hubNow()) this.tell(this.#trip, this.#alarm);
  }

  async #answer() {
    const { app } = this;
    const perform = () => app.api.post(`/trips/${this.#trip?.id}/answer`, {});
    await save(perform, { say: app.say, done: t("trip.fineSaid") });
    await safetyOf(app).refresh();
  }

  #shakeOff() {
    safetyOf(this.app).ride?.feelShakes(false);
    this.app.say(t("trip.shakeIsOff"));
    if (this.#trip) this.tell(this.#trip, this.#alarm);
  }
}

customElements.define("trip-ask", TripAsk);

/** @param {Card} card */
function card({ title, words, actions, isAlarm }) {
  // What changes each second is not read out each second.
  return h(
    "div",
    { class: isAlarm ? "trip-question alarm-known stack" : "trip-question stack" },
    h("h2", {}, icon("caution"), title),
    h("p", { "aria-live": "off" }, words()),
    actions.length > 0 && h("div", { class: "actions" }, ...actions),
  );
}
