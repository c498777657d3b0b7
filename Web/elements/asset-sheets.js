// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { nameIn } from "../stores/family-money.js";
import { errorWords } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { plainAmount } from "../models/amount.js";
import { amountWords } from "../models/wallet.js";
import { NamedChoice } from "./account-choice.js";
import { AmountField } from "./amount-field.js";
import { memberChoice, moneyForm, textField, WishID } from "./money-form.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/family-money.js").FamilyMoney} FamilyMoney
 * @typedef {import("../stores/family-money.js").FamilyMoneyState} FamilyMoneyState
 * @typedef {import("../lib/hub/wallet-shapes.js").FamilyAsset} FamilyAsset
 * @typedef {import("../lib/hub/wallet-shapes.js").Moved} Moved
 */

const nameMax = 40;
const memoMax = 200;
/** As fine as any coin is. */
const scaleMax = 18;

/**
 * Asks for something more that the family counts.
 *
 * @param {App} app
 * @param {FamilyMoney} money
 * @param {AbortSignal} signal
 */
export function openNewThing(app, money, signal) {
  const { family } = /** @type {FamilyMoneyState} */ (money.state);
  const name = textField("thing-name", t("things.name"), { maxlength: nameMax });
  const scale = new NamedChoice("thing-scale", t("things.scale"));
  scale.offer(Array.from({ length: scaleMax + 1 }, (_, count) => ({ id: String(count), name: scaleWords(count) })));
  scale.hint = "";
  const wish = new WishID();
  const send = async () => {
    const body = { name: name.input.value.trim(), scale: Number(scale.value) };
    if (body.name === "") return name.complain(t("things.nameMissing"));
    try {
      await withProof(app, () => app.api.post(`/families/${family.id}/assets`, { id: wish.of(body), ...body }));
    } catch (error) {
      if (!(error instanceof Refusal && error.field === "name")) throw error;
      return name.complain(errorWords(error));
    }
    sheet.close();
    app.say(t("things.added", { name: body.name }));
    await money.refresh().catch(() => undefined);
  };
  const words = h("p", { class: "quiet small" }, t("things.newWords"));
  const form = moneyForm({ fields: [words, name.element, scale.element], action: t("things.add"), send });
  const sheet = openSheet(t("things.newTitle"), [form], { signal });
  name.input.focus();
}

/** @param {number} count  decimals */
function scaleWords(count) {
  if (count === 0) return t("things.scale.0");
  return t("things.scale.some", { count, example: plainAmount(15n * 10n ** BigInt(count - 1), count) });
}

/**
 * Asks whom some of an asset is made for, and how much.
 *
 * @param {App} app
 * @param {FamilyMoney} money
 * @param {FamilyAsset} asset
 * @param {AbortSignal} signal
 */
export function openMint(app, money, asset, signal) {
  const state = /** @type {FamilyMoneyState} */ (money.state);
  const me = app.family.me?.id;
  const whom = new NamedChoice("mint-to", t("mint.to"));
  const others = state.family.members.filter(({ id }) => id !== me);
  const mine = state.family.members.filter(({ id }) => id === me);
  whom.offer([...others, ...mine].map((member) => memberChoice(member, me)));
  whom.hint = "";
  const amount = new AmountField("mint-amount", asset);
  const memo = textField("mint-memo", t("mint.memo"), { maxlength: memoMax });
  const wish = new WishID();
  const send = async () => {
    const units = amount.read();
    if (units === undefined) return;
    const body = { to: whom.value, asset: asset.number, amount: String(units), memo: memo.input.value.trim() || undefined };
    const path = `/families/${state.family.id}/mint`;
    /** @type {Moved} */
    const made = await withProof(app, () => app.api.post(path, { id: wish.of(body), ...body }));
    sheet.close();
    const words = amountWords(made.amount, asset);
    app.say(made.state === "held" ? t("money.held", { amount: words }) : t("mint.done", { amount: words, name: nameIn(state, body.to) }));
    await money.refresh().catch(() => undefined);
  };
  const words = h("p", { class: "quiet small" }, t("mint.words"));
  const fields = [words, whom.element, amount.element, memo.element];
  const form = moneyForm({ fields, action: t("mint.do"), send, amount });
  const sheet = openSheet(t("things.makeOf", { name: asset.name }), [form], { signal });
  amount.focus();
}
