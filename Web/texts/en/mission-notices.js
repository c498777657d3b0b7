// @ts-check

/** What notices of missions and of the store say. */
export const missionNotices = {
  "notice.missionGiven": "{name} gave you a mission",
  "notice.missionGiven.words": "{what}. It is on your list.",
  "notice.missionClaimed": "{name} finished a mission",
  "notice.missionClaimed.words": "{what}. Needs your approval.",
  "notice.missionApproved": "{name} approved your mission",
  "notice.missionApproved.words": "{what}. You earned its gold.",
  "notice.missionRejected": "{name} did not approve your mission yet",
  "notice.missionRejected.words": "{what}. It is open again. Your minutes are kept.",
  "notice.missionUndone": "{name} withdrew an approval",
  "notice.missionUndone.words": "{what}. Its gold was returned. It needs approval again.",
  "notice.missionDone": "Mission done",
  "notice.missionDone.words": "{what}. You earned its gold.",
  "notice.purchasePlaced": "{name} bought something in the store",
  "notice.purchasePlaced.words": "{what}. Waiting for an adult to hand it over.",
  "notice.purchaseDelivered": "{name} handed over your purchase",
  "notice.purchaseDelivered.words": "{what}. Did not get it? Talk to each other.",
  "notice.purchaseRefused": "{name} declined your purchase",
  "notice.purchaseRefused.words": "{what}. You got all the gold back.",
  "notice.purchaseWithdrawn": "{name} cancelled a purchase",
  "notice.purchaseWithdrawn.words": "{what}. Do not hand it over.",
  "notice.purchaseExpired": "Purchase expired: not handed over in 7 days",
  "notice.purchaseExpired.words": "{what}. You got all the gold back.",
};
