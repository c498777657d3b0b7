// @ts-check
import "./route-map.js";
import "./trip-left.js";
import { alarmSound } from "../lib/device/alarm-sound.js";
import { button } from "../lib/dom/button.js";
import { h, setText } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { Part, part } from "../lib/dom/page.js";
import { withPIN } from "./pin-request.js";
import { keepRide } from "../lib/device/ride.js";
import { RouteProgress } from "../lib/device/route-progress.js";
import { rules } from "../lib/device/rules.js";
import { redraw } from "../lib/dom/saving.js";
import { safetyOf } from "../stores/safety.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { tapBack } from "../lib/dom/touch.js";
import { mayStillTell } from "../models/deputies.js";
import { isOpen, leftOf } from "../models/trip.js";
import { askWords } from "../models/trip-words.js";
import { AlarmPanel } from "./alarm-panel.js";
import { AwayBanner } from "./away-banner.js";
import { DrillPanel } from "./drill-panel.js";
import { HelpPanel, sosButton } from "./help-panel.js";
import { saySafe } from "./say-safe.js";
import { TripAsk } from "./trip-ask.js";
import { TripPeople } from "./trip-people.js";
import { protectionWords } from "./trip-protection.js";

/** @typedef {import("../lib/hub/trip-shapes.js").Trip} Trip */

const extensions = [10, 15, 20, 30, 45, 60];

/** My own trip while it runs: where I am on it, what I am asked, and every way to call for help. */
export class TripRide extends Part {
  /** The page's heading. */
  heading = h("h1", { tabindex: "-1" }, t("trip.page"));
  /** @type {Trip} */
  trip = /** @type {any} */ (undefined);

  #map = /** @type {import("./route-map.js").RouteMap} */ (document.createElement("route-map"));
  #left = /** @type {import("./trip-left.js").TripLeft} */ (document.createElement("trip-left"));
  #due = h("p", { class: "quiet" });
  #ask = new TripAsk();
  #people = new TripPeople();
  #device = h("div", { class: "stack" });
  #alarms = h("div", { class: "stack" });
  #protection = h("div");
  #extend = button(t("trip.extend"), () => this.#askExtend(), { style: "quiet-button" });
  /** What ends it: the trip, or first the alarm. */
  #main = button("", () => (this.#alarm ? saySafe(this.app, this.#alarm.id, this.signal) : this.#arrive()));
  #extendWords = h("p", { class: "hint" });
  /** @type {RouteProgress | undefined} */
  #progress;
  /** @type {import("../lib/device/route-progress.js").RouteReading | undefined} */
  #reading;
  /** @type {import("./route-map.js").Drawn | undefined} */
  #route;

