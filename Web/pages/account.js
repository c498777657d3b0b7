// @ts-check
import { h } from "../lib/dom.js";
import { Page } from "../lib/page.js";
import { t } from "../lib/text.js";

export class AccountPage extends Page {
  open() {
    this.className = "page stack";
    this.replaceChildren(h("h1", {}, t("account.page")));
  }
}

customElements.define("account-page", AccountPage);
