// @ts-check
import { openAddChild, openChild } from "../elements/child-sheet.js";
import { openInvite } from "../elements/invite-sheet.js";
import { WaitingAgreements } from "../elements/waiting-agreements.js";
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { groupedPhone } from "../lib/dom/grouped-phone.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Page, part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { ageThisYear, isAdultOf } from "../models/family.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").FamilyGroup} FamilyGroup
 * @typedef {import("../lib/hub/shapes.js").FamilyMember} FamilyMember
 * @typedef {import("../lib/hub/shapes.js").Invite} Invite
 */

/** My family: who belongs to it, who is invited, its children, and the way out. */
export class FamilyPage extends Page {
  #body = h("div", { class: "stack" });
  /** @type {FamilyGroup} */
  #family = { id: "", members: [], invites: [] };

  open() {
    this.className = "page stack";
    this.replaceChildren(h("h1", {}, t("family.page")), this.#body);
    this.app.family.addEventListener("people", () => this.#family.id && this.#read(), { signal: this.signal });
    this.show(this.#body, () => this.#fetch(), () => this.#draw());
  }

  async #fetch() {
    const { items } = await this.app.api.get("/families", this.signal);
    this.#family = items[0];
  }

  /** Reads the family anew after a change; what is shown stays where that fails. */
  async #read() {
    try {
      await this.#fetch();
      this.#draw();
    } catch {
      // The banner says that the hub is away.
    }
  }

  #draw() {
    const family = this.#family;
    const me = this.app.family.me?.id ?? "";
    const isAdult = isAdultOf(family, me);
    const isAlone = family.members.length === 1;
    redraw(
      this.#body,
      this.#agreements(family, me, isAdult),
      ...(isAdult ? [this.#name(family)] : family.name ? [h("p", {}, h("bdi", {}, family.name))] : []),
      h(
        "section",
        { class: "section" },
        h("h2", {}, t("family.members")),
        ...(isAlone ? [h("p", { class: "quiet small" }, t("family.alone"))] : []),
        h("ul", { class: "list" }, ...family.members.map((member) => h("li", {}, this.#member(member, me, isAdult)))),
      ),
      ...(isAdult ? [this.#adding(family), this.#invites(family)] : []),
      ...(isAdult && !isAlone ? [this.#leaving(family, me)] : []),
    );
  }

  /**
   * @param {FamilyGroup} family
   * @param {string} me
   * @param {boolean} isAdult
   */
  #agreements(family, me, isAdult) {
    const kids = family.members.filter(({ id, role }) => role === "child" && (isAdult || id === me));
    return part(WaitingAgreements, this.app, { family, kids, changed: () => this.#read() });
  }

  /** @param {FamilyGroup} family */
  #name(family) {
    const words = family.name ? h("bdi", {}, family.name) : t("family.unnamed");
    const open = () => this.#rename(family);
    return h(
      "ul",
      { class: "list" },
      h("li", {}, row("home", t("family.name"), words, { key: "name", open, label: t("family.rename") })),
    );
  }

  /** @param {FamilyGroup} family */
  #rename(family) {
    const input = h("input", { class: "input", id: "family-name", maxlength: 60, dir: "auto", autocomplete: "off" });
    input.value = family.name ?? "";
    const wrong = h("p", { class: "wrong", role: "alert" });
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      const complain = (/** @type {string} */ words) => wrong.replaceChildren(words);
      const change = () => this.app.api.patch(`/families/${family.id}`, { name: input.value.trim() });
      if (!(await save(change, { say: this.app.say, complain }))) return;
      sheet.close();
      this.#read();
    };
    const form = h(
      "form",
      { class: "form", novalidate: true, on: { submit } },
      h("div", { class: "field" }, h("label", { for: "family-name" }, t("family.name")), input),
      wrong,
      h("button", { class: "button", type: "submit" }, t("common.save")),
    );
    const sheet = openSheet(t("family.rename"), [form], { signal: this.signal });
  }

  /**
   * @param {FamilyMember} member
   * @param {string} me
   * @param {boolean} isAdult
   */
  #member(member, me, isAdult) {
    const words = roleWords(member);
    const lines = h(
      "span",
      { class: "grow" },
      h("span", { class: "row-name" }, h("bdi", {}, member.name)),
      h("span", { class: "row-words" }, member.id === me ? `${t("family.you")} · ${words}` : words),
    );
    if (!isAdult || member.role !== "child") return h("div", { class: "row" }, avatar(member), lines);
    const open = () => openChild(this.app, this.#family, member, this.signal, () => this.#read());
    return h(
      "button",
      { class: "row", type: "button", "data-key": `member-${member.id}`, on: { click: open } },
      avatar(member),
      lines,
      icon("forward"),
    );
  }

  /** @param {FamilyGroup} family */
  #adding(family) {
    const changed = () => this.#read();
    const invite = () => openInvite(this.app, family.id, this.signal, changed);
    const child = () => openAddChild(this.app, family.id, this.signal, changed);
    return h(
      "ul",
      { class: "list" },
      h("li", {}, row("add", t("invites.new"), t("invites.newWords"), { key: "invite", open: invite })),
      h("li", {}, row("person", t("child.add"), t("child.addWords"), { key: "child", open: child })),
    );
  }

  /** @param {FamilyGroup} family */
  #invites(family) {
    const list = family.invites.map((invite) => h("li", { class: "split" }, ...this.#invite(invite, family)));
    return h(
      "section",
      { class: "section" },
      h("h2", {}, t("invites.title")),
      list.length > 0 ? h("ul", { class: "list" }, ...list) : h("p", { class: "card" }, t("invites.none")),
    );
  }

  /**
   * @param {Invite} invite
   * @param {FamilyGroup} family
   */
  #invite(invite, family) {
    const time = momentWords(invite.expiresAt, hubNow());
    const inviter = family.members.find(({ id }) => id === invite.inviter);
    const isOwn = invite.inviter === this.app.family.me?.id;
    const shown = isOwn ? t("invites.forAnybody") : t("invites.byOther", { name: inviter?.name ?? "" });
    const whom = h("span", { class: "row-name" }, shown);
    if (isOwn && invite.phone) {
      const show = (/** @type {string} */ phone) => (whom.textContent = t("invites.forNumber", { phone }));
      void groupedPhone(this.app.api, invite.phone, show);
    }
    const revoke = h(
      "button",
      {
        class: "button quiet-button",
        type: "button",
        "aria-label": t("invites.revokeLabel", { time }),
        on: { click: () => this.#revoke(invite) },
      },
      t("invites.revoke"),
    );
    const words = h(
      "span",
      { class: "grow" },
      whom,
      h("span", { class: "row-words" }, t("invites.until", { role: t(`family.${invite.role}`), time })),
    );
    return [h("div", { class: "row" }, words), revoke];
  }

  /** @param {Invite} invite */
  async #revoke(invite) {
    const path = `/families/${this.#family.id}/invites/${invite.id}`;
    await save(() => this.app.api.delete(path), { say: this.app.say, done: t("invites.revoked") });
    this.#read();
  }

  /**
   * @param {FamilyGroup} family
   * @param {string} me
   */
  #leaving(family, me) {
    const leave = async () => {
      const question = { title: t("leave.title"), words: t("leave.words"), action: t("leave.action") };
      if (!(await confirmed(question, this.signal))) return;
      const go = () => this.app.api.delete(`/families/${family.id}/members/${me}`);
      await save(go, { say: this.app.say, done: t("leave.done") });
      this.#read();
    };
    return h("button", { class: "button quiet-button", type: "button", on: { click: leave } }, icon("logout"), t("leave.open"));
  }
}

customElements.define("family-page", FamilyPage);

/** @param {FamilyMember} member */
function roleWords(member) {
  const age = ageThisYear(member, hubNow());
  const role = member.role === "adult" ? t("family.adult") : age === undefined ? t("family.child") : t("family.childAge", { age });
  if (member.numberUnconfirmed) return t("unconfirmed.row", { words: role });
  return member.hasPhone ? role : `${role} · ${t("family.newNumber")}`;
}

/**
 * @param {import("../lib/dom/icons.js").IconName} name
 * @param {string} title
 * @param {Node | string} words
 * @param {{key: string, open: () => void, label?: string}} more
 */
function row(name, title, words, { key, open, label }) {
  return h(
    "button",
    { class: "row", type: "button", "data-key": key, "aria-label": label, on: { click: open } },
    icon(name),
    h("span", { class: "grow" }, h("span", { class: "row-name" }, title), h("span", { class: "row-words" }, words)),
    icon("forward"),
  );
}
