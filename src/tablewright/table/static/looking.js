// Looking closer: hover, focus or long press shows a card large, says why it cannot be played, and what a line of the log is about.

import { foresee, preview } from "./choosing.js";
import { explained } from "./explaining.js";
import { whenKnown } from "./marking.js";
import { all, byId, itemOf, main, make, mark, named } from "./page.js";
import { showPiece } from "./pieces.js";

const HOVER = 8; // pixels that a thing may rise under the pointer
const LONG = 450; // milliseconds of a long press
const EIGHTHS = Array.from({ length: 9 }, (_, n) => n / 8); // of the window
const SHAPES = ["", "broad", "broad small"]; // upright, with the words beside the card, and that in small
const GAP = 10; // pixels between a thing and what is told of it
const WEIGHTS = { thing: 1e6, question: 6e5, choice: 5, seat: 30 }; // how bad it is to cover the thing itself, the question, what can be chosen, who plays

/** @typedef {{ dataset: DOMStringMap, getBoundingClientRect: () => DOMRect }} Seen */

const peek = byId("peek");
/** @type {any} what it shows */
let looked = null;
/** @type {DOMRect | null} where that was */
let lookedAt = null;

/** @param {string} kind @param {string} text */
const line = (kind, text) => make("p", { class: kind }, text);

/** @param {any} node */
const worthIt = (node) => {
  const { name, detail, lines, why, face } = node.dataset;
  if (node.closest?.("[data-piece]") || (node.matches?.(".vacant") && !why)) return false;
  return face || why || lines || (detail && detail !== name && !node.matches?.(".cell"));
};

/** @param {any} node a thing of the table, or something else with a face */
export function look(node) {
  show(node);
  if (node.dataset.item) whenKnown(node, (known) => known === looked && show(known));
}

/** @param {any} node */
function show(node) {
  const { name, detail, lines, why, clause, face, kind } = node.dataset;
  if (!worthIt(node)) hidePeek();
  looked = node;
  if (!worthIt(node)) return;
  peek.replaceChildren();
  if (face) peek.append(make("img", { src: face, alt: "" }));
  if (!face) peek.append(line("name", name));
  if (!face && lines) for (const text of lines.split("\n")) peek.append(line("line", text));
  if (detail && detail !== name && detail !== kind) peek.append(line("detail", detail));
  const notes = [...(node.querySelectorAll?.(".mark") ?? [])].map((note) => note.textContent);
  if (notes.length) peek.append(line("note", notes.join(" · ")));
  for (const [word, meaning] of explained([name, detail, lines].join(" "))) {
    const told = line("word", `: ${meaning}`);
    told.prepend(make("b", {}, word));
    peek.append(told);
  }
  if (why) peek.append(line("why", clause ? `${why} (${clause})` : why));
  peek.hidden = false;
  lookedAt = node.getBoundingClientRect();
  place(lookedAt);
}

/** Where it covers least of what one wants to see: near the thing, or under the question. @param {DOMRect} at */
function place(at) {
  const avoided = inTheWay();
  const cost = (/** @type {DOMRect} */ box) => WEIGHTS.thing * shared(box, at) + avoided.reduce((sum, [rect, weight]) => sum + weight * shared(box, rect), 0);
  const places = SHAPES.flatMap((shape) => shaped(shape, at).map((box) => ({ shape, box, cost: cost(box) })));
  const best = places.reduce((one, other) => (other.cost < one.cost ? other : one));
  peek.className = best.shape;
  Object.assign(peek.style, { left: `${best.box.x}px`, top: `${best.box.y}px` });
}

/** Where it could be in a shape. @param {string} shape @param {DOMRect} at */
function shaped(shape, at) {
  peek.className = shape;
  const { width, height } = peek.getBoundingClientRect();
  return spots(at, width, height).map(([x, y]) => new DOMRect(within(x, width, innerWidth), within(y, height, innerHeight), width, height));
}

/** @param {number} start @param {number} size @param {number} room */
const within = (start, size, room) => Math.max(8, Math.min(start, room - size - 8));

/** @param {DOMRect} one @param {DOMRect} other how much of the screen both cover */
const shared = (one, other) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** Things and the question, and how bad it is to cover them. @returns {[DOMRect, number][]} */
const inTheWay = () => [
  ...all("#zones .item").map((node) => /** @type {[DOMRect, number]} */ ([node.getBoundingClientRect(), node.matches(".can, .chosen, .cell") ? WEIGHTS.choice : 1])),
  ...all("#seats .seat").map((node) => /** @type {[DOMRect, number]} */ ([node.getBoundingClientRect(), WEIGHTS.seat])),
  ...all("#status .dock").map((node) => /** @type {[DOMRect, number]} */ ([node.getBoundingClientRect(), WEIGHTS.question])),
];

/** The nearest first. @param {DOMRect} at @param {number} width @param {number} height @returns {[number, number][]} */
function spots({ left, right, top, bottom }, width, height) {
  const question = byId("status").getBoundingClientRect();
  const beside = [right + GAP, left - width - GAP].flatMap((x) => [top, bottom - height].map((y) => /** @type {[number, number]} */ ([x, y])));
  const across = [top - height - GAP, bottom + GAP].flatMap((y) => [left, right - width].map((x) => /** @type {[number, number]} */ ([x, y])));
  const elsewhere = EIGHTHS.flatMap((across) => EIGHTHS.map((down) => /** @type {[number, number]} */ ([across * (innerWidth - width), down * (innerHeight - height)])));
  return [...beside, ...across, [question.left, question.bottom + GAP], ...elsewhere];
}

