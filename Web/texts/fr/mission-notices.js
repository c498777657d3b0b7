// @ts-check

/**
 * What notices of missions and of the store say.
 *
 * @type {typeof import("../en/mission-notices.js").missionNotices}
 */
export const missionNotices = {
  "notice.missionGiven": "{name} vous a donné une mission",
  "notice.missionGiven.words": "{what}. Elle est sur votre liste.",
  "notice.missionClaimed": "{name} a terminé une mission",
  "notice.missionClaimed.words": "{what}. Votre accord est nécessaire.",
  "notice.missionApproved": "{name} a approuvé votre mission",
  "notice.missionApproved.words": "{what}. Vous avez gagné son or.",
  "notice.missionRejected": "{name} n’a pas encore approuvé votre mission",
  "notice.missionRejected.words": "{what}. Elle est de nouveau à faire. Vos minutes sont gardées.",
  "notice.missionUndone": "{name} a retiré un accord",
  "notice.missionUndone.words": "{what}. Son or a été rendu. Un nouvel accord est nécessaire.",
  "notice.missionDone": "Mission terminée",
  "notice.missionDone.words": "{what}. Vous avez gagné son or.",
  "notice.purchasePlaced": "{name} a fait un achat dans la boutique",
  "notice.purchasePlaced.words": "{what}. Une personne adulte doit le remettre.",
  "notice.purchaseDelivered": "{name} a remis votre achat",
  "notice.purchaseDelivered.words": "{what}. Pas reçu\u202f? Parlez-en ensemble.",
  "notice.purchaseRefused": "{name} a refusé votre achat",
  "notice.purchaseRefused.words": "{what}. Tout l’or vous a été rendu.",
  "notice.purchaseWithdrawn": "{name} a annulé un achat",
  "notice.purchaseWithdrawn.words": "{what}. Ne le remettez pas.",
  "notice.purchaseExpired": "Achat expiré\u202f: non remis en 7 jours",
  "notice.purchaseExpired.words": "{what}. Tout l’or vous a été rendu.",
};
