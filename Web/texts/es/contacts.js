// @ts-check

/**
 * Outside contacts, and the page of their own link.
 *
 * @type {typeof import("../en/contacts.js").contacts}
 */
export const contacts = {
  "contacts.title": "Contactos de emergencia sin cuenta",
  "contacts.words":
    "Hasta 3 personas sin cuenta. Si aceptan, reciben un mensaje con un enlace a tu ubicación cuando necesites ayuda, y otro cuando termine.",
  "contacts.add": "Añadir contacto",
  "contacts.askWords": "Recibe un mensaje con tu nombre que le pregunta si acepta.",
  "contacts.name": "Nombre",
  "contacts.phone": "Número de teléfono",
  "contacts.phoneHint": "Escribe un número, o un correo debajo.",
  "contacts.mail": "Correo electrónico (en vez de un número)",
  "contacts.send": "Enviar solicitud",
  "contacts.asked": "Solicitud enviada.",
  "contacts.full": "Como máximo 3 contactos. Quita uno antes.",
  "contacts.state.asked": "Solicitud enviada, sin respuesta",
  "contacts.state.agreed": "Aceptó",
  "contacts.state.declined": "Rechazó",
  "contacts.state.ended": "Lo dejó",
  "contacts.removeLabel": "Quitar a {name}",
  "contacts.removeTitle": "¿Quitar a {name}?",
  "contacts.removeWords": "No recibirá más mensajes. No se le avisa de esto.",
  "contacts.remove": "Quitar",
  "contacts.removed": "Contacto quitado: {name}",
  "share.contacts": { one: "{count} contacto de emergencia sin cuenta", other: "{count} contactos de emergencia sin cuenta" },

  "contact.page": "Contacto de emergencia",
  "contact.gone": "El enlace ya no vale. No hay nada que responder.",
  "contact.state.asked": "{name} te pide que seas su contacto de emergencia. ¿Aceptas?",
  "contact.state.agreed": "Eres contacto de emergencia de {name}.",
  "contact.state.declined": "Has rechazado. {name} no puede volver a pedírtelo.",
  "contact.state.ended": "Lo has dejado. {name} no puede volver a pedírtelo.",
  "contact.words":
    "En una alarma recibes un mensaje con un enlace a dónde está {name}, y otro cuando termine. Sin cuenta. Cada mensaje lleva un enlace para dejarlo.",
  "contact.emergency": "Hearth no llama a ningún servicio de emergencia. En una emergencia, llama tú.",
  "contact.agree": "Aceptar",
  "contact.decline": "Rechazar",
  "contact.end": "Dejar de ser contacto",

  "notice.contactAgreed": "Un contacto de emergencia aceptó",
  "notice.contactAgreed.words": "Recibirá un mensaje si necesitas ayuda.",
  "notice.contactEnded": "Un contacto de emergencia se dio de baja",
  "notice.contactEnded.words": "No recibe mensajes. Puedes añadir a otra persona.",
  "notice.contactViewed": "Un contacto de emergencia abrió tu alarma",
  "notice.contactViewed.words": "En un navegador nuevo.",
};
