// @ts-check

/**
 * The keeper's page of how the hub is.
 *
 * @type {typeof import("../en/keeper.js").keeper}
 */
export const keeper = {
  "hubState.page": "État du hub",
  "hubState.open": "Avertissements, membres, messages, disque",
  "hubState.words": "Pour la personne responsable du hub. Aucun lieu, numéro ou texte de message n’est affiché.",
  "hubState.findings": "À traiter",
  "hubState.allGood": "Tous les contrôles sont bons.",
  "hubState.state.weak": "Avertissement",
  "hubState.state.advice": "Conseil",
  "hubState.state.good": "OK",
  "hubState.well": { one: "{count} contrôle réussi", other: "{count} contrôles réussis" },
  "hubState.members": { one: "{count} membre", other: "{count} membres" },
  "hubState.more": "Pour tous les membres, exécutez hearth member list.",
  "hubState.isKeeper": "Responsable du hub",
  "hubState.adult": "Adulte",
  "hubState.child": "Enfant",
  "hubState.isDisabled": "Compte désactivé",
  "hubState.noDevice": "pas de téléphone",
  "hubState.neverHeard": "pas encore de données",
  "hubState.heardToday": "activité aujourd’hui",
  "hubState.heard": { one: "dernière activité il y a {count} jour", other: "dernière activité il y a {count} jours" },
  "hubState.devices": { one: "{count} téléphone, {heard}", other: "{count} téléphones, {heard}" },
  "hubState.deputies": "Relais",
  "hubState.deputyGuards": { one: "Veille sur {count} membre", other: "Veille sur {count} membres" },
  "hubState.deputyHeard": "dernier signe\u202f: {time}",
  "hubState.deputySilent": "aucun signe depuis {time}",
  "hubState.deputyNever": "aucun signe reçu",
  "hubState.outbox": "Messages",
  "hubState.outboxNone": "Aucun message en attente.",
  "hubState.outboxWaits": { one: "{count} message en attente, depuis {time}", other: "{count} messages en attente, le plus ancien depuis {time}" },
  "hubState.outboxGivenUp": { one: "{count} échec en 24 heures.", other: "{count} échecs en 24 heures." },
  "hubState.storage": "Disque",
  "hubState.storageWords": "Base de données\u202f: {database}. Libre\u202f: {free} sur {disk}.",
  "hubState.jobs": "Tâches de fond",
  "hubState.job.deadlines": "Échéances",
  "hubState.job.tidying": "Suppression des anciennes données",
  "hubState.job.watchdog": "Surveillance externe",
  "hubState.job.backup": "Sauvegarde",
  "hubState.job.drill": "Test de restauration",
  "hubState.jobNever": "pas encore",
  "hubState.version": "Hearth {version}",
};
