// @ts-check

/**
 * What another app shares with Hearth.
 *
 * @type {typeof import("../en/shared.js").shared}
 */
export const shared = {
  "shared.page": "Mit Hearth geteilt",
  "shared.place": "Geteilter Ort",
  "shared.placeWords": "Auf diesem Gerät gelesen. An den Hub geht nichts, bis du wählst.",
  "shared.save": "Als Ort speichern",
  "shared.trip": "Weg dorthin planen",
  "shared.fileWords": "Füge die Positionen deinem Verlauf hinzu.",
  "shared.tooLarge": "Diese Datei ist größer als 256 MB. Nutze den Import-Befehl des Hubs.",
  "shared.noPlace": "Keine Position gefunden",
  "shared.noPlaceWords": "Manche Karten-Apps teilen einen Kurzlink ohne Position. Teile stattdessen die Koordinaten.",
  "shared.gone": "Nichts zu öffnen",
  "shared.goneWords": "Geteiltes lässt sich einmal öffnen, innerhalb von 15 Minuten. Teile es noch einmal.",
  "shared.home": "Zur Startseite",
};
