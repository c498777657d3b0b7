// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, answersIn, contactsMax, request, stateKey } from "../models/contacts.js";
import { knownKind } from "../models/notices.js";
import { en } from "../texts/en.js";

/** @type {readonly import("../models/contacts.js").ContactState[]} */
const states = ["asked", "agreed", "declined", "ended"];

test("F77: a contact is asked by a mail address where one was typed, else by a number, never by both", () => {
  assert.deepEqual(request("i", " Dora ", "+41446681111", " "), { id: "i", name: "Dora", phone: "+41446681111" });
  assert.deepEqual(request("i", "Dora", undefined, " dora@example.org "), { id: "i", name: "Dora", mail: "dora@example.org" });
  assert.equal(contactsMax, 3);
});

test("F77: each state has words for the member and for the contact", () => {
  for (const state of states) {
    const contact = { id: "i", name: "Dora", mail: "dora@example.org", state, askedAt: "" };
    assert.ok(en[stateKey(contact)], state);
    assert.ok(en[`contact.state.${state}`].includes("{name}"), state);
    assert.equal(addressOf(contact), "dora@example.org");
  }
});

test("F77: the contact's page offers to agree, to decline what is asked, and to end what was agreed", () => {
  assert.deepEqual(answersIn("asked"), { agree: "contact.agree", refuse: "contact.decline" });
  assert.deepEqual(answersIn("agreed"), { agree: undefined, refuse: "contact.end" });
  assert.deepEqual(answersIn("ended"), { agree: "contact.agree", refuse: undefined });
  assert.deepEqual(answersIn("declined"), { agree: "contact.agree", refuse: undefined });
});

test("F77: an answer of a contact has a notice with words of its own", () => {
  for (const kind of ["contactAgreed", "contactEnded", "contactViewed"]) {
    assert.equal(knownKind(kind), kind);
    assert.ok(/** @type {any} */ (en)[`notice.${kind}.words`], kind);
  }
});
