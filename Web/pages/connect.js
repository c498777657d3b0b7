// @ts-check
import { h } from "../lib/dom.js";
import { Page } from "../lib/page.js";
import { t } from "../lib/text.js";

export class ConnectPage extends Page {
  open() {
    this.className = "page stack";
    this.replaceChildren(h("h1", {}, t("connect.page")));
  }
}

customElements.define("connect-page", ConnectPage);
