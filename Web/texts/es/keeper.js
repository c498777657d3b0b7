// @ts-check

/**
 * The keeper's page of how the hub is.
 *
 * @type {typeof import("../en/keeper.js").keeper}
 */
export const keeper = {
  "hubState.page": "Estado del hub",
  "hubState.open": "Advertencias, miembros, mensajes, disco",
  "hubState.words": "Para la persona a cargo del hub. No se muestran ubicaciones, números ni textos de mensajes.",
  "hubState.findings": "Requiere atención",
  "hubState.allGood": "Todas las comprobaciones superadas.",
  "hubState.state.weak": "Advertencia",
  "hubState.state.advice": "Consejo",
  "hubState.state.good": "OK",
  "hubState.well": { one: "{count} comprobación superada", other: "{count} comprobaciones superadas" },
  "hubState.members": { one: "{count} miembro", other: "{count} miembros" },
  "hubState.more": "Para ver todos los miembros, ejecuta hearth member list.",
  "hubState.isKeeper": "A cargo del hub",
  "hubState.adult": "Persona adulta",
  "hubState.child": "Menor",
  "hubState.isDisabled": "Cuenta desactivada",
  "hubState.noDevice": "sin teléfono",
  "hubState.neverHeard": "aún sin datos",
  "hubState.heardToday": "con actividad hoy",
  "hubState.heard": { one: "última actividad hace {count} día", other: "última actividad hace {count} días" },
  "hubState.devices": { one: "{count} teléfono, {heard}", other: "{count} teléfonos, {heard}" },
  "hubState.deputies": "Suplentes",
  "hubState.deputyGuards": { one: "Respalda a {count} miembro", other: "Respalda a {count} miembros" },
  "hubState.deputyHeard": "última señal: {time}",
  "hubState.deputySilent": "sin señal desde {time}",
  "hubState.deputyNever": "sin señal hasta ahora",
  "hubState.outbox": "Mensajes",
  "hubState.outboxNone": "No hay mensajes en espera.",
  "hubState.outboxWaits": { one: "{count} mensaje en espera, desde hace {time}", other: "{count} mensajes en espera, el más antiguo desde hace {time}" },
  "hubState.outboxGivenUp": { one: "{count} falló en el último día.", other: "{count} fallaron en el último día." },
  "hubState.storage": "Disco",
  "hubState.storageWords": "Base de datos: {database}. Libre: {free} de {disk}.",
  "hubState.jobs": "Tareas en segundo plano",
  "hubState.job.deadlines": "Plazos",
  "hubState.job.tidying": "Eliminación de datos antiguos",
  "hubState.job.watchdog": "Vigilancia externa",
  "hubState.job.backup": "Copia de seguridad",
  "hubState.job.drill": "Prueba de restauración de la copia",
  "hubState.jobNever": "aún no",
  "hubState.version": "Hearth {version}",
};
