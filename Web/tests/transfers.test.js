// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { Attempt } from "../lib/ledger/transfers.js";

const ids = [1, 2, 3, 4].map((number) => `0000000${number}-0000-7000-8000-00000000000${number}`);
const [ledger, holder, purse, other] = ids;
/** @type {import("../lib/hub/wallet-shapes.js").WalletState} */
const wallet = { ledger, holder, role: "adult", name: "Anna", accounts: [], closedAccounts: [], totals: [], assets: [], payees: [], keys: [] };
/** @type {import("../lib/ledger/transfers.js").Wish} */
const wish = { kind: "payment", from: purse, to: other, asset: 2, units: 300n, memo: "ice cream" };

/**
 * A hub that answers as it is told, and what it was sent. Nothing can be kept here, so that no device signs.
 *
 * @param {...unknown} answers  what is thrown, or undefined for a transfer that is done
 */
function hub(...answers) {
  /** @type {any[]} */
  const sent = [];
  const post = async (/** @type {string} */ path, /** @type {object} */ body) => {
    sent.push({ path, ...body });
    const answer = answers.shift();
    if (answer) throw answer;
    return body;
  };
  return { app: /** @type {any} */ ({ api: { post } }), sent };
}

const refusal = (/** @type {string} */ code, status = 409) => new Refusal({ status, code, title: code });

test("a wish whose answer was lost is sent again as the very same request", async () => {
  const { app, sent } = hub(new Unreachable(), refusal("unexpected", 502));
  const attempt = new Attempt();
  await assert.rejects(attempt.send(app, wallet, wish));
  await assert.rejects(attempt.send(app, wallet, { ...wish }));
  await attempt.send(app, wallet, wish);
  assert.deepEqual(sent[1], sent[0]);
  assert.deepEqual(sent[2], sent[0]);
  assert.equal(sent[0].amount, "300");
  assert.equal(sent[0].memo, "ice cream");
});

test("what was done or refused is over: the same words are a new wish then", async () => {
  const { app, sent } = hub(undefined, refusal("insufficient"));
  const attempt = new Attempt();
  await attempt.send(app, wallet, wish);
  await assert.rejects(attempt.send(app, wallet, wish));
  await attempt.send(app, wallet, wish);
  assert.equal(new Set(sent.map(({ id }) => id)).size, 3);
});

test("another wish is another transfer", async () => {
  const { app, sent } = hub(new Unreachable());
  const attempt = new Attempt();
  await assert.rejects(attempt.send(app, wallet, wish));
  await attempt.send(app, wallet, { ...wish, units: 301n });
  assert.notEqual(sent[1].id, sent[0].id);
});

test("a wish for money is paid under its own name, with nothing said twice", async () => {
  const { app, sent } = hub();
  await new Attempt().send(app, wallet, { ...wish, request: ids[3] });
  assert.equal(sent[0].path, `/money-requests/${ids[3]}/pay`);
  assert.deepEqual(Object.keys(sent[0]).sort(), ["from", "hold", "id", "path", "signature"]);
  assert.equal(sent[0].hold, undefined);
});

test("what needs somebody's word is asked for as something that is held, and a lost answer to that is asked for again", async () => {
  const { app, sent } = hub(refusal("approvalNeeded"), new Unreachable());
  const attempt = new Attempt();
  await assert.rejects(attempt.send(app, wallet, wish));
  await attempt.send(app, wallet, wish);
  assert.equal(sent.length, 3);
  assert.equal(sent[0].hold, undefined);
  assert.equal(sent[1].hold, true);
  assert.deepEqual(sent[2], sent[1]);
});
