import assert from "node:assert/strict";
import { test } from "node:test";
import { Answers, caretIn, edited, merged, regionIn, signsOf } from "../models/phone-typing.js";

/** A field as it is drawn, the caret as a bar. */
function field(drawing) {
  return { text: drawing.replace("|", ""), caret: drawing.indexOf("|") };
}

function drawn({ text, caret }) {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test("of a number only digits and a plus count", () => {
  assert.equal(signsOf("+1 (201) 555-0123"), "+12015550123");
  assert.equal(signsOf("\uff0b\uff11 \u0662"), "\uff0b\uff11\u0662");
  assert.equal(signsOf("() -"), "");
});

test("the caret stays behind the digit where it was", () => {
  for (const [now, form, expected] of [
    ["2015|", "201-5", "201-5|"],
    ["20|1-5", "201-5", "20|1-5"],
    ["201555012|3", "(201) 555-0123", "(201) 555-012|3"],
    ["(201) |555-01234", "20155501234", "201|55501234"],
    ["|2015550123", "(201) 555-0123", "|(201) 555-0123"],
    ["(201) 5|55-012", "(201) 555-012", "(201) 5|55-012"],
    ["+4144|6681800", "+41 44 668 18 00", "+41 44| 668 18 00"],
    ["+41|", "+41 ", "+41 |"],
    ["20|\u0661", "201", "20|1"],
  ]) {
    assert.equal(drawn({ text: form, caret: caretIn(field(now), form) }), expected, now);
  }
});

test("erasing what the form put there erases the digit beside it", () => {
  for (const [before, after, type, expected] of [
    ["(201) |555", "(201)|555", "deleteContentBackward", "(20|555"],
    ["(201)| 555", "(201| 555", "deleteContentBackward", "(20| 555"],
    ["(201|) 555", "(201| 555", "deleteContentForward", "(201|55"],
    ["+41 |44", "+41|44", "deleteContentBackward", "+4|44"],
    ["(|201", "|201", "deleteContentBackward", "|201"],
    ["201|-5", "201|5", "deleteContentForward", "201|"],
    ["201-5|", "201-|", "deleteContentBackward", "201-|"],
    ["201-5|", "201|", "deleteWordBackward", "201|"],
    ["201|", "201-|", "insertText", "201-|"],
    ["201 |5", "201|5", "deleteByCut", "201|5"],
  ]) {
    assert.equal(drawn(edited(field(before), field(after), type)), expected, `${before} ${type}`);
  }
});

test("an answer changes the field only where it answers what the field holds", () => {
  assert.deepEqual(merged(field("2015|"), "2015", "201-5"), field("201-5|"));
  assert.equal(merged(field("20155|"), "2015", "201-5"), undefined);
  assert.equal(merged(field("201-5|"), "201-5", "201-5"), undefined);
});

test("typing, inserting and erasing anywhere never loses, adds or moves a digit", () => {
  // A form of its own making: groups of three, whatever the number.
  const layOut = (text) => signsOf(text).replace(/(.{3})(?=.)/g, "$1-");
  let state = field("|");
  let seed = 7;
  const chance = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  let digits = "";
  let at = 0;
  for (let step = 0; step < 3000; step += 1) {
    const { text, caret } = state;
    const count = signsOf(text.slice(0, caret)).length;
    assert.equal(count, at);
    let next = state;
    const action = chance(4);
    if (action < 2 && digits.length < 15) {
      const digit = String(chance(10));
      next = edited(state, { text: text.slice(0, caret) + digit + text.slice(caret), caret: caret + 1 }, "insertText");
      digits = digits.slice(0, at) + digit + digits.slice(at);
      at += 1;
    } else if (action === 2 && caret > 0) {
      const after = { text: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 };
      next = edited(state, after, "deleteContentBackward");
      digits = digits.slice(0, Math.max(0, at - 1)) + digits.slice(at);
      at = Math.max(0, at - 1);
    } else {
      next = { text, caret: chance(text.length + 1) };
      at = signsOf(text.slice(0, next.caret)).length;
    }
    state = merged(next, next.text, layOut(next.text)) ?? next;
    assert.equal(signsOf(state.text), digits);
  }
});

test("the latest answers are remembered, the oldest are forgotten", () => {
  const answers = new Answers(2);
  for (const text of ["1", "2", "3"]) answers.keep("US", text, `answer ${text}`);
  assert.equal(answers.get("US", "1"), undefined);
  assert.equal(answers.get("US", "3"), "answer 3");
  assert.equal(answers.get("CH", "3"), undefined);
});

test("a calling code says the country before the number does, and one that shares it stays where it was chosen", () => {
  const regions = [["CA", 1], ["US", 1], ["GB", 44], ["GG", 44], ["CH", 41], ["LI", 423]].map(([region, callingCode]) => {
    return { region: String(region), callingCode: Number(callingCode) };
  });
  assert.equal(regionIn("+44", "US", regions), "GB");
  assert.equal(regionIn("+44 20", "GG", regions), undefined);
  assert.equal(regionIn("+1", "GB", regions), "US");
  assert.equal(regionIn("\uff0b423", "US", regions), "LI");
  assert.equal(regionIn("+4", "US", regions), undefined);
  assert.equal(regionIn("44", "US", regions), undefined);
  assert.equal(regionIn("+44", "US", []), undefined);
});
