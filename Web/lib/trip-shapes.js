// @ts-check
/**
 * What the hub's API answers with about trips and alarms, as openapi.yaml describes it: types only, nothing runs here.
 *
 * @typedef {"underWay" | "asked" | "overdue" | "arrived" | "cancelled" | "lapsed"} TripState
 * @typedef {"heard" | "delayed" | "lost"} Signal
 * @typedef {"any" | "police" | "ambulance" | "fire"} Service
 * @typedef {{source: "position" | "lastPosition" | "phoneNumber" | "hub" | "none",
 *   countries: {country: string, numbers: {service: Service, number: string}[]}[]}} Emergency
 * @typedef {"walk" | "cycle" | "drive" | "transit"} TravelMode
 * @typedef {"screen" | "phoneApp" | "timerOnly"} Source
 * @typedef {"noCompanion" | "noPin" | "noWatchdog" | "noDrill"} Gap
 * @typedef {{source: Source, protected: boolean, gaps: Gap[]}} Protection
 * @typedef {{name: string, latitude: number, longitude: number}} Destination
 * @typedef {{latitude: number, longitude: number}} Point
 *
 * @typedef {object} TripRoute
 * @property {number} distanceMetres
 * @property {number} [durationSeconds]
 * @property {[number, number][]} line  longitude and latitude
 * @property {{lineIndex: number, durationSeconds: number}[]} [legs]
 * @property {boolean} straightLine
 *
 * @typedef {{kind: "longStop" | "offRoute", since: string, answerBy: string}} TripQuestion
 *
 * @typedef {object} TripNews  what the companions were told
 * @property {"started" | "extended" | "goesOn" | "signalLost" | "signalBack" | "batteryLow" | "longStop" | "leftRoute"
 *   | "backOnRoute" | "loggedOut" | "arrived" | "cancelled"} kind
 * @property {string} at
 * @property {string} [since]
 * @property {string} [dueAt]
 * @property {number} [minutes]
 * @property {number} [batteryPercent]
 *
 * @typedef {object} TripCompanion
 * @property {string} member
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {boolean} mayMissAlarms
 * @property {string} [drilledAt]
 * @property {string} [acceptedAt]
 *
 * @typedef {{id: string, openedAt: string, browser: string}} TripViewer
 *
 * @typedef {object} TripCommon
 * @property {string} id
 * @property {TripState} state
 * @property {Destination} destination
 * @property {Point} [origin]
 * @property {TravelMode} mode
 * @property {string} startedAt
 * @property {string} dueAt
 * @property {string} [answerBy]
 * @property {string} [endedAt]
 * @property {TripRoute} [route]
 * @property {number} [remainingMetres]
 * @property {number} [remainingSeconds]
 * @property {string} [remainingAsOf]
 * @property {boolean} straightLine
 * @property {Signal} signal
 * @property {string} heardAt
 *
 * @typedef {object} OwnTripMore
 * @property {number} extensionsLeft
 * @property {TripQuestion} [question]
 * @property {boolean} arrivalProposed
 * @property {Protection} protection
 * @property {TripCompanion[]} companions
 * @property {TripViewer[]} viewers
 * @property {string} [accessCode]
 * @property {string} [link]
 *
 * @typedef {TripCommon & OwnTripMore} Trip  as its traveller sees it
 *
 * @typedef {object} TripEntry  in the list of mine
 * @property {string} id
 * @property {TripState} state
 * @property {Destination} destination
 * @property {TravelMode} mode
 * @property {string} startedAt
 * @property {string} dueAt
 * @property {string} [endedAt]
 *
 * @typedef {object} WatchedFix
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} [accuracyMetres]
 * @property {number} [speedMetresPerSecond]
 * @property {number} [courseDegrees]
 * @property {number} [batteryPercent]
 * @property {string} at
 * @property {number} ageSeconds
 * @property {boolean} live
 *
 * @typedef {object} CompanionTripMore
 * @property {string} member
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {string} [phone]
 * @property {"live" | "ending"} sight
 * @property {TripNews[]} news
 * @property {number} [offRouteMetres]
 * @property {WatchedFix} [fix]
 * @property {boolean} [accepted]  absent for who has no account
 * @property {Emergency} [emergency]  what to dial where the traveller is, while the trip is live
 *
 * @typedef {TripCommon & CompanionTripMore} CompanionTrip
 *
 * @typedef {{at: string, latitude: number, longitude: number, suspicious?: true}} TripPosition
 *
 * @typedef {object} AlarmFact
 * @property {"shake" | "sos" | "alert" | "overdue" | "duress"} cause
 * @property {string} at
 * @property {string} knownAt
 * @property {"hubWasDown" | "phoneWasCutOff"} [lateness]
 *
 * @typedef {object} MessageState
 * @property {string} [member]
 * @property {string} name
 * @property {"push" | "text" | "mail"} channel
 * @property {"queued" | "accepted" | "delivered" | "seen" | "acknowledged" | "failed"} state
 * @property {string} at
 *
 * @typedef {object} Alarm
 * @property {string} id
 * @property {string} [trip]
 * @property {string} member
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {boolean} mine
 * @property {string} [phone]
 * @property {true} [phoneUnconfirmed]  nobody proved that it is theirs
 * @property {string} openedAt
 * @property {"calling" | "acknowledged" | "safe" | "confirmed"} state
 * @property {string} [closedAt]
 * @property {AlarmFact[]} facts
 * @property {boolean} underDuress
 * @property {{member?: string, name: string}[]} acknowledgedBy
 * @property {MessageState[]} deliveries
 * @property {string} [place]
 * @property {WatchedFix} [fix]
 * @property {Emergency} emergency
 *
 * @typedef {object} HelpCountdown
 * @property {string} id
 * @property {import("../models/help.js").Cause} cause
 * @property {"running" | "stopped" | "fired" | "missed"} state
 * @property {string} startedAt
 * @property {string} firesAt
 * @property {boolean} [recorded]  false where the hub's disk takes nothing; in the answer to the call alone
 * @property {boolean} told  whether anybody was notified of it, or of an alarm that ended with it
 *
 * @typedef {object} Mine  what the hub watches over for me
 * @property {boolean} pinsSet
 * @property {string[]} unreachable  whom I could ask to watch and no push, text or mail reaches
 * @property {boolean} needsPin
 * @property {string} [lockedUntil]
 * @property {Trip} [trip]
 * @property {HelpCountdown[]} countdowns
 * @property {Alarm[]} alarms
 * @property {Emergency} emergency
 * @property {Protection} protection
 * @property {boolean} reachesNobody  nobody would be told of an alarm now
 * @property {string[]} notReached  adults whom a child's hidden hours leave out now
 *
 * @typedef {object} Drill
 * @property {string} id
 * @property {boolean} mine
 * @property {string} member
 * @property {string} name
 * @property {string} sentAt
 * @property {string} [confirmedAt]
 * @property {MessageState[]} deliveries
 *
 * @typedef {{name: string, latitude: number, longitude: number, radiusMetres: number}} DeadZone
 *
 * @typedef {{viewer: string, trip?: CompanionTrip, alarms: Alarm[]}} TripView
 */
export {};
