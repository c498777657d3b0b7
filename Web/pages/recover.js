// @ts-check
import { textCode } from "../elements/code-step.js";
import "../elements/new-password.js";
import { PhoneField } from "../elements/phone-field.js";
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";
import { hubNow } from "../lib/hub/hub-clock.js";

/** @typedef {import("../elements/code-step.js").Proof} Proof */

/**
 * Getting in again without the password: a code by text, a day in which others may object, then a new password.
 *
 * What leads on after that day is a link whose token stands behind the number sign, where no server is told of it.
 */
export class RecoverPage extends Page {
  #phone = new PhoneField();
  #wrong = h("p", { class: "wrong", role: "alert" });
  #rest = h("div", { class: "stack" });

  open() {
    this.className = "page welcome";
    const token = new URLSearchParams(location.hash.slice(1)).get("recovery");
    this.replaceChildren(
      h("div", { class: "welcome-head" }, h("h1", {}, t("recover.page"))),
      this.#rest,
      h("a", { class: "button quiet-button", href: "/welcome" }, t("recover.back")),
    );
    if (token) this.#askPassword(token);
    else this.#askNumber();
  }

  #askNumber() {
    this.#phone.app = this.app;
    Object.assign(this.#phone, { isTexted: true, isKnown: true });
    const go = h("button", { class: "button", type: "submit" }, t("codeLogIn.go"));
    /** @param {SubmitEvent} event */
    const submit = (event) => {
      event.preventDefault();
      this.#text();
    };
    this.#rest.replaceChildren(
      h("p", {}, t("recover.words")),
      h("form", { class: "form card", novalidate: true, on: { submit } }, this.#phone, this.#wrong, go),
    );
  }

  async #text() {
    this.#wrong.textContent = "";
    try {
      const phone = await this.#phone.read();
      if (!phone) return;
      const request = /** @type {const} */ ({ phone, purpose: "recover" });
      const step = await textCode(this.app, request, (proof) => this.#start(proof), () => this.#askNumber());
      this.#rest.replaceChildren(step);
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    }
  }

  /** @param {Proof} proof */
  async #start(proof) {
    const { token, readyAt } = await this.app.api.post("/recoveries", proof);
    // The address keeps the token too, so that the page can be left open or kept as a bookmark.
    history.replaceState(null, "", `/recover#recovery=${token}`);
    const link = h("input", { class: "input", id: "recovery-link", readonly: true, value: location.href });
    link.addEventListener("focus", () => link.select());
    const copy = async () => {
      await navigator.clipboard.writeText(link.value);
      this.app.say(t("common.copied"));
    };
    this.#rest.replaceChildren(
      h("h2", { tabindex: "-1" }, t("recover.wait")),
      h("p", {}, t("recover.readyAt", { time: momentWords(readyAt, hubNow()) })),
      h("p", {}, t("recover.keep")),
      h("div", { class: "field" }, h("label", { for: "recovery-link" }, t("recover.link")), link),
    );
    if (!navigator.clipboard) return;
    this.#rest.append(h("button", { class: "button", type: "button", on: { click: copy } }, t("common.copy")));
  }

  /** @param {string} recovery */
  #askPassword(recovery) {
    const fresh = /** @type {import("../elements/new-password.js").NewPassword} */ (document.createElement("new-password"));
    fresh.dataset.label = "new";
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      this.#wrong.textContent = "";
      if (!fresh.check()) return;
      try {
        await this.app.api.put("/me/password", { recovery, new: fresh.value });
        history.replaceState(null, "", "/recover");
        this.#rest.replaceChildren(h("p", { role: "status" }, t("recover.done")));
      } catch (error) {
        if (error instanceof Refusal && error.broken.length > 0) fresh.complain(error.broken);
        else this.#wrong.textContent = errorWords(error);
      }
    };
    this.#rest.replaceChildren(
      h("p", {}, t("recover.setWords")),
      h(
        "form",
        { class: "form card", novalidate: true, on: { submit } },
        fresh,
        this.#wrong,
        h("button", { class: "button", type: "submit" }, t("recover.set")),
      ),
    );
  }
}

customElements.define("recover-page", RecoverPage);
