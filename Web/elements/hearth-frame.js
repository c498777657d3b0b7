// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";
import { SharedChip } from "./shared-chip.js";

/**
 * @typedef {import("../stores/family.js").Family} Family
 * @typedef {import("../lib/hub/events.js").Events} Events
 * @typedef {import("../lib/dom/router.js").Screen} Screen
 */

/** @type {{section: string, path: string, icon: import("../lib/dom/icons.js").IconName, text: import("../lib/words/text.js").Key}[]} */
const sections = [
  { section: "home", path: "/", icon: "home", text: "bar.home" },
  { section: "clock", path: "/clock", icon: "clock", text: "bar.clock" },
  { section: "trip", path: "/trip", icon: "trip", text: "bar.trip" },
  { section: "missions", path: "/missions", icon: "missions", text: "bar.missions" },
  { section: "wallet", path: "/wallet", icon: "wallet", text: "bar.wallet" },
];

/** A break shorter than this is not worth a word. */
const bannerPatienceMilliseconds = 3_000;
const wordsMilliseconds = 5_000;

/** The frame around every page: the way back, the account, the bar, the banner of a hub that is away. */
export class HearthFrame extends HTMLElement {
  main = h("main", { class: "frame-main", id: "main" });
  #head = h("header", { class: "frame-head" });
  #banner = h("div", { class: "frame-banner", role: "status", hidden: true });
  #bar = h("nav", { class: "frame-bar" });
  #words = h("div", { class: "frame-words", role: "status" });
  #chip = new SharedChip();
  /**
   * The way out of a page about safety, once it is there (F33).
   *
   * @type {HTMLElement | undefined}
   */
  #exit;
  /** @type {Family | undefined} */
  #family;
  /** @type {Events | undefined} */
  #events;
  /** @type {import("../lib/hub/api.js").API | undefined} */
  #api;
  /** @type {Screen | undefined} */
  #screen;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #wordsTimer;

  connectedCallback() {
    this.#bar.setAttribute("aria-label", t("bar.label"));
    this.replaceChildren(this.#head, this.#banner, this.main, this.#words, this.#bar);
  }

  /**
   * @param {Family} family
   * @param {Events} events
   * @param {import("../lib/hub/api.js").API} api
   */
  watch(family, events, api) {
    this.#family = family;
    this.#events = events;
    this.#api = api;
    this.#chip.family = family;
    family.addEventListener("people", () => {
      this.#drawHead();
      this.#drawBanner();
    });
    events.addEventListener("link", () => this.#drawBanner());
    api.onKept = () => this.#drawBanner();
  }

  /**
   * Shows which page is open.
   *
   * @param {Screen} screen
   */
  open(screen) {
    this.#screen = screen;
    // Missions are for members and guests: who is logged in has the bar there too.
    const isOwn = screen.section !== undefined && this.#family?.me !== undefined;
    this.classList.toggle("is-bare", Boolean(screen.isOpen) && !isOwn);
    this.#drawHead();
    if (screen.isSafety && !this.#exit) this.#bringExit();
    this.#drawBanner();
    this.#bar.replaceChildren(
      ...sections.map(({ section, path, icon: name, text }) =>
        h("a", { href: path, "aria-current": section === screen.section ? "page" : false }, icon(name), t(text)),
      ),
    );
  }

  /**
   * Says something short that goes away by itself.
   *
   * @param {string} text
   */
  say(text) {
    clearTimeout(this.#wordsTimer);
    // A page with nothing to say takes back what was said before; an empty shape would say that something is missing.
    this.#words.replaceChildren(...(text ? [h("p", {}, text)] : []));
    this.#wordsTimer = setTimeout(() => this.#words.replaceChildren(), wordsMilliseconds);
  }

  #drawHead() {
    const back = this.#screen?.back;
    const me = this.#family?.me;
    const mark = back
      ? h("a", { class: "mark", href: back, "data-back": true }, icon("back"), t("frame.back"))
      : h("a", { class: "mark", href: "/" }, icon("hearth"), "Hearth");
    const account = me && h("a", { class: "to-account", href: "/account", "aria-label": t("frame.account") }, avatar(me));
    const exit = this.#screen?.isSafety ? this.#exit : undefined;
    this.#head.replaceChildren(mark, ...(exit ? [exit] : []), ...(account ? [this.#chip, account] : []));
  }

  /** Few pages have it, so it comes with the first of them. */
  async #bringExit() {
    try {
      const { quickExit } = await import("./quick-exit.js");
      this.#exit ??= quickExit();
      this.#drawHead();
    } catch {
      // No network just now: asked for again with the next page.
    }
  }

  /** Says that the hub is away, at once where something of before is shown, and of when the oldest of it is. */
  #drawBanner() {
    const kept = [this.#family?.keptAt, this.#api?.shownAt].flatMap((at) => at ?? []);
    const isOffline = this.#events?.link === "offline";
    if (kept.length === 0 && isOffline && this.#patience !== undefined) return;
    clearTimeout(this.#patience);
    this.#patience = undefined;
    if (kept.length > 0) return this.#showBanner(Math.min(...kept));
    if (!isOffline) return void (this.#banner.hidden = true);
    const heardAt = () => this.#events?.heardAt ?? 0;
    this.#patience = setTimeout(() => this.#showBanner(heardAt()), bannerPatienceMilliseconds);
    return undefined;
  }

  /** @param {number} at  since when; 0 where that is not known */
  #showBanner(at) {
    const text = at > 0 ? t("banner.offlineSince", { time: momentWords(new Date(at), Date.now()) }) : t("banner.offline");
    this.#banner.hidden = false;
    if (this.#banner.textContent !== text) this.#banner.replaceChildren(icon("offline"), h("span", {}, text));
  }
}

customElements.define("hearth-frame", HearthFrame);
