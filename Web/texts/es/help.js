// @ts-check

/**
 * A call for help and its PIN, and what else is said beside any page.
 *
 * @type {typeof import("../en/help.js").help}
 */
export const help = {
  "pin.label": "PIN, de 4 a 8 cifras",
  "pin.back": "Borrar la última cifra",
  "pin.done": "Listo",
  "pin.short": "Escribe de 4 a 8 cifras.",
  "pin.wrong": "PIN incorrecto. No ha cambiado nada.",
  "pin.locked": { one: "Demasiados intentos. Prueba de nuevo en {count} s.", other: "Demasiados intentos. Prueba de nuevo en {count} s." },
  "pin.again": "Prueba de nuevo ahora.",
  "pin.away": "No hay conexión con el hub. Tu PIN se envía cada segundo, antes que nada.",
  "pin.trying": "Un momento…",
  "pin.sheet.weaken": "Escribe tu PIN",
  "pin.sheet.weakenWords": "Durante un trayecto, esto requiere tu PIN.",

  "alarm.shake": "Teléfono agitado",
  "alarm.sos": "SOS",
  "alarm.alert": "Alertando a tus acompañantes",
  "alarm.left": {
    one: "Se avisará a tus acompañantes en {count} segundo.",
    other: "Se avisará a tus acompañantes en {count} segundos.",
  },
  "alarm.leftNobody": "No tienes acompañantes a quienes avisar. Pide ayuda tú.",
  "alarm.over": "Avisando a tus acompañantes",
  "alarm.overWords": "Reciben tu ubicación por todos los canales. Escribe tu PIN para decirles que estás a salvo.",
  "alarm.answered": { one: "{names} se ocupa", other: "{names} se ocupan" },
  "alarm.answeredAt": "desde {time}",
  "alarm.notSent": "NO ENVIADO",
  "alarm.notSentWords": "Sin conexión. Se intenta cada segundo. Deja esta página abierta.",
  "alarm.unconfirmed": "Aún sin confirmar",
  "alarm.unconfirmedWords": "El hub no ha respondido. Se intenta cada segundo. Deja esta página abierta.",
  "alarm.missed": "NO SE AVISÓ A NADIE",
  "alarm.missedWords": "El hub llevaba horas sin funcionar cuando tocaba avisar. Si aún necesitas ayuda, pulsa SOS otra vez o llama a alguien.",
  "alarm.unrecorded": "Recibido, pero el disco del hub está lleno. Deja esta página abierta hasta que desaparezca esta línea.",
  "alarm.stop": "Estoy a salvo: escribir PIN",
  "alarm.noPIN": "Aún no hay PIN. Define uno para decir que estás a salvo.",
  "alarm.setPIN": "Definir PIN",
  "alarm.stopped": "Cancelado. No se avisó a nadie.",
  "alarm.cleared": "Todas las personas avisadas sabrán que estás a salvo.",
  "alarm.ring": "Tiempo hasta avisar a tus acompañantes",
  "alarm.silence": "Quitar sonido",
  "alarm.hide": "Ocultar",
  "emergency.call.any": "Llamar al {number}",
  "emergency.call.police": "Policía {number}",
  "emergency.call.ambulance": "Ambulancia {number}",
  "emergency.call.fire": "Bomberos {number}",
  "emergency.unknown": "Número de emergencia desconocido aquí. Pregunta por el local",
  "emergency.mobile": "El 112 funciona desde la mayoría de los móviles.",
  "emergency.from.position": "{numbers}, según tu ubicación.",
  "emergency.from.positionOf": "{numbers}, según la ubicación de {name}.",
  "emergency.from.lastPosition": "{numbers}, según tu última ubicación conocida.",
  "emergency.from.phoneNumber": "{numbers}, según tu número de teléfono.",
  "emergency.from.phoneNumberOf": "{numbers}, según el número de teléfono de {name}.",
  "emergency.from.hub": "{numbers}, donde está este hub.",
  "alarm.callWords": "Hearth no llama a ningún servicio de emergencia. Solo tú puedes hacerlo.",

  "safety.tripRuns": "En trayecto; preguntamos: {time}",
  "safety.tripDue": "¿Has llegado?",
  "safety.tripOverdue": "Con retraso: se avisó a tus acompañantes",
  "safety.danger": "{name} puede necesitar ayuda",
  "safety.accompany": "{name} está en un trayecto",

  "drill.asked": "PRUEBA de {name}: no es una emergencia",

  "childWord.title": "Estas personas pueden verte",
  "childWord.off": "no ve nada",
  "childWord.place": "ve cuándo estás en un lugar como Casa o Escuela",
  "childWord.coarse": "ve más o menos dónde estás",
  "childWord.exact": "ve exactamente dónde estás y por dónde has venido",
  "childWord.words": "Si esto te hace sentir mal, habla con alguien de confianza.",
  "childWord.close": "OK",
  "childWord.change": "Quién ve qué",

  "missions.notSent": "{name}: no enviado. {why}",

  // What the service worker says of a message, which it cannot look up itself.
  "worker.news": "Hay novedades.",
  "worker.decided": "Ya está decidido",
  "worker.loggedOut": "No se guardó: tu sesión está cerrada",
  "worker.notSaved": "No se guardó",
  "worker.tap": "{body}. Toca para decidir en Hearth.",
};
