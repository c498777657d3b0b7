// @ts-check

/** The account, connections and devices. */
export const account = {
  "account.page": "My account",
  "connect.page": "Connect",
  "device.page": "Set up a phone",
};
