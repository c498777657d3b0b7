/**
 * Sessions, and what proves who somebody is. The types are made of the contract by Scripts/build-web; nothing runs here.
 *
 * @typedef {import("../../generated/contract").Security} Security
 * @typedef {import("../../generated/contract").PhoneChange} PhoneChange
 * @typedef {import("../../generated/contract").Passkey} Passkey
 * @typedef {import("../../generated/contract").Session} Session
 */
export {};
