// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { errorWords } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { Refusal } from "../lib/hub/api.js";

/** @typedef {import("../lib/dom/page.js").App} App */

/**
 * The way to the end of an account: what goes and what stays, then a word to type.
 *
 * @param {App} app
 * @param {AbortSignal} signal  closes it when the page is left
 */
export function openLeaving(app, signal) {
  const go = () => {
    sheet.close();
    openConfirmation(app, signal);
  };
  const parts = /** @type {const} */ (["goes", "ends", "stays"]).map((what) =>
    h("div", {}, h("h3", {}, t(`deletion.${what}`)), h("p", {}, t(`deletion.${what}What`))),
  );
  const next = h("button", { class: "button danger-button", type: "button", on: { click: go } }, t("deletion.next"));
  const cancel = h("button", { class: "button quiet-button", type: "button" }, t("common.cancel"));
  const actions = h("div", { class: "actions" }, next, cancel);
  const sheet = openSheet(t("deletion.open"), [...parts, actions], { signal });
  cancel.addEventListener("click", sheet.close);
}

/**
 * @param {App} app
 * @param {AbortSignal} signal
 */
function openConfirmation(app, signal) {
  const word = t("deletion.word");
  const typed = h("input", { class: "input", id: "leave-word", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const keeper = keeperChoice(app);
  const wrong = h("p", { class: "wrong", id: "leave-wrong", role: "alert" });
  const button = h("button", { class: "button danger-button", type: "submit" }, t("deletion.action"));
  const cancel = h("button", { class: "button quiet-button", type: "button" }, t("common.cancel"));
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    const isTyped = typed.value.trim().toLowerCase() === word;
    set(typed, { "aria-invalid": isTyped ? false : "true" });
    if (!isTyped) wrong.textContent = t("deletion.mistyped", { word });
    else if (keeper.isOpen() && !keeper.value()) wrong.textContent = t("deletion.keeperMissing");
    else await leave(app, { button, wrong, keeper });
  };
  const form = h(
    "form",
    { class: "form", novalidate: true, on: { submit } },
    h("p", {}, t("deletion.type", { word })),
    h("div", { class: "field" }, h("label", { for: "leave-word" }, t("deletion.label", { word })), typed),
    keeper.element,
    wrong,
    h("div", { class: "actions" }, button, cancel),
  );
  const sheet = openSheet(t("deletion.sure"), [form], { signal });
  sheet.dialog.setAttribute("role", "alertdialog");
  cancel.addEventListener("click", sheet.close);
}

/**
 * @param {App} app
 * @param {{button: HTMLButtonElement, wrong: HTMLElement, keeper: ReturnType<typeof keeperChoice>}} parts
 */
async function leave(app, { button, wrong, keeper }) {
  const { onLoggedOut } = app.api;
  button.disabled = true;
  // That nobody is logged in any more is what is asked for here, and has its own words.
  app.api.onLoggedOut = () => {};
  try {
    const body = keeper.value() ? { keeper: keeper.value() } : undefined;
    // As a log-out does, it leaves other members' calls for help here (F86).
    await withProof(app, () => app.leave(() => app.api.delete("/me", body), "/welcome#left"));
  } catch (error) {
    app.api.onLoggedOut = onLoggedOut;
    button.disabled = false;
    const needsKeeper = error instanceof Refusal && error.code === "onlyKeeper";
    wrong.textContent = needsKeeper ? keeper.ask() : errorWords(error);
  }
}

/**
 * Who runs the hub from now on; hidden until the hub says that it needs somebody.
 *
 * @param {App} app
 */
function keeperChoice(app) {
  const select = h("select", { class: "input", id: "leave-keeper" });
  const { seen, seers } = app.family.connections;
  const people = new Map([...seen, ...seers].filter(({ gone }) => !gone).map(({ member, name }) => [member, name]));
  select.append(h("option", { value: "" }, ""));
  for (const [member, name] of people) select.append(h("option", { value: member }, name));
  const element = h(
    "div",
    { class: "field", hidden: true },
    h("label", { for: "leave-keeper" }, t("deletion.keeper")),
    select,
    h("p", { class: "hint" }, t("deletion.keeperWords")),
  );
  return {
    element,
    value: () => select.value,
    isOpen: () => !element.hidden,
    /** Asks for somebody, and answers what is wrong. */
    ask() {
      if (people.size === 0) return t("deletion.keeperNobody");
      element.hidden = false;
      select.focus();
      return t("deletion.keeperMissing");
    },
  };
}
