// @ts-check

/** The keeper's page of regions. */
export const regions = {
  "regions.page": "Maps of this hub",
  "regions.open": "What map, ways and search are made of",
  "regions.words":
    "The hub draws the map, finds ways and looks up addresses by itself, from OpenStreetMap data that lies on it. Nobody outside learns where your family looks or goes.",
  "regions.list": "Regions",
  "regions.none": "There is no region yet: the map shows the world without streets, ways are straight lines, and no address is found.",
  "regions.row": "{extract}, {size}, imported {time}",
  "regions.used": "{name}, in use",
  "regions.remove": "Remove {name}",
  "regions.removeTitle": "Remove {name}?",
  "regions.removeWords": "Map, ways and addresses of this region are gone at once, and {size} of the disk are free again. You can import it again.",
  "regions.removed": "{name} is removed",
  "regions.fixed": "This region came with the program and cannot be changed here.",
  "regions.routing.own": "Ways are found by this hub.",
  "regions.routing.starting": "What finds ways is starting.",
  "regions.routing.elsewhere": "Ways are found by the engine that the hub's settings name.",
  "regions.routing.none": "Ways are straight lines: the programs that find ways are missing on the hub's machine.",

  "regions.add": "Import a region",
  "regions.addWords":
    "Download the extract of your country, a file .osm.pbf, for example from download.geofabrik.de, and choose it here.",
  "regions.file": "Extract",
  "regions.name": "Name",
  "regions.nameHint": "A region of the same name is replaced when the new one is whole.",
  "regions.import": "Import",
  "regions.fileMissing": "Please choose a file.",
  "regions.notExtract": "This is no extract. Its name ends in .osm.pbf.",
  "regions.nameWrong": "A name has 1 to 40 small letters, digits and hyphens.",
  "regions.command": "If the file is on the hub's machine already, this imports it:",
  "regions.free": "{size} are free on the hub's disk.",

  "regions.work": "Import of {name}",
  "regions.receiving": "Uploading {extract}: {done} of {all}",
  "regions.checking": "Checking {extract}…",
  "regions.importing": "Making {step}: {percent} %",
  "regions.stay": "Leave this page open until the upload is done.",
  "regions.mayLeave": "You can leave this page; the hub goes on by itself.",
  "regions.elsewhere": "This upload was begun in another window, or was interrupted.",
  "regions.cancelled": "Cancelled. The regions are as they were.",
  "regions.failed": "{extract} could not be imported. The regions are as they were.",
  "regions.done": "{name} is imported and in use",
  "regions.attribution": "© OpenStreetMap contributors, Open Database Licence",
  "size.megabytes": "{figure}\u00a0MB",
  "size.gigabytes": "{figure}\u00a0GB",
};
