// @ts-check
import { h } from "../lib/dom/dom.js";
import { Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";

/** Whether the wall displays of my family may show me on a map. */
export class OnWalls extends Part {
  open() {
    this.className = "section";
    this.#read();
  }

  async #read() {
    try {
      const [{ onWalls }, { items }] = await Promise.all([
        this.app.api.get("/me/sharing", this.signal),
        this.app.api.get("/families", this.signal),
      ]);
      const me = this.app.family.me?.id;
      const isChild = items.some((/** @type {any} */ { members }) => members.some((/** @type {any} */ one) => one.id === me && one.role === "child"));
      if (isChild) this.#say(onWalls);
      else this.#draw(onWalls);
    } catch {
      // Without the hub there is nothing to change here.
    }
  }

  /**
   * For a child, the adults of its family decide; it reads what they did.
   *
   * @param {boolean} isOn
   */
  #say(isOn) {
    if (isOn) this.replaceChildren(h("h2", {}, t("walls.title")), h("p", { class: "card" }, t("walls.child")));
  }

  /** @param {boolean} isOn */
  #draw(isOn) {
    const row = switchRow({
      label: t("walls.switch"),
      isOn,
      words: h("p", { class: "hint" }, t("walls.words")),
      key: "on-walls",
      changed: (shown) => this.#change(shown),
    });
    this.replaceChildren(h("h2", {}, t("walls.title")), h("div", { class: "card stack" }, row));
  }

  /** @param {boolean} shown */
  async #change(shown) {
    const { app } = this;
    const put = () => app.api.put("/me/on-walls", { shown });
    await save(() => (shown ? withProof(app, put) : put()), { say: app.say, undo: () => this.#draw(!shown) });
    await app.family.readWalls().catch(() => undefined);
  }
}

customElements.define("on-walls", OnWalls);
