// @ts-check

/**
 * What lies over a page and is closed by a step back: sheets, and the panel that was drawn up. Each has an entry in the
 * browser's history; one that is opened by a button of `sheets` has an address too (`#sheet=profile`), at which it opens
 * again.
 *
 * @typedef {{id: number, close: () => void, isThere: boolean}} Layer
 * @typedef {{from?: string, layers?: number[]}} Entry  what an entry of the browser's history carries
 */

/**
 * Keys (`data-key`) of buttons that do nothing but open a sheet: an address may press these, and no others.
 */
const sheets = new RegExp(
  `^(${[
    ...["more", "clock", "profile", "code", "kept", "invite", "child", "add-contact", "live-make", "day", "import"],
    ...["pay", "request", "deposit", "withdraw", "transfer", "new-account", "goal", "new-allowance", "new-thing"],
    ...["add-mission", "add-item", "(member|seer|rename|watch|found|allowance|mission|buy)-.+"],
    ...["coin-(make|restore|watch)", "coin-(words|send|ask|account|payees|limit|password|payment|request)-.+"],
  ].join("|")})$`,
);

/** An opener that its page draws later than this is not waited for. */
const openerMilliseconds = 8_000;
/** A browser that does not say when a step is done is not waited for longer. */
const stepMilliseconds = 800;

class Layers {
  /** False on pages about safety, which leave no step in the browser's history (F33). */
  isKept = true;
  /** @type {Layer[]} */
  #open = [];
  /**
   * The name of the layer that was opened by hand last.
   *
   * @type {string | undefined}
   */
  #clicked;
  /**
   * The layers that open again at their own address.
   *
   * @type {string | undefined}
   */
  #wanted;
  /**
   * Steps one after the other: the browser takes them later than they are asked for.
   *
   * @type {Promise<unknown> | undefined}
   */
  #steps;
  #isStepping = false;
  #count = 0;
  /**
   * The address that the page below is to have.
   *
   * @type {string | undefined}
   */
  #renamed;
  /** @type {Entry | null} */
  #entry = null;
  #path = "";

