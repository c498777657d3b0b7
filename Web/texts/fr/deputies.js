// @ts-check

/**
 * Machines elsewhere that notify the companions if the hub fails.
 *
 * @type {typeof import("../en/deputies.js").deputies}
 */
export const deputies = {
  "deputy.title": "Si le hub tombe en panne",
  "deputy.words": "Une machine située ailleurs peut prévenir vos accompagnants si ce hub s’arrête pendant un trajet ou une alerte.",
  "deputy.state.on": "Veille sur vos trajets",
  "deputy.state.off": "Ne veille pas sur vos trajets",
  "deputy.state.unasked": "Pas encore décidé",
  "deputy.guardian": "Un adulte de votre famille décide.",
  "deputy.review": "Voir",
  "deputy.sheet": "Autoriser {name} à veiller sur vos trajets\u202f?",
  "deputy.reads": "La personne qui gère {name} peut lire\u202f:",
  "deputy.reads.times": "Que vous êtes en trajet ou avez appelé à l’aide, depuis combien de temps, et combien de personnes seraient prévenues",
  "deputy.reads.none": "Aucun nom, numéro ni adresse e-mail",
  "deputy.reads.needed": "Votre nom, l’heure prévue, et les numéros et adresses e-mail des personnes sans notifications confirmées",
  "deputy.reads.all": "Votre nom, l’heure prévue, et les numéros et adresses e-mail de toutes les personnes qui seraient prévenues",
  "deputy.reads.own": "Votre numéro et votre adresse e-mail, pour vous prévenir des alertes des autres",
  "deputy.reads.never": "Jamais votre position, votre itinéraire ni votre code PIN",
  "deputy.children": "Vaut aussi pour les enfants de moins de 10 ans de votre famille.",
  "deputy.cutOff": "Si seule la liaison avec le hub est coupée, vos accompagnants seront peut-être prévenus alors que vous êtes à bon port.",
  "deputy.allow": "Autoriser",
  "deputy.decline": "Ne pas autoriser",
  "deputy.allowed": "{name} veille sur vos trajets.",
  "deputy.declined": "{name} ne veille pas sur vos trajets.",
  "trip.deputy.ago": { one: "il y a {count} seconde", other: "il y a {count} secondes" },
  "trip.deputy.guards": "{name} veille aussi sur ce trajet, confirmé {age}.",
  "trip.deputy.ready": "{name} veillerait aussi sur ce trajet.",
  "trip.deputy.waits": "{name} n’a pas encore ce trajet.",
  "trip.deputy.silent": "{name}\u202f: aucun signe depuis {time}.",
  "trip.deputy.never": "{name}\u202f: aucun signe reçu.",
  "trip.deputy.mayTell": "{name} est injoignable et préviendra peut-être encore vos accompagnants.",
};
