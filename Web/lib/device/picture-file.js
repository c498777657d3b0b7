// @ts-check

/** The hub keeps less; more than this only makes the way there longer. */
const edgeMax = 1024;
const quality = 0.9;

/**
 * The middle square of a picture file as a JPEG, no larger than it needs to be. Only the pixels are in it: where and
 * when the photo was taken stays on this device.
 *
 * Rejects where the browser cannot read the file as a picture.
 *
 * @param {Blob} file
 * @param {number} [most]  pixels of its edge
 * @returns {Promise<Blob>}
 */
export async function squarePicture(file, most = edgeMax) {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const edge = Math.min(side, most);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: edge, height: edge });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  // What can be seen through would be black in a JPEG.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, edge, edge);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, edge, edge);
  image.close();
  return new Promise((made, failed) => {
    canvas.toBlob((blob) => (blob ? made(blob) : failed(new Error("no picture"))), "image/jpeg", quality);
  });
}
