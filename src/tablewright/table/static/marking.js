// What can be done with each thing, or why not: told beside the things, so that these stay the same while nothing else changes.

import { all } from "./page.js";

/** @typedef {[string, string]} Reason its words and its clause */
/** @typedef {{ can: string[], same: Record<string, string>, why?: Record<string, Reason>, own?: string[], general?: Reason, say: string }} Marks */

/** Marks things that were just drawn. @param {HTMLElement} zones */
export function markThings(zones) {
  const told = all("template[data-marks]", zones).map((node) => /** @type {Marks} */ (JSON.parse(/** @type {any} */ (node).content.textContent)));
  if (!told.length) return;
  const can = new Set(told.flatMap((marks) => marks.can));
  for (const node of all("[data-item]:not(.can)", zones)) {
    const item = node.dataset.item;
    const alias = told.map((marks) => marks.same[item]).find(Boolean);
    if (alias) node.dataset.as = alias;
    if (alias || can.has(item)) allow(node, told[0].say);
    else refuse(node, told.map((marks) => reason(node, marks)).find(Boolean));
  }
}

/** @param {HTMLElement} node @param {Marks} marks */
function reason(node, marks) {
  const zone = /** @type {HTMLElement} */ (node.closest("[data-zone]"));
  return marks.why?.[node.dataset.item] ?? (marks.own?.includes(zone?.dataset.zone) ? marks.general : undefined);
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
