// @ts-check
import "../elements/bottom-panel.js";
import "../elements/people-list.js";
import "../elements/person-summary.js";
import { isAway } from "../lib/hub/api.js";
import { h, painted, setText } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Page, part } from "../lib/dom/page.js";
import { loadStyles } from "../lib/dom/styles.js";
import { allTexts, t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { addressOf, chosen, shownAs, shownAt } from "../models/people.js";
import { standing } from "../models/standing.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Shown} Shown
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {import("../elements/bottom-panel.js").BottomPanel} BottomPanel
 * @typedef {import("../elements/live-map.js").LiveMap} LiveMap
 * @typedef {import("../elements/motion-panel.js").MotionPanel} MotionPanel
 * @typedef {import("../elements/people-list.js").PeopleList} PeopleList
 * @typedef {import("../elements/person-summary.js").PersonSummary} PersonSummary
 * @typedef {import("../elements/person-summary.js").PersonFacts} PersonFacts
 * @typedef {import("../stores/tails.js").Tails} Tails
 * @typedef {import("../elements/where-ask.js").WhereAsk} WhereAsk
 */

/** Two people in the peek say that there are more below. */
const peekOfListPixels = 148;
/** The first step of somebody who begins is not hidden. */
const peekOfStartPixels = 280;
/** Tails fade a step in two minutes: they need no faster beat. */
const fadeTicks = 15;

/** The live map and whom it shows: one person at their address, everyone at the first. */
export class HomePage extends Page {
  /** @type {LiveMap | undefined} */
  #map;
  #panel = /** @type {BottomPanel} */ (document.createElement("bottom-panel"));
  #summary = /** @type {PersonSummary} */ (document.createElement("person-summary"));
  #facts = /** @type {PersonFacts} */ (document.createElement("person-facts"));
  #motion = /** @type {MotionPanel} */ (document.createElement("motion-panel"));
  #list = /** @type {PeopleList} */ (document.createElement("people-list"));
  #detail = h("section", { class: "home-detail" }, this.#facts, this.#motion);
  /** @type {WhereAsk | undefined} */
  #ask;
  #asking = h("section", { class: "home-detail", hidden: true });
  #alone = h("p", { class: "quiet" });
  #start = h("section", { class: "home-start card", hidden: true });
  /** @type {Tails | undefined} */
  #tails;
  /** @type {import("../stores/around.js").Around | undefined} */
  #around;
  #ticks = 0;
  #inset = 0;

  open() {
    const { family, events } = this.app;
    const { signal } = this;
    this.className = "home";
    this.#panel.head.append(this.#summary);
    this.#panel.body.append(this.#detail, this.#asking, this.#start, this.#list);
    this.#panel.addEventListener("cover", (event) => {
      this.#inset = detail(event);
      if (this.#map) this.#map.inset = this.#inset;
    });
    for (const one of [this.#summary, this.#list]) one.onEveryone = () => this.#choose({ kind: "all" });
    this.append(this.#panel);
    family.addEventListener("people", () => this.#show(), { signal });
    family.addEventListener("presence", (event) => this.#heard(detail(event)), { signal });
    events.addEventListener("open", () => this.#tails?.forget(), { signal });
    this.#remember(this.#shown);
    this.#show();
    ticker.each(() => this.#tick(), signal);
    this.#bringMap();
    this.#lookAround();
  }

  /**
   * Another person's address: the map stays and turns to them.
   *
   * @param {Record<string, string>} params
   */
  turn(params) {
    this.params = params;
    this.#panel.toggle(false);
    this.#remember(this.#shown);
    this.#show();
    return true;
  }

  /** The map comes when the words can be read, which all that it needs would make wait. */
  async #bringMap() {
    await painted();
    const { api, events } = this.app;
    const { signal } = this;
    document.head.append(laterParts().content);
    try {
      const [{ LiveMap }, { Tails }] = await Promise.all([
        import("../elements/live-map.js"),
        import("../stores/tails.js"),
        loadStyles(["live-map", "map"]),
      ]);
      if (signal.aborted) return;
      const map = new LiveMap();
      map.inset = this.#inset;
      map.addEventListener("person", (event) => this.#tapped(detail(event)));
      this.#map = map;
      this.#tails = new Tails(api, signal, (person, steps, now) => map.tail(person, steps, now));
      this.prepend(map);
      this.#show();
    } catch {
      // No network just now: asked for again when the hub is back.
      events.addEventListener("open", () => this.#bringMap(), { once: true, signal });
    }
  }

  /** What else is known of each of them comes after what the page is for. */
  async #lookAround() {
    await painted();
    try {
      const { Around } = await import("../stores/around.js");
      const { api, events, family } = this.app;
      if (!this.signal.aborted) this.#around = new Around(api, events, family.me?.id ?? "", this.signal, () => this.#draw());
    } catch {
      // No network just now: the sentences do without.
    }
  }

  /** Shows those who are chosen, on the map and in words. */
  #show() {
    const people = this.#chosen();
    this.#draw();
    this.#map?.show(people);
    this.#tails?.show(people);
  }

  /** @param {string} member */
  #heard(member) {
    const person = this.app.family.people.get(member);
    this.#draw();
    if (!person || !this.#chosen().includes(person)) return;
    this.#map?.update(person);
    this.#tails?.show([person]);
  }

  #tick() {
    this.#draw();
    this.#ticks += 1;
    if (this.#ticks % fadeTicks === 0) this.#tails?.show(this.#chosen());
  }

  /** Everything in words, as it is now: called each second, and touches only what changed. */
  #draw() {
    const now = hubNow();
    const everybody = [...this.app.family.people.values()];
    this.#around?.tell(everybody, now);
    const [person, ...others] = this.#chosen();
    const isOne = person !== undefined && others.length === 0;
    this.#detail.hidden = !isOne || standing(person, now) === "never";
    this.#asking.hidden = !isOne || person.isMe;
    if (!this.#asking.hidden) this.#showAsking(person);
    if (!person) {
      this.#summary.drawGone();
    } else if (isOne) {
      this.#summary.drawPerson(person, everybody.length < 2, now);
      this.#facts.draw(person, now);
      if (!this.#detail.hidden) this.#showMotion(person);
    } else {
      this.#summary.drawEveryone(everybody.length);
    }
    this.#list.draw(everybody, isOne ? shownAs(person) : this.#shown, now);
    this.#list.hidden = everybody.length < 2;
    this.#start.hidden = !this.#isBeginning(everybody, now);
    if (!this.#start.hidden && !this.#start.firstChild) this.#drawStart();
    setText(this.#alone, t(everybody.length > 1 ? "home.start.unseen" : "home.start.alone"));
    this.#panel.extra = this.#start.hidden ? (isOne ? 0 : peekOfListPixels) : peekOfStartPixels;
  }

  get #shown() {
    return shownAt(this.params.id, this.app.family.people);
  }

  #chosen() {
    return chosen(this.app.family.people, this.#shown);
  }

  /**
   * Whether the first steps are shown: while I am alone, and until the hub knows where I am, also beside other people.
   *
   * @param {Person[]} everybody
   * @param {number} now
   */
  #isBeginning(everybody, now) {
    const me = everybody.find(({ isMe }) => isMe);
    return everybody.length < 2 || (me !== undefined && standing(me, now) === "never");
  }

  /** @param {string} member */
  #tapped(member) {
    const person = this.app.family.people.get(member);
    if (!person) return;
    if (this.#chosen().length === 1) this.#panel.toggle(true);
    else this.#choose(shownAs(person));
  }

  /** @param {Shown} shown */
  #choose(shown) {
    this.#remember(shown);
    return this.app.router.go(addressOf(shown, this.app.family.people));
  }

  /**
   * Keeps whom Home shows for the next time it is opened.
   *
   * @param {Shown} shown
   */
  async #remember(shown) {
    const { family } = this.app;
    const { people } = family;
    // The hub remembers nobody whom I do not see, and whoever is alone has no choice to remember.
    const isKnown = people.size > 1 && chosen(people, shown).length > 0;
    if (!isKnown || addressOf(shown, people) === addressOf(family.shown, people)) return;
    try {
      await family.show(shown);
    } catch (error) {
      // Without the hub it is shown all the same, and remembered with the next choice.
      if (!isAway(error)) this.app.say(errorWords(error));
    }
  }

  /**
   * The day of one person, whose drawing comes when it is first wanted.
   *
   * @param {Person} person
   */
  async #showMotion(person) {
    try {
      await Promise.all([import("../elements/motion-panel.js"), loadStyles(["motion-panel"])]);
    } catch {
      // No network just now: asked for again with the next drawing.
      return;
    }
    if (!this.signal.aborted) this.#motion.show(this.app.api, person);
  }

  /**
   * A way to ask one person where they are.
   *
   * @param {Person} person
   */
  async #showAsking(person) {
    try {
      const [{ WhereAsk }] = await Promise.all([import("../elements/where-ask.js"), allTexts()]);
      if (this.signal.aborted) return;
      if (!this.#ask) {
        this.#ask = part(WhereAsk, this.app);
        this.#asking.replaceChildren(this.#ask);
      }
      this.#ask.about(person);
    } catch {
      // No network just now: asked for again with the next drawing.
    }
  }

  async #drawStart() {
    const share = h("div");
    this.#start.replaceChildren(
      h("h2", {}, t("home.start.title")),
      this.#alone,
      share,
      h("a", { class: "button quiet-button", href: "/connect" }, icon("people"), t("home.start.connect")),
      h("a", { class: "button quiet-button", href: "/devices/new" }, icon("phone"), t("home.start.phone")),
    );
    try {
      const [{ ShareHere }] = await Promise.all([
        import("../elements/share-here.js"),
        allTexts(),
        loadStyles(["share-here"]),
      ]);
      share.replaceWith(part(ShareHere, this.app));
    } catch {
      // No network just now. The switch in the account does the same.
    }
  }
}

/** What index.html holds back until the words can be read. */
function laterParts() {
  return /** @type {HTMLTemplateElement} */ (document.getElementById("later"));
}

/** @param {Event} event */
function detail(event) {
  return /** @type {CustomEvent} */ (event).detail;
}

customElements.define("home-page", HomePage);
