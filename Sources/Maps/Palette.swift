/// The map's colours on white paper and on black.
///
/// Streets stay quiet, so that people on it are what one sees.
let palette: [String: (light: String, dark: String)] = [
    "paper": ("#faf7f2", "#161412"),
    // The ground.
    "town": ("#f1e9dc", "#211d19"),
    "works": ("#efe9e1", "#201d1b"),
    "school": ("#f6ead6", "#25201a"),
    "wood": ("#dfe8d2", "#192119"),
    "grass": ("#eaf0dd", "#1a1f17"),
    "field": ("#f5f1e0", "#1c1a15"),
    "park": ("#d6e7c9", "#1c281c"),
    "pitch": ("#cbe0bd", "#203021"),
    "rock": ("#ece7df", "#211f1d"),
    "ice": ("#eef5f6", "#22282a"),
    "water": ("#b9d6e1", "#182b36"),
    "stream": ("#a5c9d7", "#203a48"),
    "building": ("#e8ddcf", "#2a2520"),
    "buildingEdge": ("#d2c1ac", "#3a332c"),
    // Ways.
    "motorway": ("#eeb487", "#8a5530"),
    "main": ("#f8dcb6", "#65482f"),
    "through": ("#fdf0dc", "#4a3d31"),
    "street": ("#ffffff", "#48413a"),
    "casing": ("#c2b094", "#11100e"),
    "path": ("#c5b296", "#574c40"),
    "rail": ("#aea295", "#5a5249"),
    "border": ("#9a86a0", "#766a7c"),
    // Words.
    "placeName": ("#221d18", "#f3ede4"),
    "areaName": ("#5d5249", "#bdb2a5"),
    "roadName": ("#5d5249", "#bdb2a5"),
    "waterName": ("#2f6c82", "#86b6ca"),
    "poiName": ("#6a5138", "#c4ab8e"),
    "houseNumber": ("#7a6d60", "#9c9083"),
    "halo": ("#faf7f2", "#161412"),
]
