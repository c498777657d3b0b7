// @ts-check

/**
 * A call for help and its PIN, and what else is said beside any page.
 *
 * @type {typeof import("../en/help.js").help}
 */
export const help = {
  "pin.label": "PIN, 4 bis 8 Ziffern",
  "pin.back": "Letzte Ziffer löschen",
  "pin.done": "Fertig",
  "pin.short": "Gib 4 bis 8 Ziffern ein.",
  "pin.wrong": "Falsche PIN. Nichts wurde geändert.",
  "pin.locked": { one: "Zu viele Versuche. Neuer Versuch in {count} s.", other: "Zu viele Versuche. Neuer Versuch in {count} s." },
  "pin.again": "Versuch es jetzt noch einmal.",
  "pin.away": "Hub nicht erreichbar. Deine PIN wird jede Sekunde gesendet, vor allem anderen.",
  "pin.trying": "Einen Moment…",
  "pin.sheet.weaken": "Gib deine PIN ein",
  "pin.sheet.weakenWords": "Auf dem Weg ist dafür deine PIN nötig.",

  "alarm.shake": "Handy geschüttelt",
  "alarm.sos": "SOS",
  "alarm.alert": "Deine Begleitung wird alarmiert",
  "alarm.left": {
    one: "Deine Begleitung wird in {count} Sekunde benachrichtigt.",
    other: "Deine Begleitung wird in {count} Sekunden benachrichtigt.",
  },
  "alarm.leftNobody": "Du hast keine Begleitung, die benachrichtigt würde. Ruf selbst Hilfe.",
  "alarm.over": "Deine Begleitung wird benachrichtigt",
  "alarm.overWords": "Sie bekommt deine Position auf allen Kanälen. Gib deine PIN ein, um ihr zu sagen, dass du in Sicherheit bist.",
  "alarm.answered": { one: "{names} kümmert sich", other: "{names} kümmern sich" },
  "alarm.answeredAt": "seit {time}",
  "alarm.notSent": "NICHT GESENDET",
  "alarm.notSentWords": "Keine Verbindung. Neuer Versuch jede Sekunde. Lass diese Seite offen.",
  "alarm.unconfirmed": "Noch nicht bestätigt",
  "alarm.unconfirmedWords": "Der Hub hat nicht geantwortet. Neuer Versuch jede Sekunde. Lass diese Seite offen.",
  "alarm.missed": "NIEMAND WURDE BENACHRICHTIGT",
  "alarm.missedWords": "Der Hub war stundenlang ausgefallen, als der Alarm fällig war. Wenn du noch Hilfe brauchst, drücke noch einmal SOS oder ruf jemanden an.",
  "alarm.unrecorded": "Empfangen, aber der Speicher des Hubs ist voll. Lass diese Seite offen, bis diese Zeile verschwindet.",
  "alarm.stop": "Ich bin in Sicherheit: PIN eingeben",
  "alarm.noPIN": "Noch keine PIN. Lege eine fest, um zu sagen, dass du in Sicherheit bist.",
  "alarm.setPIN": "PIN festlegen",
  "alarm.stopped": "Abgebrochen. Niemand wurde benachrichtigt.",
  "alarm.cleared": "Alle Benachrichtigten erfahren, dass du in Sicherheit bist.",
  "alarm.ring": "Zeit, bis deine Begleitung benachrichtigt wird",
  "alarm.silence": "Ton aus",
  "alarm.hide": "Ausblenden",
  "emergency.call.any": "{number} anrufen",
  "emergency.call.police": "Polizei {number}",
  "emergency.call.ambulance": "Rettung {number}",
  "emergency.call.fire": "Feuerwehr {number}",
  "emergency.unknown": "Notrufnummer hier unbekannt. Frag nach der örtlichen",
  "emergency.mobile": "112 funktioniert mit den meisten Handys.",
  "emergency.from.position": "{numbers}, nach deiner Position.",
  "emergency.from.positionOf": "{numbers}, nach der Position von {name}.",
  "emergency.from.lastPosition": "{numbers}, nach deiner letzten bekannten Position.",
  "emergency.from.phoneNumber": "{numbers}, nach deiner Telefonnummer.",
  "emergency.from.phoneNumberOf": "{numbers}, nach der Telefonnummer von {name}.",
  "emergency.from.hub": "{numbers}, wo dieser Hub steht.",
  "alarm.callWords": "Hearth setzt keinen Notruf ab. Das kannst nur du.",

  "safety.tripRuns": "Auf dem Weg; wir fragen um {time}",
  "safety.tripDue": "Bist du angekommen?",
  "safety.tripOverdue": "Überfällig: deine Begleitung wurde benachrichtigt",
  "safety.danger": "{name} braucht vielleicht Hilfe",
  "safety.accompany": "{name} ist auf dem Weg",

  "drill.asked": "TEST von {name}: kein Notfall",

  "childWord.title": "Diese Personen können dich sehen",
  "childWord.off": "sieht nichts",
  "childWord.place": "sieht, wenn du an einem Ort wie Zuhause oder Schule bist",
  "childWord.coarse": "sieht ungefähr, wo du bist",
  "childWord.exact": "sieht genau, wo du bist und welchen Weg du gekommen bist",
  "childWord.words": "Wenn sich das falsch anfühlt, sprich mit jemandem, dem du vertraust.",
  "childWord.close": "OK",
  "childWord.change": "Wer sieht was",

  "missions.notSent": "{name}: nicht gesendet. {why}",

  // What the service worker says of a message, which it cannot look up itself.
  "worker.news": "Es gibt Neues.",
  "worker.decided": "Schon entschieden",
  "worker.loggedOut": "Nicht gespeichert: Du bist abgemeldet",
  "worker.notSaved": "Nicht gespeichert",
  "worker.tap": "{body}. Tippe, um in Hearth zu entscheiden.",
};
