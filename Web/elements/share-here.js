// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { ownFixesWords } from "./own-fixes-switch.js";

/** A button to share where I am, for a page where my position is missed; once that works it is gone. */
export class ShareHere extends Part {
  open() {
    this.app.ownFixes.addEventListener("state", () => this.#draw(), { signal: this.signal });
    this.#draw();
  }

  #draw() {
    const { ownFixes } = this.app;
    this.hidden = ownFixes.sharing === "on";
    const start = { click: () => ownFixes.start() };
    const button = h("button", { class: "button", type: "button", "data-key": "share-here", on: start });
    button.append(icon("here"), t("own.share"));
    const words = h("p", { class: "hint", role: "status" }, ownFixesWords(ownFixes));
    redraw(this, ...(ownFixes.isOn ? [words] : ownFixes.sharing === "off" ? [button] : [button, words]));
  }
}

customElements.define("share-here", ShareHere);
