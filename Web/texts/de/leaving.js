// @ts-check

/**
 * What the hub keeps of me: taking it along, how long it is kept, and leaving.
 *
 * @type {typeof import("../en/leaving.js").leaving}
 */
export const leaving = {
  "data.title": "Meine Daten",
  "data.export": "Meine Daten exportieren",
  "data.exportWords": "Alles, was der Hub über dich speichert, in einer Datei",
  "data.exporting": "Deine Datei wird erstellt. Ein langer Verlauf braucht eine Weile.",
  "data.exported": "In deinen Downloads gespeichert.",
  "data.exportFull": "Gerade exportieren andere. Versuch es in einer Minute noch einmal.",

  "kept.open": "Verlauf behalten",
  "kept.days": { one: "{count} Tag", other: "{count} Tage" },
  "kept.forever": "Für immer",
  "kept.night": "Bis zur nächsten Nacht",
  "kept.label": "Meine Positionen behalten",
  "kept.words": "Ältere Positionen werden jede Nacht endgültig gelöscht. Andere sehen nie mehr als deine letzten 24 Stunden.",
  "kept.shorterTitle": "Kürzeren Verlauf behalten?",
  "kept.shorterWords": "Ältere Positionen werden heute Nacht endgültig gelöscht. Exportiere zuerst deine Daten, um sie zu behalten.",
  "kept.shorterAction": "Kürzer behalten",

  "deletion.open": "Meinen Account löschen",
  "deletion.openWords": "Und alle deine Daten auf dem Hub",
  "deletion.goes": "Wird jetzt endgültig gelöscht",
  "deletion.goesWhat": "Deine Nummer, dein Name, dein Bild, jede Position, deine Orte, Uhr, Geräte und Links. Niemand kann sie zurückholen, auch nicht die Hub-Verwaltung.",
  "deletion.ends": "Endet jetzt",
  "deletion.endsWhat": "Du wirst überall abgemeldet. Handys können nicht mehr für dich melden. Niemand sieht dich, und du siehst niemanden.",
  "deletion.stays": "Was bleibt",
  "deletion.staysWhat": "Wer mit dir verbunden ist, sieht einen Tag lang noch deinen Namen, ohne Aktualisierung. Dann steht da, dass du nicht mehr hier bist, und nach einer Woche verschwindet er.",
  "deletion.next": "Weiter",
  "deletion.sure": "Deinen Account löschen?",
  "deletion.type": "Tippe zur Bestätigung „{word}“.",
  "deletion.word": "löschen",
  "deletion.label": "„{word}“ tippen",
  "deletion.mistyped": "Tippe „{word}“.",
  "deletion.keeper": "Neue Hub-Verwaltung",
  "deletion.keeperWords": "Nur du verwaltest diesen Hub. Wähle eine Person, mit der du verbunden bist, und sag es ihr, bevor du gehst.",
  "deletion.keeperMissing": "Wähle, wer den Hub künftig verwaltet.",
  "deletion.keeperNobody": "Nur du verwaltest diesen Hub, und du hast keine Verbindung, die übernehmen könnte. Verbinde dich zuerst mit jemandem.",
  "deletion.action": "Account löschen",
  "deletion.done": "Account gelöscht. Auf diesem Hub sind keine Daten von dir mehr.",

  "gone.words": "Nicht mehr hier",
};
