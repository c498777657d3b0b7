// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/security-shapes.js").Security} Security */

/** My authenticator app, and the recovery codes that stand in for it. */
export class MyAuthenticator extends Part {
  /** @type {Security} */
  security = { hasPassword: false, passkeys: [], recoveryCodesLeft: 0 };
  /** Has everything read anew after a change. */
  changed = () => {};

  open() {
    this.className = "stack";
    const { authenticatorSince: since, passkeys, recoveryCodesLeft } = this.security;
    const words = since ? t("app.since", { time: momentWords(since, hubNow()) }) : t("app.words");
    const setUp = button(since ? "app.again" : "app.setUp", () => this.#setUp(), "quiet-button");
    const remove = since && button("app.remove", () => this.#remove(), "quiet-button");
    this.replaceChildren(
      h("section", { class: "section" }, h("h2", {}, t("app.title")), h("p", { class: "quiet" }, words), setUp, remove),
    );
    if (!since && passkeys.length === 0) return;
    this.append(
      h(
        "section",
        { class: "section" },
        h("h2", {}, t("codes.title")),
        h("p", { class: "quiet" }, t("codes.words")),
        h("p", {}, t("codes.left", { count: recoveryCodesLeft })),
        button("codes.make", () => this.#makeCodes(), recoveryCodesLeft > 0 ? "quiet-button" : ""),
      ),
    );
  }

  async #setUp() {
    try {
      const made = await withProof(this.app, () => this.app.api.post("/me/authenticator", {}));
      this.#confirm(made);
    } catch (error) {
      this.app.say(errorWords(error));
    }
  }

  /** @param {{secret: string, link: string, qrCode?: string}} made */
  #confirm({ secret, link, qrCode }) {
    const code = h("input", {
      class: "input", id: "app-code", type: "text", inputmode: "numeric", autocomplete: "one-time-code", spellcheck: "false",
    });
    const wrong = h("p", { class: "wrong", role: "alert" });
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      try {
        await withProof(this.app, () => this.app.api.put("/me/authenticator", { code: code.value }));
        sheet.close();
        if (this.security.recoveryCodesLeft === 0) await this.#makeCodes();
        else this.changed();
      } catch (error) {
        wrong.textContent = errorWords(error);
        code.select();
      }
    };
    const address = qrCode && `data:image/svg+xml,${encodeURIComponent(qrCode)}`;
    const content = [
      h("p", {}, t("app.scan")),
      h("figure", { class: "qr" }, address && h("img", { class: "qr-code", src: address, alt: t("app.codeAlt") })),
      h("a", { class: "button quiet-button", href: link }, t("app.open")),
      h("div", { class: "field" }, h("p", { class: "hint" }, t("app.secret")), h("p", { class: "secret" }, groups(secret))),
      h(
        "form",
        { class: "form", novalidate: true, on: { submit } },
        h("div", { class: "field" }, h("label", { for: "app-code" }, t("app.code")), code),
        wrong,
        h("button", { class: "button", type: "submit" }, t("app.confirm")),
      ),
    ];
    const sheet = openSheet(t("app.setUp"), content, { signal: this.signal });
  }

  async #remove() {
    const question = { title: t("app.removeTitle"), words: t("app.removeWords"), action: t("app.remove") };
    if (!(await confirmed(question, this.signal))) return;
    const remove = () => withProof(this.app, () => this.app.api.delete("/me/authenticator"));
    if (await save(remove, { say: this.app.say, done: t("app.removed") })) this.changed();
  }

  async #makeCodes() {
    try {
      const { codes } = await withProof(this.app, () => this.app.api.post("/me/recovery-codes", {}));
      const list = codes.map((/** @type {string} */ code) => h("li", {}, groups(code)));
      const done = button("codes.done", () => sheet.close());
      const content = [h("p", {}, t("codes.once")), h("ol", { class: "recovery-codes" }, ...list), done];
      const sheet = openSheet(t("codes.sheet"), content, { signal: this.signal, closed: () => this.changed() });
    } catch (error) {
      this.app.say(errorWords(error));
      this.changed();
    }
  }
}

customElements.define("my-authenticator", MyAuthenticator);

/**
 * @param {import("../lib/words/text.js").Key} key
 * @param {() => void} click
 * @param {string} [kind]
 */
function button(key, click, kind = "") {
  return h("button", { class: `button ${kind}`.trim(), type: "button", "data-key": key, on: { click } }, t(key));
}

/**
 * In groups of four or five, for the eye.
 *
 * @param {string} text
 */
function groups(text) {
  const length = text.length % 4 === 0 ? 4 : 5;
  return (text.match(new RegExp(`.{1,${length}}`, "g")) ?? []).join(" ");
}
