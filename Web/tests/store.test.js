// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import * as store from "../models/store.js";

test("the shelf begins with what costs least, and ends with what was taken out", () => {
  const items = [{ id: "a", price: "1000" }, { id: "b", price: "5", retired: true }, { id: "c", price: "99999999999999999999" }, { id: "d", price: "5" }];
  const sorted = store.shelf(items.map((item) => /** @type {any} */ ({ retired: false, ...item })));
  assert.deepEqual(sorted.map(({ id }) => id), ["d", "a", "c", "b"]);
});

test("how many there are is typed in digits, or left empty for no end of them", () => {
  assert.deepEqual(store.readStock(""), { stock: undefined });
  assert.deepEqual(store.readStock(" 0 "), { stock: 0 });
  for (const text of ["-1", "1.5", "many"]) assert.deepEqual(store.readStock(text), { problem: "digits" }, text);
  assert.deepEqual(store.readStock("1000001"), { problem: "range" });
});

test("bought is what is held for me, not what came or is somebody else's", () => {
  const purchases = [["a", "me", "held"], ["a", "me", "delivered"], ["a", "other", "held"], ["b", "me", "held"]].map(
    ([item, buyer, state]) => /** @type {any} */ ({ item, buyer, state }),
  );
  assert.equal(store.onTheWay(purchases, "a", "me"), 1);
});
