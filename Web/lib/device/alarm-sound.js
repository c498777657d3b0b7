// @ts-check

/** Two tones that nothing else on a phone has; each second, in hertz and seconds. */
const tones = [
  { hertz: 880, from: 0, until: 0.18 },
  { hertz: 660, from: 0.22, until: 0.4 },
];
const everyMilliseconds = 1_000;
const shakesMilliseconds = [260, 120, 260];
const loudness = 0.6;

/**
 * The sound of a countdown, made by the browser itself so that nothing has to be fetched when it is needed.
 *
 * A browser makes none before somebody touched the page: `unlock` is to be called whenever they do.
 */
export class AlarmSound {
  /** @type {AudioContext | undefined} */
  #context;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** Somebody touched the page: from now on it may sound. */
  unlock() {
    const Context = globalThis.AudioContext;
    if (!Context) return;
    this.#context ??= new Context();
    // A browser that still keeps silent says so by itself.
    if (this.#context.state === "suspended") this.#context.resume().catch(() => undefined);
  }

  /** Whether it can be heard now. */
  get isUnlocked() {
    return this.#context?.state === "running";
  }

  get isSounding() {
    return this.#timer !== undefined;
  }

  start() {
    if (this.#timer !== undefined) return;
    this.#beat();
    this.#timer = setInterval(() => this.#beat(), everyMilliseconds);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    navigator.vibrate?.(0);
  }

  #beat() {
    // A phone that cannot, or whose owner never touched the page, does not.
    navigator.vibrate?.(shakesMilliseconds);
    const context = this.#context;
    if (!context || context.state !== "running") return;
    for (const { hertz, from, until } of tones) this.#tone(context, hertz, context.currentTime + from, until - from);
  }

  /**
   * @param {AudioContext} context
   * @param {number} hertz
   * @param {number} at
   * @param {number} seconds
   */
  #tone(context, hertz, at, seconds) {
    const tone = new OscillatorNode(context, { type: "square", frequency: hertz });
    const volume = new GainNode(context, { gain: 0 });
    // A tone that begins or ends at once clicks.
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(loudness, at + 0.01);
    volume.gain.setValueAtTime(loudness, at + seconds - 0.02);
    volume.gain.linearRampToValueAtTime(0, at + seconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}

/** The page has one: two at once would only be harder to bear. */
export const alarmSound = new AlarmSound();
