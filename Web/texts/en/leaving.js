// @ts-check

/** What the hub keeps of me: taking it along, how long it is kept, and leaving. */
export const leaving = {
  "data.title": "My data",
  "data.export": "Export my data",
  "data.exportWords": "Everything the hub stores about you, in one file",
  "data.exporting": "Preparing your file. A long history takes a while.",
  "data.exported": "Saved to your downloads.",
  "data.exportFull": "Others are exporting now. Try again in a minute.",

  "kept.open": "Keep history for",
  "kept.days": { one: "{count} day", other: "{count} days" },
  "kept.forever": "Forever",
  "kept.night": "Until the next night",
  "kept.label": "Keep my positions for",
  "kept.words": "Older positions are deleted each night, for good. Others never see more than your last 24 hours.",
  "kept.shorterTitle": "Keep less history?",
  "kept.shorterWords": "Older positions are deleted for good tonight. Export your data first to keep them.",
  "kept.shorterAction": "Keep less",

  "deletion.open": "Delete my account",
  "deletion.openWords": "And all your data on the hub",
  "deletion.goes": "Deleted now, for good",
  "deletion.goesWhat": "Your number, name, picture, every position, your places, clock, devices and links. No one can restore them, not even the hub's keeper.",
  "deletion.ends": "Ends now",
  "deletion.endsWhat": "You are logged out everywhere. Phones can no longer report for you. No one sees you, and you see no one.",
  "deletion.stays": "What stays",
  "deletion.staysWhat": "For one day, people connected with you still see your name, without updates. Then it says you are no longer here, and after a week it is gone.",
  "deletion.next": "Continue",
  "deletion.sure": "Delete your account?",
  "deletion.type": "To confirm, type “{word}”.",
  "deletion.word": "delete",
  "deletion.label": "Type “{word}”",
  "deletion.mistyped": "Type “{word}”.",
  "deletion.keeper": "New keeper",
  "deletion.keeperWords": "You are the only keeper. Choose someone you are connected with, and tell them before you go.",
  "deletion.keeperMissing": "Choose a new keeper.",
  "deletion.keeperNobody": "You are the only keeper and have no connection who could take over. Connect with someone first.",
  "deletion.action": "Delete account",
  "deletion.done": "Account deleted. None of your data is left on this hub.",

  "gone.words": "No longer here",
};
