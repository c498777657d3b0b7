// @ts-check

/**
 * Searching for places, and naming points.
 *
 * @type {typeof import("../en/search.js").search}
 */
export const search = {
  "search.label": "Buscar un lugar o dirección",
  "search.labelFrom": "Buscar un inicio",
  "search.labelTo": "Buscar un destino",
  "search.clear": "Borrar",
  "search.results": "Resultados de la búsqueda",
  "search.found": { one: "{count} lugar encontrado", other: "{count} lugares encontrados" },
  "search.nothing": "Sin resultados",
  "search.attribution": "© colaboradores de OpenStreetMap, GeoNames (CC BY 4.0)",
  "search.set": "Marcador puesto: {name}.",
  "search.at": "{words} {name}.",
};
