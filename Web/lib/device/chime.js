// @ts-check

/** Three tones that rise; in hertz, and seconds from the first. */
const tones = [
  { hertz: 523.25, at: 0 },
  { hertz: 659.25, at: 0.16 },
  { hertz: 783.99, at: 0.32 },
];
const seconds = 1.1;
const loudness = 0.28;
const shakesMilliseconds = [90, 70, 90, 70, 180];

/** @type {AudioContext | undefined} */
let context;

/** Somebody touched the page: from now on it may sound. A browser makes no sound before that. */
export function unlockChime() {
  const Context = globalThis.AudioContext;
  if (!Context) return;
  context ??= new Context();
  // A browser that still keeps silent says so by itself.
  if (context.state === "suspended") context.resume().catch(() => undefined);
}

/** Says that it is done, to the ear and to the hand, where this device can. */
export function chime() {
  navigator.vibrate?.(shakesMilliseconds);
  if (!context || context.state !== "running") return;
  for (const { hertz, at } of tones) strike(context, hertz, context.currentTime + at);
}

/**
 * A tone as of a small bell: there at once, and fading.
 *
 * @param {AudioContext} audio
 * @param {number} hertz
 * @param {number} at
 */
function strike(audio, hertz, at) {
  const tone = new OscillatorNode(audio, { type: "sine", frequency: hertz });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + seconds);
}
