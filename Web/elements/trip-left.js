// @ts-check
import { h, setText } from "../lib/dom/dom.js";
import { t, timeOfDay } from "../lib/words/text.js";
import { offRouteMetres } from "../models/trip.js";
import { ageWords, distanceWords, durationWords } from "../models/words.js";

/** From then on what is left is drawn as old: it is as old as the fix that it follows from (F56). */
const staleSeconds = 60;

/** @typedef {import("../models/trip.js").Left} Left */

/** How far it is still, how long, and how old that is. */
export class TripLeft extends HTMLElement {
  #words = h("p", { class: "trip-left-words" });
  #age = h("p", { class: "hint" });
  #off = h("p", { class: "caution" });

  connectedCallback() {
    this.className = "trip-left";
    this.replaceChildren(this.#words, this.#off, this.#age);
  }

  /**
   * @param {Left | undefined} left  undefined where nothing is known of it
   * @param {number} now  the hub's clock
   */
  draw(left, now) {
    setText(this.#words, left ? words(left) : t("trip.leftUnknown"));
    const age = left ? Math.max(0, now - left.atMs) / 1000 : 0;
    this.#words.classList.toggle("is-stale", age > staleSeconds);
    const time = left ? timeOfDay(new Date(left.atMs)) : "";
    const old = age > staleSeconds;
    setText(this.#age, left ? t(old ? "trip.leftAgeOld" : "trip.leftAge", { time, age: ageWords(age) }) : "");
    const off = left?.offRouteMetres ?? 0;
    setText(this.#off, off > offRouteMetres ? t("trip.off", { distance: distanceWords(off) }) : "");
  }
}

customElements.define("trip-left", TripLeft);

/** @param {Left} left */
function words({ remainingMetres, remainingSeconds, isStraight, hasArrived }) {
  if (hasArrived) return t("trip.there");
  const distance = distanceWords(remainingMetres);
  const isTimed = !isStraight && remainingSeconds !== null && remainingSeconds !== undefined;
  if (!isTimed) return t("trip.leftStraight", { distance });
  return t("trip.left", { distance, duration: durationWords(remainingSeconds) });
}
