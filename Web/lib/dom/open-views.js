// @ts-check
import { Refusal } from "../hub/api.js";
import { cookieLost } from "./page.js";

/** @typedef {import("../hub/api.js").API} API */

/** What a link lets a browser without an account see, and how. */
const views = {
  trip: { open: "/trip-views", view: "/trip-view" },
  live: { open: "/live-views", view: "/live-view" },
  wall: { open: "/wall-views", view: "/wall" },
};

/**
 * Has the hub let this browser in, and makes sure that it kept the cookie.
 *
 * @param {API} api
 * @param {keyof typeof views} kind
 * @param {object} key  what opens it
 * @returns {Promise<any>}  the view
 */
export async function letIn(api, kind, key) {
  await api.post(views[kind].open, key);
  try {
    return await api.get(views[kind].view);
  } catch (error) {
    throw error instanceof Refusal && error.code === "viewEnded" ? cookieLost() : error;
  }
}

/**
 * The view of a link, or of one that let this browser in before; undefined where none is open.
 *
 * @param {API} api
 * @param {keyof typeof views} kind
 * @param {object} [key]  what opens it
 * @returns {Promise<any>}
 */
export async function enterView(api, kind, key) {
  try {
    if (key) return await letIn(api, kind, key);
    return (await hasView(api, kind)) ? await api.get(views[kind].view) : undefined;
  } catch (error) {
    if (isOver(error)) return undefined;
    throw error;
  }
}

/** @param {unknown} error  of a view: whether it is open no longer, or never was */
export function isOver(error) {
  return error instanceof Refusal && [401, 404].includes(error.status);
}

/**
 * Whether a view is open to this browser: asked first, as it would be refused.
 *
 * @param {API} api
 * @param {keyof typeof views} kind
 */
async function hasView(api, kind) {
  try {
    /** @type {{views: string[]}} */
    const open = await api.get("/session");
    return open.views.includes(kind);
  } catch {
    // An alarm does not wait for this answer: the view itself says whether it is open.
    return true;
  }
}
