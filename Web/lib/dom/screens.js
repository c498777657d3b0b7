// @ts-check
import { missionScreens } from "./mission-screens.js";

const gettingInStyles = ["sheet", "choices", "phone-field", "code-boxes", "password", "welcome"];
const clockStyles = ["sheet", "choices", "family-clock", "clock", "place"];
const historyStyles = ["sheet", "choices", "live-map", "history"];
const mapStyles = [...clockStyles, "place-search"];
const accountStyles = ["sheet", "choices", "account", "device", "password", "live"];
const walletStyles = ["sheet", "password", "code-boxes", "choices", "account", "wallet", "goal"];
const watchStyles = ["sheet", "place", "live-map", "route", "account", "trip", "alarm"];

/** What pages of one kind have in common. */
const ofHome = /** @type {const} */ ({
  name: "home",
  isFirst: true,
  title: "home.page",
  section: "home",
  load: async () => (await import("../../pages/home.js")).HomePage,
});
const ofHistory = /** @type {const} */ ({
  name: "history",
  styles: historyStyles,
  title: "history.page",
  back: "/",
  load: async () => (await import("../../pages/history.js")).HistoryPage,
});
const ofDevice = /** @type {const} */ ({
  name: "device",
  styles: accountStyles,
  title: "device.page",
  load: async () => (await import("../../pages/device.js")).DevicePage,
});
const ofAccount = (/** @type {string} */ name, /** @type {string[]} */ styles) => ({ name, styles, back: "/account" });
const ofWayIn = /** @type {const} */ ({ styles: gettingInStyles, isOpen: true });
const ofHeld = { ...ofWayIn, styles: [...gettingInStyles, "trip"] };
const ofLink = /** @type {const} */ ({ ...ofWayIn, isForAll: true });
const ofContact = { ...ofLink, name: "page", styles: [...accountStyles, "alarm"] };
const underTrip = /** @type {const} */ ({ section: "trip", back: "/trip", isSafety: true });
const ofPrivacy = /** @type {const} */ ({ name: "page", title: "privacy.page", back: "/account", isSafety: true });
const ofWallet = /** @type {const} */ ({ name: "wallet", styles: walletStyles, section: "wallet" });
const ofCoins = { ...ofWallet, styles: [...walletStyles, "device", "coins"], back: "/wallet" };

/**
 * Every page with its path: the one list that the router, the bar and the tests go by.
 *
 * @type {import("./router.js").Screen[]}
 */
