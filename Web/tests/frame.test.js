// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { newID } from "../lib/hub/ids.js";
import { match } from "../lib/dom/router.js";
import { screens } from "../lib/dom/screens.js";

test("a new id is a UUID of version 7 that begins with its time", () => {
  const id = newID(0x0123456789ab, new Uint8Array(10).fill(0xff));
  assert.equal(id, "01234567-89ab-7fff-bfff-ffffffffffff");
  assert.match(newID(), /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("ids of one moment differ, and those of later moments sort behind", () => {
  assert.notEqual(newID(5), newID(5));
  assert.ok(newID(1_000) < newID(2_000));
});

test("a path fits its pattern, and gives the names their parts", () => {
  assert.deepEqual(match("/", "/"), {});
  assert.deepEqual(match("/clock", "/clock/"), {});
  assert.deepEqual(match("/places/:id", "/places/a%20b"), { id: "a b" });
});

test("a path that does not fit gives nothing", () => {
  for (const path of ["/", "/places", "/places/", "/places/a/b", "/devices/a"]) {
    assert.equal(match("/places/:id", path), undefined, path);
  }
  assert.equal(match("/", "/clock"), undefined);
});

test("every screen can be told from the others, and leads back to one that there is", () => {
  const paths = screens.map(({ path }) => path);
  assert.equal(new Set(paths).size, paths.length);
  for (const { back } of screens) assert.ok(back === undefined || paths.includes(back), back);
});
