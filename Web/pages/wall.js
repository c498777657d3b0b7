// @ts-check
import "../elements/family-clock.js";
import "../elements/live-map.js";
import { stateView } from "../lib/dom/state-view.js";
import { h, setText } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { enterView, isOver } from "../lib/dom/open-views.js";
import { Page } from "../lib/dom/page.js";
import { StayAwake } from "../lib/device/stay-awake.js";
import { day, t, timeOfDay } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { handsOf } from "../models/clock.js";
import { isNight, peopleOf, tokenIn } from "../models/wall.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/wall-shapes.js").Wall} Wall */

const readEveryMilliseconds = 15_000;
/** What is older than this is said to be old. */
const oldMilliseconds = 90_000;
const brightMilliseconds = 60_000;
/** A display that is never touched loads the page of a new version at night. */
const reloadHour = 4;

/**
 * A clock, a map and the day's missions for all who pass by, by a read-only link: its token stands behind the `#` and
 * leaves the address at once. Dim at night; a touch makes it bright for a minute.
 */
export class WallPage extends Page {
  /** @type {Wall | undefined} */
  #wall;
  #heardAt = 0;
  #openedAt = Date.now();
  #brightUntil = 0;
  /** @type {ReturnType<typeof laidOut> | undefined} */
  #parts;
  #missionsKey = "";
  #awake = new StayAwake(() => true);
  #hasFailed = false;
  /**
   * Of a link that has not let this display in yet: the address has it no longer.
   *
   * @type {string | undefined}
   */
  #token;

