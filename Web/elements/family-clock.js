// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h, s, set } from "../lib/dom/dom.js";
import { layOutHands, shorterWay, shortNames, slotKind } from "../models/clock.js";
import { textWidth } from "../models/clock-boxes.js";
import { takeSeats } from "../models/clock-seats.js";
import { handSentence } from "../models/clock-words.js";
import { ageWords } from "../models/words.js";
import { clockBoss, clockFace } from "./clock-face.js";

/**
 * @typedef {import("../models/clock.js").HandView} HandView
 *
 * @typedef {object} Drawn  a hand on the face
 * @property {SVGElement} blade
 * @property {HTMLElement} item
 * @property {HTMLElement} tip
 * @property {HTMLElement} name
 * @property {HTMLElement} age
 * @property {string} look  what its picture was drawn of
 * @property {number} turned  degrees, counted on over whole turns
 */

const units = 400;
const swingMilliseconds = 1_000;
/** How long a hand is drawn. */
const bladeUnits = 126;
/** A tap so near to a picture means it, in pixels. */
const nearPixels = 34;

/**
 * The family's clock: a face with slots, and a hand for each member that swings to where they are.
 *
 * Sends `open` with the member's id as detail when a hand is tapped or chosen by Enter.
 */
export class FamilyClock extends HTMLElement {
  /** Where hands point; whoever has the hub's own rule as core.wasm may put it here. */
  layOut = layOutHands;
  #dial = h("div", { class: "clock-dial" });
  #blades = h("div", { class: "clock-blades", "aria-hidden": "true" });
  #list = h("div", { class: "clock-hands", role: "list" });
  /** @type {Map<string, Drawn>} */
  #drawn = new Map();
  /** @type {string[]} */
  #slots = [];
  /** @type {HandView[]} */
  #hands = [];
  #faceKey = "";
  #layoutKey = "";
  #unit = 0;
  #resize = new ResizeObserver(() => this.#measure());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  connectedCallback() {
    this.addEventListener("click", this.#tap);
    // All blades lie below the brass, and all pictures and names above it: no blade crosses a name.
    this.replaceChildren(this.#dial, this.#blades, clockBoss(), this.#list);
    this.#resize.observe(this);
    this.#measure();
  }

  disconnectedCallback() {
    this.removeEventListener("click", this.#tap);
    this.#resize.disconnect();
    clearTimeout(this.#rest);
  }

  /**
   * Shows the clock as it is now. What differs from before swings; the first time is silent.
   *
   * @param {string[]} slots
   * @param {HandView[]} hands
   * @param {number} now
   */
  show(slots, hands, now) {
    this.#slots = slots;
    this.#hands = hands;
    this.#drawFace();
    this.#drawHands(now);
    this.#place();
  }

  #measure() {
    const unit = this.clientWidth / units;
    if (unit === this.#unit || unit === 0) return;
    this.#unit = unit;
    this.style.setProperty("--u", `${unit}px`);
    this.#layoutKey = "";
    this.classList.remove("is-swinging");
    this.#place();
  }

  #drawFace() {
    const key = JSON.stringify(this.#slots);
    if (key !== this.#faceKey) this.#dial.replaceChildren(clockFace(this.#slots));
    this.#faceKey = key;
    const taken = new Set(this.#hands.map((hand) => hand.slot));
    this.querySelectorAll(".clock-slot").forEach((mark, index) => mark.classList.toggle("is-taken", taken.has(index)));
  }

  /** @param {number} now */
  #drawHands(now) {
    const names = shortNames(this.#hands.map((hand) => hand.name));
    const gone = new Set(this.#drawn.keys());
    for (const [index, hand] of this.#hands.entries()) {
      gone.delete(hand.member);
      const drawn = this.#drawn.get(hand.member) ?? this.#newHand(hand);
      this.#dress(drawn, hand);
      const isInDanger = slotKind(this.#slots[hand.slot] ?? "") === "danger";
      drawn.blade.classList.toggle("is-old", hand.isOld);
      drawn.item.classList.toggle("is-old", hand.isOld);
      drawn.item.classList.toggle("is-danger", isInDanger);
      drawn.name.textContent = names[index];
      drawn.age.textContent = hand.isOld ? ageWords(hand.ageSeconds) : "";
      set(drawn.tip, { "aria-label": handSentence(hand, this.#slots, now) });
    }
    for (const member of gone) {
      this.#drawn.get(member)?.item.remove();
      this.#drawn.get(member)?.blade.remove();
      this.#drawn.delete(member);
    }
  }

  /** @param {HandView} hand */
  #newHand(hand) {
    const name = h("span", { class: "hand-name", dir: "auto" });
    const age = h("span", { class: "hand-age" });
    const label = h("span", { class: "hand-label", "aria-hidden": "true" }, name, age);
    const tip = h("button", { class: "hand-tip", type: "button", "data-moves": `person ${hand.member}` }, label);
    const item = h("div", { class: "hand", role: "listitem", "data-member": hand.member }, tip);
    /** @type {Drawn} */
    const drawn = { blade: blade(hand.member), item, tip, name, age, look: "", turned: Number.NaN };
    this.#drawn.set(hand.member, drawn);
    this.#blades.append(drawn.blade);
    this.#list.append(item);
    return drawn;
  }

  /**
   * @param {Drawn} drawn
   * @param {HandView} hand
   */
  #dress(drawn, hand) {
    const look = JSON.stringify([hand.name, hand.colour, hand.picture]);
    if (look === drawn.look) return;
    drawn.look = look;
    for (const part of [drawn.item, drawn.blade]) part.dataset.colour = String(hand.colour);
    drawn.tip.querySelector(".avatar")?.remove();
    drawn.tip.prepend(avatar(hand));
  }

  /** Turns every hand to its angle and finds the pictures their seats, where anything changed. */
  #place() {
    const slots = this.#hands.map((hand) => hand.slot);
    const labels = this.#hands.map((hand) => this.#labelSize(hand));
    const key = JSON.stringify([this.#slots.length, this.#hands.map((hand) => hand.member), slots, labels, this.#unit]);
    if (key === this.#layoutKey || this.#unit === 0) return;
    const isFirst = this.#layoutKey === "";
    this.#layoutKey = key;
    const { angleDegrees } = this.layOut(slots, this.#slots.length);
    const riders = angleDegrees.map((angle, index) => ({ angleDegrees: angle, ...labels[index] }));
    const { radius, seats } = takeSeats(riders);
    this.style.setProperty("--tip", `${(2 * radius * this.#unit).toFixed(2)}px`);
    if (!isFirst) this.#swing();
    for (const [index, { member }] of this.#hands.entries()) {
      const drawn = this.#drawn.get(member);
      if (drawn) this.#turn(drawn, angleDegrees[index], seats[index]);
    }
  }

  /** A class for as long as a swing lasts: a change of size, and the first look, are no swing. */
  #swing() {
    this.classList.add("is-swinging");
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.classList.remove("is-swinging"), swingMilliseconds);
  }

  /**
   * @param {Drawn} drawn
   * @param {number} angle
   * @param {import("../models/clock-seats.js").Seat} seat
   */
  #turn(drawn, angle, seat) {
    drawn.turned = Number.isNaN(drawn.turned) ? angle : shorterWay(drawn.turned, angle);
    drawn.item.classList.toggle("is-unnamed", !seat.hasLabel);
    drawn.item.dataset.side = seat.side;
    // The picture rides at the tip: beyond it a name may stand.
    drawn.blade.style.transform = `rotate(${drawn.turned}deg) scaleY(${(seat.reach / bladeUnits).toFixed(3)})`;
    // The picture turns back as it goes round, in the same time: it stays upright all the way.
    const reach = (seat.reach * this.#unit).toFixed(2);
    drawn.item.style.transform = `rotate(${drawn.turned}deg) translateY(-${reach}px) rotate(${-drawn.turned}deg)`;
  }

  /**
   * The room that a hand's words take, in units of the clock; an age keeps the same room while it grows.
   *
   * @param {HandView} hand
   */
  #labelSize(hand) {
    const size = labelPixels(this.#unit) / (this.#unit || 1);
    const name = shortNames(this.#hands.map((other) => other.name))[this.#hands.indexOf(hand)];
    const width = textWidth(name);
    const ageWidth = hand.isOld ? Math.max(4.6, 0.88 * textWidth(ageWords(hand.ageSeconds))) : 0;
    return { labelWidth: (Math.max(width, ageWidth) + 0.7) * size, labelHeight: (hand.isOld ? 2.35 : 1.3) * size };
  }

  /** @param {MouseEvent} event */
  #tap = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const own = target?.closest("[data-member]")?.getAttribute("data-member");
    // Keys come without a point: they mean the hand in focus. In a crowd a finger means the picture nearest to it.
    const member = event.detail === 0 ? own : this.#nearest(event) ?? own;
    if (member) this.dispatchEvent(new CustomEvent("open", { detail: member }));
  };

  /** @param {MouseEvent} event */
  #nearest(event) {
    let best;
    let bestDistance = nearPixels;
    for (const [member, { tip }] of this.#drawn) {
      const box = (tip.querySelector(".avatar") ?? tip).getBoundingClientRect();
      const distance = Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
      if (distance < bestDistance) [best, bestDistance] = [member, distance];
    }
    return best;
  }
}

/**
 * How large the names are: they grow with the clock, and are never too small to read.
 *
 * @param {number} unit
 */
function labelPixels(unit) {
  return Math.max(10.5, 11.5 * unit);
}

/**
 * A slim hand with a ridge along its middle, pointing up: one side lies in the light, the other in the shade.
 *
 * @param {string} member
 */
function blade(member) {
  const left = "M0 -133L-1.6 -112L-3.6 -24L-2.2 0L-3 26L0 29Z";
  const right = "M0 -133L1.6 -112L3.6 -24L2.2 0L3 26L0 29Z";
  return s(
    "svg",
    { class: "hand-blade", viewBox: "-8 -134 16 164", "data-member": member },
    s("path", { class: "hand-reach", d: "M0 -133V29" }),
    s("path", { class: "hand-light", d: left }),
    s("path", { class: "hand-light", d: right }),
    s("path", { class: "hand-shade", d: right }),
  );
}

customElements.define("family-clock", FamilyClock);
