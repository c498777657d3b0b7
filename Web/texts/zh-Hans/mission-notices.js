// @ts-check

/**
 * What notices of missions and of the store say.
 *
 * @type {typeof import("../en/mission-notices.js").missionNotices}
 */
export const missionNotices = {
  "notice.missionGiven": "{name} 给了你一个任务",
  "notice.missionGiven.words": "{what}。已加入你的列表。",
  "notice.missionClaimed": "{name} 完成了一个任务",
  "notice.missionClaimed.words": "{what}。需要你批准。",
  "notice.missionApproved": "{name} 批准了你的任务",
  "notice.missionApproved.words": "{what}。你已获得它的金币。",
  "notice.missionRejected": "{name} 还没有批准你的任务",
  "notice.missionRejected.words": "{what}。任务已重新打开，你的分钟数会保留。",
  "notice.missionUndone": "{name} 撤回了批准",
  "notice.missionUndone.words": "{what}。金币已退回，需要重新批准。",
  "notice.missionDone": "任务完成",
  "notice.missionDone.words": "{what}。你已获得它的金币。",
  "notice.purchasePlaced": "{name} 在商店买了东西",
  "notice.purchasePlaced.words": "{what}。等待成人交付。",
  "notice.purchaseDelivered": "{name} 已交付你买的商品",
  "notice.purchaseDelivered.words": "{what}。没有拿到？当面谈谈吧。",
  "notice.purchaseRefused": "{name} 拒绝了你的购买",
  "notice.purchaseRefused.words": "{what}。金币已全部退给你。",
  "notice.purchaseWithdrawn": "{name} 取消了一笔购买",
  "notice.purchaseWithdrawn.words": "{what}。请不要交付。",
  "notice.purchaseExpired": "购买已过期：7 天内没有交付",
  "notice.purchaseExpired.words": "{what}。金币已全部退给你。",
};