  open() {
    const robots = h("meta", { name: "robots", content: "noindex" });
    document.head.append(robots);
    document.documentElement.classList.add("is-wall");
    this.#awake.allow();
    this.signal.addEventListener("abort", () => {
      robots.remove();
      document.documentElement.classList.remove("is-wall", "is-night");
      this.#awake.forbid();
    });
    addEventListener("hashchange", () => location.hash && this.#start(), { signal: this.signal });
    addEventListener("pointerdown", () => this.#touched(), { signal: this.signal });
    const reading = setInterval(() => this.#read(), readEveryMilliseconds);
    this.signal.addEventListener("abort", () => clearInterval(reading));
    ticker.each(() => this.#tick(), this.signal);
    this.#start();
  }

  #start() {
    const token = tokenIn(location.hash) ?? this.#token;
    this.#token = token;
    this.#hasFailed = false;
    if (location.hash) history.replaceState(history.state, "", location.pathname);
    [this.#wall, this.#parts] = [undefined, undefined];
    const content = h("div");
    this.className = "page stack";
    this.replaceChildren(h("h1", { tabindex: "-1" }, t("wall.page")), content);
    /** @returns {Promise<Wall | undefined>} */
    const read = async () => {
      try {
        return await enterView(this.app.api, "wall", token ? { token } : undefined);
      } catch (error) {
        this.#hasFailed = true;
        throw error;
      }
    };
    this.show(content, read, (wall) => (wall ? this.#lay(wall) : this.#gone()));
  }

  /** @param {Wall} wall */
  #lay(wall) {
    this.#token = undefined;
    this.className = "wall";
    this.classList.toggle("is-clock-alone", !wall.people && !wall.missions);
    this.#missionsKey = "";
    const parts = laidOut(wall);
    this.#parts = parts;
    this.replaceChildren(h("h1", { class: "visually-hidden", tabindex: "-1" }, t("wall.page")), parts.clockPart, ...parts.others);
    this.#take(wall);
  }

  async #read() {
    // No person is there to try again.
    if (this.#hasFailed) return this.#start();
    if (!this.#wall) return undefined;
    try {
      const wall = await this.app.api.get("/wall", this.signal);
      if (this.#wall) this.#take(wall);
    } catch (error) {
      if (isOver(error)) this.#gone();
      // A hub that is away: what is shown grows old, and says so.
    }
    return undefined;
  }

  /** @param {Wall} wall */
  #take(wall) {
    const parts = this.#parts;
    if (!parts) return;
    this.#wall = wall;
    this.#heardAt = hubNow();
    parts.map.show(peopleOf(wall.people ?? [], this.#heardAt));
    for (const person of peopleOf(wall.people ?? [], this.#heardAt)) parts.map.update(person);
    this.#drawMissions(wall);
    this.#tick();
  }

  /** @param {Wall} wall */
  #drawMissions({ missions = [] }) {
    const key = JSON.stringify(missions);
    if (key === this.#missionsKey) return;
    this.#missionsKey = key;
    const rows = missions.map(({ title, doer, state }) =>
      h(
        "li",
        { class: `row wall-mission is-${state}` },
        icon(state === "done" ? "check" : state === "claimed" ? "bell" : "missions"),
        h("span", { class: "grow row-name", dir: "auto" }, title),
        h("span", { class: "quiet", dir: "auto" }, state === "open" ? doer ?? t("wall.anyone") : t(`wall.${state}`, { name: doer ?? "" })),
      ),
    );
    this.#parts?.missions.replaceChildren(...(rows.length > 0 ? rows : [h("li", { class: "row quiet" }, t("wall.noMissions"))]));
  }

  #tick() {
    const [wall, parts] = [this.#wall, this.#parts];
    const time = new Date();
    const isDim = parts !== undefined && isNight(time) && Date.now() > this.#brightUntil;
    document.documentElement.classList.toggle("is-night", isDim);
    if (!wall || !parts) return;
    const now = hubNow();
    parts.clock.show(wall.clock.slots, handsOf(agedBy(wall, now - this.#heardAt).clock, new Map(), now), now);
    setText(parts.time, timeOfDay(time));
    setText(parts.date, day(time));
    const isOld = now - this.#heardAt > oldMilliseconds;
    setText(parts.old, isOld ? t("wall.old", { time: momentWords(new Date(this.#heardAt), now) }) : "");
    const isDue = time.getHours() === reloadHour && Date.now() - this.#openedAt > 2 * 3_600_000;
    if (isDue && !isOld) location.reload();
  }

  #touched() {
    this.#brightUntil = Date.now() + brightMilliseconds;
    this.#tick();
  }

  #gone() {
    [this.#wall, this.#parts] = [undefined, undefined];
    document.documentElement.classList.remove("is-night");
    this.className = "page stack";
    const words = stateView("empty", { title: t("live.gone"), words: t("wall.goneWords") });
    this.replaceChildren(h("h1", { tabindex: "-1" }, t("wall.page")), words);
  }
}

customElements.define("wall-page", WallPage);

/**
 * The clock with the time beneath it, and what else the link shows.
 *
 * @param {Wall} wall
 */
function laidOut({ people, missions }) {
  const clock = /** @type {import("../elements/family-clock.js").FamilyClock} */ (document.createElement("family-clock"));
  const map = /** @type {import("../elements/live-map.js").LiveMap} */ (document.createElement("live-map"));
  const list = h("ul", { class: "list", role: "list" });
  const [time, date, old] = [h("p", { class: "wall-time" }), h("p", { class: "quiet" }), h("p", { class: "wrong", role: "status" })];
  return {
    clock,
    map,
    missions: list,
    time,
    date,
    old,
    clockPart: h("section", { class: "wall-clock" }, clock, time, date, old),
    others: [
      people && h("section", { class: "wall-map", "aria-label": t("wall.map") }, map),
      missions && h("section", { class: "wall-missions" }, h("h2", {}, t("wall.missions")), list),
    ].flatMap((part) => part ?? []),
  };
}

/**
 * A wall whose hands have grown older since it was read.
 *
 * @param {Wall} wall
 * @param {number} milliseconds
 * @returns {Wall}
 */
function agedBy(wall, milliseconds) {
  const hands = wall.clock.hands.map((hand) =>
    hand.ageSeconds === undefined ? hand : { ...hand, ageSeconds: hand.ageSeconds + Math.max(0, Math.round(milliseconds / 1_000)) },
  );
  return { ...wall, clock: { ...wall.clock, hands } };
}
