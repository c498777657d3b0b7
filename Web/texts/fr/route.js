// @ts-check

/**
 * The route page.
 *
 * @type {typeof import("../en/route.js").route}
 */
export const route = {
  "route.page": "Itinéraire",
  "route.from": "De",
  "route.to": "À",
  "route.here": "Ma position",
  "route.hereUnknown": "Ma position (pas encore connue)",
  "route.picked": "Point sur la carte",
  "route.choose": "Toucher la carte ou choisir",
  "route.mode": "Mode",
  "route.mode.walk": "À pied",
  "route.mode.cycle": "Vélo",
  "route.mode.drive": "Voiture",
  "route.mode.transit": "Bus, train",
  "route.mapLabel": "Carte. Touchez votre destination, ou déplacez la carte et appuyez sur Entrée pour choisir son centre.",
  "route.mapHint": "Touchez la carte pour placer la destination.",
  "route.mapHintFrom": "Touchez la carte pour placer le départ.",
  "route.missingMap": "La carte ne peut pas s’afficher ici. Choisissez un de vos lieux.",
  "route.start": "Départ",
  "route.end": "Destination",
  "route.needsHere": "Votre position n’est pas encore connue. Choisissez un départ ou partagez votre position.",
  "route.looking": "Recherche d’un itinéraire…",
  "route.summary": "{distance}, {duration}",
  "route.straight": "Ligne droite\u202f: {distance}",
  "route.straightWords": "Aucun itinéraire trouvé pour le moment. Ligne droite affichée, sans durée.",
  "route.left": "Reste {distance}, {duration}",
  "route.leftStraight": "Reste {distance} en ligne droite",
  "route.leftAge": "Relevé\u202f: {time}",
  "route.leftAgeOld": "Relevé\u202f: {time}, {age}",
  "route.arrived": "Vous êtes à destination",
  "route.off": "Vous êtes à {distance} de l’itinéraire.",
  "route.again": "Chercher un nouvel itinéraire d’ici",
  "route.steps": "Étapes",
  "route.stepDistance": "{distance}",
  "route.attribution": "© les contributeurs d’OpenStreetMap",
  "route.open": "Chercher un itinéraire",
  "route.toPlace": "Itinéraire vers ici",
};
