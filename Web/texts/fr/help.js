// @ts-check

/**
 * A call for help and its PIN, and what else is said beside any page.
 *
 * @type {typeof import("../en/help.js").help}
 */
export const help = {
  "pin.label": "Code PIN, 4 à 8 chiffres",
  "pin.back": "Effacer le dernier chiffre",
  "pin.done": "OK",
  "pin.short": "Saisissez 4 à 8 chiffres.",
  "pin.wrong": "Code PIN incorrect. Rien n’a changé.",
  "pin.locked": { one: "Trop d’essais. Réessayez dans {count} s.", other: "Trop d’essais. Réessayez dans {count} s." },
  "pin.again": "Réessayez maintenant.",
  "pin.away": "Hub injoignable. Votre code PIN est envoyé chaque seconde, avant tout le reste.",
  "pin.trying": "Un instant…",
  "pin.sheet.weaken": "Saisissez votre code PIN",
  "pin.sheet.weakenWords": "Pendant un trajet, cela demande votre code PIN.",

  "alarm.shake": "Téléphone secoué",
  "alarm.sos": "SOS",
  "alarm.alert": "Alerte à vos accompagnants",
  "alarm.left": {
    one: "Vos accompagnants seront prévenus dans {count} seconde.",
    other: "Vos accompagnants seront prévenus dans {count} secondes.",
  },
  "alarm.leftNobody": "Vous n’avez aucun accompagnant à prévenir. Appelez vous-même à l’aide.",
  "alarm.over": "Envoi de l’alerte à vos accompagnants",
  "alarm.overWords": "Ils reçoivent votre position par tous les canaux. Saisissez votre code PIN pour leur dire que vous êtes en sécurité.",
  "alarm.answered": { one: "{names} s’en occupe", other: "{names} s’en occupent" },
  "alarm.answeredAt": "depuis {time}",
  "alarm.notSent": "NON ENVOYÉ",
  "alarm.notSentWords": "Pas de connexion. Nouvel essai chaque seconde. Gardez cette page ouverte.",
  "alarm.unconfirmed": "Pas encore confirmé",
  "alarm.unconfirmedWords": "Le hub n’a pas répondu. Nouvel essai chaque seconde. Gardez cette page ouverte.",
  "alarm.missed": "PERSONNE N’A ÉTÉ PRÉVENU",
  "alarm.missedWords": "Le hub était en panne pendant des heures, quand l’alerte devait partir. Si vous avez encore besoin d’aide, appuyez de nouveau sur SOS ou appelez quelqu’un.",
  "alarm.unrecorded": "Reçu, mais le disque du hub est plein. Gardez cette page ouverte jusqu’à ce que cette ligne disparaisse.",
  "alarm.stop": "Je suis en sécurité\u202f: saisir le code PIN",
  "alarm.noPIN": "Pas encore de code PIN. Définissez-en un pour dire que vous êtes en sécurité.",
  "alarm.setPIN": "Définir un code PIN",
  "alarm.stopped": "Annulé. Personne n’a été prévenu.",
  "alarm.cleared": "Toutes les personnes prévenues apprennent que vous êtes en sécurité.",
  "alarm.ring": "Temps restant avant de prévenir vos accompagnants",
  "alarm.silence": "Couper le son",
  "alarm.hide": "Masquer",
  "emergency.call.any": "Appeler le {number}",
  "emergency.call.police": "Police {number}",
  "emergency.call.ambulance": "Ambulance {number}",
  "emergency.call.fire": "Pompiers {number}",
  "emergency.unknown": "Numéro d’urgence inconnu ici. Demandez le numéro local",
  "emergency.mobile": "Le 112 fonctionne depuis la plupart des mobiles.",
  "emergency.from.position": "{numbers}, selon votre position.",
  "emergency.from.positionOf": "{numbers}, selon la position ({name}).",
  "emergency.from.lastPosition": "{numbers}, selon votre dernière position connue.",
  "emergency.from.phoneNumber": "{numbers}, selon votre numéro de téléphone.",
  "emergency.from.phoneNumberOf": "{numbers}, selon le numéro de téléphone ({name}).",
  "emergency.from.hub": "{numbers}, là où se trouve ce hub.",
  "alarm.callWords": "Hearth n’appelle aucun service d’urgence. C’est à vous d’appeler.",

  "safety.tripRuns": "En trajet\u202f; nous demandons à {time}",
  "safety.tripDue": "Êtes-vous à destination\u202f?",
  "safety.tripOverdue": "En retard\u202f: vos accompagnants ont été prévenus",
  "safety.danger": "{name} a peut-être besoin d’aide",
  "safety.accompany": "{name} est en trajet",

  "drill.asked": "TEST envoyé par {name}\u202f: pas d’urgence",

  "childWord.title": "Ces personnes peuvent vous voir",
  "childWord.off": "ne voit rien",
  "childWord.place": "voit quand vous êtes dans un lieu comme Maison ou École",
  "childWord.coarse": "voit à peu près où vous êtes",
  "childWord.exact": "voit exactement où vous êtes et le chemin parcouru",
  "childWord.words": "Si cela vous semble anormal, parlez-en à une personne de confiance.",
  "childWord.close": "OK",
  "childWord.change": "Qui voit quoi",

  "missions.notSent": "{name}\u202f: non envoyé. {why}",

  // What the service worker says of a message, which it cannot look up itself.
  "worker.news": "Il y a du nouveau.",
  "worker.decided": "Déjà décidé",
  "worker.loggedOut": "Non enregistré : vous êtes déconnecté",
  "worker.notSaved": "Non enregistré",
  "worker.tap": "{body}. Touchez pour décider dans Hearth.",
};
