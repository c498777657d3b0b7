/**
 * What the hub's API answers with, as openapi.yaml describes it: types only, nothing runs here.
 *
 * @typedef {"stationary" | "walking" | "running" | "cycling" | "automotive" | "unknown"} Motion
 * @typedef {"place" | "travelling" | "unknown" | "lost" | "danger"} State
 * @typedef {"off" | "place" | "coarse" | "exact"} Precision
 *
 * @typedef {object} Me
 * @property {string} id
 * @property {string} name
 * @property {number} colour  0 to 11, an index into the member colours
 * @property {string} [picture]  where the picture is; another picture has another address
 * @property {string} [phone]  E.164
 * @property {true} [numberUnconfirmed]  no code proved that it is mine
 * @property {true} [hubSendsTexts]  without texts there are no codes
 * @property {string} [mail]  where security notices go as well
 * @property {string} [timeZone]  as the time zone database calls it
 * @property {"adult" | "child"} role
 * @property {boolean} keeper
 *
 * @typedef {object} Connection
 * @property {string} id
 * @property {string} member
 * @property {string} name
 * @property {string} [theirName]  what they call themselves, where `name` is one that I gave them
 * @property {number} colour
 * @property {string} [picture]
 * @property {true} [gone]  they left the hub
 * @property {true} [numberUnconfirmed]  nobody proved that their number is theirs
 * @property {Precision} [precision]  only of people who see me
 * @property {string} [expiresAt]
 * @property {{precision: Precision, expiresAt?: string, guardianAgreed: boolean, childAgreed: boolean}} [asked]  what a
 *   child is to show, which holds once guardian and child have agreed
 *
 * @typedef {object} HiddenHours  in which a child is not to be found by somebody, each week
 * @property {string} viewer
 * @property {number[]} days  on which they begin: 1 is Monday, 7 Sunday
 * @property {number} fromMinute  of the day
 * @property {number} untilMinute  of the day; at or before the first it lies on the next
 * @property {number} utcOffsetMinutes
 *
 * @typedef {"adult" | "child"} Role
 *
 * @typedef {object} FamilyMember
 * @property {string} id
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {Role} role
 * @property {number} [birthYear]
 * @property {boolean} hasPhone
 * @property {true} [numberUnconfirmed]  nobody proved that it is theirs
 *
 * @typedef {object} Invite
 * @property {string} id
 * @property {string} inviter
 * @property {Role} role
 * @property {string} [phone]  only of my own
 * @property {string} createdAt
 * @property {string} expiresAt
 *
 * @typedef {object} FamilyGroup
 * @property {string} id
 * @property {string} [name]
 * @property {FamilyMember[]} members
 * @property {Invite[]} invites
 *
 * @typedef {object} IssuedInvite
 * @property {string} id
 * @property {string} link
 * @property {string} [qrCode]  an SVG drawing
 * @property {string} [code]
 * @property {string} expiresAt
 *
 * @typedef {object} InviteView
 * @property {string} inviter
 * @property {string} [family]
 * @property {Role} role
 * @property {Precision} theirSharing
 * @property {Precision} askedSharing
 * @property {string} expiresAt
 * @property {boolean} needsCode  by text, of whoever is new
 * @property {true} [inviterUnconfirmed]  nobody proved that the inviter's number is theirs
 *
 * @typedef {object} Retention
 * @property {"days" | "forever"} history
 * @property {number} [days]
 * @property {boolean} [isChosen]  whether I ever said so
 *
 * @typedef {object} Connections
 * @property {Connection[]} seen  whom I see
 * @property {Connection[]} seers  who sees me
 *
 * @typedef {object} Look  somebody who looked at me, within a quarter of an hour
 * @property {string} member
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {string} firstAt
 * @property {string} lastAt
 * @property {Precision} precision  the most that they were shown
 * @property {string[]} screens
 *
 * @typedef {ToldNotice & import("../models/notices.js").NoticeMatter} Notice
 * @typedef {object} ToldNotice
 * @property {string} id
 * @property {string} kind
 * @property {string} [member]  whom it is about, where that is somebody else
 * @property {string} [name]
 * @property {string} [place]  the label of the place that somebody arrived at or left
 * @property {string} [moment]  when the backup was taken that it tells of
 * @property {string} at
 *
 * @typedef {object} Watch  what I am told of one member
 * @property {string} member
 * @property {{label: string, arrived: boolean, left: boolean}[]} places
 * @property {boolean} quiet
 * @property {boolean} lowBattery
 *
 * @typedef {object} PushStanding  a browser that takes push messages for me
 * @property {string} createdAt
 * @property {string} [shownAt]  when it last showed one
 * @property {boolean} current  whether it is this one
 *
 * @typedef {object} Asked  somebody who asks to see me
 * @property {string} id
 * @property {string} member
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {string} at
 * @property {string} expiresAt
 *
 * @typedef {{kind: string, count: number}} ShareCount
 *
 * @typedef {object} Sharing  all by which something of me gets out
 * @property {ShareCount[]} items
 * @property {number} reminderDays
 * @property {{since: string, until?: string}} [pause]
 * @property {true} [guardiansSee]  what a guardian sees of me is not mine to lower
 *
 * @typedef {object} Fix
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} [accuracyMetres]
 * @property {number} [speedMetresPerSecond]
 * @property {number} [courseDegrees]
 * @property {number} [batteryPercent]
 * @property {string} at
 * @property {number} ageSeconds  as the hub counts it, when it was sent
 * @property {boolean} live
 *
 * @typedef {object} Cell
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} sizeMetres
 *
 * @typedef {object} Presence
 * @property {string} member
 * @property {string | null} place
 * @property {State} state
 * @property {Motion} [motion]
 * @property {string} [motionSince]
 * @property {string} [since]
 * @property {number} [ageSeconds]  age of the newest fix; absent where there never was one
 * @property {Cell} [cell]
 * @property {number} [batteryPercent]
 * @property {Fix} [fix]
 *
 * @typedef {object} Hand
 * @property {string} member
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {string} slot
 * @property {string} [since]
 * @property {number} [ageSeconds]
 *
 * @typedef {object} Clock
 * @property {string[]} slots  clockwise from the top
 * @property {Hand[]} hands
 *
 * @typedef {object} Shown
 * @property {"self" | "all" | "member"} kind
 * @property {string} [member]
 *
 * @typedef {object} Place
 * @property {string} id
 * @property {string} label
 * @property {string} description
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} radiusMetres
 *
 * @typedef {object} TrackFix
 * @property {string} at
 * @property {string} receivedAt
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} [accuracyMetres]
 * @property {number} [speedMetresPerSecond]
 * @property {number} [courseDegrees]
 * @property {number} [batteryPercent]
 * @property {Motion} [motion]
 * @property {boolean} [suspicious]
 *
 * @typedef {object} Day
 * @property {string} date
 * @property {string} from
 * @property {string} to
 * @property {{from: string, to: string, place: string | null, latitude: number, longitude: number}[]} stays
 * @property {{from: string, to: string, motion: Motion, distanceMetres: number}[]} trips
 * @property {{activities: {motion: Motion, distanceMetres: number, seconds: number}[],
 *             strip: {from: string, to: string, motion: Motion}[]}} motion
 *
 * @typedef {"unknown" | "walk" | "run" | "cycle" | "drive" | "train" | "fly"} TravelMode
 *
 * @typedef {object} HistoryEntry  a stay, a journey, or a time of which nothing is known
 * @property {"stay" | "journey" | "unknown"} kind
 * @property {string} from
 * @property {string} to
 * @property {{place?: string, address?: string, latitude: number, longitude: number, beganBefore: boolean,
 *             wentOn: boolean, endsAbout: boolean}} [stay]
 * @property {{mode: TravelMode, distanceMetres: number,
 *             legs: {from: string, to: string, mode: TravelMode, distanceMetres: number}[],
 *             stops: {from: string, to: string, latitude: number, longitude: number}[],
 *             line: [number, number][], isOnStreets: boolean, startAddress?: string, endAddress?: string}} [journey]
 *
 * @typedef {object} Import
 * @property {string} id
 * @property {"receiving" | "reading" | "done" | "unknownFormat" | "failed"} state
 * @property {number} bytes
 * @property {number} received
 * @property {number} read
 * @property {string} [format]
 * @property {number} added
 * @property {number} known
 * @property {Record<string, number>} refused
 * @property {boolean} isWhole
 * @property {string} [from]
 * @property {string} [to]
 *
 * @typedef {object} Device
 * @property {string} id
 * @property {string} name
 * @property {boolean} friends
 * @property {boolean} encrypted
 * @property {string} createdAt
 * @property {string} [heardAt]
 * @property {number} [clockOffsetSeconds]  how far the device's clock is ahead, where that is too far
 *
 * @typedef {object} AppSetup
 * @property {string} url
 * @property {string} [link]
 * @property {string} [qrCode]  an SVG drawing
 * @property {string[]} steps
 * @property {{name: string, mediaType: string, text: string}} [file]
 *
 * @typedef {object} IssuedDevice
 * @property {string} id
 * @property {string} name
 * @property {string} token
 * @property {{owntracks: AppSetup, overland: AppSetup, traccar: AppSetup, gpslogger: AppSetup}} setup
 */
export {};
