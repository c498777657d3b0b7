// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { listWords } from "../lib/words/joined.js";
import { t } from "../lib/words/text.js";

const pauseMilliseconds = 10_000;

/** A phone that a guardian's link logged in, until another guardian or the child itself agrees: it shows nothing (F87). */
export class HeldPage extends Page {
  #words = h("p");
  #wrong = h("p", { class: "wrong", role: "alert" });

  open() {
    this.className = "page welcome";
    this.replaceChildren(
      h("h1", {}, t("held.page")),
      h("p", {}, t("held.nothing")),
      this.#words,
      h("p", {}, t("held.own")),
      this.#wrong,
      button(t("held.again"), () => this.#look()),
      button(t("held.leave"), () => this.app.leave(), { style: "quiet-button" }),
    );
    this.#look();
    const timer = setInterval(() => this.#look(), pauseMilliseconds);
    this.signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** Asks whether a guardian has agreed; one may also have logged this phone out. */
  async #look() {
    try {
      const { isLoggedIn, heldFor } = await this.app.api.get("/session", this.signal);
      this.#wrong.textContent = "";
      if (!isLoggedIn) return location.replace("/welcome");
      if (!heldFor) return await this.app.enter();
      this.#words.textContent = heldFor.length > 0 ? t("held.who", { names: listWords(heldFor) }) : "";
    } catch (error) {
      if (!this.signal.aborted) this.#wrong.textContent = errorWords(error);
    }
  }
}

customElements.define("held-page", HeldPage);
