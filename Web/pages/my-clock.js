// @ts-check
import { h } from "../lib/dom.js";
import { Page } from "../lib/page.js";
import { t } from "../lib/text.js";

export class MyClockPage extends Page {
  open() {
    this.className = "page stack";
    this.replaceChildren(h("h1", {}, t("myClock.page")));
  }
}

customElements.define("my-clock-page", MyClockPage);
