// @ts-check

/**
 * What the hub keeps of me: taking it along, how long it is kept, and leaving.
 *
 * @type {typeof import("../en/leaving.js").leaving}
 */
export const leaving = {
  "data.title": "Mis datos",
  "data.export": "Exportar mis datos",
  "data.exportWords": "Todo lo que el hub guarda sobre ti, en un archivo",
  "data.exporting": "Preparando tu archivo. Un historial largo tarda un poco.",
  "data.exported": "Guardado en tus descargas.",
  "data.exportFull": "Otras personas están exportando ahora. Prueba de nuevo en un minuto.",

  "kept.open": "Conservar historial",
  "kept.days": { one: "{count} día", other: "{count} días" },
  "kept.forever": "Para siempre",
  "kept.night": "Hasta la próxima noche",
  "kept.label": "Conservar mis ubicaciones",
  "kept.words": "Las ubicaciones más antiguas se eliminan cada noche, para siempre. Las demás personas nunca ven más que tus últimas 24 horas.",
  "kept.shorterTitle": "¿Conservar menos historial?",
  "kept.shorterWords": "Las ubicaciones más antiguas se eliminan esta noche para siempre. Exporta antes tus datos para conservarlas.",
  "kept.shorterAction": "Conservar menos",

  "deletion.open": "Eliminar mi cuenta",
  "deletion.openWords": "Y todos tus datos en el hub",
  "deletion.goes": "Se elimina ahora, para siempre",
  "deletion.goesWhat": "Tu número, nombre, imagen, todas las ubicaciones, tus lugares, reloj, dispositivos y enlaces. Nadie puede restaurarlos, ni siquiera la persona a cargo del hub.",
  "deletion.ends": "Termina ahora",
  "deletion.endsWhat": "Se cierra tu sesión en todas partes. Los teléfonos ya no pueden informar por ti. Nadie te ve y no ves a nadie.",
  "deletion.stays": "Qué se conserva",
  "deletion.staysWhat": "Durante un día, las personas conectadas contigo siguen viendo tu nombre, sin datos nuevos. Después pone que ya no estás aquí, y al cabo de una semana desaparece.",
  "deletion.next": "Continuar",
  "deletion.sure": "¿Eliminar tu cuenta?",
  "deletion.type": "Para confirmar, escribe «{word}».",
  "deletion.word": "eliminar",
  "deletion.label": "Escribe «{word}»",
  "deletion.mistyped": "Escribe «{word}».",
  "deletion.keeper": "Nueva persona a cargo del hub",
  "deletion.keeperWords": "Eres la única persona a cargo del hub. Elige a alguien de tus conexiones y avísale antes de irte.",
  "deletion.keeperMissing": "Elige una nueva persona a cargo del hub.",
  "deletion.keeperNobody": "Eres la única persona a cargo del hub y no tienes ninguna conexión que pueda relevarte. Conecta antes con alguien.",
  "deletion.action": "Eliminar cuenta",
  "deletion.done": "Cuenta eliminada. En este hub no queda ningún dato tuyo.",

  "gone.words": "Ya no está aquí",
};
