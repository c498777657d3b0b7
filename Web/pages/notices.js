// @ts-check
import { noticeActs } from "../elements/notice-acts.js";
import { openAccept } from "../elements/accept-sheet.js";
import { SeerSheet } from "../elements/seer-sheet.js";
import { MyPush } from "../elements/my-push.js";
import { MyWatches } from "../elements/my-watches.js";
import { stateView } from "../lib/dom/state-view.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Page, part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { byWeight, folded, knownKind, nameOf } from "../models/notices.js";
import { sharedWith } from "../models/sharing.js";
import { labelWords, momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Notice} Notice
 * @typedef {import("../lib/hub/shapes.js").Asked} Asked
 */

/** @param {{members: {id: string, name: string}[]}} family */
const kinOf = ({ members }) => members.map(({ id, name }) => ({ member: id, name }));

/** What I am told: each with what can be done about it, and a way to put it away. */
export class NoticesPage extends Page {
  #list = h("div", { class: "stack" });
  /** @type {Asked[]} */
  #asked = [];
  /** @type {Notice[]} */
  #notices = [];
  /**
   * Those of my family, of whom I may see nothing.
   *
   * @type {{member: string, name: string}[]}
   */
  #kin = [];

  open() {
    this.className = "page privacy";
    this.replaceChildren(h("h1", {}, t("notices.title")), this.#list, part(MyWatches, this.app), part(MyPush, this.app));
    this.show(this.#list, () => this.#readAll(), () => this.#draw());
    this.app.events.addEventListener("notice", () => this.#refresh(), { signal: this.signal });
  }

  async #readAll() {
    await Promise.all([this.#read(), this.#readKin()]);
  }

  async #read() {
    const [notices, requests] = await Promise.all([
      this.app.api.get("/notices", this.signal),
      this.app.api.get("/connection-requests", this.signal),
    ]);
    this.#notices = notices.items;
    this.#asked = requests.asked;
  }

  async #readKin() {
    const { items } = await this.app.api.get("/families", this.signal);
    this.#kin = items.flatMap(kinOf);
  }

  async #refresh() {
    try {
      await this.#read();
      // Somebody whom nobody here knows came to the family since.
      if (this.#notices.some((notice) => notice.member && !this.#nameOf(notice))) await this.#readKin();
      this.#draw();
    } catch {
      // The list stands as it was; the next change, or another visit, reads it anew.
    }
  }

  #draw() {
    // Whoever put the word away is still asked.
    const isTold = (/** @type {Asked} */ asked) =>
      this.#notices.some(({ kind, member }) => kind === "askedToConnect" && member === asked.member);
    const more = this.#asked.filter((asked) => !isTold(asked)).map((asked) => this.#askedCard(asked));
    const cards = folded(byWeight(this.#notices)).map(({ kind, notices }) =>
      kind ? this.#fold(kind, notices) : this.#card(notices[0]),
    );
    if (cards.length + more.length > 0) return redraw(this.#list, ...more, ...cards);
    return redraw(this.#list, stateView("empty", { title: t("notices.none"), words: t("notices.noneWords") }));
  }

  /**
   * Many of one kind as one card, which opens.
   *
   * @param {import("../models/notices.js").FoldableKind} kind
   * @param {Notice[]} notices  newest first
   */
  #fold(kind, notices) {
    const title = t(`notice.${kind}.many`, { count: notices.length });
    const all = h("button", { class: "button quiet-button", type: "button" }, t("notices.putAllAway"));
    all.addEventListener("click", () => this.#putAllAway(notices, all));
    return h(
      "details",
      { class: "card notice notice-fold", "data-key": `fold-${kind}` },
      h("summary", {}, h("h2", {}, title), h("p", { class: "quiet small" }, momentWords(notices[0].at, hubNow()))),
      h("div", { class: "stack" }, ...notices.map((notice) => this.#card(notice)), all),
    );
  }

  /** @param {Notice} notice */
  #card(notice) {
    const name = this.#nameOf(notice) ?? t("notices.somebody");
    const kind = knownKind(notice.kind);
    const place = labelWords(notice.place ?? "");
    const time = notice.moment ? momentWords(notice.moment, hubNow()) : "";
    const about = { name, place, what: notice.title ?? "", time };
    const title = kind ? t(`notice.${kind}`, about) : t("notice.other");
    const words = kind ? t(`notice.${kind}.words`, about) : t("notice.other.words");
    const away = h("button", { class: "button icon-button", type: "button", "aria-label": t("notices.putAway", { title }) });
    away.append(icon("close"));
    away.addEventListener("click", () => this.#putAway(notice, away));
    return h(
      "article",
      { class: `card notice notice-${kind ?? "other"}` },
      h("div", { class: "notice-head" }, h("h2", {}, title), kind !== "askedToConnect" && away),
      h("p", { class: "quiet small" }, momentWords(notice.at, hubNow())),
      h("p", {}, words),
      kind === "sharingReminder" && this.#whoSees(),
      h("div", { class: "actions" }, ...this.#actions(notice, name)),
    );
  }

  /** @param {Notice} notice */
  #nameOf({ member }) {
    const { seen, seers } = this.app.family.connections;
    return nameOf(member, this.#asked, seers, seen, this.#kin);
  }

  /** @param {Asked} asked */
  #askedCard(asked) {
    const { member, at } = asked;
    return this.#card({ id: "", kind: "askedToConnect", member, at });
  }

  #whoSees() {
    const now = hubNow();
    const seers = sharedWith(this.app.family.connections.seers, now);
    if (seers.length === 0) return h("p", {}, t("seers.none"));
    const items = seers.map((seer) => {
      const level = t(`level.${seer.precision ?? "off"}`);
      const words = seer.expiresAt ? t("seers.until", { level, time: momentWords(seer.expiresAt, now) }) : level;
      return h("li", {}, h("bdi", {}, seer.name), ` – ${words}`);
    });
    return h("ul", { class: "notice-list" }, ...items);
  }

  /**
   * @param {Notice} notice
   * @param {string} name
   * @returns {HTMLElement[]}
   */
  #actions(notice, name) {
    const { kind, member } = notice;
    const asked = this.#asked.find((request) => request.member === member);
    switch (kind) {
      case "recoveryStarted":
        return [button(t("notice.callOff"), "danger-button", () => this.#callOff())];
      case "deviceManaged": case "keeperManagedDevice":
      case "newLogIn":
      case "passwordChanged":
      case "pinsChanged":
      case "pinResetRequested": case "pinResetCancelled":
      case "sharingReminder": case "shownOnWalls":
        return [to("/account", t("notice.toAccount"))];
      case "liveLinkAdded": case "liveLinkViewed":
        return [to("/sharing", t("notice.toLiveLinks"))];
      case "coinPayeeAdded": case "coinPaymentSent": case "coinLimitRaised": case "coinPasswordChanged": case "coinWalletRemoved":
        return [to("/wallet/coins", t("coins.page"))];
      case "wallOpened":
        return [to("/clock", t("clock.page"))];
      case "liveLinkAsked": case "childLinkMade": case "childLoggedIn": case "childChanged": case "guardianAsked": case "handOverAsked": case "handOverFailed":
        return [to("/family", t("family.page"))];
      case "phoneChanged": case "mailChanged":
        return [to("/reach", t("notice.toNumber"))];
      case "phoneChangeUndone":
      case "factorsChanged":
      case "contactAgreed": case "contactEnded":
      case "passkeyCopied":
        return [to("/security", t("notice.toSecurity"))];
      case "alarm":
      case "alarmEnded":
      case "alarmNotTold":
      case "contactViewed":
        return [to("/alarms", t("notice.toAlarms"))];
      case "tripDue":
      case "tripViewed":
      case "tripCodeChanged":
      case "companionLeft":
        return [to("/trip", t("notice.toTrip"))];
      case "tripStarted":
      case "tripDelayed":
      case "tripLoggedOut": case "tripPinGuessed":
      case "tripArrived":
      case "tripEnded":
        return [to("/trip", t("notice.toTrips"))];
      case "drill":
        return [to("/drills", t("notice.toDrills"))];
      case "paid":
      case "askedForMoney":
      case "moneyDeclined":
      case "depositWaits":
        return [to("/wallet", t("notice.toWallet"))];
      case "signingKeyAdded":
      case "keyDoubted":
      case "ownKeyDoubted":
      case "keyTakenAway":
        return [to("/wallet/keys", t("keys.page"))];
      case "looksOften":
        return [to("/who-looked", t("notice.toLooks"))];
      case "codeUsed": {
        const seer = this.app.family.connections.seers.find((one) => one.member === member);
        if (!seer) return [];
        return [
          button(t("seers.removeAction"), "danger-button", () => this.#end(seer)),
          button(t("seers.sheet", { name }), "quiet-button", () => void new SeerSheet(this.app, seer, this.signal)),
        ];
      }
      case "askedToConnect":
        if (!asked) return [];
        return [
          button(t("asked.choose"), "", () => openAccept(this.app, asked, this.signal, () => this.#refresh())),
          button(t("asked.decline"), "quiet-button", () => this.#decline(asked)),
        ];
      default:
        return noticeActs(this.app, notice, () => this.#refresh());
    }
  }

  /**
   * @param {Notice} notice
   * @param {HTMLButtonElement} away
   */
  async #putAway({ id }, away) {
    away.disabled = true;
    const undo = () => (away.disabled = false);
    await save(() => this.app.api.delete(`/notices/${id}`), { say: this.app.say, undo, done: "" });
    await this.#refresh();
    this.app.events.dispatchEvent(new Event("notice"));
  }

  /**
   * @param {Notice[]} notices
   * @param {HTMLButtonElement} button
   */
  async #putAllAway(notices, button) {
    button.disabled = true;
    const perform = async () => {
      for (const { id } of notices) await this.app.api.delete(`/notices/${id}`);
    };
    await save(perform, { say: this.app.say, undo: () => (button.disabled = false), done: "" });
    await this.#refresh();
    this.app.events.dispatchEvent(new Event("notice"));
  }

  async #callOff() {
    const done = t("notice.calledOff");
    await save(() => this.app.api.delete("/me/recovery"), { say: this.app.say, done });
    await this.#refresh();
  }

  /** @param {import("../lib/hub/shapes.js").Seer} seer */
  async #end({ id, name }) {
    const done = t("seers.removed", { name });
    await save(() => this.app.api.delete(`/connections/${id}`), { say: this.app.say, done });
    await this.app.family.refresh();
    await this.#refresh();
  }

  /** @param {Asked} asked */
  async #decline({ id, name }) {
    const done = t("asked.declined", { name });
    await save(() => this.app.api.delete(`/connection-requests/${id}`), { say: this.app.say, done });
    await this.#refresh();
  }
}

customElements.define("notices-page", NoticesPage);

/**
 * @param {string} words
 * @param {string} more
 * @param {() => void} click
 */
function button(words, more, click) {
  return h("button", { class: `button ${more}`.trim(), type: "button", on: { click } }, words);
}

/**
 * @param {string} href
 * @param {string} words
 */
function to(href, words) {
  return h("a", { class: "button quiet-button", href }, words);
}
