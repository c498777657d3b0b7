// @ts-check

/** Outside contacts, and the page of their own link. */
export const contacts = {
  "contacts.title": "Emergency contacts without an account",
  "contacts.words":
    "Up to 3 people outside Hearth. Each is asked once. Who agrees gets one message when you need help, with a link to where you are, and one when it is over.",
  "contacts.add": "Add a contact",
  "contacts.askWords": "They get one message that asks whether they agree. Your name is in it.",
  "contacts.name": "Name",
  "contacts.phone": "Phone number",
  "contacts.phoneHint": "Enter a number, or a mail address below.",
  "contacts.mail": "Mail address (instead of a number)",
  "contacts.send": "Ask them",
  "contacts.asked": "Asked. They decide.",
  "contacts.full": "3 contacts at most. Remove one to add another.",
  "contacts.state.asked": "Asked, no answer",
  "contacts.state.agreed": "Agreed",
  "contacts.state.declined": "Declined",
  "contacts.state.ended": "Ended it",
  "contacts.removeLabel": "Remove {name}",
  "contacts.removeTitle": "Remove {name}?",
  "contacts.removeWords": "They get no more messages. They are not told.",
  "contacts.remove": "Remove",
  "contacts.removed": "{name} was removed",
  "share.contacts": { one: "{count} emergency contact without an account", other: "{count} emergency contacts without an account" },

  "contact.page": "Emergency contact",
  "contact.gone": "Link ended. There is nothing to answer.",
  "contact.state.asked": "{name} wants to name you as an emergency contact. Do you agree?",
  "contact.state.agreed": "You agreed to be an emergency contact of {name}.",
  "contact.state.declined": "You declined. {name} cannot ask you again.",
  "contact.state.ended": "You ended it. {name} cannot ask you again.",
  "contact.words":
    "While {name} names you, you get one message in an alarm with a link to where {name} is, and one when it is over. You need no account. Each message has a link to end it.",
  "contact.emergency": "Hearth calls no emergency service. In an emergency, call yourself.",
  "contact.agree": "Agree",
  "contact.decline": "Decline",
  "contact.end": "End it",

  "notice.contactAgreed": "An emergency contact agreed",
  "notice.contactAgreed.words": "They get a message when you need help.",
  "notice.contactEnded": "An emergency contact does not want messages",
  "notice.contactEnded.words": "They get none. You can add someone else.",
  "notice.contactViewed": "An emergency contact opened your alarm",
  "notice.contactViewed.words": "In one more browser.",
};
