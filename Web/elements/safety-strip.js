// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { safetyOf } from "../stores/safety.js";
import { loadStyles } from "../lib/dom/styles.js";
import { helpTexts, t, timeOfDay } from "../lib/words/text.js";
import { listWords } from "../lib/words/joined.js";
import { overdueWords, wasNotified } from "../models/help.js";
import { isOpen, isRunning } from "../models/trip.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {{kind: "danger" | "asked" | "calm", path: string, words: string}} Line
 */

/**
 * Keeps a line under the head of every page while somebody may need help, or a trip runs; each leads to its page.
 *
 * @param {App} app
 * @param {HTMLElement} frame
 */
export async function watchSafety(app, frame) {
  try {
    await Promise.all([helpTexts(), loadStyles(["safety"])]);
  } catch {
    // The hub went away just now: once it is heard again.
    app.events.addEventListener("open", () => watchSafety(app, frame), { once: true });
    return;
  }
  if (frame.querySelector("safety-strip")) return;
  const strip = /** @type {SafetyStrip} */ (document.createElement("safety-strip"));
  strip.app = app;
  frame.append(strip);
}

/** The line itself, or several. */
export class SafetyStrip extends HTMLElement {
  /** @type {App} */
  app = /** @type {any} */ (undefined);
  #drawn = "";

  connectedCallback() {
    this.setAttribute("role", "status");
    safetyOf(this.app).addEventListener("change", () => this.#draw());
    this.app.router.addEventListener("screen", () => this.#draw());
    this.#draw();
  }

  #draw() {
    const lines = linesOf(safetyOf(this.app)).filter(({ path }) => path !== location.pathname);
    const drawn = JSON.stringify(lines);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.replaceChildren(...lines.map(line));
  }
}

customElements.define("safety-strip", SafetyStrip);

/** @param {Line} line */
function line({ kind, path, words }) {
  const link = h("a", { class: `safety-line is-${kind}`, href: path }, icon(kind === "calm" ? "trip" : "caution"));
  link.append(h("span", { class: "grow" }, words), icon("forward"));
  return link;
}

/**
 * @param {import("../stores/safety.js").Safety} safety
 * @returns {Line[]}
 */
function linesOf({ alarms, mine, trips, drills }) {
  /** @type {Line[]} */
  const lines = alarms.map(({ id, name }) => {
    return { kind: "danger", path: `/alarms/${id}`, words: t("safety.danger", { name }) };
  });
  const trip = mine?.trip;
  const own = mine?.alarms.find(isOpen);
  // My own alarm, also after its full screen was dismissed: who responds, or whether anyone is being notified (F17, F82).
  if (own) {
    const { acknowledgedBy: people, id } = own;
    const isOverdue = trip?.state === "overdue";
    const notified = t(wasNotified(own) && !isOverdue ? "alarm.over" : overdueWords(own));
    const answered = t("alarm.answered", { count: people.length, names: listWords(people.map(({ name }) => name)) });
    const path = isRunning(trip) ? "/trip" : `/alarms/${id}`;
    lines.push({ kind: "danger", path, words: people.length > 0 ? answered : notified });
  } else if (trip && isRunning(trip)) {
    const time = timeOfDay(new Date(trip.dueAt));
    const [kind, words] = /** @type {const} */ ({
      underWay: ["calm", t("safety.tripRuns", { time })],
      asked: ["asked", t("safety.tripDue")],
      overdue: ["danger", t("safety.tripLate")],
      arrived: ["calm", ""],
      cancelled: ["calm", ""],
      lapsed: ["calm", ""],
    })[trip.state];
    lines.push({ kind, path: "/trip", words });
  }
  const inAlarm = new Set(alarms.map((alarm) => alarm.trip));
  for (const other of trips) {
    if (other.sight !== "live" || inAlarm.has(other.id)) continue;
    lines.push({ kind: "calm", path: `/watching/${other.id}`, words: t("safety.accompany", { name: other.name }) });
  }
  for (const { name } of drills) lines.push({ kind: "asked", path: "/drills", words: t("drill.asked", { name }) });
  return lines;
}
