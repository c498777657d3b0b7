// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { API, Unreachable } from "../lib/hub/api.js";

// What a request gives up after must not keep the tests waiting.
const { setTimeout: begin } = globalThis;
globalThis.setTimeout = /** @type {any} */ (
  (/** @type {() => void} */ work, /** @type {number} */ milliseconds) => {
    const timer = begin(work, milliseconds);
    if (milliseconds > 1_000) timer.unref();
    return timer;
  }
);

const loggedOut = { status: 401, code: "notLoggedIn", title: "Log in first." };

/**
 * A hub that gives a new session to whoever proves, and answers others by the session of the moment they asked in.
 *
 * @param {{renews?: boolean}} [what]
 */
function hub({ renews = true } = {}) {
  let cookie = 1;
  let session = 1;
  /** @type {string[]} */
  const asked = [];
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = resolve));
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ url, /** @type {RequestInit} */ { method }) => {
      const sent = cookie;
      asked.push(`${method} ${url.replace("/api/v1", "")}`);
      if (url.endsWith("/proof")) {
        if (renews) session += 1;
        await held;
        cookie = session;
        return answer(renews ? 200 : 403, renews ? {} : { status: 403, code: "wrongPassword", title: "No." });
      }
      if (url.endsWith("/slow")) await held;
      if (url.includes("/session?")) return answer(200, sent === session ? { isLoggedIn: true, family: { sent } } : { isLoggedIn: false });
      return sent === session ? answer(200, { sent }) : answer(401, loggedOut);
    }
  );
  return { asked, release, end: () => (session += 1) };
}

/**
 * @param {number} status
 * @param {object} body
 */
function answer(status, body) {
  return { ok: status < 400, status, headers: new Headers(), json: async () => body };
}

/** An API that counts how often it says that nobody is logged in. */
function counting() {
  const api = new API();
  const count = { out: 0 };
  api.onLoggedOut = () => (count.out += 1);
  return { api, count };
}

test("S17: what is asked while a proof replaces the session is asked again with the new one", async () => {
  const { asked, release } = hub();
  const { api, count } = counting();
  const proof = api.post("/sessions/current/proof", { password: "x" });
  const overtaken = api.get("/me");
  setTimeout(release, 5);
  assert.deepEqual(await overtaken, { sent: 2 });
  await proof;
  assert.equal(count.out, 0);
  assert.deepEqual(asked, ["POST /sessions/current/proof", "GET /me", "GET /me"]);
});

test("a session that ended logs out, at once and after a proof that was refused", async () => {
  for (const renews of [true, false]) {
    const { release, end } = hub({ renews });
    const { api, count } = counting();
    end();
    const proof = renews ? undefined : api.post("/sessions/current/proof", { password: "x" });
    const other = api.get("/me");
    release();
    await assert.rejects(other, { code: "notLoggedIn" });
    if (proof) await assert.rejects(proof, { code: "wrongPassword" });
    assert.equal(count.out, 1);
  }
});

test("a session that ends although it was replaced logs out too", async () => {
  const { release, end } = hub();
  const { api, count } = counting();
  const proof = api.post("/sessions/current/proof", {});
  const other = api.get("/me");
  end();
  release();
  await proof;
  // The replaced session is not the one of the moment any more.
  end();
  await assert.rejects(other.then(() => api.get("/me")), { code: "notLoggedIn" });
  assert.equal(count.out, 1);
});

test("a hub that does not know the question is taken for one that is away, and logs nobody out", async () => {
  for (const body of [{ isLoggedIn: true, views: [] }, {}]) {
    globalThis.fetch = /** @type {any} */ (async () => answer(200, body));
    const { api, count } = counting();
    await assert.rejects(api.family(), Unreachable);
    assert.equal(count.out, 0);
  }
});

test("the family of a session that ended logs out, and of one that was replaced is asked for again", async () => {
  const { release, end } = hub();
  const { api, count } = counting();
  const proof = api.post("/sessions/current/proof", {});
  const overtaken = api.family();
  release();
  assert.deepEqual(await overtaken, { sent: 2 });
  await proof;
  assert.equal(count.out, 0);
  end();
  await assert.rejects(api.family(), { code: "notLoggedIn", status: 401 });
  assert.equal(count.out, 1);
});

test("F32: a request that renews the session asks for the PIN as any other does", async () => {
  /** @type {string[]} */
  const pins = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ _url, /** @type {{headers: Record<string, string>}} */ { headers }) => {
      const pin = headers["Hearth-Pin"];
      pins.push(pin ?? "none");
      return pin ? answer(200, { token: "new" }) : answer(403, { status: 403, code: "pinNeeded", title: "PIN." });
    }
  );
  const { api } = counting();
  api.withPIN = (work) => work("2580");
  for (const path of ["/me/phone", "/me/password"]) assert.deepEqual(await api.put(path, {}), { token: "new" });
  assert.deepEqual(pins, ["none", "2580", "none", "2580"]);
});
