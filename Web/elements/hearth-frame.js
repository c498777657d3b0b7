// @ts-check
import { avatar } from "../lib/avatar.js";
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t, timeOfDay } from "../lib/text.js";
import { SharedChip } from "./shared-chip.js";

/**
 * @typedef {import("../lib/family.js").Family} Family
 * @typedef {import("../lib/events.js").Events} Events
 * @typedef {import("../lib/router.js").Screen} Screen
 */

/** @type {{section: string, path: string, icon: import("../lib/icons.js").IconName, text: import("../lib/text.js").Key}[]} */
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
  /** @type {Family | undefined} */
  #family;
  /** @type {Screen | undefined} */
  #screen;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;

  connectedCallback() {
    this.#bar.setAttribute("aria-label", t("bar.label"));
    this.replaceChildren(this.#head, this.#banner, this.main, this.#bar, this.#words);
  }

  /**
   * @param {Family} family
   * @param {Events} events
   */
  watch(family, events) {
    this.#family = family;
    this.#chip.family = family;
    family.addEventListener("people", () => this.#drawHead());
    events.addEventListener("link", () => this.#drawBanner(events));
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
    const words = h("p", {}, text);
    this.#words.replaceChildren(words);
    setTimeout(() => words.remove(), wordsMilliseconds);
  }

  #drawHead() {
    const back = this.#screen?.back;
    const me = this.#family?.me;
    const mark = back
      ? h("a", { class: "mark", href: back }, icon("back"), t("frame.back"))
      : h("a", { class: "mark", href: "/" }, icon("hearth"), "Hearth");
    const account = me && h("a", { class: "to-account", href: "/account", "aria-label": t("frame.account") }, avatar(me));
    this.#head.replaceChildren(mark, ...(account ? [this.#chip, account] : []));
  }

  /** @param {Events} events */
  #drawBanner(events) {
    clearTimeout(this.#patience);
    if (events.link !== "offline") {
      this.#banner.hidden = true;
      return;
    }
    this.#patience = setTimeout(() => {
      const since = events.heardAt > 0 ? timeOfDay(new Date(events.heardAt)) : "";
      const text = since ? t("banner.offlineSince", { time: since }) : t("banner.offline");
      this.#banner.replaceChildren(icon("offline"), h("span", {}, text));
      this.#banner.hidden = false;
    }, bannerPatienceMilliseconds);
  }
}

customElements.define("hearth-frame", HearthFrame);
