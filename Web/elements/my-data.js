// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { keptChoices, isShorter, keptWords } from "../models/retention.js";
import { openLeaving } from "./leave-sheet.js";

/** @typedef {import("../lib/hub/shapes.js").Retention} Retention */

/** What the hub keeps of me: a file of it, for how long, and the end of it. */
export class MyData extends Part {
  /** @type {Retention | undefined} */
  #kept;
  #keptWords = h("span", { class: "row-words" });
  #exportWords = h("span", { class: "row-words" }, t("data.exportWords"));
  #export = row("export", "file", t("data.export"), this.#exportWords, () => this.#take());

  async open() {
    this.className = "section";
    const keep = row("kept", "clock", t("kept.open"), this.#keptWords, () => this.#choose());
    const words = h("span", { class: "row-words" }, t("deletion.openWords"));
    const leave = row("leave", "remove", t("deletion.open"), words, () => openLeaving(this.app, this.signal));
    const days = h("a", { class: "row", href: "/history", "data-key": "history" }, icon("course"),
      h("span", { class: "grow" }, h("span", { class: "row-name" }, t("history.open")),
        h("span", { class: "row-words" }, t("history.openWords"))), icon("forward"));
    const rows = [days, this.#export, keep, leave].map((button) => h("li", {}, button));
    this.replaceChildren(h("h2", {}, t("data.title")), h("ul", { class: "list" }, ...rows));
    await this.#read();
  }

  async #read() {
    try {
      this.#kept = await this.app.api.get("/me/retention", this.signal);
    } catch {
      // The row stays without its quiet words, and asks again when it is opened.
      return;
    }
    this.#showKept();
  }

  #showKept() {
    this.#keptWords.textContent = this.#kept ? keptWords(this.#kept, t) : "";
  }

  /** Not by `API`, whose answers are JSON and come soon. */
  async #take() {
    this.#export.disabled = true;
    this.#exportWords.textContent = t("data.exporting");
    try {
      const response = await withProof(this.app, () => this.#fetch());
      const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
      keepFile(await response.blob(), name ?? "hearth.zip");
      this.app.say(t("data.exported"));
    } catch (error) {
      if (this.signal.aborted) return;
      const isFull = error instanceof Refusal && error.code === "tooManyExports";
      this.app.say(isFull ? t("data.exportFull") : errorWords(error));
    } finally {
      this.#export.disabled = false;
      this.#exportWords.textContent = t("data.exportWords");
    }
  }

  async #fetch() {
    const response = await fetch("/api/v1/me/export", { cache: "no-store", signal: this.signal });
    if (!response.ok) throw new Refusal(await response.json());
    return response;
  }

  async #choose() {
    await this.#read();
    const kept = this.#kept;
    if (!kept) return this.app.say(t("state.offline.words"));
    const select = h("select", { class: "input", id: "kept" });
    for (const choice of keptChoices(kept)) {
      select.append(h("option", { value: choice.days === undefined ? "" : String(choice.days) }, keptWords(choice, t)));
    }
    select.value = kept.days === undefined ? "" : String(kept.days);
    const field = h("div", { class: "field" }, h("label", { for: "kept" }, t("kept.label")), select);
    const sheet = openSheet(t("kept.open"), [field, h("p", { class: "hint" }, t("kept.words"))], { signal: this.signal });
    select.addEventListener("change", () => this.#keep(select, sheet));
  }

  /**
   * @param {HTMLSelectElement} select
   * @param {import("../lib/dom/sheet.js").Sheet} sheet
   */
  async #keep(select, sheet) {
    const before = this.#kept;
    /** @type {Retention} */
    const wanted = select.value === "" ? { history: "forever" } : { history: "days", days: Number(select.value) };
    const undo = () => {
      select.value = before?.days === undefined ? "" : String(before.days);
    };
    if (before && isShorter(wanted, before)) {
      const question = { title: t("kept.shorterTitle"), words: t("kept.shorterWords"), action: t("kept.shorterAction") };
      if (!(await confirmed(question, this.signal))) return undo();
    }
    const perform = async () => {
      this.#kept = await this.app.api.put("/me/retention", wanted);
    };
    if (await save(perform, { say: sheet.say, undo })) this.#showKept();
  }
}

customElements.define("my-data", MyData);

/**
 * @param {string} key
 * @param {import("../lib/dom/icons.js").IconName} name
 * @param {string} title
 * @param {HTMLElement} words
 * @param {() => void} click
 */
function row(key, name, title, words, click) {
  const lines = h("span", { class: "grow" }, h("span", { class: "row-name" }, title), words);
  return h("button", { class: "row", type: "button", "data-key": key, on: { click } }, icon(name), lines, icon("forward"));
}

/**
 * Puts a file into the downloads.
 *
 * @param {Blob} blob
 * @param {string} name
 */
function keepFile(blob, name) {
  const href = URL.createObjectURL(blob);
  const link = h("a", { href, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  // Browsers begin to read the file only after the click was heard.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