export const screens = [
  { ...ofWayIn, path: "/welcome", name: "welcome", title: "welcome.page", load: async () => (await import("../../pages/welcome.js")).WelcomePage },
  { ...ofWayIn, path: "/register", name: "register", title: "register.page", load: async () => (await import("../../pages/register.js")).RegisterPage },
  {
    ...ofWayIn,
    path: "/log-in-with-code",
    name: "code-log-in",
    title: "codeLogIn.page",
    load: async () => (await import("../../pages/code-log-in.js")).CodeLogInPage,
  },
  { ...ofWayIn, path: "/recover", name: "recover", title: "recover.page", load: async () => (await import("../../pages/recover.js")).RecoverPage },
  { ...ofHome, path: "/" },
  { ...ofHome, path: "/people/:id" },
  {
    path: "/clock",
    name: "clock",
    styles: clockStyles,
    title: "clock.page",
    section: "clock",
    load: async () => (await import("../../pages/clock.js")).ClockPage,
  },
  {
    path: "/my-clock",
    name: "my-clock",
    styles: clockStyles,
    title: "myClock.page",
    section: "clock",
    back: "/clock",
    load: async () => (await import("../../pages/my-clock.js")).MyClockPage,
  },
  {
    path: "/places/:id",
    name: "place",
    styles: mapStyles,
    title: "place.page",
    section: "clock",
    back: "/my-clock",
    load: async () => (await import("../../pages/place.js")).PlacePage,
  },
  {
    path: "/shared/:id",
    name: "page",
    styles: [...accountStyles, "history"],
    title: "shared.page",
    back: "/",
    load: async () => (await import("../../pages/shared.js")).SharedPage,
  },
  {
    path: "/route",
    name: "route",
    styles: [...mapStyles, "route"],
    title: "route.page",
    section: "home",
    back: "/",
    load: async () => (await import("../../pages/route.js")).RoutePage,
  },
  {
    path: "/trip",
    name: "trip",
    styles: [...mapStyles, "account", "live-map", "route", "pin", "password", "code-boxes", "trip", "trip-plan", "alarm"],
    title: "trip.page",
    section: "trip",
    isSafety: true,
    load: async () => (await import("../../pages/trip.js")).TripPage,
  },
  {
    path: "/no-reception",
    name: "dead-zones",
    styles: [...mapStyles, "account", "trip"],
    title: "deadZone.page",
    ...underTrip,
    load: async () => (await import("../../pages/no-reception.js")).NoReceptionPage,
  },
  {
    path: "/watching/:id",
    name: "watch",
    styles: watchStyles,
    title: "watch.page",
    ...underTrip,
    load: async () => (await import("../../pages/watching.js")).WatchingPage,
  },
  {
    path: "/alarms",
    name: "alarm",
    styles: watchStyles,
    title: "help.page",
    ...underTrip,
    load: async () => (await import("../../pages/alarms.js")).AlarmsPage,
  },
  {
    path: "/drills",
    name: "drills",
    styles: watchStyles,
    title: "drill.title",
    ...underTrip,
    load: async () => (await import("../../pages/drills.js")).DrillsPage,
  },
  {
    path: "/alarms/:id",
    name: "alarm",
    styles: watchStyles,
    title: "help.page",
    ...underTrip,
    load: async () => (await import("../../pages/alarm.js")).AlarmPage,
  },
  {
    path: "/follow",
    name: "follow",
    styles: watchStyles,
    title: "follow.page",
    section: "trip",
    isOpen: true,
    isForAll: true,
    isSafety: true,
    load: async () => (await import("../../pages/follow.js")).FollowPage,
  },
  {
    path: "/live",
    name: "follow",
    styles: [...watchStyles, "live"],
    title: "live.page",
    isOpen: true,
    isForAll: true,
    isSafety: true,
    load: async () => (await import("../../pages/live.js")).LivePage,
  },
  { ...ofLink, path: "/wall", name: "wall", styles: [...clockStyles, "live-map", "account", "wall"], title: "wall.page", load: async () => (await import("../../pages/wall.js")).WallPage },
  { ...ofContact, path: "/contact", title: "contact.page", load: async () => (await import("../../pages/contact.js")).ContactPage },
  { ...ofWallet, path: "/wallet", title: "wallet.page", load: async () => (await import("../../pages/wallet.js")).WalletPage },
  {
    ...ofWallet,
    path: "/wallet/accounts/:id",
    title: "wallet.account",
    back: "/wallet",
    load: async () => (await import("../../pages/wallet-account.js")).WalletAccountPage,
  },
  {
    ...ofWallet,
    path: "/wallet/check",
    title: "ledger.page",
    back: "/wallet",
    load: async () => (await import("../../pages/wallet-check.js")).WalletCheckPage,
  },
  { ...ofWallet, path: "/wallet/family", title: "purse.page", back: "/wallet", load: async () => (await import("../../pages/family-money.js")).FamilyMoneyPage },
  { ...ofCoins, path: "/wallet/coins", title: "coins.page", load: async () => (await import("../../pages/coins.js")).CoinsPage },
  { ...ofWallet, path: "/wallet/keys", title: "keys.page", back: "/wallet", load: async () => (await import("../../pages/wallet-keys.js")).WalletKeysPage },
  ...missionScreens,
  {
    path: "/account",
    name: "account",
    styles: accountStyles,
    title: "account.page",
    back: "/",
    load: async () => (await import("../../pages/account.js")).AccountPage,
  },
  { ...ofHistory, path: "/history" },
  { ...ofHistory, path: "/history/:day" },
  {
    path: "/who-looked",
    ...ofPrivacy,
    styles: [...accountStyles, "privacy"],
    load: async () => (await import("../../pages/who-looked.js")).WhoLookedPage,
  },
  {
    path: "/notices",
    name: "page",
    styles: [...accountStyles, "privacy"],
    title: "notices.title",
    back: "/account",
    load: async () => (await import("../../pages/notices.js")).NoticesPage,
  },
  {
    path: "/sharing",
    ...ofPrivacy,
    styles: [...accountStyles, "privacy"],
    load: async () => (await import("../../pages/sharing.js")).SharingPage,
  },
  {
    path: "/security",
    ...ofAccount("security", ["phone-field", "code-boxes", "security", ...accountStyles]),
    title: "security.page",
    load: async () => (await import("../../pages/security.js")).SecurityPage,
  },
  {
    path: "/regions",
    ...ofAccount("regions", [...accountStyles, "regions"]),
    title: "regions.page",
    load: async () => (await import("../../pages/regions.js")).RegionsPage,
  },
  {
    path: "/hub",
    ...ofAccount("keeper", [...accountStyles, "keeper"]),
    title: "hubState.page",
    load: async () => (await import("../../pages/hub.js")).HubPage,
  },
  {
    path: "/reach",
    ...ofAccount("reach", ["phone-field", "code-boxes", ...accountStyles]),
    title: "reach.page",
    load: async () => (await import("../../pages/reach.js")).ReachPage,
  },
  {
    path: "/connect",
    ...ofAccount("connect", ["phone-field", ...accountStyles]),
    title: "connect.page",
    load: async () => (await import("../../pages/connect.js")).ConnectPage,
  },
  {
    path: "/family",
    ...ofAccount("family", ["phone-field", "family", ...accountStyles]),
    title: "family.page",
    load: async () => (await import("../../pages/family.js")).FamilyPage,
  },
  {
    path: "/join",
    name: "join",
    styles: gettingInStyles,
    title: "join.page",
    isOpen: true,
    isForAll: true,
    load: async () => (await import("../../pages/join.js")).JoinPage,
  },
  {
    path: "/set-password",
    name: "set-password",
    ...ofLink,
    title: "setPassword.page",
    load: async () => (await import("../../pages/set-password.js")).SetPasswordPage,
  },
  {
    path: "/number-back",
    name: "number-back",
    ...ofLink,
    title: "numberBack.page",
    load: async () => (await import("../../pages/undo-by-link.js")).NumberBackPage,
  },
  {
    path: "/pin-reset",
    name: "pin-reset",
    ...ofLink,
    title: "pinReset.page",
    load: async () => (await import("../../pages/undo-by-link.js")).PinResetPage,
  },
  { ...ofHeld, path: "/held", name: "held", title: "held.page", load: async () => (await import("../../pages/held.js")).HeldPage },
  { ...ofWayIn, path: "/child", name: "child", title: "childLink.page", load: async () => (await import("../../pages/child.js")).ChildPage },
  { ...ofDevice, path: "/family/:family/:child/devices/:id", back: "/family" },
  { ...ofDevice, path: "/devices/:id", back: "/account" },
];
