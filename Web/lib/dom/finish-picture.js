// @ts-check
import { day, t } from "../words/text.js";
import { goldWords } from "../../models/gold.js";
import { wrapped } from "../../models/wrapping.js";

/** As most places where pictures are shared show them whole: four wide, five high. */
const width = 1080;
const height = 1350;
const centre = width / 2;
const ringAt = 430;
const ringRadius = 230;
const linesMax = 3;

/**
 * @typedef {object} Finished  what is on the picture, and nothing else is
 * @property {string} title
 * @property {number} minutes
 * @property {string} [gold]
 * @property {Date} at
 */

/**
 * Draws what was done as a picture, in the colours of the page.
 *
 * Rejects where this browser draws no pictures.
 *
 * @param {Finished} finished
 * @returns {Promise<Blob>}
 */
export async function finishPicture({ title, minutes, gold, at }) {
  await fontsReady();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  const style = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const pen = { context, family: style.getPropertyValue("--font") || "sans-serif" };
  context.fillStyle = colour("--paper");
  context.fillRect(0, 0, width, height);
  ring(context, colour);
  context.textAlign = "center";
  write(pen, t("finish.done"), 116, { size: 64, weight: 600, colour: colour("--ink") });
  context.font = font(pen.family, 68, 600);
  const lines = wrapped(title, width - 160, linesMax, (text) => context.measureText(text).width);
  const hasGold = gold !== undefined && gold !== "0";
  const large = { size: 104, weight: 600, colour: colour("--hearth") };
  if (hasGold) write(pen, t("finish.gold", { gold: goldWords(gold) }), 780, large);
  let top = hasGold ? 920 : 840;
  for (const line of lines) {
    write(pen, line, top, { size: 68, weight: 600, colour: colour("--ink") });
    top += 86;
  }
  const words = `${t("finish.minutes", { count: minutes })} · ${day(at)}`;
  write(pen, words, top + 8, { size: 44, weight: 400, colour: colour("--quiet") });
  write(pen, "Hearth", height - 70, { size: 40, weight: 600, colour: colour("--hearth") });
  return new Promise((made, failed) => {
    canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error("no picture"))), "image/png");
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {(name: string) => string} colour
 */
function ring(context, colour) {
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = colour("--hearth");
  context.lineWidth = 30;
  context.beginPath();
  context.arc(centre, ringAt, ringRadius, 0, 2 * Math.PI);
  context.stroke();
  context.strokeStyle = colour("--safe");
  context.lineWidth = 36;
  context.beginPath();
  context.moveTo(centre - 100, ringAt + 6);
  context.lineTo(centre - 26, ringAt + 78);
  context.lineTo(centre + 104, ringAt - 72);
  context.stroke();
}

/**
 * @param {{context: CanvasRenderingContext2D, family: string}} pen
 * @param {string} text
 * @param {number} top  of its middle
 * @param {{size: number, weight: number, colour: string}} how
 */
function write({ context, family }, text, top, { size, weight, colour }) {
  context.font = font(family, size, weight);
  context.fillStyle = colour;
  context.textBaseline = "middle";
  context.fillText(text, centre, top, width - 120);
}

/**
 * @param {string} family
 * @param {number} size
 * @param {number} weight
 */
function font(family, size, weight) {
  return `${weight} ${size}px ${family}`;
}

/** A canvas waits for no font: it has to be there before. */
async function fontsReady() {
  // Where one cannot be had the next of the family is drawn with.
  await Promise.allSettled([document.fonts.load('600 68px "Inter"'), document.fonts.load('400 44px "Inter"')]);
}
