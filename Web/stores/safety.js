// @ts-check
import { aged, keptEmergency } from "../models/emergency.js";
import { isOpen, isRunning, withoutSecrets } from "../models/trip.js";
import { isAway, Refusal, tooLong, Unreachable } from "../lib/hub/api.js";
import { emergencyKey } from "../lib/hub/kept.js";
import { HelpCall } from "./help-call.js";
import { ownRide, Ride } from "../lib/device/ride.js";
import { helpTexts, t } from "../lib/words/text.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/trip-shapes.js").Mine} Mine
 * @typedef {import("../lib/hub/trip-shapes.js").Alarm} Alarm
 * @typedef {import("../lib/hub/trip-shapes.js").CompanionTrip} CompanionTrip
 * @typedef {import("../lib/hub/trip-shapes.js").Drill} Drill
 * @typedef {import("../models/help.js").Cause} Cause
 */

/** What the stream did not say is asked for so often while somebody may need help (F17), and else each third time. */
const askMilliseconds = 5_000;
const calmEvery = 3;
/** Under which name my own trip is kept. */
const keptName = "safety";

/**
 * What the hub watches over for me, and what I am to watch over for others, on whatever page I am.
 *
 * Sends `change` whenever it was read anew. While a trip of this device runs it has its `ride`; while a call for help
 * runs its countdown fills the screen.
 */
export class Safety extends EventTarget {
  /** @type {Mine | undefined} */
  mine;
  /**
   * Of others, those that are open.
   *
   * @type {Alarm[]}
   */
  alarms = [];
  /**
   * Of others, those under way.
   *
   * @type {CompanionTrip[]}
   */
  trips = [];
  /**
   * Tests of others that wait for my word.
   *
   * @type {Drill[]}
   */
  drills = [];
  /** @type {Ride | undefined} */
  ride;

  #app;
  /** @type {HelpCall | undefined} */
  #call;
  /** Put away by hand, so that it does not come back. */
  #away = new Set();
  /** Those that the hub said were cancelled in time. */
  #cancelled = new Set();
  /**
   * Since when the hub is away, as far as my own trip was asked for; undefined while it answers.
   *
   * @type {number | undefined}
   */
  awaySince;
  #isOpening = false;
  /** @type {Promise<void> | undefined} */
  #reading;
  #isStale = false;
  /** When the hub was last read, by this page's clock. */
  #readAt = 0;
  #asked = 0;
  /** @type {Promise<void>} */
  ready;

