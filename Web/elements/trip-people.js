// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { withPIN } from "./pin-request.js";
import { redraw, save } from "../lib/dom/saving.js";
import { safetyOf } from "../stores/safety.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { groupedCode, spokenCode } from "../models/codes.js";
import { placeAt } from "../models/place.js";
import { companions } from "../models/trip.js";
import { momentWords } from "../models/words.js";
import { sending } from "./link-sending.js";
import { nameOf } from "./place-search.js";

/** @typedef {import("../lib/hub/trip-shapes.js").Trip} Trip */

/** Who watches over my trip, and the link and the code for those without an account (C2, F49). */
export class TripPeople extends Part {
  #people = h("section", { class: "section" });
  #share = h("section", { class: "section trip-share" });
  /** @type {Trip | undefined} */
  #trip;
  #drawn = "";
  /** What the start of the trip is called; empty until that is known, and where it has no name. */
  #start = "";
  #startOf = "";

  open() {
    this.className = "stack";
    this.replaceChildren(this.#people, this.#share);
  }

  /** @param {Trip} trip */
  tell(trip) {
    this.#trip = trip;
    this.#nameStart(trip);
    const { companions: people, viewers, link, accessCode } = trip;
    const drawn = JSON.stringify([people, viewers, link, accessCode, this.#unreachable]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#drawPeople(trip);
    this.#drawShare(trip);
  }

  /** Whom no push, text or mail reaches. */
  get #unreachable() {
    return safetyOf(this.app).mine?.unreachable ?? [];
  }

  /** @param {Trip} trip */
  #drawPeople({ companions: people, viewers }) {
    const rows = [
      ...people.map(({ member, name, colour, picture, mayMissAlarms, acceptedAt }) => {
        const time = acceptedAt ? momentWords(acceptedAt, hubNow()) : "";
        const watches = acceptedAt ? t("trip.accepted", { time }) : t("trip.notAccepted");
        const words = h("span", { class: "row-words" }, watches);
        const isUnreachable = this.#unreachable.includes(member);
        if (isUnreachable) words.append(h("span", { class: "caution" }, ` ${t("trip.unreachable", { name })}`));
        else if (mayMissAlarms) words.append(h("span", { class: "caution" }, ` ${t("trip.mayMiss")}`));
        const remove = () => this.#remove(`companions/${member}`, name);
        return row(avatar({ name, colour, picture }), name, words, remove);
      }),
      ...viewers.map(({ id, browser, openedAt }) => {
        const time = momentWords(openedAt, hubNow());
        const name = browser ? t("trip.viewerNamed", { browser, time }) : t("trip.viewer", { time });
        return row(icon("phone"), name, undefined, () => this.#remove(`viewers/${id}`, browser || name));
      }),
    ];
    const list = rows.length > 0 ? h("ul", { class: "list" }, ...rows) : h("p", { class: "quiet" }, t("trip.peopleNone"));
    const add = button(t("trip.add"), () => this.#add(), { style: "quiet-button", key: "add", picture: "add" });
    const isAny = this.#others(people).length > 0;
    redraw(this.#people, h("h2", {}, t("trip.people")), list, ...(isAny ? [h("div", { class: "actions" }, add)] : []));
  }

  /**
   * Those who could be asked as well.
   *
   * @param {Trip["companions"]} people
   */
  #others(people) {
    const asked = new Set(people.map(({ member }) => member));
    return companions(this.app.family.connections).filter(({ member }) => !asked.has(member));
  }

  /**
   * Asked for once, and before it is shared: a browser shares only right after a tap.
   *
   * @param {Trip} trip
   */
  async #nameStart({ id, origin }) {
    if (id === this.#startOf) return;
    this.#startOf = id;
    this.#start = "";
    if (!origin) return;
    const { api } = this.app;
    // What cannot be read leaves the start without a name.
    /** @type {import("../lib/hub/shapes.js").Place[]} */
    const places = await api.get("/places", this.signal).then(({ items }) => items).catch(() => []);
    const start = placeAt(places, origin)?.label ?? (await nameOf(api, origin));
    if (id === this.#startOf) this.#start = start;
  }

  /**
   * What a link is sent with: who asks, from where to where, and both ways to follow.
   *
   * @param {Trip} trip
   * @param {string} href
   */
  #shareWords({ destination, accessCode }, href) {
    const values = { name: this.app.family.me?.name ?? "", from: this.#start, to: destination.name };
    const words = [t(this.#start ? "trip.shareText" : "trip.shareTextTo", values), href];
    const { host, pathname } = new URL(href);
    if (accessCode) words.push(t("trip.shareCode", { code: groupedCode(accessCode), address: host + pathname }));
    return words.join("\n");
  }

  /** @param {Trip} trip */
  #drawShare(trip) {
    const { link, accessCode } = trip;
    if (!link && !accessCode) return redraw(this.#share);
    const parts = [h("h2", {}, t("trip.share")), h("p", { class: "quiet small" }, t("trip.shareWords"))];
    if (accessCode) {
      const code = h("p", { class: "code", "aria-label": spokenCode(accessCode) }, groupedCode(accessCode));
      parts.push(code, h("p", { class: "hint" }, t("trip.codeWords", { address: `${location.host}/follow` })));
    }
    if (link) parts.push(...handing(link, this.app.say, (href) => this.#shareWords(trip, href)));
    return redraw(this.#share, ...parts);
  }

  /**
   * To let somebody see less takes the PIN (F32).
   *
   * @param {string} what
   * @param {string} name
   */
  async #remove(what, name) {
    const { app } = this;
    const words = { title: t("trip.remove", { name }), words: t("pin.sheet.weakenWords") };
    const work = (/** @type {string} */ pin) => app.api.delete(`/trips/${this.#trip?.id}/${what}`, { pin });
    if (!(await withPIN(words, work, this.signal))) return;
    app.say(t("trip.removed", { name }));
    await safetyOf(app).refresh();
  }

  #add() {
    const { app } = this;
    const trip = this.#trip;
    if (!trip) return;
    const rows = this.#others(trip.companions).map((person) => {
      const choose = async () => {
        const perform = () => app.api.post(`/trips/${trip.id}/companions`, { member: person.member });
        if (await save(perform, { say: sheet.say })) sheet.close();
        await safetyOf(app).refresh();
      };
      const button = h("button", { class: "row", type: "button", on: { click: choose } }, avatar(person));
      button.append(h("bdi", { class: "grow" }, person.name), icon("add"));
      return h("li", {}, button);
    });
    const content = [h("p", { class: "quiet" }, t("trip.companionsHint")), h("ul", { class: "list" }, ...rows)];
    const sheet = openSheet(t("trip.add"), content, { signal: this.signal });
  }
}

customElements.define("trip-people", TripPeople);

/**
 * The link, as this page's own address, with the ways to hand it on that there are.
 *
 * @param {string} link
 * @param {(words: string) => void} say
 * @param {(href: string) => string} words  what it is sent with
 */
function handing(link, say, words) {
  // A hub that was not told its address says the path alone.
  const { href } = new URL(link, location.href);
  const buttons = sending(href, say, () => words(href)).flatMap((button) => button || []);
  return [buttons.length > 0 ? h("div", { class: "actions" }, ...buttons) : h("p", { class: "card small trip-link" }, href)];
}

/**
 * @param {Element} picture
 * @param {string} name
 * @param {HTMLElement | undefined} words
 * @param {() => void} remove
 */
function row(picture, name, words, remove) {
  const button = h("button", { class: "button icon-button", type: "button", on: { click: remove } }, icon("close"));
  button.setAttribute("aria-label", t("trip.remove", { name }));
  const who = h("span", { class: "grow" }, h("bdi", { class: "row-name" }, name), words);
  return h("li", { class: "split" }, h("div", { class: "row" }, picture, who), button);
}
