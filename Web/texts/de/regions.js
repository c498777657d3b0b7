// @ts-check

/**
 * The keeper's page of regions.
 *
 * @type {typeof import("../en/regions.js").regions}
 */
export const regions = {
  "regions.page": "Karten des Hubs",
  "regions.open": "Daten für Karte, Routen und Suche",
  "regions.words":
    "Der Hub zeichnet Karten, findet Routen und sucht Adressen mit eigenen OpenStreetMap-Daten. Niemand draußen erfährt, wo deine Familie hinschaut oder hingeht.",
  "regions.list": "Regionen",
  "regions.none": "Noch keine Region: keine Straßen, keine Adresssuche, und Routen sind gerade Linien.",
  "regions.row": "{extract}, {size}, importiert {time}",
  "regions.used": "{name}, in Gebrauch",
  "regions.remove": "{name} entfernen",
  "regions.removeTitle": "{name} entfernen?",
  "regions.removeWords": "Karte, Routen und Adressen dieser Region werden jetzt entfernt, und {size} Speicher werden frei. Du kannst sie wieder importieren.",
  "regions.removed": "{name} entfernt",
  "regions.fixed": "Eingebaut: kann hier nicht geändert werden.",
  "regions.routing.own": "Routen: von diesem Hub.",
  "regions.routing.starting": "Routen: werden gestartet.",
  "regions.routing.elsewhere": "Routen: vom Dienst aus den Einstellungen des Hubs.",
  "regions.routing.none": "Routen: nur gerade Linien. Die Routing-Programme sind auf dem Rechner des Hubs nicht installiert.",

  "regions.get": "Region laden",
  "regions.text": "Land oder Region",
  "regions.find": "Suchen",
  "regions.textMissing": "Gib ein Land oder eine Region ein, etwa Liechtenstein.",
  "regions.learns":
    "Der Hub fragt {mirror} nur, wenn du tippst. Dieser Server erfährt die Adresse des Hubs und die Region, sonst nichts.",
  "regions.noneFound": "Keine Region namens „{text}“ auf dem Server.",
  "regions.isNewest": "{name} ist aktuell.",
  "regions.costs": "Download: {size}. Braucht etwa {time} und {disk} Speicher, bis sie fertig ist.",
  "regions.goesOn": "Du kannst diese Seite verlassen. Ein unterbrochener Download geht weiter.",
  "regions.noRoom": "Zu wenig Speicher: ein Teil ist für Hilferufe reserviert.",
  "regions.download": "Laden und importieren",
  "regions.update": "{name} aktualisieren",
  "regions.rowOld": "{extract}, {size}, importiert {time}. Es dürfte eine neuere Karte geben.",
  "regions.fetching": "{extract} wird geladen: {done} von {all}",
  "regions.waiting": "Der Hub versucht es von selbst wieder. {words}",

  "regions.add": "Datei importieren",
  "regions.addWords": "Wenn du die .osm.pbf-Datei deines Landes schon hast, wähle sie hier.",
  "regions.file": "Auszug",
  "regions.name": "Name",
  "regions.nameHint": "Ersetzt eine Region mit demselben Namen, sobald der Import gelingt.",
  "regions.import": "Importieren",
  "regions.fileMissing": "Wähle eine Datei.",
  "regions.notExtract": "Kein Auszug. Der Name muss auf .osm.pbf enden.",
  "regions.nameWrong": "1 bis 40 Kleinbuchstaben, Ziffern und Bindestriche.",
  "regions.command": "Wenn die Datei schon auf dem Rechner des Hubs ist, führe dort aus:",
  "regions.free": "{size} frei auf dem Speicher des Hubs.",

  "regions.work": "Import: {name}",
  "regions.receiving": "{extract} wird hochgeladen: {done} von {all}",
  "regions.checking": "{extract} wird geprüft…",
  "regions.importing": "In Arbeit: {step}, {percent}\u00a0%",
  "regions.stay": "Lass diese Seite offen, bis alles hochgeladen ist.",
  "regions.mayLeave": "Du kannst diese Seite verlassen.",
  "regions.elsewhere": "Dieses Hochladen wurde in einem anderen Fenster gestartet oder unterbrochen.",
  "regions.cancelled": "Abgebrochen. Keine Region hat sich geändert.",
  "regions.failed": "{extract} konnte nicht importiert werden. Keine Region hat sich geändert.",
  "regions.done": "{name} importiert und in Gebrauch",
  "regions.attribution": "© OpenStreetMap-Mitwirkende, Open Database License",
  "size.megabytes": "{figure}\u00a0MB",
  "size.gigabytes": "{figure}\u00a0GB",
};
