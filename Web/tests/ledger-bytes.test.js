// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { fromBase64, idBytes, idText, toBase64 } from "../models/bytes.js";
import { entryGlance, keyMessage, revocationMessage, transferBytes, transferMessage } from "../models/ledger-bytes.js";

const [ledger, id, debit, credit, signer, holder] = [1, 2, 3, 4, 5, 6].map(
  (number) => `0000000${number}-0000-7000-8000-00000000000${number}`,
);

/** @param {Uint8Array} bytes */
const hex = (bytes) => Buffer.from(bytes).toString("hex");

test("a transfer is the bytes that the hub signs and checks", () => {
  const units = (1n << 64n) + 258n;
  const transfer = { id, debit, credit, asset: 2, units, kind: /** @type {const} */ ("payment"), signer, validUntil: 256 };
  const bytes = transferBytes({ ...transfer, isAtMost: true, note: new Uint8Array(32).fill(7) });
  const wanted = [
    "01000402", "00000002", "0000000200007000" + "8000000000000002", "0000000300007000" + "8000000000000003",
    "0000000400007000" + "8000000000000004", "0000000000000001" + "0000000000000102", "00".repeat(16),
    "0000000500007000" + "8000000000000005", "0000000000000100", "8000000000000000", "00".repeat(8), "07".repeat(32),
  ];
  assert.equal(hex(bytes), wanted.join(""));
  const word = Buffer.from("hearth/transfer/v1\0").toString("hex");
  assert.equal(hex(transferMessage(ledger, transfer)).slice(0, word.length + 32), word + "00000001000070008000000000000001");
});

test("what a child brings is signed as held", () => {
  const transfer = { id, debit, credit, asset: 1, units: 1n, kind: /** @type {const} */ ("deposit"), signer, validUntil: 0 };
  assert.deepEqual([...transferBytes({ ...transfer, isHold: true }).slice(0, 4)], [1, 1, 2, 0]);
});

test("what somebody has to agree to is signed with its end", () => {
  const transfer = { id, debit, credit, asset: 1, units: 1n, kind: /** @type {const} */ ("payment"), signer, validUntil: 0 };
  assert.equal(hex(transferBytes({ ...transfer, isHold: true, holdUntil: 258 }).slice(112, 120)), "0000000000000102");
  assert.equal(hex(transferBytes(transfer).slice(112, 120)), "8000000000000000");
});

test("a new key signs whose it is and that it stays on its device", () => {
  const message = keyMessage(ledger, { id: signer, holder, publicKey: new Uint8Array(32).fill(9) });
  const word = Buffer.from("hearth/event/v1\0").toString("hex");
  const event = "03" + "00000005000070008000000000000005" + "00000006000070008000000000000006" + "02" + "09".repeat(32);
  assert.equal(hex(message), word + "00000001000070008000000000000001" + event);
});

test("an adult signs which key counts no more, and until when that may be entered", () => {
  const message = revocationMessage(ledger, { key: signer, validUntil: 1_700_000_000_000 });
  const word = Buffer.from("hearth/event/v1\0").toString("hex");
  const event = "05" + "00000005000070008000000000000005" + "0000018bcfe56800";
  assert.equal(hex(message), word + "00000001000070008000000000000001" + event);
});

test("identities and base 64 have one form", () => {
  assert.equal(idText(idBytes(ledger)), ledger);
  assert.equal(toBase64(Uint8Array.of(1, 2)), "AQI=");
  assert.deepEqual(fromBase64("AQI="), Uint8Array.of(1, 2));
  for (const wrong of ["AQI", "AQJ=", "A Q=", "*"]) assert.equal(fromBase64(wrong), undefined, wrong);
});

test("a glance at an entry says when it was and of what kind, or nothing", () => {
  const record = new Uint8Array(40);
  new DataView(record.buffer).setBigInt64(1, 1_700_000_000_000n);
  record[9] = 18;
  assert.deepEqual(entryGlance(record), { at: new Date(1_700_000_000_000), kind: "transfer" });
  assert.deepEqual(entryGlance(new Uint8Array(3)), {});
  assert.deepEqual(entryGlance(new Uint8Array(12).fill(255)), { at: new Date(-1), kind: undefined });
});
