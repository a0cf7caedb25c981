// What a decision set going is acted out, moment by moment: who hits whom. A click on it goes on, Escape ends it, and
// whatever else is clicked meanwhile works as always. While a question waits it is shown small, over the log. Who has seen
// enough of it is shown it only when asking for it.

import { button, byId, calm, main, one } from "./page.js";

const MOMENT = 1700; // milliseconds
const ENOUGH = `enough-${main?.dataset.room}`;

let playing = 0;
let unasked = true; // whether it plays by itself
/** @type {() => void} */
let goOn = () => {};

/** @param {Element} row of the log */
export const isStaged = (row) => Boolean(row.querySelector("template"));

export function endStage() {
  playing++;
  byId("stage").hidden = true;
  goOn();
}

/** By itself with time, or click by click. @param {Element} row of the log @param {boolean} alone */
export async function perform(row, alone) {
  const script = /** @type {HTMLTemplateElement} */ (row.querySelector("template"));
  if (!script || (alone && (calm.matches || sessionStorage.getItem(ENOUGH)))) return;
  const mine = ++playing;
  unasked = alone;
  const box = byId("stage");
  box.onclick = (/** @type {MouseEvent} */ { target }) => /** @type {Element} */ (target).closest("button") || goOn();
  for (const beat of [...script.content.children]) {
    box.replaceChildren(beat.cloneNode(true), tools(alone));
    box.hidden = false;
    place(box);
    if (!alone) one("button", box).focus();
    if (!calm.matches) strike(box);
    await moment(alone);
    if (mine !== playing) return;
  }
  endStage();
}

/** Whatever else one turns to is more important than what is being shown. */
export function beginStaging() {
  document.addEventListener("pointerdown", ({ target }) => /** @type {Element} */ (target).closest("#stage") || endStage());
}

/** @param {boolean} alone */
function tools(alone) {
  const row = document.createElement("div");
  row.className = "tools";
  row.append(button(main.dataset.sayNext, () => goOn()), button(main.dataset.saySkip, endStage, { class: "quiet" }));
  if (alone) row.append(button(main.dataset.sayNever, hadEnough, { class: "quiet" }));
  return row;
}

function hadEnough() {
  sessionStorage.setItem(ENOUGH, "1");
  endStage();
}

/** @param {boolean} alone @returns {Promise<void>} */
const moment = (alone) => new Promise((done) => {
  const timer = alone ? setTimeout(done, MOMENT) : 0;
  goOn = () => (clearTimeout(timer), done());
});

/** The next question may come while something is shown. */
export const makeWay = () => byId("stage").hidden || place(byId("stage"));

/** Whoever is asked something wants to see the table: then not over it, or on a phone at its edge. @param {HTMLElement} box */
function place(box) {
  const waits = unasked && Boolean(one(".dock.mine"));
  box.classList.toggle("aside", waits);
  if (waits) standAside(box);
  else takeTheMiddle(box);
}

/** @param {HTMLElement} box */
function standAside(box) {
  const log = byId("log").closest(".panel").getBoundingClientRect();
  const wide = innerWidth > 900;
  const top = wide ? Math.max(8, Math.min(log.top, innerHeight - box.offsetHeight - 8)) : 8;
  Object.assign(box.style, { left: `${wide ? log.left : 8}px`, top: `${top}px` });
}

/** In the middle of the table, as far as that is in sight. @param {HTMLElement} box */
function takeTheMiddle(box) {
  const table = byId("zones").getBoundingClientRect();
  const middle = Math.max(0, table.left) + Math.min(table.width, innerWidth) / 2;
  const top = Math.max(8, Math.min(table.top + table.height / 4, innerHeight - box.offsetHeight - 8));
  Object.assign(box.style, { left: `${Math.max(8, middle - box.offsetWidth / 2)}px`, top: `${top}px` });
}

/** @param {HTMLElement} box */
function strike(box) {
  const timing = { duration: 520, easing: "ease-in-out" };
  const hit = Boolean(one(".on", box));
  if (hit) one(".by", box).animate({ translate: ["0 0", "34px 0", "0 0"] }, timing);
  for (const figure of box.querySelectorAll(".figure")) {
    const sign = figure.querySelector(".sign");
    sign?.animate({ opacity: [0, 0, 1], scale: [0.4, 0.4, 1] }, { duration: 700 });
    if (figure.matches(".lost")) figure.animate({ opacity: [1, 1, 0.55], rotate: ["0deg", "0deg", "8deg"] }, { duration: 900 });
    else if (hit && figure.matches(".on")) figure.animate({ translate: ["0 0", "0 0", "10px 0", "-4px 0", "0 0"] }, { duration: 800 });
  }
}
