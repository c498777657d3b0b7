// @ts-check

/** What the hub keeps of me: taking it along, how long it is kept, and leaving. */
export const leaving = {
  "data.title": "My data",
  "data.export": "Export my data",
  "data.exportWords": "Everything the hub keeps of you, in one file",
  "data.exporting": "Putting the file together. With a long history this takes a while.",
  "data.exported": "Your data is in your downloads.",
  "data.exportFull": "Other members are exporting just now. Please try again in a minute.",

  "kept.open": "How long my history is kept",
  "kept.days": { one: "{count} day", other: "{count} days" },
  "kept.forever": "For ever",
  "kept.night": "Only until the next night",
  "kept.label": "Keep my positions for",
  "kept.words":
    "What is older is deleted for good, each night. Others never see more than your last 24 hours, however long you keep it.",
  "kept.shorterTitle": "Keep less?",
  "kept.shorterWords": "Positions older than that are deleted for good in the coming night. Export your data first if you want to have them.",
  "kept.shorterAction": "Keep less",

  "leave.open": "Delete my account",
  "leave.openWords": "And everything the hub keeps of you",
  "leave.goes": "Deleted at once, for good",
  "leave.goesWhat": "Your number, name and picture, every position, your places, your clock, your devices and links. Nobody can bring it back, nor can whoever runs the hub.",
  "leave.ends": "Ended at once",
  "leave.endsWhat": "You are logged out everywhere, and phones that report for you are turned away. Nobody sees you, and you see nobody.",
  "leave.stays": "What stays",
  "leave.staysWhat": "For one day the people connected with you still find your name in their list, with no news of you. Then it says that you are no longer here, and after a week it goes.",
  "leave.next": "Go on",
  "leave.sure": "Delete your account?",
  "leave.type": "To be sure, type “{word}”.",
  "leave.word": "delete",
  "leave.label": "Type “{word}”",
  "leave.mistyped": "Please type “{word}”.",
  "leave.keeper": "Who runs this hub from now on",
  "leave.keeperWords": "You are its only keeper. Choose somebody you are connected with, and tell them before you go.",
  "leave.keeperMissing": "Please choose who runs the hub from now on.",
  "leave.keeperNobody": "You are this hub’s only keeper, and connected with nobody who could take over. Connect with them first.",
  "leave.action": "Delete for good",
  "leave.done": "Your account is deleted. Nothing of you is left on this hub.",

  "gone.words": "No longer here",
};
