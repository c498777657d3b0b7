// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fromBase64, joined, toBase64, utf8 } from "../models/bytes.js";
import { isConsistent, leafHash, MerkleTree } from "../models/merkle.js";
import { cosignatureMessage, cosignedAt, isSignedBy, readCheckpoint, readNote } from "../models/signed-note.js";
import { isGenuine } from "../lib/ledger/ed25519.js";
import { readBundle, tilePath } from "../lib/ledger/log-tiles.js";

/** The public vectors that the hub's own tests read. @param {string} name */
const vectors = (name) => JSON.parse(readFileSync(new URL(`../../Tests/Fixtures/ledger/${name}`, import.meta.url), "utf8"));
/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));

test("roots of a growing log are those of the public vectors, at each of its sizes", async () => {
  const { leaves, roots } = vectors("merkle.json");
  const tree = new MerkleTree();
  for (const leaf of leaves) await tree.append(await leafHash(bytes(leaf)));
  assert.equal(tree.count, leaves.length);
  for (const [index, root] of roots.entries()) assert.deepEqual(await tree.root(index + 1), bytes(root), `${index + 1}`);
});

test("a proof that a log only grew is taken, and no other", async () => {
  const { roots, consistencies } = vectors("merkle.json");
  assert.ok(consistencies.length > 0);
  for (const { old, new: fresh, proof } of consistencies) {
    const what = {
      oldSize: old,
      oldRoot: bytes(roots[old - 1]),
      newSize: fresh,
      newRoot: bytes(roots[fresh - 1]),
      proof: proof.map(bytes),
    };
    assert.equal(await isConsistent(what), true, `${old} to ${fresh}`);
    const other = what.oldRoot.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
    assert.equal(await isConsistent({ ...what, oldRoot: other }), false, `another past of ${old}`);
    assert.equal(await isConsistent({ ...what, newRoot: other }), false, `another head of ${fresh}`);
    assert.equal(await isConsistent({ ...what, proof: [...what.proof, other] }), false, "too long a proof");
    if (proof.length > 0) assert.equal(await isConsistent({ ...what, proof: what.proof.slice(1) }), false, "too short");
  }
  const root = bytes(roots[0]);
  assert.equal(await isConsistent({ oldSize: 0, oldRoot: root, newSize: 1, newRoot: root, proof: [] }), false);
  assert.equal(await isConsistent({ oldSize: 2, oldRoot: root, newSize: 1, newRoot: root, proof: [] }), false);
});

test("a signed note is read, and its signature is the signer's", async () => {
  const { key, text, signature } = vectors("note.json");
  const note = readNote(`${text}\n${signature}`);
  assert.ok(note);
  assert.equal(note.text, text);
  const [name] = key.split("+");
  const publicKey = /** @type {Uint8Array} */ (fromBase64(key.split("+").at(-1))).slice(1);
  assert.equal(await isSignedBy(note, publicKey, name, isGenuine), true);
  assert.equal(await isSignedBy({ ...note, text: text.replace("If", "If only") }, publicKey, name, isGenuine), false);
  assert.equal(await isSignedBy(note, publicKey.map((byte) => byte ^ 1), name, isGenuine), false);
  assert.equal(await isSignedBy(note, publicKey, "another", isGenuine), false);
});

test("what is no note is not read", () => {
  const { text, signature } = vectors("note.json");
  for (const wrong of [text, `${text}${signature}`, `${text}\n${signature}`.trimEnd(), `\n\n${signature}`, `${text}\n\u2014 a b\n`]) {
    assert.equal(readNote(wrong), undefined, wrong);
  }
});

test("a head is three lines, and its numbers have one form", () => {
  const root = "A".repeat(43) + "=";
  assert.deepEqual(readCheckpoint(`hearth/ledger/x\n12\n${root}\n`), { origin: "hearth/ledger/x", size: 12, root: new Uint8Array(32) });
  for (const wrong of [`a\n012\n${root}\n`, `a\n-1\n${root}\n`, `a\n1\nAAAA\n`, `a\n1\n${root}`, `\n1\n${root}\n`, "a\n"]) {
    assert.equal(readCheckpoint(wrong), undefined, wrong);
  }
});

test("signatures of RFC 8032 are genuine, and Wycheproof's forged ones are not", async () => {
  const signed = vectors("ed25519-sign.json");
  assert.ok(signed.length > 0);
  for (const { key, message, signature } of signed) {
    assert.equal(await isGenuine(bytes(signature), bytes(message), bytes(key)), true, signature);
  }
  for (const { id, key, message, signature, result } of vectors("wycheproof-ed25519.json")) {
    if (result === "acceptable") continue;
    assert.equal(await isGenuine(bytes(signature), bytes(message), bytes(key)), result === "valid", `${id}`);
  }
  assert.equal(await isGenuine(new Uint8Array(64), utf8("x"), new Uint8Array(31)), false, "a key that is too short");
});

test("the example of tlog-cosignature is read, and what a device signs is taken from it alone", async () => {
  const text = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
  const line = "\u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";
  const [witness] = readNote(`${text}\n${line}`)?.signatures ?? [];
  assert.equal(hexOf(witness.keyID), "8d66cf3f");
  assert.equal(new DataView(witness.bytes.buffer, witness.bytes.byteOffset).getBigUint64(0), 1_679_315_147n);

  const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, 1_700n);
  const signature = new Uint8Array(await crypto.subtle.sign({ name: "Ed25519" }, pair.privateKey, cosignatureMessage(text, 1_700)));
  const id = new Uint8Array(await crypto.subtle.digest("SHA-256", joined(utf8("tablet\n"), Uint8Array.of(4), publicKey))).slice(0, 4);
  const note = readNote(`${text}\n\u2014 tablet ${toBase64(joined(id, time, signature))}\n`);
  assert.ok(note);
  assert.equal(await cosignedAt(note, publicKey, "tablet", isGenuine), 1_700);
  assert.equal(await cosignedAt(note, publicKey, "another", isGenuine), undefined);
  assert.equal(await isSignedBy(note, publicKey, "tablet", isGenuine), false, "seen is not signed");
  assert.equal(await cosignedAt({ ...note, text: text.replace("20852163", "20852164") }, publicKey, "tablet", isGenuine), undefined);
});

test("a tile is found by its number in groups of three digits, and taken apart where it is whole", () => {
  assert.equal(tilePath(0, 256), "000");
  assert.equal(tilePath(273, 112), "273.p/112");
  assert.equal(tilePath(1_234_067, 256), "x001/x234/067");
  const entry = joined(Uint8Array.of(0, 32), new Uint8Array(32).fill(7));
  assert.deepEqual(readBundle(joined(entry, entry), 2), [new Uint8Array(32).fill(7), new Uint8Array(32).fill(7)]);
  for (const wrong of [entry, joined(entry, entry.slice(1)), joined(entry, Uint8Array.of(1), entry.slice(1))]) {
    assert.equal(readBundle(wrong, 2), undefined);
  }
});

/** @param {Uint8Array} some */
function hexOf(some) {
  return Buffer.from(some).toString("hex");
}
