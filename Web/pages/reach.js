// @ts-check
import { MyMail } from "../elements/my-mail.js";
import { MyNumber } from "../elements/my-number.js";
import { h } from "../lib/dom/dom.js";
import { Page, part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";

/** How the hub reaches me: the number by which I log in, and a mail address if I wish. */
export class ReachPage extends Page {
  #parts = h("div", { class: "account-half" });

  open() {
    this.className = "page account";
    this.replaceChildren(h("h1", {}, t("reach.page")), this.#parts);
    this.#read();
  }

  #read() {
    const { app, signal } = this;
    const read = async () => {
      const [security] = await Promise.all([app.api.get("/me/security", signal), app.family.me ?? app.family.refresh()]);
      return security;
    };
    this.show(this.#parts, read, (security) => this.#draw(security));
  }

  /** @param {import("../lib/hub/security-shapes.js").Security} security */
  #draw({ phoneChange }) {
    const changed = () => this.#read();
    this.#parts.replaceChildren(
      part(MyNumber, this.app, { change: phoneChange, changed }),
      part(MyMail, this.app, { changed }),
    );
  }
}

customElements.define("reach-page", ReachPage);
