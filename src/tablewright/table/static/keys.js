// Keys: arrows inside a place, Escape, u for taking back, h for a hint, digits for the moves on offer, n for any move by its number, ? for this list.

import { chooseNothing, showChoice } from "./choosing.js";
import { forgetHint } from "./hearing.js";
import { hidePeek } from "./looking.js";
import { beginNumbering, endNumbering, isNumbering, typeDigit } from "./numbering.js";
import { all, byId, dismiss, itemOf, main, one } from "./page.js";
import { inHand, offerPieces, pieceBoard, showPiece, turn } from "./pieces.js";
import { step } from "./replay.js";
import { endStage } from "./staging.js";

/** @type {Record<string, number | "down" | "up">} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: "down", ArrowUp: "up" };

/** @type {Record<string, () => void>} */
const SHORTCUTS = {
  Escape: startAnew,
  u: () => one('[data-do="ask"]:enabled')?.click(),
  h: () => one('[data-do="hint"]')?.click(),
  r: turnPiece,
  m: () => (one(".moves .move:not([hidden])") ?? one(".all-moves"))?.focus(),
  n: beginNumbering,
  t: () => one("#zones .item.can")?.focus(),
  "?": () => byId("keys")?.showModal(),
};

export function beginKeys() {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, select, textarea, dialog *") || event.ctrlKey || event.metaKey || event.altKey) return;
    const node = itemOf(target);
    if (node && event.key in STEPS) {
      event.preventDefault();
      walk(node, STEPS[event.key]);
    } else if (event.key in SHORTCUTS) {
      if (event.key !== "Escape") event.preventDefault();
      SHORTCUTS[event.key]();
    } else if (/^[0-9]$/.test(event.key) && isNumbering()) typeDigit(event.key);
    else if (/^[1-9]$/.test(event.key)) all(".moves .move:not([hidden])")[Number(event.key) - 1]?.click();
    else if (main.dataset.last && event.key in STEPS) step(STEPS[event.key] === 1 ? 1 : -1);
  });
}

function startAnew() {
  chooseNothing();
  endNumbering();
  for (const menu of all(".more[open]")) /** @type {HTMLDetailsElement} */ (menu).open = false;
  hidePeek();
  endStage();
  dismiss();
  forgetHint();
  showChoice();
}

function turnPiece() {
  if (!inHand() || !pieceBoard()) return;
  turn();
  offerPieces();
  showPiece(itemOf(one("#zones .cell:hover, #zones .cell:focus")));
}

/** @param {HTMLElement} node @param {number | "down" | "up"} way */
function walk(node, way) {
  const group = /** @type {HTMLElement} */ (node.closest(".items"));
  const things = all("[data-item]", group).filter((one) => !one.matches(".heading") || node.matches(".heading"));
  const columns = Number(group.dataset.columns) || 1;
  const by = way === "down" ? columns : way === "up" ? -columns : way;
  const next = things[things.indexOf(node) + by];
  if (next) next.focus();
  else (way === "up" || way === -1 ? things[0] : things.at(-1)).focus();
}

/** @type {(() => HTMLElement | null) | null} where the focus shall be when there is something to decide again */
let wanted = null;

/**
 * Where the focus is now; what it returns puts it back after the page has changed, to the same thing or to its successor:
 * who plays by the list of moves finds the list again, who plays on the table the table.
 */
export function keepFocus() {
  const focus = /** @type {HTMLElement} */ (document.activeElement);
  const { item } = focus?.dataset ?? {};
  const zone = /** @type {HTMLElement} */ (focus?.closest?.("[data-zone]"))?.dataset.zone;
  if (item) wanted = () => one(`#zones [data-item="${CSS.escape(item)}"]`) ?? one(`[data-zone="${zone}"] .can`) ?? one("#zones .can");
  else if (focus?.closest?.(".moves, .back")) wanted = () => one(".moves .move:not([hidden])") ?? one(".all-moves:not([hidden])") ?? one("#zones .can");
  else if (focus && focus !== document.body) wanted = null;
  return () => {
    showChoice();
    const now = document.activeElement;
    const lost = now === document.body || !now?.checkVisibility();
    if (wanted && lost && one(".dock.mine")) wanted()?.focus({ preventScroll: true });
  };
}
