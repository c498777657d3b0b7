// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstPieceBytes, isExtract, isRegionName, nextPieceBytes, regionNameOf, sizeOf } from "../models/regions.js";

test("pieces grow while they go fast, up to what the hub takes, and shrink where they are slow", () => {
  let bytes = firstPieceBytes;
  for (let index = 0; index < 9; index += 1) bytes = nextPieceBytes(bytes, 200);
  assert.equal(bytes, 8 << 20);
  assert.equal(nextPieceBytes(bytes, 2_000), 8 << 20);
  for (let index = 0; index < 9; index += 1) bytes = nextPieceBytes(bytes, 9_000);
  assert.equal(bytes, 1 << 18);
});

test("a region is called as its extract, without what stands for its day", () => {
  assert.equal(regionNameOf("liechtenstein-latest.osm.pbf"), "liechtenstein");
  assert.equal(regionNameOf("liechtenstein-2013.osm.pbf"), "liechtenstein");
  assert.equal(regionNameOf("Baden_Württemberg-240101.osm.pbf"), "baden-w-rttemberg");
  assert.equal(regionNameOf(".osm.pbf"), "home");
  assert.ok(isRegionName(regionNameOf(`${"x".repeat(90)}.osm.pbf`)));
});

test("what is no extract is known by its name", () => {
  assert.ok(isExtract("home.osm.pbf"));
  for (const name of ["home.pbf", ".osm.pbf", "a b.osm.pbf", "../a.osm.pbf", "holiday.jpg"]) assert.ok(!isExtract(name), name);
});

test("sizes are megabytes, and gigabytes where there are many", () => {
  assert.deepEqual(sizeOf(4_294_967), { key: "size.megabytes", figure: 4.294967, digits: 1 });
  assert.deepEqual(sizeOf(74_000_000), { key: "size.megabytes", figure: 74, digits: 0 });
  assert.deepEqual(sizeOf(4_100_000_000), { key: "size.gigabytes", figure: 4.1, digits: 1 });
});