  constructor() {
    globalThis.document?.addEventListener("click", (event) => this.#note(event), true);
  }

  /**
   * Notes a layer that opens.
   *
   * @param {() => void} close  called where a step back closes it
   * @returns {() => void}  to be called when it is closed otherwise
   */
  open(close) {
    this.#count += 1;
    /** @type {Layer} */
    const layer = { id: Date.now() * 1_000 + (this.#count % 1_000), close, isThere: false };
    const name = this.#clicked;
    this.#clicked = undefined;
    if (!this.isKept) return () => {};
    this.#open.push(layer);
    if (this.#steps) this.#after(() => this.#push(layer, name));
    else this.#push(layer, name);
    return () => this.#leave(layer);
  }

  /** Whether something has to be closed before another page's address can be written. */
  get isBusy() {
    return this.#open.length > 0 || this.#steps !== undefined || (entry()?.layers?.length ?? 0) > 0;
  }

  /** Closes everything, and takes its entries out of the browser's history. */
  async collapse() {
    await this.#steps;
    const open = this.#open.splice(0);
    const depth = entry()?.layers?.length ?? 0;
    for (const { close } of open.reverse()) close();
    if (depth > 0) await this.#after(() => step(-depth));
  }

  /**
   * Writes another address for the page that is open, below all that lies over it: where something does, once it is
   * closed.
   *
   * @param {string} address
   */
  rename(address) {
    this.#renamed = address;
    this.#settle();
  }

  #settle() {
    if (this.#renamed === undefined || this.isBusy) return;
    this.#write("replaceState", entry() ?? {}, this.#renamed);
    this.#renamed = undefined;
  }

  /** Follows a step in the browser's history; true where only a layer opened or closed, and the page stays. */
  follow() {
    const before = this.#entry?.layers ?? [];
    const isSamePage = location.pathname === this.#path;
    this.#remember();
    if (this.#isStepping) return true;
    this.#wanted = undefined;
    const now = this.#entry?.layers ?? [];
    const gone = this.#open.filter(({ id, isThere }) => isThere && !now.includes(id));
    this.#open = this.#open.filter((layer) => !gone.includes(layer));
    for (const { close } of gone.reverse()) close();
    if (!isSamePage) this.#renamed = undefined;
    this.#settle();
    if (!isSamePage || before.length + now.length === 0) return false;
    if (now.length > before.length) this.reopen();
    return true;
  }

  /** Opens the layer that the address names, once its page has drawn what opens it. */
  reopen() {
    this.#remember();
    const name = new URLSearchParams(location.hash.slice(1)).get("sheet");
    if (!name || !sheets.test(name)) return;
    this.#wanted = name;
    const find = () => {
      const opener = document.querySelector(`main [data-key="${CSS.escape(name)}"]`);
      if (!(opener instanceof HTMLElement) || this.#wanted !== name) return false;
      opener.click();
      return true;
    };
    if (find()) return;
    /** @type {MutationObserver} */
    const observer = new MutationObserver(() => find() && observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), openerMilliseconds);
  }

  /** @param {Event} event */
  #note({ target }) {
    const opener = target instanceof Element ? target.closest("[data-key]") : null;
    const { key = "" } = opener instanceof HTMLElement ? opener.dataset : {};
    this.#clicked = sheets.test(key) ? key : undefined;
    if (this.#clicked !== this.#wanted) this.#wanted = undefined;
  }

  /**
   * @param {Layer} layer
   * @param {string | undefined} name
   */
  #push(layer, name) {
    if (!this.#open.includes(layer)) return;
    layer.isThere = true;
    const isAgain = name !== undefined && name === this.#wanted;
    this.#wanted = undefined;
    const { from, layers = [] } = entry() ?? /** @type {Entry} */ ({});
    if (isAgain && layers.length > 0) {
      this.#write("replaceState", { from, layers: [...layers.slice(0, -1), layer.id] }, location.href);
      return;
    }
    // After an opening by the sheet's address, back leads to the page below it.
    if (isAgain) this.#write("replaceState", { from, layers }, addressWith(undefined));
    this.#write("pushState", { from, layers: [...layers, layer.id] }, addressWith(name));
  }

  /** @param {Layer} layer */
  #leave(layer) {
    if (!this.#open.includes(layer)) return;
    this.#open = this.#open.filter((other) => other !== layer);
    this.#after(() => (entry()?.layers?.at(-1) === layer.id ? step(-1) : undefined));
  }

  /** @param {() => unknown} act */
  #after(act) {
    const turn = (this.#steps ?? Promise.resolve()).then(async () => {
      this.#isStepping = true;
      await act();
      this.#remember();
      this.#isStepping = false;
      if (this.#steps === turn) this.#steps = undefined;
      this.#settle();
    });
    this.#steps = turn;
    return turn;
  }

  /**
   * @param {"pushState" | "replaceState"} how
   * @param {Entry} state
   * @param {string} address
   */
  #write(how, state, address) {
    history[how](state, "", address);
    this.#remember();
  }

  #remember() {
    this.#entry = entry();
    this.#path = location.pathname;
  }
}

/** @returns {Entry | null} */
function entry() {
  return history.state;
}

/**
 * The page's address with the name of a sheet on it, or without one.
 *
 * @param {string | undefined} name
 */
function addressWith(name) {
  const { pathname, search, hash } = location;
  const parts = hash.slice(1).split("&").filter((part) => part && !part.startsWith("sheet="));
  if (name) parts.push(`sheet=${encodeURIComponent(name)}`);
  return `${pathname}${search}${parts.length > 0 ? `#${parts.join("&")}` : ""}`;
}

/**
 * Takes steps in the browser's history, and resolves when they are done.
 *
 * @param {number} steps
 * @returns {Promise<void>}
 */
function step(steps) {
  return new Promise((resolve) => {
    const done = () => {
      removeEventListener("popstate", done);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, stepMilliseconds);
    addEventListener("popstate", done);
    history.go(steps);
  });
}

export const layers = new Layers();
