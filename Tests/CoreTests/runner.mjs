// Asks core.wasm, through the page's own module, what CoreTests asks the same rules on this machine.
//
//   node runner.mjs FOLDER_OF_WEB_LIB CORE_WASM
//
// One question a line on standard input: a rule's name and numbers. One answer a line: numbers. "new" rules start a
// state that the following questions use.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, wasm] = process.argv.slice(2);
const { loadCore, OwnPresence, ShakeDetector } = await import(pathToFileURL(`${folder}/core.js`).href);
const { RouteProgress } = await import(pathToFileURL(`${folder}/route-progress.js`).href);
const core = await loadCore(readFileSync(wasm));

const phases = ["hearth", "caution", "danger", "done"];
const states = ["place", "travelling", "unknown", "lost"];
const motions = [null, "stationary", "walking", "running", "cycling", "automotive"];
const sensitivities = ["gentle", "normal", "hard"];
let shake;
let presence;
let route;

const rules = {
  distance: (a, b, c, d) => [
    core.distanceMetres({ latitude: a, longitude: b }, { latitude: c, longitude: d }),
  ],
  live: (ageSeconds, accuracyMetres, onTrip) => [
    core.isLive(ageSeconds, { accuracyMetres, onTrip: onTrip === 1 }) ? 1 : 0,
  ],
  hands: (slotCount, ...slots) => {
    const { angleDegrees, roomDegrees } = core.layOutHands(slots, slotCount);
    return slots.flatMap((_, hand) => [angleDegrees[hand], roomDegrees[hand]]);
  },
  countdown: (start, deadline, now) => {
    const { remainingMs, fraction, phase } = core.countdown(deadline, start, now);
    return [remainingMs, fraction, phases.indexOf(phase)];
  },
  "new-shake": (sensitivity, includesGravity) => {
    shake = new ShakeDetector(core, {
      sensitivity: sensitivities[sensitivity] ?? "none such",
      includesGravity: includesGravity === 1,
    });
    return [];
  },
  shake: (...samples) => [shake.push(samples)],
  "cancel-shake": (now) => {
    shake.cancel(now);
    return [];
  },
  "new-presence": (...numbers) => {
    presence = new OwnPresence(core, placesOf(numbers));
    return [];
  },
  places: (now, ...numbers) => {
    presence.setPlaces(placesOf(numbers), now);
    return [];
  },
  fix: (atMs, receivedAtMs, latitude, longitude, accuracyMetres, altitudeMetres, speedMetresPerSecond, courseDegrees) => {
    presence.take([
      { atMs, receivedAtMs, latitude, longitude, accuracyMetres, altitudeMetres, speedMetresPerSecond, courseDegrees },
    ]);
    return [];
  },
  "new-route": (count, ...numbers) => {
    const pairs = numbers.flatMap((number, index) => (index % 2 === 0 ? [[number, numbers[index + 1]]] : []));
    const line = pairs.slice(0, count).map(([latitude, longitude]) => [longitude, latitude]);
    const steps = pairs.slice(count).map(([lineIndex, durationSeconds]) => ({ lineIndex, durationSeconds }));
    route = new RouteProgress(core, line, steps);
    return [];
  },
  "route-fix": (latitude, longitude, accuracyMetres, atMs) => {
    const reading = route.take({ latitude, longitude, accuracyMetres, atMs });
    const { travelledMetres, remainingMetres, remainingSeconds, offRouteMetres, hasArrived } = reading;
    return [travelledMetres, remainingMetres, remainingSeconds ?? -1, offRouteMetres, hasArrived ? 1 : 0];
  },
  // An answer far outside the memory.
  trap: () => [core.machine.call("layOutHands", 16, 1, 1, 0x7ffffff0)],
  presence: (now) => {
    const { state, placeIndex, motion, isLive, sinceMs, motionSinceMs, fixAtMs, ageSeconds } = presence.read(now);
    const [since, motionSince, fixAt, age] = [sinceMs, motionSinceMs, fixAtMs, ageSeconds].map((time) => time ?? -1);
    const kind = [states.indexOf(state), placeIndex, motions.indexOf(motion), isLive ? 1 : 0];
    return [...kind, since, motionSince, fixAt, age];
  },
};

/** Places out of four numbers each: the end of the identity, latitude, longitude, radius. */
function placesOf(numbers) {
  const places = [];
  for (let first = 0; first + 3 < numbers.length; first += 4) {
    const [number, latitude, longitude, radiusMetres] = numbers.slice(first, first + 4);
    const id = `00000000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
    places.push({ id, latitude, longitude, radiusMetres });
  }
  return places;
}

const answers = readFileSync(0, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [rule, ...numbers] = line.split(" ");
    try {
      return rules[rule](...numbers.map(Number)).join(" ");
    } catch (error) {
      return `refused ${error.constructor.name}`;
    }
  });
process.stdout.write(answers.join("\n") + "\n");
