// @ts-check

/**
 * What another app shares with Hearth.
 *
 * @type {typeof import("../en/shared.js").shared}
 */
export const shared = {
  "shared.page": "Partagé avec Hearth",
  "shared.place": "Lieu partagé",
  "shared.placeWords": "Lu sur cet appareil. Rien n’est envoyé au hub avant votre choix.",
  "shared.save": "Enregistrer comme lieu",
  "shared.trip": "Préparer un trajet vers ce lieu",
  "shared.fileWords": "Ajoutez ses positions à votre historique.",
  "shared.tooLarge": "Ce fichier dépasse 256 Mo. Utilisez la commande d’importation du hub.",
  "shared.noPlace": "Aucune position trouvée",
  "shared.noPlaceWords": "Certaines applications de cartes partagent un lien court sans position. Partagez plutôt les coordonnées.",
  "shared.gone": "Rien à ouvrir",
  "shared.goneWords": "Un élément partagé s’ouvre une fois, dans les 15 minutes. Partagez-le de nouveau.",
  "shared.home": "Aller à l’accueil",
};
