// @ts-check

const gettingInStyles = ["sheet", "phone-field", "code-boxes", "password", "welcome"];
const clockStyles = ["sheet", "choices", "family-clock", "clock", "place"];
const accountStyles = ["sheet", "choices", "account", "device", "password"];

/**
 * Every page with its path: the one list that the router, the bar and the tests go by.
 *
 * @type {import("./router.js").Screen[]}
 */
export const screens = [
  {
    path: "/welcome",
    name: "welcome",
    styles: gettingInStyles,
    title: "welcome.page",
    isOpen: true,
    load: async () => (await import("../pages/welcome.js")).WelcomePage,
  },
  {
    path: "/register",
    name: "register",
    styles: gettingInStyles,
    title: "register.page",
    isOpen: true,
    load: async () => (await import("../pages/register.js")).RegisterPage,
  },
  {
    path: "/log-in-with-code",
    name: "code-log-in",
    styles: gettingInStyles,
    title: "codeLogIn.page",
    isOpen: true,
    load: async () => (await import("../pages/code-log-in.js")).CodeLogInPage,
  },
  {
    path: "/",
    name: "home",
    isFirst: true,
    title: "home.page",
    section: "home",
    load: async () => (await import("../pages/home.js")).HomePage,
  },
  {
    path: "/clock",
    name: "clock",
    styles: clockStyles,
    title: "clock.page",
    section: "clock",
    load: async () => (await import("../pages/clock.js")).ClockPage,
  },
  {
    path: "/my-clock",
    name: "my-clock",
    styles: clockStyles,
    title: "myClock.page",
    section: "clock",
    back: "/clock",
    load: async () => (await import("../pages/my-clock.js")).MyClockPage,
  },
  {
    path: "/places/:id",
    name: "place",
    styles: clockStyles,
    title: "place.page",
    section: "clock",
    back: "/my-clock",
    load: async () => (await import("../pages/place.js")).PlacePage,
  },
  {
    path: "/account",
    name: "account",
    styles: accountStyles,
    title: "account.page",
    back: "/",
    load: async () => (await import("../pages/account.js")).AccountPage,
  },
  {
    path: "/who-looked",
    name: "page",
    styles: [...accountStyles, "privacy"],
    title: "privacy.page",
    back: "/account",
    load: async () => (await import("../pages/who-looked.js")).WhoLookedPage,
  },
  {
    path: "/notices",
    name: "page",
    styles: [...accountStyles, "privacy"],
    title: "notices.title",
    back: "/account",
    load: async () => (await import("../pages/notices.js")).NoticesPage,
  },
  {
    path: "/sharing",
    name: "page",
    styles: [...accountStyles, "privacy"],
    title: "privacy.page",
    back: "/account",
    load: async () => (await import("../pages/stop.js")).StopPage,
  },
  {
    path: "/connect",
    name: "connect",
    styles: ["phone-field", ...accountStyles],
    title: "connect.page",
    back: "/account",
    load: async () => (await import("../pages/connect.js")).ConnectPage,
  },
  {
    path: "/family",
    name: "family",
    styles: ["phone-field", "family", ...accountStyles],
    title: "family.page",
    back: "/account",
    load: async () => (await import("../pages/family.js")).FamilyPage,
  },
  {
    path: "/join",
    name: "join",
    styles: ["choices", ...gettingInStyles],
    title: "join.page",
    isOpen: true,
    isForAll: true,
    load: async () => (await import("../pages/join.js")).JoinPage,
  },
  {
    path: "/set-password",
    name: "set-password",
    styles: gettingInStyles,
    title: "setPassword.page",
    isOpen: true,
    isForAll: true,
    load: async () => (await import("../pages/set-password.js")).SetPasswordPage,
  },
  {
    path: "/child",
    name: "child",
    styles: gettingInStyles,
    title: "childLink.page",
    isOpen: true,
    load: async () => (await import("../pages/child.js")).ChildPage,
  },
  {
    path: "/devices/:id",
    name: "device",
    styles: accountStyles,
    title: "device.page",
    back: "/account",
    load: async () => (await import("../pages/device.js")).DevicePage,
  },
];
