// @ts-check
import { h } from "../lib/dom/dom.js";
import { languageKey, t } from "../lib/words/text.js";
import { chooseLanguage, languageNames } from "../lib/words/languages.js";

/** The language of the page, remembered on this device; the page opens again in it, and the hub writes in it. */
export class LanguageChoice extends HTMLElement {
  /**
   * Absent before a log-in.
   *
   * @type {import("../lib/dom/page.js").App | undefined}
   */
  app;

  connectedCallback() {
    this.className = "section";
    const chosen = localStorage.getItem(languageKey) ?? "";
    const { tag } = chooseLanguage(null, navigator.languages);
    const system = h("option", { value: "" }, t("language.system", { name: languageNames.get(tag) ?? "" }));
    // Each in its own words, for members who cannot read the present language.
    const others = [...languageNames].map(([value, name]) => h("option", { value, lang: value }, name));
    const select = h("select", { class: "input", id: "language" }, system, ...others);
    select.value = languageNames.has(chosen) ? chosen : "";
    select.addEventListener("change", async () => {
      if (select.value) localStorage.setItem(languageKey, select.value);
      else localStorage.removeItem(languageKey);
      // A hub that is away is told by the page that opens next, but for the system's language, which is no choice.
      await this.app?.api.patch("/me", { language: select.value || tag }).catch(() => undefined);
      location.reload();
    });
    this.replaceChildren(h("h2", {}, h("label", { for: "language" }, t("language.title"))), select);
  }
}

customElements.define("language-choice", LanguageChoice);
