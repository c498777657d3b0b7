// @ts-check

/**
 * Machines elsewhere that notify the companions if the hub fails.
 *
 * @type {typeof import("../en/deputies.js").deputies}
 */
export const deputies = {
  "deputy.title": "Si falla el hub",
  "deputy.words": "Un equipo en otro lugar puede avisar a tus acompañantes si este hub falla durante un trayecto o una alarma.",
  "deputy.state.on": "Respalda tus trayectos",
  "deputy.state.off": "No respalda tus trayectos",
  "deputy.state.unasked": "Sin decidir",
  "deputy.guardian": "Decide una persona adulta de tu familia.",
  "deputy.review": "Revisar",
  "deputy.sheet": "¿Permites que {name} respalde tus trayectos?",
  "deputy.reads": "Quien gestiona {name} puede leer:",
  "deputy.reads.times": "Que estás en camino o pediste ayuda, cuánto tiempo y a cuántas personas se avisaría",
  "deputy.reads.none": "Ningún nombre, número ni correo",
  "deputy.reads.needed": "Tu nombre, cuándo se te espera y los números y correos de las personas sin notificaciones confirmadas",
  "deputy.reads.all": "Tu nombre, cuándo se te espera y los números y correos de todas las personas a las que se avisaría",
  "deputy.reads.own": "Tu número y tu correo, para avisarte de alarmas de otras personas",
  "deputy.reads.never": "Nunca dónde estás, tu ruta ni tu PIN",
  "deputy.children": "También vale para menores de 10 años de tu familia.",
  "deputy.cutOff": "Si solo se corta la conexión con el hub, puede que se avise a tus acompañantes aunque hayas llegado.",
  "deputy.allow": "Permitir",
  "deputy.decline": "No permitir",
  "deputy.allowed": "{name} respalda tus trayectos.",
  "deputy.declined": "{name} no respalda tus trayectos.",
  "trip.deputy.ago": { one: "hace {count} segundo", other: "hace {count} segundos" },
  "trip.deputy.guards": "También con el respaldo de {name}, dato de {age}.",
  "trip.deputy.ready": "{name} también respaldaría este trayecto.",
  "trip.deputy.waits": "{name} aún no tiene este trayecto.",
  "trip.deputy.silent": "{name}: sin señal desde {time}.",
  "trip.deputy.never": "{name}: sin señal hasta ahora.",
  "trip.deputy.mayTell": "No hay conexión con {name}: puede que aún avise a tus acompañantes.",
};
