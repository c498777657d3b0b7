// @ts-check

/**
 * The keeper's page of how the hub is.
 *
 * @type {typeof import("../en/keeper.js").keeper}
 */
export const keeper = {
  "hubState.page": "Hub-Status",
  "hubState.open": "Warnungen, Mitglieder, Nachrichten, Speicher",
  "hubState.words": "Für die Hub-Verwaltung. Orte, Nummern und Nachrichtentexte werden nicht gezeigt.",
  "hubState.findings": "Zu erledigen",
  "hubState.allGood": "Alle Prüfungen bestanden.",
  "hubState.state.weak": "Warnung",
  "hubState.state.advice": "Hinweis",
  "hubState.state.good": "OK",
  "hubState.well": { one: "{count} Prüfung bestanden", other: "{count} Prüfungen bestanden" },
  "hubState.members": { one: "{count} Mitglied", other: "{count} Mitglieder" },
  "hubState.more": "Alle Mitglieder zeigt der Befehl hearth member list.",
  "hubState.isKeeper": "Hub-Verwaltung",
  "hubState.adult": "Erwachsen",
  "hubState.child": "Kind",
  "hubState.isDisabled": "Gesperrt",
  "hubState.noDevice": "kein Handy",
  "hubState.neverHeard": "noch keine Daten",
  "hubState.heardToday": "heute aktiv",
  "hubState.heard": { one: "zuletzt aktiv vor {count} Tag", other: "zuletzt aktiv vor {count} Tagen" },
  "hubState.devices": { one: "{count} Handy, {heard}", other: "{count} Handys, {heard}" },
  "hubState.deputies": "Vertretungen",
  "hubState.deputyGuards": { one: "Sichert {count} Mitglied ab", other: "Sichert {count} Mitglieder ab" },
  "hubState.deputyHeard": "zuletzt gehört {time}",
  "hubState.deputySilent": "nichts gehört seit {time}",
  "hubState.deputyNever": "noch nie gehört",
  "hubState.outbox": "Nachrichten",
  "hubState.outboxNone": "Keine Nachricht wartet.",
  "hubState.outboxWaits": { one: "{count} Nachricht wartet, seit {time}", other: "{count} Nachrichten warten, die älteste seit {time}" },
  "hubState.outboxGivenUp": { one: "{count} in den letzten 24 Stunden gescheitert.", other: "{count} in den letzten 24 Stunden gescheitert." },
  "hubState.storage": "Speicher",
  "hubState.storageWords": "Datenbank: {database}. Frei: {free} von {disk}.",
  "hubState.jobs": "Hintergrundaufgaben",
  "hubState.job.deadlines": "Fristen",
  "hubState.job.tidying": "Alte Daten löschen",
  "hubState.job.watchdog": "Überwachung von außen",
  "hubState.job.backup": "Backup",
  "hubState.job.drill": "Test der Wiederherstellung",
  "hubState.jobNever": "noch nicht",
  "hubState.version": "Hearth {version}",
};
