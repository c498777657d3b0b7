// @ts-check

/**
 * The route page.
 *
 * @type {typeof import("../en/route.js").route}
 */
export const route = {
  "route.page": "Route",
  "route.from": "Von",
  "route.to": "Nach",
  "route.here": "Meine Position",
  "route.hereUnknown": "Meine Position (noch nicht bekannt)",
  "route.picked": "Punkt auf der Karte",
  "route.choose": "Auf die Karte tippen oder wählen",
  "route.mode": "Art",
  "route.mode.walk": "Zu Fuß",
  "route.mode.cycle": "Fahrrad",
  "route.mode.drive": "Auto",
  "route.mode.transit": "Bus, Bahn",
  "route.mapLabel": "Karte. Tippe auf dein Ziel oder verschiebe die Karte und drücke die Eingabetaste, um ihre Mitte zu wählen.",
  "route.mapHint": "Tippe auf die Karte, um das Ziel zu setzen.",
  "route.mapHintFrom": "Tippe auf die Karte, um den Start zu setzen.",
  "route.missingMap": "Die Karte kann hier nicht gezeigt werden. Wähle einen deiner Orte.",
  "route.start": "Start",
  "route.end": "Ziel",
  "route.needsHere": "Deine Position ist noch nicht bekannt. Wähle einen Start oder teile deine Position.",
  "route.looking": "Route wird gesucht…",
  "route.summary": "{distance}, {duration}",
  "route.straight": "Luftlinie: {distance}",
  "route.straightWords": "Gerade keine Route gefunden. Du siehst eine gerade Linie ohne Zeit.",
  "route.left": "Noch {distance}, {duration}",
  "route.leftStraight": "Noch {distance} Luftlinie",
  "route.leftAge": "Stand: {time}",
  "route.leftAgeOld": "Stand: {time}, {age}",
  "route.arrived": "Du bist angekommen",
  "route.off": "Du bist {distance} neben der Route.",
  "route.again": "Neue Route von hier suchen",
  "route.steps": "Schritte",
  "route.stepDistance": "{distance}",
  "route.attribution": "© OpenStreetMap-Mitwirkende",
  "route.open": "Route suchen",
  "route.toPlace": "Route hierher",
};
