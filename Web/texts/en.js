// @ts-check
import { account } from "./en/account.js";
import { clock } from "./en/clock.js";
import { coinSending } from "./en/coin-sending.js";
import { coins } from "./en/coins.js";
import { contacts } from "./en/contacts.js";
import { deputies } from "./en/deputies.js";
import { devices } from "./en/devices.js";
import { family } from "./en/family.js";
import { familyMoney } from "./en/family-money.js";
import { frame } from "./en/frame.js";
import { gettingIn } from "./en/getting-in.js";
import { help } from "./en/help.js";
import { history } from "./en/history.js";
import { home } from "./en/home.js";
import { keeper } from "./en/keeper.js";
import { leaving } from "./en/leaving.js";
import { live } from "./en/live.js";
import { missionNotices } from "./en/mission-notices.js";
import { missions } from "./en/missions.js";
import { privacy } from "./en/privacy.js";
import { ledger } from "./en/ledger.js";
import { regions } from "./en/regions.js";
import { route } from "./en/route.js";
import { search } from "./en/search.js";
import { shared } from "./en/shared.js";
import { store } from "./en/store.js";
import { trip } from "./en/trip.js";
import { tripHelp } from "./en/trip-help.js";
import { wallet } from "./en/wallet.js";

/**
 * Every word of the page in English. `{name}` is filled in; where a count decides, there is one text for one and
 * another for other numbers.
 *
 * @typedef {typeof en} Catalogue
 */
export const en = {
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
