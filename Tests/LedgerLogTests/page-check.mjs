// Goes through logs as the page does, with its own modules and ledger.wasm.
//
//   node page-check.mjs FOLDER_OF_WEB LEDGER_WASM
//
// Standard input is a JSON list of logs, each {leaves, heads, account}: bytes in base64, heads as notes with the key's
// bytes. Standard output is a JSON list of what was found in each: {fault, leaf} or {}, and the account's balance.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, wasm] = process.argv.slice(2);
const from = (path) => import(pathToFileURL(`${folder}/${path}`).href);
const { LedgerBook } = await from("lib/ledger/ledger-book.js");
const { isGenuine } = await from("lib/ledger/ed25519.js");
const { LedgerCheck, readHead } = await from("models/ledger-check.js");
const bytes = readFileSync(wasm);

const answers = [];
for (const { origin, publicKey, leaves, heads, account } of JSON.parse(readFileSync(0, "utf8"))) {
  const book = await LedgerBook.open(bytes);
  const check = new LedgerCheck(book, isGenuine);
  for (const leaf of leaves) if (!(await check.take(leaf))) break;
  for (const checkpoint of heads) {
    const head = await readHead({ origin, publicKey, checkpoint }, isGenuine);
    if (!head) check.finding ??= { fault: "headForged" };
    else if (!(await check.hold(head))) break;
  }
  const sums = book.account(account);
  const { fault, leaf } = check.finding ?? {};
  answers.push({ fault, leaf, balance: sums && String(sums.credited - sums.debited) });
}
process.stdout.write(JSON.stringify(answers));
