// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { squarePicture } from "../lib/device/picture-file.js";
import { redraw, save } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";

/** My picture: choose a file, see the square that is left of it, and use it; or go back to the first letters. */
export class MyPicture extends Part {
  /** Where short words go. */
  say = (/** @type {string} */ words) => this.app.say(words);
  #file = h("input", {
    type: "file",
    accept: "image/*",
    class: "visually-hidden",
    tabindex: "-1",
    "aria-hidden": "true",
    on: { change: () => this.#choose() },
  });
  #shown = h("div", { class: "picture" });

  open() {
    this.replaceChildren(this.#shown, this.#file);
    this.app.family.addEventListener("people", () => this.#draw(), { signal: this.signal });
    this.#draw();
  }

  #draw() {
    const { me } = this.app.family;
    if (!me) return;
    const choose = { click: () => this.#file.click() };
    const remove = { click: () => this.#remove() };
    redraw(
      this.#shown,
      avatar(me, "large"),
      h(
        "div",
        { class: "actions" },
        h(
          "button",
          { class: "button quiet-button", type: "button", "data-key": "picture", on: choose },
          icon("picture"),
          t("profile.choosePicture"),
        ),
        me.picture !== undefined &&
          h(
            "button",
            { class: "button icon-button", type: "button", "aria-label": t("profile.removePicture"), on: remove },
            icon("remove"),
          ),
      ),
    );
  }

  async #choose() {
    const file = this.#file.files?.[0];
    // The same file may be chosen again.
    this.#file.value = "";
    if (!file) return;
    try {
      this.#preview(await squarePicture(file));
    } catch {
      // Whatever it is, a browser that cannot draw it cannot cut a square out of it.
      this.say(t("profile.unreadable"));
    }
  }

  /** @param {Blob} picture */
  #preview(picture) {
    const address = URL.createObjectURL(picture);
    const use = h("button", { class: "button", type: "button" }, t("profile.usePicture"));
    const sheet = openSheet(
      t("profile.previewTitle"),
      [
        h("img", { class: "picture-preview", src: address, alt: t("profile.previewAlt") }),
        h("p", {}, t("profile.previewWords")),
        use,
      ],
      { signal: this.signal, closed: () => URL.revokeObjectURL(address) },
    );
    use.addEventListener("click", async () => {
      use.disabled = true;
      const isSaved = await save(() => this.app.api.put("/me/picture", picture), { say: sheet.say });
      use.disabled = false;
      if (!isSaved) return;
      sheet.close();
      this.say(t("common.saved"));
      await this.app.family.refresh();
    });
  }

  async #remove() {
    await save(() => this.app.api.delete("/me/picture"), { say: this.say });
    await this.app.family.refresh();
  }
}

customElements.define("my-picture", MyPicture);
