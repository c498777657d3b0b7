// @ts-check
import { birthYearField } from "../elements/child-sheet.js";
import { textCode } from "../elements/code-step.js";
import { InviteCode } from "../elements/invite-code.js";
import { keeperNote } from "../elements/keeper-note.js";
import { LevelChoice } from "../elements/level-choice.js";
import "../elements/new-password.js";
import { PhoneField } from "../elements/phone-field.js";
import { stateView } from "../lib/dom/state-view.js";
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { bringGuest } from "../stores/guest-move.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { errorWords, Page, part } from "../lib/dom/page.js";
import { Steps } from "../lib/dom/steps.js";
import { t } from "../lib/words/text.js";
import { deviceTimeZone } from "../lib/device/time-zone.js";
import { inviteOf, readBirthYear } from "../models/family.js";
import { levels } from "../models/sharing.js";

/**
 * @typedef {import("../lib/hub/shapes.js").InviteView} InviteView
 * @typedef {import("../elements/code-step.js").Proof} Proof
 */

/** What somebody is invited to: who invites, what each shows the other, and then what an account needs, one thing at a time. */
export class JoinPage extends Page {
  #invite = "";
  #body = h("div", { class: "stack" });
  /** @type {LevelChoice} */
  #sharing = /** @type {any} */ (undefined);
  #year = birthYearField();
  #phone = new PhoneField();
  /** The number that a short code was given for, or that was typed. */
  #number = "";
  #isNumberGiven = false;
  #name = h("input", { class: "input", id: "name", name: "name", autocomplete: "name", maxlength: 60, dir: "auto" });
  #password = /** @type {import("../elements/new-password.js").NewPassword} */ (document.createElement("new-password"));
  #wrong = h("p", { class: "wrong", role: "alert" });
  #button = h("button", { class: "button", type: "submit" });
  #form = h("form", {
    class: "form",
    novalidate: true,
    on: { submit: (event) => this.#steps.submit(event, this.#wrong, () => this.#send()) },
  });
  #code = h("div");
  /** @type {Steps} */
  #steps = /** @type {any} */ (undefined);
  #isChild = false;
  /**
   * What the invite offers, once it is known.
   *
   * @type {InviteView | undefined}
   */
  #view;
  /**
   * A code that was right while something else was not: it stays good.
   *
   * @type {Proof | undefined}
   */
  #proof;
  #texted = "";

  open() {
    this.className = "page welcome";
    // The secret stands in the part of the address that is never sent to a server.
    this.#invite = inviteOf(location.hash);
    this.replaceChildren(h("h1", {}, t("join.page")), this.#body);
    Object.assign(this.#phone, { app: this.app, isTexted: true });
    if (!this.#invite) return this.#askCode();
    this.show(this.#body, () => this.#read({}), (view) => (view ? this.#draw(view) : this.#gone()));
  }

  /** For those who were told a short code, which is good for their number alone. */
  #askCode() {
    const read = async (/** @type {string} */ invite, /** @type {string} */ phone) => {
      this.#invite = invite;
      return this.#read({ phone });
    };
    const found = (/** @type {InviteView} */ view, /** @type {string} */ phone) => {
      this.#number = phone;
      this.#isNumberGiven = true;
      this.#draw(view);
      // The form that had the focus is gone: what stands there now is said instead.
      const heading = this.#body.querySelector("h2");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus();
    };
    this.#body.replaceChildren(h("p", {}, t("join.words")), part(InviteCode, this.app, { read, found }), this.#other());
  }

  /**
   * @param {{phone?: string}} more  with a short code, the number that it is for
   * @returns {Promise<InviteView | undefined>}
   */
  async #read(more) {
    try {
      return await this.app.api.post("/invite-views", { invite: this.#invite, ...more });
    } catch (error) {
      if (error instanceof Refusal && error.code === "noInvite") return undefined;
      throw error;
    }
  }

  #gone() {
    this.#body.replaceChildren(stateView("empty", { title: t("join.gone"), words: t("join.goneWords") }), this.#other());
  }

  /** @param {InviteView} view */
  #draw(view) {
    const { inviter: name, askedSharing, theirSharing } = view;
    this.#view = view;
    this.#phone.isTexted = view.needsCode;
    const isMember = this.app.family.isLoaded;
    this.#isChild = view.role === "child";
    this.#sharing = new LevelChoice(t("join.yours", { name }), levels, askedSharing);
    const become = view.needsCode ? t("register.go") : t("join.become");
    const steps = [this.#consent(view), ...(isMember ? [] : this.#account(view))];
    const words = { next: t("welcome.continue"), last: isMember ? t("join.go") : become };
    this.#form.replaceChildren(...steps.map(({ element }) => element), this.#wrong, this.#button);
    this.#steps = new Steps(steps, this.#button, words);
    this.#body.replaceChildren(
      h("h2", {}, t("join.invites", { name })),
      view.family ? h("p", {}, t("join.family", { family: view.family })) : "",
      view.inviterUnconfirmed ? h("p", { class: "card" }, t("join.inviterUnconfirmed", { name })) : "",
      h(
        "div",
        { class: "card stack" },
        h("h3", {}, t("join.theirs", { name })),
        h("p", {}, t(`level.${theirSharing}`)),
        h("p", { class: "hint" }, t("join.end")),
      ),
      this.#form,
      this.#code,
      ...(isMember ? [] : [keeperNote(this.signal), this.#other()]),
    );
  }

  /**
   * @param {InviteView} view
   * @returns {import("../lib/dom/steps.js").Step}
   */
  #consent({ inviter: name, askedSharing }) {
    const element = h(
      "div",
      { class: "form" },
      this.#sharing.element,
      h("p", { class: "hint" }, t("join.yoursWords", { name, level: t(`level.${askedSharing}`) })),
      ...(this.#isChild ? [h("p", { class: "card" }, t("join.asChild")), this.#birthYear()] : []),
      this.app.family.isLoaded ? h("p", { class: "card" }, t("join.leaving")) : "",
    );
    return { element, isRight: () => this.#hasYear(), focus: () => undefined };
  }

  /**
   * @param {InviteView} view
   * @returns {import("../lib/dom/steps.js").Step[]}
   */
  #account({ inviter, needsCode }) {
    const vouched = h("div", { class: "card" }, h("p", {}, t("join.vouched", { name: inviter })), h("p", {}, t("join.unconfirmed")));
    const phone = h("div", { class: "form" }, needsCode ? "" : vouched, this.#phone);
    const name = h("div", { class: "field" }, h("label", { for: "name" }, t("register.name")), this.#name,
      h("p", { class: "hint" }, t("register.nameHint")));
    return [
      ...(this.#isNumberGiven ? [] : [{ element: phone, isRight: () => this.#hasPhone(), focus: () => this.#phone.focus() }]),
      { element: name, isRight: () => this.#hasName(), focus: () => this.#name.focus() },
      { element: this.#password, isRight: () => this.#password.check(), focus: () => this.#password.focus() },
    ];
  }

  #hasYear() {
    if (!this.#isChild || readBirthYear(this.#year.value, hubNow()) !== undefined) return true;
    this.#wrong.textContent = t("child.birthYearMissing");
    this.#year.focus();
    return false;
  }

  async #hasPhone() {
    this.#number = (await this.#phone.read()) ?? "";
    return this.#number !== "";
  }

  #hasName() {
    if (this.#name.value.trim()) return true;
    this.#wrong.textContent = t("register.nameMissing");
    this.#name.focus();
    return false;
  }

  #birthYear() {
    return h("div", { class: "field" }, h("label", { for: "birth-year" }, t("child.birthYear")), this.#year);
  }

  #other() {
    if (this.app.family.isLoaded) return h("a", { class: "button quiet-button", href: "/family" }, t("family.page"));
    return h(
      "div",
      { class: "stack" },
      h("a", { class: "button quiet-button", href: "/welcome" }, t("join.have")),
      h("p", { class: "hint" }, t("join.haveWords")),
    );
  }

  async #send() {
    const birthYear = this.#isChild ? readBirthYear(this.#year.value, hubNow()) : undefined;
    const consent = { sharing: this.#sharing.value, ...(birthYear ? { birthYear } : {}) };
    if (this.app.family.isLoaded) await this.#join(consent);
    else await this.#become(consent);
  }

  /** @param {object} consent */
  async #join(consent) {
    await this.app.api.put("/me/family", { invite: this.#invite, ...consent });
    await this.app.family.refresh();
    this.app.say(t("join.done"));
    await this.app.router.go("/family", { replace: true });
  }

  /** @param {object} consent */
  async #become(consent) {
    const phone = this.#number;
    if (this.#view && !this.#view.needsCode) return this.#vouched(phone, this.#view.inviter, consent);
    const register = (/** @type {Proof} */ proof) => this.#register(proof, consent);
    if (this.#proof && phone === this.#texted) return register(this.#proof);
    const request = { phone, purpose: /** @type {const} */ ("register"), invite: this.#invite };
    const step = await textCode(this.app, request, register, () => this.#showForm());
    this.#texted = phone;
    this.#proof = undefined;
    this.#form.hidden = true;
    this.#code.replaceChildren(step);
  }

  /**
   * Becomes a member by the invite alone, where the hub sends no texts.
   *
   * @param {string} phone
   * @param {string} name  of whoever invites
   * @param {object} consent
   */
  async #vouched(phone, name, consent) {
    try {
      await this.app.api.post("/members", { invite: this.#invite, phone, ...this.#person(), ...consent });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.field === "password") this.#password.complain(error.broken);
      else if (error.code === "noInvite" && !this.#isNumberGiven) this.#phone.complain(t("join.wrongNumber", { name }));
      else this.#wrong.textContent = errorWords(error);
      return;
    }
    await bringGuest(this.app);
    await this.app.enter();
  }

  #person() {
    return { name: this.#name.value.trim(), password: this.#password.value, timeZone: deviceTimeZone() };
  }

  /**
   * @param {Proof} proof
   * @param {object} consent
   */
  async #register(proof, consent) {
    try {
      await this.app.api.post("/members", { ...proof, ...this.#person(), ...consent });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === "wrongCode") throw error;
      this.#proof = error.status === 422 ? proof : undefined;
      this.#showForm();
      if (error.field === "password") this.#password.complain(error.broken);
      else this.#wrong.textContent = errorWords(error);
      return;
    }
    await bringGuest(this.app);
    await this.app.enter();
  }

  #showForm() {
    this.#form.hidden = false;
    this.#code.replaceChildren();
    this.#button.focus();
  }
}

customElements.define("join-page", JoinPage);
