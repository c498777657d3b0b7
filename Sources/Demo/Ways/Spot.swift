/// A public spot of the scenario, by the name that `ways.txt` gives it.
package enum Spot: String, CaseIterable, Sendable {
    case home, grandma
    case primarySchool, grammarSchool, triesenSchool, townHall, hospital
    case supermarket, cornerShop, vaduzShop, library, tennisHall
    case schaanStop, schaanStopBack, triesenStop, triesenStopBack, vaduzStop, vaduzStopBack
    case triesenberg, malbun, balzers, planken
}
