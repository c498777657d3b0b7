// @ts-check

/** What another app shares with Hearth. */
export const shared = {
  "shared.page": "Shared with Hearth",
  "shared.place": "Shared place",
  "shared.placeWords": "Read on this device. Not sent to the hub until you choose.",
  "shared.save": "Save as a place",
  "shared.trip": "Plan a trip there",
  "shared.fileWords": "Add its positions to your history.",
  "shared.tooLarge": "This file is larger than 256 MB. Use the hub’s import command.",
  "shared.noPlace": "No position found",
  "shared.noPlaceWords": "Some map apps share a short link without a position. Share the coordinates instead.",
  "shared.gone": "Nothing to open",
  "shared.goneWords": "A shared item opens once, within 15 minutes. Share it again.",
  "shared.home": "Go to Home",
};
