// @ts-check
import { isAway, Refusal } from "../lib/hub/api.js";
import { errorWords } from "../lib/dom/page.js";
import { helpTexts, t } from "../lib/words/text.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 *
 * @typedef {object} Unsent  something that was done without the hub
 * @property {string} key  the same for the same thing, which waits once
 * @property {string} path
 * @property {object} body
 * @property {string} name  what it is about, where the hub refuses it
 */

/** Under which name it is kept. */
const keptName = "outbox";

/**
 * Requests made while the hub was away, sent in their order when it is back. Only those that can be sent twice or late: a
 * request that names the version it is about changes nothing that was changed since. Money, PINs, consents and trips
 * never wait here. It is kept with what was seen last, and erased with it.
 */
export class Outbox {
  #app;
  /** @type {Promise<void> | undefined} */
  #sending;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    app.events.addEventListener("open", () => this.send());
    if (app.events.link === "live") this.send();
  }

  /** @returns {Unsent[]} */
  get items() {
    return this.#kept?.last(keptName)?.value ?? [];
  }

  get #kept() {
    return this.#app.api.kept;
  }

  /** @param {string} key */
  has(key) {
    return this.items.some((item) => item.key === key);
  }

  /**
   * Keeps something to be sent later; false where this browser keeps nothing.
   *
   * @param {Unsent} unsent
   */
  add(unsent) {
    if (!this.has(unsent.key)) this.#write([...this.items, unsent]);
    return this.has(unsent.key);
  }

  /** Sends what waits; what the hub refuses is said and does not wait any longer. */
  send() {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll() {
    for (const { key, path, body, name } of this.items) {
      try {
        await this.#app.api.post(path, body);
      } catch (error) {
        // A hub that is away, busy or has logged this browser out: what stays is sent with the next stream, or is erased.
        if (isAway(error) || !(error instanceof Refusal) || [401, 429, 503].includes(error.status)) return;
        await helpTexts();
        this.#app.say(t("missions.notSent", { name, why: errorWords(error) }));
      }
      this.#write(this.items.filter((item) => item.key !== key));
      // The list is read again, whatever the hub made of it.
      this.#app.events.dispatchEvent(new Event("mission"));
    }
  }

  /** @param {Unsent[]} items */
  #write(items) {
    this.#kept?.keep(keptName, () => items);
    this.#kept?.flush();
  }
}

/** @type {Outbox | undefined} */
let only;

/**
 * The one of this page, made when it is first asked for.
 *
 * @param {App} app
 */
export function outboxOf(app) {
  only ??= new Outbox(app);
  return only;
}
