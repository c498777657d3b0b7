// @ts-check
import { h } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { errorWords } from "../lib/dom/page.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { dateOf } from "../models/history.js";
import { keptChoices, keptWords } from "../models/retention.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").Import} Import
 * @typedef {import("../lib/hub/shapes.js").Retention} Retention
 */

/** A piece of a file in one request. */
const pieceBytes = 2 << 20;
const pollMilliseconds = 400;

/**
 * Opens a sheet that brings a file's positions into one's history; before the first, how long that is kept is chosen.
 *
 * @param {App} app
 * @param {(date?: string) => void} changed  called after an import; with the day that is to be shown, where one was chosen
 * @param {AbortSignal} signal
 * @param {File} [given]  the file, where another app shared one
 */
export function openImport(app, changed, signal, given) {
  const body = h("div", { class: "stack" });
  const leaving = new AbortController();
  signal.addEventListener("abort", () => leaving.abort());
  const closed = () => leaving.abort();
  const sheet = openSheet(t("import.title"), [h("p", { class: "hint" }, t("import.words")), body], { signal, closed });

  async function begin() {
    try {
      /** @type {Retention} */
      const kept = await app.api.get("/me/retention", leaving.signal);
      if (kept.isChosen) first();
      else askKept(kept);
    } catch (error) {
      if (!leaving.signal.aborted) sheet.say(errorWords(error));
    }
  }

  /** @param {Retention} kept */
  function askKept(kept) {
    const select = h("select", { class: "input", id: "import-kept" });
    for (const choice of keptChoices(kept)) {
      select.append(h("option", { value: choice.days === undefined ? "" : String(choice.days) }, keptWords(choice, t)));
    }
    // Whoever brings in old days means to keep them; the choice stays theirs.
    select.value = "";
    const save = h("button", { class: "button", type: "button" }, t("common.save"));
    save.addEventListener("click", async () => {
      const wanted = select.value === "" ? { history: "forever" } : { history: "days", days: Number(select.value) };
      try {
        await app.api.put("/me/retention", wanted);
        first();
      } catch (error) {
        sheet.say(errorWords(error));
      }
    });
    const field = h("div", { class: "field" }, h("label", { for: "import-kept" }, t("kept.label")), select);
    body.replaceChildren(h("p", {}, t("import.keep")), field, h("div", { class: "actions" }, save));
  }

  /** Brings in what was shared, or asks for a file. */
  function first() {
    if (given) bring(given);
    else ask();
  }

  function ask() {
    const input = h("input", { class: "input", type: "file", id: "import-file", accept: ".gpx,.geojson,.json,.rec,.csv,.zip" });
    input.addEventListener("change", () => input.files?.[0] && bring(input.files[0]));
    body.replaceChildren(h("div", { class: "field" }, h("label", { for: "import-file" }, t("import.choose")), input));
  }

  /** @param {File} file */
  async function bring(file) {
    const words = h("p", { role: "status" });
    const bar = h("progress", { class: "import-bar", max: 1, "aria-label": t("import.title") });
    body.replaceChildren(words, bar);
    try {
      const id = newID();
      await app.api.post("/me/imports", { id, bytes: file.size });
      let state = await send(file, id, (part) => {
        bar.value = part / 2;
        words.textContent = t("import.sending", { name: file.name, percent: Math.round(part * 100) });
      });
      while (state.state === "reading") {
        bar.value = 0.5 + state.read / state.bytes / 2;
        const percent = Math.round((state.read / state.bytes) * 100);
        words.textContent = t("import.reading", { name: file.name, percent, count: state.added });
        await pause(leaving.signal);
        state = await patiently(() => app.api.get(`/me/imports/${id}`, leaving.signal));
      }
      report(state);
    } catch (error) {
      if (leaving.signal.aborted) return;
      ask();
      sheet.say(errorWords(error));
    }
  }

  /**
   * @param {File} file
   * @param {string} id
   * @param {(part: number) => void} tell
   * @returns {Promise<Import>}
   */
  async function send(file, id, tell) {
    /** @type {Import | undefined} */
    let state;
    for (let from = 0; from < file.size; ) {
      tell(from / file.size);
      const piece = new Blob([file.slice(from, from + pieceBytes)], { type: "application/octet-stream" });
      const at = from;
      state = await patiently(() => app.api.put(`/me/imports/${id}?from=${at}`, piece));
      if (leaving.signal.aborted) throw new DOMException("closed", "AbortError");
      from = Math.max(state?.received ?? 0, at + piece.size);
    }
    if (!state) throw new Refusal({ status: 422, code: "invalid", title: t("import.unknownFormat") });
    return state;
  }

  /** @param {Import} state */
  function report(state) {
    const lines = [];
    if (state.state === "unknownFormat") lines.push(t("import.unknownFormat"));
    else {
      lines.push(t("import.done", { count: state.added }));
      if (state.known > 0) lines.push(t("import.known", { count: state.known }));
    }
    if (state.state === "failed") lines.push(t("import.failed"));
    if (!state.isWhole) lines.push(t("import.broken"));
    const refused = Object.entries(state.refused).map(([why, count]) =>
      h("li", {}, t(/** @type {import("../lib/words/text.js").Key} */ (`import.why.${why}`), { count })),
    );
    const parts = lines.map((line) => h("p", {}, line));
    const left = refused.length > 0 && [h("p", {}, t("import.refused")), h("ul", {}, ...refused)];
    const next = h("button", { class: "button quiet-button", type: "button", on: { click: ask } }, t("import.choose"));
    const last = state.to && state.added > 0 ? dateOf(new Date(state.to)) : undefined;
    const look = last && h("button", { class: "button", type: "button" }, t("import.show"));
    if (look) {
      look.addEventListener("click", () => {
        sheet.close();
        changed(last);
      });
    }
    const actions = h("div", { class: "actions" }, look, next);
    body.replaceChildren(h("div", { class: "import-report", role: "status" }, ...parts, ...(left || [])), actions);
    if (state.added > 0) changed();
  }

  begin();
}

/**
 * Does something again while the hub is away, for a while.
 *
 * @template Value
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>}
 */
async function patiently(work) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unreachable) || tries >= 5) throw error;
      await pause(undefined, 500 * 2 ** tries);
    }
  }
}

/**
 * @param {AbortSignal} [signal]
 * @param {number} [milliseconds]
 */
function pause(signal, milliseconds = pollMilliseconds) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("closed", "AbortError"));
    });
  });
}
