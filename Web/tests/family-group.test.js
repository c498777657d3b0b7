// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { ageThisYear, inviteOf, isAdultOf, linkOf, readBirthYear } from "../models/family.js";

const now = Date.UTC(2026, 2, 1);
const anna = /** @type {const} */ ({ id: "a", name: "Anna", colour: 0, role: "adult", hasPhone: true });
const mira = /** @type {const} */ ({ id: "m", name: "Mira", colour: 1, role: "child", birthYear: 2016, hasPhone: false });

test("a year of birth is four digits of a year that has begun", () => {
  assert.equal(readBirthYear(" 2016 ", now), 2016);
  for (const typed of ["", "16", "2027", "1899", "20160", "2016.5", "two"]) {
    assert.equal(readBirthYear(typed, now), undefined, typed);
  }
});

test("a child has the age that it reaches this year", () => {
  assert.equal(ageThisYear(mira, now), 10);
  assert.equal(ageThisYear(anna, now), undefined);
});

test("the adults of a family change it", () => {
  const family = { id: "f", members: [anna, mira], invites: [] };
  assert.ok(isAdultOf(family, "a"));
  assert.ok(!isAdultOf(family, "m"));
  assert.ok(!isAdultOf(family, "somebody else"));
});

test("an invite stands behind the number sign of an address", () => {
  assert.equal(inviteOf("#invite=Zk3vT0m1Xq8cR5wLh2bYpg"), "Zk3vT0m1Xq8cR5wLh2bYpg");
  assert.equal(inviteOf(""), "");
  assert.equal(inviteOf("#claim=ABC"), "");
  assert.equal(linkOf("#link=Zk3vT0m1Xq8cR5wLh2bYpg"), "Zk3vT0m1Xq8cR5wLh2bYpg");
});