  /** @param {App} app */
  constructor(app) {
    super();
    this.#app = app;
    app.api.withPIN = (work, refusal) => this.#withPIN(work, refusal);
    for (const name of ["trip", "alarm", "open", "resync"]) app.events.addEventListener(name, () => this.refresh());
    setInterval(() => this.#ask(), askMilliseconds);
    this.ready = this.refresh();
    const kept = HelpCall.kept(app.api, this.#member);
    if (kept) this.#show(kept);
    // What shows a call for help is there before the hub may be away.
    import("../elements/alarm-countdown.js").then(({ prepare }) => prepare()).catch(() => undefined);
  }

  /**
   * What to dial where I am; while the hub is away, what it said last, which holds no position.
   *
   * @returns {import("../lib/hub/trip-shapes.js").Emergency | undefined}
   */
  get emergency() {
    const now = Date.now();
    if (this.mine) return aged(this.mine.emergency, this.#readAt, now);
    return this.#app.api.held?.emergency ?? keptEmergency(localStorage.getItem(emergencyKey), now);
  }

  /** Whether there is a PIN: true until the hub says otherwise, so that a page that never heard it shows the pad. */
  get hasPIN() {
    return (this.mine ?? this.#app.api.held)?.pinsSet ?? true;
  }

  /** Whether the hub says that no message about an alarm can leave it (F82). */
  get reachesNobody() {
    return (this.mine ?? this.#app.api.held)?.reachesNobody === true;
  }

  /** The member who calls for help: only a logged-in member does, also while a guardian has to agree to it (F87). */
  get #member() {
    return this.#app.family.me?.id ?? this.#app.api.held?.member ?? "";
  }

  /** Reads everything anew; a second call while it reads makes it read once more. */
  refresh() {
    this.#isStale = true;
    this.#reading ??= this.#catchUp().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /**
   * Calls for help: the countdown begins here and now, whether the hub is heard or not.
   *
   * @param {Cause} cause
   */
  help(cause) {
    // One that runs already says the same, and is nearer its end.
    if (this.#call && !this.#call.ending && !(this.#call.isOver && this.#call.isHeard)) return;
    const { trip } = this.mine ?? {};
    this.#show(HelpCall.begin(this.#app.api, this.#member, cause, isRunning(trip) ? trip?.id : undefined));
  }

  #ask() {
    if (document.visibilityState !== "visible") return;
    this.#asked += 1;
    const isUrgent = this.alarms.length > 0 || this.#call !== undefined || (this.mine?.alarms ?? []).some(isOpen);
    const isBusy = isRunning(this.mine?.trip) || this.trips.length > 0;
    if (isUrgent || (isBusy && this.#asked % calmEvery === 0)) this.refresh();
  }

  async #catchUp() {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        const isKept = !this.mine && this.#app.api.kept?.last(keptName);
        await (isKept ? Promise.race([this.#read(), tooLong()]) : this.#read());
      } catch (error) {
        // Who is away is asked again: by the stream when it comes back, and by the clock.
        if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
        if (isAway(error)) this.#goOn();
        return;
      }
    }
  }

  async #read() {
    const { api } = this.#app;
    // A session that waits for a guardian reads nothing.
    if (api.held) return void this.dispatchEvent(new Event("change"));
    const [mine, trips, alarms, drills] = await Promise.all([
      api.get("/me/safety"),
      api.get("/companion-trips"),
      api.get("/alarms"),
      api.get("/drills"),
    ]);
    this.mine = mine;
    this.awaySince = undefined;
    api.kept?.keep(keptName, () => withoutSecrets(mine));
    this.#keepEmergency(mine.emergency);
    this.trips = trips.items;
    this.alarms = alarms.items.filter((/** @type {Alarm} */ alarm) => !alarm.mine && isOpen(alarm));
    this.drills = drills.items.filter((/** @type {Drill} */ drill) => !drill.mine && !drill.confirmedAt);
    this.#followRide();
    this.#followCalls();
    this.dispatchEvent(new Event("change"));
  }

  /**
   * The hub is away: my own trip goes on as it was last, so that this device still tells where I am and feels whether it is
   * shaken. Nothing of others is shown from before, and no countdown.
   */
  #goOn() {
    const last = this.mine ? undefined : this.#app.api.kept?.last(keptName);
    if (last) {
      this.mine = last.value;
      this.#readAt = last.at;
      this.#followRide();
    }
    if (!this.mine || this.awaySince !== undefined) return;
    this.awaySince = this.#readAt;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {import("../lib/hub/trip-shapes.js").Emergency} emergency */
  #keepEmergency(emergency) {
    this.#readAt = Date.now();
    try {
      localStorage.setItem(emergencyKey, JSON.stringify({ emergency, at: this.#readAt }));
    } catch {
      // A full storage: this page knows it all the same, and nothing of an alarm waits for it.
    }
  }

  #followRide() {
    const trip = this.mine?.trip;
    // It goes on where another device of mine was chosen since: with the second PIN, this is still the true one (F29, F83).
    const own = isRunning(trip) && trip && ownRide(trip.id);
    if (this.ride && (!own || this.ride.tripID !== trip?.id)) {
      this.ride.stop();
      this.ride = undefined;
    }
    if (!own || this.ride || !trip) return;
    this.ride = new Ride(this.#app, trip, own);
    this.ride.addEventListener("shake", () => this.help("shake"));
    this.ride.addEventListener("state", () => this.dispatchEvent(new Event("change")));
  }

  /** A call that another page of mine began is shown here as well; one that the hub says is over goes (F72). */
  #followCalls() {
    if (!this.mine) return;
    this.#call?.hear(this.mine);
    const running = this.mine.countdowns.filter(({ state }) => state === "running");
    const [other] = running.filter(({ id }) => id !== this.#call?.id && !this.#away.has(id));
    if (other && (!this.#call || this.#call.ending)) this.#show(HelpCall.told(this.#app.api, this.#member, other));
  }

  /** @param {HelpCall} call */
  async #show(call) {
    if (this.#isOpening) return;
    this.#isOpening = true;
    this.#call = call;
    call.addEventListener("change", () => this.#called(call));
    if (this.#app.api.held) {
      import("./call-fixes.js").then(({ tellWhere }) => tellWhere(this.#app, this, call)).catch(() => undefined);
    }
    try {
      const { AlarmCountdown } = await import("../elements/alarm-countdown.js");
      await AlarmCountdown.open(call, { app: this.#app, safety: this, closed: () => this.#closed(call) });
    } finally {
      this.#isOpening = false;
    }
  }

  /** @param {HelpCall} call */
  #called(call) {
    const isCancelled = call.ending && !call.ending.wasTold;
    if (isCancelled && call.cause === "shake" && !this.#cancelled.has(call.id)) this.ride?.calledOff();
    if (isCancelled) this.#cancelled.add(call.id);
    this.refresh();
  }

  /** @param {HelpCall} call */
  #closed(call) {
    this.#away.add(call.id);
    call.end();
    const silent = call.standing === "untold" ? "alarm.overUntold" : "alarm.stopped";
    if (call.ending) this.#app.say(t(call.ending.wasTold ? "alarm.cleared" : silent));
    if (this.#call === call) this.#call = undefined;
    this.refresh();
  }

  /**
   * @param {(pin: string) => Promise<any>} work
   * @param {Refusal} refusal
   */
  async #withPIN(work, refusal) {
    await helpTexts();
    const { withPIN } = await import("../elements/pin-request.js");
    /** @type {any} */
    let value;
    const words = { title: t("pin.sheet.weaken"), words: t("pin.sheet.weakenWords") };
    const isDone = await withPIN(words, async (pin) => {
      value = await work(pin);
    });
    if (!isDone) throw refusal;
    return value;
  }
}

/** @type {Safety | undefined} */
let only;

/**
 * The one of this page, made when it is first asked for.
 *
 * @param {App} app
 */
export function safetyOf(app) {
  only ??= new Safety(app);
  return only;
}
