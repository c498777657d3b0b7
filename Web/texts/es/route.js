// @ts-check

/**
 * The route page.
 *
 * @type {typeof import("../en/route.js").route}
 */
export const route = {
  "route.page": "Ruta",
  "route.from": "Desde",
  "route.to": "Hasta",
  "route.here": "Mi ubicación",
  "route.hereUnknown": "Mi ubicación (aún desconocida)",
  "route.picked": "Punto en el mapa",
  "route.choose": "Toca el mapa o elige",
  "route.mode": "Medio",
  "route.mode.walk": "A pie",
  "route.mode.cycle": "Bicicleta",
  "route.mode.drive": "Coche",
  "route.mode.transit": "Autobús, tren",
  "route.mapLabel": "Mapa. Toca tu destino, o mueve el mapa y pulsa Intro para elegir su centro.",
  "route.mapHint": "Toca el mapa para fijar el destino.",
  "route.mapHintFrom": "Toca el mapa para fijar el inicio.",
  "route.missingMap": "Aquí no se puede mostrar el mapa. Elige uno de tus lugares.",
  "route.start": "Inicio",
  "route.end": "Destino",
  "route.needsHere": "Tu ubicación aún no se conoce. Elige un inicio o comparte tu ubicación.",
  "route.looking": "Buscando una ruta…",
  "route.summary": "{distance}, {duration}",
  "route.straight": "Línea recta: {distance}",
  "route.straightWords": "Ahora no se encuentra ninguna ruta. Se muestra una línea recta, sin tiempo.",
  "route.left": "Quedan {distance}, {duration}",
  "route.leftStraight": "Quedan {distance} en línea recta",
  "route.leftAge": "Datos de: {time}",
  "route.leftAgeOld": "Datos de: {time}, {age}",
  "route.arrived": "Has llegado",
  "route.off": "Estás fuera de ruta: {distance}.",
  "route.again": "Buscar una ruta nueva desde aquí",
  "route.steps": "Pasos",
  "route.stepDistance": "{distance}",
  "route.attribution": "© colaboradores de OpenStreetMap",
  "route.open": "Buscar una ruta",
  "route.toPlace": "Ruta hasta aquí",
};
