// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { save } from "../lib/dom/saving.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { goldWords } from "../models/gold.js";
import { momentWords } from "../models/words.js";
import { itemPicture } from "./store-item.js";

/**
 * @typedef {import("../stores/store.js").AnyStore} Store
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/mission-shapes.js").Purchase} Purchase
 */

/**
 * What was bought, how it stands, and what I can do about it.
 *
 * @param {App} app
 * @param {Store} store
 * @param {readonly Purchase[]} purchases
 * @param {AbortSignal} signal
 */
export function purchaseList(app, store, purchases, signal) {
  return h("ul", { class: "list purchases" }, ...purchases.map((purchase) => row(app, store, purchase, signal)));
}

/**
 * @param {App} app
 * @param {Store} store
 * @param {Purchase} purchase
 * @param {AbortSignal} signal
 */
function row(app, store, purchase, signal) {
  const { id, name, buyer, price, placedAt, since, state, heldUntil, may } = purchase;
  const isMine = buyer === store.me;
  const whom = isMine ? "" : store.person(buyer)?.name ?? t("notices.somebody");
  const now = hubNow();
  const isHeld = state === "held" && heldUntil !== undefined;
  const when = isHeld ? t("purchases.until", { time: momentWords(heldUntil, now) }) : momentWords(since ?? placedAt, now);
  const decide = (/** @type {"deliver" | "refuse" | "withdraw"} */ act) => async () => {
    if (act !== "deliver" && !(await confirmed(question(act, purchase, whom), signal))) return;
    let isLate = false;
    const isDone = await save(async () => void (isLate = await store.decide(purchase, act)), { say: app.say, done: "" });
    if (isDone) app.say(t(isLate ? "missions.alreadyHandled" : `purchases.did.${act}`));
  };
  const act = (/** @type {"deliver" | "refuse" | "withdraw"} */ what, style = "") =>
    may.includes(what) && !(what === "refuse" && isMine && may.includes("withdraw"))
      ? [button(t(`purchases.${what}`), decide(what), { style, key: `${what}-${id}` })]
      : [];
  const buttons = [...act("deliver"), ...act("refuse", "quiet-button"), ...act("withdraw", "quiet-button")];
  return h(
    "li",
    { class: "purchase", "data-state": state },
    h(
      "div",
      { class: "row" },
      itemPicture(purchase, "small"),
      h(
        "span",
        { class: "grow" },
        h("span", { class: "row-name" }, h("bdi", {}, name)),
        h("span", { class: "row-words" }, [whom, t(store.isGuest ? "purchases.own" : `purchases.state.${state}`), when].filter(Boolean).join(" · ")),
      ),
      h("span", { class: "purchase-price" }, goldWords(price)),
    ),
    buttons.length > 0 && h("div", { class: "actions" }, ...buttons),
  );
}

/**
 * @param {"refuse" | "withdraw"} act
 * @param {Purchase} purchase
 * @param {string} whom
 */
function question(act, { name, price }, whom) {
  const values = { name, gold: goldWords(price), who: whom };
  return { title: t(`purchases.${act}Title`, values), words: t(`purchases.${act}Words`, values), action: t(`purchases.${act}`) };
}
