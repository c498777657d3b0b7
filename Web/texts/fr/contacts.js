// @ts-check

/**
 * Outside contacts, and the page of their own link.
 *
 * @type {typeof import("../en/contacts.js").contacts}
 */
export const contacts = {
  "contacts.title": "Contacts d’urgence sans compte",
  "contacts.words":
    "Jusqu’à 3 personnes sans compte. Si elles acceptent, elles reçoivent un message avec un lien vers votre position quand vous avez besoin d’aide, et un autre quand c’est fini.",
  "contacts.add": "Ajouter un contact",
  "contacts.askWords": "La personne reçoit un message avec votre nom, qui lui demande si elle accepte.",
  "contacts.name": "Nom",
  "contacts.phone": "Numéro de téléphone",
  "contacts.phoneHint": "Saisissez un numéro, ou une adresse e-mail ci-dessous.",
  "contacts.mail": "Adresse e-mail (au lieu d’un numéro)",
  "contacts.send": "Envoyer la demande",
  "contacts.asked": "Demande envoyée.",
  "contacts.full": "3 contacts au plus. Retirez-en un d’abord.",
  "contacts.state.asked": "Demande envoyée, sans réponse",
  "contacts.state.agreed": "A accepté",
  "contacts.state.declined": "A refusé",
  "contacts.state.ended": "Y a mis fin",
  "contacts.removeLabel": "Retirer {name}",
  "contacts.removeTitle": "Retirer {name}\u202f?",
  "contacts.removeWords": "La personne ne reçoit plus de messages. Elle n’est pas prévenue.",
  "contacts.remove": "Retirer",
  "contacts.removed": "Contact retiré\u202f: {name}",
  "share.contacts": { one: "{count} contact d’urgence sans compte", other: "{count} contacts d’urgence sans compte" },

  "contact.page": "Contact d’urgence",
  "contact.gone": "Ce lien a pris fin. Il n’y a rien à répondre.",
  "contact.state.asked": "{name} vous demande d’être contact d’urgence. Acceptez-vous\u202f?",
  "contact.state.agreed": "Vous êtes contact d’urgence pour {name}.",
  "contact.state.declined": "Vous avez refusé. {name} ne peut plus vous le demander.",
  "contact.state.ended": "Vous y avez mis fin. {name} ne peut plus vous le demander.",
  "contact.words":
    "En cas d’alerte, vous recevez un message avec un lien qui montre où est {name}, et un autre quand c’est fini. Aucun compte nécessaire. Chaque message contient un lien pour y mettre fin.",
  "contact.emergency": "Hearth n’appelle aucun service d’urgence. En cas d’urgence, appelez vous-même.",
  "contact.agree": "Accepter",
  "contact.decline": "Refuser",
  "contact.end": "Ne plus être contact",

  "notice.contactAgreed": "Un contact d’urgence a accepté",
  "notice.contactAgreed.words": "Ce contact reçoit un message si vous avez besoin d’aide.",
  "notice.contactEnded": "Un contact d’urgence s’est retiré",
  "notice.contactEnded.words": "Ce contact ne reçoit plus de messages. Vous pouvez ajouter quelqu’un d’autre.",
  "notice.contactViewed": "Un contact d’urgence a ouvert votre alerte",
  "notice.contactViewed.words": "Dans un nouveau navigateur.",
};
