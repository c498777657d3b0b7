// @ts-check

const missionStyles = ["sheet", "choices", "account", "missions", "mission-list"];
const storeStyles = [...missionStyles, "store"];

/** What pages of missions have in common; a guest has the list, its countdown and a store too. */
const ofMissions = /** @type {const} */ ({ name: "page", section: "missions", isOpen: true, isForAll: true });
const ofStore = /** @type {const} */ ({ ...ofMissions, styles: storeStyles });

/**
 * The pages of missions, the countdown and the store, and of where a guest is.
 *
 * @type {import("./router.js").Screen[]}
 */
export const missionScreens = [
  {
    ...ofMissions,
    path: "/missions",
    styles: missionStyles,
    title: "missions.page",
    load: async () => (await import("../../pages/missions.js")).MissionsPage,
  },
  {
    ...ofMissions,
    path: "/missions/:id/countdown",
    styles: [...missionStyles, "countdown"],
    title: "countdown.page",
    back: "/missions",
    load: async () => (await import("../../pages/countdown.js")).CountdownPage,
  },
  {
    name: "page",
    section: "missions",
    path: "/missions/rules",
    styles: missionStyles,
    title: "rules.page",
    back: "/missions",
    load: async () => (await import("../../pages/mission-rules.js")).MissionRulesPage,
  },
  {
    ...ofStore,
    path: "/store",
    title: "store.page",
    back: "/missions",
    load: async () => (await import("../../pages/store.js")).StorePage,
  },
  {
    name: "page",
    path: "/here",
    isOpen: true,
    styles: missionStyles,
    title: "here.page",
    back: "/missions",
    load: async () => (await import("../../pages/here.js")).HerePage,
  },
  {
    ...ofStore,
    path: "/store/history",
    title: "purchases.page",
    back: "/store",
    load: async () => (await import("../../pages/store-history.js")).StoreHistoryPage,
  },
];
