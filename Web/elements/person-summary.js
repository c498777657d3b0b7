// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h, set, setText } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { number, t } from "../lib/words/text.js";
import { isLive } from "../models/people.js";
import { compassWord, course, isGrey, placement, stampWords, standing } from "../models/standing.js";
import { momentWords, motionName, motionWords, speedWords, whereWords } from "../models/words.js";

/**
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {{label: string, value: string, icon: import("../lib/dom/icons.js").IconName}} Fact
 */

/** Who is shown, where they are in a large sentence, and how far that can be trusted. */
export class PersonSummary extends HTMLElement {
  /** Called by the button that leads from one person back to everyone. */
  onEveryone = () => {};
  #name = h("bdi", {}, t("home.page"));
  #title = h("h1", {}, this.#name);
  #sentence = h("p", { class: "summary-sentence" });
  #stamp = h("p", { class: "summary-stamp" });
  #note = h("p", { class: "quiet small" });
  #picture = h("div", { class: "summary-picture" });
  #everyone = h("button", { class: "button icon-button summary-all", type: "button" }, icon("people"));
  #shown = "";

  connectedCallback() {
    const words = h("div", { class: "summary-words" }, this.#title, this.#sentence, this.#stamp, this.#note);
    this.#everyone.setAttribute("aria-label", t("home.showEveryone"));
    this.#everyone.addEventListener("click", () => this.onEveryone());
    this.append(this.#picture, words, this.#everyone);
  }

  /**
   * @param {Person} person
   * @param {boolean} isAlone  there is nobody else to show
   * @param {number} now
   */
  drawPerson(person, isAlone, now) {
    this.#everyone.hidden = isAlone;
    const how = standing(person, now);
    this.dataset.standing = how;
    this.#drawPicture(`${person.id} ${person.name} ${person.picture ?? ""} ${person.colour}`, () => avatar(person), person.id);
    this.#picture.classList.toggle("is-stale", isGrey(person, now));
    put(this.#name, person.isMe ? t("home.me") : person.name);
    put(this.#sentence, how === "never" && person.isMe ? t("home.youNever") : whereWords(person, now));
    put(this.#stamp, how === "lost" || how === "never" ? "" : stampWords(person, now));
    put(this.#note, noteOf(person, now));
  }

  /** @param {number} count */
  drawEveryone(count) {
    this.dataset.standing = "all";
    this.#everyone.hidden = true;
    this.#drawPicture("all", () => icon("people"));
    this.#picture.classList.remove("is-stale");
    put(this.#name, t("home.everyone"));
    put(this.#sentence, "");
    put(this.#stamp, t("home.count", { count }));
    put(this.#note, "");
  }

  /** Where there is nobody whom I see: they took their consent back, or never gave it. */
  drawGone() {
    this.dataset.standing = "all";
    this.#everyone.hidden = false;
    this.#drawPicture("gone", () => icon("person"));
    this.#picture.classList.remove("is-stale");
    put(this.#name, t("home.gone"));
    for (const element of [this.#sentence, this.#stamp]) put(element, "");
    put(this.#note, t("home.goneWords"));
  }

  /**
   * @param {string} key
   * @param {() => Element} make
   * @param {string} [person]
   */
  #drawPicture(key, make, person) {
    if (this.#shown === key) return;
    this.#shown = key;
    set(this.#picture, { "data-moves": person && `person ${person}` });
    this.#picture.replaceChildren(make());
  }
}

/** The rest of what is known of a person now, in a line: speed, course, battery. */
export class PersonFacts extends HTMLElement {
  #list = h("dl", { class: "facts" });
  #way = h("a", { class: "button quiet-button" }, icon("course"), t("home.way"));
  #shown = "";

  connectedCallback() {
    this.append(this.#list, this.#way);
  }

  /**
   * @param {Person} person
   * @param {number} now
   */
  draw(person, now) {
    const facts = factsOf(person, now);
    const shown = JSON.stringify([person.id, facts]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#list.hidden = facts.length === 0;
    // Behind the number sign, which nobody is sent.
    this.#way.href = `/route#member=${person.id}`;
    this.#way.hidden = person.isMe || placement(person)?.kind !== "fix";
    this.#list.replaceChildren(
      ...facts.map(({ label, value, icon: name }) => h("div", {}, icon(name), h("dt", { class: "visually-hidden" }, label), h("dd", {}, value))),
    );
  }
}

/**
 * What matters beside a person's place, and was not said there.
 *
 * @param {Person} person
 * @param {number} now
 * @returns {Fact[]}
 */
function factsOf(person, now) {
  const { fix, motion, motionSince, batteryPercent, state } = person.presence ?? {};
  /** @type {Fact[]} */
  const facts = [];
  if (motion && state === "place" && motion !== "stationary" && !person.journey) {
    const word = motionWords(motion);
    const value = motionSince ? t("home.motionSince", { motion: word, time: momentWords(motionSince, now) }) : word;
    facts.push({ label: t("home.motion"), value, icon: motionName(motion) });
  }
  const direction = course(person, now);
  // An old speed is not the speed now, and no speed is said by the movement.
  if (fix?.speedMetresPerSecond !== undefined && isLive(person, now) && (motion !== "stationary" || direction !== undefined)) {
    facts.push({ label: t("home.speed"), value: speedWords(fix.speedMetresPerSecond), icon: "speed" });
  }
  if (direction !== undefined) facts.push({ label: t("home.course"), value: compassWord(direction), icon: "course" });
  const battery = fix?.batteryPercent ?? batteryPercent;
  if (battery !== undefined) {
    const value = t("home.percent", { percent: number(battery) });
    facts.push({ label: t("home.batteryLabel"), value, icon: "battery" });
  }
  return facts;
}

/**
 * @param {Person} person
 * @param {number} now
 */
function noteOf(person, now) {
  const how = standing(person, now);
  const place = placement(person);
  if (place?.kind === "fix" || how === "never") return "";
  if (place?.kind === "cell") return t("home.onlyCell", { name: person.name });
  return how === "lost" || person.isMe ? t("home.noPosition") : t("home.onlyPlace", { name: person.name });
}

/**
 * Sets a text only where it is another, so that nobody hears the same twice; hides what has none.
 *
 * @param {HTMLElement} element
 * @param {string} text
 */
function put(element, text) {
  setText(element, text);
  element.hidden = text === "";
}

customElements.define("person-summary", PersonSummary);
customElements.define("person-facts", PersonFacts);
