// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { byWeight, folded, knownKind, nameOf, waitingCount } from "../models/notices.js";
import { en } from "../texts/en.js";

const notice = (/** @type {string} */ id, /** @type {string} */ kind) => ({ id, kind, at: "2026-03-01T08:00:00.000Z" });

test("a recovery comes first, then what waits for an answer, then the newest", () => {
  const notices = [notice("1", "codeUsed"), notice("2", "askedToConnect"), notice("3", "recoveryStarted"), notice("4", "newLogIn")];
  assert.deepEqual(byWeight(notices).map(({ id }) => id), ["3", "2", "1", "4"]);
});

test("an alarm that is open counts once, beside its notice, and other notices each", () => {
  const notices = [{ kind: "alarm", member: "a" }, { kind: "alarm", member: "b" }, { kind: "codeUsed", member: "a" }, { kind: "tripDue" }];
  assert.equal(waitingCount([], []), 0);
  assert.equal(waitingCount(notices, [{ member: "a" }]), 4);
  assert.equal(waitingCount(notices, []), 4);
  assert.equal(waitingCount(notices.slice(0, 1), [{ member: "a" }]), 1);
});

test("every kind that the hub can tell is known and has its words, and another is not taken for one", () => {
  const description = readFileSync(new URL("../../Sources/Contract/Parts/Messages/schemas.yaml", import.meta.url), "utf8");
  const listed = /^ {4}Notice:$.*?kind: \{enum: \[([^\]]+)\]/ms.exec(description)?.[1] ?? "";
  const kinds = listed.split(", ");
  assert.ok(kinds.length > 10);
  for (const kind of kinds) {
    assert.equal(knownKind(kind), kind);
    assert.ok(`notice.${kind}` in en && `notice.${kind}.words` in en, kind);
  }
  assert.equal(knownKind("constructor"), undefined);
});

test("a name is found in whichever list has it", () => {
  assert.equal(nameOf("b", [{ member: "a", name: "Anna" }], [{ member: "b", name: "Bo" }]), "Bo");
  assert.equal(nameOf("c", [{ member: "a", name: "Anna" }]), undefined);
});

test("many notices of one kind are told as one, where the first of them stands", () => {
  const few = [notice("1", "codeUsed"), notice("2", "codeUsed"), notice("3", "passwordChanged")];
  assert.deepEqual(folded(few).map(({ kind, notices }) => [kind, notices.length]), [
    [undefined, 1],
    [undefined, 1],
    [undefined, 1],
  ]);
  const many = [notice("0", "passwordChanged"), ...few, notice("4", "codeUsed"), notice("5", "passwordChanged")];
  assert.deepEqual(folded([...many, notice("6", "passwordChanged")]).map(({ kind, notices }) => [kind, notices.length]), [
    [undefined, 1],
    ["codeUsed", 3],
    [undefined, 1],
    [undefined, 1],
    [undefined, 1],
  ]);
});
