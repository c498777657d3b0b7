// @ts-check
/**
 * Opens the page again when `make dev` has started a new hub, as the same person. No part of what a hub serves.
 *
 * What it knows is in the name of the window: the page erases its storage when a new hub does not know its log-in.
 *
 * @typedef {{run?: string, name?: string, path?: string}} Known
 */
const run = "/dev-run.txt";
const lookMilliseconds = 500;
const entering = "/api/v1/demo";

look();

async function look() {
  const isOpened = await isNew().catch(() => false);
  if (!isOpened) setTimeout(look, lookMilliseconds);
}

/** Whether a new hub was there, and the page is opened again. */
async function isNew() {
  const found = await read(run).then((answer) => answer?.text());
  if (!found) return false;
  const known = /** @type {Known} */ (window.name.startsWith("{") ? JSON.parse(window.name) : {});
  if (known.run && known.run !== found) return open(known, found);
  const me = await read("/api/v1/me").then((answer) => answer?.json());
  const now = me?.name ? { name: me.name, path: location.pathname + location.search } : {};
  window.name = JSON.stringify({ ...known, ...now, run: found });
  return false;
}

/**
 * The new hub's family has the same names; it lets people in a moment after its start.
 *
 * @param {Known} known
 * @param {string} found
 */
async function open(known, found) {
  if (known.name) {
    const people = await read(entering).then((answer) => answer?.json());
    const person = people?.items.find((/** @type {{name: string}} */ each) => each.name === known.name);
    if (!person) return false;
    const headers = { "Content-Type": "application/json" };
    await fetch(entering, { method: "POST", headers, body: JSON.stringify({ member: person.member }) });
  }
  window.name = JSON.stringify({ ...known, run: found });
  location.assign(known.path ?? location.href);
  return true;
}

/**
 * Nothing while a hub starts, or for nobody who is logged in.
 *
 * @param {string} path
 */
async function read(path) {
  const answer = await fetch(path, { cache: "no-store" }).catch(() => undefined);
  return answer?.ok ? answer : undefined;
}
