// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { loadStyles } from "../lib/dom/styles.js";
import { emergencyKey } from "../lib/hub/kept.js";
import { helpTexts, t } from "../lib/words/text.js";
import { choices, keptEmergency } from "../models/emergency.js";
import { unsentCall } from "../stores/unsent-call.js";
import { emergencyLinks } from "./emergency-link.js";

/** Removes the present screen before the next. */
let shown = new AbortController();

/**
 * Shows, over any page, a call for help that waits for a member who is not logged in here: no other session sends it
 * (F86). To be called again after each login.
 *
 * @param {import("../lib/dom/page.js").App} app
 */
export async function showUnsentCall({ api, family, router }) {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  const me = family.me?.id ?? api.held?.member;
  const kept = unsentCall(me);
  if (!kept) {
    // The number to dial tells the country: without a call it is not kept.
    if (!me) localStorage.removeItem(emergencyKey);
    return;
  }
  await Promise.all([helpTexts(), loadStyles(["alarm-countdown"])]);
  if (signal.aborted) return;
  const emergency = api.held?.emergency ?? keptEmergency(localStorage.getItem(emergencyKey), Date.now());
  const number = choices(emergency)[0]?.number ?? "112";
  const words = t(me ? "alarm.ofOtherWords" : "alarm.loggedOutWords", { number });
  const title = h("strong", { class: "alarm-not-sent-title" }, t(kept.mayHaveLeft ? "alarm.unconfirmed" : "alarm.notSent"));
  const doubt = h("div", { class: "alarm-not-sent", role: "alert", id: "unsent-call" }, title, h("p", {}, words));
  const logIn = async () => {
    const { isOpen, isForAll } = router.screen ?? {};
    if (!isOpen || isForAll) await router.go("/welcome");
    dialog.close();
    // What is typed there is seen; that nothing was sent still is, too.
    router.main.firstElementChild?.prepend(doubt);
  };
  const away = me
    ? button(t("alarm.hide"), () => shown.abort(), { style: "quiet-button", picture: "close" })
    : button(t("welcome.logIn"), logIn, { style: "quiet-button" });
  const noCall = h("p", { class: "alarm-small" }, t("alarm.callWords"));
  const actions = h("div", { class: "actions alarm-actions" }, ...emergencyLinks(emergency), away, noCall);
  const body = h("div", { class: "alarm-body" });
  const dialog = h("dialog", { class: "alarm", "aria-labelledby": "unsent-call" }, body);
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  const open = () => {
    if (dialog.open) return;
    body.replaceChildren(doubt, actions);
    dialog.showModal();
  };
  signal.addEventListener("abort", () => {
    dialog.remove();
    doubt.remove();
  });
  document.body.append(dialog);
  open();
  router.addEventListener("screen", open, { signal });
}
