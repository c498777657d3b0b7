// @ts-check
import { stateView } from "./state-view.js";
import { isAway, Refusal, Unreachable } from "../hub/api.js";
import { t } from "../words/text.js";

/**
 * @typedef {import("../hub/api.js").API} API
 * @typedef {import("../../stores/family.js").Family} Family
 * @typedef {import("../hub/events.js").Events} Events
 * @typedef {import("./router.js").Router} Router
 *
 * @typedef {object} App  what every page works with
 * @property {API} api
 * @property {Events} events
 * @property {Family} family
 * @property {Router} router
 * @property {import("../device/own-fixes.js").OwnFixes} ownFixes  this page's own position, while its owner shares it
 * @property {(text: string) => void} say  a short word at the foot of the page, read out to those who do not see it
 * @property {(isShared?: boolean) => Promise<void>} enter  reads the family after a log-in, on a device that others use too
 *   or not, and opens what was asked for
 * @property {(end?: () => Promise<unknown>, next?: string) => Promise<void>} leave  logs out, by another request if need be
 */

/** A wait shorter than this shows nothing: a flash of a skeleton reads slower than none (product A8). */
const patienceMilliseconds = 150;

/** A part of a page: an element that works with what the page works with. */
export class Part extends HTMLElement {
  /** @type {App} */
  app = /** @type {any} */ (undefined);

  #leaving = new AbortController();

  /** Aborted when the part is left: for listeners, requests and the ticker. */
  get signal() {
    return this.#leaving.signal;
  }

  connectedCallback() {
    this.open();
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /** Draws the part; every part has its own. */
  open() {}

  /**
   * Shows a skeleton while something is awaited and, where it fails, what happened with a way to try again.
   *
   * @template Value
   * @param {Element} container
   * @param {() => Promise<Value>} read
   * @param {(value: Value) => void} draw
   */
  async show(container, read, draw) {
    const timer = setTimeout(() => container.replaceChildren(stateView("loading")), patienceMilliseconds);
    try {
      const value = await read();
      clearTimeout(timer);
      if (this.signal.aborted) return;
      container.replaceChildren();
      draw(value);
    } catch (error) {
      clearTimeout(timer);
      if (this.signal.aborted) return;
      const retry = () => void this.show(container, read, draw);
      container.replaceChildren(failure(error, retry));
      // A hub that is back needs no tap. What asks again by hand is asked once.
      const view = container.firstElementChild;
      const again = () => view?.isConnected && retry();
      if (isAway(error)) this.app.events.addEventListener("open", again, { once: true, signal: this.signal });
    }
  }
}

/** One screen: the part that the router puts into the frame. */
export class Page extends Part {
  /**
   * What stood in the path: `id` of /places/:id.
   *
   * @type {Record<string, string>}
   */
  params = {};

  /**
   * Takes what another address of the same kind says, where the page goes on with it; true where it did.
   *
   * @param {Record<string, string>} _params
   */
  turn(_params) {
    return false;
  }
}

/**
 * A part for a page.
 *
 * @template {Part} Kind
 * @param {{new (): Kind}} Kind
 * @param {App} app
 * @param {Partial<Kind>} [more]  further properties, set before it is drawn
 * @returns {Kind}
 */
export function part(Kind, app, more = {}) {
  return Object.assign(new Kind(), { app }, more);
}

/**
 * What is shown where something could not be read: what happened, what is safe, and a button to try again.
 *
 * @param {unknown} error
 * @param {() => void} retry
 */
export function failure(error, retry) {
  const action = { text: t("state.retry"), perform: retry };
  if (error instanceof Unreachable) {
    return stateView("offline", { title: t("state.offline.title"), words: t("state.offline.words"), action });
  }
  return stateView("error", { title: t("state.error.title"), words: errorWords(error), action });
}

/**
 * The words for an error: what happened and, where the hub says it, what to do.
 *
 * @param {unknown} error
 */
export function errorWords(error) {
  if (error instanceof Refusal) return error.title === error.message ? error.title : `${error.title} ${error.message}`;
  if (error instanceof Unreachable) return t("state.offline.words");
  return t("state.error.words");
}

/**
 * What is wrong where the hub let a browser in and takes it for a stranger right after: it dropped the cookie, as some
 * do over plain HTTP.
 */
export function cookieLost() {
  return new Refusal({ status: 0, code: "cookieLost", title: t("state.cookieLost") });
}
