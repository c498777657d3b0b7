// @ts-check
import { stateView } from "../lib/dom/state-view.js";
import { TripWatch } from "../elements/trip-watch.js";
import { h } from "../lib/dom/dom.js";
import { enterView, letIn } from "../lib/dom/open-views.js";
import { errorWords, Page, part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { asGuest } from "../lib/hub/watching.js";
import { readCode } from "../models/codes.js";
import { tokenIn } from "../models/trip.js";

/**
 * Somebody's trip or alarm for a browser without an account: by the token of a link, which stands behind the `#` and
 * leaves the address at once, or by a code that was told (F47, F48).
 */
export class FollowPage extends Page {
  #code = h("input", {
    class: "input code-input",
    id: "follow-code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 20,
  });
  #traveller = h("input", { class: "input", id: "follow-traveller", autocomplete: "off", maxlength: 120, dir: "auto" });
  #wrong = h("p", { class: "wrong", role: "alert", id: "follow-wrong" });

  open() {
    const robots = h("meta", { name: "robots", content: "noindex" });
    document.head.append(robots);
    this.signal.addEventListener("abort", () => robots.remove());
    const token = tokenIn(location.hash);
    // A secret in the address would be in the history, and on the screen for whoever looks.
    if (location.hash) history.replaceState(null, "", location.pathname);
    addEventListener("hashchange", () => this.open(), { signal: this.signal, once: true });
    const content = h("div");
    this.#lay(content);
    const read = () => enterView(this.app.api, "trip", token ? { token } : undefined);
    return this.show(content, read, (view) => (view ? this.#watch() : this.#ask(token ? "link" : undefined)));
  }

  #watch() {
    const gone = () => {
      const again = { text: t("follow.code"), perform: () => this.#ask() };
      return stateView("empty", { title: t("follow.ended"), words: t("follow.endedWords"), action: again });
    };
    this.className = "";
    this.replaceChildren(part(TripWatch, this.app, { watching: asGuest(this.app.api), gone }));
  }

  /** @param {"link"} [after]  a link that opened nothing */
  #ask(after) {
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#open();
    };
    const form = h(
      "form",
      { class: "form card", novalidate: true, on: { submit } },
      h("div", { class: "field" }, h("label", { for: "follow-code" }, t("follow.code")), this.#code),
      h("div", { class: "field" }, h("label", { for: "follow-traveller" }, t("follow.traveller")), this.#traveller),
      this.#wrong,
      h("button", { class: "button", type: "submit" }, t("follow.open")),
    );
    const gone = [h("h2", {}, t("follow.linkGone")), h("p", {}, t("follow.linkGoneWords"))];
    const why = after && h("div", { class: "card", role: "status" }, ...gone);
    this.#lay(why, h("p", {}, t("follow.words")), form, h("p", { class: "hint" }, t("follow.privacy")));
  }

  /** @param {...(Node | undefined)} content  undefined is nothing */
  #lay(...content) {
    this.className = "page stack";
    this.replaceChildren(h("h1", { tabindex: "-1" }, t("follow.page")), ...content.flatMap((node) => node ?? []));
  }

  async #open() {
    const code = readCode(this.#code.value);
    this.#wrong.textContent = code ? "" : t("follow.codeWrong");
    if (!code) return;
    const traveller = this.#traveller.value.trim() || undefined;
    try {
      await letIn(this.app.api, "trip", { code, traveller });
      this.#watch();
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
      this.#code.select();
    }
  }
}

customElements.define("follow-page", FollowPage);
