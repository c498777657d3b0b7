// @ts-check

/**
 * What another app shares with Hearth.
 *
 * @type {typeof import("../en/shared.js").shared}
 */
export const shared = {
  "shared.page": "Compartido con Hearth",
  "shared.place": "Lugar compartido",
  "shared.placeWords": "Leído en este dispositivo. No se envía al hub hasta que elijas.",
  "shared.save": "Guardar como lugar",
  "shared.trip": "Planear un trayecto hasta ahí",
  "shared.fileWords": "Añade sus ubicaciones a tu historial.",
  "shared.tooLarge": "Este archivo supera los 256 MB. Usa el comando de importación del hub.",
  "shared.noPlace": "No se encontró ninguna ubicación",
  "shared.noPlaceWords": "Algunas apps de mapas comparten un enlace corto sin ubicación. Comparte las coordenadas.",
  "shared.gone": "Nada que abrir",
  "shared.goneWords": "Lo compartido se abre una vez, en un plazo de 15 minutos. Compártelo de nuevo.",
  "shared.home": "Ir a Inicio",
};
