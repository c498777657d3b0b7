// @ts-check

/**
 * The Home page: the map, whom it shows, and how they move.
 *
 * @type {typeof import("../en/home.js").home}
 */
export const home = {
  "home.page": "Accueil",
  "home.everyone": "Tout le monde",
  "home.showEveryone": "Afficher tout le monde",
  "home.gone": "Non partagé avec vous",
  "home.goneWords": "Cette personne ne partage rien avec vous. Demandez-lui un code de partage.",
  "home.me": "Vous",
  "home.who": "Sur la carte",
  "home.count": { one: "{count} personne", other: "{count} personnes" },
  "home.more": "Afficher plus",
  "home.less": "Afficher moins",
  "home.live": "En direct",
  "home.battery": "Batterie {percent}\u202f%",
  "home.onlyPlace": "{name} ne partage que le nom du lieu\u202f: rien n’est sur la carte.",
  "home.onlyCell": "{name} partage à environ 1 km près\u202f: quelque part dans le carré.",
  "home.noPosition": "Aucune position à afficher.",
  "home.youNever": "Pas encore de position de votre part.",

  "home.start.title": "Pour commencer",
  "home.start.alone": "Il n’y a que vous pour l’instant. Pour voir quelqu’un ici, saisissez son code de partage.",
  "home.start.connect": "Ajouter quelqu’un",
  "home.start.phone": "Configurer un téléphone",

  "home.speed": "Vitesse",
  "home.course": "Direction",
  "home.batteryLabel": "Batterie",
  "home.accuracy": "Précision",
  "home.motion": "Mouvement",
  "home.motionSince": "{motion}, depuis {time}",
  "home.metres": "±\u00a0{metres}\u00a0m",
  "home.way": "Itinéraire",
  "home.percent": "{percent}\u202f%",

  "day.title": "Aujourd’hui",
  "day.more": "Mes journées",
  "day.empty": "Aucun mouvement aujourd’hui.",
  "day.away": "Hub injoignable. Les mouvements du jour s’afficheront à son retour.",
  "day.failed": "Impossible de charger les mouvements du jour.",
  "day.private": "{name} ne partage pas ses mouvements du jour.",
  "day.privateCell": "{name} ne partage qu’à environ 1 km près, donc pas de mouvements du jour.",
  "day.privatePlace": "{name} ne partage que le nom du lieu, donc pas de mouvements du jour.",
  "day.nothing": "Aucune donnée",
  "day.strip": "De minuit à minuit",
  "day.segment": "{from} à {to}\u202f: {motion}",

  "stamp.live": "En direct, {age}, ±\u00a0{metres}\u00a0m",
  "stamp.liveAnyhow": "En direct, {age}",
  "stamp.stale": "Relevé\u202f: {time}, {age}, ±\u00a0{metres}\u00a0m",
  "stamp.staleAnyhow": "Relevé\u202f: {time}, {age}",
  "stamp.heard": "Mise à jour {age}",
  "stamp.asOf": "relevé\u202f: {time}, ",
  "stamp.thisMinute": "il y a moins de 1 min",
  "stamp.metres": ", ±\u00a0{metres}\u00a0m",

  "compass.north": "Nord",
  "compass.northEast": "Nord-est",
  "compass.east": "Est",
  "compass.southEast": "Sud-est",
  "compass.south": "Sud",
  "compass.southWest": "Sud-ouest",
  "compass.west": "Ouest",
  "compass.northWest": "Nord-ouest",

  "map.label": "Carte",
  "map.zoomIn": "Zoom avant",
  "map.zoomOut": "Zoom arrière",
  "map.recentre": "Recentrer la carte",
  "map.attribution": "Sources de la carte",
  "map.ownInstead": "Serveur de cartes injoignable. Affichage de la carte du hub.",
  "map.noneInstead": "Serveur de cartes injoignable\u202f: les rues ne sont pas affichées.",
  "map.missing": "La carte ne peut pas s’afficher ici. Tout le reste fonctionne.",
};
