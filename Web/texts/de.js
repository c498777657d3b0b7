// @ts-check
import { account } from "./de/account.js";
import { clock } from "./de/clock.js";
import { coinSending } from "./de/coin-sending.js";
import { coins } from "./de/coins.js";
import { contacts } from "./de/contacts.js";
import { deputies } from "./de/deputies.js";
import { devices } from "./de/devices.js";
import { family } from "./de/family.js";
import { familyMoney } from "./de/family-money.js";
import { frame } from "./de/frame.js";
import { gettingIn } from "./de/getting-in.js";
import { help } from "./de/help.js";
import { history } from "./de/history.js";
import { home } from "./de/home.js";
import { keeper } from "./de/keeper.js";
import { leaving } from "./de/leaving.js";
import { live } from "./de/live.js";
import { missionNotices } from "./de/mission-notices.js";
import { missions } from "./de/missions.js";
import { privacy } from "./de/privacy.js";
import { ledger } from "./de/ledger.js";
import { regions } from "./de/regions.js";
import { route } from "./de/route.js";
import { search } from "./de/search.js";
import { shared } from "./de/shared.js";
import { store } from "./de/store.js";
import { trip } from "./de/trip.js";
import { tripHelp } from "./de/trip-help.js";
import { wallet } from "./de/wallet.js";

/**
 * Every word of the page in German; its terms are in de/glossary.md.
 *
 * @type {import("./en.js").Catalogue}
 */
export const de = {
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
