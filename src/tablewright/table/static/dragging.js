// Dragging: a thing put on another one, or into another place, plays what a click on both would. It is never needed.

import { announce, droppedOn, select } from "./choosing.js";
import { act } from "./live.js";
import { hidePeek, stopPressing } from "./looking.js";
import { all, itemOf, main, named, one } from "./page.js";

const FAR = 8; // pixels that make a press a drag

/** @type {{ node: HTMLElement, x: number, y: number, ghost: HTMLElement | null } | null} */
let held = null;
let swallow = false;

/** On a phone only one's own cards are dragged; everything else is for scrolling. @param {PointerEvent} event */
function press(event) {
  swallow = false;
  const node = itemOf(event.target);
  const free = node?.matches(".card.can") || (node?.matches(".card") && node.closest(".own"));
  if (event.button || !free || !one(".dock.mine") || (event.pointerType === "touch" && !node.closest(".at-hand"))) return;
  held = { node, x: event.clientX, y: event.clientY, ghost: null };
}

/** @param {PointerEvent} event */
function follow(event) {
  if (!held) return;
  if (!event.buttons) return letGo();
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.ghost && Math.hypot(x, y) < FAR) return;
  held.ghost ??= lift(held.node);
  held.ghost.style.translate = `${x}px ${y}px`;
  hidePeek();
  const { move } = meant(event);
  announce(move ?? null);
  const over = underneath(event);
  for (const place of all("#zones .drop")) place.classList.remove("drop");
  if (move) (itemOf(over) ?? over?.closest("[data-zone]"))?.classList.add("drop");
}

/** @param {HTMLElement} node */
function lift(node) {
  stopPressing();
  select([]);
  const ghost = /** @type {HTMLElement} */ (node.cloneNode(true));
  const { left, top, width, height } = node.getBoundingClientRect();
  for (const name of ["data-item", "data-as", "id"]) ghost.removeAttribute(name);
  ghost.className = "item card ghost dragged faced";
  Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  main.append(ghost);
  node.classList.add("lifted");
  return ghost;
}

/** @param {PointerEvent} event @returns {Element | null} */
const underneath = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY);

/** @param {PointerEvent} event */
function meant(event) {
  const over = underneath(event);
  const zone = /** @type {HTMLElement} */ (over?.closest("#zones [data-zone]"));
  const target = itemOf(over);
  if (!zone || target === held.node) return { items: /** @type {string[]} */ ([]) };
  const elsewhere = zone === held.node.closest("[data-zone]") ? "" : zone.dataset.zone;
  return droppedOn(named(held.node), target?.matches(".can") ? named(target) : "", elsewhere);
}

function letGo() {
  held?.ghost?.remove();
  held?.node.classList.remove("lifted");
  for (const place of all("#zones .drop")) place.classList.remove("drop");
  held = null;
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!held?.ghost) return letGo();
  const { move, items } = meant(event);
  letGo();
  swallow = true;
  announce(null);
  if (move) act("move", move.id);
  else select(items);
}

export function beginDragging() {
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", letGo);
  document.addEventListener("click", (event) => swallow && (event.stopPropagation(), event.preventDefault(), (swallow = false)), true);
}
