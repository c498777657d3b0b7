// @ts-check
import "../elements/family-clock.js";
import { stateView } from "../lib/dom/state-view.js";
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Page } from "../lib/dom/page.js";
import { rules } from "../lib/device/rules.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { handsOf, slotKind } from "../models/clock.js";
import { handSentence, handWords } from "../models/clock-words.js";
import { ageWords } from "../models/words.js";

/** @typedef {import("../models/clock.js").HandView} HandView */

/** The family clock, live, and the same in words beside it. */
export class ClockPage extends Page {
  #clock = /** @type {import("../elements/family-clock.js").FamilyClock} */ (document.createElement("family-clock"));
  #rows = h("ul", { class: "list clock-rows", role: "list" });
  #empty = h("div", { class: "clock-empty" });
  /** @type {Map<string, {item: HTMLElement, words: HTMLElement, age: HTMLElement, look: string}>} */
  #drawn = new Map();

  open() {
    this.className = "page clock-page";
    this.#clock.addEventListener("open", (event) => this.#open(/** @type {CustomEvent<string>} */ (event).detail));
    this.#rows.setAttribute("aria-label", t("clock.hands"));
    this.replaceChildren(
      h("h1", { class: "visually-hidden" }, t("clock.page")),
      h("div", { class: "clock-main" }, this.#clock),
      h("div", { class: "clock-side stack" }, this.#empty, this.#rows, this.#links()),
    );
    const { family } = this.app;
    for (const name of ["clock", "people", "presence"]) {
      family.addEventListener(name, () => this.#draw(), { signal: this.signal });
    }
    ticker.each(() => this.#draw(), this.signal);
    this.#draw();
    this.#takeRules();
  }

  /** From the moment the hub's own rule is there, it lays out the hands; without it the page's twin goes on doing so. */
  async #takeRules() {
    try {
      const core = await rules();
      this.#clock.layOut = (slots, slotCount) => core.layOutHands(slots, slotCount);
    } catch {
      // An old browser, or no network at this moment: the twin gives the same angles.
    }
  }

  #links() {
    return h(
      "ul",
      { class: "list", role: "list" },
      h("li", {}, h("button", { class: "row", type: "button", "data-key": "clock", on: { click: () => this.#choose() } },
        icon("people"), h("span", { class: "grow" }, t("clock.arrange")), icon("forward"))),
      h("li", {}, h("a", { class: "row", href: "/my-clock" },
        icon("place"), h("span", { class: "grow" }, t("clock.myClock")), icon("forward"))),
    );
  }

  #draw() {
    const { clock, people } = this.app.family;
    if (!clock) return;
    const now = hubNow();
    const hands = handsOf(clock, people, now);
    this.#clock.show(clock.slots, hands, now);
    this.#drawRows(clock.slots, hands, now);
    this.#drawEmpty(hands);
  }

  /**
   * @param {string[]} slots
   * @param {HandView[]} hands
   * @param {number} now
   */
  #drawRows(slots, hands, now) {
    const gone = new Set(this.#drawn.keys());
    for (const hand of hands) {
      gone.delete(hand.member);
      const row = this.#row(hand);
      const isInDanger = slotKind(slots[hand.slot]) === "danger";
      row.item.classList.toggle("is-danger", isInDanger);
      row.item.querySelector(".avatar")?.classList.toggle("is-stale", hand.isOld);
      row.item.firstElementChild?.setAttribute("aria-label", handSentence(hand, slots, now));
      row.words.textContent = handWords(hand, slots, now);
      row.age.textContent = ageWords(hand.ageSeconds);
      row.age.classList.toggle("is-old", hand.isOld);
    }
    for (const member of gone) {
      this.#drawn.get(member)?.item.remove();
      this.#drawn.delete(member);
    }
    this.#rows.hidden = hands.length === 0;
  }

  /** @param {HandView} hand */
  #row(hand) {
    const look = JSON.stringify([hand.name, hand.colour, hand.picture]);
    const known = this.#drawn.get(hand.member);
    if (known?.look === look) return known;
    const words = h("span", { class: "quiet small", dir: "auto" });
    const age = h("span", { class: "clock-age" });
    const name = hand.isMe ? t("clock.me", { name: hand.name }) : hand.name;
    const item = h(
      "li",
      {},
      h(
        "button",
        { class: "row", type: "button", "data-moves": `person ${hand.member}`, on: { click: () => this.#open(hand.member) } },
        avatar(hand),
        h("span", { class: "grow clock-who" }, h("span", { class: "clock-name", dir: "auto" }, name), words),
        age,
      ),
    );
    if (known) known.item.replaceWith(item);
    else this.#rows.append(item);
    const row = { item, words, age, look };
    this.#drawn.set(hand.member, row);
    return row;
  }

  /** @param {HandView[]} hands */
  #drawEmpty(hands) {
    const isAlone = this.app.family.connections.seen.length === 0;
    const kind = isAlone ? "alone" : hands.length === 0 ? "empty" : "";
    if (this.#empty.dataset.kind === kind) return;
    this.#empty.dataset.kind = kind;
    this.#empty.hidden = kind === "";
    if (kind === "") return this.#empty.replaceChildren();
    const action =
      kind === "alone"
        ? { text: t("clock.connect"), perform: () => void this.app.router.go("/connect") }
        : { text: t("clock.choose"), perform: () => void this.#choose() };
    const title = t(kind === "alone" ? "clock.alone.title" : "clock.empty.title");
    const words = t(kind === "alone" ? "clock.alone.words" : "clock.empty.words");
    return this.#empty.replaceChildren(stateView("empty", { title, words, action }));
  }

  /** @param {string} member */
  #open(member) {
    return this.app.router.go(`/people/${member}`);
  }

  async #choose() {
    const { ClockSheet } = await import("../elements/clock-sheet.js");
    if (!this.signal.aborted) new ClockSheet(this.app, this.signal);
  }
}

customElements.define("clock-page", ClockPage);
