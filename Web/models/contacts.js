// @ts-check

/**
 * @typedef {"asked" | "agreed" | "declined" | "ended"} ContactState
 *
 * @typedef {object} Contact  an outside contact of mine
 * @property {string} id
 * @property {string} name
 * @property {string} [phone]
 * @property {string} [mail]
 * @property {ContactState} state
 * @property {string} askedAt
 */

/** Contacts of one member. */
export const contactsMax = 3;

/**
 * Where a contact is reached.
 *
 * @param {Contact} contact
 */
export function addressOf({ phone, mail }) {
  return phone ?? mail ?? "";
}

/**
 * The text that says how a contact answered.
 *
 * @param {Contact} contact
 */
export function stateKey({ state }) {
  return /** @type {const} */ (`contacts.state.${state}`);
}

/**
 * What the hub is sent to ask somebody: a mail address where one was typed, else a number.
 *
 * @param {string} id
 * @param {string} name
 * @param {string | undefined} phone
 * @param {string} mail
 */
export function request(id, name, phone, mail) {
  const address = mail.trim();
  return { id, name: name.trim(), ...(address ? { mail: address } : { phone }) };
}

/**
 * What the contact's own page offers in a state: to agree, and to decline or end it.
 *
 * @param {ContactState} state
 */
export function answersIn(state) {
  return {
    agree: state === "agreed" ? undefined : /** @type {const} */ ("contact.agree"),
    refuse: state === "asked" ? /** @type {const} */ ("contact.decline") : state === "agreed" ? /** @type {const} */ ("contact.end") : undefined,
  };
}
