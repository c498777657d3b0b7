// @ts-check
import { openConnectCode } from "../elements/connect-code.js";
import { LanguageChoice } from "../elements/language-choice.js";
import { LiveLinks } from "../elements/live-links.js";
import { MyData } from "../elements/my-data.js";
import { MyDevices } from "../elements/my-devices.js";
import { OnWalls } from "../elements/on-walls.js";
import { OwnFixesSwitch } from "../elements/own-fixes-switch.js";
import { PeopleISee } from "../elements/people-i-see.js";
import { PeopleWhoSeeMe } from "../elements/people-who-see-me.js";
import { ProfileRow } from "../elements/profile-row.js";
import { ThemeChoice } from "../elements/theme-choice.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Page, part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";

/** My account: who I am and who sees me come first; then whom I see, what reports for me, and the way out. */
export class AccountPage extends Page {
  open() {
    this.className = "page account";
    const { app } = this;
    // Who opens this page wants to know who sees them now.
    app.family.refresh();
    this.replaceChildren(
      h("h1", {}, t("account.page")),
      h(
        "div",
        { class: "account-half" },
        part(ProfileRow, app),
        part(PeopleWhoSeeMe, app),
        part(LiveLinks, app),
        part(OnWalls, app),
        this.#safety(),
        part(PeopleISee, app),
        this.#connecting(),
      ),
      h(
        "div",
        { class: "account-half" },
        this.#together(),
        part(OwnFixesSwitch, app),
        part(MyDevices, app),
        this.#security(),
        part(MyData, app),
        new ThemeChoice(),
        Object.assign(new LanguageChoice(), { app }),
        this.#wayOut(),
      ),
    );
  }

  #connecting() {
    const make = h(
      "button",
      { class: "row", type: "button", "data-key": "code", on: { click: () => openConnectCode(this.app, this.signal) } },
      ...rowContent("people", t("code.open"), t("code.openWords")),
    );
    return h(
      "section",
      { class: "section" },
      h("h2", {}, t("connect.section")),
      h(
        "ul",
        { class: "list" },
        h("li", {}, link("/connect", "person", t("connect.open"), t("connect.openWords"))),
        h("li", {}, make),
      ),
    );
  }

  /** What keeps the sharing in my own hands. */
  #safety() {
    return h(
      "ul",
      { class: "list" },
      h("li", {}, link("/notices", "bell", t("account.notices"), t("account.noticesWords"))),
      h("li", {}, link("/who-looked", "person", t("account.looks"), t("account.looksWords"))),
      h("li", {}, link("/sharing", "lock", t("account.stop"), t("account.stopWords"))),
    );
  }

  #together() {
    const family = link("/family", "home", t("family.page"), t("family.rowWords"));
    const clock = link("/my-clock", "clock", t("account.clock"), t("account.clockWords"));
    return h("ul", { class: "list" }, h("li", {}, family), h("li", {}, clock));
  }

  #security() {
    const security = link("/security", "lock", t("security.page"), t("security.open"));
    const reach = link("/reach", "phone", t("reach.page"), t("reach.open"));
    const maps = this.app.family.me?.keeper && link("/regions", "place", t("regions.page"), t("regions.open"));
    const hub = this.app.family.me?.keeper && link("/hub", "hearth", t("hubState.page"), t("hubState.open"));
    return h("ul", { class: "list" }, ...[security, reach, maps, hub].map((row) => row && h("li", {}, row)));
  }

  #wayOut() {
    const button = h("button", { class: "button quiet-button", type: "button" }, icon("logout"), t("account.logOut"));
    button.addEventListener("click", async () => {
      button.disabled = true;
      // Erased first: a log-out without the hub still leaves nothing to read here.
      this.app.api.kept?.forget();
      // A key that this browser is about to forget is to sign for nobody; and only who pays loads what knows of it.
      const { retireDeviceKeys } = await import("../lib/ledger/device-key.js");
      await save(() => retireDeviceKeys(this.app).then(() => this.app.leave()), { say: this.app.say, undo: () => (button.disabled = false), done: "" });
    });
    return button;
  }
}

customElements.define("account-page", AccountPage);

/**
 * @param {string} href
 * @param {import("../lib/dom/icons.js").IconName} name
 * @param {string} title
 * @param {string} words
 */
function link(href, name, title, words) {
  return h("a", { class: "row", href }, ...rowContent(name, title, words));
}

/**
 * @param {import("../lib/dom/icons.js").IconName} name
 * @param {string} title
 * @param {string} words
 */
function rowContent(name, title, words) {
  const lines = [h("span", { class: "row-name" }, title), h("span", { class: "row-words" }, words)];
  return [icon(name), h("span", { class: "grow" }, ...lines), icon("forward")];
}
