// @ts-check
import { h } from "../lib/dom.js";
import { errorWords } from "../lib/page.js";
import { openSheet } from "../lib/sheet.js";
import { loadStyles } from "../lib/styles.js";
import { t } from "../lib/text.js";
import { textCode } from "./code-step.js";

/**
 * @typedef {import("../lib/page.js").App} App
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
  await loadStyles(["sheet", "password", "code-boxes"]);
  return new Promise((answer) => {
    let isProved = false;
    /** @type {Prove} */
    const prove = async (proof) => {
      await app.api.post("/sessions/current/proof", proof);
      isProved = true;
      sheet.close();
    };
    const ways = h("div", { class: "stack" });
    if (proofs.includes("password")) ways.append(byPassword(prove));
    if (proofs.includes("code")) ways.append(byCode(app, prove));
    const content = [h("p", {}, t("proof.words")), ways];
    const sheet = openSheet(t("proof.title"), content, { closed: () => answer(isProved) });
    ways.querySelector("input")?.focus();
  });
}

/** @param {Prove} prove */
function byPassword(prove) {
  const password = h("input", {
    class: "input",
    id: "proof-password",
    type: "password",
    autocomplete: "current-password",
    "aria-errormessage": "proof-wrong",
  });
  const wrong = h("p", { class: "wrong", id: "proof-wrong", role: "alert" });
  const button = h("button", { class: "button", type: "submit" }, t("proof.confirm"));
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    button.disabled = true;
    try {
      await prove({ password: password.value });
    } catch (error) {
      wrong.textContent = errorWords(error);
      password.setAttribute("aria-invalid", "true");
      password.select();
    } finally {
      button.disabled = false;
    }
  };
  const label = h("label", { for: "proof-password" }, t("proof.password"));
  return h(
    "form",
    { class: "form", novalidate: true, on: { submit } },
    h("div", { class: "field" }, label, password),
    wrong,
    button,
  );
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
