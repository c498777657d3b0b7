// @ts-check

/**
 * What notices of missions and of the store say.
 *
 * @type {typeof import("../en/mission-notices.js").missionNotices}
 */
export const missionNotices = {
  "notice.missionGiven": "{name} te ha dado una misión",
  "notice.missionGiven.words": "{what}. Está en tu lista.",
  "notice.missionClaimed": "{name} ha terminado una misión",
  "notice.missionClaimed.words": "{what}. Requiere tu aprobación.",
  "notice.missionApproved": "{name} ha aprobado tu misión",
  "notice.missionApproved.words": "{what}. Has ganado su oro.",
  "notice.missionRejected": "{name} aún no ha aprobado tu misión",
  "notice.missionRejected.words": "{what}. Vuelve a estar abierta. Tus minutos se conservan.",
  "notice.missionUndone": "{name} ha retirado una aprobación",
  "notice.missionUndone.words": "{what}. Se ha devuelto su oro. Requiere aprobación de nuevo.",
  "notice.missionDone": "Misión hecha",
  "notice.missionDone.words": "{what}. Has ganado su oro.",
  "notice.purchasePlaced": "{name} ha comprado algo en la tienda",
  "notice.purchasePlaced.words": "{what}. A la espera de que una persona adulta lo entregue.",
  "notice.purchaseDelivered": "{name} ha entregado tu compra",
  "notice.purchaseDelivered.words": "{what}. ¿No lo has recibido? Háblalo con esa persona.",
  "notice.purchaseRefused": "{name} ha rechazado tu compra",
  "notice.purchaseRefused.words": "{what}. Has recuperado todo el oro.",
  "notice.purchaseWithdrawn": "{name} ha cancelado una compra",
  "notice.purchaseWithdrawn.words": "{what}. No lo entregues.",
  "notice.purchaseExpired": "Compra caducada: sin entregar en 7 días",
  "notice.purchaseExpired.words": "{what}. Has recuperado todo el oro.",
};
