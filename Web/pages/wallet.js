// @ts-check
import { openNewAccount } from "../elements/account-sheets.js";
import { accountTable, closedAccounts, totalLines } from "../elements/account-table.js";
import { LedgerBadge } from "../elements/ledger-badge.js";
import { approvalSection } from "../elements/money-approvals.js";
import { requestSections } from "../elements/money-requests.js";
import { MoneySheet } from "../elements/money-sheet.js";
import { ProfileRow } from "../elements/profile-row.js";
import { stateView } from "../lib/dom/state-view.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Page, part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { Wallet } from "../stores/wallet.js";

/** @typedef {import("../elements/money-sheet.js").Move} Move */

/** My money: how much there is, where it lies, and what can be done with it. */
export class WalletPage extends Page {
  /** @type {Wallet} */
  #wallet = /** @type {any} */ (undefined);
  #sum = h("div", { class: "stack" });
  #requests = h("div", { class: "stack" });
  #accounts = h("div", { class: "stack" });
  #log = h("ul", { class: "list" });
  #isMoreOpen = false;

  open() {
    this.className = "page account wallet";
    this.#wallet = new Wallet(this.app, this.signal);
    this.#wallet.addEventListener("changed", () => this.#draw(), { signal: this.signal });
    const all = h("div", { class: "account-half" });
    this.replaceChildren(h("h1", {}, t("wallet.page")), all);
    this.show(all, () => this.#wallet.read(), () => {
      const rest = h("div", { class: "account-half" }, this.#accounts, this.#familyRow(), this.#logSection());
      all.replaceChildren(part(ProfileRow, this.app), this.#sum, this.#requests);
      this.append(rest);
      this.#draw();
    });
  }

  #draw() {
    const { state } = this.#wallet;
    if (!state) return;
    this.#drawSum(state);
    const approvals = approvalSection(this.app, this.#wallet);
    const requests = [...approvals, ...requestSections(this.app, this.#wallet, this.signal)];
    redraw(this.#requests, ...requests);
    this.#requests.hidden = requests.length === 0;
    const open = () => openNewAccount(this.app, this.#wallet, this.signal);
    if (state.accounts.length === 0) {
      const action = { text: t("accounts.new"), perform: open };
      redraw(this.#accounts, stateView("empty", { title: t("wallet.empty"), words: t("wallet.emptyWords"), action }), ...closedAccounts(state));
      return;
    }
    redraw(
      this.#accounts,
      h(
        "section",
        { class: "section" },
        h("h2", {}, t("wallet.accounts")),
        accountTable(state),
        button(t("accounts.new"), open, { style: "quiet-button", key: "new-account", picture: "add" }),
        ...closedAccounts(state),
      ),
    );
  }

  /** @param {import("../lib/hub/wallet-shapes.js").WalletState} state */
  #drawSum(state) {
    const isEmpty = state.accounts.length === 0;
    const act = (/** @type {Move} */ move, style = "quiet-button") =>
      button(t(`wallet.${move}`), () => new MoneySheet(this.app, this.#wallet, move, { signal: this.signal }), { style, key: move });
    const toggle = () => {
      this.#isMoreOpen = !this.#isMoreOpen;
      this.#drawSum(state);
    };
    const more = button(t("wallet.more"), toggle, { style: "quiet-button", key: "more" });
    more.setAttribute("aria-expanded", String(this.#isMoreOpen));
    const rest = this.#isMoreOpen ? [act("withdraw"), act("transfer")] : [];
    const actions = h("div", { class: "money-actions is-three", role: "group", "aria-label": t("wallet.actions") });
    actions.append(act("pay", ""), act("request"), act("deposit"), more, ...rest);
    const total = h("section", { class: "card total" }, h("h2", {}, t("wallet.total")), ...totalLines(state));
    redraw(this.#sum, total, ...(isEmpty ? [] : [actions]));
  }

  /** Where the family has agreed on what holds for everybody's money. */
  #familyRow() {
    const words = t(this.#wallet.state?.role === "child" ? "purse.rowWordsChild" : "purse.rowWords");
    const text = h("span", { class: "grow" }, h("span", { class: "row-name" }, t("purse.row")), h("span", { class: "row-words" }, words));
    const family = h("li", {}, h("a", { class: "row", href: "/wallet/family" }, icon("people"), text, icon("forward")));
    return h("ul", { class: "list" }, family, this.#wallet.state?.coins && coinsRow());
  }

  #logSection() {
    const keys = h(
      "a",
      { class: "row", href: "/wallet/keys" },
      icon("lock"),
      h("span", { class: "grow" }, h("span", { class: "row-name" }, t("ledger.keysRow"))),
      icon("forward"),
    );
    this.#log.replaceChildren(h("li", {}, part(LedgerBadge, this.app)), h("li", {}, keys));
    return h("section", { class: "section" }, h("h2", {}, t("ledger.title")), this.#log);
  }
}

/** Where coins are that are worth something outside the family. */
function coinsRow() {
  const text = h("span", { class: "grow" }, h("span", { class: "row-name" }, t("coins.row")), h("span", { class: "row-words" }, t("coins.rowWords")));
  return h("li", {}, h("a", { class: "row", href: "/wallet/coins" }, icon("wallet"), text, icon("forward")));
}

customElements.define("wallet-page", WalletPage);
