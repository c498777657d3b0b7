import assert from "node:assert/strict";
import { test } from "node:test";
import { personOf, renewIn, secretIn } from "../models/live.js";
import { openLinks, sharingCount } from "../models/sharing.js";

const now = Date.parse("2026-03-01T08:00:00.000Z");
const at = (/** @type {number} */ minutes) => new Date(now + minutes * 60_000).toISOString();

test("F47: a secret is taken from the fragment alone, and from no other", () => {
  const secret = "hearth_live_V1StGXR8Z5jdHi6BmyT3a9Kq2LwXo00uoUpm";
  assert.equal(secretIn(`#${secret}`), secret);
  for (const other of ["", "#", "#hearth_live_short", `#${secret}0`, `#hearth_pat_${secret.slice(12)}`, `# ${secret}`]) {
    assert.equal(secretIn(other), undefined, other);
  }
});

test("F43: each open link is one with whom I share, but not one that waits or is over", () => {
  const link = (/** @type {object} */ more) => ({ id: "1", name: "Grandma", precision: "exact", viewers: [], expiresAt: at(60), ...more });
  const liveLinks = [link({}), link({ waits: true }), link({ expiresAt: at(0) }), link({ expiresAt: at(1) })];
  assert.equal(openLinks(liveLinks, now).length, 2);
  const seers = [{ precision: "exact" }, { precision: "off" }];
  assert.equal(sharingCount({ connections: { seers }, liveLinks, isOnWalls: false }, now), 3);
  assert.equal(sharingCount({ connections: { seers }, liveLinks, isOnWalls: true }, now), 4);
});

test("F47: another hour is asked for before the first is over, and never past the end of the link", () => {
  assert.equal(renewIn({ expiresAt: at(60), endsAt: at(120) }, now), 45 * 60_000);
  assert.equal(renewIn({ expiresAt: at(10), endsAt: at(120) }, now), 0);
  assert.equal(renewIn({ expiresAt: at(60), endsAt: at(60) }, now), undefined);
});

test("who is shown is drawn as every person is, without an account of the viewer", () => {
  const presence = { member: "a", state: "travelling", place: null, ageSeconds: 4 };
  const person = personOf({ name: "Ana", colour: 2, beganAt: at(0), endsAt: at(60), expiresAt: at(60), presence }, now);
  assert.deepEqual(person, { id: "a", name: "Ana", colour: 2, isMe: false, heardAt: now, presence });
});
