// @ts-check
import { h } from "../lib/dom/dom.js";
import { nameIn } from "../stores/family-money.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";

/**
 * Which children may watch a wallet of coins; nothing where there are no children, or no coins.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {import("../stores/family-money.js").FamilyMoney} money
 */
export function coinConsents(app, money) {
  const { state } = money;
  if (!state || state.coinConsents.length === 0) return [];
  const put = (/** @type {string} */ member, /** @type {boolean} */ allowed) =>
    save(() => withProof(app, () => app.api.put(`/families/${state.family.id}/coin-consents`, { member, allowed })), { say: app.say })
      .then(() => money.refresh()).catch(() => undefined);
  const rows = state.coinConsents.map(({ member, allowed }) =>
    h("li", {}, switchRow({
      label: t("coins.consentFor", { name: nameIn(state, member) }),
      isOn: allowed,
      key: `coins-${member}`,
      changed: (isOn) => put(member, isOn),
    })));
  return [h("section", { class: "section" }, h("h2", {}, t("coins.consent")), h("p", { class: "quiet small" }, t("coins.consentWords")), h("ul", { class: "list" }, ...rows))];
}
