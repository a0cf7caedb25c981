// The table always fits the window: on a wide screen it is drawn as large as it can be with all of it in sight, on a phone
// the page is scrolled to what can be chosen.

import { all, byId, one } from "./page.js";

const SMALLEST = 0.5;
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
  style.zoom = String(tried);
  style.setProperty("--room", `${(bottom() - byId("zones").getBoundingClientRect().top - scrollY) / tried}px`);
}

/** What is wider than its place when all is drawn so small. @param {number} tried */
function tooWide(tried) {
  draw(tried);
  return all("#zones .zone").filter((zone) => zone.scrollWidth > zone.clientWidth + 2);
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
  if (!wide()) {
    draw(1);
    size = 1;
    return bringIntoSight();
  }
  const hopeless = tooWide(SMALLEST);
  const found = fits(LARGEST, hopeless) ? LARGEST : largest(hopeless);
  if (found < size || found > size + (size < 1 ? WORTH : WORTH_MORE)) size = found;
  draw(size);
}

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

/** What can be chosen and the cards in hand are in sight when there is something to decide. */
function bringIntoSight() {
  const can = all("#zones .item.can").filter((node) => node.checkVisibility());
  const hand = all("#zones .at-hand .own.kind-fan .item");
  const [choice, held] = [can, hand].map((nodes) => () => !nodes.length || nodes.some(inSight));
  if (!one(".dock.mine") || (choice() && held())) return;
  scrollBy({ top: byId("zones").getBoundingClientRect().top - 4, behavior: "instant" });
  if (choice()) return;
  const first = can.find((node) => !node.closest(".at-hand")) ?? can[0];
  first.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  if (!inSight(first)) scrollBy({ top: 120, behavior: "instant" });
}

export function beginFitting() {
  fit();
  addEventListener("resize", () => ((size = LARGEST), fit()));
  for (const picture of all("#zones img")) picture.addEventListener("load", fit, { once: true });
}
