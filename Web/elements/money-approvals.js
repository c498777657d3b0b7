// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { newID } from "../lib/hub/ids.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { amountWords, assetOf } from "../models/wallet.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/wallet.js").Wallet} Wallet
 * @typedef {import("../lib/hub/wallet-shapes.js").Approval} Approval
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 */

/**
 * The ids of decisions by what they are about: sent again, each is the same one.
 *
 * @type {Map<string, string>}
 */
const sent = new Map();

/**
 * What is held until somebody agrees: with what I can do about it, or just that it waits.
 *
 * @param {App} app
 * @param {Wallet} wallet
 */
export function approvalSection(app, wallet) {
  if (wallet.approvals.length === 0) return [];
  const cards = wallet.approvals.map((approval) => card(app, wallet, approval));
  return [h("section", { class: "section" }, h("h2", {}, t("approvals.title")), ...cards)];
}

/**
 * @param {App} app
 * @param {Wallet} wallet
 * @param {Approval} approval
 */
function card(app, wallet, approval) {
  const { id, by, memo, at, endsAt, mayApprove, mayRefuse } = approval;
  const isMine = by === app.family.me?.id;
  const now = hubNow();
  const decide = (/** @type {"approve" | "refuse"} */ decision, /** @type {string} */ done) => async () => {
    const key = `${id} ${decision}`;
    const entry = sent.get(key) ?? newID();
    sent.set(key, entry);
    const body = { id: entry, decision };
    const perform = () => withProof(app, () => app.api.post(`/families/${wallet.family}/approvals/${id}`, body));
    await save(perform, { say: app.say, done });
    await wallet.refresh().catch(() => undefined);
  };
  const agree = button(t("approvals.agree"), decide("approve", t("approvals.agreed")), { key: `agree-${id}` });
  const refuse = isMine
    ? button(t("requests.withdraw"), decide("refuse", t("requests.withdrawn")), { style: "quiet-button", key: `refuse-${id}` })
    : button(t("approvals.refuse"), decide("refuse", t("approvals.refused")), { style: "quiet-button", key: `refuse-${id}` });
  const ends = endsAt ? t("approvals.ends", { time: momentWords(endsAt, now) }) : "";
  return h(
    "article",
    { class: "card stack" },
    h(
      "div",
      {},
      h("h3", {}, titleOf(app, wallet, approval)),
      memo && h("p", { dir: "auto" }, memo),
      h("p", { class: "quiet small" }, [momentWords(at, now), ends].filter(Boolean).join(". ")),
      !mayApprove && isMine && h("p", { class: "quiet small" }, t("approvals.waits")),
    ),
    (mayApprove || mayRefuse) && h("div", { class: "actions" }, mayApprove && agree, mayRefuse && refuse),
  );
}

/**
 * @param {App} app
 * @param {Wallet} wallet
 * @param {Approval} approval
 */
function titleOf(app, wallet, { by, to, kind, amount: units, asset }) {
  const state = /** @type {WalletState} */ (wallet.state);
  const me = app.family.me?.id;
  const nameOf = (/** @type {string | undefined} */ member) =>
    member === me ? state.name : state.payees.find((payee) => payee.member === member)?.name ?? t("notices.somebody");
  const amount = amountWords(units, assetOf(state, asset));
  const values = { name: nameOf(by), to: nameOf(to), amount };
  if (kind === "deposit") return t("approvals.deposit", values);
  if (kind === "withdrawal") return t("approvals.withdrawal", values);
  return to ? t("approvals.payment", values) : t("approvals.other", values);
}
