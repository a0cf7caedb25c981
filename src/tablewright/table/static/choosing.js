// Choosing: click things until only one move fits. No move is played that was not named before.

import { act } from "./live.js";
import { all, byId, named, one } from "./page.js";
import { pieceBoard } from "./pieces.js";

/** @typedef {{ button: HTMLElement, id: number, choice: string[], into: string }} Move */

/** @type {string[]} */
let selected = [];
/** @type {string | null} the thing under the mouse or with the focus */
let pointed = null;
/** @type {string | null} the thing that a finger has tapped to see what its move would change */
let tapped = null;

/** @returns {Move[]} */
export const moves = () => all("#status [data-move]").map((button) => ({ button, id: Number(button.dataset.move), choice: button.dataset.choose?.split(" ") ?? [], into: button.dataset.into ?? "" }));

/** @param {string[]} items */
const fitting = (items) => moves().filter((move) => items.every((item) => move.choice.includes(item)));

export const chosen = () => selected;

export function chooseNothing() {
  selected = [];
  tapped = null;
}

/**
 * What a click on a thing would mean: a move if only one is left, otherwise what is chosen from then on. Who changes their
 * mind starts anew, and nothing is played by that: if one move is left it is named, and a second click plays it.
 * @param {string} item
 * @returns {{ move?: Move, items: string[] }}
 */
function meaning(item) {
  const alone = selected.at(-1) === item ? fitting(selected) : [];
  if (alone.length === 1) return { move: alone[0], items: selected };
  if (selected.includes(item)) return { items: selected.filter((other) => other !== item) };
  const items = [...selected, item];
  const fits = fitting(items);
  if (!fits.length) return { items: [item] };
  const direct = selected.length ? [] : fits.filter((move) => move.button.dataset.direct === item);
  const left = direct.length === 1 ? direct : fits;
  return left.length === 1 ? { move: left[0], items } : { items };
}

/** A finger points at nothing before it taps: what its move would change is shown first. @param {string} item @param {boolean} finger */
export function choose(item, finger = false) {
  const { move, items } = meaning(item);
  const unseen = finger && move?.button.dataset.after && !move.button.matches(".meant");
  if (move && !unseen) return act("move", move.id);
  selected = items;
  tapped = unseen ? item : null;
  showChoice();
}

/** Whether both things together belong to a move. @param {string} item @param {string} other */
export const together = (item, other) => fitting([item, other]).length > 0;

/**
 * What it would mean to put a thing on another, or only into another place: the moves with both, those that lead to that
 * place, those with the thing alone that lead anywhere; what has none of these leaves it to what it is put on.
 * @param {string} item @param {string} target what it is put on, if that can be chosen @param {string} zone the other place, if it is one
 * @returns {{ move?: Move, items: string[] }}
 */
export function droppedOn(item, target, zone) {
  const both = target ? fitting([item, target]) : [];
  if (both.length) return only(both, [item, target]);
  if (!zone) return { items: [] };
  const own = fitting([item]);
  const there = own.filter(({ into }) => into === zone);
  if (there.length) return only(there, [item]);
  const anywhere = own.filter(({ into }) => !into);
  const alone = anywhere.filter(({ choice }) => choice.every((other) => other === item || other.startsWith("~")));
  if (anywhere.length) return only(alone, alone.length ? [item] : []);
  return target ? only(fitting([target]), [target]) : { items: [] };
}

/** @param {Move[]} moves @param {string[]} items */
const only = (moves, items) => ({ move: moves.length === 1 ? moves[0] : undefined, items });

/** Choose things without playing. @param {string[]} items */
export function select(items) {
  chooseNothing();
  selected = items;
  showChoice();
}

/** Choose one thing and nothing else, without playing. @param {string} item */
export function begin(item) {
  select([item]);
}

export function showChoice() {
  const fits = fitting(selected);
  const next = new Set(fits.flatMap((move) => move.choice));
  for (const node of all("#zones [data-item]")) {
    const item = named(node);
    node.classList.toggle("chosen", selected.includes(item));
    node.classList.toggle("next", selected.length > 0 && next.has(item) && !selected.includes(item));
    if (node.classList.contains("can")) node.setAttribute("aria-pressed", String(selected.includes(item)));
  }
  byId("zones").classList.toggle("choosing", selected.length > 0);
  const list = one("#status .moves");
  if (list) listMoves(list, fits);
  preview(pointed);
}

/** Shows every move in the list, whatever was chosen. */
export function listAll() {
  chooseNothing();
  one("#status .all-moves")?.setAttribute("aria-expanded", "true");
  showChoice();
}

/** @param {HTMLElement} list @param {Move[]} fits */
function listMoves(list, fits) {
  const toggle = one("#status .all-moves");
  const few = fits.length <= (innerWidth <= 900 ? 3 : Number(list.dataset.few));
  const open = toggle.getAttribute("aria-expanded") === "true";
  const ids = new Set(fits.map((move) => move.id));
  for (const { button, id } of moves()) {
    button.hidden = !(ids.has(id) && (few || open || selected.length || button.dataset.loose));
  }
  for (const run of all(".run", list)) run.hidden = selected.length > 0;
  toggle.hidden = few || selected.length > 0;
  one("#status .choose").hidden = selected.length > 0;
  one("#status .back").hidden = selected.length === 0;
}

/** The move that a click on a thing would play is named beside the question and shown on the table before it is played. @param {string | null} item */
export function preview(item) {
  pointed = item;
  const meant = tapped ?? item;
  announce((meant && meaning(meant).move) || null);
}

/** @param {Move | null} move */
export function announce(move) {
  const line = one("#status .preview");
  for (const { button } of moves()) button.classList.toggle("meant", button === move?.button);
  if (!line) return;
  line.dataset.names = move ? String(move.id) : "";
  line.textContent = move && !pieceBoard() ? wordsOf(move.button) : "";
  foresee(move ? move.button : null);
}

/** What a button says; what is drawn on it is not read out. @param {HTMLElement} button */
function wordsOf(button) {
  const copy = /** @type {HTMLElement} */ (button.cloneNode(true));
  for (const drawn of all("[aria-hidden]", copy)) drawn.remove();
  return copy.textContent.trim().replace(/\s+/g, " ");
}

/** What a move would change, shown on the things themselves and where else that stands: data-after="cell0=4 score1=9". @param {HTMLElement | null} button */
export function foresee(button) {
  for (const node of all("#zones .after")) {
    node.classList.remove("after");
    delete node.dataset.after;
  }
  for (const change of button?.dataset.after?.split(" ") ?? []) {
    const [item, text] = change.split("=");
    const node = one(`#zones :is([data-item="${CSS.escape(item)}"], [data-shows="${CSS.escape(item)}"])`);
    node?.classList.add("after");
    if (node) node.dataset.after = text;
  }
}
