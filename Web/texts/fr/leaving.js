// @ts-check

/**
 * What the hub keeps of me: taking it along, how long it is kept, and leaving.
 *
 * @type {typeof import("../en/leaving.js").leaving}
 */
export const leaving = {
  "data.title": "Mes données",
  "data.export": "Exporter mes données",
  "data.exportWords": "Tout ce que le hub enregistre sur vous, en un fichier",
  "data.exporting": "Préparation de votre fichier. Un long historique prend du temps.",
  "data.exported": "Enregistré dans vos téléchargements.",
  "data.exportFull": "D’autres exportent en ce moment. Réessayez dans une minute.",

  "kept.open": "Garder l’historique",
  "kept.days": { one: "{count} jour", other: "{count} jours" },
  "kept.forever": "Pour toujours",
  "kept.night": "Jusqu’à la nuit suivante",
  "kept.label": "Garder mes positions",
  "kept.words": "Les positions plus anciennes sont supprimées définitivement chaque nuit. Les autres ne voient jamais plus que vos dernières 24 heures.",
  "kept.shorterTitle": "Garder moins d’historique\u202f?",
  "kept.shorterWords": "Les positions plus anciennes sont supprimées définitivement cette nuit. Exportez d’abord vos données pour les garder.",
  "kept.shorterAction": "Garder moins",

  "deletion.open": "Supprimer mon compte",
  "deletion.openWords": "Et toutes vos données sur le hub",
  "deletion.goes": "Supprimé maintenant, définitivement",
  "deletion.goesWhat": "Votre numéro, votre nom, votre image, chaque position, vos lieux, votre horloge, vos appareils et vos liens. Personne ne peut les restaurer, pas même la personne responsable du hub.",
  "deletion.ends": "Prend fin maintenant",
  "deletion.endsWhat": "Toutes vos sessions sont fermées. Les téléphones ne peuvent plus envoyer pour vous. Personne ne vous voit, et vous ne voyez personne.",
  "deletion.stays": "Ce qui reste",
  "deletion.staysWhat": "Pendant un jour, les personnes en lien avec vous voient encore votre nom, sans mise à jour. Ensuite, il est dit que vous n’êtes plus là, et après une semaine il disparaît.",
  "deletion.next": "Continuer",
  "deletion.sure": "Supprimer votre compte\u202f?",
  "deletion.type": "Pour confirmer, tapez «\u00a0{word}\u00a0».",
  "deletion.word": "supprimer",
  "deletion.label": "Tapez «\u00a0{word}\u00a0»",
  "deletion.mistyped": "Tapez «\u00a0{word}\u00a0».",
  "deletion.keeper": "Nouvelle personne responsable",
  "deletion.keeperWords": "Personne d’autre n’est responsable du hub. Choisissez quelqu’un en lien avec vous, et dites-le-lui avant de partir.",
  "deletion.keeperMissing": "Choisissez la nouvelle personne responsable.",
  "deletion.keeperNobody": "Personne d’autre n’est responsable du hub, et personne en lien avec vous ne peut prendre le relais. Ajoutez d’abord quelqu’un.",
  "deletion.action": "Supprimer le compte",
  "deletion.done": "Compte supprimé. Il ne reste aucune de vos données sur ce hub.",

  "gone.words": "N’est plus ici",
};
