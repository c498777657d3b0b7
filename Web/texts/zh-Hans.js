// @ts-check
import { account } from "./zh-Hans/account.js";
import { clock } from "./zh-Hans/clock.js";
import { coinSending } from "./zh-Hans/coin-sending.js";
import { coins } from "./zh-Hans/coins.js";
import { contacts } from "./zh-Hans/contacts.js";
import { deputies } from "./zh-Hans/deputies.js";
import { devices } from "./zh-Hans/devices.js";
import { family } from "./zh-Hans/family.js";
import { familyMoney } from "./zh-Hans/family-money.js";
import { frame } from "./zh-Hans/frame.js";
import { gettingIn } from "./zh-Hans/getting-in.js";
import { help } from "./zh-Hans/help.js";
import { history } from "./zh-Hans/history.js";
import { home } from "./zh-Hans/home.js";
import { keeper } from "./zh-Hans/keeper.js";
import { leaving } from "./zh-Hans/leaving.js";
import { live } from "./zh-Hans/live.js";
import { missionNotices } from "./zh-Hans/mission-notices.js";
import { missions } from "./zh-Hans/missions.js";
import { privacy } from "./zh-Hans/privacy.js";
import { ledger } from "./zh-Hans/ledger.js";
import { regions } from "./zh-Hans/regions.js";
import { route } from "./zh-Hans/route.js";
import { search } from "./zh-Hans/search.js";
import { shared } from "./zh-Hans/shared.js";
import { store } from "./zh-Hans/store.js";
import { trip } from "./zh-Hans/trip.js";
import { tripHelp } from "./zh-Hans/trip-help.js";
import { wallet } from "./zh-Hans/wallet.js";

/**
 * Every word of the page in Simplified Chinese; its terms are in zh-Hans/glossary.md.
 *
 * @type {import("./en.js").Catalogue}
 */
export const zhHans = {
  ...frame,
  ...gettingIn,
  ...home,
  ...clock,
  ...account,
  ...devices,
  ...family,
  ...privacy,
  ...live,
  ...missionNotices,
  ...leaving,
  ...history,
  ...route,
  ...search,
  ...shared,
  ...regions,
  ...keeper,
  ...trip,
  ...tripHelp,
  ...help,
  ...contacts,
  ...deputies,
  ...wallet,
  ...ledger,
  ...missions,
  ...store,
  ...familyMoney,
  ...coins,
  ...coinSending,
};
