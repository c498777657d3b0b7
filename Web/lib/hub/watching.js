// @ts-check
import { Refusal } from "./api.js";

/**
 * @typedef {import("./api.js").API} API
 * @typedef {import("./trip-shapes.js").Alarm} Alarm
 * @typedef {import("./trip-shapes.js").CompanionTrip} CompanionTrip
 * @typedef {import("./trip-shapes.js").TripPosition} TripPosition
 *
 * @typedef {object} Watching  how a trip is looked at: by somebody with an account, or by a browser with a link
 * @property {() => Promise<{trip?: CompanionTrip, alarms: Alarm[]}>} read
 * @property {(after: string | undefined) => Promise<{items: TripPosition[], next?: string}>} positions
 * @property {(alarm: string) => Promise<unknown>} acknowledge
 * @property {(alarm: string) => Promise<unknown>} act
 * @property {((alarm: string) => Promise<unknown>) | undefined} confirm
 * @property {(() => Promise<unknown>) | undefined} accept
 * @property {(() => Promise<unknown>) | undefined} leave
 */

/**
 * @param {API} api
 * @param {string} id  of the trip
 * @returns {Watching}
 */
export function asCompanion(api, id) {
  return {
    read: async () => {
      const [trip, { items }] = await Promise.all([api.get(`/companion-trips/${id}`), api.get("/alarms")]);
      return { trip, alarms: items.filter((/** @type {Alarm} */ alarm) => alarm.trip === id && !alarm.mine) };
    },
    positions: (after) => api.get(`/companion-trips/${id}/positions${query(after)}`),
    acknowledge: (alarm) => api.post(`/alarms/${alarm}/acknowledge`, {}),
    act: (alarm) => api.post(`/alarms/${alarm}/act`, {}),
    confirm: (alarm) => api.post(`/alarms/${alarm}/confirm`, {}),
    accept: () => api.post(`/companion-trips/${id}/accept`, {}),
    leave: () => api.delete(`/companion-trips/${id}`),
  };
}

/**
 * @param {API} api
 * @returns {Watching}
 */
export function asGuest(api) {
  const acknowledge = (/** @type {string} */ alarm) => api.post("/trip-view/acknowledge", { alarm });
  return {
    read: () => api.get("/trip-view"),
    positions: (after) => api.get(`/trip-view/positions${query(after)}`),
    acknowledge,
    act: acknowledge,
    confirm: undefined,
    accept: undefined,
    leave: undefined,
  };
}

/**
 * Whether there is nothing to see, now and later: no such trip, or no right to see it any more.
 *
 * @param {unknown} error
 */
export function isGone(error) {
  return error instanceof Refusal && [401, 404].includes(error.status);
}

/** @param {string | undefined} after */
function query(after) {
  return after ? `?after=${encodeURIComponent(after)}` : "";
}
