// @ts-check

/**
 * The Home page: the map, whom it shows, and how they move.
 *
 * @type {typeof import("../en/home.js").home}
 */
export const home = {
  "home.page": "Inicio",
  "home.everyone": "Todo el mundo",
  "home.showEveryone": "Mostrar a todo el mundo",
  "home.gone": "No se comparte contigo",
  "home.goneWords": "Esta persona no comparte nada contigo. Pídele un código de conexión.",
  "home.me": "Tú",
  "home.who": "En el mapa",
  "home.count": { one: "{count} persona", other: "{count} personas" },
  "home.more": "Mostrar más",
  "home.less": "Mostrar menos",
  "home.live": "En directo",
  "home.battery": "Batería: {percent}\u00a0%",
  "home.onlyPlace": "{name} comparte solo el nombre del lugar, así que no hay nada en el mapa.",
  "home.onlyCell": "{name} comparte aprox. 1 km: en algún punto del cuadrado.",
  "home.noPosition": "No hay ubicación que mostrar.",
  "home.youNever": "Aún no hay ninguna ubicación tuya.",

  "home.start.title": "Primeros pasos",
  "home.start.alone": "Solo tú por ahora. Para ver aquí a alguien, escribe su código de conexión.",
  "home.start.connect": "Conectar con alguien",
  "home.start.phone": "Configurar un teléfono",

  "home.speed": "Velocidad",
  "home.course": "Rumbo",
  "home.batteryLabel": "Batería",
  "home.accuracy": "Precisión",
  "home.motion": "Movimiento",
  "home.motionSince": "{motion}, desde {time}",
  "home.metres": "±\u00a0{metres}\u00a0m",
  "home.way": "Ruta hasta ahí",
  "home.percent": "{percent}\u00a0%",

  "day.title": "Hoy",
  "day.more": "Mis días",
  "day.empty": "Sin movimiento hoy.",
  "day.away": "Sin conexión con el hub. El movimiento de hoy aparecerá cuando vuelva.",
  "day.failed": "No se pudo cargar el movimiento de hoy.",
  "day.private": "{name} no comparte su movimiento diario.",
  "day.privateCell": "{name} comparte solo aprox. 1 km, así que no hay movimiento diario.",
  "day.privatePlace": "{name} comparte solo el nombre del lugar, así que no hay movimiento diario.",
  "day.nothing": "Sin datos",
  "day.strip": "De medianoche a medianoche",
  "day.segment": "{from} a {to}: {motion}",

  "stamp.live": "En directo, {age}, ±\u00a0{metres}\u00a0m",
  "stamp.liveAnyhow": "En directo, {age}",
  "stamp.stale": "Datos de: {time}, {age}, ±\u00a0{metres}\u00a0m",
  "stamp.staleAnyhow": "Datos de: {time}, {age}",
  "stamp.heard": "Actualizado {age}",
  "stamp.asOf": "datos de: {time}, ",
  "stamp.thisMinute": "hace menos de 1 min",
  "stamp.metres": ", ±\u00a0{metres}\u00a0m",

  "compass.north": "Norte",
  "compass.northEast": "Noreste",
  "compass.east": "Este",
  "compass.southEast": "Sureste",
  "compass.south": "Sur",
  "compass.southWest": "Suroeste",
  "compass.west": "Oeste",
  "compass.northWest": "Noroeste",

  "map.label": "Mapa",
  "map.zoomIn": "Acercar",
  "map.zoomOut": "Alejar",
  "map.recentre": "Centrar mapa",
  "map.attribution": "Fuentes del mapa",
  "map.ownInstead": "Sin conexión con el servidor de mapas. Se muestra el mapa propio del hub.",
  "map.noneInstead": "Sin conexión con el servidor de mapas, así que no se muestran calles.",
  "map.missing": "Aquí no se puede mostrar el mapa. Todo lo demás funciona.",
};