  open() {
    this.className = "place-page trip-ride";
    for (const element of [this.#ask, this.#people]) element.app = this.app;
    this.#ask.addEventListener("arrive", () => this.#arrive());
    this.#ask.addEventListener("extend", () => this.#askExtend());
    const { route } = this.trip;
    this.#route = route && { line: route.line, engine: route.straightLine ? "straightLine" : "valhalla" };
    this.replaceChildren(h("div", { class: "trip-map" }, this.#map), this.#body());
    this.#map.isFixed = true;
    this.#map.begin(this.#here ?? this.trip.destination);
    this.app.ownFixes.addEventListener("state", () => this.#moved(), { signal: this.signal });
    ticker.each(() => this.#tick(), this.signal);
    this.#follow();
    this.update(this.trip);
  }

  /** @param {Trip} trip */
  update(trip) {
    this.trip = trip;
    const { destination, extensionsLeft, origin } = trip;
    setText(this.heading, t("trip.to", { name: destination.name }));
    setText(this.#due, askWords(trip, hubNow()));
    this.#map.mark({ start: origin, end: destination, me: this.#here });
    this.#ask.tell(trip, this.#alarm);
    this.#people.tell(trip);
    this.#extend.hidden = extensionsLeft === 0 || trip.state === "overdue";
    setText(this.#extendWords, extensionsLeft > 0 ? t("trip.extendLeft", { count: extensionsLeft }) : t("trip.extendNone"));
    this.#drawProtection();
    this.#drawAlarms();
    this.#drawDevice();
    this.#moved();
  }

  #body() {
    const cancel = button(t("trip.cancel"), () => this.#end("cancel"), { style: "quiet-button" });
    const members = () => this.trip.companions.map(({ member }) => member);
    return h(
      "div",
      { class: "form place-form" },
      h("div", { class: "trip-head" }, h("div", { class: "grow" }, this.heading, this.#due)),
      part(AwayBanner, this.app),
      this.#alarms,
      this.#ask,
      this.#left,
      part(HelpPanel, this.app),
      h("div", { class: "actions" }, this.#extend, cancel),
      this.#extendWords,
      this.#device,
      this.#people,
      this.#protection,
      part(DrillPanel, this.app, { members, isTitled: true }),
      h("div", { class: "trip-bar" }, sosButton(this.app), this.#main),
    );
  }

  /** My newest fix: this page's own where it has one. */
  get #here() {
    const { me, people } = this.app.family;
    return this.app.ownFixes.last ?? ((me && people.get(me.id)?.presence?.fix) || undefined);
  }

  /** By the family's rules on this page: nobody waits for the hub to know how far it is. */
  async #follow() {
    const { route } = this.trip;
    if (!route) return;
    try {
      const core = await rules();
      this.#progress = new RouteProgress(core, route.line, route.straightLine ? [] : route.legs ?? []);
      this.#moved();
    } catch {
      // Without the rules the hub says how far it is.
    }
  }

  #moved() {
    const fix = this.#here;
    this.#map.mark({ start: this.trip.origin, end: this.trip.destination, me: fix });
    if (fix && this.#progress) this.#reading = this.#progress.take({ ...fix, atMs: Date.parse(fix.at) });
    const { travelledMetres = 0, remainingMetres = 1 } = this.#reading ?? {};
    this.#map.draw(this.#route, travelledMetres / Math.max(1, travelledMetres + remainingMetres));
    this.#drawLeft();
    this.#drawDevice();
  }

  #tick() {
    this.#drawLeft();
    // A deputy that is heard no longer is said so without news of the hub.
    if ((this.trip.protection.deputies ?? []).length > 0) this.#drawProtection();
  }

  #drawProtection() {
    const drawn = protectionWords(this.trip.protection, { isOnTrip: true, now: hubNow() });
    if (!this.#protection.firstElementChild?.isEqualNode(drawn)) this.#protection.replaceChildren(drawn);
  }

  #drawLeft() {
    const told = leftOf(this.trip);
    const own = this.#reading && { ...this.#reading, isStraight: this.trip.straightLine };
    // Whichever knows of the newer fix.
    this.#left.draw(own && (!told || own.atMs >= told.atMs) ? own : told, hubNow());
  }

  /** The alarm about me, while one is open. */
  get #alarm() {
    return (safetyOf(this.app).mine?.alarms ?? []).find(isOpen);
  }

  #drawAlarms() {
    const alarm = this.#alarm;
    setText(this.#main, t(alarm ? "trip.safe" : "trip.arrive"));
    let panel = /** @type {AlarmPanel | null} */ (this.#alarms.querySelector("alarm-panel"));
    if (!alarm) return this.#alarms.replaceChildren();
    if (!panel) {
      panel = part(AlarmPanel, this.app);
      this.#alarms.replaceChildren(panel);
    }
    panel.tell(alarm);
    return undefined;
  }

  /** What this device does for the trip, and what it cannot. */
  #drawDevice() {
    const { ride } = safetyOf(this.app);
    const { sharing } = this.app.ownFixes;
    const lines = [];
    if (!ride) lines.push(t("trip.elsewhere"));
    else {
      if (ride.tellsPosition) lines.push(t("trip.here"), t(ride.awake.isOn ? "trip.awake" : "trip.awakeNot"));
      if (ride.tellsPosition && sharing !== "on" && sharing !== "off") lines.push(t(`trip.fixes.${sharing}`));
      lines.push(t(ride.feelsShakes ? "trip.hereShake" : "trip.hereNoShake"));
    }
    const text = lines.join("\n");
    if (this.#device.dataset.drawn === text) return;
    this.#device.dataset.drawn = text;
    const take = button(t("trip.takeOver"), () => this.#take(), { style: "quiet-button", key: "take" });
    const words = lines.map((line) => h("p", { class: "small quiet" }, line));
    redraw(this.#device, ...words, ...(ride ? [] : [h("div", {}, take)]));
  }

  /** The hub counts this browser from now on (F83): that takes the PIN. */
  async #take() {
    alarmSound.unlock();
    const { app, trip } = this;
    const words = { title: t("trip.takeOver"), words: t("pin.sheet.weakenWords") };
    if (!(await withPIN(words, (pin) => app.api.post(`/trips/${trip.id}/device`, { pin }), this.signal))) return;
    keepRide({ trip: trip.id, shake: false, sharedBefore: app.ownFixes.isOn });
    await safetyOf(app).refresh();
  }

  #arrive() {
    return this.#end("arrive");
  }

  /** @param {"arrive" | "cancel"} how */
  async #end(how) {
    const { app, trip } = this;
    const words = { title: t(`pin.sheet.${how}`), words: t(`pin.sheet.${how}Words`) };
    const isDone = await withPIN(words, (pin) => app.api.post(`/trips/${trip.id}/${how}`, { pin }), this.signal);
    if (!isDone) return;
    if (how === "arrive") tapBack();
    const [deputy] = mayStillTell(trip.protection.deputies ?? [], hubNow());
    const said = t(how === "arrive" ? "trip.arrived" : "trip.cancelled");
    app.say(deputy ? `${said} ${t("trip.deputy.mayTell", { name: deputy.name })}` : said);
    await safetyOf(app).refresh();
  }

  #askExtend() {
    const choices = extensions.map((count) => {
      const choose = () => {
        sheet.close();
        this.#extendBy(count);
      };
      return button(t("trip.minutes", { count }), choose, { style: "quiet-button" });
    });
    const sheet = openSheet(t("trip.extendBy"), [h("div", { class: "trip-two" }, ...choices)], { signal: this.signal });
  }

  /** @param {number} minutes */
  async #extendBy(minutes) {
    const { app, trip } = this;
    const words = { title: t("pin.sheet.extend"), words: t("pin.sheet.extendWords", { count: minutes }) };
    const work = (/** @type {string} */ pin) => app.api.post(`/trips/${trip.id}/extend`, { minutes, pin });
    if (!(await withPIN(words, work, this.signal))) return;
    app.say(t("trip.extended"));
    await safetyOf(app).refresh();
  }
}

customElements.define("trip-ride", TripRide);
