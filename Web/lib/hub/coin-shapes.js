// @ts-check
/**
 * What the hub's API answers with about coins, as the page calls it. The types are made of the contract by
 * Scripts/build-web; nothing runs here. Amounts and counts of blocks are decimal digits.
 *
 * @typedef {import("../../generated/contract").CoinWallet} CoinWallet
 * @typedef {import("../../generated/contract").CoinPayee} CoinPayee
 * @typedef {import("../../generated/contract").CoinPayment} CoinPayment
 * @typedef {import("../../generated/contract").CoinProof} CoinProof
 * @typedef {import("../../generated/contract").CoinRequest} CoinRequest
 * @typedef {import("../../generated/contract").CoinWords} CoinWords
 *
 * @typedef {import("../../generated/contract").Coins} CoinsState
 * @typedef {NonNullable<import("../../generated/contract").Coins["service"]>} CoinService
 * @typedef {import("../../generated/contract").CoinWallet["accounts"][number]} CoinAccount
 * @typedef {import("../../generated/contract").CoinWallet["arrivals"][number]} CoinArrival
 */
export {};
