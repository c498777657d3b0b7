// @ts-check
import { painted } from "./dom.js";
import { layers } from "./layers.js";
import { loadStyles } from "./styles.js";
import { allTexts, t } from "../words/text.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {import("./page.js").App} App
 *
 * @typedef {object} Screen  one kind of page
 * @property {string} path  such as /places/:id
 * @property {string} name  what the hub is told when somebody is looked at
 * @property {import("../words/text.js").Key} title
 * @property {() => Promise<{new (): Page}>} load
 * @property {readonly string[]} [styles]  style sheets that only this page and some others need
 * @property {boolean} [isFirst]  true for Home, whose words are there from the start
 * @property {string} [section]  the place in the bar that is lit
 * @property {string} [back]  where the arrow at the top leads; none on the main pages
 * @property {boolean} [isOpen]  true where nobody needs to be logged in
 * @property {boolean} [isSafety]  true where it has a quick exit, and no step back leads there again (F33)
 * @property {boolean} [isForAll]  true where it is open, and members have something to do there as well
 */

/** The paths of the page: follows links without loading anew, and puts the right element into the main part. */
export class Router extends EventTarget {
  /** @type {Screen | undefined} */
  screen;
  #visit = 0;
  /**
   * How pages move, once it is there: the first one stands still, and does not wait for it.
   *
   * @type {import("./motion.js").motion | undefined}
   */
  #motion;

  /**
   * @param {Screen[]} screens
   * @param {HTMLElement} main
   * @param {() => App} app
   * @param {(screen: Screen, isStep: boolean) => string | undefined} guard  another path to go to, or nothing; a step goes
   *   back or forward in the browser's history
   */
  constructor(screens, main, app, guard) {
    super();
    this.screens = screens;
    this.main = main;
    this.app = app;
    this.guard = guard;
    addEventListener("popstate", () => this.#step());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** Opens what the address bar says. */
  async start() {
    await this.#open(location.pathname);
    layers.reopen();
    await painted();
    // Without it pages change plainly.
    import("./motion.js").then(({ motion }) => (this.#motion = motion), () => undefined);
  }

  /**
   * @param {string} path
   * @param {{replace?: boolean}} [options]
   */
  async go(path, options = {}) {
    if (layers.isBusy) await layers.collapse();
    // A page about safety leaves no step in the browser's history, wherever it is left for (F33).
    const isSafety = this.#find(location.pathname)?.screen.isSafety;
    const goal = this.#goal(path);
    if (options.replace || isSafety) history.replaceState(history.state, "", goal);
    else if (goal !== location.pathname) history.pushState({ from: location.pathname }, "", goal);
    await this.#open(location.pathname);
  }

  /**
   * Goes to the page above: by a step back where that leads there, so that it is no further step.
   *
   * @param {string} path
   */
  async back(path) {
    const { from = "" } = history.state ?? {};
    const isHome = [from, path].every((one) => this.#find(one)?.screen.isFirst);
    if ((from === path || isHome) && !this.screen?.isSafety && !layers.isBusy) history.back();
    else await this.go(path);
  }

  /** A step in the browser's history: to another page, or between a page and what lies over it. */
  #step() {
    if (!layers.follow()) this.#open(location.pathname, true);
  }

  /** @param {MouseEvent} event */
  #follow(event) {
    const target = linkFollowed(event);
    if (!target) return;
    event.preventDefault();
    if (target.dataset.back !== undefined) return void this.back(target.pathname);
    this.go(target.pathname + target.search + target.hash);
  }

  /**
   * Where a path leads: a detour is no step of its own, to which somebody who goes back would come again and again.
   *
   * @param {string} path
   */
  #goal(path) {
    const found = this.#find(new URL(path, location.origin).pathname);
    return (found && this.guard(found.screen, false)) ?? path;
  }

  /**
   * @param {string} path
   * @param {boolean} [isStep]  back or forward in the browser's history
   */
  async #open(path, isStep = false) {
    this.#visit += 1;
    const visit = this.#visit;
    const found = this.#find(path);
    if (!found) return this.go("/", { replace: true });
    const elsewhere = this.guard(found.screen, isStep);
    if (elsewhere) return this.go(elsewhere, { replace: true });
    const { load, styles = [], isFirst } = found.screen;
    const [Page] = await Promise.all([load(), loadStyles(styles), isFirst || allTexts()]);
    // A faster finger has gone on meanwhile.
    if (visit !== this.#visit) return undefined;
    layers.isKept = !found.screen.isSafety;
    const { screen: left } = this;
    // To and from a page about safety nothing moves.
    const motion = left?.isSafety || found.screen.isSafety ? undefined : this.#motion;
    motion?.leave();
    const open = this.main.firstElementChild;
    if (open instanceof Page && /** @type {Page} */ (open).turn(found.params)) {
      motion?.arrive();
      return undefined;
    }
    const page = new Page();
    const app = this.app();
    page.app = app;
    page.params = found.params;
    app.api.screen = found.screen.name;
    this.screen = found.screen;
    document.title = `${t(found.screen.title)} · Hearth`;
    this.main.replaceChildren(page);
    // The first one stands at its top, and is laid out once it is all there.
    if (visit > 1) this.main.scrollTop = 0;
    this.dispatchEvent(new Event("screen"));
    // Whoever listens to the page hears the new heading first; whoever sees it gets no ring from a mere tap.
    const heading = page.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    if (visit > 1) heading?.focus({ preventScroll: true });
    if (left) motion?.enter(page, found.screen, left);
    return undefined;
  }

  /** @param {string} path */
  #find(path) {
    const plain = this.screens.find((screen) => screen.path === path);
    if (plain) return { screen: plain, params: {} };
    for (const screen of this.screens) {
      const params = match(screen.path, path);
      if (params) return { screen, params };
    }
    return undefined;
  }
}

/**
 * The link that a click leads along within this page; undefined where it is left to the browser, as with a key held.
 *
 * @param {MouseEvent} event
 */
export function linkFollowed(event) {
  const target = event.target instanceof Element ? event.target.closest("a") : null;
  if (!target || event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  if (target.origin !== location.origin || target.hasAttribute("download") || target.target) return undefined;
  return target.pathname.startsWith("/api/") ? undefined : target;
}

/**
 * What stands in a path in the places of a pattern's names; undefined where it does not fit.
 *
 * @param {string} pattern  such as /places/:id
 * @param {string} path
 * @returns {Record<string, string> | undefined}
 */
export function match(pattern, path) {
  const wanted = pattern.split("/");
  const given = path.replace(/\/$/, "").split("/");
  if (path === "/") given.splice(0, given.length, "", "");
  if (wanted.length !== given.length) return undefined;
  /** @type {Record<string, string>} */
  const params = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(":") && given[index]) params[part.slice(1)] = decodeURIComponent(given[index]);
    else if (part !== given[index]) return undefined;
  }
  return params;
}
