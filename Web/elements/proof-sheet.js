// @ts-check
import { h } from "../lib/dom/dom.js";
import { errorWords } from "../lib/dom/page.js";
import { knowsPasskeys, NoPasskey, usePasskey } from "../lib/hub/passkeys.js";
import { openSheet } from "../lib/dom/sheet.js";
import { loadStyles } from "../lib/dom/styles.js";
import { allTexts, t } from "../lib/words/text.js";
import { textCode } from "./code-step.js";

/** What is typed, and how. */
const typed = /** @type {const} */ ({
  password: { label: "proof.password", type: "password", autocomplete: "current-password" },
  totp: { label: "second.totp", type: "text", inputmode: "numeric", autocomplete: "one-time-code" },
  recoveryCode: { label: "second.recovery", type: "text", autocomplete: "off", autocapitalize: "characters" },
});

/**
 * @typedef {keyof typeof typed} Typed
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {(proof: object) => Promise<void>} Prove  sends a proof; rejects as a request does
 */

/**
 * Asks whoever is there to confirm that they are the member, by one of what the hub takes.
 *
 * @param {App} app
 * @param {string[]} proofs  as the hub named them
 * @returns {Promise<boolean>}  whether they did
 */
export async function askProof(app, proofs) {
  // Home, where it may open, has its own words alone.
  await allTexts();
  const words = { title: t("proof.title"), words: t("proof.words") };
  return ask(app, proofs, words, (proof) => app.api.post("/sessions/current/proof", proof));
}

/**
 * Asks for what a browser that is new takes beside what was shown already.
 *
 * @param {App} app
 * @param {string[]} proofs  as the hub named them
 * @param {Prove} logIn  with one of them
 * @returns {Promise<boolean>}  whether it worked
 */
export async function askSecond(app, proofs, logIn) {
  await allTexts();
  return ask(app, proofs, { title: t("second.title"), words: t("second.words") }, logIn);
}

/**
 * @param {App} app
 * @param {string[]} proofs
 * @param {{title: string, words: string}} words
 * @param {Prove} use
 * @returns {Promise<boolean>}
 */
async function ask(app, proofs, words, use) {
  await loadStyles(["sheet", "password", "code-boxes"]);
  return new Promise((answer) => {
    let isProved = false;
    /** @type {Prove} */
    const prove = async (proof) => {
      await use(proof);
      isProved = true;
      sheet.close();
    };
    const ways = h("div", { class: "stack" });
    if (proofs.includes("passkey") && knowsPasskeys()) ways.append(byPasskey(app, prove));
    for (const kind of ["password", "totp", "recoveryCode"]) {
      if (proofs.includes(kind)) ways.append(byTyping(/** @type {Typed} */ (kind), prove));
    }
    if (proofs.includes("code")) ways.append(byCode(app, prove));
    const content = [h("p", {}, words.words), ways];
    const sheet = openSheet(words.title, content, { closed: () => answer(isProved) });
    ways.querySelector("input")?.focus();
  });
}

/**
 * @param {App} app
 * @param {Prove} prove
 */
function byPasskey(app, prove) {
  const wrong = h("p", { class: "wrong", role: "alert" });
  const use = async () => {
    wrong.textContent = "";
    button.disabled = true;
    try {
      await prove({ passkey: await usePasskey(app) });
    } catch (error) {
      wrong.textContent = error instanceof NoPasskey ? error.message : errorWords(error);
    } finally {
      button.disabled = false;
    }
  };
  const button = h("button", { class: "button", type: "button", on: { click: use } }, t("passkey.use"));
  return h("div", { class: "stack" }, button, wrong);
}

/**
 * A field for what is known or read off somewhere.
 *
 * @param {Typed} kind
 * @param {Prove} prove
 */
function byTyping(kind, prove) {
  const id = `proof-${kind}`;
  const { label, ...attributes } = typed[kind];
  const input = h("input", { class: "input", id, "aria-errormessage": `${id}-wrong`, spellcheck: "false", ...attributes });
  const wrong = h("p", { class: "wrong", id: `${id}-wrong`, role: "alert" });
  const button = h("button", { class: "button", type: "submit" }, t("proof.confirm"));
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    button.disabled = true;
    try {
      await prove({ [kind]: input.value });
    } catch (error) {
      wrong.textContent = errorWords(error);
      input.setAttribute("aria-invalid", "true");
      input.select();
    } finally {
      button.disabled = false;
    }
  };
  const field = h("div", { class: "field" }, h("label", { for: id }, t(label)), input);
  const form = h("form", { class: "form", novalidate: true, on: { submit } }, field, wrong, button);
  if (kind !== "recoveryCode") return form;
  return h("details", {}, h("summary", {}, t("second.useRecovery")), form);
}

/**
 * @param {App} app
 * @param {Prove} prove
 */
function byCode(app, prove) {
  const wrong = h("p", { class: "wrong", role: "alert" });
  const place = h("div", { class: "stack" });
  const begin = async () => {
    wrong.textContent = "";
    button.disabled = true;
    try {
      const { phone } = await app.api.get("/me");
      place.replaceChildren(await textCode(app, { phone, purpose: "login" }, prove, start));
    } catch (error) {
      wrong.textContent = errorWords(error);
    } finally {
      button.disabled = false;
    }
  };
  const button = h("button", { class: "button", type: "button", on: { click: begin } }, t("proof.text"));
  const start = () => place.replaceChildren(button, wrong);
  start();
  return place;
}
