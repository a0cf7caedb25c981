// The table always fits the window: on a wide screen it is drawn as large as it can be with all of it in sight, on a phone
// so that the board, one's own cards and what can be chosen lie above the question, or else the page is scrolled to a choice.

import { all, byId, main, one } from "./page.js";

const SMALLEST = 0.5;
const SMALLEST_ON_PHONE = 0.76;
const PHONE_STEP = 0.04;
const UNSCROLLED = 0.9; // on a phone the page is scrolled rather than drawn smaller than this
const GAP = 4; // pixels above the table when the page is scrolled to it
const LARGEST = 1.6;
const STEPS = 6; // halvings of the range in which the size is looked for
const WORTH = 0.06; // a table grows only if it gains so much, so that it does not breathe from move to move
const WORTH_MORE = 0.2; // the same where everything is large enough
let size = LARGEST;

const wide = () => innerWidth > 900;
export const scale = () => size;

/** Where the table has to end. */
const bottom = () => Math.max(innerHeight, 560) - 6;

/** A style may ask for the height that there is, `--room`, as things are drawn then. @param {number} tried */
function draw(tried) {
  const { style } = byId("zones");
  const top = byId("zones").getBoundingClientRect().top + scrollY; // read before anything is written: a page is laid out anew for every question
  style.zoom = String(tried);
  style.setProperty("--size", String(tried));
  style.setProperty("--room", `${(bottom() - top) / tried}px`);
}

/** What is wider than its place when all is drawn so small; nothing that is folded away. @param {number} tried */
function tooWide(tried) {
  draw(tried);
  return [byId("zones"), ...all("#zones .zone")].filter((zone) => zone.scrollWidth > zone.clientWidth + 2 && zone.checkVisibility());
}

/** @param {number} tried @param {HTMLElement[]} hopeless what no size helps */
function fits(tried, hopeless) {
  if (tooWide(tried).some((zone) => !hopeless.includes(zone))) return false;
  return byId("zones").getBoundingClientRect().bottom + scrollY <= bottom();
}

/** @type {WeakSet<Element>} what was opened because something in it can be chosen */
const opened = new WeakSet();

function openWhatHoldsChoices() {
  for (const node of document.querySelectorAll("#zones details")) {
    const details = /** @type {HTMLDetailsElement} */ (node);
    const needed = details.querySelector(".item.can") !== null;
    if (needed && !details.open) opened.add(details);
    else if (needed || !opened.delete(details)) continue;
    details.open = needed;
  }
}

export function fit() {
  const zones = byId("zones");
  if (!zones?.childElementCount) return;
  openWhatHoldsChoices();
  if (!wide()) return fitPhone();
  main.style.minHeight = "";
  const { style } = document.documentElement;
  style.overflowY = "hidden"; // the size is looked for as if no scrollbar took room, for then none is needed
  if (!stillFits()) {
    const hopeless = tooWide(SMALLEST);
    const found = fits(LARGEST, hopeless) ? LARGEST : largest(hopeless);
    if (found < size || found > size + worth()) size = found;
  }
  draw(size);
  style.overflowY = "";
}

const worth = () => (size < 1 ? WORTH : WORTH_MORE);

/** Whether the table need not be drawn in another size, which is nearly always so: two looks instead of nine. */
const stillFits = () => size < LARGEST && fits(size, []) && !fits(Math.min(LARGEST, size + worth()), []);

/** @param {HTMLElement[]} hopeless */
function largest(hopeless) {
  let [low, high] = [SMALLEST, LARGEST];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (fits(middle, hopeless)) low = middle;
    else high = middle;
  }
  return low;
}

/** Whether all of something is in the window, with no question and no hand over its middle. @param {HTMLElement} node */
function inSight(node) {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
  return node.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}

/** What one has to see to decide: the board, one's own cards and, with `choices`, the places with something to choose. @param {boolean} choices */
function needed(choices) {
  const own = all("#zones [data-zone='board'], #zones .zone.own:not(.kind-pile, .at-hand *)");
  const chosen = choices ? all("#zones .item.can").map((node) => /** @type {HTMLElement} */ (node.closest(".zone"))) : [];
  return [...own, ...chosen].filter((zone) => zone?.checkVisibility() && !zone.matches(".at-hand .kind-fan"));
}

/** How far down the window the table can be seen: cards in hand lie above the question wherever the page is. */
function floor() {
  const hands = all("#zones .at-hand .kind-fan.own").map((node) => node.getBoundingClientRect().height);
  return document.documentElement.clientHeight - hands.reduce((sum, height) => sum + height, byId("status").offsetHeight) - 3 * GAP;
}

/** Whether some places can end above the question at a size that is not too small; the least is tried first, for it rules out the most. @param {HTMLElement[]} zones @param {number} least @param {number} from where the table begins */
function fitsAbove(zones, least, from) {
  const ends = (/** @type {number} */ tried) => {
    draw((size = tried));
    const { top } = byId("zones").getBoundingClientRect();
    return Math.max(0, ...zones.map((zone) => zone.getBoundingClientRect().bottom)) - top + from <= floor();
  };
  if (!ends(least)) return false;
  for (let tried = 1; tried > least; tried -= PHONE_STEP) if (ends(tried)) return true;
  return ends(least);
}

/** The decision to which the page was scrolled, and how far: who looks elsewhere afterwards is left alone. */
const shown = { number: "", top: 0 };

/** On a phone the cards in hand lie just above the question. */
const raiseHand = () => document.documentElement.style.setProperty("--dock", `${byId("status").offsetHeight}px`);

/** What is scrolled sideways can be scrolled by keys too. */
function reachSeats() {
  const seats = one(".seats");
  if (seats && seats.scrollWidth > seats.clientWidth) seats.tabIndex = 0;
}

function fitPhone() {
  raiseHand();
  reachSeats();
  const top = placeOnPhone(byId("zones").getBoundingClientRect().top + scrollY);
  main.style.minHeight = `${top + innerHeight}px`; // a short page could not be scrolled so far
  const elsewhere = shown.number === main.dataset.number && Math.abs(scrollY - shown.top) > GAP;
  if (elsewhere || !one(".dock.mine")) return;
  scrollTo({ top, behavior: "instant" });
  showChoices();
  Object.assign(shown, { number: main.dataset.number, top: scrollY });
}

/** Draws the table as large as it can be on a phone. @param {number} start where it begins @returns {number} how far the page has to be scrolled for it */
function placeOnPhone(start) {
  for (const zones of [needed(true), needed(false)]) {
    if (fitsAbove(zones, UNSCROLLED, start)) return 0;
    if (fitsAbove(zones, SMALLEST_ON_PHONE, GAP)) return start - GAP;
  }
  return start - GAP;
}

/** Something that can be chosen is in sight when there is something to decide. */
function showChoices() {
  const can = all("#zones .item.can").filter((node) => node.checkVisibility());
  if (!can.length || can.some(inSight)) return;
  const first = can.find((node) => !node.closest(".at-hand")) ?? can[0];
  for (const block of /** @type {ScrollLogicalPosition[]} */ (["nearest", "center"])) {
    if (!inSight(first)) first.scrollIntoView({ block, inline: "center", behavior: "instant" });
  }
  if (!inSight(first)) scrollBy({ top: 120, behavior: "instant" });
}

export function beginFitting() {
  new ResizeObserver(raiseHand).observe(byId("status"));
  fit();
  addEventListener("resize", () => ((size = LARGEST), fit()));
}
