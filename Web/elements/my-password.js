// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import "./new-password.js";

/** The row that opens a sheet to set another password, and ends the other sessions if wished. */
export class MyPassword extends Part {
  open() {
    const open = { click: () => this.#ask() };
    const row = h("button", { class: "row", type: "button", "data-key": "password", on: open });
    row.append(icon("lock"), h("span", { class: "grow" }, t("myPassword.open")), icon("forward"));
    this.replaceChildren(h("ul", { class: "list" }, h("li", {}, row)));
  }

  #ask() {
    const fresh = /** @type {import("./new-password.js").NewPassword} */ (document.createElement("new-password"));
    fresh.dataset.label = "new";
    const others = h("input", { type: "checkbox", checked: true });
    const wrong = h("p", { class: "wrong", role: "alert" });
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      if (!fresh.check()) return;
      try {
        const body = { new: fresh.value, endOtherSessions: others.checked };
        await withProof(this.app, () => this.app.api.put("/me/password", body));
        sheet.close();
        this.app.say(t("myPassword.done"));
      } catch (error) {
        if (error instanceof Refusal && error.broken.length > 0) fresh.complain(error.broken);
        else wrong.textContent = errorWords(error);
      }
    };
    const form = h(
      "form",
      { class: "form", novalidate: true, on: { submit } },
      fresh,
      h("label", { class: "row" }, others, h("span", { class: "grow" }, t("myPassword.others"))),
      wrong,
      h("button", { class: "button", type: "submit" }, t("myPassword.save")),
    );
    const sheet = openSheet(t("myPassword.open"), [form], { signal: this.signal });
  }
}

customElements.define("my-password", MyPassword);
