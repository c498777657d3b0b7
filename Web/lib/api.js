// @ts-check
import { hearHubTime } from "./hub-clock.js";

/**
 * @typedef {{status: number, code: string, title: string, detail?: string, field?: string, broken?: string[], proofs?: string[], missing?: string}} Problem
 */

/** The hub's refusal of a request, in its own words. */
export class Refusal extends Error {
  /**
   * @param {Problem} problem
   * @param {string | null} [retryAfter]
   */
  constructor(problem, retryAfter) {
    super(problem.detail ?? problem.title);
    this.name = "Refusal";
    this.status = problem.status;
    /** For programs, such as `notLoggedIn`. */
    this.code = problem.code;
    /** What happened, in one sentence; the message says more where there is more. */
    this.title = problem.title;
    /** The field to blame, where one is. */
    this.field = problem.field;
    /** The rules that a refused password breaks. */
    this.broken = problem.broken ?? [];
    /** What proves anew who somebody is, where that is needed. */
    this.proofs = problem.proofs ?? [];
    /** How much more it would have taken, a count of an asset's smallest unit. */
    this.missing = problem.missing;
    /** In how many seconds it may be asked again; 0 where that is not said. */
    this.retryAfterSeconds = Number(retryAfter ?? 0) || 0;
  }
}

/** The hub did not answer: no network, or no hub. */
export class Unreachable extends Error {
  constructor() {
    super("the hub does not answer");
    this.name = "Unreachable";
  }
}

const root = "/api/v1";

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

  /** The name of the open screen, which the hub is told with each look at somebody. */
  screen = "home";

  /**
   * @param {string} path  below /api/v1
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  get(path, signal) {
    return this.#send("GET", path, undefined, signal);
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
    const work = this.#ask(method, path, body, signal);
    if (renewing.includes(`${method} ${path}`)) return this.#renew(work);
    try {
      return await work;
    } catch (error) {
      if (error instanceof Refusal && error.code === "pinNeeded" && this.withPIN) {
        return this.withPIN((pin) => this.#ask(method, path, body, signal, pin), error);
      }
      if (!isLoggedOut(error)) throw error;
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
