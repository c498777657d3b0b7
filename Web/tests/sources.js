// @ts-check
import { readdirSync, readFileSync } from "node:fs";

/** Where the page's modules, texts and styles lie. */
export const web = new URL("..", import.meta.url);

/**
 * The modules in some folders of the page, and in those inside them, as paths within the page.
 *
 * @param {string[]} folders
 */
export function modulesIn(...folders) {
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder, web), { encoding: "utf8", recursive: true })
      .filter((name) => name.endsWith(".js"))
      .map((name) => `${folder}/${name}`),
  );
}

/**
 * What a module says.
 *
 * @param {string} path  within the page
 */
export function sourceOf(path) {
  return readFileSync(new URL(path, web), "utf8");
}
