// @ts-check
import { HelpPanel, sosButton } from "../elements/help-panel.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { errorWords, Page, part } from "../lib/dom/page.js";
import { keepHeld } from "../lib/hub/session-state.js";
import { listWords } from "../lib/words/joined.js";
import { t } from "../lib/words/text.js";
import { safetyOf } from "../stores/safety.js";

const pauseMilliseconds = 10_000;

/**
 * A phone that a guardian's link logged in, until another guardian or the child itself agrees: it calls for help, and shows
 * nothing (F87).
 */
export class HeldPage extends Page {
  #words = h("p", { hidden: true });
  #wrong = h("p", { class: "wrong", role: "alert" });

  open() {
    this.className = "page welcome";
    const { held } = this.app.api;
    const again = button(t("held.again"), () => this.#look());
    this.replaceChildren(
      h("h1", {}, t("held.page")),
      h("p", {}, t("held.nothing", { name: held?.name ?? "" })),
      this.#words,
      h("p", {}, t("held.own")),
      part(HelpPanel, this.app),
      button(t("held.leave"), () => this.app.leave(), { style: "quiet-button" }),
      h("div", { class: "trip-bar" }, this.#wrong, sosButton(this.app), again),
    );
    this.#look();
    const timer = setInterval(() => this.#look(), pauseMilliseconds);
    this.signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** Asks whether a guardian has agreed; one may also have logged this phone out. */
  async #look() {
    try {
      const { isLoggedIn, heldFor, heldAs } = await this.app.api.get("/session", this.signal);
      this.#wrong.textContent = "";
      if (!isLoggedIn) return location.replace("/welcome");
      if (!heldAs) return await this.app.enter();
      // A PIN was set meanwhile, or a companion can be notified.
      this.app.api.held = heldAs;
      keepHeld(heldAs);
      safetyOf(this.app).refresh();
      this.#words.hidden = heldFor.length === 0;
      this.#words.textContent = t("held.who", { names: listWords(heldFor) });
    } catch (error) {
      if (!this.signal.aborted) this.#wrong.textContent = errorWords(error);
    }
  }
}

customElements.define("held-page", HeldPage);
