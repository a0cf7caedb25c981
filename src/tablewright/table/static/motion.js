// Things are seen moving, and can be clicked meanwhile. Their ids are places more often than not, so a thing is known by what
// it shows: within its place it glides, to another place it flies over everything else, and what is gone fades.

import { scale } from "./fitting.js";
import { all, byId, main } from "./page.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ node: HTMLElement, item: string, what: string, cell: boolean, zone: string, hidden: boolean, face: string, box: Box, inside: { x: number, y: number } }} Thing */

const MOTION = { duration: 320, easing: "ease-out" };
/** @type {Animation[]} */
let motions = [];
/** @type {HTMLElement[]} */
let flying = [];

/** @returns {Thing[]} */
export function things() {
  const table = byId("zones").getBoundingClientRect();
  return all("#zones [data-item]").filter((node) => node.checkVisibility()).map((node) => {
    const { item, kind, name } = node.dataset;
    const { x, y, width, height } = node.getBoundingClientRect();
    const cell = node.matches(".cell");
    const what = kind ?? (cell && name.trim() ? `cell ${name}` : "");
    const place = /** @type {HTMLElement} */ (node.closest("[data-zone]") ?? byId("zones"));
    const within = place.getBoundingClientRect();
    return {
      node, item, what, cell, zone: place.dataset.zone, hidden: node.matches(".facedown"), face: node.querySelector("img")?.src,
      box: { x: x - table.x, y: y - table.y, width, height }, inside: { x: x - within.x, y: y - within.y },
    };
  });
}

/**
 * [thing, where it was before or undefined] for all that are not what they were, and what is nowhere any more
 * @param {Thing[]} before @param {Thing[]} now
 */
function changes(before, now) {
  /** @param {Thing} thing */
  const key = ({ item, what, hidden }) => `${item} ${what} ${hidden}`;
  const [then, here] = [new Map(before.map((one) => [key(one), one])), new Set(now.map(key))];
  const left = before.filter((one) => !here.has(key(one)));
  /** @param {(old: Thing) => any} fits @returns {Thing | undefined} */
  const take = (fits) => left.splice(left.findIndex(fits), left.some(fits) ? 1 : 0)[0];
  const stayed = now.filter((one) => then.has(key(one))).map((one) => /** @type {[Thing, Thing]} */ ([one, then.get(key(one))]));
  const other = now.filter((one) => !then.has(key(one)));
  /** @param {Thing} one @returns {(old: Thing) => any} */
  const like = (one) => (old) => one.what && old.what === one.what;
  /** @type {[Thing, Thing | undefined][]} */
  const near = other.map((one) => [one, take((old) => like(one)(old) && old.zone === one.zone)]);
  /** @type {[Thing, Thing | undefined][]} */
  const far = near.map(([one, was]) => [one, was ?? take(like(one))]);
  /** @type {[Thing, Thing | undefined][]} */
  const moved = far.map(([one, was]) => [one, was ?? (one.face ? take((old) => old.hidden && old.zone !== one.zone) : undefined)]);
  return { moved: [...stayed, ...moved], gone: left };
}

/** @param {Thing[]} before */
export function glide(before) {
  for (const motion of motions) motion.cancel();
  for (const ghost of flying) ghost.remove();
  [motions, flying] = [[], []];
  const { moved, gone } = changes(before, things());
  for (const [one, was] of moved) {
    if (was && was.zone !== one.zone) fly(one, was.box);
    else if (was) slide(one, was.inside);
    else if (!one.cell) motions.push(one.node.animate({ opacity: [0, 1] }, MOTION));
  }
  for (const one of gone) if (one.face) vanish(ghostOf(one), { opacity: [1, 0], scale: [1, 0.8] });
}

/** @param {Thing} thing @param {{ x: number, y: number }} was */
function slide({ node, inside }, was) {
  const [x, y] = [was.x - inside.x, was.y - inside.y];
  if (x || y) motions.push(node.animate({ translate: [`${x / scale()}px ${y / scale()}px`, "0 0"] }, MOTION));
}

/** @param {Thing} one @param {Box} was */
function fly(one, was) {
  /** @param {Box} box */
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const [from, to] = [middle(was), middle(one.box)];
  const way = { translate: [`${from[0] - to[0]}px ${from[1] - to[1]}px`, "0 0"], scale: [was.width / one.box.width, 1] };
  if (!one.face) return motions.push(one.node.animate(way, MOTION));
  motions.push(one.node.animate({ opacity: [0, 0] }, MOTION));
  vanish(ghostOf(one), way);
}

/** @param {Thing} thing */
function ghostOf({ face, box }) {
  const ghost = new Image(box.width, box.height);
  ghost.src = face;
  ghost.alt = "";
  ghost.className = "ghost";
  const table = byId("zones").getBoundingClientRect();
  Object.assign(ghost.style, { left: `${table.x + box.x}px`, top: `${table.y + box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  main.append(ghost);
  flying.push(ghost);
  return ghost;
}

/** @param {HTMLElement} ghost @param {PropertyIndexedKeyframes} frames */
function vanish(ghost, frames) {
  const motion = ghost.animate(frames, MOTION);
  motion.onfinish = () => ghost.remove();
  motions.push(motion);
}
