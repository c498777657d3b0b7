// @ts-check

/**
 * Searching for places, and naming points.
 *
 * @type {typeof import("../en/search.js").search}
 */
export const search = {
  "search.label": "Chercher un lieu ou une adresse",
  "search.labelFrom": "Chercher un départ",
  "search.labelTo": "Chercher une destination",
  "search.clear": "Effacer",
  "search.results": "Résultats de recherche",
  "search.found": { one: "{count} lieu trouvé", other: "{count} lieux trouvés" },
  "search.nothing": "Aucun résultat",
  "search.attribution": "© les contributeurs d’OpenStreetMap, GeoNames (CC BY 4.0)",
  "search.set": "Repère placé\u202f: {name}.",
  "search.at": "{words} {name}.",
};
