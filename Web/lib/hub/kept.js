// @ts-check

/** Whose it is: a member's id. Everything else lies under names that begin with it. */
const ownerKey = "hearth.kept";
const prefix = `${ownerKey}.`;
/** Whether its member wants push messages in this browser (lib/hub/push.js): a wish that no one inherits (F90). */
export const wishKey = "hearth.push";
/** Whether others use this device too, as the member said at the log-in; the hub has it of each session. */
export const sharedDeviceKey = "hearth.sharedDevice";
/** The last answer of what to dial, which tells the country of this browser. */
export const emergencyKey = "hearth.emergency";
/** Begins the keys of calls for help that wait for their members (stores/unsent-call.js). */
export const callPrefix = "hearth.help.";
/** After a week what was seen last helps nobody, and would only lie there. */
const keptMilliseconds = 7 * 86_400_000;
/** A device's clock may be set by a little; by more than this nobody knows how old anything is. */
const skewMilliseconds = 60_000;
const calmMilliseconds = 1_000;

/**
 * What this browser keeps of what its member saw last, for when the hub is away (security S22): one member's, for a week
 * at most, until they log out, are logged out or another member logs in. A browser that refuses its storage keeps nothing.
 */
export class Kept {
  #storage;
  /**
   * The member whose view is kept; without one nothing is.
   *
   * @type {string | undefined}
   */
  #member;
  /**
   * Values to be written when the page has time.
   *
   * @type {Map<string, {at: number, value: () => unknown}>}
   */
  #waiting = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Storage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  /**
   * From now on this member's is kept; what is there of another one goes.
   *
   * @param {string} member
   */
  begin(member) {
    if (this.#storage.getItem(ownerKey) !== member) this.forget();
    this.#member = member;
    this.#write(ownerKey, member);
  }

  /**
   * Goes on with whatever member's it is, who cannot be asked for while the hub is away.
   *
   * @param {string} member  as what was kept says it
   */
  resume(member) {
    if (this.#storage.getItem(ownerKey) === member) this.#member = member;
  }

  /**
   * Keeps what the hub has said just now; written within a second.
   *
   * @param {string} name
   * @param {() => unknown} value  asked for when it is written
   * @param {number} [at]
   */
  keep(name, value, at = Date.now()) {
    if (this.#member === undefined) return;
    this.#waiting.set(name, { at, value });
    this.#timer ??= setTimeout(() => this.flush(), calmMilliseconds);
  }

  /** Writes what waits for it: also before the page is left. */
  flush() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Another tab may have logged out, or another member in.
    if (this.#member !== undefined && this.#storage.getItem(ownerKey) === this.#member) {
      for (const [name, { at, value }] of this.#waiting) this.#write(prefix + name, `${at} ${JSON.stringify(value())}`);
    }
    this.#waiting.clear();
  }

  /**
   * The value kept last under a name, and when the hub said it; undefined for nothing, and for what is too old.
   *
   * @param {string} name
   * @param {number} [now]
   * @returns {{at: number, value: any} | undefined}
   */
  last(name, now = Date.now()) {
    const text = this.#storage.getItem(prefix + name) ?? "";
    const at = Number.parseInt(text, 10);
    if (!isGood(at, now)) return undefined;
    try {
      return { at, value: JSON.parse(text.slice(text.indexOf(" "))) };
    } catch {
      // Not ours.
      return undefined;
    }
  }

  /**
   * Drops what is too old, whether anybody would read it or not.
   *
   * @param {number} [now]
   */
  purge(now = Date.now()) {
    for (const key of this.#keys()) {
      if (key !== ownerKey && !isGood(Number.parseInt(this.#storage.getItem(key) ?? "", 10), now)) this.#storage.removeItem(key);
    }
  }

  /** Drops everything, and keeps nothing more until somebody is logged in. */
  forget() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#member = undefined;
    this.#waiting.clear();
    for (const key of [wishKey, ...this.#keys()]) this.#storage.removeItem(key);
  }

  #keys() {
    return Object.keys(this.#storage).filter((key) => key === ownerKey || key.startsWith(prefix));
  }

  /**
   * @param {string} key
   * @param {string} text
   */
  #write(key, text) {
    try {
      this.#storage.setItem(key, text);
    } catch {
      // No room, or a private window that keeps nothing: then there is nothing to read without the hub.
    }
  }
}

/**
 * Whether something of that time may be shown still.
 *
 * @param {number} at  not a number for what is not ours
 * @param {number} now
 */
function isGood(at, now) {
  return at > now - keptMilliseconds && at < now + skewMilliseconds;
}
