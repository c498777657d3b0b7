// @ts-check
import { account } from "./fr/account.js";
import { clock } from "./fr/clock.js";
import { coinSending } from "./fr/coin-sending.js";
import { coins } from "./fr/coins.js";
import { contacts } from "./fr/contacts.js";
import { deputies } from "./fr/deputies.js";
import { devices } from "./fr/devices.js";
import { family } from "./fr/family.js";
import { familyMoney } from "./fr/family-money.js";
import { frame } from "./fr/frame.js";
import { gettingIn } from "./fr/getting-in.js";
import { help } from "./fr/help.js";
import { history } from "./fr/history.js";
import { home } from "./fr/home.js";
import { keeper } from "./fr/keeper.js";
import { leaving } from "./fr/leaving.js";
import { live } from "./fr/live.js";
import { missionNotices } from "./fr/mission-notices.js";
import { missions } from "./fr/missions.js";
import { privacy } from "./fr/privacy.js";
import { ledger } from "./fr/ledger.js";
import { regions } from "./fr/regions.js";
import { route } from "./fr/route.js";
import { search } from "./fr/search.js";
import { shared } from "./fr/shared.js";
import { store } from "./fr/store.js";
import { trip } from "./fr/trip.js";
import { tripHelp } from "./fr/trip-help.js";
import { wallet } from "./fr/wallet.js";

/**
 * Every word of the page in French; its terms are in fr/glossary.md.
 *
 * @type {import("./en.js").Catalogue}
 */
export const fr = {
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
