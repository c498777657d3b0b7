// @ts-check
import { hearHubTime } from "./hub-clock.js";
import { isAway, Refusal, Unreachable } from "./refusal.js";
import { familyOf } from "./session-state.js";

export { isAway, Refusal, Unreachable };

/** @typedef {import("./refusal.js").Problem} Problem */

/** Rejects when what is kept is shown rather than waited any longer for a hub that may be away. */
export function tooLong() {
  return new Promise((_, fail) => setTimeout(() => fail(new Unreachable()), keptPatienceMilliseconds));
}

const root = "/api/v1";
const familyPath = "/session?family=true";
const keptPatienceMilliseconds = 4_000;

/** What answers with a new session in place of the one that asked. */
const renewing = ["POST /sessions/current/proof", "PUT /me/password", "PUT /me/phone"];

/**
 * Speaks to the hub. Every method resolves with the answer's body, and rejects with `Refusal` or `Unreachable`.
 */
export class API {
  /** Called once when the hub says that nobody is logged in any more. */
  onLoggedOut = () => {};

  /**
   * Asks for the PIN where something runs that only it weakens, and does with it what was refused without (F32).
   *
   * @type {((work: (pin: string) => Promise<any>, refusal: Refusal) => Promise<any>) | undefined}
   */
  withPIN;

  /** How often the session was replaced by a new one, and what may be replacing it now. */
  #renewals = 0;
  /** @type {Promise<unknown> | undefined} */
  #renewal;

  /**
   * What answers `read` while the hub is away.
   *
   * @type {import("./kept.js").Kept | undefined}
   */
  kept;

  /** Whether the hub is heard just now, so that an answer is worth its wait. */
  isHeard = () => true;

  /** Called when the open screen shows something of another age; see `shownAt`. */
  onKept = () => {};

  /**
   * What the open screen shows of before, and when the hub said it.
   *
   * @type {Map<string, number>}
   */
  #shown = new Map();

  /** @type {import("./session-state.js").HeldMember | undefined} whose session waits here for a guardian (F87) */
  held;

  /** The name of the open screen, which the hub is told with each look at somebody. */
  screen = "home";

  /** The page's language, in which refusals are to be; the browser's until it is known. */
  language = "";

  /**
   * @param {string} path  below /api/v1
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  get(path, signal) {
    return this.#send("GET", path, undefined, signal);
  }

  /**
   * Reads everything that the page begins with. Where nobody is logged in the hub says so instead of refusing, which would
   * be a fault in a guest's console; here it is the refusal that it is elsewhere.
   *
   * @returns {Promise<import("./shapes.js").FamilyView>}
   */
  family() {
    return this.#send("GET", familyPath);
  }

  /**
   * Reads what may be shown with its time while the hub is away: then the answer is the one that was kept last. The caller
   * reads again when the event stream opens.
   *
   * @param {string} path
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async read(path, signal) {
    const last = this.kept?.last(path);
    const asked = this.get(path, signal).then((answer) => {
      this.kept?.keep(path, () => answer);
      return answer;
    });
    try {
      const answer = await (last ? Promise.race([asked, this.#whileAway()]) : asked);
      this.#show(path, undefined);
      return answer;
    } catch (error) {
      if (!last || !isAway(error) || signal?.aborted) throw error;
      this.#show(path, last.at);
      return last.value;
    }
  }

  /** When the hub said the oldest of what the open screen shows from before; undefined where it shows nothing such. */
  get shownAt() {
    return this.#shown.size > 0 ? Math.min(...this.#shown.values()) : undefined;
  }

  /** Another screen is open, which shows nothing yet. */
  showNothing() {
    this.#shown.clear();
  }

