/**
 * How the hub is, as its API tells its keeper: types only, nothing runs here.
 *
 * @typedef {object} Finding  one thing that the doctor looked at
 * @property {string} check
 * @property {"good" | "advice" | "weak"} state
 * @property {string} words
 * @property {string} [mend]
 *
 * @typedef {object} KeeperMember
 * @property {string} member
 * @property {string} name
 * @property {"adult" | "child"} role
 * @property {boolean} keeper
 * @property {boolean} disabled
 * @property {number} devices
 * @property {string} [heardOn]  a day by UTC
 *
 * @typedef {object} HubState  how the hub is, for its keeper
 * @property {string} version
 * @property {Finding[]} findings
 * @property {KeeperMember[]} members
 * @property {number} memberCount
 * @property {{waiting: number, oldestSeconds: number, givenUp: number}} outbox
 * @property {{databaseBytes: number, logBytes: number, freeBytes: number, diskBytes: number}} storage
 * @property {{job: string, at?: string}[]} jobs
 */
export {};
