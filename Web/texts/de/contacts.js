// @ts-check

/**
 * Outside contacts, and the page of their own link.
 *
 * @type {typeof import("../en/contacts.js").contacts}
 */
export const contacts = {
  "contacts.title": "Notfallkontakte ohne Account",
  "contacts.words":
    "Bis zu 3 Personen ohne Account. Wenn sie zustimmen, bekommen sie eine Nachricht mit einem Link zu deiner Position, wenn du Hilfe brauchst, und eine, wenn es vorbei ist.",
  "contacts.add": "Kontakt hinzufügen",
  "contacts.askWords": "Die Person bekommt eine Nachricht mit deinem Namen und der Frage, ob sie zustimmt.",
  "contacts.name": "Name",
  "contacts.phone": "Telefonnummer",
  "contacts.phoneHint": "Gib eine Nummer ein oder unten eine E-Mail-Adresse.",
  "contacts.mail": "E-Mail-Adresse (statt einer Nummer)",
  "contacts.send": "Anfrage senden",
  "contacts.asked": "Anfrage gesendet.",
  "contacts.full": "Höchstens 3 Kontakte. Entferne zuerst einen.",
  "contacts.state.asked": "Angefragt, keine Antwort",
  "contacts.state.agreed": "Zugestimmt",
  "contacts.state.declined": "Abgelehnt",
  "contacts.state.ended": "Selbst beendet",
  "contacts.removeLabel": "{name} entfernen",
  "contacts.removeTitle": "{name} entfernen?",
  "contacts.removeWords": "Die Person bekommt keine weiteren Nachrichten. Sie wird nicht benachrichtigt.",
  "contacts.remove": "Entfernen",
  "contacts.removed": "{name} entfernt",
  "share.contacts": { one: "{count} Notfallkontakt ohne Account", other: "{count} Notfallkontakte ohne Account" },

  "contact.page": "Notfallkontakt",
  "contact.gone": "Link beendet. Nichts zu beantworten.",
  "contact.state.asked": "{name} bittet dich, Notfallkontakt zu sein. Stimmst du zu?",
  "contact.state.agreed": "Du bist Notfallkontakt von {name}.",
  "contact.state.declined": "Du hast abgelehnt. {name} kann dich nicht noch einmal fragen.",
  "contact.state.ended": "Du hast es beendet. {name} kann dich nicht noch einmal fragen.",
  "contact.words":
    "Bei einem Alarm bekommst du eine Nachricht mit einem Link, der zeigt, wo {name} ist, und eine, wenn es vorbei ist. Du brauchst keinen Account. Jede Nachricht hat einen Link, um das zu beenden.",
  "contact.emergency": "Hearth setzt keinen Notruf ab. Wähle im Notfall selbst den Notruf.",
  "contact.agree": "Zustimmen",
  "contact.decline": "Ablehnen",
  "contact.end": "Kein Kontakt mehr sein",

  "notice.contactAgreed": "Ein Notfallkontakt hat zugestimmt",
  "notice.contactAgreed.words": "Er bekommt eine Nachricht, wenn du Hilfe brauchst.",
  "notice.contactEnded": "Ein Notfallkontakt hat sich abgemeldet",
  "notice.contactEnded.words": "Er bekommt keine Nachrichten. Du kannst eine andere Person hinzufügen.",
  "notice.contactViewed": "Ein Notfallkontakt hat deinen Alarm geöffnet",
  "notice.contactViewed.words": "In einem neuen Browser.",
};