  async #whileAway() {
    await tooLong().catch((error) => {
      if (!this.isHeard()) throw error;
    });
    return new Promise(() => {});
  }

  /**
   * @param {string} path
   * @param {number | undefined} at
   */
  #show(path, at) {
    if (this.#shown.get(path) === at) return;
    if (at === undefined) this.#shown.delete(path);
    else this.#shown.set(path, at);
    this.onKept();
  }

  /**
   * @param {string} path
   * @param {object} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  post(path, body, signal) {
    return this.#send("POST", path, body, signal);
  }

  /**
   * @param {string} path
   * @param {object | Blob} body
   * @returns {Promise<any>}
   */
  put(path, body) {
    return this.#send("PUT", path, body);
  }

  /**
   * @param {string} path
   * @param {object} body
   * @returns {Promise<any>}
   */
  patch(path, body) {
    return this.#send("PATCH", path, body);
  }

  /**
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  delete(path, body) {
    return this.#send("DELETE", path, body);
  }

  /**
   * One request; what was on its way with a session that was replaced meanwhile is asked again, once, with the new one.
   *
   * @param {string} method
   * @param {string} path
   * @param {object | Blob} [body]
   * @param {AbortSignal} [signal]
   */
  async #send(method, path, body, signal) {
    const before = this.#renewals;
    const isRenewing = renewing.includes(`${method} ${path}`);
    const ask = (/** @type {string} */ pin) => {
      const work = this.#ask(method, path, body, signal, pin);
      return isRenewing ? this.#renew(work) : work;
    };
    try {
      return await ask("");
    } catch (error) {
      if (error instanceof Refusal && error.code === "pinNeeded" && this.withPIN) return this.withPIN(ask, error);
      if (isRenewing || !isLoggedOut(error)) throw error;
      // The hub may have taken the new session's proof before this page heard of it.
      await this.#renewal?.catch(() => undefined);
      if (this.#renewals !== before) return this.#ask(method, path, body, signal).catch(this.#failed);
      this.onLoggedOut();
      throw error;
    }
  }

  /** @param {Promise<any>} work */
  async #renew(work) {
    this.#renewal = work;
    try {
      const answer = await work;
      this.#renewals += 1;
      return answer;
    } catch (error) {
      return this.#failed(error);
    } finally {
      if (this.#renewal === work) this.#renewal = undefined;
    }
  }

  /** @param {unknown} error */
  #failed = (error) => {
    if (isLoggedOut(error)) this.onLoggedOut();
    throw error;
  };

  /**
   * @param {string} method
   * @param {string} path
   * @param {object | Blob} [body]
   * @param {AbortSignal} [signal]
   * @param {string} [pin]
   */
  async #ask(method, path, body, signal, pin) {
    /** @type {Record<string, string>} */
    const headers = { "Hearth-Screen": this.screen };
    if (this.language) headers["Accept-Language"] = this.language;
    if (pin) headers["Hearth-Pin"] = pin;
    const isBlob = body instanceof Blob;
    if (body) headers["Content-Type"] = isBlob ? body.type : "application/json";
    const response = await reach(root + path, {
      method,
      headers,
      body: isBlob ? body : body && JSON.stringify(body),
      signal: signal ?? patience(),
      cache: "no-store",
    });
    hearHubTime(response.headers.get("Hearth-Time"));
    if (response.ok && path === familyPath) {
      const state = await response.json();
      this.held = state.heldAs;
      return familyOf(state);
    }
    if (response.ok) return response.status === 204 ? undefined : response.json();
    throw new Refusal(await problem(response), response.headers.get("Retry-After"));
  }
}

/** @param {unknown} error */
function isLoggedOut(error) {
  return error instanceof Refusal && error.status === 401 && error.code === "notLoggedIn";
}

/**
 * An answer that never comes must not leave a wait without end.
 *
 * @param {number} [milliseconds]
 */
export function patience(milliseconds = 20_000) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Unreachable()), milliseconds);
  return controller.signal;
}

/**
 * @param {string} url
 * @param {RequestInit} init
 */
async function reach(url, init) {
  try {
    return await fetch(url, init);
  } catch (error) {
    // Who gave up on purpose is told so; anything else is a hub that cannot be reached.
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Unreachable();
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Problem>}
 */
async function problem(response) {
  try {
    return await response.json();
  } catch {
    // A proxy in front answers in its own form: only the number is sure.
    return { status: response.status, code: "unexpected", title: `${response.status} ${response.statusText}` };
  }
}
