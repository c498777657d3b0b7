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
 * @property {"adult" | "child"} role
 * @property {boolean} keeper
 *
 * @typedef {object} Connection
 * @property {string} id
 * @property {string} member
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {true} [gone]  they left the hub
 * @property {Precision} [precision]  only of people who see me
 * @property {string} [expiresAt]
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
 *
 * @typedef {object} Retention
 * @property {"days" | "forever"} history
 * @property {number} [days]
 *
 * @typedef {object} Connections
 * @property {Connection[]} seen  whom I see
 * @property {Connection[]} seers  who sees me
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
 *
 * @typedef {object} Session
 * @property {string} id
 * @property {string} createdAt
 * @property {string} lastSeenAt
 * @property {string} expiresAt
 * @property {boolean} current
 */
export {};
