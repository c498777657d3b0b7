// @ts-check
import { h } from "../lib/dom.js";
import { Page } from "../lib/page.js";
import { t } from "../lib/text.js";

export class HomePage extends Page {
  open() {
    this.className = "page stack";
    this.replaceChildren(h("h1", {}, t("home.page")));
  }
}

customElements.define("home-page", HomePage);
