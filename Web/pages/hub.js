// @ts-check
import { sizeWords } from "../elements/region-work.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { sentences } from "../lib/words/joined.js";
import { Page } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { daysAgo, knownJob, sortedFindings } from "../models/keeper.js";
import { durationWords, momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/keeper-shapes.js").Finding} Finding
 * @typedef {import("../lib/hub/keeper-shapes.js").HubState} HubState
 * @typedef {import("../lib/hub/keeper-shapes.js").KeeperMember} KeeperMember
 */

/** How the hub is, for its keeper: what the doctor finds, who is on it, what waits, what is full. */
export class HubPage extends Page {
  open() {
    this.className = "page stack keeper";
    const content = h("div", { class: "stack" });
    this.replaceChildren(h("h1", {}, t("hubState.page")), h("p", { class: "quiet" }, t("hubState.words")), content);
    this.show(content, () => this.app.api.get("/keeper", this.signal), (/** @type {HubState} */ state) => {
      content.replaceChildren(
        this.#findings(state.findings),
        this.#members(state),
        this.#section(t("hubState.outbox"), h("p", {}, this.#outboxWords(state.outbox))),
        this.#section(t("hubState.storage"), h("p", {}, this.#storageWords(state.storage))),
        ...(state.deputies ? [this.#deputies(state.deputies)] : []),
        this.#jobs(state.jobs),
        h("p", { class: "hint" }, t("hubState.version", { version: state.version })),
      );
    });
  }

  /** @param {Finding[]} findings */
  #findings(findings) {
    const sorted = sortedFindings(findings);
    const rows = (/** @type {Finding[]} */ some) => h("ul", { class: "list" }, ...some.map((finding) => this.#finding(finding)));
    const open = sorted.filter(({ state }) => state !== "good");
    const well = sorted.filter(({ state }) => state === "good");
    const first = open.length > 0 ? rows(open) : h("p", {}, t("hubState.allGood"));
    const summary = h("summary", {}, t("hubState.well", { count: well.length }));
    const rest = well.length > 0 && h("details", { class: "keeper-well" }, summary, rows(well));
    return this.#section(t("hubState.findings"), first, rest);
  }

  /** @param {Finding} finding */
  #finding({ state, words, mend }) {
    const lines = h("span", { class: "grow" }, h("span", { class: `keeper-state keeper-${state}` }, t(`hubState.state.${state}`)));
    lines.append(h("span", { class: "row-name" }, words));
    if (mend) lines.append(h("span", { class: "row-words keeper-mend" }, ...broken(mend)));
    return h("li", { class: "row" }, icon(state === "good" ? "check" : "caution"), lines);
  }

  /** @param {HubState} state */
  #members({ members, memberCount }) {
    const rows = members.map((member) => {
      const lines = h("span", { class: "grow" }, h("bdi", { class: "row-name" }, member.name));
      lines.append(h("span", { class: "row-words" }, memberWords(member)));
      return h("li", { class: "row" }, icon("person"), lines);
    });
    const more = memberCount > members.length && h("p", { class: "hint" }, t("hubState.more"));
    return this.#section(t("hubState.members", { count: memberCount }), h("ul", { class: "list" }, ...rows), more);
  }

  /** @param {HubState["outbox"]} outbox */
  #outboxWords({ waiting, oldestSeconds, givenUp }) {
    const time = durationWords(oldestSeconds);
    const waits = waiting > 0 ? t("hubState.outboxWaits", { count: waiting, time }) : t("hubState.outboxNone");
    return sentences(waits, givenUp > 0 && t("hubState.outboxGivenUp", { count: givenUp }));
  }

  /** @param {HubState["storage"]} storage */
  #storageWords({ databaseBytes, logBytes, freeBytes, diskBytes }) {
    const database = sizeWords(databaseBytes + logBytes);
    return t("hubState.storageWords", { database, free: sizeWords(freeBytes), disk: sizeWords(diskBytes) });
  }

  /** @param {import("../lib/hub/keeper-shapes.js").KeeperDeputy[]} deputies */
  #deputies(deputies) {
    const rows = deputies.map(({ name, members, heard, heardAt }) => {
      const time = heardAt ? momentWords(heardAt, hubNow()) : "";
      const state = heardAt ? t(heard ? "hubState.deputyHeard" : "hubState.deputySilent", { time }) : t("hubState.deputyNever");
      const lines = h("span", { class: "grow" }, h("bdi", { class: "row-name" }, name));
      lines.append(h("span", { class: "row-words" }, `${t("hubState.deputyGuards", { count: members })} · ${state}`));
      return h("li", { class: "row" }, icon(heard ? "check" : "caution"), lines);
    });
    return this.#section(t("hubState.deputies"), h("ul", { class: "list" }, ...rows));
  }

  /** @param {HubState["jobs"]} jobs */
  #jobs(jobs) {
    const rows = jobs.flatMap(({ job, at }) => {
      const known = knownJob(job);
      if (!known) return [];
      const lines = h("span", { class: "grow" }, h("span", { class: "row-name" }, t(`hubState.job.${known}`)));
      lines.append(h("span", { class: "row-words" }, at ? momentWords(at, hubNow()) : t("hubState.jobNever")));
      return [h("li", { class: "row" }, icon("clock"), lines)];
    });
    return this.#section(t("hubState.jobs"), h("ul", { class: "list" }, ...rows));
  }

  /**
   * @param {string} title
   * @param {...(Node | false)} content
   */
  #section(title, ...content) {
    return h("section", { class: "section" }, h("h2", {}, title), ...content.filter((part) => part !== false));
  }
}

/** @param {KeeperMember} member */
function memberWords({ role, keeper, disabled, devices, heardOn }) {
  const words = [t(role === "child" ? "hubState.child" : "hubState.adult")];
  if (keeper) words.push(t("hubState.isKeeper"));
  if (disabled) words.push(t("hubState.isDisabled"));
  if (devices === 0) return [...words, t("hubState.noDevice")].join(" · ");
  const days = heardOn === undefined ? undefined : daysAgo(heardOn, hubNow());
  const heard = days === undefined ? t("hubState.neverHeard") : days === 0 ? t("hubState.heardToday") : t("hubState.heard", { count: days });
  return [...words, t("hubState.devices", { count: devices, heard })].join(" · ");
}

customElements.define("hub-page", HubPage);

/**
 * Words with commands in them: a flag keeps its dashes, and an address breaks after its slashes.
 *
 * @param {string} words
 */
function broken(words) {
  return words
    .split(/(--[a-z]\S*|\S+\/\S+)/)
    .flatMap((part) => {
      if (part.startsWith("--")) return [h("span", { class: "keeper-flag" }, part)];
      return part.split(/(?<=[^/:]\/)/).flatMap((piece, index) => (index > 0 ? [h("wbr", {}), piece] : [piece]));
    });
}
