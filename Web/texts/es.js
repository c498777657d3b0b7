// @ts-check
import { account } from "./es/account.js";
import { clock } from "./es/clock.js";
import { coinSending } from "./es/coin-sending.js";
import { coins } from "./es/coins.js";
import { contacts } from "./es/contacts.js";
import { deputies } from "./es/deputies.js";
import { devices } from "./es/devices.js";
import { family } from "./es/family.js";
import { familyMoney } from "./es/family-money.js";
import { frame } from "./es/frame.js";
import { gettingIn } from "./es/getting-in.js";
import { help } from "./es/help.js";
import { history } from "./es/history.js";
import { home } from "./es/home.js";
import { keeper } from "./es/keeper.js";
import { leaving } from "./es/leaving.js";
import { live } from "./es/live.js";
import { missionNotices } from "./es/mission-notices.js";
import { missions } from "./es/missions.js";
import { privacy } from "./es/privacy.js";
import { ledger } from "./es/ledger.js";
import { regions } from "./es/regions.js";
import { route } from "./es/route.js";
import { search } from "./es/search.js";
import { shared } from "./es/shared.js";
import { store } from "./es/store.js";
import { trip } from "./es/trip.js";
import { tripHelp } from "./es/trip-help.js";
import { wallet } from "./es/wallet.js";

/**
 * Every word of the page in Spanish; its terms are in es/glossary.md.
 *
 * @type {import("./en.js").Catalogue}
 */
export const es = {
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
