// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords } from "../lib/dom/page.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { goldWords } from "../models/gold.js";
import { itemPicture } from "./store-item.js";

/**
 * Asks before something is bought, then says that it is, or how much is missing.
 *
 * @param {import("../stores/store.js").AnyStore} store
 * @param {import("../lib/hub/mission-shapes.js").StoreItem} item
 * @param {AbortSignal} signal
 */
export function openBuy(store, item, signal) {
  const { name, price } = item;
  const id = newID();
  const have = t("buy.have", { gold: goldWords(store.gold?.available ?? "0") });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const buy = async () => {
    act.disabled = true;
    wrong.textContent = "";
    try {
      await store.buy(item, id);
      tell(t("buy.done"), t(store.isGuest ? "buy.doneGuest" : "buy.doneWords", { name }));
    } catch (error) {
      if (error instanceof Refusal && error.missing) {
        const owed = BigInt(store.gold?.owed ?? 0) > 0n;
        tell(t("buy.missing", { gold: goldWords(error.missing) }), t(owed ? "buy.missingOwed" : "buy.missingWords", { name }));
      } else {
        wrong.textContent = errorWords(error);
      }
    } finally {
      act.disabled = false;
    }
  };
  /**
   * What came of it takes the place of the question.
   *
   * @param {string} title
   * @param {string} words
   */
  const tell = (title, words) => {
    const leave = button(t("buy.close"), () => sheet.close());
    const heading = sheet.dialog.querySelector("h2");
    heading?.replaceChildren(title);
    body.replaceChildren(itemPicture(item, "large"), h("p", {}, words), leave);
    // Whoever listens hears first what came of it.
    heading?.focus();
  };
  const act = button(t("buy.buy", { gold: goldWords(price) }), buy);
  const body = h(
    "div",
    { class: "stack buy" },
    itemPicture(item, "large"),
    h("p", { class: "quiet" }, have),
    wrong,
    h("div", { class: "actions" }, act, button(t("common.cancel"), () => sheet.close(), { style: "quiet-button" })),
  );
  const sheet = openSheet(t("buy.title", { name }), [body], { signal });
}
