// @ts-check

/**
 * @typedef {{status: number, code: string, title: string, detail?: string, field?: string, broken?: string[], proofs?: string[], missing?: string}} Problem
 */

/** The hub's refusal of a request, in its own words. */
export class Refusal extends Error {
  /**
   * @param {Problem} problem
   * @param {string | null} [retryAfter]
   */
  constructor(problem, retryAfter) {
    super(problem.detail ?? problem.title);
    this.name = "Refusal";
    this.status = problem.status;
    /** For programs, such as `notLoggedIn`. */
    this.code = problem.code;
    /** What happened, in one sentence; the message says more where there is more. */
    this.title = problem.title;
    /** The field to blame, where one is. */
    this.field = problem.field;
    /** The rules that a refused password breaks. */
    this.broken = problem.broken ?? [];
    /** What proves anew who somebody is, where that is needed. */
    this.proofs = problem.proofs ?? [];
    /** How much more it would have taken, a count of an asset's smallest unit. */
    this.missing = problem.missing;
    /** In how many seconds it may be asked again; 0 where that is not said. */
    this.retryAfterSeconds = Number(retryAfter ?? 0) || 0;
  }
}

/** The hub did not answer: no network, or no hub. */
export class Unreachable extends Error {
  constructor() {
    super("the hub does not answer");
    this.name = "Unreachable";
  }
}

/**
 * Whether the hub is away, rather than of another mind: a proxy in front of it says so in its own form.
 *
 * @param {unknown} error
 */
export function isAway(error) {
  return error instanceof Unreachable || (error instanceof Refusal && error.code === "unexpected" && error.status >= 500);
}
