// A picture of the finished game to keep and to show: it is seen first, then saved or handed to another program as a PNG.

import { byId, main, one } from "./page.js";

const NAME = "tablewright.png";

/** The picture, drawn. @param {HTMLImageElement} picture @returns {Promise<HTMLCanvasElement>} */
async function painted(picture) {
  await picture.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: picture.naturalWidth, height: picture.naturalHeight });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<File[]>} */
const asFiles = (canvas) => new Promise((done) => canvas.toBlob((blob) => done([new File([blob], NAME, { type: "image/png" })]), "image/png"));

export async function showSouvenir() {
  const dialog = byId("souvenir");
  const picture = /** @type {HTMLImageElement} */ (one("img", dialog));
  picture.src = `/rooms/${main.dataset.room}/souvenir.svg?${Date.now()}`; // the chances may be known by now
  dialog.showModal();
  const canvas = await painted(picture);
  const save = /** @type {HTMLAnchorElement} */ (one("[download]", dialog));
  Object.assign(save, { href: canvas.toDataURL("image/png"), download: NAME, hidden: false });
  const files = await asFiles(canvas);
  const share = /** @type {HTMLButtonElement} */ (one("[data-hand-on]", dialog));
  share.hidden = !navigator.canShare?.({ files });
  share.onclick = () => navigator.share({ files }).catch(() => {}); // who thinks better of it has not failed
}
