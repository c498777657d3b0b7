// @ts-check

/** Outside contacts, and the page of their own link. */
export const contacts = {
  "contacts.title": "Emergency contacts without an account",
  "contacts.words":
    "Up to 3 people without an account. If they agree, they get one message with a link to your location when you need help, and one when it is over.",
  "contacts.add": "Add a contact",
  "contacts.askWords": "They get one message with your name, asking if they agree.",
  "contacts.name": "Name",
  "contacts.phone": "Phone number",
  "contacts.phoneHint": "Enter a number, or a mail address below.",
  "contacts.mail": "Mail address (instead of a number)",
  "contacts.send": "Send request",
  "contacts.asked": "Request sent.",
  "contacts.full": "At most 3 contacts. Remove one first.",
  "contacts.state.asked": "Asked, no answer",
  "contacts.state.agreed": "Agreed",
  "contacts.state.declined": "Declined",
  "contacts.state.ended": "Ended it",
  "contacts.removeLabel": "Remove {name}",
  "contacts.removeTitle": "Remove {name}?",
  "contacts.removeWords": "They get no further messages. They are not notified.",
  "contacts.remove": "Remove",
  "contacts.removed": "{name} removed",
  "share.contacts": { one: "{count} emergency contact without an account", other: "{count} emergency contacts without an account" },

  "contact.page": "Emergency contact",
  "contact.gone": "Link ended. Nothing to answer.",
  "contact.state.asked": "{name} asks you to be an emergency contact. Do you agree?",
  "contact.state.agreed": "You are an emergency contact of {name}.",
  "contact.state.declined": "You declined. {name} cannot ask you again.",
  "contact.state.ended": "You ended it. {name} cannot ask you again.",
  "contact.words":
    "In an alarm you get one message with a link to where {name} is, and one when it is over. No account needed. Each message has a link to end this.",
  "contact.emergency": "Hearth calls no emergency service. In an emergency, call them yourself.",
  "contact.agree": "Agree",
  "contact.decline": "Decline",
  "contact.end": "Stop being a contact",

  "notice.contactAgreed": "An emergency contact agreed",
  "notice.contactAgreed.words": "They get a message if you need help.",
  "notice.contactEnded": "An emergency contact opted out",
  "notice.contactEnded.words": "They get no messages. You can add someone else.",
  "notice.contactViewed": "An emergency contact opened your alarm",
  "notice.contactViewed.words": "In a new browser.",
};
