// @ts-check
import { checkedHere } from "../elements/ledger-badge.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { keep } from "../lib/ledger/ledger-store.js";
import { checkLedger, watchHead } from "../lib/ledger/ledger-watch.js";
import { failure, Page } from "../lib/dom/page.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/ledger/ledger-watch.js").Watched} Watched
 * @typedef {import("../lib/ledger/ledger-watch.js").CheckDone} CheckDone
 * @typedef {import("../models/ledger-check.js").Finding} Finding
 */

/** Goes through the whole log of my family on this device, and says what it found. */
export class WalletCheckPage extends Page {
  #body = h("div", { class: "stack" });
  #answer = h("div", { class: "stack", role: "status" });
  #facts = h("dl", { class: "card log-facts" });
  #button = button(t("ledger.check"), () => this.#check());

  open() {
    this.className = "page stack wallet";
    this.replaceChildren(h("h1", {}, t("ledger.page")), h("p", {}, t("ledger.words")), this.#body);
    this.#read();
  }

  #read() {
    this.show(this.#body, () => watchHead(this.app.api, this.signal), (watched) => {
      this.#body.replaceChildren(this.#answer, ...(watched.canCheck ? [this.#button] : []), this.#facts);
      this.#drawFacts(watched);
      if (!watched.canCheck) this.#answer.replaceChildren(h("p", { class: "card" }, t("ledger.cannot")));
      else if (watched.broken) this.#answer.replaceChildren(this.#brokenCard(watched));
      else if (watched.check?.finding) this.#drawFinding(watched.check.finding);
    });
  }

  async #check() {
    this.#button.disabled = true;
    const bar = h("progress", { max: 1, value: 0, "aria-label": t("ledger.checking") });
    const words = h("p", { class: "quiet" }, t("ledger.checking"));
    this.#answer.replaceChildren(h("div", { class: "card stack" }, words, bar));
    try {
      const watched = await watchHead(this.app.api, this.signal);
      const progress = (/** @type {number} */ count, /** @type {number} */ size) => {
        Object.assign(bar, { max: size, value: count });
        words.textContent = t("ledger.progress", { count, size });
      };
      const done = await checkLedger(this.app.api, watched, progress, this.signal);
      if (this.signal.aborted) return;
      const after = await watchHead(this.app.api, this.signal);
      this.#drawDone(done, watched);
      this.#drawFacts(after);
    } catch (error) {
      if (!this.signal.aborted) this.#answer.replaceChildren(failure(error, () => this.#check()));
    } finally {
      this.#button.disabled = false;
      this.#button.replaceChildren(t("ledger.again"));
    }
  }

  /**
   * @param {CheckDone} done
   * @param {Watched} watched
   */
  #drawDone({ finding, count, isWhole }, watched) {
    if (finding) this.#drawFinding(finding);
    else if (watched.broken) this.#answer.replaceChildren();
    else {
      const words = t(isWhole ? "ledger.goodWords" : "ledger.partWords", { count });
      const title = h("h2", {}, icon("check"), t("ledger.good"));
      this.#answer.replaceChildren(h("section", { class: "card stack verdict verdict-good" }, title, h("p", {}, words)));
    }
    if (watched.broken) this.#answer.append(this.#brokenCard(watched));
  }

  /** @param {Finding} finding */
  #drawFinding({ fault, leaf, kind, at, account = t("ledger.someAccount"), device = t("keys.device") }) {
    const about = kind && at !== undefined && { kind: t(`ledger.kind.${kind}`), time: momentWords(new Date(at), Date.now()) };
    this.#answer.replaceChildren(
      h(
        "section",
        { class: "card stack verdict verdict-bad" },
        h("h2", {}, icon("caution"), t("ledger.bad")),
        leaf !== undefined && h("p", { class: "verdict-entry" }, t("ledger.badEntry", { leaf })),
        h("p", {}, t(`ledger.fault.${fault}`, { account, device })),
        about && h("p", { class: "quiet" }, t("ledger.badKind", about)),
        h("p", {}, t("ledger.badAdvice")),
      ),
    );
  }

  /** @param {Watched} watched */
  #brokenCard({ broken, head }) {
    const accept = async () => {
      const question = { title: t("ledger.acceptTitle"), words: t("ledger.acceptWords"), action: t("ledger.accept") };
      if (!(await confirmed(question, this.signal))) return;
      await keep(`head/${head.ledger}`, undefined);
      this.app.say(t("ledger.accepted"));
      this.#answer.replaceChildren();
      this.#read();
    };
    return h(
      "section",
      { class: "card stack verdict verdict-bad" },
      h("h2", {}, icon("caution"), t("ledger.breakTitle")),
      broken && h("p", {}, t(`ledger.break.${broken}`)),
      h("p", {}, t("ledger.badAdvice")),
      // A head that nobody has signed is none to go on with.
      broken !== "forged" && button(t("ledger.accept"), accept, { style: "danger-button" }),
    );
  }

  /** @param {Watched} watched */
  #drawFacts({ head, kept, check, broken }) {
    const now = Date.now();
    const others = head.checks.map(({ name, at, size }) => t("ledger.other", { name, time: momentWords(at, now), count: size }));
    const seen = head.cosignatures.map(({ device = t("keys.device"), name, at, size }) =>
      t("ledger.seenBy", { device, name, time: momentWords(at, now), count: size }));
    const before = kept ? t("ledger.kept", { count: kept.size, time: momentWords(new Date(kept.at), now) }) : t("ledger.keptNone");
    const here = !check ? t("ledger.unseen")
      : check.finding ? t("ledger.foundBad", { time: momentWords(new Date(check.at), now) })
      : checkedHere(check);
    /** @type {[string, string[]][]} */
    const facts = [
      [t("ledger.sizeLabel"), [t("ledger.size", { count: head.size })]],
      [t("ledger.hereLabel"), [here]],
      [t("ledger.othersLabel"), others.length > 0 ? others : [t("ledger.nobody")]],
      [t("ledger.seenLabel"), seen.length > 0 ? seen : [t("ledger.seenNone")]],
      [t("ledger.keptLabel"), kept && !broken ? [before, t("ledger.keptGrew")] : [before]],
    ];
    this.#facts.replaceChildren(
      ...facts.flatMap(([name, values]) => [h("dt", {}, name), ...values.map((value) => h("dd", {}, value))]),
    );
  }
}

customElements.define("wallet-check-page", WalletCheckPage);
