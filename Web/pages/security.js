// @ts-check
import { MyAuthenticator } from "../elements/my-authenticator.js";
import { MyContacts } from "../elements/my-contacts.js";
import { MyDeputies } from "../elements/my-deputies.js";
import { MyPasskeys } from "../elements/my-passkeys.js";
import { MyPassword } from "../elements/my-password.js";
import { MyPINs } from "../elements/my-pins.js";
import { MySessions } from "../elements/my-sessions.js";
import { h } from "../lib/dom/dom.js";
import { Page, part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";

/** What proves that I am me, and where I am logged in. */
export class SecurityPage extends Page {
  #proofs = h("div", { class: "account-half" });

  open() {
    this.className = "page account";
    const sessions = h("div", { class: "account-half" }, part(MySessions, this.app));
    this.replaceChildren(h("h1", {}, t("security.page")), this.#proofs, sessions);
    this.#read();
  }

  #read() {
    const read = () => this.app.api.get("/me/security", this.signal);
    this.show(this.#proofs, read, (security) => this.#draw(security));
  }

  /** @param {import("../lib/hub/security-shapes.js").Security} security */
  #draw(security) {
    const changed = () => this.#read();
    const words = t(security.hasPassword ? "security.passwordSet" : "security.passwordNone");
    this.#proofs.replaceChildren(
      h(
        "section",
        { class: "section" },
        h("h2", {}, t("security.password")),
        h("p", { class: "quiet" }, words),
        part(MyPassword, this.app),
      ),
      part(MyPINs, this.app),
      part(MyContacts, this.app),
      part(MyDeputies, this.app),
      part(MyPasskeys, this.app, { passkeys: security.passkeys, changed }),
      part(MyAuthenticator, this.app, { security, changed }),
    );
  }
}

customElements.define("security-page", SecurityPage);
