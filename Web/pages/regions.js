// @ts-check
import { RegionFinder } from "../elements/region-finder.js";
import { RegionWorkView, sizeWords } from "../elements/region-work.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { sentences } from "../lib/words/joined.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { GivenUp, uploadExtract } from "../lib/hub/region-upload.js";
import { redraw, save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { isAMonthOld, isExtract, isRegionName, regionNameOf } from "../models/regions.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/region-shapes.js").Region} Region
 * @typedef {import("../lib/hub/region-shapes.js").Regions} Regions
 */

const readEveryMilliseconds = 1_000;

/** What the hub's map and ways are made of, for its keeper: the regions, and how another comes. */
export class RegionsPage extends Page {
  #list = h("div", { class: "section" });
  #work = new RegionWorkView(() => this.#end());
  #file = h("input", { class: "input", id: "region-file", type: "file", accept: ".pbf", "aria-describedby": "region-wrong" });
  #name = h("input", { class: "input", id: "region-name", value: "home", maxlength: 40, autocapitalize: "off", autocomplete: "off",
    spellcheck: "false" });
  #wrong = h("p", { class: "wrong", role: "alert", id: "region-wrong" });
  #form = this.#makeForm();
  /** @type {RegionFinder | undefined} */
  #finder;
  /** @type {Regions | undefined} */
  #regions;
  /** @type {AbortController | undefined} */
  #upload;

  open() {
    this.className = "page stack regions";
    const content = h("div", { class: "stack" });
    this.replaceChildren(h("h1", {}, t("regions.page")), h("p", { class: "quiet" }, t("regions.words")), content);
    this.signal.addEventListener("abort", () => this.#upload?.abort());
    const finder = new RegionFinder(this.app, this.signal, (work) => this.#regions && this.#draw({ ...this.#regions, work }));
    this.#finder = finder;
    this.show(content, () => this.#read(), (regions) => {
      const attribution = h("p", { class: "hint" }, t("regions.attribution"));
      content.replaceChildren(this.#list, this.#work.element, finder.element, this.#form, attribution);
      this.#draw(regions);
      this.#follow();
    });
  }

  /** @returns {Promise<Regions>} */
  #read() {
    return this.app.api.get("/regions", this.signal);
  }

  /** @param {Regions} regions */
  #draw(regions) {
    const before = this.#regions?.work;
    this.#regions = regions;
    const { items, work, isFixed, mirror } = regions;
    const isBusy = work !== undefined && work.state !== "failed";
    const row = (/** @type {Region} */ region) => this.#row(region, isFixed, mirror !== undefined && !isBusy);
    const rows = items.map((region) => h("li", { class: "split" }, ...row(region)));
    const list = rows.length > 0 ? h("ul", { class: "list" }, ...rows) : h("p", { class: "quiet" }, t("regions.none"));
    const words = rows.length > 0 ? [t(`regions.routing.${regions.routing}`)] : [];
    if (isFixed) words.push(t("regions.fixed"));
    else if (regions.freeBytes !== undefined) words.push(t("regions.free", { size: sizeWords(regions.freeBytes) }));
    redraw(this.#list, h("h2", {}, t("regions.list")), list, h("p", { class: "hint" }, sentences(...words)));
    this.#work.draw(work, this.#upload !== undefined);
    this.#form.hidden = isFixed || isBusy;
    this.#finder?.draw(mirror, isFixed || isBusy);
    if (before?.state === "importing" && !work && items[0]?.name === before.name) {
      this.app.say(t("regions.done", { name: before.name }));
    }
  }

  /**
   * @param {Region} region
   * @param {boolean} isFixed
   * @param {boolean} mayUpdate
   */
  #row(region, isFixed, mayUpdate) {
    const { name, extract, isUsed, source } = region;
    const words = { extract, size: sizeWords(region.bytes), time: momentWords(region.importedAt, hubNow()) };
    const lines = h("span", { class: "grow" }, h("span", { class: "row-name" }, isUsed ? t("regions.used", { name }) : name));
    const isOld = source !== undefined && isAMonthOld(region.importedAt, hubNow());
    lines.append(h("span", { class: "row-words" }, t(isOld ? "regions.rowOld" : "regions.row", words)));
    const row = h("div", { class: "row" }, icon(isUsed ? "check" : "place"), lines);
    if (isFixed) return [row];
    const label = t("regions.remove", { name });
    const attributes = { class: "button icon-button", type: "button", title: label, "aria-label": label, "data-key": `region-${name}` };
    const remove = h("button", { ...attributes, on: { click: () => this.#remove(region) } }, icon("remove"));
    if (source === undefined || !mayUpdate) return [row, remove];
    const updating = t("regions.update", { name });
    const update = { ...attributes, title: updating, "aria-label": updating, "data-key": `update-${name}` };
    return [row, h("button", { ...update, on: { click: () => this.#finder?.offer(source) } }, icon("down")), remove];
  }

  #makeForm() {
    const command = h("code", { class: "region-command" }, "hearth region import FILE.osm.pbf");
    const chosen = () => {
      const [file] = /** @type {HTMLInputElement} */ (this.#file).files ?? [];
      if (file) this.#name.value = regionNameOf(file.name);
      this.#wrong.textContent = file && !isExtract(file.name) ? t("regions.notExtract") : "";
    };
    this.#file.addEventListener("change", chosen);
    return h(
      "form",
      { class: "section form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
      h("h2", {}, t("regions.add")),
      h("p", { class: "quiet" }, t("regions.addWords")),
      h("div", { class: "field" }, h("label", { for: "region-file" }, t("regions.file")), this.#file),
      h("div", { class: "field" }, h("label", { for: "region-name" }, t("regions.name")), this.#name,
        h("p", { class: "hint" }, t("regions.nameHint"))),
      this.#wrong,
      h("button", { class: "button", type: "submit" }, t("regions.import")),
      h("p", { class: "hint" }, t("regions.command"), " ", command),
    );
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const [file] = /** @type {HTMLInputElement} */ (this.#file).files ?? [];
    const name = this.#name.value.trim();
    const missing = !file ? "fileMissing" : !isExtract(file.name) ? "notExtract" : !isRegionName(name) ? "nameWrong" : "";
    this.#wrong.textContent = missing ? t(`regions.${missing}`) : "";
    if (!file || missing || this.#upload) return;
    const upload = new AbortController();
    this.#upload = upload;
    try {
      const moved = (/** @type {import("../lib/hub/region-shapes.js").RegionWork} */ work) => {
        if (this.#regions && !upload.signal.aborted) this.#draw({ ...this.#regions, work });
      };
      moved(await uploadExtract(this.app, name, file, moved, upload.signal));
    } catch (error) {
      if (!(error instanceof GivenUp)) this.#wrong.textContent = errorWords(error);
    } finally {
      this.#upload = undefined;
    }
  }

  /** Reads how far the hub is, as long as the page is open and something is under way that it does not tell itself. */
  async #follow() {
    while (!this.signal.aborted) {
      await new Promise((done) => setTimeout(done, readEveryMilliseconds));
      if (this.signal.aborted || this.#upload || document.hidden || !this.#isMoving) continue;
      try {
        this.#draw(await this.#read());
      } catch {
        // The hub is away: the banner says so, and the next reading is soon.
      }
    }
  }

  get #isMoving() {
    const work = this.#regions?.work;
    return (work !== undefined && work.state !== "failed") || this.#regions?.routing === "starting";
  }

  /** Gives up what is under way, or puts away why it failed. */
  async #end() {
    const work = this.#regions?.work;
    if (!work) return;
    this.#upload?.abort();
    const done = work.state === "failed" ? "" : t("regions.cancelled");
    const end = () => this.app.api.delete(`/regions/${work.name}/extract`);
    if (await save(end, { say: this.app.say, done })) this.#again();
  }

  /** @param {Region} region */
  async #remove({ name, bytes }) {
    const words = t("regions.removeWords", { size: sizeWords(bytes) });
    const question = { title: t("regions.removeTitle", { name }), words, action: t("common.delete") };
    if (!(await confirmed(question, this.signal))) return;
    const remove = () => withProof(this.app, () => this.app.api.delete(`/regions/${name}`));
    if (await save(remove, { say: this.app.say, done: t("regions.removed", { name }) })) this.#again();
  }

  async #again() {
    try {
      this.#draw(await this.#read());
    } catch (error) {
      this.app.say(errorWords(error));
    }
  }
}

customElements.define("regions-page", RegionsPage);
