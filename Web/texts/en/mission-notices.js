// @ts-check

/** What notices of missions and of the store say. */
export const missionNotices = {
  "notice.missionGiven": "{name} gave you a mission",
  "notice.missionGiven.words": "{what}. It stands in your list.",
  "notice.missionClaimed": "{name} says that a mission is done",
  "notice.missionClaimed.words": "{what}. It waits for an adult of your family.",
  "notice.missionApproved": "{name} agreed that your mission is done",
  "notice.missionApproved.words": "{what}. Its gold is yours.",
  "notice.missionRejected": "{name} says that your mission is not done yet",
  "notice.missionRejected.words": "{what}. It is open again; nothing that you measured is lost.",
  "notice.missionUndone": "{name} took an approval back",
  "notice.missionUndone.words": "{what}. Its gold went back, and it waits for a decision again.",
  "notice.missionDone": "A mission of yours is done",
  "notice.missionDone.words": "{what}. Its gold is yours.",
  "notice.purchasePlaced": "{name} bought something in the store",
  "notice.purchasePlaced.words": "{what}. It waits until an adult hands it over.",
  "notice.purchaseDelivered": "{name} handed over what you bought",
  "notice.purchaseDelivered.words": "{what}. If you do not have it, talk to each other.",
  "notice.purchaseRefused": "{name} does not give what you bought",
  "notice.purchaseRefused.words": "{what}. You have all of the gold again.",
  "notice.purchaseWithdrawn": "{name} took back what they bought",
  "notice.purchaseWithdrawn.words": "{what}. Nothing is to be handed over.",
  "notice.purchaseExpired": "What you bought was not handed over in seven days",
  "notice.purchaseExpired.words": "{what}. You have all of the gold again.",
};
