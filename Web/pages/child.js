// @ts-check
import { h } from "../lib/dom/dom.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { linkOf } from "../models/family.js";

/** Logging a child in on its own phone, by a link that a guardian made; it works once, so that nothing opens it unasked. */
export class ChildPage extends Page {
  open() {
    this.className = "page welcome";
    const wrong = h("p", { class: "wrong", role: "alert" });
    const button = h("button", { class: "button", type: "button" }, t("childLink.go"));
    button.addEventListener("click", async () => {
      wrong.textContent = "";
      button.disabled = true;
      try {
        // The secret stands in the part of the address that is never sent to a server.
        await this.app.api.post("/sessions", { link: linkOf(location.hash) });
        await this.app.enter();
      } catch (error) {
        wrong.textContent = errorWords(error);
      } finally {
        button.disabled = false;
      }
    });
    this.replaceChildren(h("h1", {}, t("childLink.page")), h("p", {}, t("childLink.words")), wrong, button);
  }
}

customElements.define("child-page", ChildPage);
