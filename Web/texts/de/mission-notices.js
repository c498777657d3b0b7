// @ts-check

/**
 * What notices of missions and of the store say.
 *
 * @type {typeof import("../en/mission-notices.js").missionNotices}
 */
export const missionNotices = {
  "notice.missionGiven": "{name} hat dir eine Mission gegeben",
  "notice.missionGiven.words": "{what}. Sie steht auf deiner Liste.",
  "notice.missionClaimed": "{name} hat eine Mission geschafft",
  "notice.missionClaimed.words": "{what}. Du musst genehmigen.",
  "notice.missionApproved": "{name} hat deine Mission genehmigt",
  "notice.missionApproved.words": "{what}. Du hast das Gold verdient.",
  "notice.missionRejected": "{name} hat deine Mission noch nicht genehmigt",
  "notice.missionRejected.words": "{what}. Sie ist wieder offen. Deine Minuten bleiben.",
  "notice.missionUndone": "{name} hat eine Genehmigung zurückgenommen",
  "notice.missionUndone.words": "{what}. Das Gold ging zurück. Sie muss neu genehmigt werden.",
  "notice.missionDone": "Mission erledigt",
  "notice.missionDone.words": "{what}. Du hast das Gold verdient.",
  "notice.purchasePlaced": "{name} hat etwas im Laden gekauft",
  "notice.purchasePlaced.words": "{what}. Eine erwachsene Person muss es noch übergeben.",
  "notice.purchaseDelivered": "{name} hat deinen Kauf übergeben",
  "notice.purchaseDelivered.words": "{what}. Nicht bekommen? Sprecht miteinander.",
  "notice.purchaseRefused": "{name} hat deinen Kauf abgelehnt",
  "notice.purchaseRefused.words": "{what}. Du hast alles Gold zurück.",
  "notice.purchaseWithdrawn": "{name} hat einen Kauf abgebrochen",
  "notice.purchaseWithdrawn.words": "{what}. Nicht übergeben.",
  "notice.purchaseExpired": "Kauf abgelaufen: in 7 Tagen nicht übergeben",
  "notice.purchaseExpired.words": "{what}. Du hast alles Gold zurück.",
};