export function hidePeek() {
  if (peek) peek.hidden = true;
  looked = null;
}

/** News do not take away what somebody looks at, as long as it lies where it lay. */
export function lookAgain() {
  if (peek.hidden) return;
  const at = looked.getBoundingClientRect();
  if (!at.width || Math.hypot(at.x - lookedAt.x, at.y - lookedAt.y) > HOVER) return hidePeek();
  if (!looked.dataset.item) return;
  preview(named(looked)); // first, as it may make the question taller
  look(looked);
}

/** @type {PointerEvent | null} */
let mouse = null;
let still = false; // what lies under the mouse came there by itself, so nobody has asked what it is

/** The table may change under a mouse that stands still. */
export function pointAgain() {
  if (!mouse) return;
  const node = itemOf(document.elementFromPoint(mouse.clientX, mouse.clientY));
  preview(node ? named(node) : null);
}

/** @param {HTMLElement | null} move */
function consider(move) {
  mark(move ? move.dataset.touches.split(" ") : [], "touched");
  foresee(move);
}

/** A card that lies on the table is shown as it lies there. @param {HTMLElement} word */
function lookAtCard(word) {
  const { kind, at } = word.dataset;
  const lying = all("#zones [data-face]").filter((node) => node.dataset.kind === kind);
  const { face } = (lying.find((node) => node.dataset.item === at) ?? lying[0])?.dataset ?? { face: `${main.dataset.faces}/${kind}.svg${main.dataset.faceQuery}` };
  look({ dataset: { face }, getBoundingClientRect: () => word.getBoundingClientRect() });
}

// A line of the log and the things it names, found from either side

/** @param {HTMLElement} row */
function itemsIn(row) {
  const kinds = new Set(all("[data-kind]", row).map((word) => word.dataset.at ?? word.dataset.kind));
  const words = new Set(row.textContent.match(/[\w.]*\w/g));
  return all("#zones [data-item]").map((node) => node.dataset).filter(({ item, kind, name }) =>
    kinds.has(item) || kinds.has(kind) || words.has(item) || words.has(item.split(".").at(-1)) || (!kind && words.has(name))
  ).map(({ item }) => item);
}

/** @param {HTMLElement | null} node */
function tellAbout(node) {
  const kind = node?.dataset.kind;
  for (const row of all("#log li")) row.classList.toggle("about", Boolean(kind && row.querySelector(`[data-kind="${kind}"]`)));
}

export function forgetLooks() {
  consider(null);
  tellAbout(null);
  mark([], "about");
}

let pressing = 0;
let longPressed = false;
let finger = false;
export const byFinger = () => finger;
export const wasLongPress = () => longPressed;

export function beginLooking() {
  document.addEventListener("pointermove", (event) => {
    mouse = event.pointerType === "mouse" ? event : null;
    const node = still && itemOf(event.target);
    still = false;
    if (node) look(node);
  }, true);
  document.addEventListener("pointerover", (event) => pointAt(event));
  document.addEventListener("pointerout", ({ target }) => {
    const node = /** @type {HTMLElement} */ (target);
    if (itemOf(node)) {
      hidePeek();
      showPiece(null);
      preview(null);
      tellAbout(null);
    }
    if (node.closest?.(".named")) hidePeek();
    if (node.closest?.("[data-move]")) consider(null);
    if (node.closest?.("#log li")) mark([], "about");
  });
  document.addEventListener("pointerdown", (event) => pressLong(event));
  for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => clearTimeout(pressing), true);
  document.addEventListener("contextmenu", (event) => {
    if (longPressed && itemOf(event.target)) event.preventDefault();
  });
  document.addEventListener("focusin", (event) => focusOn(/** @type {HTMLElement} */ (event.target)));
}

/** @param {PointerEvent} event */
function pointAt({ target, pointerType, clientX, clientY }) {
  const over = /** @type {HTMLElement} */ (target);
  const node = itemOf(over);
  if (pointerType === "mouse" && node) {
    still = mouse?.clientX === clientX && mouse.clientY === clientY;
    preview(named(node));
    if (!still) look(node);
    showPiece(node);
  }
  const word = /** @type {HTMLElement} */ (over.closest?.(".named"));
  if (pointerType === "mouse" && word) lookAtCard(word);
  const move = /** @type {HTMLElement} */ (over.closest?.("[data-move]"));
  if (move) consider(move);
  const told = /** @type {HTMLElement} */ (over.closest?.("#log li"));
  if (told) mark(itemsIn(told), "about");
  if (node) tellAbout(node);
}

/** @param {PointerEvent} event */
function pressLong({ target, pointerType }) {
  longPressed = false;
  finger = pointerType === "touch";
  const node = itemOf(target);
  if (!node || pointerType === "mouse") return hidePeek();
  pressing = setTimeout(() => {
    longPressed = true;
    look(node);
  }, LONG);
}

export const stopPressing = () => clearTimeout(pressing);

/** @param {HTMLElement} target */
function focusOn(target) {
  const node = itemOf(target);
  consider(target.closest("[data-move]"));
  if (!node) return hidePeek();
  for (const other of all("[data-item]", node.closest(".items") ?? node)) other.tabIndex = other === node ? 0 : -1;
  if (node.matches(":focus-visible")) {
    preview(named(node));
    look(node);
    showPiece(node);
  }
}
