// @ts-check
import { safetyOf } from "../stores/safety.js";
import { t } from "../lib/words/text.js";
import { setFirstPIN } from "./my-pins.js";
import { withPIN } from "./pin-request.js";

/**
 * "I'm safe": clears an alarm about me with the PIN (F24); without one, once it is set.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {string} alarm
 * @param {AbortSignal} signal
 * @param {() => unknown} [done]  follows where the hub took it
 */
export async function saySafe(app, alarm, signal, done = () => undefined) {
  const safety = safetyOf(app);
  if (safety.mine?.pinsSet === false) {
    return setFirstPIN(app, signal, async () => {
      await safety.refresh();
      await saySafe(app, alarm, signal, done);
    });
  }
  const words = { title: t("pin.sheet.safe"), words: t("pin.sheet.safeWords") };
  if (!(await withPIN(words, (pin) => app.api.post(`/alarms/${alarm}/clear`, { pin }), signal))) return undefined;
  app.say(t("trip.cleared"));
  await done();
  return safety.refresh();
}
