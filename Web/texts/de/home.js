// @ts-check

/**
 * The Home page: the map, whom it shows, and how they move.
 *
 * @type {typeof import("../en/home.js").home}
 */
export const home = {
  "home.page": "Start",
  "home.everyone": "Alle",
  "home.showEveryone": "Alle zeigen",
  "home.gone": "Nicht mit dir geteilt",
  "home.goneWords": "Diese Person teilt nichts mit dir. Bitte sie um einen Verbindungscode.",
  "home.me": "Du",
  "home.who": "Auf der Karte",
  "home.count": { one: "{count} Person", other: "{count} Personen" },
  "home.more": "Mehr zeigen",
  "home.less": "Weniger zeigen",
  "home.live": "Live",
  "home.battery": "Akku {percent}\u00a0%",
  "home.onlyPlace": "{name} teilt nur den Ortsnamen. Deshalb ist nichts auf der Karte.",
  "home.onlyCell": "{name} teilt etwa 1 km: irgendwo im Quadrat.",
  "home.noPosition": "Keine Position vorhanden.",
  "home.youNever": "Noch keine Position von dir.",

  "home.start.title": "Erste Schritte",
  "home.start.alone": "Bisher nur du. Um hier jemanden zu sehen, gib einen Verbindungscode ein.",
  "home.start.connect": "Mit jemandem verbinden",
  "home.start.phone": "Handy einrichten",

  "home.speed": "Tempo",
  "home.course": "Richtung",
  "home.batteryLabel": "Akku",
  "home.accuracy": "Genauigkeit",
  "home.motion": "Bewegung",
  "home.motionSince": "{motion}, seit {time}",
  "home.metres": "±\u00a0{metres}\u00a0m",
  "home.way": "Route dorthin",
  "home.percent": "{percent}\u00a0%",

  "day.title": "Heute",
  "day.more": "Meine Tage",
  "day.empty": "Heute keine Bewegung.",
  "day.away": "Hub nicht erreichbar. Die Bewegung von heute erscheint, wenn er wieder da ist.",
  "day.failed": "Die Bewegung von heute konnte nicht geladen werden.",
  "day.private": "{name} teilt keine Tagesbewegung.",
  "day.privateCell": "{name} teilt nur etwa 1 km, daher keine Tagesbewegung.",
  "day.privatePlace": "{name} teilt nur den Ortsnamen, daher keine Tagesbewegung.",
  "day.nothing": "Keine Daten",
  "day.strip": "Mitternacht bis Mitternacht",
  "day.segment": "{from} bis {to}: {motion}",

  "stamp.live": "Live, {age}, ±\u00a0{metres}\u00a0m",
  "stamp.liveAnyhow": "Live, {age}",
  "stamp.stale": "Stand: {time}, {age}, ±\u00a0{metres}\u00a0m",
  "stamp.staleAnyhow": "Stand: {time}, {age}",
  "stamp.heard": "Aktualisiert {age}",
  "stamp.asOf": "Stand: {time}, ",
  "stamp.thisMinute": "vor weniger als 1 min",
  "stamp.metres": ", ±\u00a0{metres}\u00a0m",

  "compass.north": "Norden",
  "compass.northEast": "Nordosten",
  "compass.east": "Osten",
  "compass.southEast": "Südosten",
  "compass.south": "Süden",
  "compass.southWest": "Südwesten",
  "compass.west": "Westen",
  "compass.northWest": "Nordwesten",

  "map.label": "Karte",
  "map.zoomIn": "Vergrößern",
  "map.zoomOut": "Verkleinern",
  "map.recentre": "Karte zentrieren",
  "map.attribution": "Kartenquellen",
  "map.ownInstead": "Kartenserver nicht erreichbar. Du siehst die Karte des Hubs.",
  "map.noneInstead": "Kartenserver nicht erreichbar. Deshalb sind keine Straßen zu sehen.",
  "map.missing": "Die Karte kann hier nicht gezeigt werden. Alles andere funktioniert.",
};
