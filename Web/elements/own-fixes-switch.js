// @ts-check
import { h } from "../lib/dom/dom.js";
import { sentences } from "../lib/words/joined.js";
import { Part } from "../lib/dom/page.js";
import { switchRow } from "../lib/dom/switch.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";

/** Whether this page shares its position while it is open, what comes of it, and whether the screen stays on. */
export class OwnFixesSwitch extends Part {
  #words = h("p", { class: "hint", role: "status" });
  #switches = h("div", { class: "stack" });
  #drawn = "";

  open() {
    this.className = "section";
    this.replaceChildren(h("h2", {}, t("own.title")), h("div", { class: "card stack" }, this.#switches, this.#words));
    const { ownFixes } = this.app;
    for (const source of [ownFixes, ownFixes.stayAwake]) {
      source.addEventListener("state", () => this.#draw(), { signal: this.signal });
    }
    this.#draw();
  }

  #draw() {
    const { ownFixes } = this.app;
    const words = ownFixesWords(ownFixes);
    if (this.#words.textContent !== words) this.#words.textContent = words;
    const { isWanted, isOn } = ownFixes.stayAwake;
    const drawing = JSON.stringify([ownFixes.isOn, ownFixes.sharing, isWanted, isOn]);
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    redraw(this.#switches, ...this.#rows());
  }

  #rows() {
    const { ownFixes } = this.app;
    const rows = [
      switchRow({
        label: t("own.switch"),
        isOn: ownFixes.isOn,
        key: "own-fixes",
        changed: (isOn) => (isOn ? this.#start() : ownFixes.stop()),
      }),
    ];
    const { stayAwake } = ownFixes;
    if (ownFixes.isOn && stayAwake.isOffered) {
      const isDenied = stayAwake.isWanted && !stayAwake.isOn;
      rows.push(
        switchRow({
          label: t("own.awake"),
          isOn: stayAwake.isWanted,
          words: h("p", { class: "hint" }, t(isDenied ? "own.awakeDenied" : "own.awakeWords")),
          key: "stay-awake",
          changed: (isOn) => stayAwake.want(isOn),
        }),
      );
    }
    return rows;
  }

  #start() {
    this.#drawn = "";
    this.app.ownFixes.start();
  }
}

customElements.define("own-fixes-switch", OwnFixesSwitch);

/**
 * What comes of sharing this page's position, in words.
 *
 * @param {import("../lib/device/own-fixes.js").OwnFixes} ownFixes
 */
export function ownFixesWords(ownFixes) {
  const words = t(`own.${ownFixes.sharing}`);
  // One is on its way most of the time; more than that are waiting.
  return sentences(words, ownFixes.waiting > 1 && t("own.waitingToSend", { count: ownFixes.waiting }));
}
