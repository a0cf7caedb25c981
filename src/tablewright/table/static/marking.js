// What can be done with each thing, or why not: told beside the things, so that these stay the same while nothing else changes.

import { isOpen, send, state } from "./live.js";
import { all, main } from "./page.js";

/** @typedef {[string, string]} Reason its words and its clause */
/** @typedef {{ why?: Record<string, Reason>, own?: string[], general?: Reason }} Reasons of things, and of all in one's own places */
/** @typedef {Reasons & { can: string[], same: Record<string, string>, say: string }} Marks */

/** @type {Reasons & { number: number }} why things cannot be chosen, as far as it was asked for */
let known = { number: -1 };
let asked = -1; // the number of the decision in which it was asked for last
/** @type {[HTMLElement, (node: HTMLElement) => void][]} what waits for the answer */
let waiting = [];

/** Do something with a thing when it is known why it cannot be chosen; at once if it is. @param {HTMLElement} node @param {(node: HTMLElement) => void} what */
export function whenKnown(node, what) {
  const unknown = !main.dataset.last && main.dataset.seat && node.matches("[aria-disabled]") && known.number !== state.number;
  if (!unknown || !isOpen()) return what(node);
  if (asked !== state.number) {
    waiting = [];
    send({ do: "why" });
  }
  asked = state.number;
  waiting.push([node, what]);
}

/** @param {Reasons & { number: number }} reasons */
export function learnReasons(reasons) {
  known = reasons;
  if (known.number !== state.number) return;
  for (const node of all("#zones [aria-disabled]:not([data-why])")) refuse(node, reason(node, known));
  for (const [node, what] of waiting.splice(0)) what(node);
}

/** Marks things that were just drawn. @param {HTMLElement} zones */
export function markThings(zones) {
  const notes = all("template[data-marks]", zones);
  const told = notes.map((node) => /** @type {Marks} */ (JSON.parse(/** @type {any} */ (node).content.textContent)));
  if (!told.length) return;
  for (const note of notes) note.remove();
  const can = new Set(told.flatMap((marks) => marks.can));
  for (const node of all("[data-item]:not(.can)", zones)) {
    const item = node.dataset.item;
    const alias = told.map((marks) => marks.same[item]).find(Boolean);
    if (alias) node.dataset.as = alias;
    if (alias || can.has(item)) allow(node, told[0].say);
    else refuse(node, [...told, ...(known.number === state.number ? [known] : [])].map((marks) => reason(node, marks)).find(Boolean));
  }
}

/** @param {HTMLElement} node @param {Reasons} reasons */
function reason(node, reasons) {
  const zone = /** @type {HTMLElement} */ (node.closest("[data-zone]"));
  return reasons.why?.[node.dataset.item] ?? (reasons.own?.includes(zone?.dataset.zone) ? reasons.general : undefined);
}

/** @param {HTMLElement} node @param {string} words */
function allow(node, words) {
  node.classList.add("can");
  sayMore(node, words);
}

/** @param {HTMLElement} node @param {Reason | undefined} why */
function refuse(node, why) {
  node.setAttribute("aria-disabled", "true");
  if (!why) return;
  [node.dataset.why, node.dataset.clause] = why;
  sayMore(node, why[0]);
}

/** @param {HTMLElement} node @param {string} words to be read aloud too */
function sayMore(node, words) {
  node.setAttribute("aria-label", `${node.getAttribute("aria-label")}. ${words}`);
}
