/**
 * The hub's JSON about sessions and what proves who somebody is.
 *
 * @typedef {object} Security  what proves that I am me
 * @property {boolean} hasPassword
 * @property {Passkey[]} passkeys
 * @property {string} [authenticatorSince]
 * @property {number} recoveryCodesLeft
 * @property {PhoneChange} [phoneChange]  the last change of my number, while the old one can undo it
 *
 * @typedef {{oldPhone?: string, changedAt: string, undoUntil: string}} PhoneChange
 *
 * @typedef {{id: string, name: string, createdAt: string, usedAt?: string}} Passkey
 *
 * @typedef {object} Session
 * @property {string} id
 * @property {string} createdAt
 * @property {string} lastSeenAt
 * @property {string} expiresAt
 * @property {boolean} current
 */
export {};
