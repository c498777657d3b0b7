// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sharedPlace } from "../models/shared.js";

/** @param {Partial<import("../models/shared.js").Share>} share */
const read = (share) => sharedPlace({ title: "", text: "", url: "", ...share });

const vaduz = { latitude: 47.1397, longitude: 9.5218 };

/** How map apps share a place, by what they write. @type {[string, string, string][]} */
const links = [
  ["RFC 5870", "geo:47.1397,9.5218", ""],
  ["with height and accuracy", "geo:47.1397,9.5218,455;u=35", ""],
  ["Android, with a name", "geo:0,0?q=47.1397,9.5218(Castle%20hill)", "Castle hill"],
  ["Android, zoomed", "geo:47.1397,9.5218?z=17&q=Castle+hill", "Castle hill"],
  ["Google Maps, a place", "https://www.google.com/maps/place/Castle+hill/@47.2,9.6,17z/data=!3m1!4b1!8m2!3d47.1397!4d9.5218", "Castle hill"],
  ["Google Maps, a pin", "https://maps.google.com/?q=47.1397,9.5218", ""],
  ["Google Maps, a search", "https://www.google.com/maps/search/?api=1&query=47.1397%2C9.5218", ""],
  ["Google Maps, a search in the path", "https://www.google.com/maps/search/47.1397,+9.5218", ""],
  ["Google Maps, a view", "https://www.google.com/maps/@47.1397,9.5218,15z", ""],
  ["Apple Maps", "https://maps.apple.com/?ll=47.1397,9.5218&q=Castle%20hill", "Castle hill"],
  ["Apple Maps, newer", "https://maps.apple.com/place?coordinate=47.1397,9.5218&name=Castle%20hill", "Castle hill"],
  ["OpenStreetMap, a marker", "https://www.openstreetmap.org/?mlat=47.1397&mlon=9.5218#map=16/47.2/9.6", ""],
  ["OpenStreetMap, a view", "https://www.openstreetmap.org/#map=16/47.1397/9.5218", ""],
  ["OsmAnd", "https://osmand.net/map?pin=47.1397,9.5218#16/47.2/9.6", ""],
  ["Waze", "https://waze.com/ul?ll=47.1397%2C9.5218&navigate=yes", ""],
  ["HERE", "https://share.here.com/l/47.1397,9.5218,Castle", ""],
  ["Bing", "https://www.bing.com/maps?cp=47.1397~9.5218&lvl=16", ""],
];

for (const [app, link, name] of links) {
  test(`a place is read from a link of ${app}`, () => {
    assert.deepEqual(read({ url: link }), { ...vaduz, name });
    assert.deepEqual(read({ text: `Look here:\n${link}` }), { ...vaduz, name: name || "Look here:" });
    assert.deepEqual(read({ title: "Meeting point", text: link }), { ...vaduz, name: name || "Meeting point" });
  });
}

test("a place is read from coordinates in words", () => {
  for (const text of ["47.1397, 9.5218", "47.1397 9.5218", "47.1397° N, 9.5218° E", "47.1397;9.5218"]) {
    assert.deepEqual(read({ text }), { ...vaduz, name: "" }, text);
  }
  assert.deepEqual(read({ text: "33.8688° S, 151.2093° E" }), { latitude: -33.8688, longitude: 151.2093, name: "" });
  const quarter = read({ text: "47°08'24\"N 9°31'12\"W" });
  assert.ok(quarter && Math.abs(quarter.latitude - 47.14) < 1e-9 && Math.abs(quarter.longitude + 9.52) < 1e-9);
});

test("what holds no point gives none", () => {
  const texts = ["", "Lunch at 12.30, table 4", "https://maps.app.goo.gl/AbC123", "geo:0,0?q=Vaduz", "geo:91,0", "geo:1,181",
    "https://[", "https://example.org/%E0%A4%A", "https://yandex.com/maps/?ll=9.5218,47.1397", "99.1234, 9.5218", "geo:,"];
  for (const text of texts) assert.equal(read({ text }), undefined, text);
});

test("a hostile text is read at once, and gives a name that does no harm", () => {
  const started = performance.now();
  for (const piece of ["geo:", "47.1", "9,", "1'", "((((", "https://a/@1.1,", "°", " "]) {
    read({ text: piece.repeat(500_000), title: piece.repeat(500_000), url: piece.repeat(500_000) });
  }
  assert.ok(performance.now() - started < 2_000, "milliseconds");
  const found = read({ title: "\u202egnp.\n<script>alert(1)</script>", text: `geo:47.1397,9.5218` });
  assert.equal(found?.name, "gnp.");
  assert.equal(read({ title: "x".repeat(500), text: "geo:47.1397,9.5218" })?.name.length, 60);
});

test("other apps find Hearth among those that take a place or a GPX file", () => {
  const manifest = JSON.parse(readFileSync(new URL("../manifest.webmanifest", import.meta.url), "utf8"));
  const { action, method, enctype, params } = manifest.share_target;
  // By POST, which the service worker takes: an address with a place in it would be kept by browser and hub.
  assert.deepEqual([action, method, enctype], ["/share", "POST", "multipart/form-data"]);
  assert.deepEqual([params.title, params.text, params.url, params.files[0].name], ["title", "text", "url", "file"]);
  assert.ok(params.files[0].accept.includes(".gpx"));
});
