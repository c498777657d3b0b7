// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  firstPieceBytes,
  isAMonthOld,
  isExtract,
  isRegionName,
  nextPieceBytes,
  regionNameOf,
  roughMinutes,
  sizeOf,
} from "../models/regions.js";

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

test("how long a download takes is said no closer than it is known", () => {
  assert.equal(roughMinutes(26), 1);
  assert.equal(roughMinutes(61), 2);
  assert.equal(roughMinutes(20 * 60), 20);
  assert.equal(roughMinutes(21 * 60), 30);
  assert.equal(roughMinutes(95 * 60), 100);
});

test("a region's map is old after a month", () => {
  const now = Date.parse("2026-03-31T00:00:00.001Z");
  assert.ok(isAMonthOld("2026-03-01T00:00:00.000Z", now));
  assert.ok(!isAMonthOld("2026-03-01T00:00:01.000Z", now));
});
