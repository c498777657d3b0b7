// @ts-check
import { isAdultOf } from "../models/family.js";
import { isUnderWay } from "../models/focus.js";
import { claimKey, withUnsent } from "../models/missions.js";
import { isAway } from "../lib/hub/api.js";
import { GuestMissions } from "./guest-missions.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { LiveState } from "./live-state.js";
import { outboxOf } from "./outbox.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/mission-shapes.js").Mission} Mission
 * @typedef {import("../lib/hub/mission-shapes.js").MissionDraft} MissionDraft
 * @typedef {import("../lib/hub/mission-shapes.js").MissionSettings} MissionSettings
 * @typedef {import("../lib/hub/mission-shapes.js").Focus} Focus
 * @typedef {import("../lib/hub/mission-shapes.js").Countdown} Countdown
 * @typedef {import("../lib/hub/shapes.js").FamilyGroup} FamilyGroup
 * @typedef {import("../models/missions.js").Line} Line
 *
 * @typedef {Missions | GuestMissions} MissionList  of a member, or of a guest on this device: the same to every page
 */

/**
 * My missions: on the hub where I am logged in, on this device where I am not.
 *
 * @param {App} app
 * @param {AbortSignal} signal  ends it when its page is left
 * @returns {MissionList}
 */
export function missionsOf(app, signal) {
  return app.family.isLoaded ? new Missions(app, signal) : new GuestMissions(signal);
}

/**
 * A member's missions and countdown as the hub says they stand, kept true by the event stream while a page is open.
 * Sends `changed`.
 */
export class Missions extends LiveState {
  isGuest = false;
  /** @type {Mission[]} */
  missions = [];
  /** @type {Focus} */
  focus = {};
  /** @type {FamilyGroup} */
  group = { id: "", members: [], invites: [] };
  /** @type {Map<string, Promise<MissionSettings | undefined>>} */
  #settings = new Map();

  /**
   * @param {App} app
   * @param {AbortSignal} signal
   */
  constructor(app, signal) {
    super(app, signal, ["mission", "wallet"]);
  }

  get me() {
    return this.app.family.me?.id ?? "";
  }

  get isAdult() {
    return isAdultOf(this.group, this.me);
  }

  /** Those for whom an adult can give and decide. */
  get children() {
    return this.group.members.filter(({ role, id }) => role === "child" && id !== this.me);
  }

  /** @param {string | undefined} member */
  person(member) {
    return this.group.members.find(({ id }) => id === member);
  }

  /** The time by which countdowns run. */
  now() {
    return hubNow();
  }

  /** Reads everything; rejects as a request does. */
  async read() {
    const { api } = this.app;
    const [missions, focus, group] = await Promise.all([
      api.read("/missions", this.signal),
      api.read("/me/focus", this.signal),
      this.group.id && api.shownAt === undefined ? this.group : api.read("/families", this.signal).then(({ items }) => items[0]),
    ]);
    this.missions = withUnsent(missions.items, (key) => outboxOf(this.app).has(key));
    this.focus = focus;
    this.group = group;
  }

  /**
   * @param {string} id  made here, so that the same wish sent again adds one mission
   * @param {MissionDraft} draft
   */
  async add(id, draft) {
    this.#put(await this.app.api.post("/missions", { id, ...draft }));
  }

  /**
   * @param {string} id
   * @param {MissionDraft} draft
   */
  async change(id, draft) {
    this.#put(await this.app.api.patch(`/missions/${id}`, draft));
  }

  /** @param {string} id */
  async remove(id) {
    await this.app.api.delete(`/missions/${id}`);
    this.missions = this.missions.filter((mission) => mission.id !== id);
    this.changed();
  }

  /** @param {string} id */
  async restore(id) {
    this.#put(await this.app.api.post(`/missions/${id}/restore`, {}));
  }

  /**
   * Claims, approves, rejects or undoes; true where the hub had moved on, and nothing changed but what is shown. While the
   * hub is away a claim waits on this device; nothing else does.
   *
   * @param {Line} line
   * @param {"claim" | "approve" | "reject" | "undo"} act
   * @param {string} [gold]  where an adult says how much
   * @returns {Promise<boolean | "later">}
   */
  async decide({ mission, occurrence: { number, version } }, act, gold) {
    const body = { occurrence: number, version, ...(gold === undefined ? {} : { gold }) };
    const path = `/missions/${mission.id}/${act}`;
    try {
      const { alreadyHandled, mission: after } = await this.app.api.post(path, body);
      this.#put(after);
      return alreadyHandled;
    } catch (error) {
      if (act !== "claim" || !isAway(error)) throw error;
      const outbox = outboxOf(this.app);
      if (!outbox.add({ key: claimKey(mission, number), path, body, name: mission.title })) throw error;
      this.missions = withUnsent(this.missions, (key) => outbox.has(key));
      this.changed();
      return "later";
    }
  }

  /**
   * @param {Line} line
   * @param {string} id  made here, so that a repeat starts one countdown
   */
  async start({ mission, occurrence }, id) {
    this.#show(await this.app.api.post(`/missions/${mission.id}/start`, { id, occurrence: occurrence.number }));
  }

  /**
   * @param {Countdown} countdown
   * @param {"pause" | "resume" | "stop" | "cancel"} request
   */
  async ask({ id, mission }, request) {
    const told = await this.app.api.post(`/missions/${mission}/${request}`, { countdown: id });
    // The end is shown with the minutes of its mission: those are read first, or it would say "0 minutes".
    if (isUnderWay(told)) this.#show(told);
    await this.refresh().catch(() => this.#show(told));
  }

  /**
   * What holds for somebody's missions, as far as I may know it.
   *
   * @param {string} member
   */
  settingsOf(member) {
    const known = this.#settings.get(member) ?? this.app.api.get(`/members/${member}/mission-settings`).catch(() => undefined);
    this.#settings.set(member, known);
    return known;
  }

  /** @param {Mission} mission */
  #put(mission) {
    this.missions = [...this.missions.filter(({ id }) => id !== mission.id), mission];
    this.changed();
  }

  /** @param {Countdown} countdown */
  #show(countdown) {
    const { countdown: _, ...rest } = this.focus;
    const isOver = countdown.state !== "running" && countdown.state !== "paused";
    this.focus = isOver ? { ...rest, latest: countdown } : { ...rest, countdown };
    this.changed();
  }
}
