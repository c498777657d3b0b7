// @ts-check
// How core.js calls core.wasm: one instance, one buffer in its memory, and states that stay in the page.

/** More bytes than any state has. */
const stateRoom = 512;
/** Bytes for what a rule answers beside its number. */
const answerRoom = 64;

const imports = {
  env: {
    sin: Math.sin,
    cos: Math.cos,
    asin: Math.asin,
    atan2: Math.atan2,
    fmod: (/** @type {number} */ dividend, /** @type {number} */ divisor) => dividend % divisor,
  },
};

/** An instance of core.wasm that is replaced when it fails. */
export class Machine {
  #module;
  #instance;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
    this.#instance = new WebAssembly.Instance(module, imports);
  }

  /**
   * Calls an export.
   *
   * Whatever it throws, a RuntimeError mostly, its memory and stack are no longer to be trusted. A new instance costs
   * three milliseconds and loses nothing: the next call finds it.
   *
   * @param {string} name
   * @param {(number | bigint)[]} args
   * @returns {any} a number, or a BigInt for 64 bits
   */
  call(name, ...args) {
    const rule = /** @type {Function} */ (this.#instance.exports[name]);
    try {
      return rule(...args);
    } catch (error) {
      this.#instance = new WebAssembly.Instance(this.#module, imports);
      throw error;
    }
  }

  /**
   * The buffer, with room for so many bytes: where it starts, until the next call of this.
   *
   * @param {number} bytesCount
   * @returns {number}
   */
  room(bytesCount) {
    return this.call("buffer", bytesCount);
  }

  /**
   * The memory from an address on. To be asked for again after each call: a call that makes memory grow moves it.
   *
   * @param {number} address
   */
  memory(address) {
    const memory = /** @type {WebAssembly.Memory} */ (this.#instance.exports.memory);
    return new DataView(memory.buffer, address);
  }

  /**
   * @param {number} address
   * @param {ArrayBufferView} data
   */
  write(address, data) {
    const { buffer, byteOffset } = this.memory(address);
    new Uint8Array(buffer, byteOffset).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  }
}

/** What one rule has to remember, as bytes: lent to each call. */
export class KeptState {
  #machine;

  /**
   * @param {Machine} machine
   * @param {Uint8Array} [bytes] none for somebody new
   */
  constructor(machine, bytes = new Uint8Array()) {
    this.#machine = machine;
    this.bytes = bytes;
  }

  /**
   * Lets a rule change the state. Where it refuses, the state stays and this throws.
   *
   * @param {string} name an export whose first arguments are the state, its length and its room
   * @param {ArrayBufferView} input
   * @param {(input: number, answer: number) => (number | bigint)[]} others its other arguments, by what lies where
   * @returns {DataView} what it wrote as an answer
   */
  change(name, input, others) {
    const { state, answer, args } = this.#lend(input, others);
    const length = accepted(this.#machine.call(name, state, this.bytes.length, stateRoom, ...args), name);
    const { buffer } = this.#machine.memory(state);
    this.bytes = new Uint8Array(buffer, state, length).slice();
    return this.#machine.memory(answer);
  }

  /**
   * Lets a rule look at the state. Throws where it refuses.
   *
   * @param {string} name an export whose first arguments are the state and its length
   * @param {ArrayBufferView} input
   * @param {(input: number, answer: number) => (number | bigint)[]} others its other arguments, by what lies where
   * @returns {DataView} what it wrote as an answer
   */
  read(name, input, others) {
    const { state, answer, args } = this.#lend(input, others);
    accepted(this.#machine.call(name, state, this.bytes.length, ...args), name);
    return this.#machine.memory(answer);
  }

  /**
   * @param {ArrayBufferView} input
   * @param {(input: number, answer: number) => (number | bigint)[]} others
   */
  #lend(input, others) {
    if (this.bytes.length > stateRoom) throw new RangeError("too long for a state");
    const state = this.#machine.room(stateRoom + answerRoom + input.byteLength);
    const answer = state + stateRoom;
    this.#machine.write(state, this.bytes);
    this.#machine.write(answer + answerRoom, input);
    return { state, answer, args: others(answer + answerRoom, answer) };
  }
}

/**
 * What an export answered, unless it refused.
 *
 * @param {number} answer
 * @param {string} name
 */
export function accepted(answer, name) {
  if (answer < 0) throw new RangeError(`${name} cannot be asked this`);
  return answer;
}

/**
 * A time as the rules take it: whole milliseconds.
 *
 * @param {number} milliseconds
 */
export function wholeTime(milliseconds) {
  return BigInt(Math.round(milliseconds));
}
