// @ts-check

/**
 * @typedef {import("../lib/hub/keeper-shapes.js").Finding} Finding
 * @typedef {import("../lib/hub/keeper-shapes.js").KeeperMember} KeeperMember
 */

/** Of findings that are well a page says how many; what is not stands before them. */
const weight = { weak: 0, advice: 1, good: 2 };

/**
 * What is weak first, then advice, then what is well, each in the order given.
 *
 * @param {Finding[]} findings
 */
export function sortedFindings(findings) {
  return [...findings].sort((left, right) => weight[left.state] - weight[right.state]);
}

/**
 * How long ago a day is, in days by UTC; 0 for today, and for days that have not come.
 *
 * @param {string} day  such as 2026-03-01
 * @param {number} now  milliseconds since 1970
 */
export function daysAgo(day, now) {
  const today = Math.floor(now / 86_400_000);
  return Math.max(0, today - Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000));
}

/** The jobs that a page has words for. */
const jobs = /** @type {const} */ (["deadlines", "tidying", "watchdog", "backup", "drill"]);

/**
 * The job, where this page knows words of its own for it.
 *
 * @param {string} job
 */
export function knownJob(job) {
  return jobs.find((known) => known === job);
}
